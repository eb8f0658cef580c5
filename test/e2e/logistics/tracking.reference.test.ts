import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, expectSameRefusal, INSTANT } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { configureLogistics, logisticsShapes, newDriver, newShipment, newVehicle } from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const STATUSES = ['pending', 'in_transit', 'delivered', 'cancelled', 'returned'];
const KLANG = { latitude: 3.0449, longitude: 101.4456 };
const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const report = (id: string, body: Json, by = token) => on.post(`/logistics/shipments/${id}/update-status`, body, by);
const reported = async (id: string, body: Json, by = token): Promise<Json> => must(await report(id, body, by), 200);
const read = async (id: string): Promise<Json> => must(await on.get(`/logistics/shipments/${id}`, token), 200);
const track = (number: string, by = token) => on.get(`/logistics/shipments/tracking/${encodeURIComponent(number)}`, by);
const tracked = async (number: string): Promise<Json> => must(await track(number), 200);

describe('A-142: POST /api/v1/logistics/shipments/{shipment_id}/update-status/', () => {
  it('reaches every status from every other, and answers the shipment with warnings', async () => {
    const { id } = await newShipment(tenant);
    for (const from of STATUSES)
      for (const to of STATUSES) {
        await reported(id, { status: from });
        const shipment = await reported(id, { status: to });
        expectKeys(shipment, [...logisticsShapes.shipment, 'warnings']);
        expect([from, to, shipment.status]).toEqual([from, to, to]);
        expect(shipment.actual_delivery_time === null).toBe(to !== 'delivered');
      }
    const { warnings, ...shipment } = await reported(id, { status: 'delivered' });
    expect(warnings).toEqual([]);
    expect(await read(id)).toEqual(shipment);
  });

  it.each([
    [{}, 'status'],
    [{ status: null }, 'status'],
    [{ status: 'lost' }, 'status'],
    [{ status: 'DELIVERED' }, 'status'],
    [{ location: 'Klang' }, 'location'],
    [{ location: [KLANG] }, 'location'],
    [{ location: { latitude: 91, longitude: 0 } }, 'location.latitude'],
    [{ location: { latitude: 3 } }, 'location.longitude'],
    [{ location: { longitude: 101 } }, 'location.latitude'],
    [{ location: { ...KLANG, address: 5 } }, 'location.address'],
    [{ location: { ...KLANG, address: { city: 5 } } }, 'location.address.city'],
    [{ location: { timestamp: '2026-02-30T00:00:00Z' } }, 'location.timestamp'],
    [{ location: { timestamp: 5 } }, 'location.timestamp'],
    [{ notes: 5 }, 'notes'],
    [{ driver_id: 'x' }, 'driver_id'],
    [{ driver_id: UNKNOWN_ID }, 'driver_id'],
    [{ driver_id: 5 }, 'driver_id'],
    [{ vehicle_id: UNKNOWN_ID }, 'vehicle_id'],
    [{ vehicle_id: '' }, 'vehicle_id'],
  ])('refuses %j and names the field; nothing is recorded', async (wrong: Json, field) => {
    const before = await newShipment(tenant);
    const right: Json = 'status' in wrong || field === 'status' ? {} : { status: 'in_transit' };
    expectInvalid(on, await report(before.id, { ...right, ...wrong }), field);
    expect(await read(before.id)).toEqual(before);
    expect((await tracked(before.tracking_number)).tracking_total).toBe(1);
  });

  it('A-284: delivered again keeps the first time; leaving delivered takes it away', async () => {
    const { id } = await newShipment(tenant);
    const time = at(-5);
    expect((await reported(id, { status: 'delivered', location: { timestamp: time } })).actual_delivery_time).toBe(
      time,
    );
    expect((await reported(id, { status: 'delivered' })).actual_delivery_time).toBe(time);
    expect((await reported(id, { status: 'returned' })).actual_delivery_time).toBeNull();
  });

  it('A-284, A-285: a time ahead of the clock is echoed, and counts as now for the delivery', async () => {
    const { id, tracking_number } = await newShipment(tenant);
    const before = new Date().toISOString();
    const location = { address: 'Klang', timestamp: '2029-05-10T12:00:00+08:00' };
    const { actual_delivery_time } = await reported(id, { status: 'delivered', location });
    expect(actual_delivery_time >= before && actual_delivery_time <= new Date().toISOString()).toBe(true);
    const last = (await tracked(tracking_number)).tracking_history.at(-1);
    expect(last.timestamp).toBe('2029-05-10T04:00:00.000Z');
    expect(last.location).toEqual({ latitude: null, longitude: null, address: 'Klang', timestamp: last.timestamp });
  });

  it('A-284: a driver and a vehicle are kept when absent, and cleared by null', async () => {
    const [driver, vehicle, { id }] = await Promise.all([newDriver(tenant), newVehicle(tenant), newShipment(tenant)]);
    const named = { driver_id: driver.id, vehicle_id: vehicle.id };
    expect(await reported(id, { status: 'in_transit', ...named })).toMatchObject(named);
    expect(await reported(id, { status: 'in_transit' })).toMatchObject(named);
    const upper = { driver_id: driver.id.toUpperCase() };
    expect(await reported(id, { status: 'in_transit', ...upper, vehicle_id: null })).toMatchObject({
      driver_id: driver.id,
      vehicle_id: null,
    });
    expect((await reported(id, { status: 'in_transit', driver_id: null })).driver_id).toBeNull();
  });

  it('A-294, A-297: a deleted driver stays named, is taken back as stored, and not named again', async () => {
    const [driver, vehicle] = await Promise.all([newDriver(tenant), newVehicle(tenant)]);
    const [one, two] = await Promise.all([newShipment(tenant), newShipment(tenant)]);
    const named = { driver_id: driver.id, vehicle_id: vehicle.id };
    await reported(one.id, { status: 'in_transit', ...named });
    for (const path of [`drivers/${driver.id}`, `vehicles/${vehicle.id}`])
      must(await on.send('DELETE', `/logistics/${path}`, { token }), 200);
    expect(await read(one.id)).toMatchObject(named);
    expect(await reported(one.id, { status: 'delivered', ...named })).toMatchObject({ ...named, warnings: [] });
    expectInvalid(on, await report(two.id, { status: 'in_transit', driver_id: driver.id }), 'driver_id');
    expectInvalid(on, await report(two.id, { status: 'in_transit', vehicle_id: vehicle.id }), 'vehicle_id');
    const events = must(await on.get(`/logistics/shipments/${one.id}/events`, token), 200) as unknown as Json[];
    expectKeys(events[0], [...logisticsShapes.trackingEntry, 'driver_name', 'registration_number']);
    expect(events.map(({ driver_name, registration_number }) => [driver_name, registration_number])).toEqual([
      ['Ahmad Faizal', 'WXY 1234'],
      ['Ahmad Faizal', 'WXY 1234'],
      [null, null],
    ]);
  });

  it('A-295: warns of expired documents of whom it names or has, and refuses nothing under any policy', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    await configureLogistics(own, { require_valid_documents: true });
    const driver = await newDriver(own, { license_expiry: '2020-01-01', status: 'suspended' });
    const vehicle = await newVehicle(own, { road_tax_expiry: '2020-01-01' });
    const { id } = await newShipment(own);
    const named = { driver_id: driver.id, vehicle_id: vehicle.id };
    const warnings = ['license_expired', 'road_tax_expired', 'driver_not_active'];
    expect((await reported(id, { status: 'in_transit', ...named }, by)).warnings).toEqual(warnings);
    expect((await reported(id, { status: 'delivered' }, by)).warnings).toEqual(warnings);
    expect((await reported(id, { status: 'returned', driver_id: null }, by)).warnings).toEqual(['road_tax_expired']);
  });
});

