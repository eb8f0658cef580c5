import type { Answer, Json } from '../../support/client.js';
import { contractSurface, UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid } from '../../support/core-shapes.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import {
  atOnce,
  configureRetail,
  giveBack,
  ledgerOf,
  movementsOf,
  newCustomer,
  newProduct,
  readProduct,
  readSale,
  sell,
  stockOf,
  trySell,
  withStatus,
} from '../../support/retail.js';

// Many requests at once, on a machine that may be busy.
jest.setTimeout(120_000);

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const one = (product_id: string, quantity = 1) => [{ product_id, quantity }];
const sales = async (): Promise<number> => on.total(await on.get('/retail/sales', token));
const updateStock = (id: string, body: unknown) => on.post(`/retail/products/${id}/update-stock`, body, token);
const adjust = (product_id: string, quantity: number) =>
  on.post('/retail/inventory/adjust', { product_id, quantity }, token);

/** The stock is the sum of its movements, each of which says what was left after it. */
async function expectBalanced(product_id: string): Promise<Json[]> {
  const rows = (await movementsOf(tenant, product_id)).reverse();
  let balance = 0;
  for (const row of rows) {
    balance += row.quantity_changed;
    expect([row.id, row.balance]).toEqual([row.id, balance]);
  }
  expect(await stockOf(tenant, product_id)).toBe(balance);
  return rows;
}

describe('A-30: the last one', () => {
  it('is sold once, to the first of twenty; the others are told what is wrong', async () => {
    const { id } = await newProduct(tenant, { current_stock: 1 });
    const answers = await atOnce(20, () => trySell(tenant, one(id)));
    expect(withStatus(answers, 201)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 201))
      expectInvalid(on, refused, 'items.0.quantity');
    expect([await stockOf(tenant, id), await sales()]).toEqual([0, 1]);
    expect(await ledgerOf(tenant, id)).toEqual([
      ['opening', 1, 1],
      ['sale', -1, 0],
    ]);
  });

  it('is sold once also when both surfaces sell at once', async () => {
    const { id } = await newProduct(tenant, { current_stock: 1 });
    const answers = await atOnce(20, (i) =>
      i % 2 === 0
        ? trySell(tenant, one(id))
        : contractSurface.post('/retail/sales', { customer_id: UNKNOWN_ID, items: one(id) }, token),
    );
    expect([withStatus(answers, 201).length, withStatus(answers, 400).length]).toEqual([1, 19]);
    expect([await stockOf(tenant, id), await sales()]).toEqual([0, 1]);
  });

  it('of one product leaves the other in the shop: a sale takes all its lines or none', async () => {
    const [rare, common] = [
      await newProduct(tenant, { current_stock: 1 }),
      await newProduct(tenant, { current_stock: 100 }),
    ];
    const answers = await atOnce(20, (i) =>
      trySell(tenant, i % 2 === 0 ? [...one(rare.id), ...one(common.id)] : [...one(common.id), ...one(rare.id)]),
    );
    expect([withStatus(answers, 201).length, withStatus(answers, 400).length]).toEqual([1, 19]);
    expect([await stockOf(tenant, rare.id), await stockOf(tenant, common.id)]).toEqual([0, 99]);
  });

  it('is neither sold nor taken twice by operations that take stock at once', async () => {
    const { id } = await newProduct(tenant, { current_stock: 5 });
    const answers = await atOnce(24, (i) => {
      if (i % 4 === 0) return trySell(tenant, one(id));
      if (i % 4 === 1) return updateStock(id, { operation: 'subtract', quantity: 1 });
      if (i % 4 === 2) return adjust(id, -1);
      return contractSurface.post('/retail/sales', { customer_id: UNKNOWN_ID, items: one(id) }, token);
    });
    expect([withStatus(answers, 200, 201).length, withStatus(answers, 400).length]).toEqual([5, 19]);
    expect(await stockOf(tenant, id)).toBe(0);
    await expectBalanced(id);
  });
});

