import type { INestApplicationContext } from '@nestjs/common';
import { BinPurge } from '@usaha/core';
import type { Database } from '@usaha/shared';
import type { Answer, Json } from '../support/client.js';
import { openContexts } from '../support/contexts.js';
import { contentOf } from '../support/files.js';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

jest.setTimeout(240_000);

/** records that can be restored no more lose their files, and persons are erased where the tenant has set so. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;
const opened: Database[] = [];
const instances: INestApplicationContext[] = [];
const errors: unknown[] = [];

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  for (let i = 0; i < 2; i += 1) {
    const one = await openDatabase(database.appUrl);
    opened.push(one);
    instances.push(await openContexts(one));
  }
});
beforeEach(async () => {
  errors.length = 0;
  tenant = await newTenantAt(service);
});
afterEach(() => expect(errors).toEqual([]));
afterAll(async () => {
  for (const one of instances) await one.close();
  for (const one of opened) await one.end();
  await stopOwnServices();
  await dropDatabases();
});

const purge = (instance = 0) =>
  (instances[instance] as INestApplicationContext)
    .get(BinPurge)
    .run(() => new Date(), { failed: (error) => errors.push(error) });
const owner = <R extends object = Json>(text: string, values: unknown[] = []) =>
  sql<R>(database.ownerUrl, text, values);
const must = ({ status, text, body }: Answer): Json => {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body.data;
};
const send = (method: string, path: string, body?: unknown, of = tenant): Promise<Answer> =>
  at(service).send(method, `/api/v1/${path}`, { token: of.admin.token, ...(body === undefined ? {} : { body }) });
const ask = async (method: string, path: string, body?: unknown, of = tenant): Promise<Json> =>
  must(await send(method, path, body, of));
const set = (settings: Json) => ask('PUT', `tenants/${tenant.id}/`, { settings });

let made = 0;
const newProduct = (name = 'Kopi O', of = tenant) =>
  ask('POST', 'retail/products/', { name, sku: `SKU-${(made += 1)}`, selling_price: 3, current_stock: 10 }, of);

async function attach(resource: string, record_id: string, of = tenant): Promise<string> {
  const { body, status, text } = await at(service).send(
    'POST',
    `/api/v1/files/?name=a.txt&resource=${resource}&record_id=${record_id}`,
    { token: of.admin.token, raw: Buffer.from('Hello'), headers: { 'content-type': 'text/plain' } },
  );
  if (status !== 201) throw new Error(`${status} ${text}`);
  return body.data.id;
}

/** Deletes a record, so long ago. */
async function bin(path: string, table: string, id: string, ms: number, of = tenant): Promise<void> {
  await ask('DELETE', `${path}/${id}/`, undefined, of);
  await owner(`update ${table} set deleted_at = $2 where id = $1`, [id, new Date(Date.now() - ms)]);
}

const binProduct = (id: string, ms: number, of = tenant) => bin('retail/products', 'retail.products', id, ms, of);

/** Files that are there, and what the tenant uses; files that the trail says were deleted. */
async function filesOf(of = tenant): Promise<{ live: string[]; chunks: number; used: number; deletions: number }> {
  const [row] = await owner<{ live: string[]; chunks: number; used: number; deletions: number }>(
    `select array(select id::text from core.files where tenant_id = $1 and deleted_at is null order by id) as live,
            (select count(*)::integer from core.file_chunks where tenant_id = $1) as chunks,
            coalesce((select used_bytes::integer from core.file_usage where tenant_id = $1), 0) as used,
            (select count(*)::integer from kernel.audit_entries
              where tenant_id = $1 and record_type = 'file' and action = 'delete') as deletions`,
    [of.id],
  );
  return row as { live: string[]; chunks: number; used: number; deletions: number };
}

