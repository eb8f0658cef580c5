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

/** Enables the module with these settings. */
export const configureBeauty = async (tenant: TestTenant, beauty: Record<string, unknown>): Promise<void> =>
  must(await on.post('/modules/beauty/enable', { configuration: { beauty } }, tenant.admin.token), 200);
