import { DocumentParties1764920000000 } from '../../libs/core/dist/migrations/1764920000000-document-parties.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import { textsOfPdf } from '../support/pdf-text.js';
import { clonedDatabase, dropDatabases, type OwnDatabase } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

/** Documents that were issued before former names were kept. */

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
    const migration = new DocumentParties1764920000000();
    await migration.down(runner);
    await migration.up(runner);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

it('print with the names of the upgrade, also after renames, and say that they are reprinted', async () => {
  const { id, admin } = await newTenantAt(service);
  const send = async (method: 'post' | 'put', path: string, body: object) => {
    const answer = await at(service)[method](path, body, admin.token);
    if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.body.data ?? answer.body;
  };
  const product = await send('post', '/api/v1/retail/products/', {
    name: 'Kopi',
    sku: 'K',
    selling_price: 5,
    current_stock: 10,
  });
  const customer = await send('post', '/api/v1/retail/customers/', { first_name: 'Siti', last_name: 'Nur' });
  const sell = () =>
    send('post', '/api/v1/retail/sales/', {
      customer_id: customer.id,
      items: [{ product_id: product.id, quantity: 1 }],
    });
  const texts = async (sale_id: string) => {
    const answer = await fetch(`${service.baseUrl}/api/v1/retail/sales/${sale_id}/receipt/`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.status).toBe(200);
    return textsOfPdf(Buffer.from(await answer.arrayBuffer()));
  };
  const before = await sell();
  await send('put', `/v1/tenants/${id}`, { name: 'Kedai Dua' });
  await upgrade();
  const after = await sell();
  await send('put', `/v1/tenants/${id}`, { name: 'Kedai Tiga' });
  await send('put', `/api/v1/retail/customers/${customer.id}/`, { first_name: 'Aminah' });
  expect(await texts(before.id)).toEqual(expect.arrayContaining(['Kedai Dua', 'Siti Nur', 'Reprinted']));
  const later = await texts(after.id);
  expect(later).toEqual(expect.arrayContaining(['Kedai Dua', 'Siti Nur']));
  expect(later).not.toContain('Reprinted');
  expect(await texts(before.id)).toEqual(expect.arrayContaining(['Kedai Dua', 'Siti Nur', 'Reprinted', 'Copy']));
});
