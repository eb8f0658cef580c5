import type { Json } from '../../support/client.js';
import { Month, dayOf, groupBy, sen, total } from '../../support/month.js';
import { dropDatabases } from '../../support/system-database.js';
import { stopOwnServices } from '../../support/system-service.js';

/** A month of a shop: what its reports say is what its lists hold, in all formats. */

jest.setTimeout(300_000);

const METHODS = ['cash', 'Tunai', 'card', 'duitnow'];

let month: Month;
let products: Json[];
let customers: Json[];
/** Sales of the month, with their refunds, as the list shows them at its end. */
let sales: Json[];

beforeAll(async () => {
  month = await Month.begin(20_270_101);
  await month.moveTo('2026-12-31T09:00:00+08:00');
  products = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((number) =>
      month.post('retail/products', {
        name: `Barang ${number}`,
        sku: `B-${number}`,
        category: number % 2 ? 'Minuman' : 'Makanan',
        selling_price: 3.35 * number,
        purchase_price: number === 6 ? null : 2 * number,
        tax_rate: [0, 6, 10][number % 3],
        current_stock: 400,
      }),
    ),
  );
  customers = await Promise.all(
    ['Aminah', 'Ravi', 'Mei'].map((first_name) =>
      month.post('retail/customers', { first_name, last_name: 'Pelanggan' }),
    ),
  );
  await month.live(tradeOnce);
  sales = await month.all('retail/sales');
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const sold: string[] = [];

async function tradeOnce(): Promise<void> {
  const { random } = month;
  for (let left = 2 + random.int(4); left > 0; left -= 1) await sell();
  if (random.chance(0.5)) await refund();
  if (random.chance(0.15)) await month.try('POST', `retail/sales/${random.pick(sold)}/void`, { reason: 'Silap' });
  if (random.chance(0.3)) await payAccount();
  const product_id = random.pick(products).id;
  if (random.chance(0.5))
    await month.post('retail/inventory/adjust', {
      product_id,
      quantity: random.pick([-2, 5]),
      reason: 'Kiraan',
    });
}

async function sell(): Promise<void> {
  const { random } = month;
  const items = Array.from({ length: 1 + random.int(3) }, () => ({
    product_id: random.pick(products).id,
    quantity: 1 + random.int(4),
    ...(random.chance(0.2) ? { discount_rate: random.pick([5, 12.5]) } : {}),
  }));
  const customer_id = random.chance(0.5) ? random.pick(customers).id : null;
  const isOnAccount = customer_id !== null && random.chance(0.3);
  const paid = isOnAccount
    ? { on_account: true, payments: random.chance(0.5) ? [{ method: 'cash', amount: 1 }] : [] }
    : { payment_method: random.pick(METHODS) };
  sold.push((await month.post('retail/sales', { customer_id, items, ...paid })).id);
}

async function refund(): Promise<void> {
  const { random } = month;
  const sale = await month.get(`retail/sales/${random.pick(sold)}`);
  const line = random.pick(sale.items as Json[]);
  const items = [{ product_id: line.product_id, quantity: 1, reason: 'Rosak' }];
  await month.try('POST', `retail/sales/${sale.id}/refund`, { items, refund_method: random.pick(METHODS) });
}

async function payAccount(): Promise<void> {
  const owed = (await month.all('retail/sales')).filter(({ outstanding_amount }) => outstanding_amount >= 1);
  if (owed.length === 0) return;
  const { id, outstanding_amount } = month.random.pick(owed);
  const amount = month.random.chance(0.5) ? outstanding_amount : 1;
  await month.try('POST', `retail/sales/${id}/payments`, { method: 'card', amount });
}

/** A sale on account counts once it is paid. */
const completed = (): Json[] => sales.filter(({ status }) => status === 'completed');
const sum = (rows: readonly Json[], of: (row: Json) => number): number => total(rows.map(of));

it('is long enough to show something', () => {
  expect(sales.length).toBeGreaterThan(80);
  expect(sales.flatMap(({ refunds }) => refunds).length).toBeGreaterThan(8);
  expect(sales.filter(({ voided_at }) => voided_at !== null).length).toBeGreaterThan(0);
});

it.each(['day', 'category', 'product'])(
  'reports/sales by %s adds up to the sales that count, net of refunds',
  async (group_by) => {
    const { rows, totals } = await month.report('retail/reports/sales', { group_by });
    const net = (sale: Json): number => sale.total - sale.refunded_total;
    expect(totals.total).toBe(sum(completed(), net));
    expect(sum(rows, (row) => row.total)).toBe(totals.total);
    if (group_by !== 'day') return;
    const days = groupBy(completed(), ({ created_at }) => dayOf(created_at));
    for (const row of rows) expect([row.group, row.total]).toEqual([row.group, sum(days.get(row.group) ?? [], net)]);
  },
);

it('reports/daily-closing counts each day what was sold, given back and received on it', async () => {
  const { rows } = await month.report('retail/reports/daily-closing', { group_by: 'day' });
  const bySale = groupBy(sales, ({ created_at }) => dayOf(created_at));
  const refunds = sales.flatMap((sale) => sale.refunds.map((refund: Json) => ({ ...refund, sale })));
  const byRefund = groupBy(refunds, ({ created_at }) => dayOf(created_at));
  for (const row of rows) {
    const given = byRefund.get(row.group) ?? [];
    expect([row.group, row.sales_count, row.sales]).toEqual([
      row.group,
      bySale.get(row.group)?.length ?? 0,
      sum(bySale.get(row.group) ?? [], (sale) => sale.total),
    ]);
    const [voids, others] = [given.filter((one) => one.is_void), given.filter((one) => !one.is_void)];
    expect([row.group, row.voided, row.refunds]).toEqual([
      row.group,
      sum(voids, (one) => one.amount),
      sum(others, (one) => one.amount),
    ]);
  }
});

it('the parts of the daily closing add up alike by method, cashier and day', async () => {
  const figures = [
    'sales_count',
    'sales',
    'refunds',
    'voided',
    'takings',
    'account_payments',
    'rounding',
    'expected_cash',
  ];
  const [day, cashier, method] = await Promise.all(
    ['day', 'cashier', 'payment_method'].map(async (group_by) => {
      const { rows } = await month.report('retail/reports/daily-closing', { group_by });
      return figures.map((figure) => [figure, sum(rows, (row) => row[figure])]);
    }),
  );
  expect(cashier).toEqual(day);
  expect(method).toEqual(day);
});

it('reports/receivables is what the sales still owe', async () => {
  const { rows } = await month.report('retail/reports/receivables');
  const owing = groupBy(
    sales.filter(({ outstanding_amount }) => outstanding_amount > 0),
    ({ customer_id }) => customer_id,
  );
  expect(Object.fromEntries(rows.map((row) => [row.group, row.outstanding]))).toEqual(
    Object.fromEntries([...owing].map(([id, owed]) => [id, sum(owed, (sale) => sale.outstanding_amount)])),
  );
});

it('the stock of each product is what came less what was sold and not returned', async () => {
  const { rows } = await month.report('retail/inventory/report', {}, false);
  const now = new Map((await month.all('retail/products')).map((product) => [product.id, product.current_stock]));
  for (const row of rows) {
    const lines = sales.flatMap(({ items }) => items).filter(({ product_id }: Json) => product_id === row.group);
    expect([row.label, row.sold]).toEqual([
      row.label,
      lines.reduce((pieces: number, line: Json) => pieces + line.quantity, 0),
    ]);
    expect([row.label, row.closing]).toEqual([row.label, now.get(row.group)]);
  }
});

it('what was refunded is never more than what was sold', () => {
  for (const sale of sales) expect(sen(sale.refunded_total)).toBe(sen(sum(sale.refunds, (refund) => refund.amount)));
});
