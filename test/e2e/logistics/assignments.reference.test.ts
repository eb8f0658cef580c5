import type { Answer, Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal, INSTANT, UUID } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { configureLogistics, logisticsShapes, newDriver, newVehicle } from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

const dayIn = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const [YESTERDAY, TODAY, TOMORROW] = [dayIn(-1), dayIn(0), dayIn(1)];

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const assign = (driver_id: string, body: Json, by = token): Promise<Answer> =>
  on.post(`/logistics/drivers/${driver_id}/assign-vehicle`, body, by);
const vehicleNow = async (id: string, by = token): Promise<Json> =>
  must(await on.get(`/logistics/vehicles/${id}`, by), 200);
const driverNow = async (id: string): Promise<Json> => must(await on.get(`/logistics/drivers/${id}`, token), 200);
const put = (id: string, body: Json, by = token) => on.put(`/logistics/vehicles/${id}`, body, by);
/** The entries of a vehicle's history, the first one first. */
const historyOf = async (vehicle_id: string): Promise<Json[]> =>
  sql(
    workerState().ownerUrl as string,
    'select driver_id, driver_name, previous_driver_id from logistics.assignments where vehicle_id = $1 order by position',
    [vehicle_id],
  );

describe('A-145, A-296: POST /api/v1/logistics/drivers/{driver_id}/assign-vehicle/', () => {
  it('answers the assignment; vehicle and driver show it', async () => {
    const [driver, vehicle] = [await newDriver(tenant), await newVehicle(tenant)];
    const assigned = must(await assign(driver.id, { vehicle_id: vehicle.id, notes: 'Laluan utara' }), 200);
    expectKeys(assigned, logisticsShapes.assignment);
    expect(assigned).toEqual({
      id: expect.stringMatching(UUID),
      driver_id: driver.id,
      vehicle_id: vehicle.id,
      assignment_date: TODAY,
      notes: 'Laluan utara',
      previous_driver_id: null,
      warnings: [],
      created_at: expect.stringMatching(INSTANT),
    });
    expect((await vehicleNow(vehicle.id)).assigned_driver_id).toBe(driver.id);
    expect((await driverNow(driver.id)).vehicle_ids).toEqual([vehicle.id]);
  });

  it('the last one wins and ends the one before; a driver may have several vehicles', async () => {
    const [one, two] = [await newDriver(tenant), await newDriver(tenant)];
    const [van, lorry] = [await newVehicle(tenant), await newVehicle(tenant)];
    must(await assign(one.id, { vehicle_id: van.id }), 200);
    must(await assign(one.id, { vehicle_id: lorry.id }), 200);
    expect((await driverNow(one.id)).vehicle_ids).toEqual([van.id, lorry.id]);
    const moved = must(await assign(two.id, { vehicle_id: van.id, assignment_date: '2030-01-01' }), 200);
    expect(moved).toMatchObject({ previous_driver_id: one.id, assignment_date: '2030-01-01' });
    expect([(await driverNow(one.id)).vehicle_ids, (await driverNow(two.id)).vehicle_ids]).toEqual([
      [lorry.id],
      [van.id],
    ]);
  });

  it('the same pair again is 200 and adds nothing', async () => {
    const [driver, vehicle] = [await newDriver(tenant), await newVehicle(tenant)];
    const first = must(await assign(driver.id, { vehicle_id: vehicle.id, notes: 'satu' }), 200);
    const before = await vehicleNow(vehicle.id);
    expect(must(await assign(driver.id, { vehicle_id: vehicle.id, notes: 'dua' }), 200)).toEqual(first);
    expect(await vehicleNow(vehicle.id)).toEqual(before);
    expect(await historyOf(vehicle.id)).toHaveLength(1);
  });

  it('A-294: an unknown vehicle is 400 by name, an unknown driver 404', async () => {
    const [driver, vehicle] = [await newDriver(tenant), await newVehicle(tenant)];
    const foreign = await newVehicle(await newTenant());
    for (const vehicle_id of [UNKNOWN_ID, 'x', foreign.id])
      expectInvalid(on, await assign(driver.id, { vehicle_id }), 'vehicle_id');
    for (const body of [{}, { vehicle_id: null }, { vehicle_id: 5 }, { vehicle_id: '' }])
      expectInvalid(on, await assign(driver.id, body), 'vehicle_id');
    expectInvalid(
      on,
      await assign(driver.id, { vehicle_id: vehicle.id, assignment_date: '2026-02-30' }),
      'assignment_date',
    );
    for (const id of [UNKNOWN_ID, 'x']) expectRefusal(on, await assign(id, { vehicle_id: vehicle.id }), 404);
    expectRefusal(on, await assign(UNKNOWN_ID, {}), 404);
    expect((await vehicleNow(vehicle.id)).assigned_driver_id).toBeNull();
  });

  it('a retired vehicle is 409, by PUT and POST of the vehicle too; one in maintenance is given', async () => {
    const driver = await newDriver(tenant);
    const retired = await newVehicle(tenant, { status: 'retired' });
    expectConflict(on, await assign(driver.id, { vehicle_id: retired.id }), 'vehicle_id');
    expectConflict(on, await put(retired.id, { assigned_driver_id: driver.id }), 'assigned_driver_id');
    const body = { registration_number: 'W 1', status: 'retired', assigned_driver_id: driver.id };
    expectConflict(on, await on.post('/logistics/vehicles', body, token), 'assigned_driver_id');
    expect((await vehicleNow(retired.id)).assigned_driver_id).toBeNull();
    must(await put(retired.id, { status: 'maintenance', assigned_driver_id: driver.id }), 200);
    const away = must(await put(retired.id, { status: 'retired' }), 200);
    expect(away.assigned_driver_id).toBe(driver.id);
    expect(must(await put(retired.id, { assigned_driver_id: null }), 200).assigned_driver_id).toBeNull();
  });

  it('PUT and POST of the vehicle are the same operation, and all of it is one history', async () => {
    const [one, two] = [
      await newDriver(tenant, { first_name: 'Raju', last_name: 'Nair' }),
      await newDriver(tenant, { first_name: 'Mei', last_name: 'Tan' }),
    ];
    const { id } = await newVehicle(tenant, { assigned_driver_id: one.id });
    must(await put(id, { assigned_driver_id: two.id, color: 'merah' }), 200);
    must(await put(id, { assigned_driver_id: two.id }), 200);
    must(await put(id, { assigned_driver_id: null }), 200);
    must(await assign(one.id, { vehicle_id: id }), 200);
    must(await on.send('DELETE', `/logistics/vehicles/${id}`, { token }), 200);
    const given = (driver: Json, from: Json) => ({
      driver_id: driver?.id ?? null,
      driver_name: driver && `${driver.first_name} ${driver.last_name}`,
      previous_driver_id: from?.id ?? null,
    });
    expect(await historyOf(id)).toEqual([
      given(one, null),
      given(two, one),
      given(null, two),
      given(one, null),
      given(null, one),
    ]);
  });

  it('a driver’s view is not taken for current when the vehicles have changed', async () => {
    const [driver, vehicle] = [await newDriver(tenant), await newVehicle(tenant)];
    const tag = (await on.get(`/logistics/drivers/${driver.id}`, token)).headers.get('etag') ?? '';
    must(await assign(driver.id, { vehicle_id: vehicle.id }), 200);
    const again = await on.send('GET', `/logistics/drivers/${driver.id}`, { token, headers: { 'if-none-match': tag } });
    expect(again.status).toBe(200);
  });
});

