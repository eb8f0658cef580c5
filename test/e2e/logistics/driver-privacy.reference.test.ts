import pg from 'pg';
import type { Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { expectKeys, expectRefusal, INSTANT } from '../../support/core-shapes.js';
import { must, trailOf } from '../../support/healthcare.js';
import { waitingForLocks } from '../../support/lock-waits.js';
import {
  logisticsShapes,
  newCodShipment,
  newDriver,
  newProof,
  newShipment,
  newVehicle,
} from '../../support/logistics.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

const SECRETS = [
  'Rahsia',
  '880512-14-8888',
  '880512148888',
  'Lesen99',
  'Gdl99',
  '7777.77',
  '1988-05-12',
  'Jalan Sunyi',
];
const DRIVER = {
  first_name: 'Rahsia',
  last_name: 'Rahsia',
  ic_number: '880512-14-8888',
  date_of_birth: '1988-05-12',
  gender: 'Rahsia',
  email: 'Rahsia@example.com',
  phone_number: 'Rahsia',
  address: { street: 'Jalan Sunyi' },
  license_number: 'Lesen99',
  license_class: 'D',
  psv_license: 'Gdl99',
  hourly_rate: 7777.77,
  monthly_salary: 7777.77,
  emergency_contact: { name: 'Rahsia', relationship: null, phone_number: null },
  medical_checkup_date: '1988-05-12',
  notes: 'Rahsia',
};

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const path = '/logistics/drivers';
const exportOf = (id: string, by = token) => on.get(`${path}/${id}/export`, by);
const erase = (id: string, by = token) => on.send('POST', `${path}/${id}/erase`, { token: by });
const assign = (id: string, body: Json) => on.post(`${path}/${id}/assign-vehicle`, body, token);
const expectNoSecretIn = (text: string, secrets = SECRETS): void => {
  for (const secret of secrets) expect([secret, text.includes(secret)]).toEqual([secret, false]);
};
const rowsOf = async (table: string, condition: string, id: string): Promise<string> =>
  JSON.stringify(
    await sql(workerState().ownerUrl as string, `select to_jsonb(r) as row from ${table} r where ${condition} = $1`, [
      id,
    ]),
  );

it('A-298: a dump of the database holds no IC number, licence number or pay in clear', async () => {
  const { id } = await newDriver(tenant, DRIVER);
  const row = await rowsOf('logistics.drivers', 'id', id);
  expect(row).toContain('Rahsia');
  expectNoSecretIn(row, ['880512', '8888', 'Lesen99', 'Gdl99', '7777']);
});

it('A-298: no personal value is on the audit trail; the trail names the fields', async () => {
  const { id } = await newDriver(tenant, DRIVER);
  must(await on.put(`${path}/${id}`, { license_number: 'Lesen99b', hourly_rate: 1, license_class: 'E' }, token), 200);
  const [updated, created] = await trailOf(tenant, id);
  expectNoSecretIn(JSON.stringify([updated, created]));
  const withheld = { withheld: true };
  expect(updated.changes).toEqual({
    license_number: withheld,
    hourly_rate: withheld,
    license_class: { before: 'D', after: 'E' },
  });
  for (const name of Object.keys(DRIVER).filter((field) => field !== 'license_class'))
    expect([name, created.changes[name]]).toEqual([name, withheld]);
});

describe('GET /api/v1/logistics/drivers/{driver_id}/export/', () => {
  it('answers everything that is held on the driver, in clear, and the trail about it', async () => {
    const [{ id }, vehicle] = [await newDriver(tenant, DRIVER), await newVehicle(tenant)];
    const assigned = must(await assign(id, { vehicle_id: vehicle.id, notes: 'Rahsia' }), 200);
    const driver = must(await on.get(`${path}/${id}`, token), 200);
    const held = must(await exportOf(id), 200);
    expectKeys(held, logisticsShapes.driverExport);
    expect(held.exported_at).toMatch(INSTANT);
    expect(held.driver).toEqual(driver);
    expect(held.driver).toMatchObject({ vehicle_ids: [vehicle.id], hourly_rate: 7777.77, license_number: 'Lesen99' });
    expect(held.assignments).toHaveLength(1);
    expect(held.assignments[0]).toMatchObject({
      id: assigned.id,
      vehicle_id: vehicle.id,
      driver_name: 'Rahsia Rahsia',
      notes: 'Rahsia',
    });
    expect(held.audit_entries.map(({ action }: Json) => action)).toContain('create');
    expect((await trailOf(tenant, id))[0]).toMatchObject({ action: 'export', record_type: 'driver' });
  });

  it('is for administrators, and knows no driver of another tenant', async () => {
    const { id } = await newDriver(tenant, DRIVER);
    for (const role of ['MANAGER', 'STAFF', 'VIEWER'] as const) {
      expectRefusal(on, await exportOf(id, people[role].token), 403);
      expectRefusal(on, await erase(id, people[role].token), 403);
    }
    const other = await newTenant();
    expectRefusal(on, await exportOf(id, other.admin.token), 404);
    expectRefusal(on, await erase(id, other.admin.token), 404);
    expectRefusal(on, await exportOf(UNKNOWN_ID), 404);
  });
});

describe('POST /api/v1/logistics/drivers/{driver_id}/erase/', () => {
  it('leaves nothing that tells who it was, takes the vehicles back, and is found no more', async () => {
    const [{ id }, vehicle, former] = [
      await newDriver(tenant, DRIVER),
      await newVehicle(tenant),
      await newVehicle(tenant),
    ];
    must(await assign(id, { vehicle_id: former.id, notes: 'Rahsia' }), 200);
    must(await on.put(`/logistics/vehicles/${former.id}`, { assigned_driver_id: null }, token), 200);
    must(await assign(id, { vehicle_id: vehicle.id, notes: 'Rahsia' }), 200);
    const erased = must(await erase(id), 200);
    expectKeys(erased, logisticsShapes.driverErasure);
    expect(erased).toMatchObject({ id, erased: true, assignments: 2 });
    expectRefusal(on, await on.get(`${path}/${id}`, token), 404);
    expectRefusal(on, await erase(id), 404);
    expect(must(await on.get(`/logistics/vehicles/${vehicle.id}`, token), 200).assigned_driver_id).toBeNull();
    expectNoSecretIn(await rowsOf('logistics.drivers', 'id', id));
    const assignments = await rowsOf('logistics.assignments', 'driver_id', id);
    expectNoSecretIn(assignments);
    expect(assignments).toContain(vehicle.registration_number);
  });

  it('erases a deleted driver too, and answers that name him are forgotten', async () => {
    const headers = { 'idempotency-key': 'driver-erasure' };
    const first = await on.send('POST', path, { token, body: DRIVER, headers });
    const { id } = must(first, 201);
    must(await on.send('DELETE', `${path}/${id}`, { token }), 200);
    must(await erase(id), 200);
    const again = await on.send('POST', path, { token, body: DRIVER, headers });
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect(must(again, 201).id).not.toBe(id);
  });

  it('A-297, A-316: shows of shipments nothing of sender and receiver, and takes only the name from them', async () => {
    const { id } = await newDriver(tenant, DRIVER);
    const shipment = await newShipment(tenant);
    const report = { status: 'in_transit', driver_id: id, notes: 'Rahsia', location: { address: 'Hab Klang' } };
    must(await on.post(`/logistics/shipments/${shipment.id}/update-status`, report, token), 200);
    const held = must(await exportOf(id), 200);
    const { tracking_number } = shipment;
    expect(held.shipments).toEqual([
      { id: shipment.id, tracking_number, status: 'in_transit', driver_name: 'Rahsia Rahsia' },
    ]);
    expect(held.shipment_events).toHaveLength(1);
    expect(JSON.stringify(held)).not.toContain(shipment.destination.contact_person);
    expect(must(await erase(id), 200)).toMatchObject({ shipments: 1, shipment_events: 1 });
    expectNoSecretIn(await rowsOf('logistics.shipments', 'driver_id', id));
    const events = await rowsOf('logistics.shipment_events', 'driver_id', id);
    expectNoSecretIn(events);
    expect(events).toContain('Hab Klang');
    const kept = must(await on.get(`/logistics/shipments/${shipment.id}`, token), 200);
    expect(kept).toMatchObject({ driver_id: id, destination: shipment.destination });
    must(await on.post(`/logistics/shipments/${shipment.id}/update-status`, { status: 'delivered' }, token), 200);
  });

  const owner = (): string => workerState().ownerUrl as string;

  it('waits for a transaction that writes of a shipment that another driver has by now, without a deadlock', async () => {
    const [shipment, { id }, other] = [
      await newShipment(tenant),
      await newDriver(tenant, DRIVER),
      await newDriver(tenant),
    ];
    const at = `/logistics/shipments/${shipment.id}`;
    must(await on.post(`${at}/update-status`, { status: 'in_transit', driver_id: id }, token), 200);
    must(await on.post(`${at}/proof-of-delivery`, { received_by: 'Tan' }, token), 201);
    must(await on.post(`${at}/update-status`, { status: 'returned', driver_id: other.id }, token), 200);
    const client = new pg.Client({ connectionString: owner() });
    await client.connect();
    try {
      // As the retention of parties does.
      await client.query('begin');
      const named = [tenant.id, shipment.id];
      await client.query('select 1 from logistics.shipments where tenant_id = $1 and id = $2 for no key update', named);
      await client.query(
        'update logistics.shipment_events set notes = null where tenant_id = $1 and shipment_id = $2',
        named,
      );
      const erased = erase(id);
      await waitingForLocks(client, 1);
      await client.query(
        'update logistics.proofs set location = null where tenant_id = $1 and shipment_id = $2',
        named,
      );
      await client.query('commit');
      expect(must(await erased, 200)).toMatchObject({ proofs: 1, shipment_events: 2 });
      expectNoSecretIn(await rowsOf('logistics.shipment_events', 'shipment_id', shipment.id));
    } finally {
      await client.end();
    }
  });

  it('waits for what comes to name the driver meanwhile, without a deadlock', async () => {
    const [later, sooner] = [await newShipment(tenant), await newShipment(tenant)];
    const { id } = await newDriver(tenant, DRIVER);
    const reported = (shipment: Json, body: Json) =>
      on.post(`/logistics/shipments/${shipment.id}/update-status`, body, token);
    must(await reported(sooner, { status: 'in_transit', driver_id: id }), 200);
    const client = new pg.Client({ connectionString: owner() });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select 1 from logistics.drivers where tenant_id = $1 and id = $2 for no key update', [
        tenant.id,
        id,
      ]);
      const given = reported(later, { status: 'in_transit', driver_id: id });
      await waitingForLocks(client, 1);
      const numbers = [later, sooner].map(({ tracking_number }) => tracking_number);
      const scanned = on.post(
        '/logistics/shipments/bulk-status',
        { tracking_numbers: numbers, status: 'returned' },
        token,
      );
      await waitingForLocks(client, 2);
      const erased = erase(id);
      await waitingForLocks(client, 3);
      await client.query('commit');
      expect((await Promise.all([given, scanned, erased])).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(must(await erased, 200)).toMatchObject({ shipments: 2, shipment_events: 4 });
      expectNoSecretIn(await rowsOf('logistics.shipments', 'driver_id', id));
    } finally {
      await client.end();
    }
  }, 30_000);

  it('A-319: shows of proofs what the driver collected and nothing of the receiver, and takes only the name from them', async () => {
    const { id } = await newDriver(tenant, DRIVER);
    const shipment = await newCodShipment(tenant, 59.9);
    const report = { status: 'in_transit', driver_id: id };
    must(await on.post(`/logistics/shipments/${shipment.id}/update-status`, report, token), 200);
    const said = { collected_amount: 50, difference_reason: 'Kurang wang', notes: 'Pintu belakang' };
    const proof = await newProof(tenant, shipment.id, said);
    const held = must(await exportOf(id), 200);
    expect(held.proofs).toEqual([
      {
        id: proof.id,
        shipment_id: shipment.id,
        day: malaysianDay(),
        driver_name: 'Rahsia Rahsia',
        expected_amount: 59.9,
        collected_amount: 50,
      },
    ]);
    for (const others of ['Kurang wang', 'Pintu belakang', 'Tan Mei Ling'])
      expect(JSON.stringify(held)).not.toContain(others);
    expect(must(await erase(id), 200)).toMatchObject({ proofs: 1 });
    expectNoSecretIn(await rowsOf('logistics.proofs', 'driver_id', id));
    const kept = must(await on.get(`/logistics/shipments/${shipment.id}/proof-of-delivery`, token), 200);
    expect(kept).toEqual({ ...proof, driver_name: null });
  });
});
