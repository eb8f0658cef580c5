import { translateDatabaseError } from './database-errors.js';
import { RetryPolicy, RetryTransaction, workIn } from './retry.js';
import type { Transaction } from './transaction.js';

const who = { tenant_id: '0198f3a2-6b1c-7c3e-9d2a-000000000001', actor: null, now: new Date('2026-03-10T08:30:00Z') };
const taken = () => new RetryTransaction('key_taken');

/** Transactions that say what became of them. */
function transactions(isRetryable = true): { open: () => Transaction; said: string[] } {
  const said: string[] = [];
  const says = (what: string) => () => Promise.resolve(void said.push(what));
  const open = () => {
    said.push('opened');
    return { isRetryable, commit: says('committed'), rollback: says('rolled back') } as unknown as Transaction;
  };
  return { open, said };
}

it('work whose generated key is taken is done again in another transaction, and counted', async () => {
  const { open, said } = transactions();
  const retries = new RetryPolicy();
  let times = 0;
  const work = () => ((times += 1) === 1 ? Promise.reject(taken()) : Promise.resolve(times));
  expect(await workIn(open, retries, who, work)).toBe(2);
  expect(said).toEqual(['opened', 'rolled back', 'opened', 'committed']);
  expect(retries.retried).toEqual({ serialization_failure: 0, deadlock: 0, key_taken: 1 });
});

it('so is work that fails at COMMIT', async () => {
  const { open, said } = transactions();
  let times = 0;
  const failing = () => Object.assign(open(), times === 0 && { commit: () => Promise.reject(taken()) });
  expect(await workIn(failing, new RetryPolicy(), who, () => Promise.resolve((times += 1)))).toBe(2);
  expect(said).toEqual(['opened', 'rolled back', 'opened', 'committed']);
});

it.each([
  ['40001', 'serialization_failure'],
  ['40P01', 'deadlock'],
])('what PostgreSQL ends with %s is such work, and else unavailable', (code, reason) => {
  const error = translateDatabaseError(Object.assign(new Error('no'), { code }));
  expect(error).toBeInstanceOf(RetryTransaction);
  expect(error).toMatchObject({ kind: 'unavailable', reason, retry_after: 1 });
});

it('is tried three times at most, and once where it fails otherwise', async () => {
  const { open, said } = transactions();
  await expect(workIn(open, new RetryPolicy(), who, () => Promise.reject(taken()))).rejects.toThrow(RetryTransaction);
  expect(said.filter((what) => what === 'opened')).toHaveLength(3);
  said.length = 0;
  await expect(workIn(open, new RetryPolicy(), who, () => Promise.reject(new Error('else')))).rejects.toThrow('else');
  expect(said).toEqual(['opened', 'rolled back']);
});

it('is tried once where a part of it was committed', async () => {
  const { open, said } = transactions(false);
  const retries = new RetryPolicy();
  await expect(workIn(open, retries, who, () => Promise.reject(taken()))).rejects.toThrow(RetryTransaction);
  expect(said).toEqual(['opened', 'rolled back']);
  expect(retries.retried.key_taken).toBe(0);
});
