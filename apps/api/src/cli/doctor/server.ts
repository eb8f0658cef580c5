import { APP_ROLE, checkPooler } from '@usaha/shared/operation';
import pg from 'pg';
import { askClockOffset, clockProblem, isClockWrong } from '../../database/clock-offset.js';
import { connectionsNeeded, processesText, type Shared } from '../../start/instances.js';
import { neutral, reasonOf, unwell, well, type Finding } from './finding.js';

const MOST_TABLES = 5;

/** What of a PostgreSQL server and its database is well for the service: pooler, clock, rights, sizes. */
export async function examineServer(url: string, config: Shared): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'usaha cli',
  });
  await client.connect();
  try {
    return [
      await pooler(url),
      await clock(client),
      await temporary(client),
      ...(await connections(client, config)),
      ...(await sizes(client)),
    ];
  } finally {
    await client.end();
  }
}

/** Statements are prepared once on each connection; a pooler that loses them makes every write fail. */
async function pooler(url: string): Promise<Finding> {
  const about = 'Pooler';
  try {
    await checkPooler(() => new pg.Client({ connectionString: url, application_name: 'usaha cli' }));
    return well(about, 'none, or one that keeps prepared statements');
  } catch (error) {
    return unwell(about, reasonOf(error));
  }
}

async function clock(client: pg.Client): Promise<Finding> {
  return clockFinding(await askClockOffset(async (text) => (await client.query<{ now: Date }>(text)).rows));
}

/** @param offset in seconds, as `clockOffset` tells it */
export function clockFinding(offset: number): Finding {
  const problem = clockProblem(offset);
  if (problem === null) return well('Clock', 'PostgreSQL and this machine agree');
  return (isClockWrong(offset) ? unwell : neutral)('Clock', problem);
}

/** Processes that share the connections (INSTANCES), where there are several. */
async function connections(client: pg.Client, config: Shared): Promise<Finding[]> {
  if (config.instances === 1) return [];
  const { rows } = await client.query<{ most: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
  );
  return [processesFinding(config, rows[0]?.most ?? 0)];
}

/** @param most connections that PostgreSQL gives */
export function processesFinding(config: Shared, most: number): Finding {
  const about = 'Processes';
  const needed = connectionsNeeded(config);
  if (needed <= most) return well(about, processesText(config));
  return unwell(
    about,
    `${processesText(config)}; all need up to ${needed} while one is replaced, and PostgreSQL gives ${most}: raise max_connections, or lower INSTANCES`,
  );
}

/** A restored dump brings the default right back. */
async function temporary(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ revoke: string }>(
    `select format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC, ${APP_ROLE};', current_database()) as revoke
      where has_database_privilege(to_regrole('${APP_ROLE}')::oid, current_database(), 'TEMPORARY')`,
  );
  if (!rows[0]) return well('Temporary tables', `may not be made by ${APP_ROLE}`);
  return unwell('Temporary tables', `may be made by ${APP_ROLE}; the owner of the database runs: ${rows[0].revoke}`);
}

async function sizes(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ path: string; size: string; rows: string }>(
    `select format('%I.%I', n.nspname, c.relname) as path, pg_size_pretty(pg_total_relation_size(c.oid)) as size,
            greatest(c.reltuples, 0)::bigint as rows
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname in
            ('core', 'kernel', 'retail', 'healthcare', 'education', 'logistics', 'beauty', 'einvoice')
      order by pg_total_relation_size(c.oid) desc limit ${MOST_TABLES}`,
  );
  const { rows: whole } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  if (rows.length === 0) return [];
  const largest = rows.map(({ path, size, rows: count }) => `${path} ${size} (about ${count} rows)`).join(', ');
  return [neutral('Sizes', `the database ${whole[0]?.size}; the largest tables ${largest}`)];
}