describe('A-30: invoice numbers', () => {
  const numbered = (answers: readonly Answer[]) =>
    answers.map((answer) => (answer.body.data ?? answer.body).invoice_number as string).sort();
  const expected = (count: number) => {
    const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
    return Array.from({ length: count }, (_, i) => `INV-${year}-${String(i + 1).padStart(6, '0')}`);
  };

  it('of fifty sales at once are fifty in a row, whichever surface sold', async () => {
    const { id } = await newProduct(tenant);
    const answers = await atOnce(50, (i) =>
      i % 2 === 0
        ? trySell(tenant, one(id))
        : contractSurface.post('/retail/sales', { customer_id: UNKNOWN_ID, items: one(id) }, token),
    );
    expect(withStatus(answers, 201)).toHaveLength(50);
    expect(numbered(answers)).toEqual(expected(50));
  });

  it('have no gaps where sales between them were refused', async () => {
    const [free, scarce, off] = [
      await newProduct(tenant),
      await newProduct(tenant, { current_stock: 7 }),
      await newProduct(tenant, { is_active: false }),
    ];
    const answers = await atOnce(60, (i) => {
      if (i % 3 === 0) return trySell(tenant, one(free.id));
      if (i % 3 === 1) return trySell(tenant, [...one(free.id), ...one(scarce.id)]);
      return trySell(tenant, one(i % 2 === 0 ? off.id : UNKNOWN_ID));
    });
    const made = withStatus(answers, 201);
    expect([made.length, withStatus(answers, 400).length]).toEqual([27, 33]);
    expect(numbered(made)).toEqual(expected(27));
    expect((await sell(tenant, one(free.id))).invoice_number).toBe(expected(28).at(-1));
  });

  it('begin again for every tenant', async () => {
    const other = await newTenant();
    for (const each of [tenant, other])
      expect((await sell(each, one((await newProduct(each)).id))).invoice_number).toBe(expected(1)[0]);
  });
});

