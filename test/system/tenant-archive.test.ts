import { compareWithLists } from '../support/archived-lists.js';
import { demoDatabase } from '../support/demo-database.js';
import type { Json } from '../support/client.js';
import { contentOf } from '../support/files.js';
import { dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { at, eventually, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';
import { unpack, type Unpacked } from '../support/tenant-exports.js';

/** an archive that is read again holds what the reference surface answers, of a demo business of each industry, as of one moment. */

jest.setTimeout(300_000);

const PASSWORD = 'demo-password';

let database: OwnDatabase;
let service: OwnService;
beforeAll(async () => {
  database = await demoDatabase();
  service = await startOwnService(database);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

async function signIn(slug: string): Promise<{ tenant_id: string; token: string }> {
  const [{ id = '', email = '' } = {}] = await sql<{ id: string; email: string }>(
    database.ownerUrl,
    `select t.id, u.email from core.tenants t join core.users u on u.tenant_id = t.id and u.role = 'admin'
      where t.slug = $1 order by u.id limit 1`,
    [slug],
  );
  const body = { email, password: PASSWORD, tenant_slug: slug };
  const answer = await at(service).post('/v1/auth/login', body);
  expect(answer.status).toBe(200);
  return { tenant_id: id, token: answer.body.access_token };
}

async function archiveOf(tenant_id: string, token: string): Promise<Unpacked> {
  const path = `/api/v1/tenants/${tenant_id}/exports/`;
  const asked = await at(service).post(path, { password: PASSWORD }, token);
  expect(asked.status).toBe(201);
  const found = await eventually(
    'the archive is ready',
    async () => {
      const { data } = (await at(service).get(`${path}${asked.body.data.id}/`, token)).body;
      return ['queued', 'running'].includes(data.status) ? undefined : data;
    },
    120,
  );
  expect(found).toMatchObject({ status: 'ready' });
  const { bytes } = await contentOf(service.baseUrl, { token }, found.file_id);
  return unpack(bytes);
}

it.each([
  ['retail', 'demo-kedai-pak-din', 20],
  ['healthcare', 'demo-klinik-sentosa', 20],
  ['education', 'demo-sekolah-cahaya', 20],
  ['beauty', 'demo-dahlia-hair', 20],
  ['logistics', 'demo-kurier-lembah', 20],
])('A-502: the archive of a business in %s is what its lists answer', async (industry, slug, least) => {
  const { tenant_id, token } = await signIn(slug);
  const archive = await archiveOf(tenant_id, token);
  const { wrong, compared } = await compareWithLists((list) => at(service).get(list, token), archive);
  expect(wrong).toEqual([]);
  const ofIndustry = Object.entries(compared).filter(([list]) => list.startsWith(`/api/v1/${industry}/`));
  const rows = ofIndustry.reduce((sum, [, count]) => sum + count, 0);
  expect(rows).toBeGreaterThan(least * ofIndustry.length);
});

/** Sums of numbers by a key. */
function sumBy(records: readonly Json[], key: string, value: (record: Json) => number): Map<string, number> {
  const sums = new Map<string, number>();
  for (const record of records) sums.set(record[key], (sums.get(record[key]) ?? 0) + value(record));
  return sums;
}

it('A-502: sums agree in an archive that is made while sales run', async () => {
  const { tenant_id, token } = await signIn('demo-kedai-pak-din');
  const stocked = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const product = { name: `Kopi ${n}`, sku: `RR-${n}`, selling_price: 1, current_stock: 10_000 };
      const answer = await at(service).post('/api/v1/retail/products/', product, token);
      expect(answer.status).toBe(201);
      return answer.body.data.id as string;
    }),
  );
  let isOver = false;
  const sold: string[] = [];
  const cashier = async (first: number): Promise<void> => {
    for (let n = first; !isOver; n += 3) {
      const items = [{ product_id: stocked[n % stocked.length], quantity: 1 }];
      const answer = await at(service).post('/api/v1/retail/sales/', { items, payment_method: 'cash' }, token);
      // A product may be sold out by then.
      if (answer.status === 201) sold.push(answer.body.data.id);
    }
  };
  const cashiers = [0, 1, 2].map(cashier);
  await eventually('some are sold', () => sold.length > 10);
  const { records, manifest } = await archiveOf(tenant_id, token).finally(() => (isOver = true));
  await Promise.all(cashiers);
  const sales = records('retail.sales');
  const ids = new Set(sales.map(({ id }) => id));
  const inside = sold.filter((id) => ids.has(id)).length;
  // Sales went on while it was made.
  expect(inside).toBeGreaterThan(10);
  expect(inside).toBeLessThan(sold.length);
  const movements = records('retail.products.movements');
  const stock = sumBy(movements, 'product_id', ({ quantity_changed }) => quantity_changed);
  const wrong = records('retail.products').filter(({ id, current_stock }) => current_stock !== (stock.get(id) ?? 0));
  expect(wrong).toEqual([]);
  const ofSales = movements.filter(({ sale_id }) => sale_id !== null);
  expect(ofSales.filter(({ sale_id }) => !ids.has(sale_id))).toEqual([]);
  const moved = sumBy(ofSales, 'sale_id', ({ quantity_changed }) => quantity_changed);
  expect(sold.filter((id) => ids.has(id) && moved.get(id) !== -1)).toEqual([]);
  const numbers = sales
    .filter(({ id }) => sold.includes(id))
    .map(({ invoice_number }) => String(invoice_number).split('-'));
  const year = Number(numbers[0]?.[1]);
  const last = Math.max(...numbers.map((parts) => Number(parts[2])));
  const series = records('kernel.number_series').find((one) => one.series === 'retail.invoice' && one.year === year);
  expect(series).toMatchObject({ last });
  expect(manifest.counts['retail.sales']).toBe(sales.length);
});
