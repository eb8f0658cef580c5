import type { INestApplicationContext } from '@nestjs/common';
import { PositionHistory } from '@usaha/logistics';
import type { Database } from '@usaha/shared';
import type { Json } from '../../support/client.js';
import { openContexts } from '../../support/contexts.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT, UUID, wrongBodies } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { configureLogistics, logisticsShapes, newVehicle } from '../../support/logistics.js';
import { openDatabase } from '../../support/opened-database.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

const DAY = 86_400_000;
const KLANG = { latitude: 3.0449, longitude: 101.4456 };

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const report = async (id: string, body: Json, by = token): Promise<Json> =>
  must(await on.post(`/logistics/vehicles/${id}/update-location`, body, by), 200);
const positions = (id: string, query = '', by = token) => on.get(`/logistics/vehicles/${id}/positions${query}`, by);

describe('A-302: GET /api/v1/logistics/vehicles/{vehicle_id}/positions/', () => {
  it('lists all reports, also those that came too late, by the time that they count for', async () => {
    const { id } = await newVehicle(tenant, { current_mileage: 4000 });
    await report(id, { ...KLANG, mileage: 5000, address: { city: 'Klang', gate: 4 } });
    const late = daysAgo(1);
    await report(id, { ...KLANG, latitude: 4, timestamp: late });
    const { body } = await positions(id);
    expect(body.pagination.total).toBe(2);
    for (const one of body.data) expectKeys(one, logisticsShapes.position);
    expect(body.data[0]).toEqual({
      id: expect.stringMatching(UUID),
      ...KLANG,
      address: { city: 'Klang', gate: 4 },
      timestamp: expect.stringMatching(INSTANT),
      mileage: 5000,
      recorded_at: expect.stringMatching(INSTANT),
      recorded_by: tenant.admin.id,
    });
    expect(body.data[1]).toMatchObject({ latitude: 4, timestamp: late, address: null, mileage: null });
    const second = await positions(id, '?page=2&page_size=1');
    expect(second.body.data).toEqual([body.data[1]]);
  });

  it('is for administrators and managers', async () => {
    const { id } = await newVehicle(tenant);
    expect((await positions(id, '', people.MANAGER.token)).status).toBe(200);
    for (const role of ['STAFF', 'VIEWER'] as const)
      expectRefusal(on, await positions(id, '', people[role].token), 403);
    expectRefusal(on, await positions(UNKNOWN_ID), 404);
  });
});

describe('A-302: how long positions are kept', () => {
  let database: Database;
  let contexts: INestApplicationContext;
  beforeAll(async () => {
    database = await openDatabase(workerState().ownerUrl as string);
    contexts = await openContexts(database);
  });
  afterAll(async () => {
    await contexts.close();
    await database.end();
  });
  const forget = (of: TestTenant): Promise<number> =>
    database.work({ tenant_id: of.id, actor: null, now: new Date() }, (ctx) =>
      contexts.get(PositionHistory).forget(ctx),
    );

  it.each([
    [{}, 90, [89, 1]],
    [{ position_retention_days: 30 }, 30, [1]],
    [{ position_retention_days: '30' }, 90, [89, 1]],
    [{ position_retention_days: -1 }, 90, [89, 1]],
    [{ position_retention_days: 0 }, 0, []],
  ])(
    'with %j nothing older than %d days is left after the job; the last position of the vehicle stays',
    async (set, _days, left) => {
      const own = await newTenant();
      const by = own.admin.token;
      const { id } = await newVehicle(own, { current_mileage: 10 });
      for (const days of [91, 89, 1]) await report(id, { ...KLANG, longitude: days, timestamp: daysAgo(days) }, by);
      await configureLogistics(own, set);
      expect(await forget(own)).toBe(3 - left.length);
      const { body } = await positions(id, '', by);
      expect(body.data.map(({ longitude }: Json) => longitude)).toEqual([...left].reverse());
      const vehicle = must(await on.get(`/logistics/vehicles/${id}`, by), 200);
      expect(vehicle).toMatchObject({ location: { longitude: 1 }, current_mileage: 10 });
      expectInvalid(
        on,
        await on.post(`/logistics/vehicles/${id}/update-location`, { ...KLANG, mileage: 9 }, by),
        'mileage',
      );
      expect(await forget(own)).toBe(0);
    },
  );

  it('a backlog goes in batches: no statement takes longer than one may', async () => {
    const own = await newTenant();
    const { id } = await newVehicle(own);
    await sql(
      workerState().ownerUrl as string,
      `insert into logistics.positions (tenant_id, id, created_at, vehicle_id, reported_for, counts_at, latitude, longitude)
       select $1, gen_random_uuid(), now(), $2, at, at, 3, 101
         from generate_series(now() - interval '200 days', now() - interval '100 days', interval '5 minutes') at`,
      [own.id, id],
    );
    const before = (await positions(id, '', own.admin.token)).body.pagination.total as number;
    const told: number[] = [];
    const done = await database.work({ tenant_id: own.id, actor: null, now: new Date() }, async (ctx) => {
      const change = ctx.db.change.bind(ctx.db);
      jest.spyOn(ctx.db, 'change').mockImplementation(async (text, values) => {
        told.push(await change(text, values));
        return told.at(-1) as number;
      });
      return contexts.get(PositionHistory).forget(ctx);
    });
    expect([done, told]).toEqual([before, [10_000, 10_000, before - 20_000]]);
    expect((await positions(id, '', own.admin.token)).body.pagination.total).toBe(0);
  });

  it('takes nothing of another tenant', async () => {
    const other = await newTenant();
    const { id } = await newVehicle(other);
    await report(id, { ...KLANG, timestamp: daysAgo(400) }, other.admin.token);
    await forget(tenant);
    expect((await positions(id, '', other.admin.token)).body.pagination.total).toBe(1);
  });
});

