import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { newPatient } from '../../support/healthcare.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { newProduct, sell } from '../../support/retail.js';

/** open objects keep what is sent, but the keys that the specification states have their types. */
let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const product = (attributes: unknown) => ({ sku: unique('SKU'), name: 'Kopi O', selling_price: 10, attributes });
const patient = (insurance_info: unknown) => ({ first_name: 'Siti', last_name: 'Nur', insurance_info });

describe('attributes of a product', () => {
  it.each([
    ['color', 'red'],
    ['color', [1]],
    ['warranty_months', 1.5],
    ['weight_kg', '0.5'],
    ['dimensions_cm', 'small'],
    ['halal_certified', 'yes'],
    ['halal_certification_number', 5],
    ['halal_expiry_date', 'soon'],
  ])('refuse %s %j, naming the key', async (key, value) => {
    expectInvalid(on, await on.post('/retail/products', product({ [key]: value }), token), `attributes.${key}`);
  });

  it('refuse a wrong length within the dimensions, and what is wrong in a change', async () => {
    const wrong = { dimensions_cm: { length: 'long' } };
    expectInvalid(on, await on.post('/retail/products', product(wrong), token), 'attributes.dimensions_cm.length');
    const { id } = await newProduct(tenant);
    const answer = await on.put(`/retail/products/${id}`, { attributes: { halal_certified: 1 } }, token);
    expectInvalid(on, answer, 'attributes.halal_certified');
  });

  it.each([
    [{ x: { y: 1 }, expiry_date: 'soon', dimensions_cm: { length: 1, depth: ['unknown'] } }],
    [{ color: null, warranty_months: null, dimensions_cm: null, halal_expiry_date: null }],
    [{ color: ['red', 'blue'], weight_kg: 0.5, halal_expiry_date: '2027-06-30', 钥匙: [null] }],
  ])('keep %j as it is sent', async (attributes) => {
    const made = await on.post('/retail/products', product(attributes), token);
    expect(on.data(made).attributes).toEqual(attributes);
  });
});

describe('insurance_info of a patient', () => {
  it.each([
    ['provider', 5],
    ['policy_number', ['P-1']],
    ['expiry_date', '31.12.2027'],
  ])('refuses %s %j', async (key, value) => {
    expectInvalid(on, await on.post('/healthcare/patients', patient({ [key]: value }), token), `insurance_info.${key}`);
  });

  it('keeps unknown keys and null', async () => {
    const sent = { provider: null, panel: ['A'], expiry_date: '2027-12-31' };
    expect((await newPatient(tenant, { insurance_info: sent })).insurance_info).toEqual(sent);
  });
});

it('payment_details of a sale refuse a transaction_id that is no text', async () => {
  const items = [{ product_id: (await newProduct(tenant)).id, quantity: 1 }];
  const answer = await on.post('/retail/sales', { items, payment_details: { transaction_id: 5 } }, token);
  expectInvalid(on, answer, 'payment_details.transaction_id');
  const details = { transaction_id: null, wallet: { points: 3 } };
  expect((await sell(tenant, items, { payment_details: details })).payment_details).toEqual(details);
});
