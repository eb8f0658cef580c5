import { contract, reference } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { atOnce, giveBack, newCustomer, newProduct, sell } from '../../support/retail.js';

const SST = 'W10-1808-32000001';
const address = { street: '1 Jalan Lama', city: 'Ipoh', state: 'Perak', postal_code: '30000' };

let shop: TestTenant;
beforeEach(async () => {
  shop = await newTenant({ name: 'Kedai Lama' });
});

const receiptOf = (id: string) => `/retail/sales/${id}/receipt/`;
const printed = (path: string, language = 'en') => print(path, shop.admin.token, language);
const change = (path: string, body: object) => reference.put(path, body, { token: shop.admin.token });

/** The text of a page, without the mark of a copy. */
async function texts(path: string): Promise<string[]> {
  return (await printed(path)).texts.filter((text) => text !== 'Copy');
}

/** A sale by a cashier to a customer with an address. */
async function sold() {
  const cashier = await newUser(shop, 'staff', { first_name: 'Mei', last_name: 'Ling' });
  const customer = await newCustomer(shop, { first_name: 'Siti', last_name: 'Nur', address });
  const product = await newProduct(shop, { name: 'Kopi O' });
  const body = { customer_id: customer.id, payment_method: 'cash', items: [{ product_id: product.id, quantity: 2 }] };
  const answer = await reference.post('/retail/sales/', body, { token: cashier.token });
  expect(answer.status).toBe(201);
  return { cashier, customer, product, sale: on.data(answer) };
}

