import type { Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  UUID,
  wrongBodies,
} from '../../support/core-shapes.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';
import {
  disableRetail,
  malaysianDay,
  newCustomer,
  newProduct,
  readSale,
  retailShapes,
  sell,
  stockOf,
} from '../../support/retail.js';

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
let kopi: Json;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
  kopi = await newProduct(tenant, { selling_price: 50 });
});

const path = '/retail/sales';
const create = (body: unknown, by?: string) => on.post(path, body, by);
const setStatus = (id: string, body: unknown, by = token) => on.put(`${path}/${id}/status`, body, by);
const one = (quantity = 1) => [{ product_id: kopi.id, quantity }];

describe('POST /api/v1/retail/sales/', () => {
  it('A-02, A-169: answers 201 and the whole record, completed and paid', async () => {
    const customer = await newCustomer(tenant);
    const body = {
      customer_id: customer.id,
      items: [{ product_id: kopi.id, quantity: 2, unit_price: 50, discount_rate: 10 }],
      payment_method: 'card',
      payment_details: { card_last_four: '4242', transaction_id: 'TXN-1' },
      notes: 'Gift wrapped',
    };
    const answer = await create(body, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, ['success', 'data']);
    const { warnings, payment_request, ...made } = answer.body.data;
    expect(payment_request).toBeNull();
    expect(warnings).toHaveLength(1);
    expectKeys(made, retailShapes.sale);
    expectKeys(answer.body.data.items[0], retailShapes.saleItem);
    expect(made).toEqual({
      ...body,
      id: expect.stringMatching(UUID),
      invoice_number: expect.stringMatching(/^INV-\d{4}-\d{6}$/),
      items: [{ ...body.items[0], tax_rate: 6, subtotal: 90, tax_amount: 5.4, total: 95.4, unit_cost: null }],
      payment_status: 'completed',
      subtotal: 100,
      discount_amount: 10,
      tax_amount: 5.4,
      total: 95.4,
      payments: [
        {
          method: 'card',
          amount: 95.4,
          rounding: 0,
          tendered: null,
          change: null,
          reference: null,
          payment_request_id: null,
          paid_at: answer.body.data.created_at,
        },
      ],
      on_account: false,
      outstanding_amount: 0,
      voided_at: null,
      refunded_total: 0,
      refunds: [],
      status: 'completed',
      status_reason: null,
      status_history: [],
      client_reference: null,
      sold_at: answer.body.data.created_at,
      created_at: expect.stringMatching(INSTANT),
      updated_at: answer.body.data.created_at,
    });
    expect(await readSale(tenant, made.id)).toEqual(made);
  });

  it('A-92: takes the smallest body, a walk-in’s, and null for what may be left out', async () => {
    const unset = { customer_id: null, payment_method: null, payment_details: null, notes: null };
    const bare = { product_id: kopi.id, quantity: 1 };
    for (const body of [{ items: [bare] }, { items: [{ ...bare, unit_price: null, discount_rate: null }], ...unset }]) {
      const answer = await create(body, token);
      expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
      expect(answer.body.data).toMatchObject({ ...unset, total: 53, discount_amount: 0 });
      expect(answer.body.data.items[0]).toMatchObject({ unit_price: 50, discount_rate: 0 });
    }
  });

  it.each([
    ...wrongBodies({ items: 'own' }, [], { customer_id: ['abc', UNKNOWN_ID] }),
    ...wrongBodies({ quantity: 1 }, [], { product_id: [UNKNOWN_ID, 'abc'] }).map(
      ([what, field, item]) => [`items with ${what}`, `items.0.${field}`, { items: [item] }] as const,
    ),
  ])('A-22, A-94: refuses %s, and keeps nothing', async (_, field, body) => {
    const before = on.total(await on.get(path, token));
    const items = body.items === 'own' ? one() : body.items;
    expectInvalid(on, await create({ ...body, items }, token), field);
    expect(on.total(await on.get(path, token))).toBe(before);
  });

  it('names the line that is wrong', async () => {
    const bare = { product_id: kopi.id, quantity: 1 };
    expectInvalid(on, await create({ items: [bare, { ...bare, quantity: 0 }] }, token), 'items.1.quantity');
    expectInvalid(
      on,
      await create({ items: [bare, { ...bare, product_id: UNKNOWN_ID }] }, token),
      'items.1.product_id',
    );
    for (const item of ['x', 5, null, []]) expectRefusal(on, await create({ items: [bare, item] }, token), 400);
  });

  it('A-52: another tenant’s product and customer are as unknown as ones that do not exist, and stay as they are', async () => {
    const other = await newTenant();
    const theirs = await newProduct(other, { current_stock: 5 });
    const sale = (product_id: string) => create({ items: [{ product_id, quantity: 1 }] }, token);
    expectSameRefusal(await sale(UNKNOWN_ID), await sale(theirs.id));
    expect(await stockOf(other, theirs.id)).toBe(5);
    const to = (customer_id: string) => create({ items: one(), customer_id }, token);
    expectSameRefusal(await to(UNKNOWN_ID), await to((await newCustomer(other)).id));
  });

  it('A-09: ignores what it does not know, and what only the service says', async () => {
    const extra = { id: UNKNOWN_ID, total: 1, status: 'pending', invoice_number: 'INV-1', refunded_total: 5 };
    const made = await sell(tenant, [{ ...one()[0], tax_rate: 0, total: 1 }], extra);
    expect(made).toMatchObject({ total: 53, status: 'completed', refunded_total: 0 });
    expect(made.id).not.toBe(UNKNOWN_ID);
  });

  it('A-15: says 401 to rubbish without a token, and 403 to rubbish by a viewer', async () => {
    expectRefusal(on, await create({}), 401);
    expectRefusal(on, await create({}, people.VIEWER.token), 403);
  });
});

