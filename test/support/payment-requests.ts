import type { Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import { must } from './healthcare.js';
import { newFreightInvoice } from './logistics.js';
import type { TestTenant } from './people.js';

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
