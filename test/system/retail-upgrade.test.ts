import { UnitCosts1764974000000 } from '../../libs/retail/dist/migrations/1764974000000-unit-costs.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import type { Json } from '../support/client.js';
import { clonedDatabase, dropDatabases, type OwnDatabase } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

/** Sales that were made before costs were kept. */

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

async function upgrade(): Promise<void> {
  const dataSource = createDataSource({ url: database.ownerUrl, entities: [] });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    const migration = new UnitCosts1764974000000();
    await migration.down(runner);
    await migration.up(runner);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

it('A-344: reads as before, with a cost that stays unknown', async () => {
  const { admin } = await newTenantAt(service);
  const send = async (method: 'get' | 'post', path: string, body?: object): Promise<Json> => {
    const { token } = admin;
    const answer = await (method === 'get' ? at(service).get(path, token) : at(service).post(path, body, token));
    if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.body.data;
  };
  const product = await send('post', '/api/v1/retail/products/', {
    ...{ name: 'Kopi', sku: 'K', selling_price: 10, purchase_price: 6.5 },
  });
  const sell = () => send('post', '/api/v1/retail/sales/', { items: [{ product_id: product.id, quantity: 2 }] });
  const read = async (id: string) => {
    const { items, ...sale } = await send('get', `/api/v1/retail/sales/${id}/`);
    return {
      sale,
      items: items.map(({ unit_cost, ...item }: Json) => item),
      costs: items.map((i: Json) => i.unit_cost),
    };
  };
  const report = () => send('get', '/api/v1/retail/reports/sales/');
  const { id } = await sell();
  const [before, reported] = [await read(id), await report()];
  expect([before.costs, reported.totals.cost]).toEqual([[6.5], 13]);
  await upgrade();
  expect(await read(id)).toEqual({ ...before, costs: [null] });
  const { totals } = await report();
  expect(totals).toEqual({ ...reported.totals, cost: null, gross_profit: null, uncosted: 20 });
  await sell();
  expect((await report()).totals).toMatchObject({ cost: 13, gross_profit: 7, uncosted: 20 });
});
