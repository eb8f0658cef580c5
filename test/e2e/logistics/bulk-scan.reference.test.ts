import pg from 'pg';
import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { waitingForLocks } from '../../support/lock-waits.js';
import { logisticsShapes, newDriver, newShipment, newVehicle } from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const scan = (body: Json, by = token) => on.post('/logistics/shipments/bulk-status', body, by);
const scanned = async (body: Json): Promise<Json[]> => must(await scan(body), 200);
const many = (count: number): Promise<Json[]> => Promise.all(Array.from({ length: count }, () => newShipment(tenant)));
const numbersOf = (shipments: readonly Json[]): string[] => shipments.map(({ tracking_number }) => tracking_number);
const tracked = async (number: string): Promise<Json> =>
  must(await on.get(`/logistics/shipments/tracking/${number}`, token), 200);

describe('A-320: POST /api/v1/logistics/shipments/bulk-status/', () => {
  it('records every known shipment once, and says for each number what came of it', async () => {
    const [one, two] = (await many(2)) as [Json, Json];
    const [driver, vehicle, foreign] = await Promise.all([
      newDriver(tenant),
      newVehicle(tenant),
      newShipment(await newTenant()),
    ]);
    const typed = `${one.tracking_number.slice(0, 2)}-${one.tracking_number.slice(2)}`.toLowerCase();
    const sent = [typed, 'x', two.tracking_number, one.tracking_number, foreign.tracking_number];
    const report = { status: 'in_transit', notes: 'Muat', location: { latitude: 3, longitude: 101 } };
    const results = await scanned({ tracking_numbers: sent, ...report, driver_id: driver.id, vehicle_id: vehicle.id });
    for (const result of results) expectKeys(result, logisticsShapes.scanned);
    expect(results.map(({ tracking_number, result, shipment_id }) => [tracking_number, result, shipment_id])).toEqual([
      [typed, 'ok', one.id],
      ['x', 'not_found', null],
      [two.tracking_number, 'ok', two.id],
      [one.tracking_number, 'duplicate', one.id],
      [foreign.tracking_number, 'not_found', null],
    ]);
    for (const { tracking_number } of [one, two]) {
      const shipment = await tracked(tracking_number);
      expect(shipment).toMatchObject({ status: 'in_transit', driver_id: driver.id, vehicle_id: vehicle.id });
      expect(shipment.tracking_total).toBe(2);
      expect(shipment.tracking_history[1]).toMatchObject({
        notes: 'Muat',
        driver_id: driver.id,
        recorded_by: tenant.admin.id,
      });
    }
    const again = await scanned({ tracking_numbers: sent, status: 'delivered', driver_id: driver.id });
    expect(again.map(({ result }) => result)).toEqual(results.map(({ result }) => result));
    const delivered = await tracked(one.tracking_number);
    expect(delivered).toMatchObject({ status: 'delivered', actual_delivery_time: expect.any(String) });
  });

  it.each([
    [{ tracking_numbers: [] }, 'tracking_numbers'],
    [{ tracking_numbers: Array.from({ length: 501 }, () => 'x') }, 'tracking_numbers'],
    [{ tracking_numbers: 'x' }, 'tracking_numbers'],
    [{ tracking_numbers: [5] }, 'tracking_numbers'],
    [{ tracking_numbers: null }, 'tracking_numbers'],
    [{ status: 'lost' }, 'status'],
    [{ driver_id: UNKNOWN_ID }, 'driver_id'],
    [{ vehicle_id: 'x' }, 'vehicle_id'],
    [{ location: { latitude: 3 } }, 'location.longitude'],
  ])('refuses %j and records nothing', async (wrong: Json, field) => {
    const { tracking_number } = await newShipment(tenant);
    expectInvalid(on, await scan({ tracking_numbers: [tracking_number], status: 'in_transit', ...wrong }), field);
    expect(await tracked(tracking_number)).toMatchObject({ status: 'pending', tracking_total: 1 });
  });

  it('scans the same 100 in opposite orders at once: both 200, two entries each', async () => {
    const numbers = numbersOf(await many(100));
    const answers = await Promise.all([
      scan({ tracking_numbers: numbers, status: 'in_transit' }),
      scan({ tracking_numbers: [...numbers].reverse(), status: 'returned' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const number of numbers.slice(0, 10)) expect((await tracked(number)).tracking_total).toBe(3);
  });

  it('locks in the order of ids, for any numbers: a request that waits for the first holds none of the others', async () => {
    const others = await many(8);
    others.sort((a, b) => (a.id < b.id ? -1 : 1));
    // The first by its id must not be the first by its number, nor in the table: there its last version comes behind all.
    let first = others.shift();
    while (others.every(({ tracking_number }) => first.tracking_number < tracking_number)) first = others.shift();
    must(await on.put(`/logistics/shipments/${first.id}`, { notes: 'Pintu depan' }, token), 200);
    const holding = new pg.Client({ connectionString: workerState().ownerUrl as string });
    await holding.connect();
    try {
      await holding.query('begin');
      const lock = 'select id from logistics.shipments where tenant_id = $1 and id = any($2) for update nowait';
      await holding.query(lock, [tenant.id, [first.id]]);
      const answer = scan({ tracking_numbers: numbersOf([...others, first]), status: 'in_transit' });
      await waitingForLocks(holding, 1);
      const free = await holding.query(lock, [tenant.id, others.map(({ id }) => id as string)]);
      expect(free.rows).toHaveLength(others.length);
      await holding.query('rollback');
      expect((await answer).status).toBe(200);
    } finally {
      await holding.end();
    }
  });

  it('does not stand in the way of single reports, nor of drivers who are deleted meanwhile', async () => {
    const shipments = await many(20);
    const numbers = numbersOf(shipments);
    for (let round = 0; round < 10; round++) {
      const [driver, vehicle] = await Promise.all([newDriver(tenant), newVehicle(tenant)]);
      const named = { driver_id: driver.id, vehicle_id: vehicle.id };
      const answers = await Promise.all([
        scan({ tracking_numbers: numbers, status: 'in_transit', ...named }),
        scan({ tracking_numbers: [...numbers].reverse(), status: 'delivered', ...named }),
        on.post(`/logistics/shipments/${shipments[0]?.id}/update-status`, { status: 'returned', ...named }, token),
        on.send('DELETE', `/logistics/drivers/${driver.id}`, { token }),
        on.put(`/logistics/vehicles/${vehicle.id}`, { color: 'merah' }, token),
      ]);
      for (const { status } of answers) expect([200, 400]).toContain(status);
      expect(answers[3]?.status).toBe(200);
    }
  });
});
