import { randomUUID } from 'node:crypto';
import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { configureLogistics, logisticsShapes, newRoute, newShipment, newVehicle } from '../../support/logistics.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const HUB = { latitude: 3.0, longitude: 101.5 };
const optimize = (route: Json, body: Json, by = token) => on.post(`/logistics/routes/${route.id}/optimize`, body, by);
const proposed = async (route: Json, body: Json, by = token): Promise<Json> =>
  must(await optimize(route, body, by), 200);
const shipmentTo = async (latitude: number, longitude = 101.5, more: Json = {}): Promise<string> =>
  (await newShipment(tenant, { destination: { latitude, longitude }, ...more })).id;
const hubRoute = (more: Json = {}) => newRoute(tenant, { origin: HUB, ...more });
const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

describe('A-307, A-310: what is visited', () => {
  it('every shipment and every waypoint once, from the origin and back; nothing is changed', async () => {
    const ids = [await shipmentTo(3.3), await shipmentTo(3.1), await shipmentTo(3.2)];
    const route = await hubRoute({ waypoints: [{ ...HUB, latitude: 3.05, stop_duration_minutes: 5 }] });
    const proposal = await proposed(route, { shipments: ids });
    expectKeys(proposal, logisticsShapes.proposal);
    for (const stop of proposal.stops) expectKeys(stop, logisticsShapes.plannedStop);
    expect([...proposal.shipments].sort()).toEqual([...ids].sort());
    expect(proposal).toMatchObject({ route_id: route.id, vehicle_id: null, optimization_criteria: ['distance'] });
    expect(proposal).toMatchObject({ method: 'exact', unlocated: [], warnings: [] });
    expect(proposal.stops.map(({ sequence }: Json) => sequence)).toEqual([1, 2, 3, 4]);
    expect(proposal.stops.filter(({ type }: Json) => type === 'waypoint')).toMatchObject([
      { waypoint: 0, shipment_id: null, location_source: 'coordinates' },
    ]);
    expect(must(await on.get(`/logistics/routes/${route.id}`, token), 200)).toEqual(route);
  });

  it('A-321: start 3.0 N, stops 3.1, 3.2, 3.3 N and back are 86.731 km; an order that is the best stays as sent', async () => {
    const ids = [await shipmentTo(3.1), await shipmentTo(3.2), await shipmentTo(3.3)];
    const proposal = await proposed(await hubRoute(), { shipments: ids });
    expect(proposal.total_distance_km).toBe(86.731);
    const legs = [...proposal.stops, proposal.return_leg];
    expect(sumOf(legs.map((leg: Json) => Math.round(leg.leg_distance_km * 1_000)))).toBe(86_731);
    const driving = sumOf(legs.map((leg: Json) => Math.round(leg.leg_duration_minutes * 10)));
    expect(Math.round(proposal.total_duration_minutes * 10)).toBe(driving + 3 * 100);
    expect(proposal.baseline.total_distance_km).toBe(86.731);
    expect(proposal.saving_percent).toBe(0);
    expect(proposal.shipments).toEqual(ids);
  });

  it('from the first shipment’s origin where the route has none, to the route’s destination', async () => {
    const ids = [await shipmentTo(3.2, 101.5, { origin: HUB }), await shipmentTo(3.1)];
    const route = await newRoute(tenant, { destination: { latitude: 3.3, longitude: 101.5 } });
    const proposal = await proposed(route, { shipments: ids });
    expect(proposal.shipments).toEqual([ids[1], ids[0]]);
    expect(proposal.stops[0].leg_distance_km).toBe(proposal.return_leg.leg_distance_km);
    expect(proposal.saving_percent).toBe(40);
  });

  it('an id that is sent twice counts once, in any case; the status does not matter', async () => {
    const id = await shipmentTo(3.1);
    must(await on.post(`/logistics/shipments/${id}/update-status`, { status: 'cancelled' }, token), 200);
    const proposal = await proposed(await hubRoute(), { shipments: [id, id.toUpperCase(), id] });
    expect([proposal.shipments, proposal.stops.length]).toEqual([[id], 1]);
  });

  it('a stop of an unknown place comes last, as sent, and is named', async () => {
    const nowhere = { destination: { address: { country: 'Japan' } } };
    const lost = [await newShipment(tenant, nowhere), await newShipment(tenant, nowhere)].map(({ id }) => id);
    const [far, near] = [await shipmentTo(3.2), await shipmentTo(3.1)];
    const route = await hubRoute({ waypoints: [{ address: 'di mana-mana' }], destination: { address: 'entah' } });
    const proposal = await proposed(route, { shipments: [lost[0], far, lost[1], near] });
    expect(proposal.shipments.slice(2)).toEqual(lost);
    expect(proposal.unlocated).toEqual(['destination', ...lost, 'waypoints.0']);
    expect(proposal.stops.at(-1)).toMatchObject({
      sequence: 5,
      type: 'waypoint',
      location_source: 'none',
      latitude: null,
      leg_distance_km: null,
      arrival_minutes: null,
    });
    expect(proposal.total_distance_km).toBe(57.821);
  });

  it('places are known by postcode and state as well', async () => {
    const byPostcode = await newShipment(tenant);
    const byState = await newShipment(tenant, { destination: { address: { state: 'Melaka' } } });
    const route = await newRoute(tenant, { origin: { address: 'Seksyen 15, 40200 Shah Alam, Selangor' } });
    const { stops } = await proposed(route, { shipments: [byPostcode.id, byState.id] });
    const sources = Object.fromEntries(stops.map((stop: Json) => [stop.shipment_id, stop.location_source]));
    expect(sources).toEqual({ [byPostcode.id]: 'postcode', [byState.id]: 'state' });
  });
});

