/** Couriers, written by SQL as the owner: drivers, vehicles, shipments with their histories, and, for growth, routes, schedules and positions. */
export const COURIERS = 10;
export const SHIPMENTS = 20_000;
export const DRIVERS = 40;
export const VEHICLES = 100;
/** How many of a courier's shipments the load tracks, and how many it moves: the newest are tracked, those before them are moved. */
const [TRACKED, MOVED] = [200, 600];
/** How many shipments one statement makes. */
const AT_ONCE = 50_000;
/** Over how many days they are spread. */
const DAYS = 180;

/** Towns with their states, postcodes and the keys by which states are found. */
const towns = [
  ['Shah Alam', 'Selangor', '40000', '10'],
  ['George Town', 'Pulau Pinang', '10300', '07'],
  ['Johor Bahru', 'Johor', '80000', '01'],
  ['Ipoh', 'Perak', '30000', '08'],
  ['Kota Bharu', 'Kelantan', '15000', '03'],
  ['Kuching', 'Sarawak', '93000', '13'],
  ['Kota Kinabalu', 'Sabah', '88000', '12'],
  ['Kuala Lumpur', 'Kuala Lumpur', '50000', '14'],
  ['Melaka', 'Melaka', '75000', '04'],
  ['Kuantan', 'Pahang', '25000', '06'],
  ['Seremban', 'Negeri Sembilan', '70000', '05'],
  ['Alor Setar', 'Kedah', '05000', '02'],
];
/** The states to which shipments go, as people write them, with the keys by which they are found. */
export const states = Object.fromEntries(towns.map(([, state, , key]) => [state, key]));

/** The character that completes a tracking number, as ISO 7064 MOD 37,36 works it out. */
const completing = `
  create or replace function pg_temp.completed(number text) returns text language plpgsql immutable as $$
  declare
    characters constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    remainder int := 36;
  begin
    for i in 1 .. length(number) loop
      remainder := (remainder + strpos(characters, substr(number, i, 1)) - 1) % 36;
      remainder := (case when remainder = 0 then 36 else remainder end * 2) % 37;
    end loop;
    return number || substr(characters, (37 - remainder) % 36 + 1, 1);
  end $$`;

const drivers = `
  insert into logistics.drivers (tenant_id, id, created_at, updated_at, first_name, last_name, license_class, license_expiry, status)
  select $1, uuidv7(), now(), now(), 'Ahmad Faizal', 'bin Osman ' || n, 'D', current_date + 365, 'active'
    from generate_series(1, $2::int) n
  returning id`;

const vehicles = `
  insert into logistics.vehicles (tenant_id, id, created_at, updated_at, registration_number, vehicle_type, make, model, year, capacity_kg,
    features, fuel_type, current_mileage, odometer_at, insurance_expiry, road_tax_expiry, status, latitude, longitude, last_updated,
    located_at, maintenance_entries)
  select $1, uuidv7(), now(), now(), 'VAN ' || n, 'van', 'Toyota', 'Hiace', 2022, '1000', '{}', 'diesel', 50000, now() - interval '1 day',
         current_date + 200, current_date + 200, 'active', 3.07, 101.51, now() - interval '1 day', now() - interval '1 day', 0
    from generate_series(1, $2::int) n
  returning id`;

