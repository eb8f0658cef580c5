import type { Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import { must } from './healthcare.js';
import { newFreightInvoice } from './logistics.js';
import { unique, type TestTenant } from './people.js';

export const REQUESTS = '/payment-requests';

/** A request of all that is open of a subject. */
export const requestOf = async (
  tenant: TestTenant,
  subject_type: string,
  subject_id: string,
  extra: Json = {},
): Promise<Json> => must(await on.post(REQUESTS, { subject_type, subject_id, ...extra }, tenant.admin.token), 201);

/** A request of a separate freight invoice of 106. */
export const newPaymentRequest = async (tenant: TestTenant, extra: Json = {}): Promise<Json> =>
  requestOf(tenant, 'logistics.freight_invoice', (await newFreightInvoice(tenant)).id, extra);

/** A request of 106 that the bank's statement says is paid. */
export async function newPaidRequest(tenant: TestTenant): Promise<Json> {
  const { id } = await newPaymentRequest(tenant);
  return must(await on.post(`${REQUESTS}/${id}/confirm`, { reference: unique('QR') }, tenant.admin.token), 200);
}

/** A difference of a request: more came than its invoice of 106 could take. */
export async function newPaymentDifference(tenant: TestTenant): Promise<Json> {
  const { token } = tenant.admin;
  const { id } = await newPaymentRequest(tenant);
  must(await on.post(`${REQUESTS}/${id}/confirm`, { reference: unique('QR'), amount: 120 }, token), 200);
  const differences = must(await on.get('/payment-differences?page_size=100', token), 200);
  return differences.find(({ payment_request_id }: Json) => payment_request_id === id);
}
