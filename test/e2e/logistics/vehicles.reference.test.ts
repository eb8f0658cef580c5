import type { Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT, UUID, wrongBodies } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { logisticsShapes, newDriver, newVehicle } from '../../support/logistics.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';

const PLATE = { registration_number: 'WXY 1234' };
const FULL = {
  ...PLATE,
  vehicle_type: 'Van',
  make: 'Toyota',
  model: 'Hiace',
  year: 2022,
  color: 'putih',
  chassis_number: 'JTF1',
  engine_number: '2KD',
  capacity_kg: 1500.5,
  dimensions_cm: { length: 320, width: 170.5, height: 180 },
  features: ['tail_lift', 'GPS'],
  fuel_type: 'diesel',
  current_mileage: 48210,
  insurance_policy: 'MV-1',
  insurance_expiry: '2999-12-31',
  road_tax_expiry: '2999-12-31',
  inspection_expiry: '2999-09-30',
  inspection_agency_expiry: '2999-09-30',
  status: 'active',
  maintenance_schedule: { next_service_date: '2026-06-01', next_service_mileage: 55000, service_type: 'servis' },
  notes: 'Kunci pendua',
};

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const create = (body: unknown, by = token) => on.post('/logistics/vehicles', body, by);
const read = async (id: string, by = token): Promise<Json> => must(await on.get(`/logistics/vehicles/${id}`, by), 200);
const change = (id: string, body: unknown, by = token) => on.put(`/logistics/vehicles/${id}`, body, by);
const changed = async (id: string, body: unknown): Promise<Json> => must(await change(id, body), 200);
const list = (query: string, by = token) => on.get(`/logistics/vehicles?${query}`, by);
const lasting = ({ updated_at: _, warnings: __, ...record }: Json): Json => record;

