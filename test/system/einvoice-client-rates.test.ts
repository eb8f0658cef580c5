import { randomUUID } from 'node:crypto';
import { NO_TENANT, type Database } from '@usaha/shared';
import { ClientRateTable, ClientRates } from '../../libs/core/dist/einvoice/sending/client-rates.js';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';

/** How often client ids call MyInvois, over two instances of the service. */

jest.setTimeout(120_000);

let own: OwnDatabase;
const databases: Database[] = [];

beforeAll(async () => {
  own = await clonedDatabase();
  for (let i = 0; i < 2; i += 1) databases.push(await openDatabase(own.appUrl));
});
afterAll(async () => {
  for (const database of databases) await database.end();
  await dropDatabases();
});

/** What two instances know of rates. */
const instances = (): ClientRates[] => databases.map((database) => new ClientRates(new ClientRateTable(database)));
const rowsOf = () =>
  sql<{ client: string; call: string; taken: number }>(
    own.ownerUrl,
    'select client, call, taken from einvoice.client_rates',
  );

it.each([
  ['token', 12],
  ['submit', 100],
  ['search', 1],
] as const)('A-521: %s is granted %d times in a window, by all instances together', async (call, most) => {
  const both = instances();
  const client_id = randomUUID();
  const take = async (i: number) => both[i % 2]?.take(client_id, call, new Date());
  const answers = await Promise.all(Array.from({ length: 2 * most + 20 }, (_, i) => take(i)));
  const granted = answers.filter((answer) => answer === null).length;
  // Two windows, where one ends meanwhile; and slices that the other instance holds are not spent.
  expect(granted).toBeGreaterThan(most / 2);
  expect(granted).toBeLessThanOrEqual(2 * most);
  const held = answers.find((answer) => answer !== null);
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThanOrEqual(60_000);
});

it('A-521: another client id, and another call, are not held up, and no id is in clear', async () => {
  const [one] = instances();
  const client_id = randomUUID();
  await Promise.all(Array.from({ length: 20 }, async () => one?.take(client_id, 'cancel', new Date())));
  expect(await one?.take(client_id, 'details', new Date())).toBeNull();
  expect(await one?.take(randomUUID(), 'cancel', new Date())).toBeNull();
  const rows = await rowsOf();
  expect(rows.filter(({ client }) => !/^[0-9a-f]{64}$/.test(client))).toEqual([]);
});

it('A-521: the next window begins in the same row', async () => {
  const client_id = randomUUID();
  await Promise.all(Array.from({ length: 30 }, async () => instances()[0]?.take(client_id, 'cancel', new Date())));
  const before = (await rowsOf()).length;
  await sql(own.ownerUrl, "update einvoice.client_rates set started_at = started_at - interval '1 minute'");
  expect(await instances()[0]?.take(client_id, 'cancel', new Date())).toBeNull();
  expect(await rowsOf()).toHaveLength(before);
});

it('A-531: housekeeping forgets client ids that have not called for a day', async () => {
  const client_id = randomUUID();
  await instances()[0]?.take(client_id, 'cancel', new Date());
  const [database] = databases;
  const forget = (now: Date) =>
    database?.job({ tenant_id: NO_TENANT, actor: null, now }, (ctx) => new ClientRateTable(database).forget(ctx));
  await forget(new Date());
  expect(await rowsOf()).not.toEqual([]);
  await forget(new Date(Date.now() + 25 * 3_600_000));
  expect(await rowsOf()).toEqual([]);
});
