import { SHIPMENT_EVENTS, awaitEvents } from '../../support/awaited-events.js';
import { randomInt } from 'node:crypto';
import type { Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT, UUID, wrongBodies } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { logisticsShapes, newDriver, newShipment, newVehicle, parties } from '../../support/logistics.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

const FULL = {
  package_details: {
    weight_kg: 2.5,
    dimensions_cm: { length: 30, width: 20, height: 10.5 },
    package_type: 'kotak',
    description: 'Buku',
    value_myr: 150,
    is_fragile: true,
    special_instructions: 'Hubungi dahulu',
    pieces: 3,
  },
  service_type: 'express',
  delivery_date: '2029-05-10',
  delivery_time_window: { start: '09:00:00', end: '12:00:00' },
  customer_reference: 'PO-1',
  insurance_required: true,
  insurance_amount: 150,
  payment_method: 'cod',
  payment_amount: 59.9,
  notes: 'Pintu belakang',
};
const NUMBER = /^MY\d{6}[0-9A-Z]{8}$/;

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  await awaitEvents(tenant.id, SHIPMENT_EVENTS);
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const create = (body: unknown, by = token) => on.post('/logistics/shipments', body, by);
const read = async (id: string, by = token): Promise<Json> => must(await on.get(`/logistics/shipments/${id}`, by), 200);
const change = (id: string, body: unknown, by = token) => on.put(`/logistics/shipments/${id}`, body, by);
const changed = async (id: string, body: unknown): Promise<Json> => must(await change(id, body), 200);
const list = (query: string, by = token) => on.get(`/logistics/shipments?${query}`, by);
const idsOf = async (query: string, by = token): Promise<string[]> =>
  (must(await list(query, by), 200) as unknown as Json[]).map(({ id }) => id).sort();
const eventsOf = async (id: string): Promise<Json[]> =>
  (must(await on.get(`/logistics/shipments/${id}/events?page_size=100`, token), 200) as unknown as Json[]).reverse();
const inState = (state: string, more: Json = {}) => ({ address: { state }, ...more });

