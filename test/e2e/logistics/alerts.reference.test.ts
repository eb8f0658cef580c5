import type { Json } from '../../support/client.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { logisticsShapes, newDriver, newVehicle } from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';

/** GET /api/v1/logistics/alerts/: what of the fleet is due within 30 days, or past. */

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const alerts = (query = '') => on.get(`/logistics/alerts?${query}`, token);
const of = async (query = ''): Promise<Json[]> => {
  const answer = await alerts(query);
  expect([query, answer.status, on.total(answer)]).toEqual([query, 200, answer.body.data.length]);
  for (const row of answer.body.data) expectKeys(row, logisticsShapes.alert);
  return answer.body.data;
};
const short = (rows: Json[]) => rows.map(({ kind, name, days_left, overdue }) => [kind, name, days_left, overdue]);

const driverPapers = { license: 'license_expiry', psv: 'psv_expiry', medical: 'medical_checkup_expiry' };
const vehiclePapers = {
  road_tax: 'road_tax_expiry',
  insurance: 'insurance_expiry',
  inspection: 'inspection_expiry',
  inspection_agency: 'inspection_agency_expiry',
};

describe('what is listed', () => {
  it.each(Object.entries(driverPapers))(
    'is the %s of a driver: past, today, in 30 days, and not in 31',
    async (kind, field) => {
      for (const days of [31, 30, 0, -1])
        await newDriver(tenant, { first_name: `Ali ${days}`, last_name: 'Abu', [field]: malaysianDay(days) });
      await newDriver(tenant, { [field]: null });
      expect(short(await of())).toEqual([
        [kind, 'Ali -1 Abu', -1, true],
        [kind, 'Ali 0 Abu', 0, false],
        [kind, 'Ali 30 Abu', 30, false],
      ]);
    },
  );

  it.each(Object.entries(vehiclePapers))(
    'is the %s of a vehicle: past, today, in 30 days, and not in 31',
    async (kind, field) => {
      for (const days of [31, 30, 0, -1])
        await newVehicle(tenant, { registration_number: `WXY ${days}`, [field]: malaysianDay(days) });
      await newVehicle(tenant, { [field]: null });
      expect(short(await of())).toEqual([
        [kind, 'WXY -1', -1, true],
        [kind, 'WXY 0', 0, false],
        [kind, 'WXY 30', 30, false],
      ]);
    },
  );

  it('is a service by its date, and by its mileage: 1,000 km ahead, or driven past', async () => {
    const service = (registration_number: string, next: Json, current_mileage: number | null = null) =>
      newVehicle(tenant, {
        registration_number,
        current_mileage,
        maintenance_schedule: { service_type: 'minyak hitam', ...next },
      });
    await service('A', { next_service_date: malaysianDay(30), next_service_mileage: 10_000 }, 10_001);
    await service('B', { next_service_date: malaysianDay(31), next_service_mileage: 10_000 }, 9_000);
    await service('C', { next_service_date: null, next_service_mileage: 10_000 }, 8_999);
    await service('D', { next_service_date: malaysianDay(-3), next_service_mileage: 10_000 });
    await service('E', {});
    const rows = await of();
    expect(
      rows.map(({ kind, name, days_left, km_left, overdue }) => [kind, name, days_left, km_left, overdue]),
    ).toEqual([
      ['service_date', 'D', -3, null, true],
      ['service_mileage', 'A', null, -1, true],
      ['service_mileage', 'B', null, 1_000, false],
      ['service_date', 'A', 30, null, false],
    ]);
    expect(rows[1]).toMatchObject({
      driver_id: null,
      service_type: 'minyak hitam',
      due_date: null,
      due_mileage: 10_000,
      current_mileage: 10_001,
    });
  });

  it('is nothing of drivers who are inactive, deleted or erased, nor of vehicles that are retired or deleted', async () => {
    const papers = { license_expiry: malaysianDay(-1), medical_checkup_expiry: malaysianDay(3) };
    const gone = [await newDriver(tenant, papers), await newDriver(tenant, papers)] as const;
    await newDriver(tenant, { ...papers, status: 'inactive' });
    expect((await on.send('DELETE', `/logistics/drivers/${gone[0].id}`, { token })).status).toBe(200);
    must(await on.post(`/logistics/drivers/${gone[1].id}/erase`, undefined, token), 200);
    const sold = await newVehicle(tenant, { road_tax_expiry: malaysianDay(-1) });
    await newVehicle(tenant, { road_tax_expiry: malaysianDay(-1), status: 'retired' });
    expect((await on.send('DELETE', `/logistics/vehicles/${sold.id}`, { token })).status).toBe(200);
    expect(await of()).toEqual([]);
    const off = await newDriver(tenant, { license_expiry: malaysianDay(-1), status: 'suspended' });
    const shop = await newVehicle(tenant, { road_tax_expiry: malaysianDay(-2), status: 'maintenance' });
    expect((await of()).map(({ driver_id, vehicle_id }) => driver_id ?? vehicle_id)).toEqual([shop.id, off.id]);
  });

  it('is past exactly where an assignment warns of it (A-295), and goes when it is renewed', async () => {
    const driver = await newDriver(tenant, { license_expiry: malaysianDay(0), psv_expiry: malaysianDay(-1) });
    const vehicle = await newVehicle(tenant, {
      insurance_expiry: malaysianDay(-1),
      inspection_expiry: malaysianDay(0),
    });
    const body = { driver_id: driver.id, vehicle_id: vehicle.id };
    const { warnings } = must(await on.post(`/logistics/drivers/${driver.id}/assign-vehicle`, body, token), 200);
    const past = (await of('overdue=true')).map(({ kind }) => `${kind}_expired`);
    expect(past.sort()).toEqual(warnings.sort());
    must(await on.put(`/logistics/drivers/${driver.id}`, { psv_expiry: malaysianDay(31) }, token), 200);
    expect(short(await of(`driver_id=${driver.id}`))).toEqual([['license', 'Ahmad Faizal', 0, false]]);
  });
});