describe('A-295: documents and statuses', () => {
  const expired = { license_expiry: YESTERDAY, psv_expiry: TODAY, status: 'inactive' };

  it('are warned of by the day of the assignment, through the day of expiry', async () => {
    const [driver, vehicle] = [await newDriver(tenant, expired), await newVehicle(tenant, { insurance_expiry: TODAY })];
    const on_ = async (assignment_date?: string) =>
      must(await assign(driver.id, { vehicle_id: vehicle.id, assignment_date }), 200).warnings;
    expect(await on_()).toEqual(['license_expired', 'driver_not_active']);
    expect(await on_(YESTERDAY)).toEqual(['driver_not_active']);
    expect(await on_(TOMORROW)).toEqual(['license_expired', 'psv_expired', 'insurance_expired', 'driver_not_active']);
  });

  it('refuse where the tenant requires valid ones, naming all that is wrong; nothing changes', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const [driver, vehicle] = [await newDriver(own, expired), await newVehicle(own, { road_tax_expiry: YESTERDAY })];
    const [fine, sound] = [await newDriver(own), await newVehicle(own)];
    await configureLogistics(own, { require_valid_documents: true });
    const refused = await assign(driver.id, { vehicle_id: vehicle.id }, by);
    expectConflict(on, refused, 'vehicle_id');
    expect(on.error(refused).details).toEqual({
      blockers: ['license_expired', 'road_tax_expired', 'driver_not_active'],
    });
    expectConflict(on, await put(vehicle.id, { assigned_driver_id: fine.id }, by), 'assigned_driver_id');
    expect((await vehicleNow(vehicle.id, by)).assigned_driver_id).toBeNull();
    must(await assign(fine.id, { vehicle_id: sound.id }, by), 200);
    must(await put(vehicle.id, { color: 'merah' }, by), 200);
    must(await put(sound.id, { road_tax_expiry: YESTERDAY }, by), 200);
    expect(must(await assign(fine.id, { vehicle_id: sound.id }, by), 200).warnings).toEqual(['road_tax_expired']);
  });

  it.each([[{}], [{ require_valid_documents: 'true' }], [{ require_valid_documents: false }]])(
    'refuse nothing where configuration.logistics is %j',
    async (configuration) => {
      const own = await newTenant();
      const [driver, vehicle] = [await newDriver(own, expired), await newVehicle(own)];
      await configureLogistics(own, configuration);
      const { warnings } = must(await assign(driver.id, { vehicle_id: vehicle.id }, own.admin.token), 200);
      expect(warnings).toEqual(['license_expired', 'driver_not_active']);
    },
  );

  it('are told in Malay to who asks for it', async () => {
    const own = await newTenant();
    const [driver, vehicle] = [await newDriver(own, expired), await newVehicle(own)];
    await configureLogistics(own, { require_valid_documents: true });
    const answer = await on.send('POST', `/logistics/drivers/${driver.id}/assign-vehicle`, {
      token: own.admin.token,
      body: { vehicle_id: vehicle.id },
      headers: { 'accept-language': 'ms' },
    });
    expect(on.error(answer).message).toContain('lesen pemandu telah tamat tempoh');
  });
});

