import type { Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT, UUID, wrongBodies } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { logisticsShapes, newDriver, newVehicle } from '../../support/logistics.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';

const NAMES = { first_name: 'Ahmad', last_name: 'Faizal' };
const FULL = {
  ...NAMES,
  ic_number: '880512-14-8888',
  date_of_birth: '1988-05-12',
  gender: 'lelaki',
  email: 'Ahmad@Example.com',
  phone_number: '+60 12-345 0188',
  address: { street: '1, Jalan A', city: 'Klang', state: 'Selangor', postal_code: '41000', country: 'Malaysia' },
  license_number: '0123456 aB1cD2eF',
  license_class: 'D, E',
  license_expiry: '2027-05-11',
  license_type: 'CDL',
  psv_license: 'GDL 123456',
  psv_expiry: '2027-01-31',
  experience_years: 8,
  employment_status: 'full_time',
  hourly_rate: 15.5,
  monthly_salary: 2800,
  emergency_contact: { name: 'Siti', relationship: 'isteri', phone_number: '013' },
  medical_checkup_date: '2026-02-01',
  medical_checkup_expiry: '2027-01-31',
  status: 'suspended',
  notes: 'Kerja syif malam',
};

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const create = (body: unknown, by = token) => on.post('/logistics/drivers', body, by);
const read = async (id: string, by = token): Promise<Json> => must(await on.get(`/logistics/drivers/${id}`, by), 200);
const change = (id: string, body: unknown, by = token) => on.put(`/logistics/drivers/${id}`, body, by);
const list = (query: string, by = token) => on.get(`/logistics/drivers?${query}`, by);
const remove = (id: string, by = token) => on.send('DELETE', `/logistics/drivers/${id}`, { token: by });
const lasting = ({ updated_at: _, ...record }: Json): Json => record;

describe('POST /api/v1/logistics/drivers/', () => {
  it('A-298: answers 201 with the record, its id and its vehicles', async () => {
    const driver = must(await create(FULL), 201);
    expectKeys(driver, logisticsShapes.driver);
    expect(driver).toEqual({
      ...FULL,
      id: expect.stringMatching(UUID),
      vehicle_ids: [],
      created_at: expect.stringMatching(INSTANT),
      updated_at: driver.created_at,
    });
    expect(await read(driver.id)).toEqual(driver);
  });

  it('asks for the names alone; what is left out is null, the status active', async () => {
    const driver = must(await create(NAMES), 201);
    for (const name of Object.keys(FULL).filter((field) => !(field in NAMES) && field !== 'status'))
      expect([name, driver[name]]).toEqual([name, null]);
    expect(driver.status).toBe('active');
  });

  it.each(
    wrongBodies(NAMES, ['first_name', 'last_name'], {
      first_name: ['', '  ', 5, 'a'.repeat(201), 'A\u0000b'],
      ic_number: [880512148888, ['880512-14-8888']],
      date_of_birth: ['2025-02-30', 19880512],
      license_class: [5, ['D']],
      license_expiry: ['2027-13-01', '11/05/2027'],
      psv_license: [5, ['GDL'], {}, 'x'.repeat(101), 'GDL\u0000'],
      experience_years: [-1, 1.5, '8', 10 ** 12],
      hourly_rate: [-1, '15.5', 10 ** 15],
      monthly_salary: [-0.01, '2800'],
      address: ['Klang', 5, []],
      emergency_contact: ['Siti'],
      medical_checkup_date: ['2026-02-29'],
      status: ['ACTIVE', 'gone', '', null],
      notes: [5],
    }),
  )('A-22, A-299: refuses %s and names the field', async (_what, name, body) => {
    expectInvalid(on, await create(body), name);
  });

  it('A-299: takes any text for classes and types, and a flag for the PSV licence', async () => {
    const body = { ...NAMES, license_class: 'D, E', license_type: 'apa-apa', gender: 'x', psv_license: true };
    const driver = must(await create(body), 201);
    expect(driver).toMatchObject(body);
    expect(must(await change(driver.id, { psv_license: false }), 200).psv_license).toBe(false);
    expect((await read(driver.id)).psv_license).toBe(false);
  });

  it('A-127: takes any document for the IC number, and A-22: rounds pay to the sen', async () => {
    const driver = must(await create({ ...NAMES, ic_number: 'A1234567', hourly_rate: 15.505 }), 201);
    expect([driver.ic_number, driver.hourly_rate]).toEqual(['A1234567', 15.51]);
  });

  it('A-116: has no fields of consent; A-09: no caller sets what is derived', async () => {
    const sent = {
      pdpa_consent: true,
      vehicle_ids: [UNKNOWN_ID],
      id: UNKNOWN_ID,
      erased_at: '2000-01-01T00:00:00.000Z',
    };
    const driver = must(await create({ ...NAMES, ...sent }), 201);
    expectKeys(driver, logisticsShapes.driver);
    expect([driver.vehicle_ids, driver.id === UNKNOWN_ID]).toEqual([[], false]);
  });
});

