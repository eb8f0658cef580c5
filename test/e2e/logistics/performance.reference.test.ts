import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { call, type Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newDriver, newShipment, newVehicle } from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { propertyRuns } from '../../support/property-runs.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const ask = (path: string, query: Record<string, string> = {}, of = tenant) =>
  call('GET', `/api/v1/logistics/reports/${path}/?${new URLSearchParams(query)}`, { token: of.admin.token });
const report = async (path: string, query: Record<string, string> = {}, of = tenant): Promise<Json> =>
  must(await ask(path, query, of), 200);
const kilometres = async (vehicle_id: string, query: Record<string, string> = {}): Promise<number> =>
  (await report('vehicle-performance', { vehicle_id, ...query })).rows[0].mileage_km;
const day = (date: string) => ({ date_from: date, date_to: date });

/** Odometer readings of a vehicle as they were recorded. @param read the moment and the mileage of each */
const record = (vehicle_id: string, read: readonly (readonly [string, number])[]): Promise<unknown> =>
  sql(
    workerState().ownerUrl as string,
    `insert into logistics.positions (tenant_id, id, created_at, vehicle_id, reported_for, counts_at, mileage)
     select $1, id, at, $2, at, at, mileage from unnest($3::uuid[], $4::timestamptz[], $5::int[]) r (id, at, mileage)`,
    [tenant.id, vehicle_id, read.map(() => randomUUID()), read.map(([at]) => at), read.map(([, mileage]) => mileage)],
  );
const evening = (date: string) => `${date}T20:00:00+08:00`;

