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
     pdpa_consent pdpa_consent_stated message_preferences pdpa_consent_date created_at updated_at`,
  ),
  clientExport: words(
    'exported_at client points_movements appointments messages einvoice_buyers einvoices packages memberships former_names files audit_entries',
  ),
  staffExport: words('exported_at staff_member appointment_lines former_names files audit_entries'),
  staffMember: words(
    `id tenant_id first_name last_name email phone_number ic_number date_of_birth gender address position specializations
     certifications experience_years hourly_rate commission_rate employment_status working_hours skills languages
     emergency_contact status notes pdpa_consent pdpa_consent_stated pdpa_consent_date created_at updated_at`,
  ),
  appointment: words(
    `id client_id walk_in services products total_price total_duration_minutes status payment_status payment_method total_amount
     discount_amount amount_paid amount_refunded payment_received notes special_requests reminder_preferences
     services_rendered staff_notes follow_up_required follow_up_date cancellation_reason cancelled_by refund_amount
     invoice_number checked_in_at started_at completed_at cancelled_at warnings created_at updated_at`,
  ),
  appointmentLine: words('service_id service_name staff_id staff_name start_time end_time price'),
  service: words(
    `id name description category subcategory duration_minutes price tax_rate staff_level_required room_requirements
     products_used target_skin_types contraindications pre_care_instructions post_care_instructions membership_discount
     promotion_discount is_active ministry_approved ministry_approval_number halal_certified halal_certification_number
     notes created_at updated_at`,
  ),
  product: words(
    `id tenant_id name brand description category subcategory sku barcode barcode_valid volume_ml price tax_rate
     stock_quantity minimum_stock ingredients skin_types age_groups expiry_date batch_number supplier ministry_approved
     ministry_notification_number halal_certified halal_certification_number cruelty_free vegan organic is_active
     picture_ids picture_urls created_at updated_at`,
  ),
  movement: words('id product_id kind quantity_changed balance shortage appointment_id actor_id created_at'),
  package: words(
    `id tenant_id name description services total_price original_price discount_percentage validity_months payment_plan
     terms_and_conditions is_active membership_discount created_at updated_at`,
  ),
  packagedService: words('service_id frequency duration_months sessions'),
  membership: words(
    `id tenant_id client_id membership_type start_date end_date annual_fee benefits payment_method auto_renew status
     is_current created_at updated_at`,
  ),
  benefit: words('benefit type value service_id'),
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

/** A product of 45.90 ringgit whose stock is not tracked, unless told otherwise. */
export const newBeautyProduct = (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> =>
  beautyRecord(tenant, '/products', { name: 'Serum', price: 45.9, ...extra });

/** All movements of a product's stock, the last first. */
export const stockMovementsOf = async (tenant: TestTenant, product_id: string): Promise<Json[]> =>
  must(await on.get(`/beauty/products/${product_id}/movements?page_size=100`, tenant.admin.token), 200) as Json[];

/** The stock of a product is the sum of its movements, each of which says what was left after it. @returns them, the first one first */
export async function expectBalanced(tenant: TestTenant, product_id: string): Promise<Json[]> {
  const rows = (await stockMovementsOf(tenant, product_id)).reverse();
  let balance = 0;
  for (const row of rows) {
    balance += row.quantity_changed;
    expect([row.id, row.balance]).toEqual([row.id, balance]);
  }
  const product = must(await on.get(`/beauty/products/${product_id}`, tenant.admin.token), 200);
  expect(product.stock_quantity).toBe(balance);
  return rows;
}

/** A package, with a name alone unless told otherwise. */
export const newPackage = (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> =>
  beautyRecord(tenant, '/packages', { name: 'Pakej Pengantin', ...extra });

/** A Gold membership of a new client, unless told otherwise. */
export async function newMembership(tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> {
  const client_id = extra.client_id ?? (await newClient(tenant)).id;
  return beautyRecord(tenant, '/memberships', { membership_type: 'Gold', ...extra, client_id });
}

/** Enables the module with these settings. */
export const configureBeauty = async (tenant: TestTenant, beauty: Record<string, unknown>): Promise<void> =>
  must(await on.post('/modules/beauty/enable', { configuration: { beauty } }, tenant.admin.token), 200);