it('an hour after the last day files go, and the row stays for what cites it', async () => {
  const other = await newTenantAt(service);
  const [gone, late, young, live] = [await newProduct(), await newProduct(), await newProduct(), await newProduct()];
  const files = [];
  for (const { id } of [gone, late, young, live]) files.push(await attach('retail.products', id));
  const theirs = await newProduct('Teh', other);
  await attach('retail.products', theirs.id, other);
  await binProduct(theirs.id, 29 * DAY_MS, other);
  const line = { product_id: gone.id, quantity: 2 };
  const sale = await ask('POST', 'retail/sales/', { items: [line], payment_method: 'cash', paid_amount: 6 });
  await binProduct(gone.id, 30 * DAY_MS + HOUR_MS + 60_000);
  await binProduct(late.id, 30 * DAY_MS + HOUR_MS / 2);
  await binProduct(young.id, 29 * DAY_MS);
  await purge();
  const kept = files.slice(1).sort();
  expect(await filesOf()).toEqual({ live: kept, chunks: 3, used: 15, deletions: 1 });
  expect((await filesOf(other)).live).toHaveLength(1);
  const [row] = await owner('select key, name, has_bytes from core.files where id = $1', [files[0]]);
  expect(row).toEqual({ key: null, name: null, has_bytes: false });
  const [product] = await owner('select name from retail.products where id = $1', [gone.id]);
  expect(product).toEqual({ name: 'Kopi O' });
  expect(await ask('GET', `retail/sales/${sale.id}/`)).toMatchObject({ items: [{ product_id: gone.id }] });
  for (const { id } of [gone, late]) expect((await send('POST', `retail/products/${id}/restore/`)).status).toBe(404);
  expect(await ask('POST', `retail/products/${young.id}/restore/`)).toMatchObject({ id: young.id });
  expect((await contentOf(service.baseUrl, tenant.admin, files[2] as string)).status).toBe(200);
  await purge();
  expect((await filesOf()).deletions).toBe(1);
});

it('goes by the days that the tenant sets, and what was purged stays out of the bin when it sets more', async () => {
  const { id } = await newProduct();
  await attach('retail.products', id);
  await binProduct(id, 40 * DAY_MS);
  await set({ bin_days: 365 });
  await purge();
  expect((await filesOf()).live).toHaveLength(1);
  expect(await ask('GET', 'bin/')).toMatchObject([{ id }]);
  await set({ bin_days: 7 });
  await purge();
  expect(await filesOf()).toEqual({ live: [], chunks: 0, used: 0, deletions: 1 });
  await set({ bin_days: 365 });
  expect(await ask('GET', 'bin/')).toEqual([]);
  expect((await send('POST', `retail/products/${id}/restore/`)).status).toBe(404);
});

it('and a restoration at the same moment: a product is back with its file, or both are gone', async () => {
  await set({ bin_days: 365 });
  const products: [id: string, file: string][] = [];
  for (let i = 0; i < 24; i += 1) {
    const { id } = await newProduct();
    products.push([id, await attach('retail.products', id)]);
    await binProduct(id, 40 * DAY_MS);
  }
  const purging = (async () => {
    await set({ bin_days: 7 });
    await Promise.all([purge(0), purge(1)]);
    await set({ bin_days: 365 });
  })();
  const restored = new Map<string, number>();
  for (const [id] of products) restored.set(id, (await send('POST', `retail/products/${id}/restore/`)).status);
  await purging;
  const { live } = await filesOf();
  for (const [id, file] of products) {
    const { status } = await send('GET', `retail/products/${id}/`);
    expect([restored.get(id), status, live.includes(file)]).toEqual(
      restored.get(id) === 200 ? [200, 200, true] : [404, 404, false],
    );
  }
});

it('by two instances at once each file goes once', async () => {
  const { id } = await newProduct();
  await plantFiles(id, 450);
  await binProduct(id, 31 * DAY_MS + HOUR_MS);
  await Promise.all([purge(0), purge(1), purge(0), purge(1)]);
  expect(await filesOf()).toEqual({ live: [], chunks: 0, used: 0, deletions: 450 });
});

/** Files of a product, as uploads leave them. */
async function plantFiles(product_id: string, count: number): Promise<void> {
  await owner(
    `insert into core.files (tenant_id, id, created_at, updated_at, store, chunk_bytes, purpose, stored_at, status, scan, media_type, bytes,
                             counted_bytes, resource, record_id)
     select $1, gen_random_uuid(), now(), now(), 'database', 262144, 'document', now(), 'ready', 'none', 'text/plain', 5, 5,
            'retail.products', $2
       from generate_series(1, $3)`,
    [tenant.id, product_id, count],
  );
  await owner('insert into core.file_usage (tenant_id, id, used_bytes, files) values ($1, $1, $2, $3)', [
    tenant.id,
    5 * count,
    count,
  ]);
}

it('after kill -9 another instance goes on, and each file goes once', async () => {
  const count = 8_000;
  const { id } = await newProduct();
  await plantFiles(id, count);
  await binProduct(id, 31 * DAY_MS + HOUR_MS);
  // The round that a start begins with.
  await service.stop();
  const killed = await startOwnService(database);
  await eventually('the purge is in its midst', async () => (await filesOf()).deletions > 0);
  await killed.stop('SIGKILL');
  const { live, deletions, used } = await filesOf();
  expect(live.length).toBeGreaterThan(0);
  expect([live.length + deletions, used]).toEqual([count, 5 * live.length]);
  service = await startOwnService(database);
  await eventually('the purge is through', async () => (await filesOf()).live.length === 0, 120);
  expect(await filesOf()).toEqual({ live: [], chunks: 0, used: 0, deletions: count });
});

