import { Worker } from 'node:worker_threads';
import type { PlacesProblem } from './places-problem.js';
import { SolverThread } from './solver-thread.js';

/** Solves nothing: it answers at once, never (its thread is held, and takes no turn), or ends, as it is told. */
const code = `require('node:worker_threads').parentPort.on('message', ({ number, problem }) => {
  if (problem === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (problem === 'end') process.exit(3);
  require('node:worker_threads').parentPort.postMessage(
    problem === 'fail' ? { number, error: 'torn' } : { number, solution: { order: problem, method: 'exact' } });
})`;

const threads: Worker[] = [];
afterAll(() => Promise.all(threads.map((thread) => thread.terminate())));

class Thread extends SolverThread {
  // A thread begins within it, on a busy machine too.
  protected override readonly longest = 4_000;
  protected override readonly patience: number;
  readonly solved: string[] = [];

  constructor(patience = 60_000) {
    super();
    this.patience = patience;
  }

  protected override begin(): Worker {
    const thread = new Worker(code, { eval: true });
    threads.push(thread);
    return thread;
  }

  async told(what: string, tenant = 'a', name?: string): Promise<string> {
    const answer = await this.solve(tenant, what as unknown as PlacesProblem, name).then(
      ({ order }) => String(order),
      (error: Error) => error.message,
    );
    this.solved.push(what);
    return answer;
  }
}

it('an optimisation that takes too long is given up, and those after it are solved', async () => {
  const thread = new Thread();
  expect(await Promise.all(['1', 'hang', '2', 'fail', 'end', '3'].map((what) => thread.told(what)))).toEqual([
    '1',
    'This optimisation takes too long',
    '2',
    'Stops could not be put in order: torn',
    'The thread that puts stops in order ended with 3',
    '3',
  ]);
});

it('one that nobody waits for any more is not begun', async () => {
  const thread = new Thread(100);
  const [, late] = await Promise.all(['hang', 'late'].map((what) => thread.told(what)));
  expect(late).toBe('This optimisation takes too long');
  expect(await thread.told('now')).toBe('now');
});

it("one tenant's are solved in turn with the others', and no more than twenty of them wait", async () => {
  const thread = new Thread();
  const much = Array.from({ length: 22 }, (_, i) => thread.told(`a${i}`));
  const little = thread.told('b', 'another');
  expect((await Promise.all(much)).at(-1)).toBe('Too many optimisations are being worked out at the moment');
  expect(await little).toBe('b');
  expect(thread.solved.indexOf('b')).toBeLessThan(4);
});

it('one that is repeated under its name while it is worked on is worked out once, and takes no further room', async () => {
  const thread = new Thread();
  const all = Promise.all(Array.from({ length: 12 }, (_, i) => thread.told(i === 0 ? 'first' : 'other', 'a', 'name')));
  thread.requireRoom('a', 'name');
  expect(new Set(await all)).toEqual(new Set(['first']));
  expect(await thread.told('again', 'a', 'name')).toBe('again');
});

it('holds no process open', async () => {
  const open = (): number => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const before = open();
  await new Thread().told('1');
  expect(open()).toBe(before);
});
