import type { Json } from '../../support/client.js';
import { contractSurface, referenceSurface as on, UNKNOWN_ID } from '../../support/core-surfaces.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { atOnce, configureRetail, giveBack, newCustomer, newProduct, sell } from '../../support/retail.js';
import { statedTypes, watchEvents, type RecordedEvent, type WatchedEvents } from '../../support/valid-events.js';

/** What each operation of retail announces, and nothing else (A-431 … A-434). */

jest.setTimeout(60_000);

let tenant: TestTenant;
let token: string;
let events: WatchedEvents;
const told = new Set<string>();
const texts: string[] = [];

beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  events = await watchEvents(tenant.id);
});
afterEach(() => {
  for (const type of events.types()) told.add(type);
  texts.push(events.text());
});

const must = (answer: { status: number; text: string; body?: Json }): Json => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body?.data;
};
const post = async (path: string, body: Json) => must(await on.post(path, body, token));
const put = async (path: string, body: Json) => must(await on.put(path, body, token));
const remove = async (path: string) => must(await on.send('DELETE', path, { token }));

/** The types that were told since, without `retail.`. */
const types = async (): Promise<string[]> => (await events.since()).map(({ type }) => type.replace('retail.', ''));
const only = async (): Promise<RecordedEvent> => {
  const [event, ...more] = await events.since();
  expect(more).toEqual([]);
  return event as RecordedEvent;
};
const line = ({ id }: Json, quantity = 1) => ({ product_id: id, quantity });

describe('products', () => {
  it('are created, changed and deleted; a PUT that changes nothing is nothing', async () => {
    const product = await newProduct(tenant, { name: 'Rahsia', purchase_price: 4 });
    const { id, sku } = product;
    const created = await only();
    const data = {
      id,
      version: 1,
      path: `/api/v1/retail/products/${id}/`,
      contract_path: null,
      sku,
      selling_price: 10,
      is_active: true,
      current_stock: 0,
      minimum_stock: 0,
    };
    expect([created.type, created.actor_id, created.data]).toEqual(['retail.product.created', tenant.admin.id, data]);
    await put(`/retail/products/${id}`, { selling_price: 12.5 });
    const priced = await only();
    expect([priced.type, priced.data]).toEqual([
      'retail.product.updated',
      { ...data, version: 2, selling_price: 12.5, changed: ['selling_price'] },
    ]);
    await put(`/retail/products/${id}`, { selling_price: 12.5 });
    expect(await events.since()).toEqual([]);
    await put(`/retail/products/${id}`, { is_active: false, attributes: { expiry_date: '2030-01-01' } });
    expect((await only()).data).toMatchObject({ is_active: false, changed: ['attributes', 'is_active'] });
    await remove(`/retail/products/${id}`);
    const deleted = await only();
    expect([deleted.type, deleted.data]).toEqual([
      'retail.product.deleted',
      { ...data, version: 4, selling_price: 12.5, is_active: false, path: null },
    ]);
  });

  it('on the contract surface are told as the same', async () => {
    const body = { sku: unique('SKU'), name: 'Teh', price: 3, cost: 1, stock_quantity: 4, reorder_point: 1 };
    const answer = await contractSurface.post('/retail/products', body, token);
    expect(answer.status).toBe(201);
    expect(await types()).toEqual(['product.created', 'stock.changed']);
  });
});

