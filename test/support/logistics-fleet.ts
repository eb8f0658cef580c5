import type { Client } from 'pg';

/** What a tenant was given of logistics by SQL. One record in a thousand is rare: of the kinds that lists are asked for. */
export interface Fleet {
  tenant_id: string;
  /** A shipment with a history. */
  shipment: string;
  /** Whom the rare records name. */
  rare: { driver: string; vehicle: string };
}

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The tracking number of the n-th shipment; its last character is worked out by ISO 7064 MOD 37,36 (A-281). */
export function numberOf(n: number): string {
  const number = `MY260310${String(n).padStart(7, '0')}`;
  let remainder = 36;
  for (const character of number) remainder = (((remainder + CHARACTERS.indexOf(character)) % 36 || 36) * 2) % 37;
  return number + CHARACTERS.charAt((37 - remainder) % 36);
}

/** SQL: `n` is one in a thousand, the 7th among the first. */
const RARE = 'n % 1000 = 7';
const eitherOf = (rare: string, usual: string): string => `case when ${RARE} then ${rare} else ${usual} end`;

/** $1 tenant, $2 how many; `at` is a minute after the one before. */
const each = `generate_series(1, $2::int) n, lateral (select timestamptz '2026-03-01T00:00:00+08:00' + n * interval '1 minute' as at) t`;

const drivers = `
  insert into logistics.drivers (tenant_id, id, created_at, updated_at, first_name, last_name, license_class, employment_status, status)
  select $1, uuidv7(at - now()), at, at, 'Pemandu', n::text, ${eitherOf(`'E'`, `'D'`)}, ${eitherOf(`'kontrak'`, `'tetap'`)},
         ${eitherOf(`'suspended'`, `'active'`)}
    from ${each}`;

const vehicles = `
  insert into logistics.vehicles (tenant_id, id, created_at, updated_at, registration_number, vehicle_type, make, model, features, status,
    assigned_driver_id, maintenance_entries)
  select $1, uuidv7(at - now()), at, at, 'VAN ' || n, ${eitherOf(`'lori'`, `'van'`)}, ${eitherOf(`'Hino'`, `'Toyota'`)},
         ${eitherOf(`'300 series'`, `'Hiace'`)}, '{}', ${eitherOf(`'retired'`, `'active'`)}, ${eitherOf('$3::uuid', 'null')}, 1
    from ${each}`;

const routes = `
  insert into logistics.routes (tenant_id, id, created_at, updated_at, name, waypoints, origin_keys, destination_keys,
    measured_distance_km, measured_duration_minutes, vehicle_type, driver_requirements, frequency, active_days, priority)
  select $1, uuidv7(at - now()), at, at, 'Laluan ' || n, '[]', ${eitherOf(`array['09']`, `array['10']`)}, ${eitherOf(`array['15']`, `array['07']`)},
         '10', '20', ${eitherOf(`'lori'`, `'van'`)}, '{}', ${eitherOf(`'"weekly"'::jsonb`, `'"daily"'`)}, '{}', ${eitherOf(`'9'::jsonb`, `'1'`)}
    from ${each}`;

const shipments = `
  insert into logistics.shipments (tenant_id, id, created_at, updated_at, tracking_number, status, origin, destination, origin_state_key,
    destination_state_key, package_details, service_type, customer_reference, insurance_required, total_distance_km, distance_source,
    estimated_delivery_time, promised_until, driver_id, vehicle_id, events)
  select $1, uuidv7(at - now()), at, at, ($5::text[])[n], ${eitherOf(`'returned'`, `case n % 10 when 0 then 'in_transit' when 1 then 'pending' else 'delivered' end`)},
         '{}', '{}', ${eitherOf(`'09'`, `'10'`)}, ${eitherOf(`'15'`, `case when n % 7 = 0 then '10' else '07' end`)}, '{}',
         ${eitherOf(`'economy'`, `'standard'`)}, 'PO-' || n, false, 10, 'state', at, at, ${eitherOf('$3::uuid', 'null')}, ${eitherOf('$4::uuid', 'null')}, 1
    from ${each}`;

/** One for each of as many others, and fifty for the one whose own are read. */
const events = `
  insert into logistics.shipment_events (tenant_id, id, created_at, position, shipment_id, status, happened_at, changes)
  select $1, uuidv7(), r.created_at, p, r.id, r.status, r.created_at, '{}'
    from logistics.shipments r, generate_series(1, case when r.id = $2 then 50 else 1 end) p where r.tenant_id = $1`;

const positions = `
  insert into logistics.positions (tenant_id, id, created_at, vehicle_id, reported_for, counts_at, latitude, longitude, mileage)
  select $1, uuidv7(), t.at, r.id, t.at, t.at, 3, 101, p
    from logistics.vehicles r, generate_series(1, case when r.id = $2 then 50 else 1 end) p,
         lateral (select r.created_at + p * interval '1 second' as at) t where r.tenant_id = $1`;

const maintenance = `
  insert into logistics.maintenance_entries (tenant_id, id, created_at, position, vehicle_id, kind, date)
  select $1, uuidv7(), r.created_at, p, r.id, 'service', '2026-03-01'
    from logistics.vehicles r, generate_series(1, case when r.id = $2 then 50 else 1 end) p where r.tenant_id = $1`;

const schedules = `
  insert into logistics.schedules (tenant_id, id, created_at, updated_at, shipment_id, driver_id, vehicle_id, scheduled_date, status, warnings)
  select $1, uuidv7(r.created_at - now()), r.created_at, r.created_at, r.id, r.driver_id, r.vehicle_id,
         (r.created_at at time zone interval '8 hours')::date, case when r.status = 'returned' then 'in_progress' else 'completed' end, '{}'
    from logistics.shipments r where r.tenant_id = $1`;

/** Gives a tenant `count` drivers, vehicles, routes, shipments and schedules, with what belongs to them. */
export async function fillFleet(owner: Client, tenant_id: string, count: number): Promise<Fleet> {
  const seventh = async (table: string): Promise<string> => {
    const { rows } = await owner.query<{ id: string }>(
      `select id from logistics.${table} where tenant_id = $1 order by id offset 6 limit 1`,
      [tenant_id],
    );
    return (rows[0] as { id: string }).id;
  };
  // Keys to other tables are not looked up one by one: they are right.
  await owner.query('set session_replication_role = replica');
  await owner.query(drivers, [tenant_id, count]);
  const driver = await seventh('drivers');
  await owner.query(vehicles, [tenant_id, count, driver]);
  const vehicle = await seventh('vehicles');
  await owner.query(routes, [tenant_id, count]);
  const numbers = Array.from({ length: count }, (_, i) => numberOf(i + 1));
  await owner.query(shipments, [tenant_id, count, driver, vehicle, numbers]);
  const shipment = await seventh('shipments');
  await owner.query(events, [tenant_id, shipment]);
  await owner.query(positions, [tenant_id, vehicle]);
  await owner.query(maintenance, [tenant_id, vehicle]);
  await owner.query(schedules, [tenant_id]);
  await owner.query('reset session_replication_role');
  return { tenant_id, shipment, rare: { driver, vehicle } };
}
