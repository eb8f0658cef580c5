import { call, type Answer, type Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { raw } from '../../support/http-raw.js';
import { PASSWORD, newTenant, newUser, unique, type TestTenant } from '../../support/people.js';
import { atOnce, disableRetail, giveBack, newCustomer, newProduct, sell } from '../../support/retail.js';

const paths = [
  'reports/sales',
  'reports/inventory',
  'inventory/report',
  'reports/customers',
  'reports/daily-closing',
] as const;
const printedPaths = paths.filter((path) => path !== 'inventory/report');
const figures = ['sales_count', 'quantity', 'gross', 'discount', 'subtotal', 'tax', 'total'];
const costs = ['cost', 'gross_profit', 'uncosted'];
const zeros = Object.fromEntries(figures.map((name) => [name, 0]));
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

let tenant: TestTenant;
let empty: TestTenant;
let token: string;
let kopi: Json;
let teh: Json;
/** Completed, with a line given back; completed; cancelled. */
let day: string;
beforeAll(async () => {
  [tenant, empty] = await Promise.all([newTenant(), newTenant()]);
  ({ token } = tenant.admin);
  kopi = await newProduct(tenant, {
    name: '=Kopi "O", kosong',
    category: 'Beverages',
    selling_price: 50,
    purchase_price: 30,
    current_stock: 10,
    tax_rate: 6,
  });
  teh = await newProduct(tenant, { name: '陳美玲 முத்து', selling_price: 27, current_stock: 5, tax_rate: 6 });
  day = today();
  await sell(tenant, [{ product_id: kopi.id, quantity: 2 }]);
  const second = await sell(tenant, [
    { product_id: teh.id, quantity: 1 },
    { product_id: kopi.id, quantity: 1 },
  ]);
  await giveBack(tenant, second.id, { items: [{ product_id: kopi.id, quantity: 1 }] });
  const third = await sell(tenant, [{ product_id: teh.id, quantity: 2 }]);
  await on.put(`/retail/sales/${third.id}/status`, { status: 'cancelled' }, token);
});

const ask = (path: string, query: Record<string, string> = {}, by = token, headers = {}): Promise<Answer> =>
  call('GET', `/api/v1/retail/${path}/?${new URLSearchParams(query)}`, { token: by, headers });
const report = async (path: string, query: Record<string, string> = {}, by = token): Promise<Json> => {
  const answer = await ask(path, query, by);
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const ofGroup = (data: Json, group: string): Json => data.rows.find((row: Json) => row.group === group);

/** RFC 4180, read by hand. */
function parsed(csv: string): string[][] {
  expect(csv.startsWith('\uFEFF')).toBe(true);
  const lines = csv.slice(1).split('\r\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
    ),
  );
}

describe('A-150: format', () => {
  it.each(paths)('%s is JSON in the envelope unless another is asked for', async (path) => {
    const [plain, asked] = [await ask(path), await ask(path, { format: 'JSON' })];
    expectKeys(plain.body, ['success', 'data']);
    expectKeys(plain.body.data, ['report', 'title', 'filters', 'rows', 'totals']);
    expect(asked.body).toEqual(plain.body);
    expect(plain.headers.get('content-disposition')).toBeNull();
  });

  it.each(paths)('%s as csv is the file itself, and says how to save it', async (path) => {
    const answer = await ask(path, { format: 'csv' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="[a-z-]+-report-${day}\\.csv"$`),
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('x-request-id')).toMatch(/./);
  });

  it.each(printedPaths)('%s as pdf begins as one does', async (path) => {
    const answer = await ask(path, { format: 'pdf' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.text.slice(0, 5)).toBe('%PDF-');
    expect(answer.text.trimEnd().slice(-5)).toBe('%%EOF');
  });

  it('inventory/report is not printed', async () =>
    expectInvalid(on, await ask('inventory/report', { format: 'pdf' }), 'format'));

  it.each(paths)('%s refuses a format that is none', async (path) =>
    expectInvalid(on, await ask(path, { format: 'xlsx' }), 'format'),
  );

  it('as csv begins with the mark by which Excel knows UTF-8, and holds nothing that it would work out', async () => {
    const { text } = await raw('GET', '/api/v1/retail/reports/sales/?format=csv&group_by=product', { token });
    const [header, ...rows] = parsed(text);
    expect(header).toEqual(['group', 'label', 'sku', ...figures, ...costs]);
    expect(rows).toEqual([
      [
        ...[kopi.id, `'=Kopi "O", kosong`, kopi.sku, '2', '2', '100.00', '0.00', '100.00', '6.00', '106.00'],
        ...['60.00', '40.00', '0.00'],
      ],
      [teh.id, teh.name, teh.sku, '1', '1', '27.00', '0.00', '27.00', '1.62', '28.62', '', '', '27.00'],
    ]);
  });

  it('as pdf has its typefaces within it, those of Tamil and Chinese names too', async () => {
    const { text } = await ask('reports/sales', { format: 'pdf', group_by: 'product' });
    const faces = [...text.matchAll(/\/FontName \/[A-Z]{6}\+(\w+)/g)].map(([, face]) => face);
    expect(faces.sort()).toEqual(['NotoSans', 'NotoSans', 'NotoSansSC', 'NotoSansTamil']);
    expect(text.match(/\/FontFile2 /g)).toHaveLength(4);
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
  });
});

