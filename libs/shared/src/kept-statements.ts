import type { PoolClient, QueryConfig } from 'pg';

/** SQLSTATE invalid_sql_statement_name and duplicate_prepared_statement. */
const unknownOrTaken = new Set(['26000', '42P05']);

const statement: QueryConfig = { name: 'kept', text: 'select $1::integer', values: [1] };

/** Prepares the statement, or uses what is there from before. */
async function beginWith(client: PoolClient): Promise<void> {
  await client.query('BEGIN');
  await client.query(statement);
}

/**
 * Tries whether a statement that was prepared in one transaction is known in the next, as the service takes for granted.
 * Behind a pooler that gives each transaction another connection, and does not look after prepared statements, it is
 * not, sooner or later: here at once, since a second transaction takes the connection of the first one meanwhile.
 * @param connect gives a connection of the pool; where there is no second one, the first is tried alone
 * @throws in one line that says what to set
 */
export async function requireKeptStatements(connect: () => Promise<PoolClient>, most: number): Promise<void> {
  const one = await connect();
  const other = most > 1 ? await connect().catch(() => undefined) : undefined;
  let failure: Error | undefined;
  try {
    await beginWith(one);
    await one.query('COMMIT');
    if (other) await beginWith(other);
    await beginWith(one);
    await Promise.all([one.query('COMMIT'), other?.query('COMMIT')]);
  } catch (error) {
    failure = error as Error;
    if (!unknownOrTaken.has((failure as { code?: string }).code ?? '')) throw failure;
    throw new Error(
      'The pooler before the database does not keep prepared statements: use PgBouncer 1.24 or later with max_prepared_statements above 0, or pool_mode = session, or no pooler',
      { cause: failure },
    );
  } finally {
    one.release(failure);
    other?.release(failure);
  }
}
