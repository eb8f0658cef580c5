import { DomainError, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { LocksMoved, retryWhenLocksMoved } from './retry-when-locks-moved.js';

/** A context whose savepoints are counted. */
function counting(): { ctx: Context; savepoints: () => number } {
  let count = 0;
  const savepoint = <T>(work: () => Promise<T>): Promise<T> => {
    count += 1;
    return work();
  };
  return { ctx: { db: { savepoint } } as unknown as Context, savepoints: () => count };
}

describe('work that reads what it has to lock', () => {
  it('is done again, each time in a separate savepoint, until nothing has moved', async () => {
    const { ctx, savepoints } = counting();
    let moves = 3;
    const done = await retryWhenLocksMoved(ctx, nouns.student, async () => {
      if (moves-- > 0) throw new LocksMoved();
      return 'done';
    });
    expect([done, savepoints()]).toEqual(['done', 4]);
  });

  it('gives up where it moves time and again, as something that may be tried later', async () => {
    const { ctx, savepoints } = counting();
    const work = retryWhenLocksMoved(ctx, nouns.student, () => Promise.reject(new LocksMoved()));
    await expect(work).rejects.toMatchObject({ kind: 'unavailable' } satisfies Partial<DomainError>);
    expect(savepoints()).toBe(5);
  });

  it('is not done again after another error', async () => {
    const { ctx, savepoints } = counting();
    await expect(retryWhenLocksMoved(ctx, nouns.student, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(savepoints()).toBe(1);
  });
});