describe('persons', () => {
  interface Person {
    path: string;
    table: string;
    make: () => Promise<Json>;
  }
  const named = { first_name: 'Rahsia', last_name: 'Binti Sulit', phone_number: '+60123456789' };
  const kinds: Person[] = [
    { path: 'retail/customers', table: 'retail.customers', make: () => ask('POST', 'retail/customers/', named) },
    {
      path: 'healthcare/patients',
      table: 'healthcare.patients',
      make: () => ask('POST', 'healthcare/patients/', { ...named, date_of_birth: '1990-01-01', gender: 'female' }),
    },
    {
      path: 'users',
      table: 'core.users',
      make: () => {
        const username = `rahsia${(made += 1)}`;
        const password = 'demo-password-4096';
        return ask('POST', 'users/', { ...named, username, email: `${username}@example.com`, password, role: 'staff' });
      },
    },
  ];
  const old = 31 * DAY_MS + HOUR_MS;
  const rowOf = async ({ table }: Person, id: string): Promise<Json> =>
    (await owner(`select to_jsonb(r) as row from ${table} r where id = $1`, [id]))[0]?.row;
  it('stay unless the tenant has them erased', async () => {
    for (const kind of kinds) {
      const { id } = await kind.make();
      await bin(kind.path, kind.table, id, old);
      await set({ bin_erases_persons: false });
      await purge();
      expect(await rowOf(kind, id)).toMatchObject({ first_name: 'Rahsia', erased_at: null });
    }
  });

  it('are erased as by their erase/: once, with what the law keeps kept', async () => {
    const [customer] = kinds as [Person];
    const product = await newProduct();
    for (const kind of kinds) {
      const [due, young, live, erased] = [
        await kind.make(),
        await kind.make(),
        await kind.make(),
        await kind.make(),
      ] as [Json, Json, Json, Json];
      const sale =
        kind === customer &&
        (await ask('POST', 'retail/sales/', {
          customer_id: due.id,
          items: [{ product_id: product.id, quantity: 1 }],
          payment_method: 'cash',
          paid_amount: 3,
        }));
      await bin(kind.path, kind.table, due.id, old);
      await bin(kind.path, kind.table, erased.id, old);
      await bin(kind.path, kind.table, young.id, 29 * DAY_MS);
      await ask('POST', `${kind.path}/${erased.id}/erase/`, { reason: 'Asked for it' });
      await set({ bin_erases_persons: true });
      await Promise.all([purge(0), purge(1)]);
      const row = await rowOf(kind, due.id);
      expect(JSON.stringify(row)).not.toMatch(/Rahsia|Sulit|3456789/);
      expect(row.erased_at).not.toBeNull();
      const byVerb = await rowOf(kind, erased.id);
      expect([row.first_name, row.last_name, row.phone_number]).toEqual([
        byVerb.first_name,
        byVerb.last_name,
        byVerb.phone_number,
      ]);
      for (const { id } of [young, live])
        expect(await rowOf(kind, id)).toMatchObject({ first_name: 'Rahsia', erased_at: null });
      const trail = await owner(
        `select actor_id from kernel.audit_entries where tenant_id = $1 and record_id = $2 and action = 'erase'`,
        [tenant.id, due.id],
      );
      expect(trail).toEqual([{ actor_id: null }]);
      if (sale)
        expect(await ask('GET', `retail/sales/${sale.id}/`)).toMatchObject({
          customer_id: due.id,
          items: [{ product_id: product.id, quantity: 1 }],
        });
      await set({ bin_erases_persons: null });
    }
  });

  it('and a restoration at the same moment: a person is back whole, or erased', async () => {
    const [customer] = kinds as [Person];
    await set({ bin_days: 365, bin_erases_persons: true });
    const ids: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      const { id } = await customer.make();
      ids.push(id);
      await bin(customer.path, customer.table, id, 40 * DAY_MS);
    }
    const purging = (async () => {
      await set({ bin_days: 7 });
      await purge();
    })();
    const statuses: number[] = [];
    for (const id of ids) statuses.push((await send('POST', `retail/customers/${id}/restore/`)).status);
    await purging;
    for (const [i, id] of ids.entries()) {
      const { first_name, erased_at, deleted_at } = await rowOf(customer, id);
      expect([statuses[i], first_name === 'Rahsia', erased_at === null, deleted_at === null]).toEqual(
        statuses[i] === 200 ? [200, true, true, true] : [404, false, false, false],
      );
    }
  });
});