describe('A-151: two similar paths', () => {
  it('inventory/report and reports/inventory are two reports', async () => {
    const [movements, stock] = [await report('inventory/report'), await report('reports/inventory')];
    expect([movements.report, stock.report]).toEqual(['inventory_movements', 'inventory']);
    expect(Object.keys(movements.rows[0])).not.toEqual(Object.keys(stock.rows[0]));
  });
});

describe('A-152: groupings', () => {
  it('are by day, and by loyalty tier, unless told otherwise', async () => {
    expect((await report('reports/sales')).filters).toEqual({ date_from: null, date_to: null, group_by: 'day' });
    expect((await report('reports/customers')).filters.segment_by).toBe('loyalty_tier');
  });

  it('that are none are refused', async () => {
    expectInvalid(on, await ask('reports/sales', { group_by: 'nonsense' }), 'group_by');
    expectInvalid(on, await ask('reports/customers', { segment_by: 'day' }), 'segment_by');
  });

  it.each(['day', 'week', 'month', 'category', 'product'])('by %s have the same totals', async (group_by) => {
    const { totals, rows } = await report('reports/sales', { group_by });
    expect(totals).toEqual({
      ...zeros,
      sales_count: 2,
      quantity: 3,
      gross: 127,
      subtotal: 127,
      tax: 7.62,
      total: 134.62,
      cost: 60,
      gross_profit: 40,
      uncosted: 27,
    });
    expect(rows.reduce((sum: number, row: Json) => sum + row.quantity, 0)).toBe(3);
  });
});

describe('A-153: figures', () => {
  it('two sales of 106.00 and 28.62 come to 134.62, a refund and a cancelled sale aside', async () => {
    const { totals } = await report('reports/sales', { date_from: day, date_to: today() });
    expect(totals.total).toBe(134.62);
  });

  it.each(paths)('%s of another tenant has none of them', async (path) => {
    const { rows, totals } = await report(path, {}, empty.admin.token);
    expect(rows).toEqual([]);
    expect(new Set(Object.values(totals))).toEqual(new Set([0]));
  });

  it('of an empty period are zeros, as JSON, CSV and PDF', async () => {
    const period = { date_from: '2001-01-01', date_to: '2001-01-31' };
    expect(await report('reports/sales', period)).toMatchObject({ rows: [], totals: zeros });
    expect((await ask('reports/sales', { ...period, format: 'csv' })).text.trim().split('\r\n')).toHaveLength(1);
    expect((await ask('reports/sales', { ...period, format: 'pdf' })).status).toBe(200);
  });

  it('A-24: both ends of a period belong to it; one that ends before it begins is empty', async () => {
    const total = async (query: Record<string, string>) => (await report('reports/sales', query)).totals.total;
    expect(await total({ date_from: day })).toBe(134.62);
    expect(await total({ date_to: dayBefore(day) })).toBe(0);
    expect(await total({ date_from: today(), date_to: dayBefore(day) })).toBe(0);
    expectInvalid(on, await ask('reports/sales', { date_from: '2025-02-30' }), 'date_from');
  });
});

