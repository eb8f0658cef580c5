import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairThread } from './fair-thread.js';

/** Answers at once, never (its thread is held, and takes no turn), or ends, as it is told. */
const code = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ number, task }) => {
  if (task === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (task === 'slow') return void setTimeout(() => parentPort.postMessage({ number, result: task }), 700);
  if (task === 'end') process.exit(3);
  if (task === 'grow') for (const all = []; ;) all.push(new Array(10_000).fill(task));
  parentPort.postMessage(task === 'fail' ? { number, error: 'torn' } : { number, result: task });
});`;

const workers: Worker[] = [];
afterAll(() => Promise.all(workers.map((worker) => worker.terminate())));

const usual = () => new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });

/** @param longest a thread begins within it, on a busy machine too */
function threadOf({
  patience = 60_000,
  mostWaiting = 20,
  longest = 2_500,
  atOnce = 1,
  idle = 60_000,
  begin = usual,
} = {}) {
  const thread = new FairThread<string, string>({
    name: 'the thread of this test',
    begin: () => {
      const worker = begin();
      workers.push(worker);
      return worker;
    },
    longest,
    patience,
    mostWaiting,
    atOnce,
    idle,
    refusals: {
      tooMany: () => new Error('too many'),
      waitedTooLong: () => new Error('waited too long'),
      tookTooLong: () => new Error('took too long'),
      notBegun: (cause) => new Error(`not begun: ${(cause as Error).message}`),
    },
  });
  const finished: string[] = [];
  const told = async (task: string, owner = 'a', signal?: AbortSignal): Promise<string> => {
    const answer = await thread.run(owner, task, signal).catch((error: Error) => error.message);
    finished.push(task);
    return answer;
  };
  return { thread, told, finished };
}

it('a piece that takes too long is given up, and those after it are done', async () => {
  const { told } = threadOf();
  expect(await Promise.all(['1', 'hang', '2', 'fail', 'end', '3'].map((task) => told(task)))).toEqual([
    '1',
    'took too long',
    '2',
    'In the thread of this test: torn',
    'It ended with 3: the thread of this test',
    '3',
  ]);
});

it('one that takes more memory than there is is given up; where no thread can be had, that is said', async () => {
  const { told } = threadOf({ longest: 60_000 });
  expect([await told('grow'), await told('1')]).toEqual(['took too long', '1']);
  const begin = (): Worker => {
    throw new Error('too many open files');
  };
  expect(await threadOf({ begin }).told('1')).toBe('not begun: too many open files');
  const refused = Object.assign(new EventEmitter(), {
    unref: () => undefined,
    terminate: () => Promise.resolve(0),
    postMessage: () => setImmediate(() => refused.emit('error', new Error('no more threads'))),
  });
  const beginning = () => refused as unknown as Worker;
  expect(await threadOf({ begin: beginning }).told('1')).toBe('not begun: no more threads');
});

it('one whose caller went away is not begun', async () => {
  const { told } = threadOf({ patience: 300 });
  const client = new AbortController();
  const answers = Promise.all([told('hang'), told('late'), told('gone', 'b', client.signal)]);
  client.abort(new Error('went away'));
  expect(await answers).toEqual(['took too long', 'waited too long', 'went away']);
  expect(await told('now')).toBe('now');
});

it("one owner's pieces are done in turn with the others', and only a number of them wait", async () => {
  const { thread, told, finished } = threadOf();
  const much = Array.from({ length: 22 }, (_, i) => told(`a${i}`));
  const little = told('b', 'another');
  expect(() => thread.requireRoom('a')).toThrow('too many');
  thread.requireRoom('another');
  expect((await Promise.all(much)).at(-1)).toBe('too many');
  expect(await little).toBe('b');
  expect(finished.indexOf('b')).toBeLessThan(4);
});

it('where it goes from one to the next by itself, it holds one piece of each owner', async () => {
  const { told, finished } = threadOf({ atOnce: 2 });
  await Promise.all([told('slow'), told('a2'), told('b1', 'b'), told('c1', 'c')]);
  expect(finished).toEqual(['b1', 'c1', 'slow', 'a2']);
});

it('one that is given up takes none with it that the thread held at the same time', async () => {
  const { told } = threadOf({ atOnce: 2 });
  const answers = ['hang', 'slow', 'next'].map((task) => told(task, task));
  expect(await Promise.all(answers)).toEqual(['took too long', 'slow', 'next']);
});

it('ends when it has had nothing to do for a while, and begins again with the next piece', async () => {
  const { told } = threadOf({ idle: 200 });
  expect(await told('1')).toBe('1');
  const ended = new Promise((done) => workers.at(-1)?.once('exit', done));
  // What takes longer than that is no rest.
  expect(await told('slow')).toBe('slow');
  const begun = workers.length;
  await ended;
  expect([await told('2'), workers.length]).toEqual(['2', begun + 1]);
});

it('holds no process open', async () => {
  const open = (): number => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const before = open();
  await threadOf().told('1');
  expect(open()).toBe(before);
});
