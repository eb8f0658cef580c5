import { SoldAt1764980497100 } from '../../libs/retail/dist/migrations/1764980497100-sold-at.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import type { Json } from '../support/client.js';
import { clonedDatabase, dropDatabases, type OwnDatabase } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

/** Sales from before the time at which they were made was kept. */

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

async function asOwner<T>(work: (query: (text: string) => Promise<Json>) => Promise<T>): Promise<T> {
  const dataSource = createDataSource({ url: database.ownerUrl, entities: [] });
  await dataSource.initialize();
  try {
    return await work((text) => dataSource.query(text));
  } finally {
    await dataSource.destroy();
  }
}

async function migrateAgain(): Promise<void> {
  const dataSource = createDataSource({ url: database.ownerUrl, entities: [] });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    const migration = new SoldAt1764980497100();
    await migration.down(runner);
    await migration.up(runner);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

it('A-510: sales of all tenants were made when they were recorded, and read and count as before', async () => {
  const tenants = [await newTenantAt(service), await newTenantAt(service)];
  const made = [];
  for (const { admin } of tenants) {
    const send = async (path: string, body?: object): Promise<Json> => {
      const { token } = admin;
      const answer = await (body ? at(service).post(path, body, token) : at(service).get(path, token));
      if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
      return answer.body.data;
    };
    const { id: product_id } = await send('/api/v1/retail/products/', {
      ...{ name: 'Kopi', sku: 'K', selling_price: 10, current_stock: 5 },
    });
    const { id } = await send('/api/v1/retail/sales/', { items: [{ product_id, quantity: 2 }] });
    const read = async () => [
      await send(`/api/v1/retail/sales/${id}/`),
      await send('/api/v1/retail/reports/sales/'),
      await send('/api/v1/retail/reports/daily-closing/'),
      await send(`/api/v1/retail/products/${product_id}/movements/`),
    ];
    made.push({ read, before: await read() });
  }
  await migrateAgain();
  for (const { read, before } of made) expect(await read()).toEqual(before);
  const rows = await asOwner((query) =>
    query(`select count(*)::int as sales, count(*) filter (where sold_at = created_at)::int as same from retail.sales`),
  );
  expect(rows[0].sales).toBeGreaterThanOrEqual(2);
  expect(rows[0].same).toBe(rows[0].sales);
  const [index] = await asOwner((query) =>
    query(`select indexdef from pg_indexes where schemaname = 'retail' and indexname = 'sales_day'`),
  );
  expect(index.indexdef).toContain('(tenant_id, sold_at)');
});