describe('many at once', () => {
  it('A-296: 20 drivers assigned to one vehicle at once: all 200, one has it, and every change is in the history', async () => {
    const vehicle = await newVehicle(tenant);
    const drivers = await Promise.all(Array.from({ length: 20 }, () => newDriver(tenant)));
    const answers = await Promise.all(drivers.map(({ id }) => assign(id, { vehicle_id: vehicle.id })));
    expect(answers.map(({ status }) => status)).toEqual(drivers.map(() => 200));
    const { assigned_driver_id } = await vehicleNow(vehicle.id);
    const having = (await Promise.all(drivers.map(({ id }) => driverNow(id)))).filter((d) => d.vehicle_ids.length > 0);
    expect(having.map(({ id }) => id)).toEqual([assigned_driver_id]);
    for (const { id } of drivers) {
      const { body } = await on.get(`/logistics/vehicles?assigned_driver_id=${id}`, token);
      expect(body.pagination.total).toBe(id === assigned_driver_id ? 1 : 0);
    }
    const history = await historyOf(vehicle.id);
    expect(history.map(({ driver_id }) => driver_id).sort()).toEqual(drivers.map(({ id }) => id).sort());
    expect(history.at(-1)?.driver_id).toBe(assigned_driver_id);
    history.slice(1).forEach((entry, i) => expect(entry.previous_driver_id).toBe(history[i]?.driver_id));
  });

  it('vehicles and drivers crosswise, by either end, with a driver deleted meanwhile: no request waits for ever', async () => {
    const drivers = await Promise.all(Array.from({ length: 4 }, () => newDriver(tenant)));
    const vehicles = await Promise.all(Array.from({ length: 4 }, () => newVehicle(tenant)));
    const calls = Array.from({ length: 40 }, (_, i) => {
      const [driver, vehicle] = [drivers[i % 4], vehicles[(i * 3 + (i >> 2)) % 4]];
      if (i === 20) return on.send('DELETE', `/logistics/drivers/${driver.id}`, { token });
      return i % 2 === 0
        ? assign(driver.id, { vehicle_id: vehicle.id })
        : put(vehicle.id, { assigned_driver_id: driver.id });
    });
    const answers = await Promise.all(calls);
    for (const { status } of answers) expect([200, 400, 404]).toContain(status);
    for (const { id } of vehicles) expect((await vehicleNow(id)).assigned_driver_id).not.toBe(drivers[0]?.id);
  });
});
