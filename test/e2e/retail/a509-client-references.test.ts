import type { Answer, Json } from '../../support/client.js';
import { expectConflict, expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import {
  atOnce,
  giveBack,
  ledgerOf,
  newCustomer,
  newProduct,
  readSale,
  sell,
  stockOf,
  trySell,
  withStatus,
} from '../../support/retail.js';

/** Sales, refunds and customers that are made once for all requests with one client_reference. */

jest.setTimeout(60_000);

let tenant: TestTenant;
let token: string;
let product_id: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  ({ id: product_id } = await newProduct(tenant, { current_stock: 50 }));
});

const one = () => [{ product_id, quantity: 1 }];
const trySale = (client_reference: string, more: Record<string, unknown> = {}) =>
  trySell(tenant, one(), { client_reference, ...more });
const tryCustomer = (body: Record<string, unknown>) =>
  on.post('/retail/customers', { first_name: 'Siti', last_name: 'Nur', ...body }, token);
const total = async (path: string): Promise<number> => on.total(await on.get(path, token));

const isReplayed = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

/** Refused with the id of the record that was made first. */
function expectTaken(answer: Answer, id: string): void {
  expectConflict(on, answer, 'client_reference');
  expect(answer.body.details ?? answer.body.error?.details).toEqual({ id });
}

describe('A-509: a sale with a client_reference', () => {
  it('is made once by twenty requests at once, with one number and stock taken once; each is answered with it', async () => {
    const { id: last } = await newProduct(tenant, { current_stock: 1 });
    const answers = await atOnce(20, () =>
      trySell(tenant, [{ product_id: last, quantity: 1 }], { client_reference: 'TILL-1' }),
    );
    expect([withStatus(answers, 201).length, withStatus(answers, 200).length]).toEqual([1, 19]);
    expect(answers.map(isReplayed).filter(Boolean)).toHaveLength(19);
    expect(new Set(answers.map((answer) => on.data(answer).id)).size).toBe(1);
    expect(await total('/retail/sales')).toBe(1);
    expect(await ledgerOf(tenant, last)).toEqual([
      ['opening', 1, 1],
      ['sale', -1, 0],
    ]);
    const next = await sell(tenant, one());
    expect(next.invoice_number).toMatch(/-000002$/);
  });

  it('is answered as it is now when it is sent again, in any order of its keys, with its ETag and no new Location', async () => {
    const made = await trySale('TILL-2', { notes: 'first', payment_details: { a: 1, b: 2 } });
    expect([made.status, isReplayed(made), on.data(made).client_reference]).toEqual([201, false, 'TILL-2']);
    const { id } = on.data(made);
    await giveBack(tenant, id);
    const again = await on.post(
      '/retail/sales',
      { payment_details: { b: 2, a: 1 }, notes: 'first', customer_id: null, items: one(), client_reference: 'TILL-2' },
      token,
    );
    expect([again.status, isReplayed(again), again.headers.get('location')]).toEqual([200, true, null]);
    const { warnings, payment_request: none, ...sale } = on.data(again);
    expect([warnings, sale]).toEqual([[], await readSale(tenant, id)]);
    expect(sale.status).toBe('refunded');
    expect(await stockOf(tenant, product_id)).toBe(50);
  });

  it('is answered 409 with the id of the sale where other content was sent, and changes nothing', async () => {
    const { id } = on.data(await trySale('TILL-3'));
    expectTaken(await trySale('TILL-3', { notes: 'other' }), id);
    expectTaken(await trySell(tenant, [{ product_id, quantity: 2 }], { client_reference: 'TILL-3' }), id);
    expect([await total('/retail/sales'), await stockOf(tenant, product_id)]).toEqual([1, 49]);
  });

  it('is not the answer to a field that the service does not know', async () => {
    const { id } = on.data(await trySale('TILL-4'));
    const again = await trySale('TILL-4', { till_version: 7 });
    expect([again.status, on.data(again).id]).toEqual([200, id]);
  });

  it('is found by it, and by nothing that is like it; another tenant has the same reference for another sale', async () => {
    const { id } = on.data(await trySale('TILL-5'));
    await trySale('TILL-55');
    const found = await on.get('/retail/sales?client_reference=TILL-5', token);
    expect(found.body.data.map((row: Json) => row.id)).toEqual([id]);
    expect(await total('/retail/sales?client_reference=till-5')).toBe(0);
    const other = await newTenant();
    const theirs = await newProduct(other, { current_stock: 5 });
    const sale = await trySell(other, [{ product_id: theirs.id, quantity: 1 }], { client_reference: 'TILL-5' });
    expect(sale.status).toBe(201);
    expect(on.data(sale).id).not.toBe(id);
  });

  it('keeps no reference where the sale was refused: the same request succeeds once there is stock', async () => {
    const { id } = await newProduct(tenant, { current_stock: 0 });
    const body = [{ product_id: id, quantity: 1 }];
    expectInvalid(on, await trySell(tenant, body, { client_reference: 'TILL-6' }), 'items.0.quantity');
    await on.post(`/retail/products/${id}/update-stock`, { quantity: 1, operation: 'add' }, token);
    expect((await trySell(tenant, body, { client_reference: 'TILL-6' })).status).toBe(201);
  });

  it('has 1 to 100 characters', async () => {
    for (const client_reference of ['', 'x'.repeat(101), 5, ['x']])
      expectInvalid(on, await trySale(client_reference as string), 'client_reference');
    expect((await trySale('x'.repeat(100))).status).toBe(201);
  });

  it('shows null where none was sent', async () => {
    expect((await sell(tenant, one())).client_reference).toBeNull();
  });

  it('goes together with an Idempotency-Key', async () => {
    const send = (key: string) =>
      on.send('POST', '/retail/sales', {
        token,
        body: { items: one(), client_reference: 'TILL-7' },
        headers: { 'idempotency-key': key },
      });
    const [first, other, again] = [await send('a'), await send('b'), await send('b')];
    expect([first, other, again].map(({ status }) => status)).toEqual([201, 200, 200]);
    expect(on.data(again)).toEqual(on.data(other));
    expect(await total('/retail/sales')).toBe(1);
  });
});