describe('A-143: GET /api/v1/logistics/shipments/tracking/{tracking_number}/', () => {
  it('A-283: shows the shipment and its history in the order of recording, each with its own notes and place', async () => {
    const shipment = await newShipment(tenant);
    const { id, tracking_number } = shipment;
    await reported(id, { status: 'in_transit', notes: 'Diambil', location: { ...KLANG, timestamp: at(-2) } });
    await reported(id, { status: 'in_transit', location: { address: { city: 'Klang' }, timestamp: at(-9) } });
    await reported(id, { status: 'delivered', location: {} });
    const { tracking_history, tracking_total, ...found } = await tracked(tracking_number);
    expect(found).toEqual(await read(id));
    expect(tracking_total).toBe(4);
    for (const entry of tracking_history) {
      expectKeys(entry, logisticsShapes.trackingEntry);
      expect(entry.recorded_at).toMatch(INSTANT);
      expect(entry.recorded_by).toBe(tenant.admin.id);
    }
    const [first, second, third, fourth] = tracking_history;
    expect(tracking_history.map(({ status }: Json) => status)).toEqual([
      'pending',
      'in_transit',
      'in_transit',
      'delivered',
    ]);
    expect(first).toMatchObject({ timestamp: shipment.created_at, recorded_at: shipment.created_at, location: null });
    expect(second).toMatchObject({ notes: 'Diambil', location: { ...KLANG, address: null } });
    expect(second.timestamp).toBe(second.location.timestamp);
    expect(third).toMatchObject({ notes: null, location: { latitude: null, address: { city: 'Klang' } } });
    expect(third.timestamp < second.timestamp).toBe(true);
    expect(fourth).toMatchObject({ notes: null, location: null, timestamp: fourth.recorded_at });
  });

  it('A-282: reads a number in lower case, with hyphens and spaces, and letters for digits', async () => {
    const { id, tracking_number: number } = await newShipment(tenant);
    const middle = number.slice(2, 15).replaceAll('0', 'o').replaceAll('1', 'l');
    for (const typed of [
      number.toLowerCase(),
      `my-${number.slice(2, 8)} ${number.slice(8)}`,
      `MY${middle}${number.slice(15)}`,
    ])
      expect((await tracked(typed)).id).toBe(id);
  });

  it('A-282: answers a wrong check character, an unknown number and another tenant’s with the same 404', async () => {
    const { tracking_number } = await newShipment(await newTenant());
    const last = tracking_number.slice(-1) === '0' ? '1' : '0';
    const unknown = await track(tracking_number);
    expectRefusal(on, unknown, 404);
    for (const number of [`${tracking_number.slice(0, -1)}${last}`, 'x', '%', 'MY\u0000', 'x'.repeat(500)])
      expectSameRefusal(unknown, await track(number));
  });

  it('A-283: shows the latest 100 entries and how many there are; all of them are paged separately', async () => {
    const { id, tracking_number } = await newShipment(tenant);
    for (let i = 1; i <= 104; i++) await reported(id, { status: 'in_transit', notes: `imbasan ${i}` });
    const { tracking_history, tracking_total } = await tracked(tracking_number);
    expect([tracking_history.length, tracking_total]).toEqual([100, 105]);
    expect([tracking_history[0].notes, tracking_history[99].notes]).toEqual(['imbasan 5', 'imbasan 104']);
    const page = await on.get(`/logistics/shipments/${id}/events?page=11&page_size=10`, token);
    expect(page.body.pagination.total).toBe(105);
    expect(on.data(page).map(({ status, notes }: Json) => [status, notes])).toEqual([
      ...[4, 3, 2, 1].map((i) => ['in_transit', `imbasan ${i}`]),
      ['pending', null],
    ]);
  });
});

