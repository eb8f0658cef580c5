import { call, type Answer, type Json } from '../../support/client.js';
import { UNKNOWN_ID, contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, shapes } from '../../support/core-shapes.js';
import { must, trailOf } from '../../support/healthcare.js';
import {
  configureLogistics,
  newCodShipment,
  newDriver,
  newSchedule,
  newShipment,
  newVehicle,
} from '../../support/logistics.js';
import { newTenant, newUser, unique, type Person, type TestTenant } from '../../support/people.js';

/** Users who are drivers: they read and move what is assigned to that driver, and nothing else of logistics. */

let tenant: TestTenant;
let token: string;
let [ahmad, siti]: Json[] = [];
let driving: Person;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  [ahmad, siti] = await Promise.all([newDriver(tenant), newDriver(tenant, { first_name: 'Siti' })]);
  driving = await newUser(tenant, 'staff', { driver_id: ahmad.id });
});

const report = (id: string, body: Json, by = token): Promise<Answer> =>
  on.post(`/logistics/shipments/${id}/update-status`, body, by);
const give = async (id: string, driver_id: string | null): Promise<Json> =>
  must(await report(id, { status: 'pending', driver_id }), 200);
const shipmentOf = async (driver: Json | null): Promise<Json> => {
  const shipment = await newShipment(tenant);
  if (driver) await give(shipment.id, driver.id);
  return shipment;
};
const link = (driver_id: string | null): Promise<Answer> => on.put(`/users/${driving.id}`, { driver_id }, token);
const read = (id: string): Promise<Answer> => on.get(`/logistics/shipments/${id}`, driving.token);
const listed = async (query = '', by = driving.token): Promise<string[]> =>
  on.rows(await on.get(`/logistics/shipments?${query}`, by), 'shipments').map(({ id }) => id);
const planned = async (query = ''): Promise<string[]> =>
  on.rows(await on.get(`/logistics/schedules?${query}`, driving.token), 'schedules').map(({ id }) => id);

describe('driver_id of users', () => {
  it('is shown, taken on creation and on change, and taken back by null', async () => {
    const shown = must(await on.get(`/users/${driving.id}`, token), 200);
    expectKeys(shown, shapes.reference.user);
    expect(shown.driver_id).toBe(ahmad.id);
    expect(must(await link(siti.id.toUpperCase()), 200).driver_id).toBe(siti.id);
    expect(must(await on.put(`/users/${driving.id}`, { first_name: 'Ali' }, token), 200).driver_id).toBe(siti.id);
    expect(must(await link(null), 200).driver_id).toBeNull();
    const plain = await newUser(tenant, 'staff');
    expect(must(await on.get(`/users/${plain.id}`, token), 200).driver_id).toBeNull();
  });

  it('names a driver of the business who is there, or is refused', async () => {
    const gone = await newDriver(tenant);
    must(await on.send('DELETE', `/logistics/drivers/${gone.id}`, { token }), 200);
    const strangers = await newDriver(await newTenant());
    for (const unknown of [UNKNOWN_ID, 'ahmad', '', gone.id, strangers.id]) {
      expectInvalid(on, await link(unknown), 'driver_id');
      const body = { username: 'x', email: 'x@example.com', password: 'Str0ngPass!', driver_id: unknown };
      expectInvalid(on, await on.post('/users', body, token), 'driver_id');
    }
    expectInvalid(on, await link(7 as never), 'driver_id');
    expect(must(await on.get(`/users/${driving.id}`, token), 200).driver_id).toBe(ahmad.id);
  });

  it('may name the driver of another user, too', async () => {
    const second = await newUser(tenant, 'staff', { driver_id: ahmad.id });
    const { id } = await shipmentOf(ahmad);
    for (const { token: by } of [driving, second]) expect(await listed('', by)).toEqual([id]);
  });

  it('is changed by administrators alone: a driver becomes neither another nor none', async () => {
    for (const driver_id of [siti.id, null, UNKNOWN_ID])
      expectRefusal(on, await on.put(`/users/${driving.id}`, { driver_id }, driving.token), 403);
    const own = must(await on.get(`/users/${driving.id}`, driving.token), 200);
    expect(must(await on.put(`/users/${driving.id}`, own, driving.token), 200).driver_id).toBe(ahmad.id);
  });

  it('is ignored and never shown by the contract surface', async () => {
    const path = `/users/${driving.id}`;
    for (const driver_id of [siti.id, null, UNKNOWN_ID])
      expectKeys((await contractSurface.put(path, { driver_id }, token)).body, shapes.contract.user);
    expect(must(await on.get(path, token), 200).driver_id).toBe(ahmad.id);
  });

  it('is on the audit trail', async () => {
    must(await link(siti.id), 200);
    const [entry] = await trailOf(tenant, driving.id);
    expect(entry).toMatchObject({
      actor_id: tenant.admin.id,
      action: 'update',
      changes: { driver_id: { before: ahmad.id, after: siti.id } },
    });
  });

  it('does not go with its person into another business', async () => {
    must(await on.put(`/users/${tenant.admin.id}`, { driver_id: ahmad.id }, token), 200);
    const body = { name: unique('Kedai'), email: 'hello@example.com', business_type: 'RETAIL' };
    const { id: tenant_id } = (await contractSurface.post('/tenants', body, token)).body;
    const { username, password } = tenant.admin;
    const signedIn = await on.post('/auth/login', { username, password, tenant_id });
    const { access_token, user } = must(signedIn, 200);
    expect(must(await on.get(`/users/${user.id}`, access_token), 200).driver_id).toBeNull();
  });
});