describe('POST /api/v1/logistics/shipments/', () => {
  it('answers 201 with the record as it was sent, and what is worked out', async () => {
    const shipment = must(await create({ ...parties, ...FULL }), 201);
    expectKeys(shipment, logisticsShapes.shipment);
    expectKeys(shipment.origin, logisticsShapes.party);
    expect(shipment).toEqual({
      ...FULL,
      id: expect.stringMatching(UUID),
      tracking_number: expect.stringMatching(NUMBER),
      status: 'pending',
      cod: true,
      origin: {
        ...parties.origin,
        address: { ...parties.origin.address, country: 'Malaysia' },
        email: null,
        latitude: null,
        longitude: null,
      },
      destination: {
        ...parties.destination,
        company_name: null,
        address: { ...parties.destination.address, country: 'Malaysia' },
        email: null,
        latitude: null,
        longitude: null,
      },
      total_distance_km: expect.any(Number),
      distance_source: 'postcode',
      estimated_delivery_time: '2029-05-10T04:00:00.000Z',
      actual_delivery_time: null,
      driver_id: null,
      vehicle_id: null,
      created_at: expect.stringMatching(INSTANT),
      updated_at: shipment.created_at,
    });
    expect(shipment.total_distance_km).toBeGreaterThan(300);
    expect(await read(shipment.id)).toEqual(shipment);
  });

  it('A-288: asks for origin and destination, whose fields may all be absent', async () => {
    const shipment = must(await create({ origin: {}, destination: {} }), 201);
    expect(shipment).toMatchObject({ package_details: {}, service_type: 'standard', insurance_required: false });
    expect(shipment).toMatchObject({ total_distance_km: 0, distance_source: 'none', payment_amount: null });
    expect(shipment.estimated_delivery_time).toMatch(INSTANT);
  });

  it('A-141, A-288: is pending for any status sent, without driver, vehicle and times', async () => {
    for (const status of ['delivered', 'banana', 5, null]) {
      const sent = { status, driver_id: 'x', vehicle_id: 5, tracking_number: 'ABC', total_distance_km: 'far' };
      const shipment = must(await create({ ...parties, ...sent, actual_delivery_time: 'now' }), 201);
      expect(shipment).toMatchObject({
        status: 'pending',
        driver_id: null,
        vehicle_id: null,
        actual_delivery_time: null,
      });
      expect(shipment.tracking_number).toMatch(NUMBER);
    }
  });

  it.each(
    wrongBodies(parties, ['origin', 'destination'], {
      origin: ['Shah Alam', 5, [], true],
      destination: ['x', []],
      package_details: ['kotak', 5, []],
      service_type: ['EXPRESS', 'overnight', 5],
      delivery_date: ['2029-02-30', '10/05/2029', 20290510],
      delivery_time_window: ['09:00-12:00', 5, []],
      customer_reference: [5, {}, 'x'.repeat(201), 'a\u0000'],
      insurance_required: ['yes', 1],
      insurance_amount: [-1, '150', 10 ** 12],
      payment_method: [5, {}],
      payment_amount: [-1, '10', 1_000_000_000_000],
      notes: [5, {}],
    }),
  )('A-22, A-290, A-292: refuses %s and names the field', async (_what, name, body) => {
    expectInvalid(on, await create(body), name);
  });

  it.each([
    ['origin', { latitude: 91, longitude: 0 }, 'origin.latitude'],
    ['origin', { latitude: 0, longitude: 180.5 }, 'origin.longitude'],
    ['destination', { latitude: 3 }, 'destination.longitude'],
    ['destination', { longitude: 101, latitude: null }, 'destination.latitude'],
    ['destination', { latitude: '3', longitude: 101 }, 'destination.latitude'],
    ['destination', { address: 5 }, 'destination.address'],
    ['destination', { address: 'Jalan 1' }, 'destination.address'],
    ['destination', { address: { state: 5 } }, 'destination.address.state'],
    ['destination', { contact_person: 5 }, 'destination.contact_person'],
    ['package_details', { weight_kg: -1 }, 'package_details.weight_kg'],
    ['package_details', { weight_kg: '2' }, 'package_details.weight_kg'],
    ['package_details', { is_fragile: 'yes' }, 'package_details.is_fragile'],
    ['package_details', { value_myr: 10 ** 12 }, 'package_details.value_myr'],
    ['package_details', { dimensions_cm: { length: -1 } }, 'package_details.dimensions_cm.length'],
    ['delivery_time_window', { start: '24:01' }, 'delivery_time_window.start'],
    ['delivery_time_window', { end: 5 }, 'delivery_time_window.end'],
  ])('refuses %s %j and names the key; nothing is stored', async (name, value, field) => {
    const own = await newTenant();
    expectInvalid(on, await create({ ...parties, [name]: value }, own.admin.token), field);
    expect((await list('', own.admin.token)).body.pagination.total).toBe(0);
    const before = await newShipment(tenant);
    expectInvalid(on, await change(before.id, { [name]: value }), field);
    expect(await read(before.id)).toEqual(before);
  });

  it('A-290: rounds money half-up, charges nothing and masks a card number', async () => {
    const own = await newTenant();
    const sent = { payment_amount: 10.005, insurance_amount: 0.015, insurance_required: true };
    const shipment = await newShipment(own, {
      ...sent,
      payment_method: 'card 4111 1111 1111 1111',
      package_details: { value_myr: 99.995 },
    });
    expect(shipment).toMatchObject({
      payment_amount: 10.01,
      insurance_amount: 0.02,
      package_details: { value_myr: 100 },
    });
    expect(shipment.payment_method).toBe('card •••• 1111');
    expect((await on.get('/payments', own.admin.token)).body.pagination.total).toBe(0);
  });

  it('A-291: takes past days, holidays, open windows and those that end on the next day', async () => {
    const night = await newShipment(tenant, {
      delivery_date: '2020-01-01',
      delivery_time_window: { start: '22:00', end: '02:00' },
    });
    expect(night.delivery_time_window).toEqual({ start: '22:00:00', end: '02:00:00' });
    expect(night.estimated_delivery_time).toBe('2020-01-01T18:00:00.000Z');
    for (const delivery_time_window of [{}, { start: '10:00' }, null]) {
      const shipment = await newShipment(tenant, { delivery_date: '2029-05-10', delivery_time_window });
      expect(shipment.estimated_delivery_time).toBe('2029-05-10T10:00:00.000Z');
    }
  });

  it('A-285: takes the first and the last day that there are', async () => {
    for (const delivery_date of ['0001-01-01', '9999-12-31'])
      for (const delivery_time_window of [null, { start: '22:00', end: '02:00' }, { end: '02:00' }]) {
        const { id } = await newShipment(tenant, { delivery_date, delivery_time_window });
        expect((await read(id)).delivery_date).toBe(delivery_date);
      }
  });

  it('A-286: estimates no later for the faster service', async () => {
    const [express, standard, economy] = (await Promise.all(
      ['express', 'standard', 'economy'].map((service_type) => newShipment(tenant, { service_type })),
    )) as [Json, Json, Json];
    expect(express.estimated_delivery_time <= standard.estimated_delivery_time).toBe(true);
    expect(standard.estimated_delivery_time <= economy.estimated_delivery_time).toBe(true);
    expect(express.estimated_delivery_time > express.created_at).toBe(true);
  });

  it('A-287: measures between coordinates, postcodes and states; abroad it is 0 and still a number', async () => {
    const of = async (origin: Json, destination: Json) => {
      const { total_distance_km, distance_source } = await newShipment(tenant, { origin, destination });
      return [total_distance_km, distance_source];
    };
    const kl = { latitude: 3.139, longitude: 101.6869 };
    expect(await of(kl, { latitude: 1.4927, longitude: 103.7414 })).toEqual([380.4, 'coordinates']);
    expect(await of(kl, { address: { postal_code: '80000' } })).toEqual([expect.any(Number), 'postcode']);
    expect(await of(kl, inState('Johor'))).toEqual([expect.any(Number), 'state']);
    const singapore = { address: { city: 'Singapore', postal_code: '238801', country: 'Singapore' } };
    expect(await of(kl, singapore)).toEqual([0, 'none']);
    expect(await of(inState('Johor'), inState('johore'))).toEqual([0, 'state']);
    const [kuching] = await of(kl, { address: { postal_code: '93000' } });
    expect(kuching).toBeGreaterThan(900);
    expect(kuching).toBeLessThan(1_100);
  });

  it('A-282: gives 50 at once 50 numbers', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => newShipment(tenant)));
    expect(new Set(made.map(({ tracking_number }) => tracking_number)).size).toBe(50);
  });
});

