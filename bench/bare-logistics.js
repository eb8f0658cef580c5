/**
 * Logistics as the bare server does it: the same rows of shipments, histories, vehicles and positions, and the same answers, in one round
 * trip each. It reads the documents that are warned of; it measures no distance and promises three days, and writes neither
 * events for others nor an audit trail.
 */
import { randomInt } from 'node:crypto';
import { malaysianDay, newId } from './bare-seals.js';
import { states } from './logistics-data.js';

const shown = [
  'id', 'tracking_number', 'status', 'origin', 'destination', 'package_details', 'service_type', 'delivery_date', 'delivery_time_window',
  'customer_reference', 'insurance_required', 'insurance_amount', 'payment_method', 'payment_amount', 'notes', 'total_distance_km',
  'distance_source', 'estimated_delivery_time', 'actual_delivery_time', 'driver_id', 'vehicle_id', 'created_at', 'updated_at',
]; // prettier-ignore
const shownOfVehicles = [
  'id', 'registration_number', 'vehicle_type', 'make', 'model', 'year', 'color', 'chassis_number', 'engine_number', 'capacity_kg',
  'dimensions_cm', 'features', 'fuel_type', 'current_mileage', 'insurance_policy', 'insurance_expiry', 'road_tax_expiry',
  'inspection_expiry', 'inspection_agency_expiry', 'status', 'assigned_driver_id', 'maintenance_schedule', 'notes', 'created_at',
  'updated_at',
]; // prettier-ignore
const PAGE_SIZE = 20;
const SHOWN_ENTRIES = 100;
const columns = shown.map((name) => `r.${name}`).join(', ');
const found = `from logistics.shipments r where r.tenant_id = $1 and r.deleted_at is null`;
const led = `${found} and r.status = $2 and r.destination_state_key = $3`;

const statements = Object.fromEntries(
  Object.entries({
    list: `select ${columns}, (select count(*)::int ${led}) ${led} order by r.id desc limit ${PAGE_SIZE}`,
    track: `select ${columns}, r.events,
        (select json_agg(json_build_array(e.id, e.status, e.happened_at, e.created_at, e.location, e.notes, e.driver_id, e.vehicle_id, e.actor_id, e.changes) order by e.position)
         from (select * from logistics.shipment_events e where e.tenant_id = $1 and e.shipment_id = r.id order by e.position desc limit ${SHOWN_ENTRIES}) e)
      ${found} and r.tracking_number = $2`,
    create: `
      with told as (
        insert into logistics.shipment_events (tenant_id, id, created_at, position, shipment_id, status, happened_at, changes)
        values ($1, $16, now(), 1, $2, 'pending', now(), '{}')
      )
      insert into logistics.shipments as r (tenant_id, id, created_at, updated_at, tracking_number, status, origin, destination, origin_state_key,
        destination_state_key, package_details, service_type, delivery_date, delivery_time_window, customer_reference, insurance_required,
        insurance_amount, payment_method, payment_amount, notes, total_distance_km, distance_source, estimated_delivery_time, promised_until, events)
      values ($1, $2, now(), now(), $3, 'pending', $4, $5, $6, $7, $8, $9, $10, null, $11, false, null, $12, $13, $14, 0, 'none', $15, $15, 1)
      returning ${columns}`,
    status: `
      with moved as (
        update logistics.shipments set status = $3::text, events = events + 1, version = version + 1, updated_at = now(),
          actual_delivery_time = case when $3::text = 'delivered' then coalesce(actual_delivery_time, now()) end
        where tenant_id = $1 and id = $2 and deleted_at is null returning *
      ), told as (
        insert into logistics.shipment_events (tenant_id, id, created_at, position, shipment_id, status, happened_at, location, notes, driver_id,
          vehicle_id, driver_name, registration_number, changes)
        select $1, $4, now(), events, id, status, now(), $5, $6, driver_id, vehicle_id, driver_name, registration_number, '{}' from moved
      )
      select ${columns}, d.status, d.license_expiry, d.psv_expiry, d.medical_checkup_expiry, v.status, v.insurance_expiry, v.road_tax_expiry,
        v.inspection_expiry, v.inspection_agency_expiry
      from moved r
      left join logistics.drivers d on d.tenant_id = $1 and d.id = r.driver_id and d.deleted_at is null
      left join logistics.vehicles v on v.tenant_id = $1 and v.id = r.vehicle_id and v.deleted_at is null`,
    location: `
      with moved as (
        update logistics.vehicles r set latitude = $3, longitude = $4, location_address = $5, last_updated = now(), located_at = now(),
          current_mileage = $6, odometer_at = now(), version = version + 1, updated_at = now()
        where r.tenant_id = $1 and r.id = $2 and r.deleted_at is null and coalesce(r.current_mileage, 0) <= $6 returning *
      ), told as (
        insert into logistics.positions (tenant_id, id, created_at, vehicle_id, reported_for, counts_at, latitude, longitude, address, mileage)
        select $1, $7, now(), id, now(), now(), latitude, longitude, location_address, current_mileage from moved
      )
      select ${shownOfVehicles.join(', ')}, latitude, longitude, location_address, last_updated from moved`,
  }).map(([name, text]) => [name, { name: `logistics_${name}`, text, rowMode: 'array' }]),
);