describe('shipments', () => {
  it('that name the driver are read and moved; others are neither found nor told of', async () => {
    const [own, others, free] = [await shipmentOf(ahmad), await shipmentOf(siti), await shipmentOf(null)];
    expect(must(await read(own.id), 200).id).toBe(own.id);
    expect(await listed()).toEqual([own.id]);
    expect(await listed(`driver_id=${siti.id}`)).toEqual([]);
    expect(await listed(`tracking_number=${others.tracking_number}`)).toEqual([]);
    expect(await listed(`driver_id=${ahmad.id}&status=pending`)).toEqual([own.id]);
    for (const { id, tracking_number } of [others, free]) {
      const unknown = await on.get(`/logistics/shipments/${UNKNOWN_ID}`, driving.token);
      for (const answer of [
        await read(id),
        await on.get(`/logistics/shipments/${id}/events`, driving.token),
        await on.get(`/logistics/shipments/tracking/${tracking_number}`, driving.token),
        await report(id, { status: 'delivered' }, driving.token),
        await on.post(`/logistics/shipments/${id}/proof-of-delivery`, { received_by: 'Tan' }, driving.token),
      ]) {
        expectRefusal(on, answer, 404);
        expect(on.error(answer).message).toBe(on.error(unknown).message);
      }
      // A faulty request tells nothing either, and neither does a version.
      expectRefusal(on, await report(id, { status: 'lost' }, driving.token), 404);
      const path = on.url(`/logistics/shipments/${id}/update-status`);
      const headers = { 'if-match': '"1.99"' };
      expectRefusal(
        on,
        await call('POST', path, { token: driving.token, body: { status: 'delivered' }, headers }),
        404,
      );
    }
    const told = must(
      await report(own.id, { status: 'in_transit', location: { address: 'Ipoh' } }, driving.token),
      200,
    );
    expect(told).toMatchObject({ status: 'in_transit', driver_id: ahmad.id });
    expect(must(await on.get(`/logistics/shipments/${others.id}`, token), 200).status).toBe('pending');
  });

  it('that name no driver are the one’s of their newest open schedule, and become so by the first report', async () => {
    const { id } = await newCodShipment(tenant, 59.9);
    const first = await newSchedule(tenant, { shipment_id: id, driver_id: ahmad.id });
    expect([await listed(), (await read(id)).status]).toEqual([[id], 200]);
    const second = await newSchedule(tenant, { shipment_id: id, driver_id: siti.id });
    expect([await listed(), (await read(id)).status]).toEqual([[], 404]);
    must(await on.put(`/logistics/schedules/${second.id}`, { status: 'cancelled' }, token), 200);
    expect([await listed(), (await read(id)).status]).toEqual([[id], 200]);
    expect(must(await report(id, { status: 'in_transit' }, driving.token), 200).driver_id).toBe(ahmad.id);
    must(await on.put(`/logistics/schedules/${first.id}`, { status: 'cancelled' }, token), 200);
    expect(await listed()).toEqual([id]);
    // The shipment's own driver is before those of its schedules.
    await newSchedule(tenant, { shipment_id: id, driver_id: siti.id });
    expect(await listed()).toEqual([id]);
  });

  it('are handed over by their driver, who stands on the proof', async () => {
    const { id } = await newCodShipment(tenant, 59.9);
    await newSchedule(tenant, { shipment_id: id, driver_id: ahmad.id });
    const path = `/logistics/shipments/${id}/proof-of-delivery`;
    const proof = must(await on.post(path, { received_by: 'Tan', collected_amount: 59.9 }, driving.token), 201);
    expect(proof).toMatchObject({ driver_id: ahmad.id, driver_name: 'Ahmad Faizal', recorded_by: driving.id });
    expect(must(await on.get(path, driving.token), 200).id).toBe(proof.id);
    await give(id, siti.id);
    expectRefusal(on, await on.get(path, driving.token), 404);
  });

  it('that are given to another are lost at once, and found by that one', async () => {
    const { id } = await shipmentOf(ahmad);
    const other = await newUser(tenant, 'staff', { driver_id: siti.id });
    expect((await read(id)).status).toBe(200);
    await give(id, siti.id);
    expect([(await read(id)).status, await listed()]).toEqual([404, []]);
    expect(await listed('', other.token)).toEqual([id]);
  });

  it('are neither taken from others, nor given to others, nor given back', async () => {
    const [own, free] = [await shipmentOf(ahmad), await shipmentOf(null)];
    for (const driver_id of [siti.id, null, UNKNOWN_ID])
      expectRefusal(on, await report(own.id, { status: 'in_transit', driver_id }, driving.token), 403);
    expect(
      must(await report(own.id, { status: 'in_transit', driver_id: ahmad.id }, driving.token), 200).driver_id,
    ).toBe(ahmad.id);
    expectRefusal(on, await report(free.id, { status: 'in_transit', driver_id: ahmad.id }, driving.token), 404);
    expectRefusal(on, await on.put(`/logistics/shipments/${own.id}`, { notes: 'x' }, driving.token), 403);
  });

  it('are loaded on vehicles of the driver, and on no others', async () => {
    const [own, others] = [
      await newVehicle(tenant, { assigned_driver_id: ahmad.id }),
      await newVehicle(tenant, { registration_number: 'WXY 2' }),
    ];
    const { id, tracking_number } = await shipmentOf(ahmad);
    for (const vehicle_id of [others.id, UNKNOWN_ID]) {
      expectInvalid(on, await report(id, { status: 'in_transit', vehicle_id }, driving.token), 'vehicle_id');
      const scan = { tracking_numbers: [tracking_number], status: 'in_transit', vehicle_id };
      expectInvalid(on, await on.post('/logistics/shipments/bulk-status', scan, driving.token), 'vehicle_id');
    }
    const loaded = await report(id, { status: 'in_transit', vehicle_id: own.id }, driving.token);
    expect(must(loaded, 200).vehicle_id).toBe(own.id);
  });

  it('are scanned together: those of others are not found', async () => {
    const [own, others, free] = [await shipmentOf(ahmad), await shipmentOf(siti), await shipmentOf(null)];
    const scheduled = await shipmentOf(null);
    await newSchedule(tenant, { shipment_id: scheduled.id, driver_id: ahmad.id });
    const tracking_numbers = [own, others, free, scheduled].map((shipment) => shipment.tracking_number);
    const scan = { tracking_numbers, status: 'in_transit' };
    const scanned = must(await on.post('/logistics/shipments/bulk-status', scan, driving.token), 200) as Json[];
    expect(scanned.map(({ result }) => result)).toEqual(['ok', 'not_found', 'not_found', 'ok']);
    expect(must(await on.get(`/logistics/shipments/${scheduled.id}`, token), 200).driver_id).toBe(ahmad.id);
    const away = { ...scan, driver_id: siti.id };
    expectRefusal(on, await on.post('/logistics/shipments/bulk-status', away, driving.token), 403);
  });

  it('are counted as they are listed, page by page', async () => {
    const own = [];
    for (let i = 0; i < 3; i += 1) own.unshift((await shipmentOf(ahmad)).id, await shipmentOf(siti));
    const ids = own.filter((id) => typeof id === 'string');
    const second = await on.get('/logistics/shipments?page=2&page_size=2', driving.token);
    expect([on.rows(second, '').map(({ id }) => id), on.total(second)]).toEqual([ids.slice(2), 3]);
  });
});

