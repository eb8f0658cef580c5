import type { Context } from './context.js';
import { DomainError } from '../errors.js';
import { messages } from '../language/messages.js';
import type { Transaction } from './transaction.js';

/** Why a transaction is done again; a label of the metric. */
export type RetryReason = 'serialization_failure' | 'deadlock' | 'key_taken';

/**
 * Thrown where the same work may succeed in another transaction: PostgreSQL chose it to end a deadlock or a conflict (40P01, 40001), or a
 * generated key is taken. Where it fails every time, the caller is told that the service cannot answer right now (503).
 */
export class RetryTransaction extends DomainError {
  constructor(
    readonly reason: RetryReason,
    cause?: unknown,
  ) {
    super('unavailable', messages.databaseBusy(), { retry_after: 1, cause });
  }
}

/** How often the same work is tried at most. */
const MOST_ATTEMPTS = 3;

/** The pause before the second attempt is up to this number of milliseconds, before the third up to twice as many. */
const PAUSE_MS = 20;

/** Decides which work is done again, and counts it. A transaction has no effect before COMMIT, which makes this safe. */
export class RetryPolicy {
  private readonly counts: Record<RetryReason, number> = { serialization_failure: 0, deadlock: 0, key_taken: 0 };

  /** How often work was done again, by why. */
  get retried(): Readonly<Record<RetryReason, number>> {
    return this.counts;
  }

  /**
   * Pauses, where the work may be done again.
   * @param attempt how often it has been tried @param error with which it failed
   * @returns false where a part of the work was committed, the error is another one, or the work was tried often enough
   */
  async mayRetry(db: Transaction, error: unknown, attempt: number): Promise<boolean> {
    if (!(error instanceof RetryTransaction) || attempt >= MOST_ATTEMPTS || !db.isRetryable) return false;
    this.counts[error.reason] += 1;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS * attempt));
    return true;
  }
}

/**
 * Does a piece of work in a transaction: committed when it returns, rolled back when it throws, and done again as the policy says.
 * @param open a transaction
 */
export async function workIn<T>(
  open: () => Transaction,
  retries: RetryPolicy,
  who: Omit<Context, 'db'>,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const db = open();
    try {
      const result = await work({ ...who, db });
      await db.commit();
      return result;
    } catch (error) {
      await db.rollback();
      if (!(await retries.mayRetry(db, error, attempt))) throw error;
    }
  }
}