describe('POST /api/v1/logistics/vehicles/', () => {
  it('A-149: answers 201 with the record as it was sent, numbers as numbers', async () => {
    const vehicle = must(await create(FULL), 201);
    expectKeys(vehicle, logisticsShapes.vehicle);
    expect(vehicle).toEqual({
      ...FULL,
      id: expect.stringMatching(UUID),
      plate_verification: { format: 'standard', state: 'Kuala Lumpur' },
      assigned_driver_id: null,
      location: null,
      created_at: expect.stringMatching(INSTANT),
      updated_at: vehicle.created_at,
    });
    expect(await read(vehicle.id)).toEqual(vehicle);
  });

  it('asks for the registration number alone; what is left out is null, an empty list, or active', async () => {
    const vehicle = must(await create(PLATE), 201);
    const empty: Json = { features: [], status: 'active' };
    for (const name of Object.keys(FULL).filter((field) => !(field in PLATE)))
      expect([name, vehicle[name]]).toEqual([name, empty[name] ?? null]);
  });

  it.each(
    wrongBodies(PLATE, ['registration_number'], {
      registration_number: ['', ' ', 5, 'x'.repeat(51), 'W\u0000'],
      year: [-1, 2022.5, '2022', 10 ** 12],
      capacity_kg: [-1, '1500', {}],
      dimensions_cm: ['320', 5, []],
      features: ['tail_lift', [5], {}],
      current_mileage: [-1, 1.5, '5000'],
      insurance_expiry: ['2026-02-30', 20261231],
      road_tax_expiry: ['31/12/2026'],
      inspection_expiry: ['x'],
      inspection_agency_expiry: ['2026-13-01'],
      status: ['ACTIVE', 'sold', null],
      assigned_driver_id: [5, ['x']],
      location: ['3,101', 5, []],
      maintenance_schedule: ['soon', 5],
    }),
  )('A-22, A-299: refuses %s and names the field', async (_what, name, body) => {
    expectInvalid(on, await create(body), name);
  });

  it.each([
    ['dimensions_cm', { length: -1 }, 'dimensions_cm.length'],
    ['dimensions_cm', { width: '170' }, 'dimensions_cm.width'],
    ['maintenance_schedule', { next_service_date: '2026-02-30' }, 'maintenance_schedule.next_service_date'],
    ['maintenance_schedule', { next_service_mileage: 1.5 }, 'maintenance_schedule.next_service_mileage'],
    ['location', { latitude: 91, longitude: 0 }, 'location.latitude'],
    ['location', { latitude: 0, longitude: -180.1 }, 'location.longitude'],
    ['location', { latitude: '3', longitude: 101 }, 'location.latitude'],
    ['location', { latitude: 3, longitude: 101, last_updated: 'soon' }, 'location.last_updated'],
    ['location', { latitude: 3, longitude: 101, address: { city: 5 } }, 'location.address.city'],
    ['location', { latitude: 3, longitude: 101, address: 5 }, 'location.address'],
    ['location', { latitude: 3 }, 'location.longitude'],
    ['location', { longitude: 101, latitude: null }, 'location.latitude'],
  ])('A-301: refuses %s %j and names the key; nothing is stored', async (name, value, field) => {
    const own = await newTenant();
    expectInvalid(on, await create({ ...PLATE, [name]: value }, own.admin.token), field);
    expect((await list('', own.admin.token)).body.pagination.total).toBe(0);
    const { id } = await newVehicle(tenant);
    expectInvalid(on, await change(id, { [name]: value }), field);
    expect((await read(id))[name]).toBeNull();
  });

  it('A-300: takes every plate, more than once, and reports its form', async () => {
    for (const [plate, format, state] of [
      ['wa 1 x', 'standard', 'Kuala Lumpur'],
      ['PATRIOT 12', 'special', null],
      ['B 12345', 'unknown', null],
      ['B 12345', 'unknown', null],
    ]) {
      const vehicle = must(await create({ registration_number: plate }), 201);
      expect([vehicle.registration_number, vehicle.plate_verification]).toEqual([plate, { format, state }]);
    }
  });

  it('A-296: assigns too; A-294: an unknown, foreign or deleted driver is refused by name', async () => {
    const driver = await newDriver(tenant);
    const vehicle = must(await create({ ...PLATE, assigned_driver_id: driver.id }), 201);
    expect(vehicle.assigned_driver_id).toBe(driver.id);
    const foreign = await newDriver(await newTenant());
    for (const assigned_driver_id of [UNKNOWN_ID, 'x', foreign.id, ''])
      expectInvalid(on, await create({ ...PLATE, assigned_driver_id }), 'assigned_driver_id');
  });

  it('A-301: a location is a report, at the moment that it tells or now', async () => {
    const place = { latitude: 3.12345678, longitude: 101.5, last_updated: '2026-03-10T16:30:00+08:00' };
    const { location } = must(await create({ ...PLATE, location: place }), 201);
    expect(location).toEqual({
      latitude: 3.1234568,
      longitude: 101.5,
      address: null,
      last_updated: '2026-03-10T08:30:00.000Z',
    });
    const vehicle = must(await create({ ...PLATE, location: { latitude: 0, longitude: -0.00000001 } }), 201);
    expect(vehicle.location).toMatchObject({ latitude: 0, longitude: 0, last_updated: vehicle.created_at });
    expect((await newVehicle(tenant, { location: {} })).location).toBeNull();
  });
});