describe('A-162: the inventory reports', () => {
  it('the ledger’s figures explain each product’s stock', async () => {
    const { rows, totals } = await report('inventory/report');
    expect(ofGroup({ rows }, kopi.id)).toMatchObject({
      opening: 0,
      in: 10,
      sold: 3,
      returned: 1,
      adjusted: 0,
      closing: 8,
    });
    for (const row of [...rows, totals])
      expect(row.opening + row.in - row.sold + row.returned + row.adjusted).toBe(row.closing);
  });

  it('what moved before a period is its opening', async () => {
    const own = await newTenant();
    const product = await newProduct(own, { current_stock: 7 });
    await on.put(`/retail/products/${product.id}`, { current_stock: 4 }, own.admin.token);
    const [now, later] = [
      await report('inventory/report', { date_from: today() }, own.admin.token),
      await report('inventory/report', { date_from: '2999-01-01' }, own.admin.token),
    ];
    expect(ofGroup(now, product.id)).toMatchObject({ opening: 0, in: 7, adjusted: -3, closing: 4 });
    expect(ofGroup(later, product.id)).toMatchObject({ opening: 4, in: 0, adjusted: 0, closing: 4 });
  });

  it('stock on hand has its values at purchase and at selling price', async () => {
    const { rows, totals } = await report('reports/inventory', { category: ' BEVERAGES ' });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ sku: kopi.sku, current_stock: 8, value_at_purchase: 240, value_at_selling: 400 });
    expect(totals).toEqual({ current_stock: 8, value_at_purchase: 240, value_at_selling: 400 });
  });

  it('a location has its own balances, an unknown one has none', async () => {
    const moved = { product_id: kopi.id, quantity: 3, from_location: 'Main', to_location: 'Rack 7' };
    const transfer = await on.post('/retail/inventory/transfer', moved, token);
    expect(transfer.status).toBe(200);
    const { rows } = await report('reports/inventory', { location: ' rack 7' });
    expect(rows).toMatchObject([{ group: kopi.id, current_stock: 3, value_at_selling: 150 }]);
    const unknown = await report('reports/inventory', { location: 'nowhere' });
    expect(unknown).toMatchObject({
      rows: [],
      totals: { current_stock: 0, value_at_purchase: 0, value_at_selling: 0 },
    });
  });

  it('A-03: deleted products are in neither', async () => {
    const own = await newTenant();
    const product = await newProduct(own, { current_stock: 7 });
    await on.send('DELETE', `/retail/products/${product.id}`, { token: own.admin.token });
    for (const path of ['inventory/report', 'reports/inventory'])
      expect((await report(path, {}, own.admin.token)).rows).toEqual([]);
  });
});

describe('A-163: groupings', () => {
  it('by product, category and day name what was sold', async () => {
    const products = await report('reports/sales', { group_by: 'product' });
    expect(products.rows).toEqual([
      {
        ...zeros,
        group: kopi.id,
        label: kopi.name,
        sku: kopi.sku,
        sales_count: 2,
        quantity: 2,
        gross: 100,
        subtotal: 100,
        tax: 6,
        total: 106,
        cost: 60,
        gross_profit: 40,
        uncosted: 0,
      },
      {
        ...zeros,
        group: teh.id,
        label: teh.name,
        sku: teh.sku,
        sales_count: 1,
        quantity: 1,
        gross: 27,
        subtotal: 27,
        tax: 1.62,
        total: 28.62,
        cost: null,
        gross_profit: null,
        uncosted: 27,
      },
    ]);
    const categories = await report('reports/sales', { group_by: 'category' });
    expect(categories.rows.map((row: Json) => [row.group, row.total])).toEqual([
      ['Beverages', 106],
      ['uncategorised', 28.62],
    ]);
    const days = await report('reports/sales');
    expect([day, today()]).toContain(days.rows[0].group);
    expect(days.rows[0].label).toBe(days.rows[0].group);
  });

  it('weeks are ISO weeks, months are months', async () => {
    const [week] = (await report('reports/sales', { group_by: 'week' })).rows;
    const [month] = (await report('reports/sales', { group_by: 'month' })).rows;
    expect(week.group).toMatch(/^\d{4}-W\d\d$/);
    expect([day.slice(0, 7), today().slice(0, 7)]).toContain(month.group);
  });

  it('customers are counted by tier, state and purchases in the period', async () => {
    const own = await newTenant();
    const product = await newProduct(own, { current_stock: 50, selling_price: 100, tax_rate: 0 });
    const [siti] = await Promise.all([
      newCustomer(own, { loyalty_tier: 'gold', loyalty_points: 40, address: { state: 'Johor' } }),
      newCustomer(own, { loyalty_tier: 'bronze' }),
    ]);
    const gone = await newCustomer(own, { loyalty_tier: 'gold' });
    await on.send('DELETE', `/retail/customers/${gone.id}`, { token: own.admin.token });
    await atOnce(2, () => sell(own, [{ product_id: product.id, quantity: 1 }], { customer_id: siti.id }));
    await sell(own, [{ product_id: product.id, quantity: 1 }]);
    const by = async (segment_by: string, query = {}) =>
      (await report('reports/customers', { segment_by, ...query }, own.admin.token)).rows.map((row: Json) => [
        row.group,
        row.customers,
        row.sales_count,
        row.total,
      ]);
    expect(await by('loyalty_tier')).toEqual([
      ['bronze', 1, 0, 0],
      ['gold', 1, 2, 200],
    ]);
    expect(await by('location')).toEqual([
      ['Johor', 1, 2, 200],
      ['unknown', 1, 0, 0],
    ]);
    expect(await by('purchase_frequency')).toEqual([
      ['none', 1, 0, 0],
      ['occasional', 1, 2, 200],
    ]);
    expect(await by('purchase_frequency', { date_to: '2001-01-01' })).toEqual([['none', 2, 0, 0]]);
  });
});

