import { RepeatingJob } from './repeating-job.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('a round that takes longer than its deadline is told of once, and no other one begins meanwhile', async () => {
  const missed: number[] = [];
  let rounds = 0;
  let finish: () => void = () => undefined;
  const work = () => {
    rounds += 1;
    return new Promise<void>((done) => (finish = done));
  };
  const job = new RepeatingJob(work, {
    everyMs: 1_000,
    deadlineMs: 5_000,
    failed: () => undefined,
    missed: (ms) => missed.push(ms),
  });
  job.start();
  await jest.advanceTimersByTimeAsync(4_900);
  expect([rounds, missed]).toEqual([1, []]);
  await jest.advanceTimersByTimeAsync(20_000);
  expect([rounds, missed]).toEqual([1, [5_000]]);
  finish();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(rounds).toBe(2);
  finish();
  await jest.advanceTimersByTimeAsync(10_000);
  finish();
  await job.stop();
});

it('a round that fails is told of, misses nothing, and the next one comes', async () => {
  const told: unknown[] = [];
  let rounds = 0;
  const work = () => {
    rounds += 1;
    return Promise.reject(new Error('no database'));
  };
  const job = new RepeatingJob(work, {
    everyMs: 1_000,
    deadlineMs: 500,
    failed: (error) => told.push((error as Error).message),
    missed: (ms) => told.push(ms),
  });
  job.start();
  await jest.advanceTimersByTimeAsync(2_500);
  await job.stop();
  expect([rounds, told]).toEqual([3, ['no database', 'no database', 'no database']]);
});