describe('A-308: what legs cost', () => {
  it('one stop 13 km away and back takes 52 minutes of driving', async () => {
    const id = await shipmentTo(3 + 10 / ((6371.0088 * Math.PI) / 180));
    const proposal = await proposed(await hubRoute(), { shipments: [id], optimization_criteria: ['time'] });
    expect(proposal).toMatchObject({ total_distance_km: 26, total_duration_minutes: 62 });
    expect(proposal.stops[0]).toMatchObject({ leg_distance_km: 13, leg_duration_minutes: 26, arrival_minutes: 26 });
    expect(proposal.return_leg).toEqual({ leg_distance_km: 13, leg_duration_minutes: 26 });
    expect(proposal.estimated_fuel_litres).toBe(3.25);
  });

  it('fuel counts what is still on board, by the tenant’s consumption', async () => {
    const own = await newTenant();
    await configureLogistics(own, { fuel_consumption_per_100km: 20 });
    const north = { latitude: 3 + 10 / ((6371.0088 * Math.PI) / 180), longitude: 101.5 };
    const { id } = await newShipment(own, { destination: north, package_details: { weight_kg: 500 } });
    const vehicle = await newVehicle(own, { capacity_kg: 1000 });
    const route = await newRoute(own, { origin: HUB });
    const body = { shipments: [id], vehicle_id: vehicle.id, optimization_criteria: ['fuel', 'time'] };
    const proposal = await proposed(route, body, own.admin.token);
    // 13 km × 20/100 × 1.1 there, 13 km × 20/100 back.
    expect(proposal).toMatchObject({ estimated_fuel_litres: 5.46, vehicle_id: vehicle.id });
    const without = await proposed(route, { shipments: [id] }, own.admin.token);
    expect(without.estimated_fuel_litres).toBe(5.2);
  });

  it('figures stay numbers for any weight and capacity sent', async () => {
    const vehicle = await newVehicle(tenant, { capacity_kg: 1e-300 });
    const route = await hubRoute();
    for (const weight_kg of [1e300, 1e12]) {
      const ids = [await shipmentTo(3.2), await shipmentTo(3.1, 101.6, { package_details: { weight_kg } })];
      const body = { shipments: ids, vehicle_id: vehicle.id, optimization_criteria: ['fuel'] };
      const { estimated_fuel_litres, baseline, saving_percent } = await proposed(route, body);
      for (const figure of [estimated_fuel_litres, baseline.estimated_fuel_litres, saving_percent])
        expect(figure).toEqual(expect.any(Number));
    }
    const report = must(await on.get('/logistics/reports/route-efficiency', token), 200);
    expect(report.totals.saving_percent).toEqual(expect.any(Number));
  });

  it('heavy parcels go first where fuel is saved by it', async () => {
    const light = await shipmentTo(3.1, 101.5, { package_details: { weight_kg: 1 } });
    const heavy = await shipmentTo(3.0, 101.6, { package_details: { weight_kg: 900 } });
    const vehicle_id = (await newVehicle(tenant, { capacity_kg: 900 })).id;
    const body = { shipments: [light, heavy], vehicle_id };
    const proposal = await proposed(await hubRoute(), { ...body, optimization_criteria: ['fuel'] });
    expect(proposal.shipments).toEqual([heavy, light]);
    expect(proposal.estimated_fuel_litres).toBeLessThan(proposal.baseline.estimated_fuel_litres);
    expect(proposal.warnings).toEqual([{ code: 'capacity_exceeded', stops: [] }]);
  });

  it('windows and hours warn and constrain nothing', async () => {
    const delivery_time_window = { start: '08:00', end: '08:10' };
    const id = await shipmentTo(3.5, 101.5, { delivery_time_window });
    const route = await hubRoute({ operating_hours: { start: '08:00', end: '09:00' } });
    const { warnings } = await proposed(route, { shipments: [id] });
    expect(warnings).toEqual([
      { code: 'outside_operating_hours', stops: [id] },
      { code: 'delivery_window_missed', stops: [id] },
    ]);
  });
});