describe('A-30, A-97: refunds of one sale at once', () => {
  it('of all of it: one wins, and the stock comes back once', async () => {
    const { id } = await newProduct(tenant, { current_stock: 10 });
    const sale = await sell(tenant, one(id, 4));
    const answers = await atOnce(12, () => giveBack(tenant, sale.id));
    expect(withStatus(answers, 200)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 200)) expectConflict(on, refused, 'status');
    expect(await readSale(tenant, sale.id)).toMatchObject({ status: 'refunded', refunded_total: sale.total });
    expect(await stockOf(tenant, id)).toBe(10);
    await expectBalanced(id);
  });

  it('of parts: never more than was sold, and together to the sen what was paid', async () => {
    const { id } = await newProduct(tenant, { current_stock: 10, selling_price: 3.33 });
    const sale = await sell(tenant, [{ product_id: id, quantity: 7, discount_rate: 12.5 }]);
    const items = one(id);
    const answers = await atOnce(20, () => giveBack(tenant, sale.id, { items }));
    expect([withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([7, 13]);
    const shown = await readSale(tenant, sale.id);
    expect(shown).toMatchObject({ status: 'refunded', payment_status: 'refunded', refunded_total: sale.total });
    expect(shown.refunds.map((refund: Json) => refund.items[0].quantity)).toEqual(Array(7).fill(1));
    const sen = shown.refunds.reduce((sum: number, refund: Json) => sum + Math.round(refund.amount * 100), 0);
    expect(sen).toBe(Math.round(sale.total * 100));
    expect(await stockOf(tenant, id)).toBe(10);
    await expectBalanced(id);
  });

  it('have credit notes with numbers in a row, without gaps', async () => {
    const { id } = await newProduct(tenant);
    const made = await atOnce(4, () => sell(tenant, one(id, 5)));
    await atOnce(32, (i) => giveBack(tenant, made[i % 4].id, { items: one(id) }));
    const shown = await Promise.all(made.map((sale) => readSale(tenant, sale.id)));
    const notes = shown.flatMap((sale) => sale.refunds.map((refund: Json) => refund.credit_note_number)).sort();
    expect(notes.map((note: string) => Number(note.split('-')[2]))).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
  });
});

describe('A-30: one product, changed many times at once', () => {
  it('loses none of twenty update-stocks', async () => {
    const { id } = await newProduct(tenant, { current_stock: 100 });
    const answers = await atOnce(20, (i) =>
      updateStock(id, { operation: i % 2 === 0 ? 'add' : 'subtract', quantity: i + 1 }),
    );
    expect(withStatus(answers, 200)).toHaveLength(20);
    for (const { body } of answers)
      expect(body.data.new_stock - body.data.previous_stock).toBe(body.data.quantity_changed);
    expect(await stockOf(tenant, id)).toBe(90);
    expect(await expectBalanced(id)).toHaveLength(21);
  });

  it('A-100: transfers never move more than there is, and the total stays', async () => {
    const { id } = await newProduct(tenant, { current_stock: 10 });
    const places = ['Front', 'Store', 'Van'];
    const answers = await atOnce(24, (i) =>
      on.post(
        '/retail/inventory/transfer',
        {
          product_id: id,
          quantity: 1 + (i % 4),
          from_location: places[i % 3],
          to_location: places[(i + 1 + (i % 2)) % 3],
        },
        token,
      ),
    );
    expect(withStatus(answers, 200, 400)).toHaveLength(24);
    expect(withStatus(answers, 200).length).toBeGreaterThanOrEqual(4);
    for (const refused of withStatus(answers, 400)) expectInvalid(on, refused, 'quantity');
    const rows = await expectBalanced(id);
    const there = new Map<string, number>();
    for (const { location_changes } of rows)
      for (const { location, quantity_changed, balance } of location_changes) {
        there.set(location, (there.get(location) ?? 0) + quantity_changed);
        expect([location, there.get(location)]).toEqual([location, balance]);
      }
    const lying = [...there.values()];
    expect(Math.min(...lying)).toBeGreaterThanOrEqual(0);
    expect(lying.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(10);
  });

  it('keeps every field and every unit when it is edited while it is sold', async () => {
    const { id } = await newProduct(tenant, { current_stock: 100 });
    const edits = [{ name: 'Teh' }, { brand: 'Boh' }, { category: 'Minuman' }, { minimum_stock: 7 }];
    const answers = await atOnce(24, (i) =>
      i % 2 === 0 ? trySell(tenant, one(id)) : on.put(`/retail/products/${id}`, edits[((i - 1) / 2) % 4], token),
    );
    expect(withStatus(answers, 200, 201)).toHaveLength(24);
    expect(await readProduct(tenant, id)).toMatchObject({
      name: 'Teh',
      brand: 'Boh',
      category: 'Minuman',
      minimum_stock: 7,
      current_stock: 88,
    });
    await expectBalanced(id);
  });

  it('A-03: is sold or deleted, not sold afterwards', async () => {
    const { id } = await newProduct(tenant, { current_stock: 100 });
    const answers = await atOnce(11, (i) =>
      i === 5 ? on.send('DELETE', `/retail/products/${id}`, { token }) : trySell(tenant, one(id)),
    );
    expect(answers[5]?.status).toBe(200);
    expect([await sales(), withStatus(answers, 400).length]).toEqual([
      withStatus(answers, 201).length,
      10 - withStatus(answers, 201).length,
    ]);
    expectInvalid(on, await trySell(tenant, one(id)), 'items.0.product_id');
  });
});

it('A-30, A-105: of twenty products with one sku at once one is made', async () => {
  const body = { sku: unique('RACE'), name: 'Kopi', selling_price: 1 };
  const answers = await atOnce(20, () => on.post('/retail/products', body, token));
  expect(withStatus(answers, 201)).toHaveLength(1);
  for (const refused of answers.filter(({ status }) => status !== 201)) expectConflict(on, refused, 'sku');
  expect(on.total(await on.get('/retail/products', token))).toBe(1);
});

it('A-30, A-95: sales to one customer and refunds of them at once all succeed, and no point is lost', async () => {
  await configureRetail(tenant, { enable_loyalty_program: true, loyalty_points_per_ringgit: 1 });
  const [a, b, customer] = [await newProduct(tenant), await newProduct(tenant), await newCustomer(tenant)];
  const items = (i: number) => (i % 2 === 0 ? [...one(a.id), ...one(b.id)] : [...one(b.id), ...one(a.id)]);
  const sold = await atOnce(16, (i) => sell(tenant, items(i), { customer_id: customer.id }));
  const answers = await atOnce(32, (i) =>
    i % 2 === 0 ? giveBack(tenant, sold[i / 2].id) : trySell(tenant, items(i), { customer_id: customer.id }),
  );
  expect(withStatus(answers, 200, 201)).toHaveLength(32);
  const { loyalty_points } = (await on.get(`/retail/customers/${customer.id}`, token)).body.data;
  expect(loyalty_points).toBe(16 * 20);
});
