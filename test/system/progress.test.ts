import { resolve } from 'node:path';
import pg from 'pg';
import { execute, type Ended } from '../support/command-line.js';
import { demoDatabase } from '../support/demo-database.js';
import { testSecrets } from '../support/servers.js';
import { dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { eventually, pause, startOwnService, stopOwnServices } from '../support/system-service.js';

/** What takes longer than three seconds says how far it is: commands on standard error, a start among its lines. */

jest.setTimeout(180_000);

const cliFile = resolve(__dirname, '../../apps/api/bundle/cli.js');

let database: OwnDatabase;
beforeAll(async () => {
  database = await demoDatabase();
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const cli = (args: string[], extra: Record<string, string> = {}): Promise<Ended> =>
  execute(cliFile, args, {
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    ...testSecrets,
    ...extra,
  });

/** Works while something is locked, until it has waited for three seconds and a little longer. */
async function heldUp<T>(lock: string, begin: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    await client.query(`begin; ${lock}`);
    const working = begin();
    await eventually(`work waits for ${lock}`, async () => {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await sql(database.ownerUrl, waiting)).length > 0;
    });
    // Below the four seconds for which a statement waits for a lock.
    await pause(3_200);
    await client.query('rollback');
    return await working;
  } finally {
    await client.end();
  }
}

it('seed:demo says that it makes the demo businesses', async () => {
  const { code, out, err } = await heldUp('select pg_advisory_xact_lock(7283641907)', () => cli(['seed:demo']));
  expect(code).toBe(0);
  expect(err).toMatch(/^Making the demo businesses \(3 s\)$/m);
  expect(out).not.toContain('Making');
});

it('a start that makes them says so among its lines, and names the business', async () => {
  const shop = `select 1 from core.tenants where slug = 'demo-kedai-pak-din' for update`;
  const demo = { SEED_DEMO: 'true', NODE_ENV: 'development' };
  const service = await heldUp(shop, () => startOwnService(database, demo));
  expect(service.output()).toMatch(/^Making the demo businesses: Kedai Runcit Pak Din, 1 of 12 \(3 s\)$/m);
});

it('seal:rotate says how many values it has sealed', async () => {
  const keys = { SEAL_KEYS: `new:${Buffer.alloc(32, 3).toString('base64')},${testSecrets.SEAL_KEYS}` };
  const { code, out, err } = await heldUp('select 1 from healthcare.patients for update', () =>
    cli(['seal:rotate'], keys),
  );
  expect(code).toBe(0);
  expect(err).toMatch(/^Sealing with key "new": tenant \d+ of \d+, \d+ values \(3 s\)$/m);
  expect(out).toMatch(/^Sealed again with key "new": \d+\n$/);
});

it('work of less than three seconds says nothing', async () => {
  expect(await cli(['tenant:list'])).toMatchObject({ code: 0, err: '' });
});