describe('A-383: stops that share a point', () => {
  const inKl = async (postal_code: string, more: Json = {}): Promise<string> => {
    const destination = { address: { city: 'Kuala Lumpur', state: 'Kuala Lumpur', postal_code }, ...more };
    return (await newShipment(tenant, { destination })).id;
  };

  it('are named, and no saving is claimed where they are more than a third', async () => {
    const [one, two] = [await inKl('50050'), await inKl('50100')];
    const far = [await shipmentTo(3.6), await shipmentTo(3.2), await shipmentTo(3.5), await shipmentTo(3.1)];
    const few = await proposed(await hubRoute(), { shipments: [far[0], one, two, ...far.slice(1)] });
    expect(few.warnings).toEqual([
      { code: 'same_point', stops: few.shipments.filter((id: string) => [one, two].includes(id)) },
    ]);
    expect(few.saving_percent).toBeGreaterThan(0);
    const many = await proposed(await hubRoute(), { shipments: [far[0], one, two, ...far.slice(1, 3)] });
    expect(many.warnings.map(({ code }: Json) => code)).toEqual(['same_point']);
    expect(many.saving_percent).toBe(0);
    expect(many.total_distance_km).toBeLessThan(many.baseline.total_distance_km);
  });

  it('by coordinates that were sent are named, and known exactly', async () => {
    const ids = [await shipmentTo(3.3), await shipmentTo(3.1), await shipmentTo(3.3), await shipmentTo(3.1)];
    const { warnings, saving_percent } = await proposed(await hubRoute(), { shipments: ids });
    expect(warnings).toHaveLength(2);
    expect(saving_percent).toBeGreaterThan(0);
  });
});

