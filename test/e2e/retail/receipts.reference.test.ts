import { randomUUID } from 'node:crypto';
import { baseUrl, contract } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { disableRetail, giveBack, newCustomer, newProduct, sell } from '../../support/retail.js';

let shop: TestTenant;
beforeAll(async () => {
  shop = await newTenant();
});

const receipt = (sale_id: string, language?: string) =>
  print(`/retail/sales/${sale_id}/receipt/`, shop.admin.token, language);

describe('the receipt of a sale', () => {
  it('is a PDF to be saved under the number of its invoice', async () => {
    const sale = await sell(shop, [{ product_id: (await newProduct(shop)).id, quantity: 2 }]);
    const printed = await receipt(sale.id);
    expect(printed).toMatchObject({ status: 200, isPdf: true, pages: 1, title: `Receipt ${sale.invoice_number}` });
    expect(printed.header('content-type')).toBe('application/pdf');
    expect(printed.header('content-disposition')).toBe(`attachment; filename="${sale.invoice_number}.pdf"`);
    expect(printed.header('cache-control')).toBe('private, no-cache');
  });

  it('is in Malay for who prefers it, and in English for anybody else', async () => {
    const sale = await sell(shop, [{ product_id: (await newProduct(shop)).id, quantity: 2 }]);
    expect(await receipt(sale.id, 'ms-MY, en;q=0.5')).toMatchObject({
      language: 'ms-MY',
      title: `Resit ${sale.invoice_number}`,
    });
    expect(await receipt(sale.id, 'fr')).toMatchObject({ language: 'en-MY' });
    expect((await receipt(sale.id)).header('vary')).toContain('Accept-Language');
  });

  it('A-183: is an invoice of a shop that is registered for SST', async () => {
    const registered = await newTenant();
    const body = { settings: { sst_registration_number: 'W10-1808-32000001' } };
    const { token } = registered.admin;
    expect((await contract.put(`/tenants/${registered.id}`, body, { token })).status).toBe(200);
    const sale = await sell(registered, [{ product_id: (await newProduct(registered)).id, quantity: 1 }]);
    const printed = await print(`/retail/sales/${sale.id}/receipt/`, registered.admin.token, 'ms');
    expect(printed.title).toBe(`Invois ${sale.invoice_number}`);
  });

  it('takes as many pages as it needs, and embeds a typeface for every script', async () => {
    const product = await newProduct(shop, { name: '陈美玲 முத்து குமார் Siti' });
    const customer = await newCustomer(shop, { first_name: '陳美玲', last_name: 'முத்து' });
    const items = Array.from({ length: 80 }, () => ({ product_id: product.id, quantity: 1 }));
    const sale = await sell(shop, items, { customer_id: customer.id, payment_method: 'cash' });
    const printed = await receipt(sale.id);
    expect(printed.pages).toBeGreaterThan(1);
    // Latin in two weights, Tamil, Chinese.
    expect(printed).toMatchObject({ status: 200, isPdf: true });
    expect(printed.typefaces).toBeGreaterThanOrEqual(4);
  });

  it('is printed of a sale of the contract surface too, for any customer it names', async () => {
    const product = await newProduct(shop);
    const body = { customer_id: randomUUID(), items: [{ product_id: product.id, quantity: 1 }] };
    const answer = await fetch(`${baseUrl()}/v1/retail/sales`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { id } = (await answer.json()) as { id: string };
    expect(await receipt(id)).toMatchObject({ status: 200, isPdf: true });
  });

  it('on 80 mm paper is one page, however many lines; A4 without a word, and other paper is 400', async () => {
    const { id: product_id } = await newProduct(shop, { name: '特级白米 பொன்னி அரிசி' });
    const items = Array.from({ length: 40 }, () => ({ product_id, quantity: 1 }));
    const more = { payment_method: 'cash', payment_details: { tendered: 500 } };
    const { id, invoice_number } = await sell(shop, items, more);
    const path = `/retail/sales/${id}/receipt`;
    const [roll, sheet] = [
      await print(`${path}/?paper=80mm`, shop.admin.token, 'ms'),
      await print(`${path}/?paper=a4`, shop.admin.token),
    ];
    expect(roll).toMatchObject({ status: 200, isPdf: true, pages: 1, widths: [227], title: `Resit ${invoice_number}` });
    expect([sheet.widths, (await receipt(id)).widths]).toEqual([[595], [595]]);
    expectInvalid(on, await on.get(`${path}?paper=a5`, shop.admin.token), 'paper');
    const [refund] = on.data(await giveBack(shop, id)).refunds;
    const note = `/retail/sales/${id}/refunds/${refund.id}/receipt`;
    expect(await print(`${note}/?paper=80mm`, shop.admin.token)).toMatchObject({ pages: 1, widths: [227] });
    expectInvalid(on, await on.get(`${note}?paper=a5`, shop.admin.token), 'paper');
    // a sale that does not exist is not found, for every kind of request.
    expect(
      (await on.get(`/retail/sales/${id}/refunds/${randomUUID()}/receipt?paper=a5`, shop.admin.token)).status,
    ).toBe(404);
  });

  it('may be printed by every user of the business, and by no other', async () => {
    const sale = await sell(shop, [{ product_id: (await newProduct(shop)).id, quantity: 1 }]);
    const viewer = await newUser(shop, 'user');
    expect((await print(`/retail/sales/${sale.id}/receipt/`, viewer.token)).status).toBe(200);
    expect((await print(`/retail/sales/${sale.id}/receipt/`, 'nonsense')).status).toBe(401);
    const stranger = await newTenant();
    expect((await print(`/retail/sales/${sale.id}/receipt/`, stranger.admin.token)).status).toBe(404);
    expect((await print(`/retail/sales/${randomUUID()}/receipt/`, shop.admin.token)).status).toBe(404);
    expect((await print('/retail/sales/1/receipt/', shop.admin.token)).status).toBe(404);
  });

  it('is refused where the module is disabled', async () => {
    const other = await newTenant();
    const sale = await sell(other, [{ product_id: (await newProduct(other)).id, quantity: 1 }]);
    await disableRetail(other);
    expect((await print(`/retail/sales/${sale.id}/receipt/`, other.admin.token)).status).toBe(403);
  });
});

describe('the credit note of a refund', () => {
  it('is a PDF with its own number', async () => {
    const product = await newProduct(shop);
    const sale = await sell(shop, [{ product_id: product.id, quantity: 2 }]);
    const body = { items: [{ product_id: product.id, quantity: 1 }], refund_method: 'cash' };
    const refunded = on.data(await giveBack(shop, sale.id, body));
    const [refund] = refunded.refunds;
    const path = `/retail/sales/${sale.id}/refunds/${refund.id}/receipt/`;
    const printed = await print(path, shop.admin.token);
    expect(printed).toMatchObject({ status: 200, isPdf: true, title: `Credit note ${refund.credit_note_number}` });
    expect(printed.header('content-disposition')).toBe(`attachment; filename="${refund.credit_note_number}.pdf"`);
    expect(await print(path, shop.admin.token, 'ms')).toMatchObject({
      title: `Nota kredit ${refund.credit_note_number} · Salinan`,
    });
  });

  it('belongs to its sale: under another, or unknown, it is not found', async () => {
    const product = await newProduct(shop);
    const sale = await sell(shop, [{ product_id: product.id, quantity: 1 }]);
    const other = await sell(shop, [{ product_id: product.id, quantity: 1 }]);
    const [refund] = on.data(await giveBack(shop, sale.id)).refunds;
    const statusOf = async (sale_id: string, refund_id: string, token = shop.admin.token) =>
      (await print(`/retail/sales/${sale_id}/refunds/${refund_id}/receipt/`, token)).status;
    expect(await statusOf(sale.id, refund.id)).toBe(200);
    expect(await statusOf(other.id, refund.id)).toBe(404);
    expect(await statusOf(sale.id, randomUUID())).toBe(404);
    expect(await statusOf(sale.id, 'nonsense')).toBe(404);
    expect(await statusOf(sale.id, refund.id, (await newTenant()).admin.token)).toBe(404);
  });
});
