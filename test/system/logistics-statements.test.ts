import type { INestApplicationContext } from '@nestjs/common';
import {
  DriverRepository,
  MaintenanceLedger,
  PositionHistory,
  PositionService,
  RouteRepository,
  ScheduleRepository,
  ShipmentHistory,
  ShipmentRepository,
  TrackingService,
  VehicleRepository,
  driverPerformanceReport,
  routeEfficiencyReport,
  shipmentsGroupings,
  shipmentsReport,
  vehiclePerformanceReport,
} from '@usaha/logistics';
import type { Context, Database, Report } from '@usaha/shared';
import { ReportReading } from '@usaha/shared/operation';
import pg from 'pg';
import { openContexts } from '../support/contexts.js';
import { newVehicle } from '../support/logistics.js';
import { fillFleet, numberOf, type Fleet } from '../support/logistics-fleet.js';
import { openDatabase } from '../support/opened-database.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { faultsOf, plansOf as plansOfSchema, type PlanNode } from '../support/plans.js';
import { workerState } from '../support/state.js';
import { statementsOf } from '../support/statements-sent.js';

/** How many statements logistics sends does not depend on how much there is, and each finds its rows by an index. */

jest.setTimeout(180_000);

const ROWS = 20_000;

let owner: pg.Client;
let small: Fleet;
let large: Fleet;
let tenant: TestTenant;
let database: Database;
let contexts: INestApplicationContext;
beforeAll(async () => {
  const { ownerUrl } = workerState();
  owner = new pg.Client({ connectionString: ownerUrl as string });
  await owner.connect();
  database = await openDatabase(ownerUrl as string);
  contexts = await openContexts(database);
  const [other, one, many] = await Promise.all([newTenant(), newTenant(), newTenant()]);
  tenant = other;
  small = await fillFleet(owner, one.id, 30);
  large = await fillFleet(owner, many.id, ROWS);
  // As many of another tenant: an index that begins with the tenant is of use.
  await fillFleet(owner, tenant.id, ROWS);
  await owner.query(
    `vacuum analyze logistics.shipments, logistics.shipment_events, logistics.drivers, logistics.vehicles, logistics.routes,
       logistics.schedules, logistics.positions, logistics.maintenance_entries`,
  );
});
afterAll(async () => {
  await contexts.close();
  await database.end();
  await owner.end();
});

type Work = (ctx: Context, fleet: Fleet) => Promise<unknown>;
const work = <T>(tenant_id: string, done: (ctx: Context) => Promise<T>): Promise<T> =>
  database.work({ tenant_id, actor: null, now: new Date() }, done);

const sentBy = (fleet: Fleet, done: Work): Promise<number> =>
  work(fleet.tenant_id, async (ctx) => (await statementsOf(ctx, () => done(ctx, fleet))).count);

const first = { page: 1, size: 20 };
const whole =
  <Q extends object, G extends string>(report: Report<Q, G>, asked: object): Work =>
  async (ctx) => {
    let rows = 0;
    for await (const batch of ReportReading.of(ctx, report, asked).batches()) rows += batch.length;
    return rows;
  };

