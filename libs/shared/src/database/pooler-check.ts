import type { Client, QueryConfig } from 'pg';

/** SQLSTATE invalid_sql_statement_name and duplicate_prepared_statement. */
const unknownOrTaken = new Set(['26000', '42P05']);

const statement: QueryConfig = { name: 'kept', text: 'select $1::integer', values: [1] };

/** Prepares the statement, or uses what is there from before. */
async function beginWith(client: Client): Promise<void> {
  await client.query('BEGIN');
  await client.query(statement);
}

/**
 * Tries whether a statement that was prepared in one transaction is known in the next, as the service takes for granted.
 * Behind a pooler that gives each transaction another connection, and does not look after prepared statements, it is
 * not, sooner or later: here at once, since a second transaction takes the connection of the first one meanwhile.
 * @param make two connections that are not opened yet; where the server has no second one left, the first is tried alone
 * @throws in one line that says what to set
 */
export async function checkPooler(make: () => Client): Promise<void> {
  const [one, other] = [make(), make()];
  // An error rejects the statements.
  for (const client of [one, other]) client.on('error', () => undefined);
  try {
    await one.connect();
    const hasOther = await other.connect().then(
      () => true,
      () => false,
    );
    await beginWith(one);
    await one.query('COMMIT');
    if (hasOther) await beginWith(other);
    await beginWith(one);
  } catch (error) {
    if (!unknownOrTaken.has((error as { code?: string }).code ?? '')) throw error;
    throw new Error(
      'The pooler before the database does not keep prepared statements: use PgBouncer 1.24 or later with max_prepared_statements above 0, or pool_mode = session, or no pooler',
      { cause: error },
    );
  } finally {
    // PostgreSQL takes back what was begun.
    await Promise.all([one.end(), other.end()]);
  }
}
