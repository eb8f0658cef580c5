import { Worker } from 'node:worker_threads';
import type { Context } from '@usaha/shared';
import type { DocumentData } from './documents.js';
import type { LogoCache } from './logo-cache.js';
import { PdfRenderer } from './pdf-renderer.js';

/** Draws nothing: it answers the title, but holds its thread permanently with what is long. */
const code = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ number, task: { data: { title, lines } } }) => {
  if (lines.length > 300) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  parentPort.postMessage({ number, result: new TextEncoder().encode(title) });
});`;

const noLogos = { of: () => Promise.resolve(null) } as unknown as LogoCache;
const threads: Worker[] = [];
afterAll(() => Promise.all(threads.map((thread) => thread.terminate())));

class Renderer extends PdfRenderer {
  protected override begin(): Worker {
    const thread = new Worker(code, { eval: true });
    threads.push(thread);
    return thread;
  }

  draw(title: string, lines = 1, tenant_id = 'a'): Promise<string> {
    const data = { title, lines: Array(lines).fill(null) } as unknown as DocumentData<'receipt'>;
    return this.render({ db: { owner: tenant_id } } as Context, 'receipt', data).then(
      (bytes) => Buffer.from(bytes).toString(),
      (error: Error) => error.message,
    );
  }
}

it('a short document does not wait for long ones', async () => {
  const renderer = new Renderer(noLogos);
  const long = renderer.draw('long', 301);
  expect(await Promise.all([renderer.draw('1'), renderer.draw('2', 300)])).toEqual(['1', '2']);
  for (const thread of threads) void thread.terminate();
  // With 0 where it had come to its end by itself in that moment.
  expect(await long).toMatch(/^It ended with [01]: the thread that draws long documents$/);
});

it("no more than twenty of one tenant's wait", async () => {
  const renderer = new Renderer(noLogos);
  const drawn = Promise.all(Array.from({ length: 22 }, (_, i) => renderer.draw(String(i))));
  expect(await renderer.draw('another', 1, 'b')).toBe('another');
  expect((await drawn).slice(-2)).toEqual(['20', 'Too many documents are being generated at the moment']);
});