describe('stock', () => {
  it('is told for each entry of the ledger, of every kind', async () => {
    const { id, sku } = await newProduct(tenant, { current_stock: 10, minimum_stock: 2 });
    const [created, opened] = await events.since();
    expect(created?.data).toMatchObject({ current_stock: 10, version: 1 });
    const data = {
      id,
      version: 1,
      path: `/api/v1/retail/products/${id}/`,
      contract_path: null,
      sku,
      current_stock: 10,
      minimum_stock: 2,
      kind: 'opening',
      quantity_changed: 10,
      sale_id: null,
    };
    expect([opened?.type, opened?.data]).toEqual(['retail.stock.changed', data]);

    await post(`/retail/products/${id}/update-stock`, { operation: 'add', quantity: 5, reason: 'Rahsia' });
    expect((await only()).data).toEqual({
      ...data,
      version: 2,
      current_stock: 15,
      kind: 'update',
      quantity_changed: 5,
    });
    await post('/retail/inventory/adjust', { product_id: id, quantity: -3, notes: 'Rahsia' });
    expect((await only()).data).toMatchObject({
      version: 3,
      current_stock: 12,
      kind: 'adjustment',
      quantity_changed: -3,
    });
    const move = { product_id: id, quantity: 4, from_location: 'Rahsia', to_location: 'Rahsia 2' };
    await post('/retail/inventory/transfer', move);
    expect((await only()).data).toMatchObject({ version: 4, current_stock: 12, kind: 'transfer', quantity_changed: 0 });

    // A product that is changed together with its stock is told in its final state.
    await put(`/retail/products/${id}`, { current_stock: 20, selling_price: 11 });
    const both = await events.since();
    expect(
      both.map(({ type, data: { version, current_stock, kind, changed } }) => [
        type,
        version,
        current_stock,
        kind ?? changed,
      ]),
    ).toEqual([
      ['retail.product.updated', 6, 20, ['selling_price']],
      ['retail.stock.changed', 5, 20, 'correction'],
    ]);
    await put(`/retail/products/${id}`, { current_stock: 21 });
    expect(await types()).toEqual(['stock.changed']);
    await post(`/retail/products/${id}/update-stock`, { operation: 'set', quantity: 21 });
    expect(await events.since()).toEqual([]);
  });

  it.each([{}, { enable_inventory_alerts: true }])(
    'that was above its minimum and comes to it or below is told once, with the settings %j',
    async (settings) => {
      await configureRetail(tenant, settings);
      const product = await newProduct(tenant, { current_stock: 6, minimum_stock: 4 });
      const { id, sku } = product;
      await events.since();
      await sell(tenant, [line(product)]);
      expect(await types()).toEqual(['sale.completed', 'sale.created', 'stock.changed']);
      await post('/retail/inventory/adjust', { product_id: id, quantity: -1 });
      const [changed, fell] = await events.since();
      expect([fell?.type, fell?.data]).toEqual([
        'retail.stock.fell_to_minimum',
        {
          id,
          version: 3,
          path: `/api/v1/retail/products/${id}/`,
          contract_path: null,
          sku,
          current_stock: 4,
          minimum_stock: 4,
        },
      ]);
      expect(changed?.type).toBe('retail.stock.changed');
      await post('/retail/inventory/adjust', { product_id: id, quantity: -1 });
      expect(await types()).toEqual(['stock.changed']);

      // It comes to a minimum that is raised, too, and again only once it was above.
      await put(`/retail/products/${id}`, { minimum_stock: 1 });
      await put(`/retail/products/${id}`, { minimum_stock: 3 });
      expect(await types()).toEqual(['product.updated', 'product.updated', 'stock.fell_to_minimum']);
      await put(`/retail/products/${id}`, { minimum_stock: 9, current_stock: 8 });
      expect(await types()).toEqual(['product.updated', 'stock.changed']);
      await put(`/retail/products/${id}`, { minimum_stock: 5 });
      await put(`/retail/products/${id}`, { minimum_stock: 7, current_stock: 7 });
      expect(await types()).toEqual(['product.updated', 'product.updated', 'stock.changed', 'stock.fell_to_minimum']);
    },
  );
});

