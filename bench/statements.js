/** How many statements PostgreSQL is sent: pg_stat_statements counts them, and has to be loaded when it starts. */
import pg from 'pg';

/** Has PostgreSQL count from its next start on. @param url as the owner, who is a superuser */
export async function prepareCounting(url) {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query('create extension pg_stat_statements');
  await owner.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await owner.end();
}

/**
 * @param work done `times` times
 * @returns how many statements of the service each time took: those that read or write rows, without BEGIN, SET and COMMIT. What
 *   the service does meanwhile by itself is counted as well, so the figure may be some hundredths too high.
 */
export async function statementsOf(owner, times, work) {
  await owner.query('select pg_stat_statements_reset()');
  for (let i = 0; i < times; i += 1) await work();
  const { rows } = await owner.query(
    `select sum(s.calls)::int as sent from pg_stat_statements s join pg_roles r on r.oid = s.userid
     where r.rolname = 'usaha_app' and s.query ~* '^\\s*(select|insert|update|delete|with)\\y'`,
  );
  return rows[0].sent / times;
}
