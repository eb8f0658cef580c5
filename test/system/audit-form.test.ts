import type { Json } from '../support/client.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

jest.setTimeout(120_000);

/** Entries of the audit trail are stored shorter than they are shown; those of earlier releases are stored as they are shown. */

let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  tenant = await newTenantAt(service);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const stored = async (record_id: string): Promise<Json[]> =>
  (
    await sql<Json>(database.ownerUrl, 'select changes from kernel.audit_entries where record_id = $1 order by id', [
      record_id,
    ])
  ).map(({ changes }) => changes);
const shown = async (record_id: string): Promise<Json[]> => {
  const answer = await at(service).get(`/api/v1/audit/?record_id=${record_id}`, tenant.admin.token);
  expect(answer.status).toBe(200);
  return answer.body.data.map(({ changes }: Json) => changes).reverse();
};
const send = async (method: string, path: string, body: unknown): Promise<Json> => {
  const answer = await at(service).send(method, `/api/v1/${path}`, { body, token: tenant.admin.token });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
};

it('a record’s history is stored in half the bytes, and shown whole', async () => {
  const body = { sku: 'KOPI', name: 'Kopi O', selling_price: 12.9, attributes: { size: 'L' }, brand: 'Cap Gajah' };
  const { id } = await send('POST', 'retail/products/', body);
  await send('PUT', `retail/products/${id}/`, { selling_price: 13.5, brand: null, is_active: false });
  const [created, updated] = await stored(id);
  expect(created).toMatchObject({
    sku: 'KOPI',
    selling_price: 12.9,
    attributes: [{ size: 'L' }],
    stock_tracked: false,
  });
  expect(updated).toEqual({ selling_price: [12.9, 13.5], brand: ['Cap Gajah', null], status: ['active', 'inactive'] });
  const [creation, update] = await shown(id);
  expect(Object.keys(creation).sort()).toEqual(Object.keys(created).sort());
  expect(creation).toMatchObject({
    sku: { before: null, after: 'KOPI' },
    selling_price: { before: null, after: 12.9 },
    attributes: { before: null, after: { size: 'L' } },
    stock_tracked: { before: null, after: false },
  });
  expect(update).toEqual({
    selling_price: { before: 12.9, after: 13.5 },
    brand: { before: 'Cap Gajah', after: null },
    status: { before: 'active', after: 'inactive' },
  });
  const [size] = await sql<{ stored: number; shown: number }>(
    database.ownerUrl,
    'select pg_column_size($1::jsonb) as stored, pg_column_size($2::jsonb) as shown',
    [JSON.stringify(created), JSON.stringify(creation)],
  );
  expect(size?.stored).toBeLessThan((size?.shown ?? 0) / 2);
});

it('an entry of an earlier release is shown as it was, in the list and in the export of a person', async () => {
  const patient = await send('POST', 'healthcare/patients/', { first_name: 'Siti', last_name: 'Nur' });
  const earlier = {
    status: { before: null, after: 'active' },
    first_name: { withheld: true },
    tags: { before: ['a'], after: [] },
  };
  await sql(database.ownerUrl, 'update kernel.audit_entries set changes = $2 where record_id = $1', [
    patient.id,
    JSON.stringify(earlier),
  ]);
  expect((await shown(patient.id))[0]).toEqual(earlier);
  const answer = await at(service).get(`/api/v1/healthcare/patients/${patient.id}/export/`, tenant.admin.token);
  const creation = answer.body.data.audit_entries.find(({ action }: Json) => action === 'create');
  expect(creation.changes).toEqual(earlier);
});

it('a withheld field is stored by its name alone', async () => {
  const { id } = await send('POST', 'healthcare/patients/', { first_name: 'Rahsia', last_name: 'Nur' });
  const [created] = await stored(id);
  expect(created).toMatchObject({ first_name: null, last_name: null });
  expect((await shown(id))[0]).toMatchObject({ first_name: { withheld: true }, last_name: { withheld: true } });
});