describe('everybody of a tenant reads', () => {
  it('and no other role', async () => {
    for (const path of paths) expectRefusal(on, await call('GET', `/api/v1/retail/${path}/`, {}), 401, 'UNAUTHORIZED');
  });

  it('A-60: not a tenant that disabled retail', async () => {
    const own = await newTenant();
    await disableRetail(own);
    for (const path of paths) expectRefusal(on, await ask(path, {}, own.admin.token), 403, 'MODULE_DISABLED');
  });
});

describe('a file', () => {
  it.each(['csv', 'pdf'])('as %s answers HEAD without a body', async (format) => {
    const answer = await call('HEAD', `/api/v1/retail/reports/sales/?format=${format}`, { token });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('is sent regardless of what the client already has', async () => {
    const answer = await ask('reports/sales', { format: 'csv' }, token, { 'if-none-match': '*' });
    expect(answer.status).toBe(200);
  });

  it('A-08: takes no notice of parameters that it does not know', async () => {
    expect((await ask('reports/sales', { format: 'csv', page: 'x', [unique('q')]: '1' })).status).toBe(200);
  });

  it('speaks Malay where that is asked for', async () => {
    const answer = await ask('reports/sales', {}, token, { 'accept-language': 'ms-MY, en;q=0.5' });
    expect(answer.body.data.title).toBe('Laporan jualan');
    expect(answer.headers.get('vary')).toMatch(/Accept-Language/);
    expect((await ask('reports/sales')).body.data.title).toBe('Sales report');
  });
});

describe('A-184: daily closing', () => {
  let shop: TestTenant;
  let staff: Awaited<ReturnType<typeof newUser>>;
  let product_id: string;
  beforeAll(async () => {
    shop = await newTenant();
    staff = await newUser(shop, 'staff', { first_name: 'Kavitha', last_name: 'Subramaniam' });
    product_id = (await newProduct(shop, { selling_price: 10.03, tax_rate: 0 })).id;
    const sold = async (token: string, payment_method: string | null) =>
      on.data(await on.post('/retail/sales', { items: [{ product_id, quantity: 1 }], payment_method }, token));
    const first = await sold(staff.token, 'cash');
    await sold(staff.token, 'CARD');
    await sold(shop.admin.token, null);
    const wrong = await sold(staff.token, 'Cash ');
    await on.put(`/retail/sales/${wrong.id}/status`, { status: 'cancelled' }, shop.admin.token);
    await giveBack(shop, first.id, { refund_method: 'duitnow' });
  });
  const closing = (query: Record<string, string> = {}, by = shop.admin.token) =>
    report('reports/daily-closing', { date_from: today(), date_to: today(), ...query }, by);

  it('shows what each cashier took and gave back, by payment method, in whole five sen of cash', async () => {
    const { rows, totals, filters } = await closing();
    const asked = { date: null, date_from: today(), date_to: today(), cashier: null };
    expect(filters).toEqual({ ...asked, group_by: 'payment_method' });
    const short = (row: Json) => [
      row.label,
      row.payment_method?.trim().toLowerCase() ?? null,
      ...[
        row.sales_count,
        row.sales,
        row.refunds_count,
        row.refunds,
        row.cancelled,
        row.net,
        row.rounding,
        row.expected_cash,
      ],
    ];
    expect(rows.map(short)).toEqual([
      ['Aina Rosli', null, 1, 10.03, 0, 0, 0, 10.03, 0, 0],
      ['Aina Rosli', 'cash', 0, 0, 0, 0, 10.03, -10.03, -0.02, -10.05],
      ['Aina Rosli', 'duitnow', 0, 0, 1, 10.03, 0, -10.03, 0, 0],
      ['Kavitha Subramaniam', 'card', 1, 10.03, 0, 0, 0, 10.03, 0, 0],
      ['Kavitha Subramaniam', 'cash', 2, 20.06, 0, 0, 0, 20.06, 0.04, 20.1],
    ]);
    // A payment method has no separate till: nothing is counted of it.
    expect(totals).toEqual({
      ...{ float: 0, counted_cash: null, difference: null, counts: 0, late_sales: 0, late_amount: 0 },
      sales_count: 4,
      sales: 40.12,
      refunds_count: 1,
      refunds: 10.03,
      voids_count: 0,
      voided: 0,
      cancelled: 10.03,
      net: 20.06,
      account_payments: 0,
      takings: 20.06,
      rounding: 0.02,
      expected_cash: 10.05,
    });
    const [, , , , cash] = rows;
    expect(cash).toMatchObject({ group: staff.id, day: today() });
    expect([cash.first_invoice_number, cash.last_invoice_number]).toEqual([
      expect.stringMatching(/-000001$/),
      expect.stringMatching(/-000004$/),
    ]);
  });

  it('adds up by cashier and by day, and knows no other day', async () => {
    const by = async (group_by: string) =>
      (await closing({ group_by })).rows.map((row: Json) => [row.label, row.day, row.payment_method, row.net]);
    expect(await by('cashier')).toEqual([
      ['Aina Rosli', today(), null, expect.closeTo(-10.03, 5)],
      ['Kavitha Subramaniam', today(), null, expect.closeTo(30.09, 5)],
    ]);
    expect(await by('day')).toEqual([[today(), null, null, 20.06]]);
    const { rows, totals } = await closing({ date_to: dayBefore(today()), date_from: dayBefore(dayBefore(today())) });
    expect([rows, new Set(Object.values(totals))]).toEqual([[], new Set([0])]);
  });

  it('rounds what is given back in cash for itself, regardless of earlier refunds in other ways', async () => {
    const other = await newTenant();
    const { id } = await newProduct(other, { selling_price: 10.01, tax_rate: 0 });
    const items = [{ product_id: id, quantity: 3 }];
    const sale = on.data(await on.post('/retail/sales', { items, payment_method: 'cash' }, other.admin.token));
    const one = [{ product_id: id, quantity: 1 }];
    for (const refund_method of ['card', 'cash', 'cash']) await giveBack(other, sale.id, { items: one, refund_method });
    const { rows } = await closing({}, other.admin.token);
    // 30.05 came in, and 20.00 went out, as the two credit notes say.
    expect(rows.map((row: Json) => [row.payment_method, row.net, row.rounding, row.expected_cash])).toEqual([
      ['card', -10.01, 0, 0],
      ['cash', 10.01, 0.04, 10.05],
    ]);
  });

  it('calls a cashier without a name by the username', async () => {
    const username = unique('kasir');
    const account = { username, email: `${username}@example.com`, password: PASSWORD };
    expect((await on.post('/auth/register', account)).status).toBe(201);
    const { access_token } = on.data(await on.post('/auth/login', { username, password: PASSWORD }));
    await on.post('/tenants', { name: username, business_type: 'retail' }, access_token);
    const product = { name: 'Kopi', sku: 'K-1', selling_price: 5 };
    const { id } = on.data(await on.post('/retail/products', product, access_token));
    await on.post('/retail/sales', { items: [{ product_id: id, quantity: 1 }] }, access_token);
    const { rows } = await closing({ group_by: 'cashier' }, access_token);
    expect(rows.map((row: Json) => [row.label, row.sales_count])).toEqual([[username, 1]]);
  });

  it('calls a cashier who is not there any more unknown, in the language of the answer; the figures stay', async () => {
    const before = await closing({ group_by: 'cashier' });
    expect((await on.send('DELETE', `/users/${staff.id}`, { token: shop.admin.token })).status).toBe(200);
    const after = await closing({ group_by: 'cashier' });
    expect(after.totals).toEqual(before.totals);
    const [row] = after.rows.filter(({ group }: Json) => group === staff.id);
    expect(row.label).toBe(`unknown cashier …${staff.id.slice(-6)}`);
    const query = { format: 'csv', group_by: 'cashier' };
    const csv = await ask('reports/daily-closing', query, shop.admin.token, { 'accept-language': 'ms' });
    expect(csv.text).toContain(`${staff.id},juruwang tidak dikenali …${staff.id.slice(-6)},${today()},3,30.09,`);
  });
});
