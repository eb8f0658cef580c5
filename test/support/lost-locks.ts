import { Transaction, type Row } from '@usaha/shared';

/** A SELECT that locks what it reads. */
const LOCKING = /^\s*select\b[\s\S]*\bfor (?:no key )?update\b/;

/**
 * Takes from the transactions of this process what a move takes from one whose rows are in its shard: what it has locked is read,
 * and locked no more. The lock is taken within a savepoint and given back with it. Then comes `meanwhile`, told the statement,
 * before the transaction hears what it has read: no lock keeps others from any change there.
 * @returns what ends this
 */
export function loseLocks(meanwhile: (statement: string) => Promise<void>): () => void {
  const { lock } = Transaction.prototype;
  Transaction.prototype.lock = async function (this: Transaction, text, values = []): Promise<Row[]> {
    if (!LOCKING.test(text)) return lock.call(this, text, values);
    const [, rows] = await Promise.all([
      this.change('SAVEPOINT moved'),
      lock.call(this, text, values),
      this.change('ROLLBACK TO SAVEPOINT moved'),
    ]);
    await meanwhile(text);
    return rows;
  };
  return () => {
    Transaction.prototype.lock = lock;
  };
}
