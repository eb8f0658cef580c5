import { call, type Answer, type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import {
  configureLogistics,
  newDriver,
  newRoute,
  newSchedule,
  newShipment,
  newVehicle,
  parties,
} from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';

const paths = ['shipments', 'vehicle-performance', 'driver-performance', 'route-efficiency'] as const;
const groupings = ['status', 'service_type', 'origin_state', 'destination_state'] as const;
const statuses = ['pending', 'in_transit', 'delivered', 'cancelled', 'returned'] as const;

const ask = (tenant: TestTenant, path: string, query = {}, token = tenant.admin.token): Promise<Answer> =>
  call('GET', `/api/v1/logistics/reports/${path}/?${new URLSearchParams(query)}`, { token });
const report = async (tenant: TestTenant, path: string, query = {}): Promise<Json> =>
  must(await ask(tenant, path, query), 200);
const reach = async (tenant: TestTenant, { id }: Json, status: string, extra = {}): Promise<Json> =>
  must(await on.post(`/logistics/shipments/${id}/update-status`, { status, ...extra }, tenant.admin.token), 200);
const remove = async (tenant: TestTenant, path: string, { id }: Json): Promise<void> => {
  const { status } = await on.send('DELETE', `/logistics/${path}/${id}`, { token: tenant.admin.token });
  expect([200, 204]).toContain(status);
};
const rowOf = ({ rows }: Json, group: string): Json => rows.find((row: Json) => row.group === group);

describe('A-150, A-153: every report', () => {
  let empty: TestTenant;
  beforeAll(async () => {
    empty = await newTenant();
  });

  it.each(paths)('%s is JSON, CSV or PDF, and zeros where there is nothing', async (path) => {
    const nothing = await report(empty, path);
    expectKeys(nothing, ['report', 'title', 'filters', 'rows', 'totals']);
    expect(Object.values(nothing.totals).every((figure) => figure === 0)).toBe(true);
    const [csv, pdf] = [await ask(empty, path, { format: 'csv' }), await ask(empty, path, { format: 'pdf' })];
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(csv.text.replace('\uFEFF', '')).toMatch(/^group,label,/);
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    expectInvalid(on, await ask(empty, path, { format: 'xlsx' }), 'format');
    expectInvalid(on, await ask(empty, path, { date_to: '2026-02-30' }), 'date_to');
  });

  it('shipments is by status unless told otherwise, and refuses what is no grouping', async () => {
    const { filters, rows } = await report(empty, 'shipments');
    expect(filters).toMatchObject({ group_by: 'status' });
    expect(rows.map(({ group, shipments }: Json) => [group, shipments])).toEqual(statuses.map((one) => [one, 0]));
    expectInvalid(on, await ask(empty, 'shipments', { group_by: 'nonsense' }), 'group_by');
  });
});

describe('A-311, A-313: what is not told', () => {
  it('is no weight, in no report', async () => {
    const own = await newTenant();
    const [driver, vehicle] = [await newDriver(own), await newVehicle(own)];
    const whom = { driver_id: driver.id, vehicle_id: vehicle.id };
    for (const package_details of [{}, { weight_kg: null }, { weight_kg: 2.5 }])
      await reach(own, await newShipment(own, { package_details }), 'delivered', whom);
    for (const path of ['shipments', 'driver-performance', 'vehicle-performance'])
      expect((await report(own, path)).totals).toMatchObject({ shipments: 3, delivered: 3, weight_kg: 2.5 });
  });
});

describe('A-311: shipments', () => {
  let own: TestTenant;
  const to = (state: string | null) => ({
    destination: { ...parties.destination, address: { street: '8, Lebuh Pantai', state } },
  });
  const package_details = { weight_kg: 2.5005, value_myr: 100 };
  beforeAll(async () => {
    own = await newTenant();
    await newShipment(own, { ...to('Pulau Pinang'), package_details, payment_amount: 10.1, service_type: 'express' });
    await reach(own, await newShipment(own, { ...to('penang'), package_details, payment_amount: 20.2 }), 'delivered');
    const cod = { payment_method: 'Cash on Delivery', payment_amount: 500 };
    await newShipment(own, { ...to(null), package_details: { weight_kg: 1e300 }, ...cod });
    await reach(own, await newShipment(own, { package_details, payment_amount: 40 }), 'cancelled');
    await reach(own, await newShipment(own, { package_details, payment_amount: 80 }), 'returned');
  });

  it.each(groupings)("by %s add up to the list's total of the same days", async (group_by) => {
    const today = malaysianDay(0);
    const periods: Record<string, string>[] = [{}, { date_from: today, date_to: today }, { date_to: '2020-01-01' }];
    for (const period of periods) {
      const list = await on.get(`/logistics/shipments?${new URLSearchParams(period)}`, own.admin.token);
      const { rows, totals } = await report(own, 'shipments', { ...period, group_by });
      expect(totals.shipments).toBe(must(list, 200).length);
      for (const figure of ['shipments', ...statuses, 'on_time'])
        expect(rows.reduce((sum: number, row: Json) => sum + row[figure], 0)).toBe(totals[figure]);
    }
  });

  it.each(groupings)('by %s have one and the same sums', async (group_by) =>
    expect((await report(own, 'shipments', { group_by })).totals).toMatchObject({
      shipments: 5,
      pending: 2,
      in_transit: 0,
      delivered: 1,
      cancelled: 1,
      returned: 1,
      // An absurd weight counts as a million tonnes; the cancelled shipment weighs nothing.
      weight_kg: 1_000_000_007.503,
      value_myr: 300,
      payment_amount: 30.3,
      cod_amount: 500,
      on_time: 1,
      on_time_rate: 100,
    }),
  );

  it('both spellings of a state are one group, and none is unknown (A-293)', async () => {
    const { rows } = await report(own, 'shipments', { group_by: 'destination_state' });
    expect(rows.map(({ label, shipments }: Json) => [label, shipments])).toEqual([
      ['Pulau Pinang', 4],
      ['unknown', 1],
    ]);
  });

  it('are of one tenant alone', async () =>
    expect((await report(await newTenant(), 'shipments')).totals.shipments).toBe(0));
});

it('A-312: delivered now is late if promised for yesterday, and on time if for today', async () => {
  const own = await newTenant();
  for (const days of [-1, 0])
    await reach(own, await newShipment(own, { delivery_date: malaysianDay(days) }), 'delivered');
  const { totals } = await report(own, 'shipments');
  expect(totals).toMatchObject({ delivered: 2, on_time: 1, on_time_rate: 50 });
});

describe('A-313: what drivers and vehicles did', () => {
  let own: TestTenant;
  let driver: Json;
  let vehicle: Json;
  beforeAll(async () => {
    own = await newTenant();
    [driver, vehicle] = [await newDriver(own), await newVehicle(own)];
    const named = { driver_id: driver.id, vehicle_id: vehicle.id };
    const [first, second] = [await newShipment(own), await newShipment(own)];
    await newShipment(own);
    await reach(own, first, 'delivered', named);
    await reach(own, second, 'in_transit', named);
    await newSchedule(own, { ...named, shipment_id: first.id, scheduled_date: malaysianDay(0), status: 'completed' });
    await newSchedule(own, { ...named, shipment_id: second.id, scheduled_date: malaysianDay(0) });
  });

  it.each([
    ['driver', 'Ahmad Faizal'],
    ['vehicle', 'WXY 1234'],
  ] as const)('of three shipments two are of the %s, one delivered, and one is unassigned', async (what, name) => {
    const { id } = what === 'driver' ? driver : vehicle;
    const { rows, totals } = await report(own, `${what}-performance`);
    expect(rows.map((row: Json) => [row.group, row.label, row.shipments, row.delivered])).toEqual([
      [id, name, 2, 1],
      ['unassigned', 'unassigned', 1, 0],
    ]);
    expect(rows[0]).toMatchObject({ on_time: 1, on_time_rate: 100, schedules: 2, completed: 1, completion_rate: 50 });
    const { totals: whole } = await report(own, 'shipments');
    for (const figure of ['shipments', 'delivered', 'returned', 'on_time']) expect(totals[figure]).toBe(whole[figure]);
    expect(totals).toMatchObject({ on_time_rate: 100, completion_rate: 50 });
    expect(rowOf(await report(own, 'shipments'), 'delivered').distance_km).toBe(totals.distance_km);
    const alone = await report(own, `${what}-performance`, { [`${what}_id`]: id });
    expect(alone.rows).toEqual([rows[0]]);
    for (const unknown of [UNKNOWN_ID, 'x', 'unassigned'])
      expect((await report(own, `${what}-performance`, { [`${what}_id`]: unknown })).rows).toEqual([]);
  });

  it('A-382: a vehicle went from the last reading before the period to its last in it, on the fuel that is set', async () => {
    await configureLogistics(own, { fuel_consumption_per_100km: 20 });
    const near = { latitude: 3.1, longitude: 101.5 };
    for (const [mileage, timestamp] of [
      [1_000, '2026-03-01T00:00:00Z'],
      [1_090, '2026-03-20T00:00:00Z'],
      [1_500, '2026-04-20T00:00:00Z'],
    ] as const)
      must(
        await on.post(
          `/logistics/vehicles/${vehicle.id}/update-location`,
          { ...near, mileage, timestamp },
          own.admin.token,
        ),
        200,
      );
    const march = { date_from: '2026-03-01', date_to: '2026-03-31' };
    const { rows } = await report(own, 'vehicle-performance', march);
    expect(rows[0]).toMatchObject({ group: vehicle.id, shipments: 0, mileage_km: 90, estimated_fuel_litres: 18 });
    expect((await report(own, 'vehicle-performance')).totals).toMatchObject({ mileage_km: 500 });
  });

  it('what a deleted one did is unassigned, and still adds up', async () => {
    for (const [what, record] of [
      ['driver', driver],
      ['vehicle', vehicle],
    ] as const) {
      await remove(own, `${what}s`, record);
      const { rows } = await report(own, `${what}-performance`);
      expect(rows.map((row: Json) => [row.group, row.shipments, row.delivered, row.schedules])).toEqual([
        ['unassigned', 3, 1, 2],
      ]);
    }
  });
});

describe('A-314: routes', () => {
  it('two schedules of one date and vehicle are one trip of the distance that was said', async () => {
    const own = await newTenant();
    const [route, vehicle] = [
      await newRoute(own, { estimated_distance_km: 100, estimated_duration_minutes: 90 }),
      await newVehicle(own),
    ];
    const other = await newRoute(own, { name: 'Laluan selatan' });
    const of = { route_id: route.id, vehicle_id: vehicle.id, scheduled_date: '2026-03-10' };
    const shipment = await newShipment(own);
    await newSchedule(own, { ...of, shipment_id: shipment.id, status: 'completed' });
    await newSchedule(own, of);
    await newSchedule(own, { ...of, scheduled_date: '2026-03-11', status: 'cancelled' });
    await newSchedule(own, { ...of, scheduled_date: '2026-04-10' });
    await reach(own, shipment, 'delivered');
    const march = { date_from: '2026-03-01', date_to: '2026-03-31' };
    const { rows, totals } = await report(own, 'route-efficiency', march);
    expect(rows.map(({ group }: Json) => group)).toEqual([other.id, route.id]);
    const expected = { schedules: 3, completed: 1, cancelled: 1, completion_rate: 33.33, trips: 1, stops_per_trip: 2 };
    expect(rows[1]).toMatchObject({
      ...expected,
      planned_km: 100,
      planned_minutes: 90,
      delivered: 1,
      on_time_rate: 100,
    });
    expect(totals).toMatchObject({ ...expected, planned_km: 100, planned_minutes: 90, delivered: 1 });
    expect((await report(own, 'route-efficiency', { ...march, route_id: other.id })).rows).toEqual([rows[0]]);
    expect((await report(own, 'route-efficiency', { route_id: UNKNOWN_ID })).rows).toEqual([]);
  });

  it('without an estimate a trip is measured along its points, and runs of optimisations are counted', async () => {
    const own = await newTenant();
    const at = (latitude: number) => ({ address: null, latitude, longitude: 101.5 });
    const route = await newRoute(own, { origin: at(3), destination: at(3.1) });
    const shipment = await newShipment(own);
    await newSchedule(own, { route_id: route.id, shipment_id: shipment.id });
    must(await on.post(`/logistics/routes/${route.id}/optimize`, { shipments: [shipment.id] }, own.admin.token), 200);
    const [row] = (await report(own, 'route-efficiency')).rows;
    // 0.1 degrees of latitude are 11.12 km, and 1.3 times that by road.
    expect(row.planned_km).toBeCloseTo(14.456, 1);
    expect(row).toMatchObject({ trips: 1, optimizations: 1, saving_percent: 0 });
  });
});
