import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  expectConflict,
  expectInvalid,
  expectKeys,
  expectRefusal,
  INSTANT,
  not,
  UUID,
  wrongBodies,
} from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import {
  configureLogistics,
  logisticsShapes,
  newDriver,
  newRoute,
  newSchedule,
  newShipment,
  newVehicle,
} from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const DAY = '2029-05-10';
/** Deepavali, all over the country but Sarawak. */
const HOLIDAY = '2026-11-08';
const EXPIRED = { license_expiry: '2029-05-09', psv_expiry: DAY };

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const post = (body: Json, by = token) => on.post('/logistics/schedules', body, by);
const put = (id: string, body: Json, by = token) => on.put(`/logistics/schedules/${id}`, body, by);
const scheduleNow = async (id: string, by = token): Promise<Json> =>
  must(await on.get(`/logistics/schedules/${id}`, by), 200);
const found = async (query: string, by = token): Promise<string[]> =>
  must(await on.get(`/logistics/schedules?${query}`, by), 200).map(({ id }: Json) => id);
const report = (shipment_id: string, status: string, by = token) =>
  on.post(`/logistics/shipments/${shipment_id}/update-status`, { status }, by);

describe('POST, GET and PUT /api/v1/logistics/schedules/', () => {
  it('keeps what was said of it', async () => {
    const [shipment, driver, vehicle, route] = [
      await newShipment(tenant),
      await newDriver(tenant),
      await newVehicle(tenant),
      await newRoute(tenant),
    ];
    const full = {
      shipment_id: shipment.id,
      driver_id: driver.id,
      vehicle_id: vehicle.id,
      route_id: route.id,
      scheduled_date: DAY,
      scheduled_time: '09:30:00',
      estimated_duration_minutes: 45.5,
      priority: 2,
      status: 'in_progress',
      special_instructions: 'Hubungi sebelum tiba',
      contact_preferences: { phone: true, sms: false, email: null, whatsapp: true },
    };
    const schedule = await newSchedule(tenant, full);
    expectKeys(schedule, logisticsShapes.schedule);
    const stamps = { created_at: expect.stringMatching(INSTANT), updated_at: expect.stringMatching(INSTANT) };
    expect(schedule).toEqual({ ...full, id: expect.stringMatching(UUID), warnings: [], ...stamps });
    expect(must(await put(schedule.id, schedule), 200)).toEqual(schedule);
    expect(await scheduleNow(schedule.id)).toEqual(schedule);
  });

  it('needs a shipment and a date alone; null clears what may be absent (A-18, A-306)', async () => {
    const schedule = await newSchedule(tenant, { scheduled_time: '10:00', contact_preferences: { sms: true } });
    expect(schedule).toMatchObject({
      status: 'scheduled',
      driver_id: null,
      scheduled_time: '10:00:00',
      priority: null,
    });
    expect(schedule.contact_preferences).toEqual({ phone: null, sms: true, email: null, whatsapp: null });
    const cleared = { scheduled_time: null, contact_preferences: null };
    expect(must(await put(schedule.id, cleared), 200)).toMatchObject(cleared);
  });

  it.each([
    ...wrongBodies({ shipment_id: UNKNOWN_ID, scheduled_date: DAY }, ['shipment_id', 'scheduled_date'], {
      scheduled_date: ['2029-02-30', '10/05/2029', 5],
      scheduled_time: ['24:01', '9:30', 5],
      estimated_duration_minutes: [-1, '30'],
      status: ['late', 'SCHEDULED', null],
      contact_preferences: not.object,
      priority: [true],
    }),
    [
      'a text as preference',
      'contact_preferences.sms',
      { shipment_id: UNKNOWN_ID, scheduled_date: DAY, contact_preferences: { sms: 'yes' } },
    ],
  ])(
    'refuses %s, naming %s',
    async (_, field, body) => {
      expectInvalid(on, await post(body), field);
    },
    20_000,
  );
});

