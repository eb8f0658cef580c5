import { openDatabase } from '../../apps/api/dist/database/database-access.js';
import { testKeys } from '../support/opened-database.js';
import { startPooler, type Pooler } from '../support/pooler.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { eventually } from '../support/system-service.js';

/** Behind a pooler that does not keep prepared statements nothing could be written: the start says so, and what to set. */

let database: OwnDatabase;
let pooler: Pooler;
beforeAll(async () => {
  database = await clonedDatabase();
  const folder = decodeURIComponent(/@([^/]+)\//.exec(database.appUrl)?.[1] ?? '');
  pooler = await startPooler(folder);
});
afterAll(async () => {
  pooler.close();
  await dropDatabases();
});

const secrets = {
  jwt_keys: [],
  seal_keys: [['test', testKeys.seal]] as [string, Buffer][],
  search_key: testKeys.search,
};
const open = (url: string) =>
  openDatabase(
    { url, ownerUrl: url, directUrl: null },
    { production: false, poolSize: 10, statementTimeoutMs: 0, requestTimeoutMs: 60_000 },
    secrets,
  );

it('without one the database is opened, and no connection is left of the attempt', async () => {
  const opened = await open(database.appUrl);
  const left = () =>
    sql(
      database.ownerUrl,
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'usaha start'`,
    );
  await eventually('the attempt is over', async () => (await left()).length === 0, 10);
  await opened.end();
});

it('a pooler that loses prepared statements ends the start in one line that says what to set', async () => {
  const url = pooler.through(database.appUrl);
  // It does pass on all else.
  expect(await sql(url, 'select $1::integer as one', [1])).toEqual([{ one: 1 }]);
  await expect(open(url)).rejects.toThrow(
    /^The pooler before the database does not keep prepared statements: [^\n]*max_prepared_statements[^\n]*$/,
  );
});
