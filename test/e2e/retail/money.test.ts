import fc from 'fast-check';
import type { Json } from '../../support/client.js';
import { contractSurface, UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { propertyRuns } from '../../support/property-runs.js';
import { configureRetail, newProduct, readProduct, readSale, sell, trySell } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

/** A line of a product with this rate of tax. */
const line = async (quantity: number, unit_price: number, discount_rate: number, tax_rate: number) => ({
  product_id: (await newProduct(tenant, { tax_rate })).id,
  quantity,
  unit_price,
  discount_rate,
});
const figures = ({ subtotal, tax_amount, total }: Json) => [subtotal, tax_amount, total];

describe('A-88: a sale', () => {
  it('is before discounts, its discounts, its tax, and their sum: that of the lines', async () => {
    const sale = await sell(tenant, [await line(2, 50, 10, 6), await line(1, 19.9, 0, 6), await line(3, 5.55, 5, 0)]);
    expect(sale.items.map(figures)).toEqual([
      [90, 5.4, 95.4],
      [19.9, 1.19, 21.09],
      [15.82, 0, 15.82],
    ]);
    expect(sale).toMatchObject({ subtotal: 136.55, discount_amount: 10.83, tax_amount: 6.59, total: 132.31 });
  });

  it('satisfies the formulas as printed, for any sale', async () => {
    const product = await newProduct(tenant, { tax_rate: 6 });
    const free = await newProduct(tenant, { tax_rate: 0 });
    const items = fc.array(
      fc.record({
        product_id: fc.constantFrom(product.id as string, free.id as string),
        quantity: fc.integer({ min: 1, max: 500 }),
        unit_price: fc.integer({ min: 0, max: 99_999 }).map((sen) => sen / 100),
        discount_rate: fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const sen = (amount: number) => Math.round(amount * 100);
    await fc.assert(
      fc.asyncProperty(items, async (asked) => {
        const sale = await sell(tenant, asked);
        for (const made of sale.items) {
          expect(sen(made.tax_amount)).toBe(Math.floor((sen(made.subtotal) * made.tax_rate + 50) / 100));
          expect(sen(made.total)).toBe(sen(made.subtotal) + sen(made.tax_amount));
        }
        const sum = (of: string) => sale.items.reduce((all: number, made: Json) => all + sen(made[of]), 0);
        expect(sen(sale.total)).toBe(sen(sale.subtotal) - sen(sale.discount_amount) + sen(sale.tax_amount));
        expect([sen(sale.total), sen(sale.tax_amount)]).toEqual([sum('total'), sum('tax_amount')]);
        expect(sen(sale.subtotal) - sen(sale.discount_amount)).toBe(sum('subtotal'));
      }),
      { numRuns: propertyRuns() },
    );
  });
});

describe('A-89: rounding is half-up, per line, tax from the rounded subtotal', () => {
  it.each([
    [3, 9.99, 10, 6, [26.97, 1.62, 28.59]],
    [1, 0.33, 5, 8, [0.31, 0.02, 0.33]],
    [1, 16.75, 0, 6, [16.75, 1.01, 17.76]],
    [3, 5.55, 5, 0, [15.82, 0, 15.82]],
    [1, 1.005, 0, 0, [1.01, 0, 1.01]],
    [1, 100, 100, 6, [0, 0, 0]],
  ])('%d × %d less %d %% at %d %% is %j', async (quantity, price, discount, tax, expected) => {
    const sale = await sell(tenant, [await line(quantity, price, discount, tax)]);
    expect(figures(sale.items[0])).toEqual(expected);
    expect([sale.tax_amount, sale.total]).toEqual(expected.slice(1));
  });

  it.each([
    [3, 0.75, 0.15],
    [2, 33.25, 4],
  ])('%d lines of %d have %d of tax: never that of the sum', async (count, price, tax) => {
    const { id: product_id } = await newProduct(tenant, { selling_price: price });
    const items = Array.from({ length: count }, () => ({ product_id, quantity: 1 }));
    expect((await sell(tenant, items)).tax_amount).toBe(tax);
    const body = { customer_id: UNKNOWN_ID, items };
    expect((await contractSurface.post('/retail/sales', body, token)).body.tax).toBe(tax);
  });
});

it('A-90: unit_price is used as sent, also 0 and more than the catalogue’s; without one the selling price of now', async () => {
  const { id: product_id } = await newProduct(tenant, { selling_price: 100 });
  const subtotal = async (unit_price?: number | null) =>
    (await sell(tenant, [{ product_id, quantity: 1, unit_price }])).subtotal;
  expect([await subtotal(80), await subtotal(120), await subtotal(0), await subtotal()]).toEqual([80, 120, 0, 100]);
  await on.put(`/retail/products/${product_id}`, { selling_price: 110 }, token);
  expect(await subtotal(null)).toBe(110);
  expectInvalid(on, await trySell(tenant, [{ product_id, quantity: 1, unit_price: -1 }]), 'items.0.unit_price');
});

describe('A-91: the tax', () => {
  it('of a product of the contract surface is 6 percent: 200.00, 12.00, 212.00', async () => {
    const product = { name: 'Kopi', sku: unique('SKU'), price: 100, cost: 1 };
    const { id: product_id } = (await contractSurface.post('/retail/products', product, token)).body;
    const body = { customer_id: UNKNOWN_ID, items: [{ product_id, quantity: 2 }] };
    expect((await contractSurface.post('/retail/sales', body, token)).body).toMatchObject({
      subtotal: 200,
      tax: 12,
      total: 212,
    });
    expect((await readProduct(tenant, product_id)).tax_rate).toBe(6);
  });

  it('is the product’s at the time of sale; 0 stays 0; one in a line is ignored', async () => {
    const { id: product_id } = await newProduct(tenant, { selling_price: 100, tax_rate: 0 });
    const item = { product_id, quantity: 1, tax_rate: 10 };
    const before = await sell(tenant, [item]);
    expect(before.items[0]).toMatchObject({ tax_rate: 0, tax_amount: 0, total: 100 });
    await on.put(`/retail/products/${product_id}`, { tax_rate: 8 }, token);
    expect((await sell(tenant, [item])).items[0]).toMatchObject({ tax_rate: 8, tax_amount: 8, total: 108 });
    expect(await readSale(tenant, before.id)).toEqual(before);
  });

  it('of new products is the configured rate, on both surfaces; those there are keep theirs', async () => {
    const shop = await newTenant();
    const before = await newProduct(shop);
    await configureRetail(shop, { default_tax_rate: 0 });
    const bare = { name: 'Kopi', sku: unique('SKU'), price: 100, cost: 1 };
    const { id } = (await contractSurface.post('/retail/products', bare, shop.admin.token)).body;
    const rates = [before.id, (await newProduct(shop)).id, id, (await newProduct(shop, { tax_rate: 8 })).id];
    expect(await Promise.all(rates.map(async (one) => (await readProduct(shop, one)).tax_rate))).toEqual([6, 0, 0, 8]);
  });
});

it('A-21: money is numbers on both surfaces', async () => {
  const product = await newProduct(tenant, { selling_price: 19.9, purchase_price: 10.1 });
  const items = [{ product_id: product.id, quantity: 3, discount_rate: 3.3 }];
  const sale = await sell(tenant, items);
  const contract = await contractSurface.post('/retail/sales', { customer_id: UNKNOWN_ID, items }, token);
  const listed = (await contractSurface.get('/retail/products?limit=1', token)).body.products[0];
  const { subtotal, discount_amount, tax_amount, total, refunded_total } = sale;
  const amounts = [
    ...[product.selling_price, product.purchase_price, product.tax_rate, listed.price],
    ...[subtotal, discount_amount, tax_amount, total, refunded_total, ...figures(sale.items[0])],
    ...[sale.items[0].unit_price, sale.items[0].discount_rate, sale.items[0].tax_rate],
    ...[contract.body.subtotal, contract.body.tax, contract.body.total],
  ];
  expect(amounts.map((amount) => typeof amount)).toEqual(amounts.map(() => 'number'));
});

describe('A-174: what comes to more than can be kept', () => {
  const most = 999_999_999_999.99;

  it('is a 400, and nothing is kept or taken', async () => {
    const shop = await newTenant();
    const product = await newProduct(shop, { selling_price: most, tax_rate: 0, current_stock: 10 });
    const item = { product_id: product.id, quantity: 1 };
    for (const items of [[{ ...item, quantity: 2 }], [item, item]])
      expect((await trySell(shop, items)).status).toBe(400);
    const taxed = await newProduct(shop, { selling_price: most });
    expectInvalid(on, await trySell(shop, [{ ...item, product_id: taxed.id }]), 'items.0.quantity');
    expect((await readProduct(shop, product.id)).current_stock).toBe(10);
    expect(on.total(await on.get('/retail/sales', shop.admin.token))).toBe(0);
    expect((await sell(shop, [item])).total).toBe(most);
  });

  it('is refused of products and lines too', async () => {
    const body = { name: 'x', sku: unique('SKU') };
    for (const price of [1e12, 999_999_999_999.995])
      expectInvalid(on, await on.post('/retail/products', { ...body, selling_price: price }, token), 'selling_price');
    const { id: product_id } = await newProduct(tenant);
    expectInvalid(on, await trySell(tenant, [{ product_id, quantity: 1, unit_price: 1e12 }]), 'items.0.unit_price');
  });
});

it('A-22: more than two decimals are rounded half-up, in products and in lines', async () => {
  const { id: product_id, ...made } = await newProduct(tenant, { selling_price: 2.675, purchase_price: 1.005 });
  expect([made.selling_price, made.purchase_price]).toEqual([2.68, 1.01]);
  const sale = await sell(tenant, [{ product_id, quantity: 1000, unit_price: 0.005 }]);
  expect([sale.items[0].unit_price, sale.subtotal]).toEqual([0.01, 10]);
});
