import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, INSTANT } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { logisticsShapes, newVehicle } from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

const HOUR = 3_600_000;
const at = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const KLANG = { latitude: 3.0449, longitude: 101.4456 };
const IPOH = { latitude: 4.5975, longitude: 101.0901 };

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const report = (id: string, body: Json) => on.post(`/logistics/vehicles/${id}/update-location`, body, token);
const reported = async (id: string, body: Json): Promise<Json> => must(await report(id, body), 200);
const read = async (id: string): Promise<Json> => must(await on.get(`/logistics/vehicles/${id}`, token), 200);
const put = (id: string, body: Json) => on.put(`/logistics/vehicles/${id}`, body, token);
const inDatabase = (text: string, values: unknown[]) => sql<Json>(workerState().ownerUrl as string, text, values);
const kept = async (id: string): Promise<number> =>
  (await inDatabase('select count(*)::int as n from logistics.positions where vehicle_id = $1', [id]))[0].n;

describe('A-146: POST /api/v1/logistics/vehicles/{vehicle_id}/update-location/', () => {
  it('answers the vehicle, with the position and the mileage; without a timestamp it is now', async () => {
    const { id, created_at } = await newVehicle(tenant);
    const vehicle = await reported(id, { ...KLANG, mileage: 5000 });
    expectKeys(vehicle, logisticsShapes.vehicle);
    expectKeys(vehicle.location, logisticsShapes.location);
    expect(vehicle).toMatchObject({ location: { ...KLANG, address: null }, current_mileage: 5000 });
    expect(vehicle.location.last_updated).toMatch(INSTANT);
    expect(vehicle.location.last_updated >= created_at).toBe(true);
    expect(await read(id)).toEqual(vehicle);
  });

  it.each([
    [{ ...KLANG, latitude: 91 }, 'latitude'],
    [{ ...KLANG, latitude: -90.0001 }, 'latitude'],
    [{ ...KLANG, longitude: 180.1 }, 'longitude'],
    [{ ...KLANG, latitude: '3.0449' }, 'latitude'],
    [{ ...KLANG, longitude: null }, 'longitude'],
    [{ latitude: 3 }, 'longitude'],
    [{ longitude: 101 }, 'latitude'],
    [{ ...KLANG, timestamp: '2026-02-30T00:00:00Z' }, 'timestamp'],
    [{ ...KLANG, timestamp: '2026-03-10' }, 'timestamp'],
    [{ ...KLANG, timestamp: 1_760_000_000 }, 'timestamp'],
    [{ ...KLANG, mileage: -1 }, 'mileage'],
    [{ ...KLANG, mileage: 5000.5 }, 'mileage'],
    [{ ...KLANG, mileage: '5000' }, 'mileage'],
    [{ ...KLANG, address: 5 }, 'address'],
    [{ ...KLANG, address: ['Klang'] }, 'address'],
    [{ ...KLANG, address: { city: 5 } }, 'address.city'],
    [{ ...KLANG, address: 'x'.repeat(501) }, 'address'],
  ])('refuses %j and names the field; nothing is stored', async (body, field) => {
    const { id } = await newVehicle(tenant);
    expectInvalid(on, await report(id, body), field);
    expect((await read(id)).location).toBeNull();
    expect(await kept(id)).toBe(0);
  });

  it('refuses what is no number at all', async () => {
    const { id } = await newVehicle(tenant);
    for (const raw of ['{"latitude":1e999,"longitude":1}', '{"latitude":NaN,"longitude":1}']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await on.send('POST', `/logistics/vehicles/${id}/update-location`, { token, raw, headers });
      expect(answer.status).toBe(400);
    }
    expect(await kept(id)).toBe(0);
  });

  it('A-301: echoes an address as it was sent, a text or an object, and keeps seven decimals', async () => {
    const { id } = await newVehicle(tenant);
    for (const address of ['Hab Shah Alam', { city: 'Ipoh', gate: 4 }, { street: null }, null]) {
      const { location } = await reported(id, { latitude: 3.123456789, longitude: -101.00000004, address });
      expect(location).toMatchObject({ latitude: 3.1234568, longitude: -101, address });
      expect((await read(id)).location).toEqual(location);
    }
  });
});

