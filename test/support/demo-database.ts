import { resolve } from 'node:path';
import pg from 'pg';
import { execute } from './command-line.js';
import { testSecrets } from './servers.js';
import { testState } from './state.js';
import { makeDatabase, serverUrl, sql, urlWith, type OwnDatabase } from './system-database.js';

const cliFile = resolve(__dirname, '../../apps/api/bundle/cli.js');
const TEMPLATE = 'usaha_demo_template';
/** Of the advisory lock under which one worker makes the template. */
const LOCK = 86_420_261;

/** A copy of the demo businesses' database. */
export interface DemoDatabase extends OwnDatabase {
  /** What the command said that made them. */
  said: string;
}

/** A migrated database with the demo businesses, which take ten seconds to make: one worker makes them, and each file has a copy. */
export async function demoDatabase(): Promise<DemoDatabase> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rows } = await client.query<{ datallowconn: boolean }>(
      'select datallowconn from pg_database where datname = $1',
      [TEMPLATE],
    );
    // A template that takes connections is one whose worker was stopped before it was done.
    if (rows[0]?.datallowconn !== false) await makeTemplate(rows.length > 0);
  } finally {
    await client.end();
  }
  const [{ said } = { said: '' }] = await sql<{ said: string }>(
    serverUrl(),
    `select shobj_description(oid, 'pg_database') as said from pg_database where datname = '${TEMPLATE}'`,
  );
  return { ...(await makeDatabase('demo', TEMPLATE)), said };
}

async function makeTemplate(isThere: boolean): Promise<void> {
  if (isThere) await sql(serverUrl(), `drop database ${TEMPLATE} with (force)`);
  await sql(serverUrl(), `create database ${TEMPLATE} template ${testState().template} strategy file_copy`);
  const ownerUrl = urlWith(serverUrl(), { database: TEMPLATE });
  const appUrl = urlWith(ownerUrl, { user: 'usaha_app' });
  const urls = { DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl };
  const { code, out, err } = await execute(cliFile, ['seed:demo'], { ...urls, ...testSecrets });
  if (code !== 0) throw new Error(`The demo businesses were not made: ${out}${err}`);
  await sql(serverUrl(), `comment on database ${TEMPLATE} is ${pg.escapeLiteral(out)}`);
  await sql(serverUrl(), `alter database ${TEMPLATE} allow_connections false`);
}
