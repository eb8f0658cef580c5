import { migrateDatabase, openDatabase } from '../../apps/api/dist/database/database-access.js';
import { startWarnings } from '../../apps/api/dist/start/start-warnings.js';
import { testKeys } from '../support/opened-database.js';
import { dropDatabases, emptyDatabase, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';

// All migrations, on a machine that may be busy.
jest.setTimeout(120_000);

/** A SEARCH_KEY does not rotate: a weak one is refused to a new database, and serves on where it is in use. */

const WEAK = Buffer.alloc(32, 1);
const ALSO_WEAK = Buffer.alloc(32, 2);
const settings = { poolSize: 2, statementTimeoutMs: null, requestTimeoutMs: 60_000 };

let database: OwnDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  await migrateDatabase({ url: database.ownerUrl, ownerUrl: database.ownerUrl, directUrl: null });
});
afterAll(dropDatabases);

/** What a start says: what it warns of, or why it is refused. */
async function start(search_key: Buffer, production = true): Promise<string[] | string> {
  const config = { ...settings, production };
  const secrets = { jwt_keys: [], seal_keys: [['test', testKeys.seal]] as [string, Buffer][], search_key };
  const access = { url: database.ownerUrl, ownerUrl: database.ownerUrl, directUrl: null };
  const opened = await openDatabase(access, config, secrets).catch((error: Error) => error.message);
  if (typeof opened === 'string') return opened;
  try {
    // The owner's URL is warned of as well.
    return (await startWarnings(opened, config, secrets)).filter((line) => line.startsWith('SEARCH_KEY'));
  } finally {
    await opened.end();
  }
}

const recorded = () => sql(database.ownerUrl, `select kind from kernel.key_checks where kind = 'search'`);

it('is refused to a database without data, which records nothing', async () => {
  expect(await start(WEAK)).toMatch(/^SEARCH_KEY must be random in production: /);
  expect(await recorded()).toEqual([]);
});

it('serves data of before keys were recorded with a warning, at every start from then on; another one does not', async () => {
  await plantTenant(database.ownerUrl);
  const warned = [expect.stringMatching(/^SEARCH_KEY is not random: [^\n]+$/)];
  expect(await start(WEAK)).toEqual(warned);
  expect(await recorded()).toHaveLength(1);
  expect(await start(WEAK)).toEqual(warned);
  expect(await start(ALSO_WEAK)).toMatch(/^SEARCH_KEY is not the key that this database has been used with/);
});

it('is named in production alone, and a random one never', async () => {
  expect(await start(WEAK, false)).toEqual([]);
  await sql(database.ownerUrl, `delete from kernel.key_checks where kind = 'search'`);
  expect(await start(Buffer.from(Array.from({ length: 32 }, (_, i) => 7 * i)))).toEqual([]);
});
