import { changedMeanwhile, type Context, type Words } from '@usaha/shared';

const ATTEMPTS = 5;

/** The records to lock have changed between their reading and their lock. */
export class LocksMoved extends Error {}

/**
 * For work that reads what it has to lock. Where that has changed until it is locked (`LocksMoved`), the locks are given back and
 * it is read again: to take one more lock would be out of the order in which everybody locks.
 * @throws unavailable when it changes time and again
 */
export async function retryWhenLocksMoved<T>(ctx: Context, noun: Words, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await ctx.db.savepoint(work);
    } catch (error) {
      if (!(error instanceof LocksMoved)) throw error;
    }
  }
  throw changedMeanwhile(noun);
}
