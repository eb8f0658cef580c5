import { ReadSources } from '../support/einvoice-sources.js';
import { einvoiceSums } from '../support/einvoice-sums.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';
import { giveBack, newCustomer, newProduct, sell } from '../support/retail.js';

/** the documents of industries that e-invoices are made of, as they lie in the database. */

let sources: ReadSources;
let tenant: TestTenant;
beforeAll(async () => {
  [sources, tenant] = await Promise.all([ReadSources.open(), newTenant()]);
});
afterAll(() => sources.end());

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('A-514: sales', () => {
  const sale = { module: 'retail', kind: 'sale' } as const;
  const refund = { module: 'retail', kind: 'refund' } as const;
  const post = (path: string, body: unknown = {}) => on.post(path, body, tenant.admin.token);

  it('are read as they were made, with the customer and what cash was rounded by', async () => {
    const [product, customer] = await Promise.all([
      newProduct(tenant, { category: 'Minuman Panas', tax_rate: 6, selling_price: 19.9 }),
      newCustomer(tenant),
    ]);
    const items = [{ product_id: product.id, quantity: 3, discount_rate: 10 }];
    const sold = await sell(tenant, items, { customer_id: customer.id, payment_method: 'cash' });
    const [read, ...others] = await sources.read(tenant, sale, [sold.id, UNKNOWN, 'none']);
    expect(others).toEqual([]);
    expect(read).toEqual({
      ...{ ...sale, id: sold.id, number: sold.invoice_number, dated_at: new Date(sold.sold_at), currency: 'MYR' },
      ...{ changes: null, has_returned_money: false, subject: { module: 'retail', id: customer.id } },
      lines: [
        {
          ...{ place: 1, category: 'minuman panas', description: 'Kopi O', quantity: 3, unit_price: 19.9 },
          ...{ net: 53.73, tax_rate: 6, tax_amount: 3.22 },
        },
      ],
      ...{ taxes_within: false, total: 56.95, rounding: 0, payment_method: 'cash', is_cancelled: false },
    });
  });

  it('of another tenant are left out, and so are their refunds', async () => {
    const other = await newTenant();
    const product = await newProduct(other);
    const sold = await sell(other, [{ product_id: product.id, quantity: 1 }]);
    const given = on.data(await giveBack(other, sold.id)).refunds[0];
    for (const lock of [false, true]) {
      expect(await sources.read(tenant, sale, [sold.id], lock)).toEqual([]);
      expect(await sources.read(tenant, refund, [given.id], lock)).toEqual([]);
    }
    expect(await sources.changesOf(tenant, sale, [sold.id])).toEqual([]);
    expect(await sources.heads(tenant, sale).then((heads) => heads.map(({ id }) => id))).not.toContain(sold.id);
  });

  it('have refunds in their order, in parts whose sums come to what was given back', async () => {
    const product = await newProduct(tenant, { tax_rate: 8, selling_price: 9.99 });
    const sold = await sell(tenant, [{ product_id: product.id, quantity: 7 }], { payment_method: 'card' });
    const parts = [];
    for (const quantity of [2, 4, 1])
      parts.push(on.data(await giveBack(tenant, sold.id, { items: [{ product_id: product.id, quantity }] })));
    const ids = (parts.at(-1).refunds as { id: string }[]).map(({ id }) => id);
    expect(await sources.changesOf(tenant, sale, [sold.id])).toEqual(ids.map((id) => ({ ...refund, id })));
    const read = await sources.read(tenant, refund, ids);
    expect(read.map(({ changes, has_returned_money }) => [changes?.id, has_returned_money])).toEqual(
      ids.map(() => [sold.id, true]),
    );
    expect(read.reduce((sum, { total }) => sum + Math.round(total * 100), 0)).toBe(Math.round(sold.total * 100));
    for (const { wrong, negative } of read.map(einvoiceSums)) expect([wrong, negative]).toEqual([[], false]);
    const [whole] = await sources.read(tenant, sale, [sold.id]);
    // Its refunds say so: nothing is called off.
    expect(whole).toMatchObject({ total: sold.total, is_cancelled: false });
  });

  it('on account that are made void return no money, and are cancelled in heads and documents', async () => {
    const [product, customer] = await Promise.all([newProduct(tenant), newCustomer(tenant)]);
    const items = [{ product_id: product.id, quantity: 1 }];
    const sold = await sell(tenant, items, { customer_id: customer.id, on_account: true });
    expect((await post(`/retail/sales/${sold.id}/void`, { reason: 'Silap' })).status).toBeLessThan(300);
    const [read] = await sources.read(tenant, sale, [sold.id], true);
    expect(read?.is_cancelled).toBe(true);
    const [change] = await sources.changesOf(tenant, sale, [sold.id]);
    const [note] = await sources.read(tenant, refund, [change?.id as string], true);
    expect(note).toMatchObject({ has_returned_money: false, total: sold.total, is_cancelled: false });
    const heads = await sources.heads(tenant, sale);
    expect(heads.find(({ id }) => id === sold.id)).toMatchObject({ is_cancelled: true, total: sold.total });
  });

  it('are listed by their numbers, in pages, each once, within a month of Malaysia', async () => {
    const shop = await newTenant();
    const product = await newProduct(shop);
    const items = [{ product_id: product.id, quantity: 1 }];
    const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
    const first = new Date(`${month}-01T00:00:00+08:00`);
    const made = [];
    for (let i = 0; i < 7; i += 1) made.push(await sell(shop, items));
    const early = await sell(shop, items);
    await sql(workerState().ownerUrl as string, 'update retail.sales set sold_at = $1 where id = $2', [
      new Date(first.getTime() - 1),
      early.id,
    ]);
    const heads = await sources.heads(shop, sale, { limit: 3, from: first });
    expect(heads.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(heads[0]).toEqual({
      ...{ ...sale, id: made[0]?.id, number: made[0]?.invoice_number, dated_at: new Date(made[0]?.sold_at) },
      ...{ changes: null, currency: 'MYR', total: made[0]?.total, is_cancelled: false },
    });
    const before = await sources.heads(shop, sale, { before: first });
    expect(before.map(({ id }) => id)).toEqual([early.id]);
  });

  it('that come to nothing have a total of 0', async () => {
    const product = await newProduct(tenant, { selling_price: 0 });
    const sold = await sell(tenant, [{ product_id: product.id, quantity: 1 }]);
    expect((await sources.read(tenant, sale, [sold.id]))[0]).toMatchObject({ total: 0 });
  });

  it('are locked until the transaction ends: none is made void meanwhile', async () => {
    const product = await newProduct(tenant);
    const sold = await sell(tenant, [{ product_id: product.id, quantity: 1 }]);
    let isOver = false;
    const made = await sources.in(tenant, async (ctx) => {
      const asked = sources.lockWithin(ctx, sale, [sold.id]);
      expect((await asked)[0]?.is_cancelled).toBe(false);
      const answer = giveBack(tenant, sold.id).then((one) => [one.status, isOver]);
      await new Promise((resolve) => setTimeout(resolve, 500));
      isOver = true;
      return { answer };
    });
    expect(await made.answer).toEqual([200, true]);
    expect(await sources.read(tenant, sale, [sold.id])).toHaveLength(1);
  });
});