/** $1 tenant, $2 and $3 numbers, $4 towns, $5 drivers, $6 vehicles, $7 of how many in all, $8 over how many days. */
const shipments = `
  with made as materialized (
    select n, m.at, uuidv7(m.at - now()) as id, o.town as origin, d.town as destination,
           case when h < 78 then 'delivered' when h < 86 then 'in_transit' when h < 92 then 'pending' when h < 96 then 'cancelled' else 'returned' end as status,
           ($5::uuid[])[1 + n % cardinality($5::uuid[])] as driver_id, ($6::uuid[])[1 + n % cardinality($6::uuid[])] as vehicle_id
      from generate_series($2::int, $3::int) n,
           lateral (select now() - ($7::int - n) * ($8::int * interval '1 day') / $7::int as at, n::bigint * 7919 % 100 as h) m,
           lateral (select $4::jsonb -> (n / 7 % 12) as town) o,
           lateral (select $4::jsonb -> (n % 12) as town) d
  ), kept as (
    insert into logistics.shipments (tenant_id, id, created_at, updated_at, tracking_number, status, origin, destination, origin_state_key,
      destination_state_key, package_details, service_type, delivery_time_window, customer_reference, insurance_required, payment_method,
      payment_amount, notes, total_distance_km, distance_source, estimated_delivery_time, promised_until, actual_delivery_time, driver_id,
      vehicle_id, driver_name, registration_number, events)
    select $1, m.id, m.at, m.at, pg_temp.completed('MY' || to_char(m.at at time zone interval '8 hours', 'YYMMDD') || lpad(m.n::text, 7, '0')), m.status,
           jsonb_build_object('company_name', 'Kedai Buku Aman', 'address', a.origin, 'contact_person', 'Nurul Huda', 'phone_number',
             '+60123450101', 'email', null, 'latitude', null, 'longitude', null),
           jsonb_build_object('company_name', null, 'address', a.destination, 'contact_person', 'Tan Mei Ling ' || m.n % 997, 'phone_number',
             '+60165550102', 'email', null, 'latitude', null, 'longitude', null),
           m.origin ->> 3, m.destination ->> 3,
           jsonb_build_object('weight_kg', m.n % 40 / 4.0, 'package_type', 'kotak', 'description', 'Buku', 'value_myr', 20 + m.n % 300, 'is_fragile', false),
           (array['standard', 'express', 'economy'])[1 + m.n % 3], null, case when m.n % 2 = 0 then 'PO-2026-' || m.n end, false,
           case when m.n % 3 = 0 then 'cod' else 'fpx' end, 8 + m.n % 90, 'Pintu belakang', 10 + m.n % 400, 'postcode',
           m.at + interval '3 days', m.at + interval '3 days',
           case when m.status = 'delivered' then m.at + (1 + m.n % 4) * interval '23 hours' end,
           case when m.status <> 'pending' then m.driver_id end, case when m.status <> 'pending' then m.vehicle_id end,
           case when m.status <> 'pending' then 'Ahmad Faizal bin Osman' end, case when m.status <> 'pending' then 'VAN' end, e.count
      from made m,
           lateral (select jsonb_build_object('street', '12, Jalan Plumbum 7/' || m.n % 200, 'city', m.origin ->> 0, 'state', m.origin ->> 1,
                             'postal_code', m.origin ->> 2, 'country', 'Malaysia') as origin,
                           jsonb_build_object('street', '8, Lebuh Pantai ' || m.n % 300, 'city', m.destination ->> 0, 'state', m.destination ->> 1,
                             'postal_code', m.destination ->> 2, 'country', 'Malaysia') as destination) a,
           lateral (select case m.status when 'pending' then 1 when 'in_transit' then 2 when 'cancelled' then 2 else 3 end as count) e
  )
  insert into logistics.shipment_events (tenant_id, id, created_at, position, shipment_id, status, happened_at, location, driver_id, vehicle_id,
    driver_name, registration_number, changes)
  select $1, uuidv7(t.at - now()), t.at, p, m.id, t.status, t.at,
         case when p > 1 then jsonb_build_object('latitude', 3.07, 'longitude', 101.51, 'address', 'Hab Shah Alam', 'timestamp', null) end,
         case when p > 1 then m.driver_id end, case when p > 1 then m.vehicle_id end,
         case when p > 1 then 'Ahmad Faizal bin Osman' end, case when p > 1 then 'VAN' end, '{}'
    from made m, lateral (select case m.status when 'pending' then 1 when 'in_transit' then 2 when 'cancelled' then 2 else 3 end as last) l,
         generate_series(1, l.last) p,
         lateral (select m.at + (p - 1) * interval '20 hours' as at,
                         case when p = 1 then 'pending' when p = l.last then m.status else 'in_transit' end as status) t`;

/**
 * Adds shipments with their histories, the oldest first. Keys to other tables are not looked up: they are right.
 * @param from the number of the first one, which none before it has @param days over how many days they are spread
 */
export async function growShipments(owner, { id, drivers: drivenBy, vehicles: drivenWith }, { from, to, days = DAYS }) {
  await owner.query(completing);
  await owner.query('set session_replication_role = replica');
  for (let first = from; first <= to; first += AT_ONCE)
    await owner.query(shipments, [
      id, first, Math.min(first + AT_ONCE - 1, to), JSON.stringify(towns), drivenBy, drivenWith, to, days,
    ]); // prettier-ignore
  await owner.query('reset session_replication_role');
}

const idsOf = async (owner, text, values) => (await owner.query(text, values)).rows.map(({ id }) => id);