describe('GET /api/v1/retail/sales/{sale_id}/', () => {
  it('A-16, A-51: another tenant’s, an unknown and an impossible id are not there, each the same', async () => {
    const other = await newTenant();
    const foreign = await sell(other, [{ product_id: (await newProduct(other)).id, quantity: 1 }]);
    const unknown = await on.get(`${path}/${UNKNOWN_ID}`, token);
    expectRefusal(on, unknown, 404);
    for (const id of [foreign.id, '1', 'not-a-uuid', '%00'])
      expectSameRefusal(unknown, await on.get(`${path}/${id}`, token));
  });

  it('says 401 without a token', async () => expectRefusal(on, await on.get(`${path}/${UNKNOWN_ID}`), 401));
});

describe('PUT /api/v1/retail/sales/{sale_id}/status/', () => {
  it('A-96: sets the status, and keeps why, when and who', async () => {
    const sale = await sell(tenant, one());
    const answer = await setStatus(sale.id, { status: 'cancelled', reason: 'Rung up twice' }, people.STAFF.token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body.data, retailShapes.sale);
    expectKeys(answer.body.data.status_history[0], retailShapes.statusChange);
    expect(answer.body.data).toEqual({
      ...sale,
      status: 'cancelled',
      status_reason: 'Rung up twice',
      status_history: [
        {
          status: 'cancelled',
          reason: 'Rung up twice',
          changed_at: answer.body.data.updated_at,
          changed_by: people.STAFF.id,
        },
      ],
      updated_at: expect.stringMatching(INSTANT),
    });
    expect(await readSale(tenant, sale.id)).toEqual(answer.body.data);
  });

  it('A-15, A-51: says 404 before 400 where the record is not there', async () => {
    const other = await newTenant();
    const foreign = await sell(other, [{ product_id: (await newProduct(other)).id, quantity: 1 }]);
    for (const id of [UNKNOWN_ID, foreign.id, 'not-a-uuid'])
      for (const status of ['refunded', 'x']) expectRefusal(on, await setStatus(id, { status }), 404);
    expect((await readSale(other, foreign.id)).status).toBe('completed');
  });
});

describe('GET /api/v1/retail/customers/{customer_id}/purchase-history/', () => {
  const history = (id: string, query = '', by?: string) =>
    on.get(`/retail/customers/${id}/purchase-history?${query}`, by);

  it('A-159, A-160: lists the customer’s sales, newest first, in pages', async () => {
    const { id: customer_id } = await newCustomer(tenant);
    const made: Json[] = [];
    for (const quantity of [1, 2, 3]) made.unshift(await sell(tenant, one(quantity), { customer_id }));
    await sell(tenant, one());
    const answer = await history(customer_id, '', token);
    expect([answer.status, answer.body.data]).toEqual([200, made]);
    expect(answer.body.pagination).toEqual({ page: 1, page_size: 20, total: 3, pages: 1 });
    const second = await history(customer_id, 'page=2&page_size=2', token);
    expect([second.body.data, second.body.pagination.pages]).toEqual([made.slice(2), 2]);
  });

  it('A-24: is narrowed to days of UTC+8', async () => {
    const { id: customer_id } = await newCustomer(tenant);
    await sell(tenant, one(), { customer_id });
    const [yesterday, today, tomorrow] = [malaysianDay(-1), malaysianDay(), malaysianDay(1)];
    for (const [query, total] of [
      [`date_from=${today}&date_to=${today}`, 1],
      [`date_from=${tomorrow}`, 0],
      [`date_to=${yesterday}`, 0],
    ] as const)
      expect([query, on.total(await history(customer_id, query, token))]).toEqual([query, total]);
    for (const parameter of ['date_from', 'date_to'])
      expectInvalid(on, await history(customer_id, `${parameter}=2025-02-30`, token), parameter);
  });

  it('A-160: of an unknown, deleted, impossible or other tenant’s customer is not there', async () => {
    const gone = await newCustomer(tenant);
    await on.send('DELETE', `/retail/customers/${gone.id}`, { token });
    const foreign = await newCustomer(await newTenant());
    for (const id of [UNKNOWN_ID, gone.id, foreign.id, 'not-a-uuid'])
      expectRefusal(on, await history(id, '', token), 404);
  });
});

it('A-60: nothing of sales is served while the module is disabled', async () => {
  const other = await newTenant();
  const [product, customer] = [await newProduct(other), await newCustomer(other)];
  const items = [{ product_id: product.id, quantity: 1 }];
  const sale = await sell(other, items);
  await disableRetail(other);
  const by = other.admin.token;
  for (const answer of [
    await on.get(path, by),
    await create({ items }, by),
    await on.get(`${path}/${sale.id}`, by),
    await setStatus(sale.id, { status: 'pending' }, by),
    await on.post(`${path}/${sale.id}/refund`, {}, by),
    await on.get(`/retail/customers/${customer.id}/purchase-history`, by),
  ])
    expectRefusal(on, answer, 403, 'MODULE_DISABLED');
});