const rowsOf = async (pool, statement, values) => (await pool.query({ ...statements[statement], values })).rows;

function viewOf(names, row) {
  const view = {};
  for (let i = 0; i < names.length; i += 1) view[names[i]] = row[i];
  return view;
}

async function list(pool, tenant_id, query) {
  const rows = await rowsOf(pool, 'list', [tenant_id, query.get('status'), states[query.get('destination_state')]]);
  const total = rows[0]?.at(-1) ?? 0;
  const pagination = { page: 1, page_size: PAGE_SIZE, total, pages: Math.ceil(total / PAGE_SIZE) };
  return { success: true, data: rows.map((row) => viewOf(shown, row)), pagination };
}

const entryView = ([id, status, timestamp, recorded_at, location, notes, driver_id, vehicle_id, recorded_by, changes]) => ({
  id, status, timestamp: new Date(timestamp), recorded_at: new Date(recorded_at), location, notes, driver_id, vehicle_id, recorded_by, changes,
}); // prettier-ignore

async function track(pool, tenant_id, number) {
  const [row] = await rowsOf(pool, 'track', [tenant_id, number]);
  const [tracking_total, entries] = row.slice(shown.length);
  return { success: true, data: { ...viewOf(shown, row), tracking_history: entries.map(entryView), tracking_total } };
}

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const BASE_32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** By ISO 7064 MOD 37,36. */
function completed(number) {
  let remainder = 36;
  for (const character of number) remainder = (((remainder + CHARACTERS.indexOf(character)) % 36 || 36) * 2) % 37;
  return number + CHARACTERS[(37 - remainder) % 36];
}

const newTrackingNumber = () =>
  completed(
    `MY${malaysianDay().slice(2).replaceAll('-', '')}${Array.from({ length: 7 }, () => BASE_32[randomInt(32)]).join('')}`,
  );

/** What a body leaves out is null. */
const partyOf = ({ company_name = null, address, contact_person = null, phone_number = null, email = null, latitude = null, longitude = null }) =>
  JSON.stringify({ company_name, address: { ...address, country: address.country ?? 'Malaysia' }, contact_person, phone_number, email, latitude, longitude }); // prettier-ignore

const DAYS_PROMISED_MS = 3 * 86_400_000;

async function create(pool, tenant_id, b) {
  const [row] = await rowsOf(pool, 'create', [
    tenant_id, newId(), newTrackingNumber(), partyOf(b.origin), partyOf(b.destination), states[b.origin.address.state],
    states[b.destination.address.state], JSON.stringify(b.package_details), b.service_type, b.delivery_date ?? null, b.customer_reference,
    b.payment_method, b.payment_amount, b.notes, new Date(Date.now() + DAYS_PROMISED_MS), newId(),
  ]); // prettier-ignore
  return { success: true, data: viewOf(shown, row) };
}

const isExpired = (day, today) => day !== null && day < today;

async function reportStatus(pool, tenant_id, id, { status, location: { latitude, longitude, address }, notes }) {
  const location = JSON.stringify({ latitude, longitude, address, timestamp: null });
  const [row] = await rowsOf(pool, 'status', [tenant_id, id, status, newId(), location, notes]);
  const today = malaysianDay();
  const [driverStatus, ...rest] = row.slice(shown.length);
  const days = [...rest.slice(0, 3), ...rest.slice(4)];
  const warnings = days.filter((day) => isExpired(day, today)).map(() => 'expired');
  if (driverStatus !== 'active') warnings.push('driver_inactive');
  if (rest[3] !== 'active') warnings.push('vehicle_inactive');
  return { success: true, data: { ...viewOf(shown, row), warnings } };
}

async function reportLocation(pool, tenant_id, id, { latitude, longitude, address, mileage }) {
  const [row] = await rowsOf(pool, 'location', [
    tenant_id, id, latitude, longitude, JSON.stringify(address), mileage, newId(),
  ]); // prettier-ignore
  const [atLatitude, atLongitude, atAddress, last_updated] = row.slice(shownOfVehicles.length);
  const data = {
    ...viewOf(shownOfVehicles, row),
    plate_verification: { format: 'unknown', state: null },
    location: { latitude: atLatitude, longitude: atLongitude, address: atAddress, last_updated },
  };
  return { success: true, data };
}

const SHIPMENTS = '/api/v1/logistics/shipments/';
const VEHICLES = '/api/v1/logistics/vehicles/';

/** The answer's status and body, or nothing for what is not logistics'. */
export async function logisticsAnswer(pool, { method, url, tenant_id }, bodyOf) {
  if (url.startsWith(VEHICLES)) {
    const [id] = url.slice(VEHICLES.length).split('/');
    return [200, await reportLocation(pool, tenant_id, id, await bodyOf())];
  }
  if (!url.startsWith(SHIPMENTS)) return undefined;
  const rest = url.slice(SHIPMENTS.length);
  if (method === 'POST' && rest === '') return [201, await create(pool, tenant_id, await bodyOf())];
  const [first, second] = rest.split('/');
  if (method === 'POST') return [200, await reportStatus(pool, tenant_id, first, await bodyOf())];
  if (first === 'tracking') return [200, await track(pool, tenant_id, second)];
  return [200, await list(pool, tenant_id, new URLSearchParams(rest.slice(1)))];
}