describe('PUT /api/v1/logistics/vehicles/{vehicle_id}/', () => {
  it('A-09: takes back what it has shown, and nothing changes', async () => {
    const driver = await newDriver(tenant);
    const location = { latitude: 3.1, longitude: 101.5, address: { city: 'Klang', state: 'Selangor' } };
    for (const body of [FULL, {}, { ...FULL, assigned_driver_id: driver.id, location }]) {
      const before = await newVehicle(tenant, body);
      const after = await changed(before.id, before);
      expectKeys(after, [...logisticsShapes.vehicle, 'warnings']);
      expect(lasting(after)).toEqual(lasting(before));
      expect((await read(before.id)).updated_at).toBe(before.updated_at);
    }
  });

  it('A-294: the GET body goes back when its driver was deleted meanwhile, since no driver has the vehicle then', async () => {
    const driver = await newDriver(tenant);
    const { id } = await newVehicle(tenant, { assigned_driver_id: driver.id });
    must(await on.send('DELETE', `/logistics/drivers/${driver.id}`, { token }), 200);
    const now = await read(id);
    expect(now.assigned_driver_id).toBeNull();
    expect(lasting(await changed(id, now))).toEqual(lasting(now));
  });

  it('A-18: keeps what is not sent; null clears, also the place and the mileage', async () => {
    const before = await newVehicle(tenant, { ...FULL, location: { latitude: 3, longitude: 101 } });
    expect(lasting(await changed(before.id, { color: 'merah' }))).toEqual(lasting({ ...before, color: 'merah' }));
    const cleared = await changed(before.id, { location: null, current_mileage: null, features: null, year: null });
    expect(cleared).toMatchObject({ location: null, current_mileage: null, features: [], year: null, make: 'Toyota' });
    expectInvalid(on, await change(before.id, { registration_number: null }), 'registration_number');
  });

  it('A-295: carries warnings of the vehicle and of its driver, as of today; other answers do not', async () => {
    const driver = await newDriver(tenant, { license_expiry: '2020-01-01' });
    const vehicle = await newVehicle(tenant, { road_tax_expiry: '2020-01-01' });
    expectKeys(vehicle, logisticsShapes.vehicle);
    expect((await changed(vehicle.id, {})).warnings).toEqual(['road_tax_expired']);
    const { warnings } = await changed(vehicle.id, { assigned_driver_id: driver.id, status: 'maintenance' });
    expect(warnings).toEqual(['license_expired', 'road_tax_expired', 'vehicle_not_active']);
    expect((await changed(vehicle.id, { status: 'active' })).warnings).toEqual(['license_expired', 'road_tax_expired']);
    expectKeys(await read(vehicle.id), logisticsShapes.vehicle);
  });

  it('A-301: may lower the mileage, since it may be a new odometer', async () => {
    const { id } = await newVehicle(tenant, { current_mileage: 90_000 });
    expect((await changed(id, { current_mileage: 12 })).current_mileage).toBe(12);
  });

  it('A-302: leaves no position on the audit trail', async () => {
    const { id } = await newVehicle(tenant);
    await changed(id, { location: { latitude: 3.1357911, longitude: 101.2468024, address: 'Rahsia' } });
    const { text } = await on.get(`/audit?record_id=${id}&page_size=100`, token);
    for (const secret of ['3.1357911', '101.2468024', 'Rahsia']) expect(text).not.toContain(secret);
  });

  it('If-Match: another version is 412, also where a driver is named', async () => {
    const [driver, vehicle] = [await newDriver(tenant), await newVehicle(tenant)];
    const tag = (await on.get(`/logistics/vehicles/${vehicle.id}`, token)).headers.get('etag') ?? '';
    const put = (body: Json) =>
      on.send('PUT', `/logistics/vehicles/${vehicle.id}`, { token, body, headers: { 'if-match': tag } });
    const first = await put({ assigned_driver_id: driver.id });
    expect(first.status).toBe(200);
    expect((await put({ assigned_driver_id: null })).status).toBe(412);
    const headers = { 'if-match': first.headers.get('etag') ?? '' };
    const path = `/logistics/vehicles/${vehicle.id}`;
    expect((await on.send('PUT', path, { token, body: { color: 'hijau' }, headers })).status).toBe(200);
  });
});

describe('GET /api/v1/logistics/vehicles/', () => {
  let own: TestTenant;
  let driver: string;
  const names: Record<string, string> = {};
  beforeAll(async () => {
    own = await newTenant();
    driver = (await newDriver(own)).id;
    const vehicles: Record<string, Record<string, unknown>> = {
      van: { ...FULL, registration_number: 'WA 1 X', assigned_driver_id: driver },
      lorry: { registration_number: 'jqr-5', vehicle_type: 'Lori', make: ' TOYOTA ', model: 'Dyna', status: 'retired' },
      bike: { registration_number: 'WA1X', vehicle_type: 'van ', make: 'Honda', status: 'maintenance' },
    };
    for (const [name, body] of Object.entries(vehicles)) names[(await newVehicle(own, body)).id] = name;
  });

  it.each([
    ['', ['bike', 'lorry', 'van']],
    ['vehicle_type=VAN', ['bike', 'van']],
    ['status=retired', ['lorry']],
    ['status=MAINTENANCE', ['bike']],
    ['make=toyota', ['lorry', 'van']],
    ['model=hiace', ['van']],
    ['assigned_driver_id=DRIVER', ['van']],
    [`assigned_driver_id=${UNKNOWN_ID}`, []],
    ['assigned_driver_id=x', []],
    ['registration_number=wa-1%20x', ['bike', 'van']],
    ['registration_number=WA1X&status=active', ['van']],
    ['registration_number=WA1', []],
    ['make=toyota&model=dyna', ['lorry']],
  ])('A-173, A-294, A-300: %s finds %j', async (query, expected) => {
    const answer = await list(`${query.replace('DRIVER', driver)}&page_size=100`, own.admin.token);
    expect(answer.status).toBe(200);
    expect(answer.body.data.map(({ id }: Json) => names[id])).toEqual(expected);
    expect(answer.body.pagination.total).toBe(expected.length);
  });

  it('A-158: refuses a status that is none', async () => {
    expectInvalid(on, await list('status=sold', own.admin.token), 'status');
  });
});

