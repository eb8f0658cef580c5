import type { Json } from '../../support/client.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { atOnce, newCustomer, newProduct, trySell } from '../../support/retail.js';

/** who is not registered for SST may not charge it. */

let shop: TestTenant;
let token: string;
beforeEach(async () => {
  shop = await newTenant();
  ({ token } = shop.admin);
});

const itemOf = async (tax_rate: number) => [
  { product_id: (await newProduct(shop, { selling_price: 100, tax_rate })).id, quantity: 1 },
];
const warningsOf = async (items: Json[], more: object = {}): Promise<string[]> => {
  const answer = await trySell(shop, items, { ...more });
  expect(answer.status).toBe(201);
  return on.data(answer).warnings;
};
const register = (number: string | null): Promise<unknown> =>
  contractSurface.put(`/tenants/${shop.id}`, { settings: { sst_registration_number: number } }, token);

it('the first sale with tax warns, in both languages; sales without tax and later ones do not', async () => {
  const [taxed, untaxed] = [await itemOf(6), await itemOf(0)];
  for (let i = 0; i < 25; i += 1) expect(await warningsOf(untaxed)).toEqual([]);
  const body = { items: taxed };
  const answer = await on.send('POST', '/retail/sales', { token, body, headers: { 'accept-language': 'ms' } });
  const { warnings, payment_request, ...sale } = on.data(answer);
  expect(payment_request).toBeNull();
  expect(warnings).toEqual([expect.stringMatching(/Akta Cukai Jualan 2018.*default_tax_rate/)]);
  expect(on.data(await on.get(`/retail/sales/${sale.id}`, token))).toEqual(sale);
  for (const items of [taxed, untaxed, taxed]) expect(await warningsOf(items)).toEqual([]);
  for (let i = 0; i < 25; i += 1) await warningsOf(untaxed);
  expect(await warningsOf(taxed)).toEqual([]);
});

it('English is the default, and the sale is made all the same', async () => {
  const answer = await trySell(shop, await itemOf(6));
  expect(on.data(answer)).toMatchObject({ tax_amount: 6, total: 106, status: 'completed' });
  expect(on.data(answer).warnings).toEqual([expect.stringMatching(/Sales Tax Act 2018.*default_tax_rate to 0/)]);
});

it('a registered business is not warned, nor is one whose first sale with tax was before', async () => {
  await register('W10-1808-32000001');
  const items = await itemOf(6);
  expect(await warningsOf(items)).toEqual([]);
  await register(null);
  expect(await warningsOf(items)).toEqual([]);
});

it('a sale of the contract surface is one, and its answer has the stated keys alone', async () => {
  const items = await itemOf(6);
  const { id: customer_id } = await newCustomer(shop);
  const answer = await contractSurface.post('/retail/sales', { customer_id, items }, token);
  expect([answer.status, answer.body.warnings]).toEqual([201, undefined]);
  expect(await warningsOf(items)).toEqual([]);
});

it('of 20 first sales at once one warns', async () => {
  const items = await itemOf(6);
  const answers = await atOnce(20, () => warningsOf(items));
  expect(answers.filter((warnings) => warnings.length > 0)).toHaveLength(1);
});