describe('PUT /api/v1/logistics/shipments/{shipment_id}/', () => {
  it('A-09, A-289: takes back what it has shown: nothing changes, and there is no entry', async () => {
    for (const status of ['pending', 'in_transit', 'delivered']) {
      const { id } = await newShipment(tenant, FULL);
      const driver = await newDriver(tenant);
      await on.post(`/logistics/shipments/${id}/update-status`, { status, driver_id: driver.id }, token);
      const before = await read(id);
      expect(await changed(id, before)).toEqual(before);
      expect(await eventsOf(id)).toHaveLength(2);
    }
  });

  it('A-18: keeps what is not sent, and null clears; the number stays (A-281)', async () => {
    const before = await newShipment(tenant, FULL);
    const after = await changed(before.id, { notes: 'Lain', tracking_number: 'MY2603100000000Z' });
    expect({ ...after, updated_at: before.updated_at }).toEqual({ ...before, notes: 'Lain' });
    const cleared = await changed(before.id, {
      package_details: null,
      service_type: null,
      delivery_time_window: null,
      payment_amount: null,
      insurance_required: null,
    });
    expect(cleared).toMatchObject({ package_details: {}, service_type: 'standard', payment_amount: null });
    expect(cleared).toMatchObject({
      delivery_time_window: null,
      insurance_required: false,
      customer_reference: 'PO-1',
    });
    for (const field of ['origin', 'destination', 'status'])
      expectInvalid(on, await change(before.id, { [field]: null }), field);
    expectInvalid(on, await change(before.id, { status: 'banana' }), 'status');
  });

  it('A-285, A-287: works estimate and distance out again when what they rest on changes', async () => {
    const before = await newShipment(tenant, { delivery_date: '2029-05-10' });
    expect((await changed(before.id, { delivery_date: '2029-05-11' })).estimated_delivery_time).toBe(
      '2029-05-11T10:00:00.000Z',
    );
    const after = await changed(before.id, { destination: inState('Sabah') });
    expect(after.total_distance_km).toBeGreaterThan(1_000);
    expect(after.distance_source).toBe('state');
    expect((await changed(before.id, { status: 'in_transit' })).estimated_delivery_time).toBe(
      '2029-05-11T10:00:00.000Z',
    );
  });

  it('A-289: another status is an entry; after dispatch a change of destination or money is one too, by name', async () => {
    const { id } = await newShipment(tenant, FULL);
    await changed(id, { destination: inState('Johor'), payment_amount: 70 });
    expect(await eventsOf(id)).toHaveLength(1);
    await changed(id, { status: 'in_transit' });
    await changed(id, { destination: { contact_person: 'Rahsia Penerima' }, payment_amount: 80, notes: 'x' });
    await changed(id, { package_details: { ...FULL.package_details, value_myr: 151 } });
    await changed(id, { notes: 'tiada catatan', package_details: { value_myr: 151 } });
    const delivered = await changed(id, { status: 'delivered', insurance_amount: 1 });
    expect(delivered.actual_delivery_time).toMatch(INSTANT);
    const events = await eventsOf(id);
    expect(events.map(({ status, changes }) => [status, changes])).toEqual([
      ['pending', []],
      ['in_transit', []],
      ['in_transit', ['destination', 'payment_amount']],
      ['in_transit', ['package_details.value_myr']],
      ['in_transit', ['insurance_amount']],
      ['delivered', []],
    ]);
    expect(JSON.stringify(events)).not.toContain('Rahsia');
    await changed(id, { origin: inState('Perak'), destination: inState('Perak') });
    expect((await eventsOf(id)).at(-1)).toMatchObject({ status: 'delivered', changes: ['destination'] });
  });

  it('answers 412 to a version that is not the last', async () => {
    const { id } = await newShipment(tenant);
    const { headers } = await on.get(`/logistics/shipments/${id}`, token);
    const ifMatch = { 'if-match': headers.get('etag') as string };
    await changed(id, { notes: 'x' });
    const late = await on.send('PUT', `/logistics/shipments/${id}`, { token, body: { notes: 'y' }, headers: ifMatch });
    expect(late.status).toBe(412);
  });

  it('A-316: leaves nothing personal on the audit trail', async () => {
    const { id } = await newShipment(tenant, { notes: 'Rahsia 1', origin: { contact_person: 'Rahsia 2' } });
    await changed(id, { destination: { phone_number: 'Rahsia 3' }, payment_amount: 12 });
    const { text } = await on.get(`/audit?record_id=${id}&page_size=100`, token);
    expect(text).toContain('payment_amount');
    expect(text).toContain('destination');
    expect(text).not.toContain('Rahsia');
  });
});