describe('A-309: how good the order is', () => {
  it('the ids sent in another order come to the same total', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, i) => shipmentTo(3 + ((i * 37) % 11) / 20, 101.4 + ((i * 53) % 13) / 20)),
    );
    const route = await hubRoute();
    for (const criterion of ['distance', 'time', 'fuel']) {
      const totals = [];
      for (const shipments of [ids, [...ids].reverse()]) {
        const proposal = await proposed(route, { shipments, optimization_criteria: [criterion] });
        expect(proposal.method).toBe('exact');
        totals.push(
          { distance: proposal.total_distance_km, time: proposal.total_duration_minutes }[criterion] ??
            proposal.estimated_fuel_litres,
        );
      }
      expect(totals[0]).toBe(totals[1]);
    }
  });

  it('200 stops are put in order, the same body has the same bytes, 201 are refused', async () => {
    const waypoints = Array.from({ length: 199 }, (_, i) => ({
      latitude: 3 + ((i * 7919) % 1_000) / 2_000,
      longitude: 101.4 + ((i * 104_729) % 1_000) / 2_000,
    }));
    const route = await hubRoute({ waypoints });
    const ids = [await shipmentTo(3.1), await shipmentTo(3.2)];
    const [one, two] = await Promise.all([1, 2].map(() => optimize(route, { shipments: ids.slice(0, 1) })));
    const proposal = must(one as never, 200);
    expect(proposal).toMatchObject({ method: 'heuristic' });
    expect(proposal.stops).toHaveLength(200);
    expect(proposal.total_distance_km).toBeLessThan(proposal.baseline.total_distance_km / 4);
    expect(on.data(two as never)).toEqual(proposal);
    expectInvalid(on, await optimize(route, { shipments: ids }), 'shipments');
  }, 30_000);

  it('with an Idempotency-Key none keeps a connection while it is worked out, and the run is noted once', async () => {
    const waypoints = Array.from({ length: 199 }, (_, i) => ({
      latitude: 3 + ((i * 7919) % 1_000) / 2_000,
      longitude: 101.4 + ((i * 104_729) % 1_000) / 2_000,
    }));
    const route = await hubRoute({ waypoints });
    const body = { shipments: [await shipmentTo(3.1)] };
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => on.send('POST', `/logistics/routes/${route.id}/optimize`, { body, token, headers });
    let isAnswered = false;
    const answers = Promise.all([send(), send()]).finally(() => (isAnswered = true));
    // A claim that others see is committed: its transaction has ended.
    const claims = 'select 1 from kernel.idempotency_keys where key = $1 and status is null';
    let seen = 0;
    while (!isAnswered && seen === 0)
      seen = (await sql(workerState().ownerUrl as string, claims, [headers['idempotency-key']])).length;
    expect(seen).toBe(1);
    const [one, two] = await answers;
    expect(must(two as never, 200)).toEqual(must(one as never, 200));
    expect(must(await send(), 200)).toEqual(on.data(one as never));
    const report = await on.get(`/logistics/reports/route-efficiency?route_id=${route.id}`, token);
    expect(must(report, 200).rows).toMatchObject([{ optimizations: 1 }]);
  }, 30_000);

  it('A-314: the figures of every run are kept, and nothing else', async () => {
    const route = await hubRoute();
    const proposal = await proposed(route, { shipments: [await shipmentTo(3.1)] });
    const rows = await sql<Json>(
      workerState().ownerUrl as string,
      'select criteria, method, stops, baseline, proposal, saving_percent::float from logistics.optimizations where route_id = $1',
      [route.id],
    );
    const { total_distance_km, total_duration_minutes, estimated_fuel_litres } = proposal;
    const figures = { total_distance_km, total_duration_minutes, estimated_fuel_litres };
    const kept = { criteria: ['distance'], method: 'exact', stops: 1, saving_percent: 0 };
    expect(rows).toEqual([{ ...kept, baseline: figures, proposal: figures }]);
  });
});

describe('A-148: what is refused', () => {
  it.each([
    ['no shipments', 'shipments', {}],
    ['an empty list', 'shipments', { shipments: [] }],
    ['a text', 'shipments', { shipments: 'x' }],
    ['an unknown shipment', 'shipments.0', { shipments: [UNKNOWN_ID] }],
    ['what is no id', 'shipments.0', { shipments: ['x'] }],
    ['an unknown criterion', 'optimization_criteria', { shipments: [UNKNOWN_ID], optimization_criteria: ['beauty'] }],
    ['criteria as text', 'optimization_criteria', { shipments: [UNKNOWN_ID], optimization_criteria: 'time' }],
  ])('%s, naming %s', async (_, field, body) => {
    expectInvalid(on, await optimize(await newRoute(tenant), body), field);
  });

  it('names the shipment that is unknown by its place in the list that was sent', async () => {
    const known = await shipmentTo(3.1);
    const shipments = [known, known.toUpperCase(), 'x'];
    expectInvalid(on, await optimize(await hubRoute(), { shipments }), 'shipments.2');
  });

  it('an unknown vehicle, and another tenant’s shipment', async () => {
    const route = await hubRoute();
    const shipments = [await shipmentTo(3.1)];
    expectInvalid(on, await optimize(route, { shipments, vehicle_id: UNKNOWN_ID }), 'vehicle_id');
    const foreign = (await newShipment(await newTenant())).id;
    expectInvalid(on, await optimize(route, { shipments: [...shipments, foreign] }), 'shipments.1');
    expect((await proposed(route, { shipments, vehicle_id: null, optimization_criteria: [] })).vehicle_id).toBeNull();
  });

  it('A-53: users who may only read', async () => {
    const viewer = await newUser(tenant, 'user');
    expectRefusal(on, await optimize(await hubRoute(), { shipments: [await shipmentTo(3.1)] }, viewer.token), 403);
  });
});
