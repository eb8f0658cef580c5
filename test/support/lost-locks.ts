import pg from 'pg';

/** A SELECT that locks what it reads. */
const LOCKING = /^\s*select\b[\s\S]*\bfor (?:no key )?update\b/;

type Query = (this: pg.Client, ...all: unknown[]) => unknown;

/**
 * Takes from this process what a move takes from a transaction whose rows are in its shard: what it has locked is read, and
 * locked no more. The lock is taken within a savepoint and given back with it. Then comes `meanwhile`, told the statement, before
 * the transaction hears what it has read: whatever others do there, no lock keeps them from it.
 * @returns what ends this
 */
export function loseLocks(meanwhile: (statement: string) => Promise<void>): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const losing: Query = function (this: pg.Client, statement, ...rest) {
    const text = (statement as { text?: string }).text;
    if (text === undefined || !LOCKING.test(text)) return query.call(this, statement, ...rest);
    const sent = ['SAVEPOINT moved', statement, 'ROLLBACK TO SAVEPOINT moved'].map((one) => query.call(this, one));
    return Promise.all(sent).then(async ([, answer]) => {
      await meanwhile(text);
      return answer;
    });
  };
  prototype.query = losing;
  return () => {
    prototype.query = query;
  };
}