describe('sales', () => {
  it('to a member of three products tell six events; refunds tell stock, points, the refund, and the sale once all is back', async () => {
    await configureRetail(tenant, { enable_loyalty_program: true, loyalty_points_per_ringgit: 1 });
    const customer = await newCustomer(tenant);
    const [a, b, c] = (await atOnce(3, () => newProduct(tenant, { current_stock: 50 }))) as [Json, Json, Json];
    await events.since();
    const sale = await sell(tenant, [line(a, 2), line(b), line(c)], { customer_id: customer.id, notes: 'Rahsia' });
    const six = await events.since();
    const data = {
      id: sale.id,
      version: 1,
      path: `/api/v1/retail/sales/${sale.id}/`,
      contract_path: null,
      invoice_number: sale.invoice_number,
      customer_id: customer.id,
      status: 'completed',
      previous_status: null,
      payment_status: 'completed',
      items_count: 3,
      subtotal: 40,
      discount_amount: 0,
      tax_amount: 2.4,
      total: 42.4,
      refunded_total: 0,
    };
    expect(six.map(({ type }) => type)).toEqual([
      'retail.points.changed',
      'retail.sale.completed',
      'retail.sale.created',
      'retail.stock.changed',
      'retail.stock.changed',
      'retail.stock.changed',
    ]);
    expect(six[0]?.data).toEqual({
      id: customer.id,
      version: 2,
      path: `/api/v1/retail/customers/${customer.id}/`,
      contract_path: null,
      kind: 'earned',
      points_changed: 40,
      balance: 40,
      sale_id: sale.id,
    });
    expect([six[1]?.data, six[2]?.data]).toEqual([data, data]);
    const moved = six
      .slice(3)
      .map(({ data: { id, kind, quantity_changed, sale_id } }) => [id, kind, quantity_changed, sale_id]);
    expect(moved.sort()).toEqual([a, b, c].map(({ id }, i) => [id, 'sale', i === 0 ? -2 : -1, sale.id]).sort());

    const part = must(await giveBack(tenant, sale.id, { items: [line(a)], notes: 'Rahsia' }));
    const [points, refund, stock, ...more] = await events.since();
    expect(more).toEqual([]);
    expect([points?.type, points?.data]).toMatchObject([
      'retail.points.changed',
      { kind: 'returned', points_changed: -10, balance: 30, sale_id: sale.id },
    ]);
    expect([refund?.type, refund?.data]).toEqual([
      'retail.refund.created',
      {
        id: part.refunds?.[0]?.id ?? part.id,
        version: null,
        path: `/api/v1/retail/sales/${sale.id}/`,
        contract_path: null,
        sale_id: sale.id,
        amount: 10.6,
        refunded_total: 10.6,
        status: 'completed',
      },
    ]);
    expect([stock?.type, stock?.data.kind]).toEqual(['retail.stock.changed', 'refund']);

    must(await giveBack(tenant, sale.id));
    const rest = await events.since();
    expect(rest.map(({ type }) => type.replace('retail.', ''))).toEqual([
      'points.changed',
      'refund.created',
      'sale.refunded',
      'stock.changed',
      'stock.changed',
      'stock.changed',
    ]);
    expect(rest[1]?.data).toMatchObject({ amount: 31.8, refunded_total: 42.4, status: 'refunded' });
    expect(rest[2]?.data).toEqual({
      ...data,
      version: 3,
      status: 'refunded',
      previous_status: 'completed',
      payment_status: 'refunded',
      refunded_total: 42.4,
    });
  });

  it('whose status is changed tell the status that is reached alone, and the same status again is nothing', async () => {
    const sale = await sell(tenant, [line(await newProduct(tenant))], { payment_method: 'Rahsia' });
    await events.since();
    const reach = (status: string) => put(`/retail/sales/${sale.id}/status`, { status, reason: 'Rahsia' });
    const reached = async (status: string): Promise<[string, string, string]> => {
      await reach(status);
      const { type, data } = await only();
      return [type, data.status, data.previous_status];
    };
    expect(await reached('cancelled')).toEqual(['retail.sale.cancelled', 'cancelled', 'completed']);
    await reach('cancelled');
    expect(await events.since()).toEqual([]);
    expect(await reached('pending')).toEqual(['retail.sale.reopened', 'pending', 'cancelled']);
    expect(await reached('refunded')).toEqual(['retail.sale.refunded', 'refunded', 'pending']);
    expect(await reached('completed')).toEqual(['retail.sale.completed', 'completed', 'refunded']);
  });

  it('on account are created, and completed with the last payment; a void one is cancelled', async () => {
    const customer = await newCustomer(tenant);
    const product = await newProduct(tenant);
    await events.since();
    const owing = await sell(tenant, [line(product)], { customer_id: customer.id, on_account: true });
    expect(await only()).toMatchObject({
      type: 'retail.sale.created',
      data: { status: 'pending', previous_status: null, payment_status: 'pending' },
    });
    const pay = (amount: number) => post(`/retail/sales/${owing.id}/payments`, { method: 'cash', amount });
    await pay(5);
    expect(await events.since()).toEqual([]);
    await pay(5.6);
    expect(await only()).toMatchObject({
      type: 'retail.sale.completed',
      data: { status: 'completed', previous_status: 'pending', payment_status: 'completed' },
    });

    const body = { customer_id: UNKNOWN_ID, items: [line(product)] };
    const { id } = (await contractSurface.post('/retail/sales', body, token)).body;
    expect(await types()).toEqual(['sale.completed', 'sale.created']);
    await post(`/retail/sales/${id}/void`, { reason: 'Rahsia' });
    const [refund, cancelled, ...more] = await events.since();
    expect(more).toEqual([]);
    expect([refund?.type, refund?.data.status]).toEqual(['retail.refund.created', 'cancelled']);
    expect([cancelled?.type, cancelled?.data]).toMatchObject([
      'retail.sale.cancelled',
      { id, status: 'cancelled', previous_status: 'completed', customer_id: UNKNOWN_ID },
    ]);
  });
});

