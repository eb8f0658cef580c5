import { SHIPMENT_EVENTS, awaitEvents } from '../../support/awaited-events.js';
import type { Answer, Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { configureLogistics, parties } from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';
import { statedTypes, watchEvents, type RecordedEvent, type WatchedEvents } from '../../support/valid-events.js';

/** What every operation of logistics announces, and with which data (A-431 … A-434). */

jest.setTimeout(120_000);

type Told = Omit<RecordedEvent, 'id'>;

const folders: Readonly<Record<string, string>> = {
  driver: 'drivers',
  vehicle: 'vehicles',
  route: 'routes',
  schedule: 'schedules',
  shipment: 'shipments',
};

let tenant: TestTenant;
let watched: WatchedEvents;
beforeAll(async () => {
  tenant = await newTenant();
  await configureLogistics(tenant, { schedules_follow_shipments: true });
  watched = await watchEvents(tenant.id);
});

const post = async (path: string, body: unknown, status = 201): Promise<Json> =>
  must(await on.post(`/logistics${path}`, body, tenant.admin.token), status);
const put = async (path: string, body: unknown): Promise<Json> =>
  must(await on.put(`/logistics${path}`, body, tenant.admin.token), 200);
const act = (path: string, body: unknown = {}): Promise<Json> => post(path, body, 200);
const remove = (path: string): Promise<Answer> => on.send('DELETE', `/logistics${path}`, { token: tenant.admin.token });

/** An event of a record: what is deleted or erased cannot be read. */
function told(name: string, id: string, version: number | null, data: Record<string, unknown> = {}): Told {
  const [noun = '', verb = ''] = name.split('.');
  const isRead = verb !== 'deleted' && verb !== 'erased';
  const path = isRead ? `/api/v1/logistics/${folders[noun]}/${id}/` : null;
  const own = { id, version, path, contract_path: null, ...data };
  return { type: `logistics.${name}`, actor_id: tenant.admin.id, data: own };
}

/** The events of what was done since, all of them. */
async function expectTold(...expected: Told[]): Promise<void> {
  const events = (await watched.since()).map(({ type, actor_id, data }) => ({ type, actor_id, data }));
  expect(events).toEqual(expected);
}

const PERSON = {
  first_name: 'Rahsia',
  last_name: 'Tertutup',
  email: 'rahsia@example.com',
  phone_number: '+60123450199',
  ic_number: '880512-14-8888',
  license_number: 'Lesen99',
  hourly_rate: 7777.77,
  notes: 'sulit',
};
/** Of the driver, the parties of shipments, and those who receive them. */
const PERSONAL = [
  'Rahsia',
  'Tertutup',
  'rahsia@',
  '+6012',
  '-14-8888',
  'Lesen99',
  '7777.77',
  'sulit',
  'Mawar',
  'Tan Mei',
];

const ofDriver = (verb: string, id: string, version: number, status = 'active', more = {}) =>
  told(`driver.${verb}`, id, version, { status, ...more });
const ofVehicle = (verb: string, id: string, version: number, assigned_driver_id: string | null, more = {}) =>
  told(`vehicle.${verb}`, id, version, { status: 'active', assigned_driver_id, ...more });
const newOnes = async (): Promise<{ driver_id: string; vehicle_id: string }> => {
  const [driver, vehicle] = await Promise.all([
    post('/drivers', PERSON),
    post('/vehicles', { registration_number: 'WXY 1234' }),
  ]);
  await watched.since();
  return { driver_id: driver.id, vehicle_id: vehicle.id };
};

it('A-433: drivers: no personal field is named, and nothing of the person is told', async () => {
  const { id } = await post('/drivers', PERSON);
  await expectTold(ofDriver('created', id, 1));
  await put(`/drivers/${id}`, PERSON);
  await expectTold();
  await put(`/drivers/${id}`, { first_name: 'Mawar', license_number: 'Lesen99-2', medical_checkup_date: '2026-03-10' });
  await expectTold(ofDriver('updated', id, 2, 'active', { changed: [] }));
  await put(`/drivers/${id}`, { status: 'suspended', license_class: 'E', notes: 'lebih sulit' });
  await expectTold(ofDriver('updated', id, 3, 'suspended', { changed: ['license_class', 'status'] }));
  await remove(`/drivers/${id}`);
  await expectTold(ofDriver('deleted', id, 4, 'suspended'));
  const other = await post('/drivers', PERSON);
  await expectTold(ofDriver('created', other.id, 1));
  await act(`/drivers/${other.id}/erase`);
  await expectTold(ofDriver('erased', other.id, 2));
});

it('A-432: vehicles: changes and assignments are told apart, and no places', async () => {
  const { driver_id } = await newOnes();
  const other = (await newOnes()).driver_id;
  const assigned = (id: string, version: number, now: string | null, previous_driver_id: string | null) =>
    ofVehicle('assigned', id, version, now, { previous_driver_id });
  const { id } = await post('/vehicles', { registration_number: 'VAB 1', assigned_driver_id: driver_id });
  await expectTold(assigned(id, 1, driver_id, null), ofVehicle('created', id, 1, driver_id));
  await act(`/drivers/${other}/assign-vehicle`, { vehicle_id: id });
  await expectTold(assigned(id, 2, other, driver_id));
  await act(`/drivers/${other}/assign-vehicle`, { vehicle_id: id });
  await expectTold();
  await put(`/vehicles/${id}`, { assigned_driver_id: driver_id, color: 'biru' });
  await expectTold(
    assigned(id, 3, driver_id, other),
    ofVehicle('updated', id, 3, driver_id, { changed: ['assigned_driver_id', 'color'] }),
  );
  await put(`/vehicles/${id}`, { assigned_driver_id: driver_id, color: 'biru' });
  await expectTold();
  await put(`/vehicles/${id}`, { location: { latitude: 3.0449, longitude: 101.4456, address: 'Rahsia' } });
  await expectTold(ofVehicle('updated', id, 4, driver_id, { changed: [] }));
  await act(`/vehicles/${id}/update-location`, { latitude: 3.1, longitude: 101.5, mileage: 5000 });
  await expectTold();
  const { version } = await versionOf('vehicles', id);
  await remove(`/drivers/${driver_id}`);
  await expectTold(ofDriver('deleted', driver_id, 2), assigned(id, version + 1, null, driver_id));
  await act(`/drivers/${other}/assign-vehicle`, { vehicle_id: id });
  await expectTold(assigned(id, version + 2, other, null));
  await act(`/drivers/${other}/erase`);
  await expectTold(ofDriver('erased', other, 2), assigned(id, version + 3, null, other));
  const third = (await newOnes()).driver_id;
  await put(`/vehicles/${id}`, { assigned_driver_id: third });
  await watched.since();
  await remove(`/vehicles/${id}`);
  await expectTold(assigned(id, version + 5, null, third), ofVehicle('deleted', id, version + 5, null));
});

const versionOf = async (table: string, id: string): Promise<{ version: number }> => {
  const text = `select version from logistics.${table} where id = $1`;
  const [row] = await sql<{ version: number }>(workerState().ownerUrl as string, text, [id]);
  return row as { version: number };
};

it('services of vehicles are told, and not what else stands in their history', async () => {
  const { vehicle_id } = await newOnes();
  const done = await post(`/vehicles/${vehicle_id}/maintenance-records`, {
    service_type: 'Minyak',
    cost: 180,
    notes: 'sulit',
  });
  const path = `/api/v1/logistics/vehicles/${vehicle_id}/`;
  await expectTold(told('maintenance_record.created', done.id, null, { path, vehicle_id }));
  await put(`/vehicles/${vehicle_id}`, { status: 'maintenance' });
  const { version } = await versionOf('vehicles', vehicle_id);
  await expectTold(ofVehicle('updated', vehicle_id, version, null, { status: 'maintenance', changed: ['status'] }));
});

it('routes are made and changed', async () => {
  const { id } = await post('/routes', { name: 'Laluan utara' });
  await expectTold(told('route.created', id, 1));
  await put(`/routes/${id}`, { name: 'Laluan utara' });
  await expectTold();
  const origin = { address: 'Jalan Rahsia', latitude: 3.04, longitude: 101.44 };
  await put(`/routes/${id}`, { origin, estimated_distance_km: 12.5, frequency: 'daily' });
  await expectTold(told('route.updated', id, 2, { changed: ['estimated_distance_km', 'frequency'] }));
});

describe('shipments', () => {
  type Facts = { driver_id?: string | null; vehicle_id?: string | null; [key: string]: unknown };
  const event = (
    verb: string,
    shipment: Json,
    version: number,
    [status, previous_status]: [string, string | null],
    facts: Facts = {},
  ) => {
    const { id, tracking_number } = shipment;
    const data = { tracking_number, status, previous_status, driver_id: null, vehicle_id: null, ...facts };
    return told(`shipment.${verb}`, id, version, data);
  };
  const delivered = (shipment: Json, version: number, previous: string, facts: Facts = {}): Told[] => {
    const delivered_at = expect.any(String);
    return [
      event('delivered', shipment, version, ['delivered', previous], { ...facts, delivered_at }),
      event('status_changed', shipment, version, ['delivered', previous], facts),
    ];
  };
  const made = async (more = {}): Promise<Json> => {
    const shipment = await post('/shipments', { ...parties, ...more });
    await watched.since();
    return shipment;
  };

  it('A-431: announce the status that an operation reaches, and updated where more than that changed', async () => {
    const shipment = await post('/shipments', { ...parties, notes: 'sulit' });
    await expectTold(event('created', shipment, 1, ['pending', null]));
    const path = `/shipments/${shipment.id}`;
    await put(path, { notes: 'sulit', status: 'pending' });
    await expectTold();
    await put(path, { notes: 'lebih sulit', destination: { ...parties.destination, contact_person: 'Rahsia' } });
    await expectTold(event('updated', shipment, 2, ['pending', null], { changed: [] }));
    await put(path, { status: 'in_transit' });
    await expectTold(event('status_changed', shipment, 3, ['in_transit', 'pending']));
    await put(path, { status: 'returned', payment_amount: 106 });
    await expectTold(
      event('status_changed', shipment, 4, ['returned', 'in_transit']),
      event('updated', shipment, 4, ['returned', 'in_transit'], { changed: ['payment_amount', 'status'] }),
    );
    await put(path, { status: 'delivered' });
    await expectTold(...delivered(shipment, 5, 'returned'));
    await put(path, { status: 'pending' });
    await expectTold(event('status_changed', shipment, 6, ['pending', 'delivered']));
  });

  it('reported at another place or with another driver announce nothing, at another status that alone', async () => {
    const { driver_id, vehicle_id } = await newOnes();
    const shipment = await made();
    const report = (body: Json) => act(`/shipments/${shipment.id}/update-status`, body);
    await report({
      status: 'in_transit',
      driver_id,
      vehicle_id,
      location: { latitude: 3, longitude: 101 },
      notes: 'sulit',
    });
    await expectTold(event('status_changed', shipment, 2, ['in_transit', 'pending'], { driver_id, vehicle_id }));
    await report({ status: 'in_transit', driver_id: null, location: { latitude: 4, longitude: 101 } });
    await expectTold();
    await report({ status: 'delivered' });
    await expectTold(...delivered(shipment, 4, 'in_transit', { vehicle_id }));
    await report({ status: 'delivered' });
    await expectTold();
    await act(`/shipments/${shipment.id}/tracking-link`);
    await expectTold();
  });

  it('A-431: that are scanned together announce one event each', async () => {
    const shipments = [await made(), await made(), await made({ customer_reference: 'PO-1' })];
    const tracking_numbers = shipments.map(({ tracking_number }) => tracking_number);
    await put(`/shipments/${shipments[2]?.id}`, { status: 'in_transit' });
    await watched.since();
    await act('/shipments/bulk-status', {
      tracking_numbers: [...tracking_numbers, tracking_numbers[0], 'x'],
      status: 'in_transit',
    });
    await expectTold(
      ...shipments.slice(0, 2).map((shipment) => event('status_changed', shipment, 2, ['in_transit', 'pending'])),
    );
    await act('/shipments/bulk-status', { tracking_numbers, status: 'delivered' });
    // The third was scanned at the status that it had: its version rose, and nothing was told.
    const told = shipments.map((shipment, i) => delivered(shipment, i === 2 ? 4 : 3, 'in_transit'));
    await expectTold(...told.flatMap(([both]) => both as Told), ...told.flatMap(([, both]) => both as Told));
  });

  it('are followed by their schedules, which are told, too', async () => {
    const { driver_id, vehicle_id } = await newOnes();
    const shipment = await made();
    const shipment_id = shipment.id;
    const { id } = await post('/schedules', { shipment_id, scheduled_date: '2029-05-10' });
    const schedule = (verb: string, version: number, status: string, facts: Facts = {}) => {
      const data = { shipment_id, driver_id: null, vehicle_id: null, status, scheduled_date: '2029-05-10', ...facts };
      return told(`schedule.${verb}`, id, version, data);
    };
    await expectTold(schedule('created', 1, 'scheduled'));
    await put(`/schedules/${id}`, { scheduled_date: '2029-05-10' });
    await expectTold();
    await put(`/schedules/${id}`, { driver_id, vehicle_id, special_instructions: 'sulit' });
    const changed = ['driver_id', 'vehicle_id'];
    await expectTold(schedule('updated', 2, 'scheduled', { driver_id, vehicle_id, changed }));
    await act(`/shipments/${shipment_id}/update-status`, { status: 'in_transit' });
    await expectTold(
      schedule('updated', 3, 'in_progress', { driver_id, vehicle_id, changed: ['status'] }),
      event('status_changed', shipment, 2, ['in_transit', 'pending']),
    );
  });

  it('are proven with what was collected, once', async () => {
    const shipment = await made({ payment_method: 'cod', payment_amount: 50 });
    const body = { received_by: 'Tan Mei Ling', collected_amount: 45, difference_reason: 'sulit' };
    const proof = await post(`/shipments/${shipment.id}/proof-of-delivery`, body);
    const { id: shipment_id } = shipment;
    const path = `/api/v1/logistics/shipments/${shipment_id}/`;
    const amounts = { expected_amount: 50, collected_amount: 45 };
    await expectTold(
      told('proof.created', proof.id, null, { path, shipment_id, ...amounts }),
      ...delivered(shipment, 2, 'pending'),
    );
    await act(`/shipments/${shipment_id}/proof-of-delivery/correction`, { collected_amount: 50, reason: 'sulit' });
    await expectTold();
  });

  it('have an invoice that is told when it is issued, and again only after that was cancelled', async () => {
    const shipment = await made({ payment_amount: 106 });
    const { id: shipment_id } = shipment;
    const path = `/api/v1/logistics/shipments/${shipment_id}/`;
    const invoiced = ({ id, invoice_number }: Json, verb = 'created') =>
      told(`freight_invoice.${verb}`, id, null, { path, shipment_id, invoice_number, total: 106 });
    const first = await act(`/shipments/${shipment_id}/invoice`);
    await expectTold(invoiced(first));
    await act(`/shipments/${shipment_id}/invoice`);
    await expectTold();
    await post(`/shipments/${shipment_id}/invoice/credit-notes`, { amount: 6, reason: 'sulit' });
    await expectTold(invoiced(first, 'credited'));
    await act(`/shipments/${shipment_id}/invoice/cancel`, { reason: 'sulit' });
    await expectTold(invoiced(first, 'cancelled'));
    await expectTold(invoiced(await act(`/shipments/${shipment_id}/invoice`)));
  });
});

it('A-434: handlers of the inner names are told the same as before, next to the public types', async () => {
  const own = await newTenant();
  await awaitEvents(own.id, [...SHIPMENT_EVENTS, 'logistics.shipment.*']);
  const shipment = must(await on.post('/logistics/shipments', parties, own.admin.token), 201);
  const path = `/logistics/shipments/${shipment.id}`;
  const { actual_delivery_time: delivered_at } = must(
    await on.put(path, { status: 'delivered' }, own.admin.token),
    200,
  );
  const rows = await sql<{ name: string; payload: Json }>(
    workerState().ownerUrl as string,
    'select name, payload from kernel.outbox where tenant_id = $1 order by at, name',
    [own.id],
  );
  const { id: shipment_id, tracking_number } = shipment;
  const inner = { shipment_id, tracking_number };
  expect(rows.filter(({ name }) => SHIPMENT_EVENTS.includes(name))).toEqual([
    { name: 'logistics.shipment_created', payload: inner },
    { name: 'logistics.shipment_delivered', payload: { ...inner, delivered_at } },
    {
      name: 'logistics.shipment_status_changed',
      payload: { ...inner, status: 'delivered', previous_status: 'pending' },
    },
  ]);
  const publicOnes = rows.filter(({ name }) => !SHIPMENT_EVENTS.includes(name)).map(({ name }) => name);
  expect(publicOnes.sort()).toEqual([
    'logistics.shipment.created',
    'logistics.shipment.delivered',
    'logistics.shipment.status_changed',
  ]);
  expect(rows.find(({ name }) => name === 'logistics.shipment.delivered')?.payload.data.delivered_at).toBe(
    delivered_at,
  );
});

it('announces nothing for what is refused or only read', async () => {
  const { token } = tenant.admin;
  await on.post('/logistics/shipments', {}, token);
  await on.post('/logistics/vehicles', { registration_number: 'VAB 2', assigned_driver_id: 'x' }, token);
  for (const folder of Object.values(folders)) must(await on.get(`/logistics/${folder}`, token), 200);
  await expectTold();
});

it('A-432, A-433: every type of logistics occurred, and no personal value in any', () => {
  const corrections = ['logistics.freight_invoice.cancelled', 'logistics.freight_invoice.credited'];
  expect(watched.types()).toEqual([...statedTypes('logistics'), ...corrections].sort());
  const text = watched.text();
  expect(PERSONAL.filter((value) => text.includes(value))).toEqual([]);
});
