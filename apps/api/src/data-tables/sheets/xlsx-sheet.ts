import type { Message } from '@usaha/shared';
import { deserialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { messages } from './messages.js';
import { MOST_COLUMNS, SheetError, type SheetRow } from './sheet.js';
import { MOST_ENTRIES, MOST_RATIO, MOST_UNPACKED } from './unpacked.js';
import type { XlsxAnswer, XlsxTask } from './xlsx.worker.js';

/** Memory of the thread that reads a workbook, and milliseconds in which it has to. */
const THREAD_MEGABYTES = 256;
const LONGEST_MS = 20_000;

type Refused = Extract<XlsxAnswer, { refused: unknown }>['refused'];

const reasons: Readonly<Record<Refused, () => Message>> = {
  damaged: () => messages.notWorkbook(),
  unreadable: () => messages.notWorkbook(),
  too_many_parts: () => messages.tooManyParts({ most: MOST_ENTRIES }),
  too_large: () => messages.tooLargeUnpacked({ megabytes: MOST_UNPACKED / 1_000_000 }),
  too_packed: () => messages.tooMuchPacked({ most: MOST_RATIO }),
  too_many_columns: () => messages.tooManyColumns({ most: MOST_COLUMNS }),
};

/**
 * Reads the first sheet of a workbook in a thread that ends with it: a workbook that takes too much time or memory takes no other
 * request with it. @returns rows as `node:v8` serialises them @throws SheetError
 */
function packedRows(content: Uint8Array, longest: number): Promise<Uint8Array[]> {
  const task: XlsxTask = { content };
  const worker = new Worker(new URL('./xlsx.worker.js', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES },
    stdout: true,
    stderr: true,
  });
  const rows: Uint8Array[] = [];
  return new Promise<Uint8Array[]>((done, fail) => {
    const tooMuch = (): void => fail(new SheetError(messages.tooMuchWork()));
    const timer = setTimeout(tooMuch, longest);
    worker.on('message', (answer: XlsxAnswer) => {
      if ('rows' in answer) rows.push(answer.rows);
      else if ('refused' in answer) fail(new SheetError(reasons[answer.refused]()));
      else done(rows);
    });
    worker.once('error', tooMuch);
    worker.once('exit', () => {
      clearTimeout(timer);
      tooMuch();
    });
  }).finally(() => worker.terminate());
}

/** The rows of the first sheet of a workbook. @throws SheetError */
export async function* xlsxRows(content: Uint8Array, longest = LONGEST_MS): AsyncGenerator<SheetRow> {
  const packed = await packedRows(content, longest);
  while (packed.length > 0) yield* deserialize(packed.shift() as Uint8Array) as SheetRow[];
}