describe('A-294: references', () => {
  it('unknown, foreign and deleted ones are 400 naming the field', async () => {
    const other = await newTenant();
    const gone = await newDriver(tenant);
    must(await on.send('DELETE', `/logistics/drivers/${gone.id}`, { token }), 200);
    const shipment_id = (await newShipment(tenant)).id;
    const wrong: [string, string][] = [
      ['shipment_id', (await newShipment(other)).id],
      ['driver_id', gone.id],
      ['driver_id', 'x'],
      ['vehicle_id', (await newVehicle(other)).id],
      ['route_id', UNKNOWN_ID],
    ];
    const schedule = await newSchedule(tenant);
    for (const [field, id] of wrong) {
      expectInvalid(on, await post({ shipment_id, scheduled_date: DAY, [field]: id }), field);
      expectInvalid(on, await put(schedule.id, { [field]: id }), field);
    }
    expect(await found(`shipment_id=${shipment_id}`)).toEqual([]);
    expect(await scheduleNow(schedule.id)).toEqual(schedule);
  });

  it('A-297: a driver who was deleted stays named, and may be sent back; another deleted one may not', async () => {
    const [driver, vehicle, another] = [await newDriver(tenant), await newVehicle(tenant), await newDriver(tenant)];
    const schedule = await newSchedule(tenant, { driver_id: driver.id, vehicle_id: vehicle.id });
    for (const path of [`drivers/${driver.id}`, `vehicles/${vehicle.id}`, `drivers/${another.id}`])
      must(await on.send('DELETE', `/logistics/${path}`, { token }), 200);
    expect(must(await put(schedule.id, { ...schedule, driver_id: driver.id.toUpperCase() }), 200)).toEqual(schedule);
    expect(must(await put(schedule.id, { priority: 'x' }), 200)).toMatchObject({ driver_id: driver.id, warnings: [] });
    expectInvalid(on, await put(schedule.id, { driver_id: another.id }), 'driver_id');
  });

  it('as filters they find nothing', async () => {
    for (const query of [`driver_id=${UNKNOWN_ID}`, 'driver_id=x', `vehicle_id=${UNKNOWN_ID}`, 'shipment_id=x'])
      expect(await found(query)).toEqual([]);
  });
});

describe('A-295: warnings', () => {
  it('tell of documents on the scheduled day, and refuse nothing', async () => {
    const driver = await newDriver(tenant, EXPIRED);
    const vehicle = await newVehicle(tenant, { road_tax_expiry: '2029-05-10', status: 'maintenance' });
    const schedule = await newSchedule(tenant, { driver_id: driver.id, vehicle_id: vehicle.id });
    expect(schedule.warnings).toEqual(['license_expired', 'vehicle_not_active']);
    const later = must(await put(schedule.id, { scheduled_date: '2029-05-11' }), 200);
    expect(later.warnings).toEqual(['license_expired', 'psv_expired', 'road_tax_expired', 'vehicle_not_active']);
    // Judged when it was last written: what changes since is not seen until then.
    must(
      await on.put(`/logistics/drivers/${driver.id}`, { license_expiry: '2030-01-01', psv_expiry: null }, token),
      200,
    );
    expect((await scheduleNow(schedule.id)).warnings).toEqual(later.warnings);
    const rewritten = must(await put(schedule.id, { priority: 1 }), 200);
    expect(rewritten.warnings).toEqual(['road_tax_expired', 'vehicle_not_active']);
  });

  it('tell of public holidays where the shipment goes', async () => {
    const to = (address: Json) => newShipment(tenant, { destination: { address } });
    const [perak, sarawak, ipoh, kuching] = [
      await to({ state: 'Perak' }),
      await to({ state: 'Sarawak' }),
      await to({ postal_code: '30000' }),
      await to({ postal_code: '93000' }),
    ];
    const on = { scheduled_date: HOLIDAY };
    expect((await newSchedule(tenant, { ...on, shipment_id: perak.id })).warnings).toEqual(['public_holiday']);
    expect((await newSchedule(tenant, { ...on, shipment_id: sarawak.id })).warnings).toEqual([]);
    expect((await newSchedule(tenant, { ...on, shipment_id: ipoh.id })).warnings).toEqual(['public_holiday']);
    expect((await newSchedule(tenant, { ...on, shipment_id: kuching.id })).warnings).toEqual([]);
  });

  it('with require_valid_documents they are 409 with the blockers, save for what is over or stays as it was', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const driver = await newDriver(own, EXPIRED);
    const before = await newSchedule(own, { driver_id: driver.id });
    await configureLogistics(own, { require_valid_documents: true });
    const shipment_id = before.shipment_id;
    const refused = await post({ shipment_id, scheduled_date: DAY, driver_id: driver.id }, by);
    expectConflict(on, refused, 'driver_id');
    expect(on.error(refused).details).toEqual({ blockers: ['license_expired'] });
    expect(await found('', by)).toEqual([before.id]);
    expect(must(await put(before.id, { priority: 1 }, by), 200).warnings).toEqual(['license_expired']);
    expectConflict(on, await put(before.id, { scheduled_date: '2029-05-11' }, by), 'driver_id');
    must(await put(before.id, { status: 'completed', scheduled_date: '2029-05-12' }, by), 200);
    expectConflict(on, await put(before.id, { status: 'scheduled' }, by), 'driver_id');
    expect(
      must(await put(before.id, { status: 'in_progress', scheduled_date: '2029-05-09' }, by), 200).warnings,
    ).toEqual([]);
  });
});

