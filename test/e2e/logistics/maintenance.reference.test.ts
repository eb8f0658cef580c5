import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectKeys, expectRefusal, INSTANT, UUID } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { logisticsShapes, newVehicle } from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const put = async (id: string, body: Json): Promise<Json> =>
  must(await on.put(`/logistics/vehicles/${id}`, body, token), 200);
const history = (id: string, query = '') => on.get(`/logistics/vehicles/${id}/maintenance-history${query}`, token);
const entries = async (id: string): Promise<Json[]> => must(await history(id), 200);

describe('A-147, A-303: GET /api/v1/logistics/vehicles/{vehicle_id}/maintenance-history/', () => {
  it('is empty for a new vehicle, for any fields it was created with', async () => {
    const { id } = await newVehicle(tenant, {
      status: 'maintenance',
      maintenance_schedule: { service_type: 'servis' },
    });
    expect(await entries(id)).toEqual([]);
  });

  it('active → maintenance → active: two entries, the newest first; the GET body back: still two', async () => {
    const { id } = await newVehicle(tenant, { current_mileage: 1200 });
    await put(id, { status: 'maintenance' });
    await put(id, { status: 'active' });
    await put(id, must(await on.get(`/logistics/vehicles/${id}`, token), 200));
    const found = await entries(id);
    for (const entry of found) expectKeys(entry, logisticsShapes.maintenanceEntry);
    expect(found.map(({ from, to }) => [from, to])).toEqual([
      ['maintenance', 'active'],
      ['active', 'maintenance'],
    ]);
    expect(found[0]).toEqual({
      id: expect.stringMatching(UUID),
      kind: 'status',
      recorded_at: expect.stringMatching(INSTANT),
      date: new Date(Date.parse(found[0].recorded_at) + 8 * 3_600_000).toISOString().slice(0, 10),
      mileage: 1200,
      from: 'maintenance',
      to: 'active',
      service_type: null,
      cost: null,
      notes: null,
      recorded_by: tenant.admin.id,
    });
  });

  it('tells of a schedule that was changed, in one entry in addition to that of a status', async () => {
    const schedule = { next_service_date: '2026-06-01', next_service_mileage: 55_000, service_type: 'servis besar' };
    const { id } = await newVehicle(tenant);
    await put(id, { maintenance_schedule: schedule });
    await put(id, { maintenance_schedule: { ...schedule } });
    await put(id, { maintenance_schedule: null, status: 'retired' });
    expect((await entries(id)).map(({ kind, from, to, service_type }) => ({ kind, from, to, service_type }))).toEqual([
      { kind: 'schedule', from: schedule, to: null, service_type: null },
      { kind: 'status', from: 'active', to: 'retired', service_type: null },
      { kind: 'schedule', from: null, to: schedule, service_type: 'servis besar' },
    ]);
  });

  it('A-159: is paged', async () => {
    const { id } = await newVehicle(tenant);
    for (const status of ['maintenance', 'active', 'retired']) await put(id, { status });
    const { body } = await history(id, '?page=2&page_size=2');
    expect(body.pagination).toEqual({ page: 2, page_size: 2, total: 3, pages: 2 });
    expect(body.data.map(({ to }: Json) => to)).toEqual(['maintenance']);
  });

  it('20 changes at once: as many entries as there were changes, each from what the one before led to', async () => {
    const { id } = await newVehicle(tenant);
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => put(id, { status: ['maintenance', 'active', 'retired'][i % 3] })),
    );
    const found = (await entries(id)).reverse();
    expect(found.length).toBeGreaterThan(0);
    found.forEach(({ from, to }, i) => {
      expect(from).toBe(i === 0 ? 'active' : found[i - 1]?.to);
      expect(to).not.toBe(from);
    });
    expect(must(await on.get(`/logistics/vehicles/${id}`, token), 200).status).toBe(found.at(-1)?.to);
  });

  it('knows nothing of another tenant', async () => {
    const { id } = await newVehicle(tenant);
    const other = await newTenant();
    expectRefusal(on, await on.get(`/logistics/vehicles/${id}/maintenance-history`, other.admin.token), 404);
  });
});
