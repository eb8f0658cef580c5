import { Worker } from 'node:worker_threads';
import type { DocumentData } from './documents.js';
import { PdfRenderer } from './pdf-renderer.js';

/** Draws nothing: it answers at once, never (its thread is held, and takes no turn), or ends, as it is told. */
const code = `require('node:worker_threads').parentPort.on('message', ({ number, data }) => {
  if (data === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (data === 'end') process.exit(3);
  require('node:worker_threads').parentPort.postMessage(
    data === 'fail' ? { number, error: 'torn' } : { number, bytes: new TextEncoder().encode(data) });
})`;

const threads: Worker[] = [];
afterAll(() => Promise.all(threads.map((thread) => thread.terminate())));

class Renderer extends PdfRenderer {
  // A thread begins within it, on a busy machine too.
  protected override readonly longest = 4_000;
  protected override readonly patience: number;

  constructor(patience = 60_000) {
    super();
    this.patience = patience;
  }

  protected override begin(): Worker {
    const thread = new Worker(code, { eval: true });
    threads.push(thread);
    return thread;
  }

  draw(what: string): Promise<string> {
    return this.render('receipt', what as unknown as DocumentData<'receipt'>).then(
      (bytes) => Buffer.from(bytes).toString(),
      (error: Error) => error.message,
    );
  }
}

it('a document that takes too long is given up, and those after it are drawn', async () => {
  const renderer = new Renderer();
  const drawn = await Promise.all(['a', 'hang', 'b', 'fail', 'end', 'c'].map((what) => renderer.draw(what)));
  expect(drawn).toEqual([
    'a',
    'This document takes too long to generate',
    'b',
    'A document could not be drawn: torn',
    'The thread that draws documents ended with 3',
    'c',
  ]);
});

it('one that nobody waits for any more is not drawn', async () => {
  const renderer = new Renderer(100);
  const drawn = await Promise.all(['hang', 'late'].map((what) => renderer.draw(what)));
  expect(drawn[1]).toBe('The document had to wait too long for others');
  expect(await renderer.draw('now')).toBe('now');
});

it('no more than twenty wait', async () => {
  const renderer = new Renderer();
  const drawn = await Promise.all(Array.from({ length: 22 }, (_, i) => renderer.draw(String(i))));
  expect(drawn.at(-2)).toBe('20');
  expect(drawn.at(-1)).toBe('Too many documents are being generated at the moment');
});