describe('A-306: several at once', () => {
  it('two equal schedules are accepted, the second with a warning', async () => {
    const driver = await newDriver(tenant);
    const vehicle = await newVehicle(tenant);
    const body = { driver_id: driver.id, vehicle_id: vehicle.id, scheduled_time: '09:00' };
    const one = await newSchedule(tenant, body);
    const two = await newSchedule(tenant, { ...body, shipment_id: one.shipment_id });
    expect([one.warnings, two.warnings]).toEqual([[], ['double_booked']]);
    const touching = await newSchedule(tenant, { driver_id: driver.id, scheduled_time: '09:30' });
    const overlapping = await newSchedule(tenant, { vehicle_id: vehicle.id, scheduled_time: '09:29:59' });
    const timeless = await newSchedule(tenant, { driver_id: driver.id });
    const over = await newSchedule(tenant, { ...body, status: 'cancelled' });
    expect([touching, overlapping, timeless, over].map(({ warnings }) => warnings)).toEqual([
      [],
      ['double_booked'],
      [],
      [],
    ]);
  });

  it('with prevent_double_booking an overlap is 409 naming who is busy', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    await configureLogistics(own, { prevent_double_booking: true });
    const [driver, vehicle] = [await newDriver(own), await newVehicle(own)];
    const first = await newSchedule(own, {
      driver_id: driver.id,
      scheduled_time: '09:00',
      estimated_duration_minutes: 90,
    });
    const { shipment_id } = first;
    const at = (scheduled_time: string, more: Json) => ({ shipment_id, scheduled_date: DAY, scheduled_time, ...more });
    expectConflict(on, await post(at('10:29', { driver_id: driver.id, vehicle_id: vehicle.id }), by), 'driver_id');
    const second = must(await post(at('10:30', { driver_id: driver.id, vehicle_id: vehicle.id }), by), 201);
    expectConflict(on, await post(at('10:45', { vehicle_id: vehicle.id }), by), 'vehicle_id');
    expectConflict(on, await put(second.id, { scheduled_time: '10:00' }, by), 'driver_id');
    must(await put(second.id, { scheduled_time: '10:40' }, by), 200);
    must(await put(first.id, { status: 'completed' }, by), 200);
    must(await put(second.id, { scheduled_time: '09:00' }, by), 200);
    expectConflict(on, await put(first.id, { status: 'scheduled' }, by), 'driver_id');
  });

  it('of 20 at once that want one driver, one gets the time', async () => {
    const own = await newTenant();
    await configureLogistics(own, { prevent_double_booking: true });
    const driver_id = (await newDriver(own)).id;
    const shipment_id = (await newShipment(own)).id;
    const wanted = { shipment_id, driver_id, scheduled_date: DAY, scheduled_time: '14:00' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(wanted, own.admin.token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await found(`driver_id=${driver_id}`, own.admin.token)).toHaveLength(1);
  });
});