describe('at once', () => {
  it('50 statuses of one shipment are 51 entries, of which the last is the status', async () => {
    const { id, tracking_number } = await newShipment(tenant);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => report(id, { status: STATUSES[i % STATUSES.length], notes: String(i) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { tracking_history, tracking_total, status } = await tracked(tracking_number);
    expect([tracking_total, tracking_history.length]).toEqual([51, 51]);
    expect(tracking_history.at(-1).status).toBe(status);
    expect(new Set(tracking_history.slice(1).map(({ notes }: Json) => notes)).size).toBe(50);
    expect((await read(id)).actual_delivery_time === null).toBe(status !== 'delivered');
  });

  it('a driver is deleted while shipments name him: each names him or is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const driver = await newDriver(tenant);
      const shipments = await Promise.all(Array.from({ length: 8 }, () => newShipment(tenant)));
      const [removed, ...answers] = await Promise.all([
        on.send('DELETE', `/logistics/drivers/${driver.id}`, { token }),
        ...shipments.map(({ id }) => report(id, { status: 'in_transit', driver_id: driver.id })),
      ]);
      expect(removed?.status).toBe(200);
      for (const [i, answer] of answers.entries()) {
        expect([200, 400]).toContain(answer.status);
        const { driver_id } = await read(shipments[i].id);
        expect(driver_id).toBe(answer.status === 200 ? driver.id : null);
      }
    }
  });
});
