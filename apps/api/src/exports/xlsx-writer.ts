import { Worker } from 'node:worker_threads';
import { invalid } from '@usaha/shared';
import type { Cell } from '../data-tables/columns/cell.js';
import { messages } from './messages.js';
import { MOST_OF_CELL } from './xlsx-text.js';
import type { XlsxAnswer, XlsxHeader, XlsxTask } from './xlsx-writer.worker.js';

/** Rows of a workbook. */
export const MOST_ROWS = 50_000;
/** Memory of the thread that writes a workbook. */
const THREAD_MEGABYTES = 512;

/** Passes rows on. @throws invalid once there are more than a workbook takes */
export async function* atMost<R>(rows: AsyncIterable<readonly R[]>, most = MOST_ROWS): AsyncGenerator<readonly R[]> {
  let count = 0;
  for await (const some of rows) {
    count += some.length;
    if (count > most) throw invalid('format', messages.tooManyRows({ most }));
    yield some;
  }
}

/** Writes a workbook in a thread that ends with it: its memory is no other request's. */
export class XlsxWriter {
  private readonly worker: Worker;
  private readonly book: Promise<Uint8Array>;

  /** @param names the header of its sheet */
  constructor(names: readonly string[]) {
    this.worker = new Worker(new URL('./xlsx-writer.worker.js', import.meta.url), {
      workerData: { names } satisfies XlsxHeader,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES },
      stdout: true,
      stderr: true,
    });
    this.book = new Promise((done, fail) => {
      this.worker.on('message', (answer: XlsxAnswer) => {
        if ('book' in answer) done(answer.book);
        else fail(invalid('format', messages.cellTooLong({ name: answer.tooLong, most: MOST_OF_CELL })));
      });
      this.worker.once('error', (error: NodeJS.ErrnoException) =>
        fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? invalid('format', messages.tooLarge()) : error),
      );
      this.worker.once('exit', () => fail(new Error('The thread of a workbook ended before it')));
    });
    // Heard in `finish`, which is not called for rows that fail.
    this.book.catch(() => undefined);
  }

  add(rows: readonly (readonly Cell[])[]): void {
    this.worker.postMessage({ rows } satisfies XlsxTask);
  }

  /** @throws invalid for a text that is too long for a cell, and for more than the memory of the thread takes */
  finish(): Promise<Uint8Array> {
    this.worker.postMessage({ end: true } satisfies XlsxTask);
    return this.book;
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