describe('PUT /api/v1/logistics/drivers/{driver_id}/', () => {
  it('A-09: takes back what it has shown, and nothing changes', async () => {
    for (const body of [FULL, {}]) {
      const before = await newDriver(tenant, body);
      expect(lasting(must(await change(before.id, before), 200))).toEqual(lasting(before));
    }
  });

  it('A-18: keeps what is not sent, and clears by null', async () => {
    const before = await newDriver(tenant, FULL);
    expect(must(await change(before.id, {}), 200)).toEqual(before);
    for (const [field, value] of Object.entries({ license_number: 'B2', monthly_salary: 3000, status: 'inactive' })) {
      const now = must(await change(before.id, { [field]: value }), 200);
      expect([field, now[field]]).toEqual([field, value]);
    }
    const cleared = must(await change(before.id, { license_number: null, hourly_rate: null, address: null }), 200);
    expect(cleared).toMatchObject({
      license_number: null,
      hourly_rate: null,
      address: null,
      psv_license: 'GDL 123456',
    });
    expectInvalid(on, await change(before.id, { first_name: null }), 'first_name');
    expectInvalid(on, await change(before.id, { status: 'gone' }), 'status');
    expect(lasting(await read(before.id))).toEqual(lasting(cleared));
  });
});

describe('GET /api/v1/logistics/drivers/', () => {
  let own: TestTenant;
  const names: Record<string, string> = {};
  beforeAll(async () => {
    own = await newTenant();
    const drivers: Record<string, Record<string, unknown>> = {
      siti: {
        first_name: 'Siti',
        last_name: 'Nur',
        ic_number: '880512-14-8888',
        email: 'siti@lori.example',
        license_class: 'D, E',
        employment_status: 'Full_Time',
      },
      raju: {
        first_name: 'Raju',
        last_name: '100%',
        ic_number: '770101105433',
        license_class: ' d, e ',
        status: 'inactive',
      },
      mei: { first_name: 'Mei_Ling', last_name: 'Tan', license_class: 'D', employment_status: 'kontrak' },
    };
    for (const [name, body] of Object.entries(drivers)) names[(await newDriver(own, body)).id] = name;
  });

  it.each([
    ['', ['mei', 'raju', 'siti']],
    ['status=active', ['mei', 'siti']],
    ['status=INACTIVE', ['raju']],
    ['license_class=d,%20E', ['raju', 'siti']],
    ['employment_status=%20full_time', ['siti']],
    ['search=siti%20nur', ['siti']],
    ['search=LORI', ['siti']],
    ['search=880512', ['siti']],
    ['search=88051214', ['siti']],
    ['search=880512-14-8888', ['siti']],
    ['search=5433', ['raju']],
    ['search=%25', ['raju']],
    ['search=_', ['mei']],
    ['search=zz', []],
    ['search=n&status=inactive', []],
    ['search=a&status=active&license_class=d', ['mei']],
  ])('A-25, A-173: %s finds %j', async (query, expected) => {
    const answer = await list(`${query}&page_size=100`, own.admin.token);
    expect(answer.status).toBe(200);
    expect(answer.body.data.map(({ id }: Json) => names[id])).toEqual(expected);
    expect(answer.body.pagination.total).toBe(expected.length);
  });

  it('A-158: refuses a status that is none', async () => {
    expectInvalid(on, await list('status=gone', own.admin.token), 'status');
  });

  it('A-26: walks all pages, every row once, with the vehicles of each', async () => {
    const [id = ''] = Object.keys(names);
    const vehicle = await newVehicle(own, { assigned_driver_id: id });
    const seen: Json[] = [];
    for (const page of [1, 2]) seen.push(...(await list(`page=${page}&page_size=2`, own.admin.token)).body.data);
    expect(seen.map((driver) => driver.id).sort()).toEqual(Object.keys(names).sort());
    expect(seen.map((driver) => driver.vehicle_ids.length).sort()).toEqual([0, 0, 1]);
    expect(seen.find((driver) => driver.id === id).vehicle_ids).toEqual([vehicle.id]);
    expectKeys(seen[0], logisticsShapes.driver);
  });
});

