import { Worker } from 'node:worker_threads';
import type { PlacesProblem } from './places-problem.js';
import { SolverThread } from './solver-thread.js';

/** Solves nothing: the order that it answers is the problem itself. */
const code = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ number, task }) => parentPort.postMessage({ number, result: { order: task, method: 'exact' } }));`;

const threads: Worker[] = [];
afterAll(() => Promise.all(threads.map((thread) => thread.terminate())));

class Thread extends SolverThread {
  protected override begin(): Worker {
    const thread = new Worker(code, { eval: true });
    threads.push(thread);
    return thread;
  }

  told(what: string, tenant = 'a', name?: string): Promise<string> {
    return this.solve(tenant, what as unknown as PlacesProblem, name).then(
      ({ order }) => String(order),
      (error: Error) => error.message,
    );
  }
}

it("no more than twenty of one tenant's wait", async () => {
  const thread = new Thread();
  const much = Array.from({ length: 22 }, (_, i) => thread.told(`a${i}`));
  expect(() => thread.requireRoom('a')).toThrow('Too many optimisations are being worked out at the moment');
  thread.requireRoom('another');
  expect(await thread.told('b', 'another')).toBe('b');
  expect((await Promise.all(much)).at(-1)).toBe('Too many optimisations are being worked out at the moment');
});

it('one that is repeated under its name while it is worked on is worked out once, and takes no further room', async () => {
  const thread = new Thread();
  const all = Promise.all(Array.from({ length: 12 }, (_, i) => thread.told(i === 0 ? 'first' : 'other', 'a', 'name')));
  thread.requireRoom('a', 'name');
  expect(new Set(await all)).toEqual(new Set(['first']));
  expect(await thread.told('again', 'a', 'name')).toBe('again');
});
