import { randomUUID } from 'node:crypto';
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
  shipment: words(
    `id tracking_number status origin destination package_details service_type delivery_date delivery_time_window
     customer_reference insurance_required insurance_amount payment_method payment_amount cod notes total_distance_km
     distance_source estimated_delivery_time actual_delivery_time driver_id vehicle_id created_at updated_at`,
  ),
  party: words('company_name address contact_person phone_number email latitude longitude'),
  trackingEntry: words('id status timestamp recorded_at location notes driver_id vehicle_id recorded_by changes'),
  scanned: words('tracking_number result shipment_id'),
  trackingLink: words('shipment_id url expires_at'),
  location: words('latitude longitude address last_updated'),
  driverExport: words(
    'exported_at driver assignments shipments shipment_events schedules proofs cod_remittances former_names files audit_entries',
  ),
  driverErasure: words(
    'id erased erased_at assignments shipments shipment_events schedules proofs cod_remittances files',
  ),
  proof: words(
    `id shipment_id received_by signature pictures picture_ids location expected_amount collected_amount difference_reason notes
     driver_id driver_name recorded_by corrections created_at`,
  ),
  codRemittance: words('id driver_id amount date note recorded_by voided_at void_reason created_at'),
  codPayout: words('id sender_id sender_name amount date note recorded_by voided_at void_reason created_at'),
  position: words('id latitude longitude address timestamp mileage recorded_at recorded_by'),
  maintenanceRecord: words('id recorded_at date service_type cost workshop mileage notes recorded_by'),
  route: words(
    `id name description origin destination waypoints estimated_distance_km estimated_duration_minutes vehicle_type
     driver_requirements operating_hours frequency active_days priority notes created_at updated_at`,
  ),
  schedule: words(
    `id shipment_id driver_id vehicle_id route_id scheduled_date scheduled_time estimated_duration_minutes priority status
     special_instructions contact_preferences warnings created_at updated_at`,
  ),
  proposal: words(
    `route_id vehicle_id optimization_criteria method shipments stops return_leg total_distance_km total_duration_minutes
     estimated_fuel_litres baseline saving_percent unlocated warnings`,
  ),
  plannedStop: words(
    `sequence type shipment_id waypoint address latitude longitude location_source leg_distance_km leg_duration_minutes
     arrival_minutes`,
  ),
  alert: words(
    `kind driver_id vehicle_id name service_type due_date due_mileage current_mileage days_left km_left overdue message`,
  ),
  freightInvoice: words(
    `id invoice_number shipment_id tracking_number issued_at currency sst_registration_number tax_rate lines subtotal tax_amount
     total credited_amount amount_paid outstanding_amount cancelled_at cancellation_reason`,
  ),
  freightPayment: words(
    `id receipt_number invoice_id amount rounding received_amount balance payment_method reference notes payment_request_id
     created_at`,
  ),
  freightCreditNote: words(
    'id credit_note_number invoice_id lines subtotal tax_amount amount cancels reason issued_at',
  ),
  freightLine: words('description amount subtotal tax_amount'),
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

/** From Shah Alam to George Town, of no sender. */
export const parties = {
  origin: {
    company_name: 'Kedai Buku Aman',
    address: { street: '12, Jalan Plumbum', city: 'Shah Alam', state: 'Selangor', postal_code: '40000' },
    contact_person: 'Nurul Huda',
    phone_number: '+60123450101',
  },
  destination: {
    contact_person: 'Tan Mei Ling',
    address: { street: '8, Lebuh Pantai', city: 'George Town', state: 'Pulau Pinang', postal_code: '10300' },
    phone_number: '+60123450102',
  },
};

/** A shipment, with its parties alone unless told otherwise. */
export const newShipment = (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> =>
  logisticsRecord(tenant, '/shipments', { ...parties, ...extra });

/** A route, with a name alone unless told otherwise. */
export const newRoute = (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> =>
  logisticsRecord(tenant, '/routes', { name: 'Laluan utara', ...extra });

/** A delivery schedule, of a separate shipment unless told otherwise. */
export const newSchedule = async (tenant: TestTenant, extra: Record<string, unknown> = {}): Promise<Json> => {
  const shipment_id = extra.shipment_id ?? (await newShipment(tenant)).id;
  return logisticsRecord(tenant, '/schedules', { shipment_id, scheduled_date: '2029-05-10', ...extra });
};

/** A shipment that is paid on delivery. */
export const newCodShipment = (
  tenant: TestTenant,
  payment_amount: number | null,
  extra: Record<string, unknown> = {},
): Promise<Json> => newShipment(tenant, { payment_method: 'cod', payment_amount, ...extra });

/** A proof of delivery of a shipment, by a name alone unless told otherwise. */
export const newProof = (tenant: TestTenant, shipment_id: string, extra: Record<string, unknown> = {}): Promise<Json> =>
  logisticsRecord(tenant, `/shipments/${shipment_id}/proof-of-delivery`, { received_by: 'Tan Mei Ling', ...extra });

/** The freight invoice of a separate shipment. */
export const newFreightInvoice = async (tenant: TestTenant, payment_amount = 106): Promise<Json> => {
  const { id } = await newShipment(tenant, { payment_amount });
  return must(await on.post(`/logistics/shipments/${id}/invoice`, {}, tenant.admin.token), 200);
};

/** Cash of a separate parcel, collected by a driver for this sender. @returns the proof */
export const newCollection = async (
  tenant: TestTenant,
  amount: number,
  { driver_id, sender }: { driver_id?: string; sender?: Record<string, unknown> } = {},
): Promise<Json> => {
  const { id } = await newCodShipment(tenant, amount, sender ? { origin: { ...parties.origin, ...sender } } : {});
  const report = { status: 'in_transit', ...(driver_id && { driver_id }) };
  must(await on.post(`/logistics/shipments/${id}/update-status`, report, tenant.admin.token), 200);
  return newProof(tenant, id, { collected_amount: amount });
};

/** The debts to senders, by the report. */
export const codPayouts = async (tenant: TestTenant, query = ''): Promise<Json> =>
  must(await on.get(`/logistics/reports/cod-payouts${query}`, tenant.admin.token), 200);

/** A payout to a separate sender, for whom twice as much was collected. */
export const newCodPayout = async (tenant: TestTenant): Promise<Json> => {
  const sender = { company_name: `Kedai ${randomUUID()}` };
  await newCollection(tenant, 20, { sender });
  const { group } = (await codPayouts(tenant)).rows.find(({ label }: Json) => label === sender.company_name);
  return logisticsRecord(tenant, '/cod-payouts', { sender_id: group, amount: 10 });
};

/** Cash that a separate driver handed in. */
export const newCodRemittance = async (tenant: TestTenant): Promise<Json> =>
  logisticsRecord(tenant, `/drivers/${(await newDriver(tenant)).id}/cod-remittances`, { amount: 10 });

/** A freight invoice of a separate shipment with a credit note of a part of it. */
export const newFreightCredit = async (tenant: TestTenant): Promise<Json> => {
  const { shipment_id } = await newFreightInvoice(tenant);
  const path = `/shipments/${shipment_id}/invoice/credit-notes`;
  return logisticsRecord(tenant, path, { amount: 20, reason: 'Diskaun' });
};