/** Every list by each of its filters, with the index that finds what is rare; what functions find, they find by themselves. */
const lists = (): [string, string, Work][] => {
  const shipments = contexts.get(ShipmentRepository);
  const vehicles = contexts.get(VehicleRepository);
  const drivers = contexts.get(DriverRepository);
  const routes = contexts.get(RouteRepository);
  const schedules = contexts.get(ScheduleRepository);
  const day = { date_from: '2026-03-10', date_to: '2026-03-10' };
  return [
    ['shipments', 'shipments_live or shipments_pkey', (ctx) => shipments.list(ctx, {}, first)],
    ['shipments of a later page', 'shipments_live or shipments_pkey', (ctx) => shipments.list(ctx, {}, { page: 3, size: 10 })],
    ['shipments: status', 'shipments_status', (ctx) => shipments.list(ctx, { status: 'returned' }, first)],
    ['shipments: status, destination_state', 'shipments_status_state', (ctx) => shipments.list(ctx, { status: 'in_transit', destination_state: 'Selangor' }, first)],
    ['shipments: service_type', 'shipments_service', (ctx) => shipments.list(ctx, { service_type: 'economy' }, first)],
    ['shipments: origin_state', 'shipments_origin', (ctx) => shipments.list(ctx, { origin_state: 'Perlis' }, first)],
    ['shipments: destination_state', 'shipments_destination', (ctx) => shipments.list(ctx, { destination_state: 'Labuan' }, first)],
    ['shipments: origin_state, destination_state', 'shipments_origin or shipments_destination', (ctx) => shipments.list(ctx, { origin_state: 'Perlis', destination_state: 'Penang' }, first)],
    ['shipments: date_from, date_to', 'shipments_created', (ctx) => shipments.list(ctx, day, first)],
    ['shipments: tracking_number', 'shipments_tracking_number', (ctx) => shipments.list(ctx, { tracking_number: numberOf(7) }, first)],
    ['shipments: customer_reference', 'shipments_reference', (ctx) => shipments.list(ctx, { customer_reference: 'po-7' }, first)],
    ['shipments: driver_id', 'shipments_driver', (ctx, { rare }) => shipments.list(ctx, { driver_id: rare.driver }, first)],
    ['shipments: vehicle_id', 'shipments_vehicle', (ctx, { rare }) => shipments.list(ctx, { vehicle_id: rare.vehicle }, first)],
    ['tracking', 'shipments_tracking_number', (ctx) => contexts.get(TrackingService).track(ctx, numberOf(7))],
    ['history', 'shipment_events_position', (ctx, { shipment }) => contexts.get(ShipmentHistory).list(ctx, shipment, first)],
    ['vehicles', 'vehicles_live or vehicles_pkey', (ctx) => vehicles.list(ctx, {}, first)],
    ['vehicles: vehicle_type', 'vehicles_type', (ctx) => vehicles.list(ctx, { vehicle_type: 'Lori' }, first)],
    ['vehicles: status', 'vehicles_status', (ctx) => vehicles.list(ctx, { status: 'retired' }, first)],
    ['vehicles: make', 'vehicles_make', (ctx) => vehicles.list(ctx, { make: 'HINO' }, first)],
    ['vehicles: model', 'vehicles_model', (ctx) => vehicles.list(ctx, { model: '300 Series' }, first)],
    ['vehicles: assigned_driver_id', 'vehicles_driver', (ctx, { rare }) => vehicles.list(ctx, { assigned_driver_id: rare.driver }, first)],
    ['vehicles: registration_number', 'vehicles_registration', (ctx) => vehicles.list(ctx, { registration_number: 'van 7' }, first)],
    ['positions', 'positions_time', (ctx, { rare }) => contexts.get(PositionHistory).list(ctx, rare.vehicle, first)],
    ['maintenance history', 'maintenance_entries_position', (ctx, { rare }) => contexts.get(MaintenanceLedger).list(ctx, rare.vehicle, first)],
    ['services', 'maintenance_entries_position', (ctx, { rare }) => contexts.get(MaintenanceLedger).services(ctx, rare.vehicle, first)],
    ['drivers', 'drivers_live or drivers_pkey', (ctx) => drivers.matching(ctx, {}, first)],
    ['drivers: status', 'drivers_status', (ctx) => drivers.matching(ctx, { status: 'suspended' }, first)],
    ['drivers: license_class', 'drivers_class', (ctx) => drivers.matching(ctx, { license_class: 'E' }, first)],
    ['drivers: employment_status', 'drivers_employment', (ctx) => drivers.matching(ctx, { employment_status: 'Kontrak' }, first)],
    ['drivers: search', 'drivers_pkey', (ctx) => drivers.matching(ctx, { search: 'pemandu 77' }, first)],
    ['routes', 'routes_live or routes_pkey', (ctx) => routes.list(ctx, {}, first)],
    ['routes: vehicle_type', 'routes_type', (ctx) => routes.list(ctx, { vehicle_type: 'Lori' }, first)],
    ['routes: frequency', 'routes_frequency', (ctx) => routes.list(ctx, { frequency: 'weekly' }, first)],
    ['routes: priority', 'routes_priority', (ctx) => routes.list(ctx, { priority: '9' }, first)],
    ['routes: origin_state', 'routes_pkey', (ctx) => routes.list(ctx, { origin_state: 'Perlis' }, first)],
    ['routes: destination_state', 'routes_pkey', (ctx) => routes.list(ctx, { destination_state: 'Labuan' }, first)],
    ['schedules', 'schedules_live or schedules_pkey', (ctx) => schedules.list(ctx, {}, first)],
    ['schedules: shipment_id', 'schedules_shipment', (ctx, { shipment }) => schedules.list(ctx, { shipment_id: shipment }, first)],
    ['schedules: driver_id', 'schedules_driver', (ctx, { rare }) => schedules.list(ctx, { driver_id: rare.driver }, first)],
    ['schedules: vehicle_id', 'schedules_vehicle', (ctx, { rare }) => schedules.list(ctx, { vehicle_id: rare.vehicle }, first)],
    ['schedules: status', 'schedules_status', (ctx) => schedules.list(ctx, { status: 'in_progress' }, first)],
    ['schedules: date_from, date_to', 'schedules_sort_scheduled_date', (ctx) => schedules.list(ctx, day, first)],
  ]; // prettier-ignore
};

