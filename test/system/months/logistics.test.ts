import type { Json } from '../../support/client.js';
import { Month, dayOf, groupBy, total } from '../../support/month.js';
import { dropDatabases } from '../../support/system-database.js';
import { stopOwnServices } from '../../support/system-service.js';
import { parties } from '../../support/logistics.js';

/** A month of a haulier: what its reports say is what its lists hold, in all formats. */

jest.setTimeout(300_000);

const SERVICES = ['standard', 'express', 'economy'];
const SENDERS = ['Kedai Buku Aman', 'Butik Seri'];
/** Of 1 × 1 pixel. */
const SIGNATURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let month: Month;
let drivers: Json[];
let vehicle: Json;
let shipments: Json[];
const readings: number[] = [];
/** Cash that drivers collected and handed in, by driver. */
const collected: { driver_id: string; sender: string; amount: number; day: string }[] = [];
const handedIn: { driver_id: string; amount: number }[] = [];

beforeAll(async () => {
  month = await Month.begin(20_270_105);
  await month.moveTo('2026-12-31T09:00:00+08:00');
  drivers = await Promise.all(
    ['Azlan', 'Kumar'].map((first_name) => month.post('logistics/drivers', { first_name, last_name: 'Pemandu' })),
  );
  vehicle = await month.post('logistics/vehicles', { registration_number: 'WXY 1234', vehicle_type: 'van' });
  await month.live(haulOnce);
  shipments = await month.all('logistics/shipments');
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const underway: Json[] = [];

async function haulOnce(): Promise<void> {
  const { random } = month;
  for (let left = 1 + random.int(3); left > 0; left -= 1) await send();
  while (underway.length > 4 || (underway.length > 0 && random.chance(0.5))) await arrive(underway.shift());
  const mileage = (readings.at(-1) ?? 1_000) + random.int(150);
  readings.push(mileage);
  await month.put(`logistics/vehicles/${vehicle.id}`, { current_mileage: mileage });
  if (random.chance(0.3)) await handIn();
}

async function send(): Promise<void> {
  const { random } = month;
  const isCod = random.chance(0.5);
  const shipment = await month.post('logistics/shipments', {
    ...parties,
    origin: { ...parties.origin, company_name: random.pick(SENDERS) },
    service_type: random.pick(SERVICES),
    package_details: { weight_kg: random.pick([0.5, 2, 12.25]), value_myr: random.pick([10, 250.5]) },
    payment_amount: random.pick([12.35, 80]),
    payment_method: isCod ? 'cod' : 'invoice',
  });
  const driver_id = random.pick(drivers).id;
  await month.post(`logistics/shipments/${shipment.id}/update-status`, {
    status: 'in_transit',
    driver_id,
    vehicle_id: vehicle.id,
  });
  underway.push({ ...shipment, driver_id });
}

async function arrive(shipment: Json): Promise<void> {
  const { random } = month;
  const path = `logistics/shipments/${shipment.id}`;
  if (random.chance(0.15)) {
    await month.post(`${path}/update-status`, { status: 'returned' });
    return;
  }
  const isCod = shipment.payment_method === 'cod';
  await month.post(`${path}/proof-of-delivery`, {
    received_by: 'Tan Mei Ling',
    signature: SIGNATURE,
    ...(isCod ? { collected_amount: shipment.payment_amount } : {}),
  });
  if (!isCod) return;
  const { driver_id, origin, payment_amount: amount } = shipment;
  collected.push({ driver_id, sender: origin.company_name, amount, day: month.today });
}

async function handIn(): Promise<void> {
  const driver_id = month.random.pick(drivers).id;
  const mine = (all: readonly { driver_id: string; amount: number }[]): number[] =>
    all.filter((one) => one.driver_id === driver_id).map(({ amount }) => amount);
  const held = total([...mine(collected), ...mine(handedIn).map((amount) => -amount)]);
  if (held <= 0) return;
  await month.post(`logistics/drivers/${driver_id}/cod-remittances`, { amount: held, date: month.today });
  handedIn.push({ driver_id, amount: held });
}

const sum = (rows: readonly Json[], of: (row: Json) => number): number => total(rows.map(of));
const inStatus = (status: string): Json[] => shipments.filter((shipment) => shipment.status === status);

it('is long enough to show something', () => {
  expect(shipments.length).toBeGreaterThan(40);
  expect(inStatus('delivered').length).toBeGreaterThan(25);
  expect(inStatus('returned').length).toBeGreaterThan(1);
  expect(collected.length).toBeGreaterThan(8);
  expect(handedIn.length).toBeGreaterThan(2);
});

it.each(['status', 'service_type', 'origin_state', 'destination_state'])(
  'reports/shipments by %s counts every shipment once',
  async (group_by) => {
    const { rows, totals } = await month.report('logistics/reports/shipments', { group_by });
    expect(totals.shipments).toBe(shipments.length);
    for (const status of ['delivered', 'returned', 'in_transit'])
      expect([status, totals[status]]).toEqual([status, inStatus(status).length]);
    expect(rows.reduce((count, row) => count + row.shipments, 0)).toBe(shipments.length);
    expect(sum(rows, (row) => row.value_myr)).toBe(sum(shipments, (one) => one.package_details.value_myr));
    if (group_by !== 'service_type') return;
    const services = groupBy(shipments, ({ service_type }) => service_type);
    for (const row of rows) expect([row.group, row.shipments]).toEqual([row.group, services.get(row.group)?.length]);
  },
);

it('A-384: reports/driver-performance by the day of creation and by that of delivery', async () => {
  for (const by of ['created', 'delivered']) {
    const { rows } = await month.report('logistics/reports/driver-performance', { by });
    for (const { id } of drivers) {
      const mine = shipments.filter((shipment) => shipment.driver_id === id);
      const delivered = mine.filter(({ status }) => status === 'delivered');
      const row = rows.find(({ group }) => group === id);
      expect([by, row?.delivered, row?.shipments]).toEqual([
        by,
        delivered.length,
        by === 'created' ? mine.length : delivered.length,
      ]);
    }
  }
  const days = groupBy(inStatus('delivered'), ({ actual_delivery_time }) => dayOf(actual_delivery_time));
  const [[date, those]] = [...days].slice(0, 1) as [[string, Json[]]];
  const { rows } = await month.report('logistics/reports/driver-performance', {
    by: 'delivered',
    date_from: date,
    date_to: date,
  });
  expect(rows.reduce((count, row) => count + row.delivered, 0)).toBe(those.length);
});

it('A-382: reports/vehicle-performance has the kilometres between the readings', async () => {
  const { rows } = await month.report('logistics/reports/vehicle-performance');
  const row = rows.find(({ group }) => group === vehicle.id);
  expect(row?.mileage_km).toBe((readings.at(-1) as number) - (readings[0] as number));
});

it('A-381: reports/cod-collections is what was collected, handed in and is held, by driver', async () => {
  const { rows, totals } = await month.report('logistics/reports/cod-collections', { group_by: 'driver' });
  for (const { id } of drivers) {
    const [got, gave] = [collected, handedIn].map((all) =>
      total(all.filter(({ driver_id }) => driver_id === id).map(({ amount }) => amount)),
    ) as [number, number];
    const row = rows.find(({ group }) => group === id);
    expect([row?.collected_amount, row?.remitted_amount, row?.held_amount]).toEqual([got, gave, total([got, -gave])]);
  }
  expect(totals.collected_amount).toBe(total(collected.map(({ amount }) => amount)));
});

it('A-381: reports/cod-payouts is what each sender is owed', async () => {
  const { rows } = await month.report('logistics/reports/cod-payouts');
  const owed = groupBy(collected, ({ sender }) => sender);
  expect(Object.fromEntries(rows.map((row) => [row.label, row.owed_amount]))).toEqual(
    Object.fromEntries([...owed].map(([sender, parcels]) => [sender, total(parcels.map(({ amount }) => amount))])),
  );
});