describe('schedules', () => {
  it('that name the driver are read, and their status is changed; others are unknown', async () => {
    const own = await newSchedule(tenant, {
      driver_id: ahmad.id,
      scheduled_time: '09:30',
      special_instructions: 'Pintu belakang',
      contact_preferences: { sms: true },
      priority: 'high',
    });
    const others = [await newSchedule(tenant, { driver_id: siti.id }), await newSchedule(tenant)];
    const at = (id: string) => `/logistics/schedules/${id}`;
    expect([await planned(), await planned(`driver_id=${siti.id}`)]).toEqual([[own.id], []]);
    for (const { id } of others) {
      expectRefusal(on, await on.get(at(id), driving.token), 404);
      for (const body of [{ status: 'completed' }, { driver_id: ahmad.id }, { status: 'lost' }])
        expectRefusal(on, await on.put(at(id), body, driving.token), 404);
    }
    const shown = must(await on.get(at(own.id), driving.token), 200);
    const moved = must(await on.put(at(own.id), { ...shown, status: 'in_progress' }, driving.token), 200);
    expect(moved).toEqual({ ...shown, status: 'in_progress', updated_at: moved.updated_at });
    for (const [field, value] of [
      ['driver_id', siti.id],
      ['driver_id', null],
      ['vehicle_id', UNKNOWN_ID],
      ['route_id', UNKNOWN_ID],
      ['shipment_id', UNKNOWN_ID],
      ['scheduled_date', '2029-06-01'],
      ['scheduled_time', '10:00'],
      ['special_instructions', 'pintu belakang'],
      ['priority', 'low'],
      ['contact_preferences', { sms: false }],
    ] as const) {
      const answer = await on.put(at(own.id), { status: 'completed', [field]: value }, driving.token);
      expectRefusal(on, answer, 403);
      expect(on.error(answer).message).toContain(field);
    }
    expect(must(await on.get(at(own.id), token), 200)).toEqual(moved);
  });

  it('keep what is said against them though their shipment is with another driver', async () => {
    const holiday = '2026-07-07'; // Georgetown World Heritage City Day, a holiday of Penang alone.
    const { id } = await shipmentOf(siti);
    const { id: schedule_id, warnings } = await newSchedule(tenant, {
      shipment_id: id,
      driver_id: ahmad.id,
      scheduled_date: holiday,
    });
    expect(warnings).toContain('public_holiday');
    const moved = await on.put(`/logistics/schedules/${schedule_id}`, { status: 'in_progress' }, driving.token);
    expect(must(moved, 200).warnings).toEqual(warnings);
    expectRefusal(on, await read(id), 404);
  });

  it('of others follow a shipment that its driver moves, where schedules follow shipments', async () => {
    await configureLogistics(tenant, { schedules_follow_shipments: true });
    const { id } = await shipmentOf(ahmad);
    const { id: schedule_id } = await newSchedule(tenant, { shipment_id: id, driver_id: siti.id });
    must(await report(id, { status: 'in_transit' }, driving.token), 200);
    expect(must(await on.get(`/logistics/schedules/${schedule_id}`, token), 200).status).toBe('in_progress');
  });
});