describe('A-509: a refund with a client_reference', () => {
  it('is made once by twenty requests at once', async () => {
    const sale = await sell(tenant, one());
    const answers = await atOnce(20, () => giveBack(tenant, sale.id, { client_reference: 'R-1' }));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(answers.map(isReplayed).filter(Boolean)).toHaveLength(19);
    const { refunds } = await readSale(tenant, sale.id);
    expect(refunds.map((refund: Json) => refund.client_reference)).toEqual(['R-1']);
    expect(await stockOf(tenant, product_id)).toBe(50);
  });

  it('is answered with its amount when it is sent again, and 409 with its id for other content or another sale', async () => {
    const [sale, other] = [await sell(tenant, [{ product_id, quantity: 3 }]), await sell(tenant, one())];
    const part = { items: [{ product_id, quantity: 1 }], client_reference: 'R-2' };
    const first = await giveBack(tenant, sale.id, part);
    await giveBack(tenant, sale.id, { items: [{ product_id, quantity: 1 }] });
    const again = await giveBack(tenant, sale.id, part);
    expect([again.status, isReplayed(again)]).toEqual([200, true]);
    expect(on.data(again).refund_amount).toBe(on.data(first).refund_amount);
    expect(on.data(again).refunds).toHaveLength(2);
    const { id } = on.data(first).refunds[0];
    expectTaken(await giveBack(tenant, sale.id, { ...part, notes: 'other' }), id);
    expectTaken(await giveBack(tenant, other.id, part), id);
    expect((await readSale(tenant, other.id)).refunds).toEqual([]);
  });

  it('is separate from the references of sales', async () => {
    const sale = on.data(await trySale('SAME'));
    expect((await giveBack(tenant, sale.id, { client_reference: 'SAME' })).status).toBe(200);
  });
});

