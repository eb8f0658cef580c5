import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { newCustomer, newProduct, sell } from '../../support/retail.js';

/** what documents say of payments and voids. */

let shop: TestTenant;
let items: { product_id: string; quantity: number }[];
beforeEach(async () => {
  shop = await newTenant();
  items = [{ product_id: (await newProduct(shop, { selling_price: 10.03, tax_rate: 0 })).id, quantity: 2 }];
});

const receipt = async (sale: Json, language = 'en'): Promise<string> =>
  (await print(`/retail/sales/${sale.id}/receipt/`, shop.admin.token, language)).texts.join('\n');
const payments = [
  { method: 'card', amount: 10.03, tendered: null },
  { method: 'cash', amount: 10.05, tendered: 20 },
];

it('a receipt names each payment, the rounding of the cash, what was tendered and the change', async () => {
  const sale = await sell(shop, items, { payments });
  const text = await receipt(sale);
  for (const part of [
    'Card',
    '−10.03',
    'Cash',
    '−10.05',
    'MYR 20.08',
    '0.02',
    'Tendered',
    '20.00',
    'Change',
    '9.95',
    'MYR 0.00',
  ])
    expect(text).toContain(part);
  expect(await receipt(sale, 'ms')).toContain('Tunai');
});

it('an invoice on account says what was owed then, also after it was paid', async () => {
  const customer = await newCustomer(shop);
  const sale = await sell(shop, items, { payments: [], on_account: true, customer_id: customer.id });
  expect(await receipt(sale)).toContain('MYR 20.06');
  const first = (await receipt(sale)).replace('Copy\n', '');
  await on.post(`/retail/sales/${sale.id}/payments`, { method: 'card', amount: 20.06 }, shop.admin.token);
  expect((await receipt(sale)).replace('Copy\n', '')).toBe(first);
});

it('a void sale is printed as void, with its reason', async () => {
  const sale = await sell(shop, items, { payment_method: 'cash' });
  expect(await receipt(sale)).not.toContain('VOID');
  await on.post(`/retail/sales/${sale.id}/void`, { reason: 'Rung up twice' }, shop.admin.token);
  for (const part of ['VOID', 'Rung up twice', sale.invoice_number]) expect(await receipt(sale)).toContain(part);
  expect(await receipt(sale, 'ms')).toContain('BATAL');
});
