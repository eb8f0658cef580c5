import { openDatabase } from '../../apps/api/dist/database-access.js';
import { testKeys } from '../support/opened-database.js';
import { startPooler, type Pooler } from '../support/pooler.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';

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
const open = (url: string, poolSize: number) =>
  openDatabase(
    { url, ownerUrl: url, directUrl: null },
    { poolSize, statementTimeoutMs: 0, requestTimeoutMs: 60_000 },
    secrets,
  );

it('a pooler that loses prepared statements ends the start in one line that says what to set', async () => {
  const url = pooler.through(database.appUrl);
  // It does pass on all else.
  expect(await sql(url, 'select $1::integer as one', [1])).toEqual([{ one: 1 }]);
  await expect(open(url, 10)).rejects.toThrow(
    /^The pooler before the database does not keep prepared statements: [^\n]*max_prepared_statements[^\n]*$/,
  );
});

it.each([1, 10])('without one the database is opened, with %d connections and all of them given back', async (size) => {
  const opened = await open(database.appUrl, size);
  expect(opened.poolState).toMatchObject({ waiting: 0, idle: Math.min(size, 2), most: size });
  await opened.dataSource.destroy();
});
