import { SearchingJob } from './searching-job.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function jobOf(find: () => Promise<boolean>, isLeader: () => boolean = () => true) {
  const told: unknown[] = [];
  const job = new SearchingJob(find, {
    failed: (error, tenant_id) => told.push([(error as Error).message, tenant_id]),
    missed: (ms) => told.push(ms),
    succeeded: () => told.push('succeeded'),
    isLeader,
    isMine: () => true,
  });
  return { job, told };
}

it('searches at once and every so often, never twice at the same time, and where this instance leads', async () => {
  let [searches, leads] = [0, true];
  let finish: (isWhole: boolean) => void = () => undefined;
  const find = () => {
    searches += 1;
    return new Promise<boolean>((done) => (finish = done));
  };
  const { job, told } = jobOf(find, () => leads);
  job.start(1_000, false);
  await jest.advanceTimersByTimeAsync(301_000);
  expect([searches, told]).toEqual([1, [300_000]]);
  finish(true);
  await jest.advanceTimersByTimeAsync(1_000);
  expect([searches, told]).toEqual([2, [300_000, 'succeeded']]);
  leads = false;
  // A machine did not answer: the search has not succeeded.
  finish(false);
  await jest.advanceTimersByTimeAsync(5_000);
  expect([searches, told.length]).toEqual([2, 2]);
  await job.stop();
});

it('searches several machines every ten seconds at most, and goes on after a failure', async () => {
  let searches = 0;
  const { job, told } = jobOf(() => {
    searches += 1;
    return Promise.reject(new Error('no database'));
  });
  job.start(1_000, true);
  await jest.advanceTimersByTimeAsync(9_000);
  expect(searches).toBe(1);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(searches).toBe(2);
  const NO_TENANT = '00000000-0000-0000-0000-000000000000';
  expect(told).toEqual(Array(2).fill(['no database', NO_TENANT]));
  await job.stop();
  await jest.advanceTimersByTimeAsync(20_000);
  expect(searches).toBe(2);
});
