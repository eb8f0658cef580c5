import { call } from '../../support/client.js';
import { contractSurface, referenceSurface, type Surface } from '../../support/core-surfaces.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { newCustomer, newProduct } from '../../support/retail.js';

/** An answer that says 201 says where what was created is read, and with which tag. */
let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const names = () => ({ first_name: 'Siti', last_name: 'Nur' });
const email = () => `${unique('siti')}@example.com`;
const later = () => new Date(Date.now() + 86_400_000).toISOString();

/** Bodies that create something, by path. */
const onReference: [string, () => Promise<object> | object][] = [
  ['/users', () => ({ ...names(), username: unique('siti'), email: email(), password: 'a password of hers' })],
  ['/retail/products', () => ({ sku: unique('SKU'), name: 'Kopi O', selling_price: 10 })],
  ['/retail/customers', names],
  ['/retail/sales', async () => ({ items: [{ product_id: (await newProduct(tenant)).id, quantity: 1 }] })],
  ['/healthcare/patients', names],
];
const onContract: [string, () => Promise<object> | object][] = [
  ['/users', () => ({ ...names(), email: email(), role: 'STAFF' })],
  ['/retail/products', () => ({ sku: unique('SKU'), name: 'Kopi O', price: 10, cost: 5 })],
  [
    '/retail/sales',
    async () => ({
      customer_id: (await newCustomer(tenant)).id,
      items: [{ product_id: (await newProduct(tenant)).id, quantity: 1 }],
    }),
  ],
  ['/healthcare/patients', () => ({ ...names(), ic_number: '900101-14-5678', date_of_birth: '1990-01-01' })],
];

async function create(on: Surface, path: string, body: object, headers: Record<string, string> = {}) {
  const made = await on.send('POST', path, { token, body, headers });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return { made, id: on.data(made).id as string, location: made.headers.get('location') };
}

describe('on the reference surface', () => {
  it.each(onReference)('POST %s says where the record is, and the tag that it is read with', async (path, body) => {
    const { made, id, location } = await create(referenceSurface, path, await body());
    expect(location).toBe(`/api/v1${path}/${id}/`);
    const read = await call('GET', location!, { token });
    expect([read.status, referenceSurface.data(read).id]).toEqual([200, id]);
    expect(made.headers.get('etag')).toBe(read.headers.get('etag'));
  });

  it('says it again with a first answer that is given again', async () => {
    const headers = { 'Idempotency-Key': unique('key') };
    const body = { sku: unique('SKU'), name: 'Kopi O', selling_price: 10 };
    const first = await create(referenceSurface, '/retail/products', body, headers);
    const again = await create(referenceSurface, '/retail/products', body, headers);
    expect(again.made.headers.get('idempotent-replayed')).toBe('true');
    expect(again.location).toBe(first.location);
  });

  it('names no place for what no operation reads by itself', async () => {
    const { id: patient_id } = (await create(referenceSurface, '/healthcare/patients', names())) as { id: string };
    const { location } = await create(referenceSurface, '/healthcare/vaccinations', {
      patient_id,
      vaccine_type: 'MMR',
    });
    expect(location).toBeNull();
  });
});

describe('on the contract surface', () => {
  it.each(onContract)('POST %s says where the record is read', async (path, body) => {
    const { id, location } = await create(contractSurface, path, await body());
    expect(location).toBe(path === '/users' ? `/v1/users/${id}` : `/api/v1${path}/${id}/`);
    const read = await call('GET', location!, { token });
    expect([read.status, (read.body.data ?? read.body).id]).toEqual([200, id]);
  });

  it('says where an appointment is read, which has no separate path there', async () => {
    const patient = await create(referenceSurface, '/healthcare/patients', names());
    const { id, location } = await create(contractSurface, '/healthcare/appointments', {
      patient_id: patient.id,
      doctor_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
      appointment_date: later(),
      duration: 15,
    });
    expect(location).toBe(`/api/v1/healthcare/appointments/${id}/`);
  });
});
