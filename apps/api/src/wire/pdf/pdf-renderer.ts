import { Injectable } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { unavailable } from '@usaha/shared';
import type { DocumentData, DocumentKind } from './documents.js';
import type { Drawing, Drawn } from './pdf.worker.js';

/** Documents that may wait for their turn; a large one takes seconds. */
const MOST_WAITING = 20;

interface Waiting {
  done(bytes: Uint8Array): void;
  failed(error: Error): void;
}

/**
 * Draws printed documents in a thread of their own, one after another: setting a table of thousands of rows would
 * keep every other request waiting. The thread begins with the first document and holds no process open.
 */
@Injectable()
export class PdfRenderer {
  private worker?: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;

  /** @throws unavailable when too many are asked for at once */
  render<K extends DocumentKind>(kind: K, data: DocumentData<K>): Promise<Uint8Array> {
    if (this.waiting.size >= MOST_WAITING)
      return Promise.reject(unavailable('Too many documents are being printed at this moment'));
    const number = (this.count += 1);
    return new Promise((done, failed) => {
      this.waiting.set(number, { done, failed });
      this.thread().postMessage({ number, kind, data } satisfies Drawing<K>);
    });
  }

  private thread(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./pdf.worker.js', import.meta.url));
    worker.unref();
    worker.on('message', ({ number, bytes, error }: Drawn) => {
      const asked = this.waiting.get(number);
      this.waiting.delete(number);
      if (bytes) asked?.done(bytes);
      else asked?.failed(new Error(`A document could not be drawn: ${error}`));
    });
    worker.on('error', (error) => this.lose(worker, error));
    worker.on('exit', (code) => this.lose(worker, new Error(`The thread that draws documents ended with ${code}`)));
    return (this.worker = worker);
  }

  /** What waited for a thread that ended has failed; the next document begins another. */
  private lose(worker: Worker, error: unknown): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { failed } of lost) failed(error as Error);
  }
}
