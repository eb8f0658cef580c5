import type { Json } from '../support/client.js';
import { CommandLine, type Ended } from '../support/command-line.js';
import { testSecrets } from '../support/servers.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

jest.setTimeout(180_000);

/** For how long e-invoices keep texts and buyers: seven years from the end of their year whether or not a buyer is erased. */

const commandLine = new CommandLine();
let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  tenant = await newTenantAt(service);
  await done('PUT', 'einvoices/settings', { enabled: true });
});
afterAll(async () => {
  commandLine.close();
  await stopOwnServices();
  await dropDatabases();
});

async function done(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await at(service).send(method, `/api/v1/${path}/`, { body, token: tenant.admin.token });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body?.data;
}
const retention = (...args: string[]): Promise<Ended> =>
  commandLine.run(['retention', ...args], {
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    ...testSecrets,
  });

const buyer = {
  name: 'Siti Nur',
  tin: 'IG123456789',
  phone: '+60123450101',
  address: { line1: '12, Jalan Telawi 3', city: 'Kuala Lumpur', postcode: '59100', state: '14' },
};
let customer: Json;

/** An e-invoice to the customer. */
async function issued(): Promise<Json> {
  const sku = `TEH-${Math.random()}`;
  const product = await done('POST', 'retail/products', { sku, name: 'Teh', selling_price: 10, current_stock: 9 });
  const items = [{ product_id: product.id, quantity: 1 }];
  const { id } = await done('POST', 'retail/sales', { items, customer_id: customer.id });
  return done('POST', 'einvoices', { source: { module: 'retail', kind: 'sale', id }, buyer });
}
const textOf = async ({ id }: Json) => (await at(service).get(`/api/v1/einvoices/${id}/raw/`, tenant.admin.token)).text;

it('A-531: exports list e-invoices, an erasure leaves them, and retention blanks those of eight years ago', async () => {
  customer = await done('POST', 'retail/customers', { first_name: 'Siti', last_name: 'Nur' });
  const [old, young] = [await issued(), await issued()];
  const subject = { module: 'retail', id: customer.id };
  const kept = await done('POST', 'einvoices/buyers', { ...buyer, subject });
  const exported = await done('GET', `retail/customers/${customer.id}/export`);
  expect(exported.einvoices.map(({ id, buyer: { name } }: Json) => [id, name])).toEqual([
    [young.id, 'Siti Nur'],
    [old.id, 'Siti Nur'],
  ]);

  await done('POST', `retail/customers/${customer.id}/erase`, {});
  const gone = await at(service).get(`/api/v1/einvoices/buyers/${kept.id}/`, tenant.admin.token);
  expect(gone.status).toBe(404);
  expect((await done('GET', `einvoices/${young.id}`)).buyer.name).toBe('Siti Nur');

  const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
  const dated = (id: string, day: string) =>
    sql(database.ownerUrl, 'update einvoice.documents set created_at = $2 where id = $1', [id, `${day}T12:00:00Z`]);
  await dated(old.id, `${year - 8}-12-31`);
  await dated(young.id, `${year - 7}-01-01`);
  const looked = await retention();
  expect(looked.out).toContain('e-invoices beyond seven years: 1\n');
  expect(looked.out).toContain('Nothing was changed');
  expect(await textOf(old)).toContain('Siti Nur');

  const { code, out } = await retention('--erase');
  expect([code, out]).toEqual([0, expect.stringContaining('e-invoices whose texts and buyers were blanked: 1\n')]);
  const { number, payable, buyer: none } = await done('GET', `einvoices/${old.id}`);
  expect({ number, payable, none }).toEqual({ number: old.number, payable: old.payable, none: null });
  expect(await textOf(old)).not.toContain('Siti Nur');
  expect(await textOf(young)).toContain('Siti Nur');
  const rows = await sql<{ text: string }>(
    database.ownerUrl,
    'select to_jsonb(t)::text as text from einvoice.document_texts t where t.id = $1 and t.body is not null',
    [old.id],
  );
  expect(rows).toEqual([]);
  expect((await retention('--erase')).out).not.toContain('e-invoices beyond');
});