/** The shipments of a courier that the load tracks and moves: the newest that are, or were, on their way. */
export async function namedOf(owner, id) {
  const { rows } = await owner.query(
    `select id, tracking_number from logistics.shipments where tenant_id = $1 and status in ('in_transit', 'delivered') order by id desc limit $2`,
    [id, TRACKED + MOVED],
  );
  return {
    numbers: rows.slice(0, TRACKED).map(({ tracking_number }) => tracking_number),
    moved: rows.slice(TRACKED).map((row) => row.id),
  };
}

/** Fills couriers. @param tenants ids @param count shipments of each @returns what the load may ask for, by tenant */
export async function fillCouriers(owner, tenants, count = SHIPMENTS) {
  const filled = new Map();
  for (const id of tenants) {
    const courier = {
      id,
      drivers: await idsOf(owner, drivers, [id, DRIVERS]),
      vehicles: await idsOf(owner, vehicles, [id, VEHICLES]),
    };
    await growShipments(owner, courier, { from: 1, to: count });
    filled.set(id, { drivers: courier.drivers, vehicles: courier.vehicles, ...(await namedOf(owner, id)) });
  }
  return filled;
}

const routes = `
  insert into logistics.routes (tenant_id, id, created_at, updated_at, name, waypoints, origin_keys, destination_keys, estimated_distance_km,
    measured_distance_km, measured_duration_minutes, driver_requirements, active_days)
  select $1, uuidv7(), now(), now(), 'Laluan ' || n, '[]', '{}', '{}', '100', '100', '120', '{}', '{}'
    from generate_series(1, $2::int) n
  returning id`;

/** A schedule for every second shipment, on the day after its creation, on one of the routes. */
const schedules = `
  insert into logistics.schedules (tenant_id, id, created_at, updated_at, shipment_id, driver_id, vehicle_id, route_id, scheduled_date, status, warnings)
  select $1, uuidv7(s.created_at - now()), s.created_at, s.created_at, s.id, s.driver_id, s.vehicle_id,
         ($2::uuid[])[1 + s.n % cardinality($2::uuid[])], (s.created_at at time zone interval '8 hours')::date + 1,
         case s.status when 'delivered' then 'completed' when 'in_transit' then 'in_progress' when 'pending' then 'scheduled' else 'cancelled' end, '{}'
    from (select *, row_number() over (order by id) as n from logistics.shipments where tenant_id = $1) s where s.n % 2 = 0`;

const optimizations = `
  insert into logistics.optimizations (tenant_id, id, created_at, route_id, criteria, method, stops, baseline, proposal, saving_percent)
  select $1, uuidv7(-(n || ' minutes')::interval), now() - (n || ' minutes')::interval, ($2::uuid[])[1 + n % cardinality($2::uuid[])], '{distance}', 'heuristic', 40, '{}', '{}', n % 30
    from generate_series(1, $3::int) n`;

/** Gives all shipments of a courier that are there what their reports speak of. */
export async function growRoutes(owner, id, { routes: count, runs }) {
  await owner.query('set session_replication_role = replica');
  const made = await idsOf(owner, routes, [id, count]);
  await owner.query(schedules, [id, made]);
  await owner.query(optimizations, [id, made, runs]);
  await owner.query('reset session_replication_role');
}

/** Reports of all vehicles at once, the oldest first, each with a mileage; $3 to $4 of $5 rounds in 90 days. */
const positions = `
  insert into logistics.positions (tenant_id, id, created_at, vehicle_id, reported_for, counts_at, latitude, longitude, mileage)
  select $1, uuidv7(t.at - now()), t.at, v.id, t.at, t.at, 3 + n % 1000 / 1000.0, 101 + n % 700 / 1000.0, 30000 + n / 10
    from generate_series($3::int, $4::int) n, lateral (select now() - ($5::int - n) * interval '90 days' / $5::int as at) t,
         unnest($2::uuid[]) v (id)`;

/** @param count positions in all */
export async function growPositions(owner, { id, vehicles: moving }, count) {
  const rounds = Math.ceil(count / moving.length);
  const atOnce = Math.ceil((AT_ONCE * 10) / moving.length);
  await owner.query('set session_replication_role = replica');
  for (let first = 1; first <= rounds; first += atOnce)
    await owner.query(positions, [id, moving, first, Math.min(first + atOnce - 1, rounds), rounds]);
  await owner.query('reset session_replication_role');
}
