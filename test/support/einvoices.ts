import type { Answer, Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import type { TestTenant } from './people.js';
import { newProduct, sell } from './retail.js';
import { eventually } from './system-service.js';

/** The least that a buyer of e-invoices has. */
export const einvoiceBuyer = {
  name: 'Siti Nur',
  tin: 'IG123456789',
  phone: '+60123450101',
  address: { line1: '12, Jalan Telawi 3', city: 'Kuala Lumpur' },
};

/** A buyer with all that a document needs. */
export const completeBuyer = {
  ...einvoiceBuyer,
  address: { ...einvoiceBuyer.address, postcode: '59100', state: '14' },
};

/** Turns e-invoices on, in the simulator unless told otherwise. */
export async function enableEinvoices({ admin }: TestTenant, more: Json = {}): Promise<void> {
  const answer = await on.put('/einvoices/settings', { enabled: true, ...more }, admin.token);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
}

/** A sale of two products at 10 ringgit with 6 percent, as an e-invoice names it. */
export async function soldSource(
  tenant: TestTenant,
  sale: Json = {},
): Promise<{ module: string; kind: string; id: string }> {
  const product = await newProduct(tenant, { current_stock: 100, tax_rate: 6 });
  const { id } = await sell(tenant, [{ product_id: product.id, quantity: 2 }], sale);
  return { module: 'retail', kind: 'sale', id };
}

export const askEinvoice = (tenant: TestTenant, body: Json): Promise<Answer> =>
  on.post('/einvoices', body, tenant.admin.token);

/** An e-invoice of a new sale; blocked, since its buyer has no state, unless the buyer is a complete one. */
export async function newEinvoice(tenant: TestTenant, buyer: Json = einvoiceBuyer): Promise<Json> {
  await enableEinvoices(tenant);
  const answer = await askEinvoice(tenant, { source: await soldSource(tenant), buyer });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return on.data(answer);
}

/** A new sale's e-invoice that the simulator has found valid. */
export async function validEinvoice(tenant: TestTenant): Promise<Json> {
  const { id } = await newEinvoice(tenant, completeBuyer);
  return eventually('a valid e-invoice', async () => {
    const einvoice = on.data(await on.get(`/einvoices/${id}`, tenant.admin.token));
    return einvoice.status === 'valid' && einvoice;
  });
}