const reports = (): [string, Work][] => [
  ...shipmentsGroupings.map((grouping): [string, Work] => [
    `shipments by ${grouping}`,
    whole(shipmentsReport, { grouping }),
  ]),
  ['driver performance', whole(driverPerformanceReport, {})],
  ['vehicle performance', whole(vehiclePerformanceReport, {})],
  ['route efficiency', whole(routeEfficiencyReport, {})],
];

it('a list of 20,000, and every search in it, takes as many statements as one of 30', async () => {
  for (const [name, , done] of lists())
    expect([name, await sentBy(large, done)]).toEqual([name, await sentBy(small, done)]);
});

it('a report of 20,000 shipments takes as many statements as one of 30, and one more for each thousand rows', async () => {
  for (const [name, done] of reports()) {
    const portions = /^shipments/.test(name) ? 0 : ROWS / 1_000;
    expect([name, await sentBy(large, done)]).toEqual([name, (await sentBy(small, done)) + portions]);
  }
});

const plansOf = (fleet: Fleet, done: Work, ...without: 'enable_bitmapscan'[]): Promise<PlanNode[]> =>
  plansOfSchema(database, fleet.tenant_id, 'logistics', (ctx) => done(ctx, fleet), without);

it('every filter of every list has its index, which row level security lets it use', async () => {
  for (const [name, index, done] of lists()) {
    const nodes = await plansOf(large, done);
    const used = nodes.flatMap((node) => node['Index Name'] ?? []);
    const found = index.split(' or ').some((one) => used.includes(one)) ? index : used;
    expect({ name, ...faultsOf(nodes), found }).toEqual({ name, passed: [], unbound: [], found: index });
  }
});

const usedOn = (nodes: readonly PlanNode[], table: string): string[] => [
  ...new Set(
    nodes
      .filter((node) => node['Relation Name'] === table)
      .map((node) => `${node['Node Type']} ${node['Index Name'] ?? ''}`),
  ),
];

it('A-311, A-313: what reports add up of shipments is in an index, and no shipment is read', async () => {
  const asked: Work[] = shipmentsGroupings.map(
    (grouping) => (ctx) => ReportReading.of(ctx, shipmentsReport, { grouping }).all(1_000),
  );
  for (const done of [...asked, whole(driverPerformanceReport, {}), whole(vehiclePerformanceReport, {})])
    // What other tests change of shipments meanwhile makes PostgreSQL look at their pages: not what the index holds.
    expect(usedOn(await plansOf(large, done, 'enable_bitmapscan'), 'shipments')).toEqual([
      'Index Only Scan shipments_created',
    ]);
});

it.each(['driver', 'vehicle'] as const)(
  'what a %s has yet to deliver is found without a look at what is delivered',
  async (of) => {
    const shipments = contexts.get(ShipmentRepository);
    const asked: Work = (ctx, { rare }) => shipments.list(ctx, { [`${of}_id`]: rare[of], status: 'pending' }, first);
    const nodes = (await plansOf(large, asked, 'enable_bitmapscan')).filter(
      (node) => node['Relation Name'] === 'shipments',
    );
    const found = nodes.filter((node) => node['Index Name'] === `shipments_${of}`);
    expect(found.length).toBeGreaterThan(0);
    for (const node of found) expect(node['Index Cond']).toMatch(/status = /);
  },
);

it('A-311: rates of whole reports are rounded as PostgreSQL rounds those of their rows', async () => {
  const pairs = Array.from({ length: 5_000 }, (_, i) => [(i * 7_919) % 4_001, (i * 104_729) % 3_201] as const);
  const { rows } = await owner.query<{ rate: number }>(
    `select coalesce(round(part * 100.0 / nullif(whole, 0), 2), 0)::float8 as rate
       from unnest($1::bigint[], $2::bigint[]) with ordinality p (part, whole, place) order by place`,
    [pairs.map(([part]) => part), pairs.map(([, whole]) => whole)],
  );
  const figures: Record<string, number> = {};
  const row = () => shipmentsReport.columns.map(({ key, kind }) => (kind === 'text' ? key : (figures[key] ?? 0)));
  // Behind the columns stands how many rows there are.
  const read = (text: string) => Promise.resolve(text.includes('set_config') ? [] : [[...row(), '1']]);
  const db = { read, lock: read, owner: small.tenant_id };
  const ctx = { tenant_id: small.tenant_id, actor: null, now: new Date(), db } as unknown as Context;
  const rates: unknown[] = [];
  for (const [on_time, delivered] of pairs) {
    Object.assign(figures, { on_time, delivered });
    const reading = ReportReading.of(ctx, shipmentsReport, {});
    await reading.all(1);
    rates.push(reading.totals.on_time_rate);
  }
  expect(rates).toEqual(rows.map(({ rate }) => rate));
});