describe('GET /api/v1/logistics/shipments/', () => {
  it('A-144, A-293: finds states in every spelling, and texts that are none', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const penang = await newShipment(own, { origin: inState('Pulau Pinang'), destination: inState(' selangor ') });
    const abroad = await newShipment(own, { origin: inState('Texas'), destination: inState('W.P. Kuala Lumpur') });
    await newShipment(own, { origin: {}, destination: {} });
    for (const name of ['penang', 'PULAU PINANG', 'Penang'])
      expect(await idsOf(`origin_state=${name}`, by)).toEqual([penang.id]);
    expect(await idsOf('destination_state=Selangor', by)).toEqual([penang.id]);
    expect(await idsOf('origin_state=%20TEXAS', by)).toEqual([abroad.id]);
    expect(await idsOf('destination_state=KL&origin_state=texas', by)).toEqual([abroad.id]);
    expect(await idsOf('destination_state=KL&origin_state=penang', by)).toEqual([]);
    expect(await idsOf('origin_state=%20', by)).toEqual([]);
    const moved = await on.put(`/logistics/shipments/${abroad.id}`, { origin: inState('P. Pinang') }, by);
    expect(moved.status).toBe(200);
    expect(await idsOf('origin_state=penang', by)).toEqual([penang.id, abroad.id].sort());
  });

  it('A-293: keeps the longest texts that are no states, and finds them by a hundred characters', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    // Nothing of them repeats, so that no index can make them shorter.
    const longest = () => Array.from({ length: 500 }, () => String.fromCodePoint(randomInt(0x20000, 0x2a000))).join('');
    const [from, to] = [longest(), longest()];
    const { id, origin } = await newShipment(own, { origin: inState(from), destination: inState(to) });
    expect(origin.address.state).toBe(from);
    for (const asked of [from, [...from].slice(0, 100).join('')])
      expect(await idsOf(`origin_state=${encodeURIComponent(asked)}`, by)).toEqual([id]);
    expect(await idsOf(`origin_state=${encodeURIComponent(to)}`, by)).toEqual([]);
  });

  it('filters by status, service, day, number, reference, driver and vehicle', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const [driver, vehicle] = await Promise.all([newDriver(own), newVehicle(own)]);
    const one = await newShipment(own, { service_type: 'express', customer_reference: ' PO-7 ' });
    const two = await newShipment(own);
    const report = { status: 'in_transit', driver_id: driver.id, vehicle_id: vehicle.id };
    await on.post(`/logistics/shipments/${one.id}/update-status`, report, by);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const typed = `${one.tracking_number.slice(0, 4)}-${one.tracking_number.slice(4)}`.toLowerCase();
    for (const query of [
      'status=in_transit',
      'service_type=express',
      `tracking_number=${typed}`,
      'customer_reference=po-7',
      `driver_id=${driver.id}`,
      `vehicle_id=${vehicle.id}&status=in_transit&service_type=express`,
    ])
      expect([query, await idsOf(query, by)]).toEqual([query, [one.id]]);
    const both = [one.id, two.id].sort();
    expect(await idsOf(`date_from=${today}&date_to=${today}`, by)).toEqual(both);
    for (const query of ['date_to=2020-01-01', `driver_id=${UNKNOWN_ID}`, 'vehicle_id=x', 'tracking_number=MY1'])
      expect([query, await idsOf(query, by)]).toEqual([query, []]);
    expectInvalid(on, await list('status=banana', by), 'status');
    expectInvalid(on, await list('service_type=overnight', by), 'service_type');
    expectInvalid(on, await list('date_from=2026-02-30', by), 'date_from');
    const page = await list('page=2&page_size=1', by);
    expect([page.body.pagination.total, on.data(page)[0].id]).toEqual([2, one.id]);
  });
});

