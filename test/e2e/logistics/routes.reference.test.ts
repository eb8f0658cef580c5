import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  INSTANT,
  not,
  UUID,
  wrongBodies,
} from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { logisticsShapes, newRoute } from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const FULL = {
  name: 'Laluan utara',
  description: 'Shah Alam ke Ipoh',
  origin: { address: 'Hab Shah Alam, Selangor', latitude: 3.0733, longitude: 101.5185 },
  destination: {
    address: { street: '1, Jalan Sultan', city: 'Ipoh', state: 'Perak', postal_code: '30000', country: 'Malaysia' },
    latitude: null,
    longitude: null,
  },
  waypoints: [{ address: 'Tanjung Malim, Perak', latitude: 3.6806, longitude: 101.5196, stop_duration_minutes: 15.5 }],
  estimated_distance_km: 205.55,
  estimated_duration_minutes: 180,
  vehicle_type: 'van',
  driver_requirements: ['GDL'],
  operating_hours: { start: '22:00:00', end: '02:00:00' },
  frequency: 2,
  active_days: ['monday', 'Khamis'],
  priority: 'high',
  notes: 'Elak tol',
};
const put = (id: string, body: Json) => on.put(`/logistics/routes/${id}`, body, token);
const routeNow = async (id: string): Promise<Json> => must(await on.get(`/logistics/routes/${id}`, token), 200);
const found = async (query: string): Promise<string[]> =>
  must(await on.get(`/logistics/routes?${query}`, token), 200).map(({ id }: Json) => id);

describe('A-304: routes', () => {
  it('keep what was said of them, as it was sent', async () => {
    const route = await newRoute(tenant, FULL);
    expectKeys(route, logisticsShapes.route);
    expect(route).toEqual({
      ...FULL,
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
    });
    expect(await routeNow(route.id)).toEqual(route);
  });

  it('need a name alone, and have no waypoints then', async () => {
    const route = await newRoute(tenant);
    expect(route).toMatchObject({ waypoints: [], origin: null, estimated_distance_km: null, active_days: [] });
    expect(route).toMatchObject({ driver_requirements: [], operating_hours: null, frequency: null, priority: null });
  });

  it('A-09, A-18: a PUT changes what it names and replaces lists whole; what is sent back changes nothing', async () => {
    const route = await newRoute(tenant, FULL);
    expect(must(await put(route.id, route), 200)).toEqual(route);
    const changed = must(await put(route.id, { waypoints: [{ address: 'Rawang' }], priority: 3, origin: null }), 200);
    expect(changed).toMatchObject({ ...FULL, origin: null, priority: 3, waypoints: expect.any(Array) });
    expect(changed.waypoints).toEqual([
      { address: 'Rawang', latitude: null, longitude: null, stop_duration_minutes: 0 },
    ]);
    expect(must(await put(route.id, { waypoints: null, active_days: null }), 200)).toMatchObject({
      waypoints: [],
      active_days: [],
    });
  });

  const points = (count: number) => Array.from({ length: count }, () => ({ address: 'Ipoh' }));
  it('has at most 200 waypoints', async () => {
    expect((await newRoute(tenant, { waypoints: points(200) })).waypoints).toHaveLength(200);
    expectInvalid(on, await on.post('/logistics/routes', { name: 'x', waypoints: points(201) }, token), 'waypoints');
  });

  it.each([
    ...wrongBodies(FULL, ['name'], {
      origin: not.object,
      operating_hours: not.object,
      estimated_distance_km: [-1, '5'],
      frequency: [true, {}, 'daily\u0000'],
      waypoints: ['x', {}],
    }),
    ['a lone latitude', 'origin.longitude', { name: 'x', origin: { latitude: 3 } }],
    ['a lone longitude', 'waypoints.0.latitude', { name: 'x', waypoints: [{ longitude: 101 }] }],
    ['latitude 91', 'destination.latitude', { name: 'x', destination: { latitude: 91, longitude: 101 } }],
    ['longitude −181', 'destination.longitude', { name: 'x', destination: { latitude: 9, longitude: -181 } }],
    ['a latitude as text', 'origin.latitude', { name: 'x', origin: { latitude: '3', longitude: 101 } }],
    ['a negative stop', 'waypoints.0.stop_duration_minutes', { name: 'x', waypoints: [{ stop_duration_minutes: -1 }] }],
    ['a number as address', 'origin.address', { name: 'x', origin: { address: 5 } }],
    ['24:01', 'operating_hours.start', { name: 'x', operating_hours: { start: '24:01' } }],
  ])('refuses %s, naming %s', async (_, field, body) => {
    expectInvalid(on, await on.post('/logistics/routes', body, token), field);
  });

  it('A-16, A-51: what is not there, or is another tenant’s, is not found', async () => {
    const other = await newRoute(await newTenant());
    for (const id of [UNKNOWN_ID, 'x', other.id]) {
      expectRefusal(on, await on.get(`/logistics/routes/${id}`, token), 404);
      expectRefusal(on, await put(id, { name: '' }), 404);
      expectRefusal(on, await on.post(`/logistics/routes/${id}/optimize`, {}, token), 404);
    }
  });
});

describe('A-144, A-173, A-293: lists of routes', () => {
  it('are found by the states of their ends, in any spelling, in texts and addresses', async () => {
    const text = await newRoute(tenant, { origin: { address: 'Gudang 4, Jalan Perai, P. Pinang' } });
    const lines = await newRoute(tenant, {
      origin: { address: { state: 'Penang' } },
      destination: { address: 'Melaka' },
    });
    const abroad = await newRoute(tenant, { origin: { address: '1 Raffles Place, Singapore 048616' } });
    for (const asked of ['penang', 'PULAU PINANG', ' pinang, p '])
      expect([asked, await found(`origin_state=${encodeURIComponent(asked)}`)]).toEqual([
        asked,
        asked === ' pinang, p ' ? [] : [lines.id, text.id],
      ]);
    expect(await found('origin_state=singapore')).toEqual([abroad.id]);
    expect(await found('destination_state=malacca')).toEqual([lines.id]);
    expect(await found('origin_state=penang&destination_state=malacca')).toEqual([lines.id]);
    must(await put(text.id, { origin: { address: 'Kuala Lumpur' } }), 200);
    expect(await found('origin_state=penang')).toEqual([lines.id]);
  });

  it('are found by type of vehicle, priority and frequency, regardless of case', async () => {
    const { id } = await newRoute(tenant, { vehicle_type: 'Trak Sejuk', priority: 7, frequency: 'Mingguan' });
    expect(await found('vehicle_type=trak%20sejuk')).toEqual([id]);
    expect(await found('priority=7')).toEqual([id]);
    expect(await found('frequency=MINGGUAN')).toEqual([id]);
    expect(await found('frequency=MINGGUAN&priority=8')).toEqual([]);
  });

  it('A-26: are paged newest first', async () => {
    const own = await newTenant();
    const ids = [];
    for (let i = 0; i < 3; i += 1) ids.unshift((await newRoute(own)).id);
    const pages = await Promise.all(
      [1, 2].map((page) => on.get(`/logistics/routes?page=${page}&page_size=2`, own.admin.token)),
    );
    expect(pages.flatMap((page) => must(page, 200).map(({ id }: Json) => id))).toEqual(ids);
  });
});