describe('customers', () => {
  it('are told without anything personal, and each change of points', async () => {
    const customer = await newCustomer(tenant, { first_name: 'Rahsia', email: `${unique('rahsia')}@example.com` });
    const path = `/retail/customers/${customer.id}`;
    const data = { id: customer.id, version: 1, path: `/api/v1${path}/`, contract_path: null };
    const created = await only();
    expect([created.type, created.data]).toEqual(['retail.customer.created', data]);
    await put(path, { phone_number: '+60123450177', notes: 'Rahsia', ic_number: '900101-14-5678' });
    const updated = await only();
    expect([updated.type, updated.data]).toEqual(['retail.customer.updated', { ...data, version: 2, changed: [] }]);
    await put(path, { phone_number: '+60123450177' });
    expect(await events.since()).toEqual([]);
    await put(path, { is_active: false, pdpa_consent: true, last_name: 'Rahsia' });
    expect((await only()).data.changed).toEqual(['is_active', 'pdpa_consent', 'pdpa_consent_date']);

    await post('/retail/loyalty/update-points', { customer_id: customer.id, points: 30, reason: 'Rahsia' });
    expect((await only()).data).toEqual({
      ...data,
      version: 4,
      kind: 'update',
      points_changed: 30,
      balance: 30,
      sale_id: null,
    });
    await post('/retail/loyalty/redeem', { customer_id: customer.id, points: 10, reward_type: 'Rahsia' });
    expect((await only()).data).toMatchObject({ version: 5, kind: 'redemption', points_changed: -10, balance: 20 });
    await put(path, { loyalty_points: 1_000 });
    const both = await events.since();
    expect(both.map(({ type, data: { version, changed, kind } }) => [type, version, changed ?? kind])).toEqual([
      ['retail.customer.updated', 6, ['loyalty_points', 'loyalty_tier']],
      ['retail.points.changed', 6, 'correction'],
    ]);
    await remove(path);
    const deleted = await only();
    expect([deleted.type, deleted.data]).toEqual(['retail.customer.deleted', { ...data, version: 7, path: null }]);
    await newCustomer(tenant, { loyalty_points: 5 });
    expect(await types()).toEqual(['customer.created', 'points.changed']);
  });
});

it('all types of the catalogue were told, and no personal value in any', () => {
  expect([...told].filter((type) => type.startsWith('retail.')).sort()).toEqual(statedTypes('retail'));
  for (const text of texts) expect(text).not.toMatch(/rahsia|example\.com|\+601|900101|Siti/i);
});