describe('who may', () => {
  it('reads with any role, writes with all but the one that only reads', async () => {
    const { id } = await newShipment(tenant);
    for (const [role, { token: by }] of Object.entries(people)) {
      const written = role !== 'USER' && role !== 'VIEWER';
      expect([role, (await on.get(`/logistics/shipments/${id}`, by)).status]).toEqual([role, 200]);
      expect([role, (await create(parties, by)).status]).toEqual([role, written ? 201 : 403]);
    }
  });

  it('A-51: knows no other tenant', async () => {
    const { id } = await newShipment(await newTenant());
    expectRefusal(on, await on.get(`/logistics/shipments/${id}`, token), 404);
    expectRefusal(on, await change(id, { status: 'x' }), 404);
    expectRefusal(on, await on.get(`/logistics/shipments/${UNKNOWN_ID}/events`, token), 404);
  });
});

it('announces creation, each change of the status, and the delivery: no name, no address', async () => {
  const { id } = await newShipment(tenant, { notes: 'Rahsia' });
  for (const status of ['in_transit', 'in_transit', 'delivered']) await changed(id, { status });
  const rows = await sql<Json>(
    workerState().ownerUrl as string,
    `select name, payload from kernel.outbox where payload ->> 'shipment_id' = $1`,
    [id],
  );
  const count = (name: string): number => rows.filter((row) => row.name === `logistics.${name}`).length;
  expect(['shipment_created', 'shipment_status_changed', 'shipment_delivered'].map(count)).toEqual([1, 2, 1]);
  for (const { payload } of rows)
    expect(['shipment_id', 'tracking_number', 'status', 'previous_status', 'delivered_at']).toEqual(
      expect.arrayContaining(Object.keys(payload)),
    );
});