describe('rights', () => {
  it('change at once with driver and role, with the current token', async () => {
    const [own, others] = [await shipmentOf(ahmad), await shipmentOf(siti)];
    const all = [others.id, own.id];
    expect(await listed()).toEqual([own.id]);
    must(await link(siti.id), 200);
    expect(await listed()).toEqual([others.id]);
    must(await link(null), 200);
    expect(await listed()).toEqual(all);
    must(await link(ahmad.id), 200);
    expect(await listed()).toEqual([own.id]);
    for (const [role, found] of [
      ['manager', all],
      ['user', [own.id]],
      ['admin', all],
      ['staff', [own.id]],
    ] as const) {
      must(await on.put(`/users/${driving.id}`, { role }, token), 200);
      expect([role, await listed()]).toEqual([role, found]);
    }
  });

  it.each(['deleted', 'erased'])('end with a driver who is %s: nothing is assigned any more', async (how) => {
    const { id, tracking_number } = await shipmentOf(ahmad);
    const { shipment_id } = await newSchedule(tenant, { driver_id: ahmad.id });
    expect([await listed(), (await planned()).length]).toEqual([[shipment_id, id], 1]);
    const path = `/logistics/drivers/${ahmad.id}`;
    must(
      how === 'deleted' ? await on.send('DELETE', path, { token }) : await on.post(`${path}/erase`, undefined, token),
      200,
    );
    expect([await listed(), await planned(), (await read(id)).status]).toEqual([[], [], 404]);
    expectRefusal(on, await report(id, { status: 'delivered' }, driving.token), 404);
    const scan = { tracking_numbers: [tracking_number], status: 'delivered' };
    const scanned = must(await on.post('/logistics/shipments/bulk-status', scan, driving.token), 200);
    expect(JSON.stringify(scanned)).toContain('not_found');
    expectRefusal(on, await on.get('/logistics/drivers', driving.token), 403);
  });

  it('to a driver who is deleted at the same moment are given in one order', async () => {
    for (let i = 0; i < 5; i += 1) {
      const { id } = await newDriver(tenant);
      const [linked, removed] = await Promise.all([link(id), on.send('DELETE', `/logistics/drivers/${id}`, { token })]);
      expect(removed.status).toBe(200);
      if (linked.status !== 200) expectInvalid(on, linked, 'driver_id');
    }
  });

  it('are those of the moment: a shipment given to another is moved by one of the two', async () => {
    const { id } = await shipmentOf(ahmad);
    const [moved, given] = await Promise.all([
      report(id, { status: 'delivered' }, driving.token),
      report(id, { status: 'pending', driver_id: siti.id }),
    ]);
    expect([given.status, [200, 404]]).toEqual([200, expect.arrayContaining([moved.status])]);
    expectRefusal(on, await report(id, { status: 'returned' }, driving.token), 404);
  });
});

it('what drivers do is on the audit trail under their own names', async () => {
  const { id } = await shipmentOf(ahmad);
  const { id: schedule_id } = await newSchedule(tenant, { shipment_id: id, driver_id: ahmad.id });
  must(await report(id, { status: 'in_transit' }, driving.token), 200);
  must(await on.put(`/logistics/schedules/${schedule_id}`, { status: 'completed' }, driving.token), 200);
  for (const record of [id, schedule_id]) expect((await trailOf(tenant, record))[0].actor_id).toBe(driving.id);
});
