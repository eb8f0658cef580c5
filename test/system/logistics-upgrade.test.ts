import { CashOnDelivery1764976000000 } from '../../libs/logistics/dist/migrations/1764976000000-cash-on-delivery.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import type { Json } from '../support/client.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

/** What the upgrades make of the records of a courier from before. */

jest.setTimeout(120_000);

let database: OwnDatabase;
let service: OwnService;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

interface Migration {
  up(runner: unknown): Promise<void>;
  down(runner: unknown): Promise<void>;
}

/** Undoes a migration, makes the data what they were before, and does it again. */
async function upgraded(migration: Migration, before: () => Promise<unknown>): Promise<void> {
  const dataSource = createDataSource({ url: database.ownerUrl, entities: [] });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await migration.down(runner);
    await before();
    await migration.up(runner);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

/** A courier, and how it is asked. */
async function newCourier() {
  const own = await newTenantAt(service);
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await at(service).send(method, `/api/v1/logistics/${path}`, { body, token: own.admin.token });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.text}`);
    return answer.body.data;
  };
  return { own, ask };
}

it('knows cash on delivery by more words, and the senders of what was collected, where they were not blanked (A-381)', async () => {
  const { ask } = await newCourier();
  const collect = async (amount: number, origin: Json): Promise<string> => {
    const shipment = { origin, destination: {}, payment_method: 'cod', payment_amount: amount };
    const { id } = await ask('POST', 'shipments/', shipment);
    await ask('POST', `shipments/${id}/proof-of-delivery/`, { received_by: 'Tan', collected_amount: amount });
    return id;
  };
  await collect(10, { company_name: 'Kedai Aman' });
  await collect(20, { company_name: ' KEDAI aman ', contact_person: 'Ali' });
  await collect(30, { contact_person: 'Siti', phone_number: '012-345 6789' });
  await collect(40, { contact_person: 'siti', phone_number: '+60 12 345 6789' });
  await collect(50, { contact_person: 'Siti', phone_number: '0198' });
  const blanked = await collect(60, { company_name: 'Rahsia' });
  const words = await ask('POST', 'shipments/', {
    ...{ origin: {}, destination: {}, payment_method: 'Bayar semasa terima', payment_amount: 7 },
  });
  const debts = async () =>
    (await ask('GET', 'reports/cod-payouts/')).rows.map(({ label, parcels, owed_amount }: Json) => [
      label,
      parcels,
      owed_amount,
    ]);
  const before = await debts();
  await upgraded(new CashOnDelivery1764976000000(), async () => {
    const [{ is_cod }] = (await sql<Json>(database.ownerUrl, 'select is_cod from logistics.shipments where id = $1', [
      words.id,
    ])) as [Json];
    expect(is_cod).toBe(false);
    await sql(database.ownerUrl, `update logistics.shipments set origin = '{}' where id = $1`, [blanked]);
  });
  const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();
  const asBefore = before.map(([label, ...rest]: unknown[]) => [label === 'Rahsia' ? 'unknown' : label, ...rest]);
  expect(sorted(await debts())).toEqual(sorted(asBefore));
  expect((await ask('GET', `shipments/${words.id}/`)).cod).toBe(true);
  const { totals } = await ask('GET', 'reports/shipments/');
  expect(totals).toMatchObject({ cod_amount: 217, payment_amount: 0 });
  await collect(5, { company_name: 'kedai aman' });
  const after = await debts();
  expect(after.find(([, , owed]: unknown[]) => owed === 35)).toEqual(['Kedai Aman', 3, 35]);
});