describe('the list', () => {
  const fill = async (): Promise<{ driver: Json; vehicle: Json }> => ({
    driver: await newDriver(tenant, { license_expiry: malaysianDay(5), psv_expiry: malaysianDay(-40) }),
    vehicle: await newVehicle(tenant, { road_tax_expiry: malaysianDay(-2), insurance_expiry: malaysianDay(5) }),
  });

  it('is narrowed by kind, driver, vehicle and whether it is past; what is unknown finds nothing', async () => {
    const { driver, vehicle } = await fill();
    const kindsOf = async (query: string) => (await of(query)).map(({ kind }) => kind);
    expect(await kindsOf('')).toEqual(['psv', 'road_tax', 'insurance', 'license']);
    expect(await kindsOf('kind=ROAD_TAX')).toEqual(['road_tax']);
    expect(await kindsOf(`driver_id=${driver.id.toUpperCase()}`)).toEqual(['psv', 'license']);
    expect(await kindsOf(`vehicle_id=${vehicle.id}&overdue=false`)).toEqual(['insurance']);
    expect(await kindsOf('overdue=true')).toEqual(['psv', 'road_tax']);
    for (const query of ['driver_id=x', `vehicle_id=${driver.id}`, 'kind=service_mileage'])
      expect(await of(query)).toEqual([]);
    expectInvalid(on, await alerts('kind=halal'), 'kind');
    expectInvalid(on, await alerts('overdue=perhaps'), 'overdue');
  });

  it('has pages as every list (A-26, A-27), and the same rows on them', async () => {
    await fill();
    const pages = await Promise.all([1, 2, 3].map((page) => alerts(`page_size=2&page=${page}`)));
    expect(pages.map((page) => [page.status, on.total(page)])).toEqual([1, 2, 3].map(() => [200, 4]));
    expect(pages.flatMap(({ body }) => body.data)).toEqual(await of());
  });

  it('speaks English and Malay', async () => {
    await newVehicle(tenant, { road_tax_expiry: '2020-01-31' });
    const [en] = await of();
    expect(en.message).toBe('WXY 1234: road tax ended on 31/01/2020');
    const malay = await on.send('GET', '/logistics/alerts', { token, headers: { 'Accept-Language': 'ms' } });
    expect(malay.body.data[0].message).toBe('WXY 1234: cukai jalan telah tamat pada 31/01/2020');
    expect(malay.headers.get('content-language')).toBe('ms');
  });

  it('is a tenant’s own', async () => {
    await fill();
    ({ token } = (await newTenant()).admin);
    expect(await of()).toEqual([]);
  });
});
