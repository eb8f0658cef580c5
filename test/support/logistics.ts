import type { Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import { must } from './healthcare.js';
import type { TestTenant } from './people.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The keys of every answer of logistics. */
export const logisticsShapes = {
  driver: words(
    `id first_name last_name ic_number date_of_birth gender email phone_number address license_number license_class
     license_expiry license_type psv_license psv_expiry experience_years employment_status hourly_rate monthly_salary
     emergency_contact medical_checkup_date medical_checkup_expiry status notes vehicle_ids created_at updated_at`,
  ),
  vehicle: words(
    `id registration_number plate_verification vehicle_type make model year color chassis_number engine_number capacity_kg
     dimensions_cm features fuel_type current_mileage insurance_policy insurance_expiry road_tax_expiry inspection_expiry
     inspection_agency_expiry status assigned_driver_id location maintenance_schedule notes created_at updated_at`,
  ),
  assignment: words('id driver_id vehicle_id assignment_date notes previous_driver_id warnings created_at'),
  location: words('latitude longitude address last_updated'),
  driverExport: words('exported_at driver assignments audit_entries'),
  driverErasure: words('id erased erased_at assignments'),
  maintenanceEntry: words('id kind recorded_at date mileage from to service_type cost notes recorded_by'),
};

/** Creates a record of logistics and answers what the answer says. @param path within the context, such as `/drivers` */
export const logisticsRecord = async (tenant: TestTenant, path: string, body: unknown): Promise<Json> =>
  must(await on.post(`/logistics${path}`, body, tenant.admin.token), 201);

/** A driver, with a name alone unless told otherwise. */
export const newDriver = (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> =>
  logisticsRecord(tenant, '/drivers', { first_name: 'Ahmad', last_name: 'Faizal', ...extra });

/** A vehicle, with a plate alone unless told otherwise. */
export const newVehicle = (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> =>
  logisticsRecord(tenant, '/vehicles', { registration_number: 'WXY 1234', ...extra });

/** Enables the module with these settings. */
export const configureLogistics = async (tenant: TestTenant, logistics: Record<string, unknown>): Promise<void> =>
  must(await on.post('/modules/logistics/enable', { configuration: { logistics } }, tenant.admin.token), 200);