describe('A-301: reports out of order', () => {
  it('5000 now, then a report of an hour ago with 4900: position and 5000 stay; 4999 without a timestamp is 400', async () => {
    const { id } = await newVehicle(tenant);
    const now = await reported(id, { ...KLANG, mileage: 5000 });
    expect(await reported(id, { ...IPOH, timestamp: at(-1), mileage: 4900 })).toEqual(now);
    expect(await kept(id)).toBe(2);
    expectInvalid(on, await report(id, { ...IPOH, mileage: 4999 }), 'mileage');
    expect(await read(id)).toEqual(now);
    expect(await kept(id)).toBe(2);
  });

  it('a late mileage is held against what was at or before its own time', async () => {
    const { id } = await newVehicle(tenant);
    await reported(id, { ...KLANG, timestamp: at(-5), mileage: 1000 });
    await reported(id, { ...KLANG, timestamp: at(-3), mileage: 3000 });
    const now = await reported(id, { ...KLANG, timestamp: at(-1), mileage: 5000 });
    expectInvalid(on, await report(id, { ...IPOH, timestamp: at(-2), mileage: 2999 }), 'mileage');
    expectInvalid(on, await report(id, { ...IPOH, timestamp: at(-4), mileage: 999 }), 'mileage');
    for (const [hours, mileage] of [
      [-2, 3000],
      [-4, 2000],
      [-6, 1],
    ] as const)
      expect(await reported(id, { ...IPOH, timestamp: at(hours), mileage })).toEqual(now);
  });

  it('a late mileage is still what was before the next one where the place was forgotten meanwhile', async () => {
    const { id } = await newVehicle(tenant);
    await reported(id, { ...KLANG, timestamp: at(-3), mileage: 1000 });
    await reported(id, { ...KLANG, timestamp: at(-1) });
    await reported(id, { ...IPOH, timestamp: at(-2), mileage: 1500 });
    must(await on.put(`/logistics/vehicles/${id}`, { location: null }, token), 200);
    expectInvalid(on, await report(id, { ...KLANG, mileage: 1400 }), 'mileage');
  });

  it('a late mileage that changed nothing is still what was before the next one', async () => {
    const { id } = await newVehicle(tenant);
    await reported(id, { ...KLANG, timestamp: at(-3), mileage: 1000 });
    await reported(id, { ...KLANG, timestamp: at(-1) });
    expect((await reported(id, { ...IPOH, timestamp: at(-2), mileage: 1500 })).current_mileage).toBe(1000);
    expectInvalid(on, await report(id, { ...IPOH, mileage: 1499 }), 'mileage');
    expect((await reported(id, { ...IPOH, mileage: 1500 })).current_mileage).toBe(1500);
  });

  it('a timestamp ahead of our clock is echoed, and counts as now: the next report moves on', async () => {
    const { id } = await newVehicle(tenant);
    const ahead = await reported(id, { ...IPOH, timestamp: '2029-05-10T12:00:00+08:00', mileage: 10 });
    expect(ahead.location).toMatchObject({ ...IPOH, last_updated: '2029-05-10T04:00:00.000Z' });
    const next = await reported(id, { ...KLANG, mileage: 11 });
    expect(next).toMatchObject({ location: KLANG, current_mileage: 11 });
    expect(next.location.last_updated < '2029').toBe(true);
  });

  it('a mileage older than the last statement of the odometer changes nothing; a new odometer begins again', async () => {
    const { id } = await newVehicle(tenant);
    await reported(id, { ...KLANG, timestamp: at(-3), mileage: 90_000 });
    must(await put(id, { current_mileage: 12 }), 200);
    const late = await reported(id, { ...IPOH, timestamp: at(-1), mileage: 90_100 });
    expect(late).toMatchObject({ current_mileage: 12, location: IPOH });
    expectInvalid(on, await report(id, { ...IPOH, timestamp: at(-0.5), mileage: 90_050 }), 'mileage');
    expectInvalid(on, await report(id, { ...IPOH, mileage: 11 }), 'mileage');
    expect((await reported(id, { ...IPOH, mileage: 13 })).current_mileage).toBe(13);
  });

  it('a location in a PUT is a report too: equal to the stored one it states nothing, an older one changes nothing', async () => {
    const { id } = await newVehicle(tenant);
    const { location, updated_at } = await reported(id, { ...KLANG, address: 'Pelabuhan' });
    for (const same of [location, KLANG, { ...KLANG, address: 'Pelabuhan' }, {}]) {
      const vehicle = must(await put(id, { location: same }), 200);
      expect([vehicle.location, vehicle.updated_at]).toEqual([location, updated_at]);
    }
    expect(await kept(id)).toBe(1);
    const older = must(await put(id, { location: { ...IPOH, last_updated: at(-1) } }), 200);
    expect(older.location).toEqual(location);
    const newer = must(await put(id, { location: IPOH }), 200);
    expect(newer.location).toMatchObject({ ...IPOH, address: null });
    expect(await kept(id)).toBe(3);
  });
});

describe('many reports at once', () => {
  it('100 parallel positions: the newest time and the highest mileage are left, all are in the history', async () => {
    const { id } = await newVehicle(tenant);
    const start = Date.now() - HOUR;
    const bodies = Array.from({ length: 100 }, (_, i) => ({
      latitude: 3 + i / 1000,
      longitude: 101,
      timestamp: new Date(start + ((i * 37) % 100) * 1000).toISOString(),
      mileage: 1000 + ((i * 37) % 100),
    }));
    const answers = await Promise.all(bodies.map((body) => report(id, body)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const newest = bodies.reduce((a, b) => (a.timestamp > b.timestamp ? a : b));
    expect(await read(id)).toMatchObject({
      current_mileage: 1099,
      location: { latitude: newest.latitude, longitude: 101, last_updated: newest.timestamp },
    });
    expect(await kept(id)).toBe(100);
  });

  it('a report touches no index of the vehicle, and leaves nothing on the audit trail (A-302)', async () => {
    const { id } = await newVehicle(tenant);
    const trail = async () => (await on.get(`/audit?record_id=${id}&page_size=100`, token)).body.pagination.total;
    const before = await trail();
    const indexed = await inDatabase(
      `select distinct a.attname as name from pg_index x join pg_attribute a on a.attrelid = x.indrelid
       where x.indrelid = 'logistics.vehicles'::regclass
         and (a.attnum = any (x.indkey) or pg_get_indexdef(x.indexrelid) ~ ('\\m' || a.attname || '\\M'))`,
      [],
    );
    const columns = Object.keys(
      (await inDatabase('select to_jsonb(v) as row from logistics.vehicles v where id = $1', [id]))[0].row,
    );
    const rowOf = async () =>
      (await inDatabase('select to_jsonb(v) as row from logistics.vehicles v where id = $1', [id]))[0].row;
    const was = await rowOf();
    await reported(id, { ...KLANG, mileage: 5, address: 'x' });
    const is = await rowOf();
    const moved = columns.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
    expect(moved.length).toBeGreaterThan(5);
    expect(moved.filter((name) => indexed.some((column) => column.name === name))).toEqual([]);
    expect(await trail()).toBe(before);
  });
});
