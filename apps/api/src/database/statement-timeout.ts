/**
 * Whether PostgreSQL ends statements after the time that was asked for. A pooler may leave the setting out
 * (`ignore_startup_parameters`), and PostgreSQL then goes by what the role or the database has.
 * @param ask one statement on a connection as the service has them
 * @param asked milliseconds; 0: no limit was asked for
 * @returns what is wrong and what mends it, in one line; null where nothing is
 */
export async function statementTimeoutProblem(
  ask: (text: string) => Promise<{ ms: number }[]>,
  asked: number,
): Promise<string | null> {
  if (asked === 0) return null;
  const [row] = await ask(`select setting::integer as ms from pg_settings where name = 'statement_timeout'`);
  if (row?.ms === asked) return null;
  const has = row?.ms ? `${row.ms} ms` : 'no limit';
  return `PostgreSQL gives statements ${has}, not ${asked} ms: a pooler leaves statement_timeout out, or DATABASE_URL sets another; ALTER ROLE … SET statement_timeout = ${asked} gives it to the role of DATABASE_URL`;
}