describe('A-373: pay and papers', () => {
  it('are for administrators and managers: others see no pay, and of the numbers the last four characters', async () => {
    const driver = await newDriver(tenant, FULL);
    for (const role of ['ADMIN', 'MANAGER'] as const) expect(await read(driver.id, people[role].token)).toEqual(driver);
    const masked = {
      ...driver,
      ic_number: '**********8888',
      license_number: '************D2eF',
      psv_license: '******3456',
      hourly_rate: null,
      monthly_salary: null,
    };
    for (const role of ['STAFF', 'VIEWER'] as const) {
      expect(await read(driver.id, people[role].token)).toEqual(masked);
      const { body } = await list('search=faizal&page_size=100', people[role].token);
      expect(body.data.find(({ id }: Json) => id === driver.id)).toEqual(masked);
    }
  });

  it('A-396: find nothing by the number of a driver for roles that see it masked', async () => {
    const driver = await newDriver(tenant, { ...FULL, ic_number: '770711-08-4242' });
    for (const text of ['770711', '770711-08-4242', '4242'])
      for (const role of ['ADMIN', 'MANAGER', 'STAFF', 'VIEWER'] as const) {
        const { body } = await list(`search=${text}&page_size=100`, people[role].token);
        const found = body.data.some(({ id }: Json) => id === driver.id);
        expect([role, text, found]).toEqual([role, text, role === 'ADMIN' || role === 'MANAGER']);
      }
  });

  it('stay as they are where staff send back what they were shown', async () => {
    const { id } = await newDriver(tenant, FULL);
    const { STAFF, MANAGER } = people;
    const shown = await read(id, STAFF.token);
    must(await change(id, { ...shown, notes: 'Cuti' }, STAFF.token), 200);
    const { ic_number, license_number, psv_license, hourly_rate, monthly_salary } = FULL;
    const papers = { ic_number, license_number, psv_license };
    expect(await read(id)).toMatchObject({ ...papers, hourly_rate, monthly_salary, notes: 'Cuti' });
    expectInvalid(on, await change(id, { ic_number: '**********9999' }, STAFF.token), 'ic_number');
    expectInvalid(on, await change(id, { license_number: '****D2eF' }, STAFF.token), 'license_number');
    for (const pay of [{ hourly_rate: 99 }, { monthly_salary: 9_900 }])
      expectRefusal(on, await change(id, pay, STAFF.token), 403);
    must(await change(id, { license_number: 'NEW 1234567' }, STAFF.token), 200);
    must(await change(id, { hourly_rate: 16 }, MANAGER.token), 200);
    expect(await read(id)).toMatchObject({ ...papers, license_number: 'NEW 1234567', hourly_rate: 16, monthly_salary });
  });

  it('and a driver are deleted by administrators and managers alone', async () => {
    const { id } = await newDriver(tenant, FULL);
    expectRefusal(on, await remove(id, people.STAFF.token), 403);
    must(await remove(id, people.MANAGER.token), 200);
  });

  it('A-298: show nothing of a short number, and a flag as it is', async () => {
    const { id } = await newDriver(tenant, { ic_number: 'A123456', license_number: '', psv_license: true });
    expect(await read(id, people.VIEWER.token)).toMatchObject({
      ic_number: '*******',
      license_number: '',
      psv_license: true,
    });
  });

  it('A-298: have a tag for each view, so that neither is taken for the other', async () => {
    const { id } = await newDriver(tenant, FULL);
    const tagFor = async (by: string) => (await on.get(`/logistics/drivers/${id}`, by)).headers.get('etag') ?? '';
    const [whole, part] = [await tagFor(token), await tagFor(people.VIEWER.token)];
    expect(whole).not.toBe(part);
    const again = (by: string, tag: string) =>
      on.send('GET', `/logistics/drivers/${id}`, { token: by, headers: { 'if-none-match': tag } });
    expect((await again(people.VIEWER.token, whole)).status).toBe(200);
    expect((await again(people.VIEWER.token, part)).status).toBe(304);
    expect((await again(token, part)).status).toBe(200);
  });

  it('A-53: are changed by no user who may only read', async () => {
    const { id } = await newDriver(tenant);
    expectRefusal(on, await create(NAMES, people.VIEWER.token), 403);
    expectRefusal(on, await change(id, {}, people.VIEWER.token), 403);
    expectRefusal(on, await remove(id, people.VIEWER.token), 403);
  });
});

