import { execute } from '../support/command-line.js';
import { resolve } from 'node:path';
import { keyOf } from '../support/test-keys.js';
import { testSecrets } from '../support/servers.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { startOwnService, stopOwnServices } from '../support/system-service.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(240_000);

/** A database is used with the keys that it was first used with: others of the same names would split its data. */

const cli = resolve(__dirname, '../../apps/api/bundle/cli.js');
const sealKeys = (...pairs: [string, number][]): string =>
  pairs.map(([id, seed]) => `${id}:${keyOf(seed).toString('base64')}`).join(',');

let database: OwnDatabase;
beforeAll(async () => {
  database = await clonedDatabase();
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const recorded = async (): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      database.ownerUrl,
      `select trim(kind || ' ' || key_id) as name from kernel.key_checks order by name`,
    )
  ).map(({ name }) => name);

/** What a start says that is refused. */
const refusal = (environment: Record<string, string>): Promise<string> =>
  startOwnService(database, environment).then(
    () => 'not refused',
    (error: Error) => error.message,
  );

const doctor = async (environment: Record<string, string>) =>
  execute(cli, ['doctor'], {
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    PORT: '0',
    ...testSecrets,
    ...environment,
  });

const WRONG_SEAL =
  /SEAL_KEYS: the key "test" is not the one that this database has been used with since \d{4}-\d\d-\d\d/;
const WRONG_SEARCH = /SEARCH_KEY is not the key that this database has been used with since \d{4}-\d\d-\d\d/;

it('the first start records its keys, and doctor records none', async () => {
  await sql(database.ownerUrl, 'delete from kernel.key_checks');
  const before = await doctor({});
  expect(before.out).toMatch(/^– Keys +new to this database: "test" of SEAL_KEYS, SEARCH_KEY; the next start records/m);
  expect(await recorded()).toEqual([]);
  const service = await startOwnService(database);
  expect(await recorded()).toEqual(['seal test', 'search']);
  await service.stop();
  const { out } = await doctor({});
  expect(out).toMatch(/^✓ Keys +are those that this database has been used with$/m);
});

it.each([
  ['a sealing key of the same id', { SEAL_KEYS: sealKeys(['test', 77]) }, WRONG_SEAL],
  ['one behind a new key', { SEAL_KEYS: sealKeys(['new', 3], ['test', 77]) }, WRONG_SEAL],
  ['another search key', { SEARCH_KEY: keyOf(78).toString('base64') }, WRONG_SEARCH],
])(
  '%s is refused by start, command line and doctor, each naming it, and nothing is recorded',
  async (_, wrong, line) => {
    expect(await refusal(wrong)).toMatch(line);
    const examined = await doctor(wrong);
    expect(examined.code).toBe(1);
    expect(examined.out).toMatch(new RegExp(`^✗ Keys +${line.source}`, 'm'));
    const rotated = await execute(cli, ['seal:rotate'], {
      DATABASE_URL: database.appUrl,
      ...testSecrets,
      ...wrong,
    });
    expect(rotated.code).toBe(1);
    expect(rotated.err).toMatch(line);
    for (const secret of Object.values(wrong))
      expect(examined.out + rotated.err).not.toContain(secret.split(':').pop());
    expect(await recorded()).toEqual(['seal test', 'search']);
  },
);

it('a new key in front is recorded, an old one may be taken away, and doctor names it', async () => {
  const rotated = await startOwnService(database, { SEAL_KEYS: sealKeys(['new', 3], ['test', 7]) });
  await rotated.stop();
  expect(await recorded()).toEqual(['seal new', 'seal test', 'search']);
  const { out } = await doctor({ SEAL_KEYS: sealKeys(['new', 3]) });
  expect(out).toMatch(/^– Keys +used earlier and not given: test; what they sealed, if anything, does not open$/m);
});

it('of two instances that start at once with different keys of one id, one is refused', async () => {
  for (let round = 0; round < 3; round++) {
    await sql(database.ownerUrl, 'delete from kernel.key_checks');
    const starts = await Promise.allSettled(
      [7, 77].map((seed) =>
        startOwnService(database, { SEAL_KEYS: sealKeys(['test', seed], [`own-${seed}`, seed + 1]) }),
      ),
    );
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const won = starts.findIndex(({ status }) => status === 'fulfilled');
    expect(String((starts[1 - won] as PromiseRejectedResult).reason)).toMatch(WRONG_SEAL);
    // Nothing of the refused one is left.
    expect(await recorded()).toEqual([`seal own-${won === 0 ? 7 : 77}`, 'seal test', 'search']);
    for (const start of starts) if (start.status === 'fulfilled') await start.value.stop();
  }
});