it('A-382: odometer readings are read in an index, and with a period those of it and the ones next to it alone', async () => {
  const period = { date_from: '2026-03-01', date_to: '2026-03-31' };
  for (const [asked, scans] of [
    [{}, 1],
    [period, 3],
  ] as const) {
    const nodes = await plansOf(large, whole(vehiclePerformanceReport, asked), 'enable_bitmapscan');
    const reading = nodes.filter((node) => node['Relation Name'] === 'positions');
    expect(reading.map((node) => node['Index Name'])).toEqual(Array<string>(scans).fill('positions_mileage'));
    // Without a period all readings of the tenant count.
    if (scans > 1) for (const node of reading) expect(node['Index Cond']).toMatch(/vehicle_id/);
  }
});

it('A-384: deliveries of a period are found by the day of their delivery', async () => {
  const asked = { by: 'delivered' as const, date_from: '2026-03-10', date_to: '2026-03-10' };
  for (const report of [whole(driverPerformanceReport, asked), whole(vehiclePerformanceReport, asked)])
    expect(usedOn(await plansOf(large, report, 'enable_bitmapscan'), 'shipments')).toEqual([
      expect.stringMatching(/^Index (Only )?Scan shipments_delivered$/),
    ]);
});

describe('A-301: a report of a position', () => {
  it('touches no index of the vehicle: all its updates are HOT', async () => {
    const vehicle = await newVehicle(tenant, { current_mileage: 100, road_tax_expiry: '2029-01-01' });
    const positions = contexts.get(PositionService);
    const counted = (ctx: Context) =>
      ctx.db.read(
        `select pg_stat_get_xact_tuples_updated(c.oid), pg_stat_get_xact_tuples_hot_updated(c.oid)
         from pg_class c where c.oid = 'logistics.vehicles'::regclass`,
      ) as Promise<[[number, number]]>;
    for (let i = 0; i < 20; i += 1)
      await work(tenant.id, async (ctx) => {
        const [[updated, hot]] = await counted(ctx);
        const report = { latitude: 3 + i / 100, longitude: 101, mileage: 100 + i, address: 'Klang' };
        await positions.report(ctx, vehicle.id as string, report);
        expect(await counted(ctx)).toEqual([[updated + 1, hot + 1]]);
      });
  });

  it('writes no column that an index has, be it as a key, in its condition or by a column made of it', async () => {
    const { rows } = await owner.query<{ indexed: string[] }>(`
      select array_agg(distinct d.attname::text) as indexed from pg_index i
      join pg_depend p on p.classid = 'pg_class'::regclass and p.objid = i.indexrelid and p.refclassid = 'pg_class'::regclass
        and p.refobjid = i.indrelid
      join pg_attribute d on d.attrelid = i.indrelid and d.attnum = p.refobjsubid
      where i.indrelid = 'logistics.vehicles'::regclass`);
    const written = [
      'latitude',
      'longitude',
      'location_address',
      'last_updated',
      'located_at',
      'current_mileage',
      'odometer_at',
      'version',
      'updated_at',
    ];
    expect(rows[0]?.indexed).toContain('assigned_driver_id');
    expect(rows[0]?.indexed.filter((column) => written.includes(column))).toEqual([]);
  });
});

it('A-373: what is assigned to a user who is a driver is found by the driver, and no other shipment is passed over', async () => {
  const [shipments, schedules] = [contexts.get(ShipmentRepository), contexts.get(ScheduleRepository)];
  const asDriver = (ctx: Context, { rare }: Fleet): Context => {
    const who = { user_id: rare.driver, number: 1, session_id: rare.driver, is_operator: false };
    return { ...ctx, actor: { ...who, role: 'staff', driver_id: rare.driver } };
  };
  const asked: [string, string, Work][] = [
    ['shipments', 'shipments_driver', (ctx, fleet) => shipments.list(asDriver(ctx, fleet), {}, first)],
    ['shipments of a later page', 'shipments_driver', (ctx, fleet) => shipments.list(asDriver(ctx, fleet), {}, { page: 2, size: 10 })],
    ['schedules', 'schedules_driver', (ctx, fleet) => schedules.list(asDriver(ctx, fleet), {}, first)],
  ]; // prettier-ignore
  for (const [name, index, done] of asked) {
    const nodes = await plansOf(large, done);
    const used = nodes.flatMap((node) => node['Index Name'] ?? []);
    // Without a driver, a shipment or an id in its condition an index goes over what is others'.
    const passing = nodes
      .map((node) => `${node['Index Name'] ?? ''} ${node['Index Cond'] ?? ''}`)
      .filter((node) => /^\w/.test(node) && !/\b(id|driver_id|shipment_id) = /.test(node));
    expect({ name, ...faultsOf(nodes), used, passing }).toEqual({
      name,
      passed: [],
      unbound: [],
      used: expect.arrayContaining([index]),
      passing: [],
    });
  }
});