/** Registers the shop for SST and renames everything that is printed. */
async function renameAll({ cashier, customer, product }: Awaited<ReturnType<typeof sold>>): Promise<void> {
  const business = { name: 'Kedai Baharu', settings: { sst_registration_number: SST }, phone: '+60312345678' };
  const answers = [
    await contract.put(`/tenants/${shop.id}`, business, { token: shop.admin.token }),
    await change(`/retail/customers/${customer.id}/`, { first_name: 'Aminah', address: { city: 'Johor Bahru' } }),
    await change(`/retail/products/${product.id}/`, { name: 'Teh Tarik' }),
    await change(`/users/${cashier.id}/`, { first_name: 'Li Na' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
}

describe('A-341: a document that was issued', () => {
  it.each([
    ['printed before', true],
    ['never printed before', false],
  ])('prints with the names and the heading of its issue, also after renames: %s', async (_, isPrinted) => {
    const made = await sold();
    const refunded = on.data(
      await giveBack(shop, made.sale.id, { items: [{ product_id: made.product.id, quantity: 1 }] }),
    );
    const paths = [receiptOf(made.sale.id), `/retail/sales/${made.sale.id}/refunds/${refunded.refunds[0].id}/receipt/`];
    const before = isPrinted ? await Promise.all(paths.map(texts)) : null;
    await renameAll(made);
    const [receipt, note] = await Promise.all(paths.map(texts));
    if (before) expect([receipt, note]).toEqual(before);
    const shown = receipt?.join(' ');
    for (const text of ['Kedai Lama', 'Siti Nur', '1 Jalan Lama, 30000 Ipoh', 'Kopi O', 'Mei Ling', 'Receipt'])
      expect(shown).toContain(text);
    expect(`${shown} ${note?.join(' ')}`).not.toMatch(/Kedai Baharu|Aminah|Teh Tarik|Li Na|SST|Invoice\b|Reprinted/);
  });

  it('names the parties as they are from then on, on documents that are issued later', async () => {
    const made = await sold();
    await renameAll(made);
    await renameAll({ ...made, sale: null });
    const later = await sell(shop, [{ product_id: made.product.id, quantity: 1 }], { customer_id: made.customer.id });
    const shown = (await texts(receiptOf(later.id))).join(' ');
    for (const text of ['Kedai Baharu', 'Aminah Nur', 'Johor Bahru', 'Teh Tarik', SST, 'Invoice'])
      expect(shown).toContain(text);
  });

  it('names a customer and a cashier who were deleted since', async () => {
    const { sale, customer, cashier } = await sold();
    const { token } = shop.admin;
    expect((await reference.delete(`/retail/customers/${customer.id}/`, { token })).status).toBe(200);
    expect((await reference.delete(`/users/${cashier.id}/`, { token })).status).toBe(200);
    expect((await texts(receiptOf(sale.id))).join(' ')).toMatch(/Mei Ling.*Siti Nur|Siti Nur.*Mei Ling/);
  });

  it('keeps the first of several names', async () => {
    const { sale, customer } = await sold();
    for (const first_name of ['Aminah', 'Fatimah', 'Siti', 'Zainab'])
      await change(`/retail/customers/${customer.id}/`, { first_name });
    expect((await texts(receiptOf(sale.id))).join(' ')).toContain('Siti Nur');
  });
});

describe('A-341: copies', () => {
  it('the first print is the original, later ones say Copy or Salinan, on either paper', async () => {
    const { sale } = await sold();
    const path = receiptOf(sale.id);
    const titles = [
      await printed(path),
      await printed(path),
      await printed(path, 'ms'),
      await printed(`${path}?paper=80mm`),
    ].map(({ title, texts: drawn }) => [title, drawn.filter((text) => /^(?:Copy|Salinan)$/.test(text))]);
    const { invoice_number } = sale;
    expect(titles).toEqual([
      [`Receipt ${invoice_number}`, []],
      [`Receipt ${invoice_number} · Copy`, ['Copy']],
      [`Resit ${invoice_number} · Salinan`, ['Salinan']],
      [`Receipt ${invoice_number} · Copy`, ['Copy']],
    ]);
  });

  it('HEAD prints nothing, and neither does what is refused', async () => {
    const { sale } = await sold();
    const { token } = shop.admin;
    const head = await reference.head(receiptOf(sale.id), { token });
    expect([head.status, head.headers.get('content-type'), head.text]).toEqual([200, 'application/pdf', '']);
    expect((await reference.get(`${receiptOf(sale.id)}?paper=a5`, { token })).status).toBe(400);
    expect((await printed(receiptOf(sale.id))).title).toBe(`Receipt ${sale.invoice_number}`);
  });

  it('of several prints at once exactly one is the original', async () => {
    const { sale } = await sold();
    const all = await atOnce(12, () => printed(receiptOf(sale.id)));
    expect(all.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(all.filter(({ title }) => title === `Receipt ${sale.invoice_number}`)).toHaveLength(1);
  });

  it('counting prints changes nothing of the sale, and stands on no trail', async () => {
    const { sale } = await sold();
    const read = async () => {
      const answer = await on.get(`/retail/sales/${sale.id}`, shop.admin.token);
      return [answer.headers.get('etag'), answer.text.replace(/"(?:request_id|timestamp)":"[^"]*"/g, '')];
    };
    const before = await read();
    await printed(receiptOf(sale.id));
    await printed(receiptOf(sale.id));
    expect(await read()).toEqual(before);
    const trail = await reference.get(`/audit/?record_id=${sale.id}`, { token: shop.admin.token });
    expect(on.data(trail).map(({ action }: { action: string }) => action)).toEqual(['create']);
  });

  it('each document has its own original', async () => {
    const { sale, product } = await sold();
    await printed(receiptOf(sale.id));
    const refunded = on.data(await giveBack(shop, sale.id, { items: [{ product_id: product.id, quantity: 1 }] }));
    const [refund] = refunded.refunds;
    const path = `/retail/sales/${sale.id}/refunds/${refund.id}/receipt/`;
    expect((await printed(path)).title).toBe(`Credit note ${refund.credit_note_number}`);
    const other = await sell(shop, [{ product_id: product.id, quantity: 1 }]);
    expect((await printed(receiptOf(other.id))).title).toBe(`Receipt ${other.invoice_number}`);
  });
});