describe('A-321: /api/v1/logistics/vehicles/{vehicle_id}/maintenance-records/', () => {
  const path = (id: string) => `/logistics/vehicles/${id}/maintenance-records`;
  const DONE = {
    date: '2026-03-10',
    service_type: 'servis',
    cost: 480.555,
    workshop: 'Ah Seng',
    mileage: 48_000,
    notes: 'x',
  };

  it('records a service, and shows it in the maintenance history; mileage and schedule stay', async () => {
    const vehicle = await newVehicle(tenant, { current_mileage: 5 });
    must(await on.put(`/logistics/vehicles/${vehicle.id}`, { status: 'maintenance' }, token), 200);
    const record = must(await on.post(path(vehicle.id), DONE, token), 201);
    expectKeys(record, logisticsShapes.maintenanceRecord);
    expect(record).toMatchObject({ ...DONE, cost: 480.56, recorded_by: tenant.admin.id });
    const least = must(await on.post(path(vehicle.id), { service_type: 'tayar' }, token), 201);
    expect(least).toMatchObject({ cost: null, workshop: null, mileage: null, notes: null });
    const { body } = await on.get(path(vehicle.id), token);
    expect([body.data, body.pagination.total]).toEqual([[least, record], 2]);
    const history = must(await on.get(`/logistics/vehicles/${vehicle.id}/maintenance-history`, token), 200);
    expect(history.map(({ kind }: Json) => kind)).toEqual(['service', 'service', 'status']);
    for (const entry of history) expectKeys(entry, logisticsShapes.maintenanceEntry);
    expect(history[1]).toMatchObject({ id: record.id, cost: 480.56, from: null, to: null, service_type: 'servis' });
    expect(must(await on.get(`/logistics/vehicles/${vehicle.id}`, token), 200).current_mileage).toBe(5);
  });

  it.each(
    wrongBodies(DONE, ['service_type'], {
      date: ['2026-02-30', 5],
      service_type: [5, '', ' '],
      cost: [-1, '480', 10 ** 15],
      workshop: [5],
      mileage: [-1, 1.5, '1'],
      notes: [5],
    }),
  )('A-22: refuses %s and names the field; nothing is recorded', async (_what, name, body) => {
    const { id } = await newVehicle(tenant);
    expectInvalid(on, await on.post(path(id), body, token), name);
    expect((await on.get(path(id), token)).body.pagination.total).toBe(0);
  });

  it('10 at once are 10 records', async () => {
    const { id } = await newVehicle(tenant);
    const answers = await Promise.all(Array.from({ length: 10 }, () => on.post(path(id), DONE, token)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect((await on.get(path(id), token)).body.pagination.total).toBe(10);
  });
});