describe('A-382: kilometres of a vehicle', () => {
  it('are the increments between readings, on the day of the later one', async () => {
    const { id } = await newVehicle(tenant);
    await record(id, [
      [evening('2026-03-01'), 100],
      [evening('2026-03-02'), 220],
      [evening('2026-03-03'), 350],
    ]);
    expect(await kilometres(id)).toBe(250);
    for (const [date, km] of [
      ['2026-03-01', 0],
      ['2026-03-02', 120],
      ['2026-03-03', 130],
      ['2026-03-04', 0],
    ] as const)
      expect([date, await kilometres(id, day(date))]).toEqual([date, km]);
    expect(await kilometres(id, { date_from: '2026-03-03' })).toBe(130);
    expect(await kilometres(id, { date_to: '2026-03-02' })).toBe(120);
  });

  it('leave a reading out that the next one shows to be a mistake, by the operations of the service too', async () => {
    const { id } = await newVehicle(tenant);
    const at = { latitude: 3.1, longitude: 101.5 };
    for (const [mileage, timestamp] of [
      [1_000, '2026-03-01T00:00:00Z'],
      [2_421_200, '2026-03-02T00:00:00Z'],
    ] as const) {
      const path = `/logistics/vehicles/${id}/update-location`;
      must(await on.post(path, { ...at, mileage, timestamp }, tenant.admin.token), 200);
    }
    expect(await kilometres(id)).toBe(2_420_200);
    must(await on.put(`/logistics/vehicles/${id}`, { current_mileage: 1_050 }, tenant.admin.token), 200);
    expect(await kilometres(id)).toBe(50);
    expect(await kilometres(id, day('2026-03-02'))).toBe(0);
  });

  it.each([
    ['a new odometer', [50_000, 50_100, 12, 40], 100 + 28],
    ['a new odometer after one reading', [50_000, 12, 40], 28],
    ['a mistake between two equal readings', [500, 900, 500, 520], 20],
    ['a mistake that is followed by a new odometer', [500, 900, 510, 3, 7], 10 + 4],
    ['two new odometers', [500, 30, 40, 5, 6], 10 + 1],
    ['one reading', [500], 0],
  ] as const)('over %s', async (_, mileages, expected) => {
    const { id } = await newVehicle(tenant);
    await record(
      id,
      mileages.map((mileage, i) => [evening(`2026-03-0${i + 1}`), mileage] as const),
    );
    expect(await kilometres(id)).toBe(expected);
  });

  /** The rule as it is written, one reading after another. */
  function expectedOf(read: readonly (readonly [string, number])[]): Map<string, number> {
    const byDay = new Map<string, number>();
    let before: number | undefined;
    for (const [i, [date, mileage]] of read.entries()) {
      const [last, next] = [read[i - 1]?.[1], read[i + 1]?.[1]];
      const isMistaken = last !== undefined && next !== undefined && next < mileage && next >= last;
      if (isMistaken) continue;
      byDay.set(date, (byDay.get(date) ?? 0) + Math.max(mileage - (before ?? mileage), 0));
      before = mileage;
    }
    return byDay;
  }

  it('are those of the rule for any readings, and the days of a period add up to it', async () => {
    const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
    const readings = fc
      .array(fc.tuple(fc.constantFrom(...days), fc.integer({ min: 0, max: 40 })), { maxLength: 12 })
      .map((read) => read.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
    await fc.assert(
      fc.asyncProperty(readings, async (read) => {
        const { id } = await newVehicle(tenant);
        const moment = (date: string, i: number) => `${date}T10:${String(i).padStart(2, '0')}:00+08:00`;
        await record(
          id,
          read.map(([date, mileage], i) => [moment(date, i), mileage] as const),
        );
        const expected = expectedOf(read);
        const found = await Promise.all(days.map((date) => kilometres(id, day(date))));
        expect(found).toEqual(days.map((date) => expected.get(date) ?? 0));
        const total = found.reduce((sum, km) => sum + km, 0);
        expect(await kilometres(id)).toBe(total);
        expect(await kilometres(id, { date_from: '2026-03-01', date_to: '2026-03-04' })).toBe(total);
      }),
      { numRuns: Math.min(propertyRuns(), 40) },
    );
  });
});

describe('A-384: by=created or delivered', () => {
  let own: TestTenant;
  let driver: Json;
  let vehicle: Json;
  beforeAll(async () => {
    own = await newTenant();
    [driver, vehicle] = [await newDriver(own), await newVehicle(own)];
    const whom = { driver_id: driver.id, vehicle_id: vehicle.id };
    const reach = async (status: string, timestamp?: string): Promise<void> => {
      const { id } = await newShipment(own, { package_details: { weight_kg: 2 } });
      const body = { status, ...whom, ...(timestamp && { location: { timestamp } }) };
      must(await on.post(`/logistics/shipments/${id}/update-status`, body, own.admin.token), 200);
    };
    await reach('delivered', '2026-03-10T23:30:00+08:00');
    await reach('delivered', '2026-03-11T00:30:00+08:00');
    await reach('returned');
    await reach('in_transit');
  });

  it.each(['driver', 'vehicle'] as const)('counts what a %s delivered by the day of the delivery', async (what) => {
    const path = `${what}-performance`;
    const group = what === 'driver' ? driver.id : vehicle.id;
    const figures = async (query: Record<string, string>) => {
      const { rows, filters } = await report(path, query, own);
      const { shipments, delivered, returned, weight_kg } = rows.find((row: Json) => row.group === group);
      return [filters.by, shipments, delivered, returned, weight_kg];
    };
    expect(await figures({})).toEqual(['created', 4, 2, 1, 4]);
    expect(await figures({ by: 'created' })).toEqual(['created', 4, 2, 1, 4]);
    expect(await figures({ by: 'created', ...day('2026-03-10') })).toEqual(['created', 0, 0, 0, 0]);
    expect(await figures({ by: 'delivered' })).toEqual(['delivered', 2, 2, 0, 4]);
    expect(await figures({ by: 'delivered', ...day('2026-03-10') })).toEqual(['delivered', 1, 1, 0, 2]);
    expect(await figures({ by: 'delivered', date_from: '2026-03-11' })).toEqual(['delivered', 1, 1, 0, 2]);
    expectInvalid(on, await ask(path, { by: 'paid' }, own), 'by');
  });

  it('says in print by which day', async () => {
    const path = '/logistics/reports/driver-performance/?format=pdf&by=delivered';
    expect((await print(path, own.admin.token)).texts.join(' ')).toContain('Counted by: Delivery');
    expect((await print(path, own.admin.token, 'ms')).texts.join(' ')).toContain('Dikira mengikut: Penghantaran');
  });
});