describe('A-297: DELETE /api/v1/logistics/vehicles/{vehicle_id}/', () => {
  it('is never refused; the assignment ends, and new references are refused', async () => {
    const driver = await newDriver(tenant);
    const { id } = await newVehicle(tenant, { assigned_driver_id: driver.id });
    must(await on.send('DELETE', `/logistics/vehicles/${id}`, { token }), 200);
    for (const answer of [
      await on.get(`/logistics/vehicles/${id}`, token),
      await change(id, {}),
      await on.send('DELETE', `/logistics/vehicles/${id}`, { token }),
      await on.post(`/logistics/vehicles/${id}/update-location`, { latitude: 3, longitude: 101 }, token),
      await on.get(`/logistics/vehicles/${id}/maintenance-history`, token),
    ])
      expectRefusal(on, answer, 404);
    expect(must(await on.get(`/logistics/drivers/${driver.id}`, token), 200).vehicle_ids).toEqual([]);
    const again = await on.post(`/logistics/drivers/${driver.id}/assign-vehicle`, { vehicle_id: id }, token);
    expectInvalid(on, again, 'vehicle_id');
  });

  it('A-53: a user who may only read changes nothing', async () => {
    const { id } = await newVehicle(tenant);
    const by = people.VIEWER.token;
    expectRefusal(on, await create(PLATE, by), 403);
    expectRefusal(on, await change(id, {}, by), 403);
    expectRefusal(on, await on.send('DELETE', `/logistics/vehicles/${id}`, { token: by }), 403);
    const here = { latitude: 3, longitude: 101 };
    expectRefusal(on, await on.post(`/logistics/vehicles/${id}/update-location`, here, by), 403);
    expect(await read(id, by)).toEqual(await read(id));
  });

  it('A-373: a user who may only read is not shown where a vehicle is, nor by its tag that the whole view is current', async () => {
    const { id } = await newVehicle(tenant, { location: { latitude: 3.0733, longitude: 101.5185 } });
    const whole = await read(id);
    expect(whole.location).toMatchObject({ latitude: 3.0733, longitude: 101.5185 });
    expect(await read(id, people.STAFF.token)).toEqual(whole);
    const by = people.VIEWER.token;
    expect(await read(id, by)).toEqual({ ...whole, location: null });
    const rows = on.rows(await on.get('/logistics/vehicles?page_size=100', by), 'vehicles');
    expect(rows.find((row) => row.id === id)).toEqual({ ...whole, location: null });
    const tagFor = async (token: string) =>
      (await on.get(`/logistics/vehicles/${id}`, token)).headers.get('etag') ?? '';
    const [tag, masked] = [await tagFor(token), await tagFor(by)];
    const again = (asker: string, known: string) =>
      on.send('GET', `/logistics/vehicles/${id}`, { token: asker, headers: { 'if-none-match': known } });
    expect([(await again(by, tag)).status, (await again(by, masked)).status]).toEqual([200, 304]);
  });

  it('A-373: administrators and managers delete vehicles, staff do not', async () => {
    const { id } = await newVehicle(tenant);
    const remove = (by: string) => on.send('DELETE', `/logistics/vehicles/${id}`, { token: by });
    expectRefusal(on, await remove(people.STAFF.token), 403);
    expect((await remove(people.MANAGER.token)).status).toBe(200);
  });
});