describe('A-509: a customer with a client_reference', () => {
  it('is made once by twenty requests at once', async () => {
    const answers = await atOnce(20, () => tryCustomer({ client_reference: 'C-1', loyalty_points: 10 }));
    expect([withStatus(answers, 201).length, withStatus(answers, 200).length]).toEqual([1, 19]);
    expect(await total('/retail/customers')).toBe(1);
    const { id } = on.data(answers[0] as Answer);
    expect(await total(`/retail/customers/${id}/points`)).toBe(1);
  });

  it('is answered as it is now, found by it, and refused with 409 for other content', async () => {
    const { id } = on.data(await tryCustomer({ client_reference: 'C-2' }));
    await newCustomer(tenant);
    await on.put(`/retail/customers/${id}`, { last_name: 'Huda' }, token);
    const again = await tryCustomer({ client_reference: 'C-2' });
    expect([again.status, isReplayed(again), on.data(again).last_name]).toEqual([200, true, 'Huda']);
    const found = await on.get('/retail/customers?client_reference=C-2', token);
    expect(found.body.data.map((row: Json) => row.id)).toEqual([id]);
    expectTaken(await tryCustomer({ client_reference: 'C-2', email: `${unique('siti')}@example.com` }), id);
  });

  it('is 409 with its id once it was deleted, and keeps its reference when it is changed', async () => {
    const { id } = on.data(await tryCustomer({ client_reference: 'C-3' }));
    const changed = await on.put(`/retail/customers/${id}`, { client_reference: 'C-4' }, token);
    expect(on.data(changed).client_reference).toBe('C-3');
    await on.send('DELETE', `/retail/customers/${id}`, { token });
    expectTaken(await tryCustomer({ client_reference: 'C-3' }), id);
    expectRefusal(on, await on.get(`/retail/customers/${id}`, token), 404);
  });
});

describe('A-509: many sales of a till in one request', () => {
  const bulk = (items: unknown) => on.post('/retail/sales/bulk', { items }, token);
  const item = (client_reference: string, more: Record<string, unknown> = {}) => ({
    items: one(),
    client_reference,
    ...more,
  });

  it('are each a transaction: a refused one holds up none', async () => {
    const gone = await newProduct(tenant, { current_stock: 0 });
    const answer = await bulk([
      item('B-1'),
      item('B-2', { items: [{ product_id: gone.id, quantity: 1 }] }),
      { items: one() },
      item('B-3', { items: [] }),
      item('B-4'),
    ]);
    expect(answer.status).toBe(200);
    const rows: Json[] = on.data(answer);
    expect(rows.map(({ index, result }) => [index, result])).toEqual([
      [0, 'created'],
      [1, 'failed'],
      [2, 'failed'],
      [3, 'failed'],
      [4, 'created'],
    ]);
    expect(rows.map(({ errors }) => errors.map((error: Json) => error.field))).toEqual([
      [],
      ['items.0.quantity'],
      ['client_reference'],
      ['items'],
      [],
    ]);
    expect(rows.map(({ id }) => id !== null)).toEqual([true, false, false, false, true]);
    expect([await total('/retail/sales'), await stockOf(tenant, product_id)]).toEqual([2, 48]);
  });

  it('sent again are unchanged, also where one was sent alone before; other content fails with its field', async () => {
    const { id } = on.data(await trySale('B-5'));
    const sent = [item('B-5'), item('B-6'), item('B-6')];
    expect(on.data(await bulk(sent)).map(({ result }: Json) => result)).toEqual(['unchanged', 'created', 'unchanged']);
    const again: Json[] = on.data(await bulk([...sent, item('B-5', { notes: 'other' })]));
    expect(again.map(({ result }) => result)).toEqual(['unchanged', 'unchanged', 'unchanged', 'failed']);
    expect(again[0]?.id).toBe(id);
    expect(again[3]?.errors.map((error: Json) => error.field)).toEqual(['client_reference']);
    expect(await total('/retail/sales')).toBe(2);
  });

  it('of two requests at once are made once', async () => {
    const sent = Array.from({ length: 10 }, (_, i) => item(`B-7-${i}`));
    const answers = await atOnce(4, () => bulk(sent));
    const results = answers.flatMap((answer) => on.data(answer).map(({ result }: Json) => result));
    expect(results.filter((result: string) => result === 'created')).toHaveLength(10);
    expect(results.filter((result: string) => result === 'unchanged')).toHaveLength(30);
    expect([await total('/retail/sales'), await stockOf(tenant, product_id)]).toEqual([10, 40]);
  });

  it('are 1 to 100 objects', async () => {
    for (const wrong of [[], Array.from({ length: 101 }, (_, i) => item(`B-8-${i}`)), 'x', [5], undefined])
      expectInvalid(on, await bulk(wrong), 'items');
    expect(await total('/retail/sales')).toBe(0);
  });
});
