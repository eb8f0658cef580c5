import { Injectable } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { unavailable } from '@usaha/shared';
import type { DocumentData, DocumentKind } from './documents.js';
import type { Drawing, Drawn } from './pdf.worker.js';
import { messages } from '../../messages.js';

/** Documents that may wait for their turn; a large one takes seconds. */
const MOST_WAITING = 20;

interface WaitingDocument {
  drawing: Drawing;
  /** When, on the clock of `performance`. */
  since: number;
  done(bytes: Uint8Array): void;
  failed(error: Error): void;
}

/**
 * Draws printed documents in a thread of their own, one after another: setting a table of thousands of rows would
 * keep every other request waiting. The thread begins with the first document and holds no process open. A document
 * that takes too long is given up, and its thread with it, so that one business cannot keep all others from printing.
 */
@Injectable()
export class PdfRenderer {
  /** Milliseconds that a document may be drawn; the largest that is no mischief takes six seconds. */
  protected readonly longest: number = 30_000;
  /** Milliseconds after which no client waits for a document any more. */
  protected readonly patience: number = 60_000;
  private worker?: Worker;
  private readonly waiting: WaitingDocument[] = [];
  private current?: WaitingDocument;
  private timer?: NodeJS.Timeout;
  private count = 0;

  /** @throws unavailable when too many are asked for at once, and for a document that takes too long */
  render<K extends DocumentKind>(kind: K, data: DocumentData<K>): Promise<Uint8Array> {
    if (this.waiting.length >= MOST_WAITING) return Promise.reject(unavailable(messages.tooManyDocuments()));
    const number = (this.count += 1);
    return new Promise((done, failed) => {
      this.waiting.push({ drawing: { number, kind, data }, since: performance.now(), done, failed });
      this.next();
    });
  }

  /** The thread itself. */
  protected begin(): Worker {
    return new Worker(new URL('./pdf.worker.js', import.meta.url));
  }

  private next(): void {
    if (this.current) return;
    const asked = this.waiting.shift();
    if (!asked) return;
    this.current = asked;
    if (performance.now() - asked.since > this.patience)
      return this.settle(({ failed }) => failed(unavailable(messages.otherDocumentsTooLong())));
    this.timer = setTimeout(() => this.giveUp(), this.longest).unref();
    this.thread().postMessage(asked.drawing);
  }

  private settle(tell: (asked: WaitingDocument) => void): void {
    clearTimeout(this.timer);
    const { current } = this;
    this.current = undefined;
    if (current) tell(current);
    this.next();
  }

  private thread(): Worker {
    if (this.worker) return this.worker;
    const worker = this.begin();
    worker.unref();
    worker.on('message', ({ number, bytes, error }: Drawn) => {
      if (this.current?.drawing.number !== number) return;
      this.settle(({ done, failed }) =>
        bytes ? done(bytes) : failed(new Error(`A document could not be drawn: ${error}`)),
      );
    });
    worker.on('error', (error) => this.lose(worker, error));
    worker.on('exit', (code) => this.lose(worker, new Error(`The thread that draws documents ended with ${code}`)));
    return (this.worker = worker);
  }

  private giveUp(): void {
    void this.worker?.terminate();
    this.worker = undefined;
    this.settle(({ failed }) => failed(unavailable(messages.documentTooLong())));
  }

  /** What was being drawn by a thread that ended has failed; the next document begins another. */
  private lose(worker: Worker, error: unknown): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.settle(({ failed }) => failed(error as Error));
  }
}
