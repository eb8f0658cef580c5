import type { Answer, Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import {
  atOnce,
  giveBack,
  newCustomer,
  newProduct,
  readSale,
  sell,
  trySell,
  withStatus,
} from '../../support/retail.js';

/** several ways of paying, and sales on account. */

let shop: TestTenant;
let token: string;
let customer: Json;
/** Costs 106.00 with its tax. */
let item: { product_id: string; quantity: number };
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

beforeEach(async () => {
  shop = await newTenant();
  ({ token } = shop.admin);
  const [product, made] = await Promise.all([
    newProduct(shop, { selling_price: 100, tax_rate: 6, current_stock: 100 }),
    newCustomer(shop),
  ]);
  customer = made;
  item = { product_id: product.id, quantity: 1 };
});

const priced = async (selling_price: number) => ({
  product_id: (await newProduct(shop, { selling_price, tax_rate: 0 })).id,
  quantity: 1,
});
const pay = (sale_id: string, body: unknown): Promise<Answer> =>
  on.post(`/retail/sales/${sale_id}/payments`, body, token);
const onAccount = (payments: unknown[] = [], items = [item]): Promise<Json> =>
  sell(shop, items, { payments, on_account: true, customer_id: customer.id });
const rows = async (path: string, query: Record<string, string> = {}): Promise<Json[]> => {
  const answer = await on.get(`/retail/reports/${path}?${new URLSearchParams(query)}`, token);
  expect(answer.status).toBe(200);
  return on.data(answer).rows;
};
const closing = async () =>
  (await rows('daily-closing')).map((row) => [
    row.payment_method,
    ...[
      'sales_count',
      'sales',
      'refunds',
      'voided',
      'cancelled',
      'net',
      'account_payments',
      'takings',
      'rounding',
      'expected_cash',
    ].map((key) => row[key]),
  ]);
const statement = async (query: Record<string, string> = {}): Promise<Json> => {
  const answer = await on.get(`/retail/customers/${customer.id}/statement?${new URLSearchParams(query)}`, token);
  expect(answer.status).toBe(200);
  return on.data(answer);
};

describe('payments of a sale', () => {
  it('50 in cash and 56 by card are 106.00; the closing shows both', async () => {
    const sale = await sell(shop, [item], {
      payments: [
        { method: 'cash', amount: 50, tendered: 60 },
        { method: 'card', amount: 56, reference: 'TXN-88121' },
      ],
    });
    expect(sale).toMatchObject({
      payment_method: 'mixed',
      payment_status: 'completed',
      status: 'completed',
      outstanding_amount: 0,
      on_account: false,
      payments: [
        { method: 'cash', amount: 50, rounding: 0, tendered: 60, change: 10, reference: null },
        { method: 'card', amount: 56, rounding: 0, tendered: null, change: null, reference: 'TXN-88121' },
      ],
    });
    expect(await readSale(shop, sale.id)).toEqual(sale);
    expect(await closing()).toEqual([
      ['card', 0, 56, 0, 0, 0, 56, 0, 56, 0, 0],
      ['cash', 1, 50, 0, 0, 0, 50, 0, 50, 0, 50],
    ]);
    expect((await rows('sales'))[0]).toMatchObject({ sales_count: 1, total: 106 });
  });

  it('one of them is the payment_method; a sale that names one has it as its payment', async () => {
    const [told, named, none] = [
      await sell(shop, [item], { payments: [{ method: 'duitnow', amount: 106 }] }),
      await sell(shop, [item], { payment_method: 'cash' }),
      await sell(shop, [item]),
    ];
    expect([told.payment_method, named.payment_method, none.payment_method]).toEqual(['duitnow', 'cash', null]);
    expect([named.payments, none.payments].map(([{ method, amount }]: Json[]) => [method, amount])).toEqual([
      ['cash', 106],
      [null, 106],
    ]);
    expect(named.payments).toHaveLength(1);
  });

  it.each([
    ['exact', 10.03],
    ['in coins of five sen', 10.05],
  ])('cash is sent %s, and the cash part alone is rounded', async (_, amount) => {
    const sale = await sell(shop, [await priced(20.05)], {
      payments: [
        { method: 'card', amount: 10.02 },
        { method: 'tunai', amount, tendered: 20 },
      ],
    });
    expect(sale.payments[1]).toMatchObject({ amount: 10.03, rounding: 0.02, change: 9.95 });
    expect(await closing()).toEqual([
      ['card', 1, 10.02, 0, 0, 0, 10.02, 0, 10.02, 0, 0],
      ['tunai', 0, 10.03, 0, 0, 0, 10.03, 0, 10.03, 0.02, 10.05],
    ]);
  });

  it.each([
    [{ payments: [{ method: 'cash', amount: 100 }] }, 'payments'],
    [{ payments: [{ method: 'cash', amount: 110 }] }, 'payments'],
    [{ payments: [{ method: 'card', amount: 106.02 }] }, 'payments'],
    [{ payments: [] }, 'payments'],
    [{ payments: [{ method: 'cash', amount: 106, tendered: 100 }] }, 'payments.0.tendered'],
    [{ payments: [{ method: 'cash', amount: -1 }] }, 'payments.0.amount'],
    [{ payments: [{ method: ' ', amount: 106 }] }, 'payments.0.method'],
    [{ payments: [{ amount: 106 }] }, 'payments.0.method'],
    [{ payments: [{ method: 'cash', amount: 106 }], payment_method: 'cash' }, 'payment_method'],
    [{ payments: [], on_account: true }, 'customer_id'],
    [{ payments: 'cash' }, 'payments'],
  ])('%j is refused, naming %s, and nothing is sold', async (more, field) => {
    expectInvalid(on, await trySell(shop, [item], more), field);
    expect(await rows('sales')).toEqual([]);
  });

  it('a sale of 0 needs none', async () => {
    const sale = await sell(shop, [await priced(0)], { payments: [] });
    expect(sale).toMatchObject({ status: 'completed', outstanding_amount: 0, payments: [] });
  });
});

describe('a sale on account', () => {
  it('is pending until it is paid; each payment is in the takings of its day', async () => {
    const sale = await onAccount([{ method: 'cash', amount: 6 }]);
    expect(sale).toMatchObject({
      status: 'pending',
      payment_status: 'partially_paid',
      payment_method: 'on_account',
      on_account: true,
      outstanding_amount: 100,
    });
    expect(await rows('sales')).toEqual([]);
    const part = await pay(sale.id, { method: 'card', amount: 40 });
    expect(part.status).toBe(201);
    expect(on.data(part)).toMatchObject({ status: 'pending', outstanding_amount: 60 });
    const last = on.data(await pay(sale.id, { method: 'cash', amount: 60, tendered: 100 }));
    expect(last).toMatchObject({ status: 'completed', payment_status: 'completed', outstanding_amount: 0 });
    expect(last.payments.map(({ method, amount, change }: Json) => [method, amount, change])).toEqual([
      ['cash', 6, null],
      ['card', 40, null],
      ['cash', 60, 40],
    ]);
    expect((await rows('sales'))[0]).toMatchObject({ sales_count: 1, total: 106 });
    expect(await closing()).toEqual([
      ['card', 0, 0, 0, 0, 0, 0, 40, 40, 0, 0],
      ['cash', 1, 6, 0, 0, 0, 6, 60, 66, 0, 66],
      ['on_account', 0, 100, 0, 0, 0, 100, 0, 0, 0, 0],
    ]);
  });

  it('is paid no more than is owed', async () => {
    const { id } = await onAccount();
    expectInvalid(on, await pay(id, { method: 'card', amount: 106.01 }), 'amount');
    expectInvalid(on, await pay(id, { method: 'card', amount: 0 }), 'amount');
    expectInvalid(on, await pay(id, { method: 'cash', amount: 50, tendered: 49 }), 'tendered');
    expectInvalid(on, await pay(id, { amount: 50 }), 'method');
    expect((await pay(id, { method: 'card', amount: 106 })).status).toBe(201);
    expectRefusal(on, await pay(id, { method: 'card', amount: 1 }), 409, 'CONFLICT');
    const plain = await sell(shop, [item]);
    expectRefusal(on, await pay(plain.id, { method: 'card', amount: 1 }), 409, 'CONFLICT');
    expect((await pay('0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { method: 'card', amount: 1 })).status).toBe(404);
  });

  it('cash of the last payment may be rounded', async () => {
    const { id } = await onAccount([], [await priced(10.03)]);
    expect(on.data(await pay(id, { method: 'cash', amount: 10.05 }))).toMatchObject({
      outstanding_amount: 0,
      payments: [{ amount: 10.03, rounding: 0.02 }],
    });
  });

  it('stands on the statement of its customer, with what was owed before', async () => {
    const sale = await onAccount([{ method: 'cash', amount: 6 }]);
    await sell(shop, [item], { customer_id: customer.id, payment_method: 'cash' });
    await pay(sale.id, { method: 'card', amount: 40 });
    await giveBack(shop, (await onAccount()).id, {});
    const { lines, ...sums } = await statement();
    expect(lines.map((line: Json) => [line.kind, line.payment_method, line.charged, line.paid, line.balance])).toEqual([
      ['sale', null, 106, null, 106],
      ['payment', 'cash', null, 6, 100],
      ['payment', 'card', null, 40, 60],
      ['sale', null, 106, null, 166],
      ['refund', null, null, 106, 60],
    ]);
    expect(sums).toMatchObject({ opening_balance: 0, charged: 212, paid: 152, balance: 60 });
    expect(lines[0]).toMatchObject({ date: today(), number: sale.invoice_number, sale_id: sale.id });
    expect(await statement({ date_from: '2999-01-01' })).toMatchObject({ opening_balance: 60, balance: 60, lines: [] });
    expect(await statement({ date_to: '2001-01-01' })).toMatchObject({ balance: 0, lines: [] });
    for (const language of ['en', 'ms']) {
      const path = `/retail/customers/${customer.id}/statement/pdf`;
      const pdf = await on.send('GET', path, { token, headers: { 'accept-language': language } });
      expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    }
    expect((await on.get(`/retail/customers/${sale.id}/statement`, token)).status).toBe(404);
  });

  it('has its lines in pages, with sums of the whole period; a printed statement has at most 1,000', async () => {
    const payments = Array.from({ length: 599 }, () => ({ method: 'card', amount: 0.01 }));
    await onAccount(payments);
    const path = `/retail/customers/${customer.id}/statement`;
    const print = (query = '') => on.send('GET', `${path}/pdf${query}`, { token });
    expect((await print()).status).toBe(200);
    await onAccount(payments);
    const sums = { opening_balance: 0, charged: 212, paid: 11.98, balance: 200.02, total_lines: 1200 };
    const pages = await Promise.all(
      [undefined, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 2 ** 40].map((page) =>
        statement(page === undefined ? {} : { page: String(page), page_size: '100000' }),
      ),
    );
    for (const page of pages) expect(page).toMatchObject(sums);
    expect(pages.map(({ lines }) => lines.length)).toEqual([...Array<number>(12).fill(100), 0, 0]);
    const lines: Json[] = pages.flatMap((page) => page.lines);
    let balance = 0;
    for (const line of lines) {
      balance = Math.round((balance + (line.charged ?? 0) - (line.paid ?? 0)) * 100) / 100;
      expect(line.balance).toBe(balance);
    }
    expect([lines.length, balance]).toEqual([1200, 200.02]);
    const later = await statement({ page: '3', page_size: '7' });
    expect(later.lines).toEqual(lines.slice(14, 21));
    expectInvalid(on, await print(), 'date_from');
    expect((await print('?date_from=2999-01-01')).status).toBe(200);
  });

  it('stands in the report of what is owed, by age', async () => {
    const sale = await onAccount();
    await onAccount([{ method: 'cash', amount: 100 }]);
    await sell(shop, [item]);
    expect(await rows('receivables')).toEqual([
      {
        group: customer.id,
        label: 'Siti Nur',
        sales_count: 2,
        days_0_30: 112,
        days_31_60: 0,
        days_61_90: 0,
        days_over_90: 0,
        outstanding: 112,
        oldest: today(),
      },
    ]);
    await on.put(`/retail/sales/${sale.id}/status`, { status: 'cancelled' }, token);
    expect((await rows('receivables')).map(({ outstanding }) => outstanding)).toEqual([6]);
    await on.send('DELETE', `/retail/customers/${customer.id}`, { token });
    expect((await rows('receivables')).map(({ label, outstanding }) => [label, outstanding])).toEqual([['deleted', 6]]);
  });

  it('a refund takes off what is owed first, and pays out the rest', async () => {
    const sale = await sell(shop, [{ ...item, quantity: 2 }], {
      payments: [{ method: 'card', amount: 150 }],
      on_account: true,
      customer_id: customer.id,
    });
    const one = on.data(await giveBack(shop, sale.id, { items: [item] }));
    expect(one).toMatchObject({ outstanding_amount: 0, status: 'completed', payment_status: 'partially_refunded' });
    expect(one.refunds).toMatchObject([{ amount: 106, credited: 62, is_void: false }]);
    expect(await closing()).toEqual([
      ['card', 1, 150, 44, 0, 0, 106, 0, 106, 0, 0],
      ['on_account', 0, 62, 62, 0, 0, 0, 0, 0, 0, 0],
    ]);
  });

  it('a status takes out what is left, and brings it back', async () => {
    const sale = await onAccount([{ method: 'cash', amount: 50.02 }]);
    const set = (status: string) => on.put(`/retail/sales/${sale.id}/status`, { status }, token);
    expect(on.data(await set('cancelled'))).toMatchObject({ outstanding_amount: 0, status: 'cancelled' });
    expect(await closing()).toEqual([
      ['cash', 1, 50.02, 0, 0, 50.02, 0, 0, 0, 0, 0],
      ['on_account', 0, 55.98, 0, 0, 55.98, 0, 0, 0, 0, 0],
    ]);
    expect((await pay(sale.id, { method: 'card', amount: 1 })).status).toBe(409);
    expect(on.data(await set('pending'))).toMatchObject({ outstanding_amount: 55.98 });
    expect(await closing()).toEqual([
      ['cash', 1, 50.02, 0, 0, 0, 50.02, 0, 50.02, -0.02, 50],
      ['on_account', 0, 55.98, 0, 0, 0, 55.98, 0, 0, 0, 0],
    ]);
  });

  it('two cashiers, and 18 more, pay one sale: together no more than is owed', async () => {
    const { id } = await onAccount();
    const answers = await atOnce(20, () => pay(id, { method: 'card', amount: 10 }));
    expect([withStatus(answers, 201).length, withStatus(answers, 400).length]).toEqual([10, 10]);
    const sale = await readSale(shop, id);
    expect(sale).toMatchObject({ outstanding_amount: 6, status: 'pending' });
    expect(sale.payments).toHaveLength(10);
    const rest = await atOnce(2, () => pay(id, { method: 'cash', amount: 6 }));
    expect(rest.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await readSale(shop, id)).toMatchObject({ outstanding_amount: 0, status: 'completed' });
  });
});
