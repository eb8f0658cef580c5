import type { Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import { must } from './healthcare.js';
import type { TestTenant } from './people.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The keys of every answer of beauty. */
export const beautyShapes = {
  client: words(
    `id first_name last_name email phone_number ic_number date_of_birth gender address emergency_contact skin_type hair_type
     allergies medical_conditions preferred_services frequency membership_level loyalty_points notes marketing_consent
     pdpa_consent pdpa_consent_date created_at updated_at`,
  ),
  staffMember: words(
    `id tenant_id first_name last_name email phone_number ic_number date_of_birth gender address position specializations
     certifications experience_years hourly_rate commission_rate employment_status working_hours skills languages
     emergency_contact status notes pdpa_consent pdpa_consent_date created_at updated_at`,
  ),
  appointment: words(
    `id client_id services total_price total_duration_minutes status payment_status payment_method total_amount
     discount_amount amount_paid amount_refunded payment_received notes special_requests reminder_preferences
     services_rendered staff_notes follow_up_required follow_up_date cancellation_reason cancelled_by refund_amount
     checked_in_at started_at completed_at cancelled_at warnings created_at updated_at`,
  ),
  appointmentLine: words('service_id service_name staff_id staff_name start_time end_time price'),
};

/** Creates a record of beauty and answers what the answer says. @param path within the context, such as `/services` */
export const beautyRecord = async (tenant: TestTenant, path: string, body: unknown): Promise<Json> =>
  must(await on.post(`/beauty${path}`, body, tenant.admin.token), 201);

/** A client, with a name alone unless told otherwise. */
export const newClient = (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> =>
  beautyRecord(tenant, '/clients', { first_name: 'Siti', last_name: 'Nur', ...extra });

/** A member of staff, with a name alone unless told otherwise. */
export const newStaffMember = (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> =>
  beautyRecord(tenant, '/staff', { first_name: 'Mei', last_name: 'Ling', ...extra });

/** A service of 80 ringgit, unless told otherwise. */
export const newService = (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> =>
  beautyRecord(tenant, '/services', { name: 'Facial', price: 80, ...extra });

/** An appointment of a new client for one new service without a time, unless told otherwise. */
export async function newBeautyAppointment(tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> {
  const client_id = extra.client_id ?? (await newClient(tenant)).id;
  const services = extra.services ?? [{ service_id: (await newService(tenant)).id }];
  return beautyRecord(tenant, '/appointments', { ...extra, client_id, services });
}

/** Enables the module with these settings. */
export const configureBeauty = async (tenant: TestTenant, beauty: Record<string, unknown>): Promise<void> =>
  must(await on.post('/modules/beauty/enable', { configuration: { beauty } }, tenant.admin.token), 200);