describe('A-297: DELETE /api/v1/logistics/drivers/{driver_id}/', () => {
  it('takes all vehicles of the driver back, and is there no more', async () => {
    const driver = await newDriver(tenant);
    const vehicles = [
      await newVehicle(tenant, { assigned_driver_id: driver.id }),
      await newVehicle(tenant, { assigned_driver_id: driver.id }),
    ];
    expect((await read(driver.id)).vehicle_ids).toEqual(vehicles.map(({ id }) => id));
    expect(must(await remove(driver.id), 200)).toEqual({ id: driver.id, deleted: true });
    for (const { id } of vehicles)
      expect(must(await on.get(`/logistics/vehicles/${id}`, token), 200).assigned_driver_id).toBeNull();
    expectRefusal(on, await remove(driver.id), 404);
    expectRefusal(on, await change(driver.id, {}), 404);
    expect((await list('page_size=100')).body.data.map(({ id }: Json) => id)).not.toContain(driver.id);
  });

  it('A-294: a new reference to a deleted driver is refused, and names the field', async () => {
    const driver = await newDriver(tenant);
    const vehicle = await newVehicle(tenant);
    must(await remove(driver.id), 200);
    const to = { assigned_driver_id: driver.id };
    expectInvalid(on, await on.put(`/logistics/vehicles/${vehicle.id}`, to, token), 'assigned_driver_id');
    expectInvalid(
      on,
      await on.post('/logistics/vehicles', { registration_number: 'W 1', ...to }, token),
      'assigned_driver_id',
    );
  });

  it('takes a vehicle back from a driver who is deleted while it is given: neither is forgotten, nothing waits for ever', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [driver, vehicle] = [await newDriver(tenant), await newVehicle(tenant)];
      const to = { assigned_driver_id: driver.id };
      const answers = await Promise.all([
        on.post(`/logistics/drivers/${driver.id}/assign-vehicle`, { vehicle_id: vehicle.id }, token),
        remove(driver.id),
        on.put(`/logistics/vehicles/${vehicle.id}`, to, token),
      ]);
      expect(answers[1].status).toBe(200);
      for (const { status } of answers) expect([200, 400, 404]).toContain(status);
      const left = must(await on.get(`/logistics/vehicles/${vehicle.id}`, token), 200);
      expect(left.assigned_driver_id).toBeNull();
    }
  });
});
