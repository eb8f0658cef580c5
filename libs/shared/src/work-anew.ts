import type { Context } from './context.js';
import type { Transaction } from './transaction.js';

/**
 * Thrown where a piece of work took for granted without asking what was not so. Nothing of it is done; whoever opened the
 * transaction as one that repeats does it once more, in one that does not, so that it asks.
 */
export class WorkAnew extends Error {
  constructor(what: string) {
    super(`Taken for granted without asking: ${what}`);
    this.name = 'WorkAnew';
  }
}

/**
 * Does a piece of work in a transaction: committed when it returns, rolled back when it throws, and done once more where it
 * asks for that.
 * @param open a transaction, and whether it may be told to repeat
 */
export async function workIn<T>(
  open: (repeats: boolean) => Transaction,
  who: Omit<Context, 'db'>,
  work: (ctx: Context) => Promise<T>,
  repeats = true,
): Promise<T> {
  const db = open(repeats);
  try {
    const result = await work({ ...who, db });
    await db.commit();
    return result;
  } catch (error) {
    await db.rollback();
    if (repeats && error instanceof WorkAnew) return workIn(open, who, work, false);
    throw error;
  }
}