describe('A-305: schedules and shipments', () => {
  it('neither moves the other', async () => {
    const schedule = await newSchedule(tenant, { driver_id: (await newDriver(tenant)).id });
    must(await put(schedule.id, { status: 'completed' }), 200);
    const shipment = must(await on.get(`/logistics/shipments/${schedule.shipment_id}`, token), 200);
    expect(shipment).toMatchObject({ status: 'pending', driver_id: null });
    const second = await newSchedule(tenant, { shipment_id: schedule.shipment_id });
    must(await report(schedule.shipment_id, 'delivered'), 200);
    expect((await scheduleNow(second.id)).status).toBe('scheduled');
  });

  it('with schedules_follow_shipments the newest open schedule follows', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    await configureLogistics(own, { schedules_follow_shipments: true });
    const old = await newSchedule(own);
    const { shipment_id } = old;
    const newest = await newSchedule(own, { shipment_id });
    const over = await newSchedule(own, { shipment_id, status: 'cancelled' });
    const statuses = async () => {
      const all = await Promise.all([old, newest, over].map(({ id }) => scheduleNow(id, by)));
      return all.map(({ status }) => status);
    };
    must(await report(shipment_id, 'pending', by), 200);
    expect(await statuses()).toEqual(['scheduled', 'scheduled', 'cancelled']);
    must(await report(shipment_id, 'in_transit', by), 200);
    expect(await statuses()).toEqual(['scheduled', 'in_progress', 'cancelled']);
    must(await on.put(`/logistics/shipments/${shipment_id}`, { status: 'delivered' }, by), 200);
    expect(await statuses()).toEqual(['scheduled', 'completed', 'cancelled']);
    const { tracking_number } = must(await on.get(`/logistics/shipments/${shipment_id}`, by), 200);
    const scan = { tracking_numbers: [tracking_number], status: 'returned' };
    must(await on.post('/logistics/shipments/bulk-status', scan, by), 200);
    expect(await statuses()).toEqual(['cancelled', 'completed', 'cancelled']);
  });
});

describe('A-24, A-26: lists of schedules', () => {
  it('are narrowed by driver, vehicle, date, status and shipment', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const [driver, vehicle] = [await newDriver(own), await newVehicle(own)];
    const one = await newSchedule(own, { driver_id: driver.id, scheduled_date: '2029-05-09' });
    const two = await newSchedule(own, { vehicle_id: vehicle.id, status: 'completed' });
    expect(await found('', by)).toEqual([two.id, one.id]);
    expect(await found(`driver_id=${driver.id}`, by)).toEqual([one.id]);
    expect(await found(`vehicle_id=${vehicle.id}`, by)).toEqual([two.id]);
    expect(await found('status=completed', by)).toEqual([two.id]);
    expect(await found(`shipment_id=${one.shipment_id}`, by)).toEqual([one.id]);
    expect(await found('date_from=2029-05-10', by)).toEqual([two.id]);
    expect(await found('date_from=2029-05-09&date_to=2029-05-09', by)).toEqual([one.id]);
    expect(await found('date_from=2029-05-11&date_to=2029-05-09', by)).toEqual([]);
    expectInvalid(on, await on.get('/logistics/schedules?date_from=2029-02-30', by), 'date_from');
    expectInvalid(on, await on.get('/logistics/schedules?status=late', by), 'status');
    expectRefusal(on, await on.get(`/logistics/schedules/${one.id}`, token), 404);
  });
});
