import { beautyShapes, newStaffMember } from '../../support/beauty.js';
import { call, type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  UUID,
  wrongBodies,
} from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const NAMES = { first_name: 'Mei', last_name: 'Ling' };
const CERTIFICATE = {
  name: 'Diploma',
  issuing_body: 'CIDESCO',
  certificate_number: 'CD-1',
  issue_date: '2001-05-01',
  expiry_date: '2004-02-29',
};
const FULL = {
  ...NAMES,
  email: 'mei@salun.example',
  phone_number: '012',
  ic_number: '900101-14-5678',
  date_of_birth: '1990-01-01',
  gender: 'female',
  address: { street: null, city: 'Ipoh', state: null, postal_code: null, country: 'Malaysia' },
  position: 'Stylist',
  specializations: ['Facial', ' Hair '],
  certifications: [CERTIFICATE],
  experience_years: 6,
  hourly_rate: 25.5,
  commission_rate: 12.5,
  employment_status: 'Full time',
  working_hours: { monday: ['10:00-14:00', '13:00-19:00'], friday: ['22:00-02:00'], sunday: [], public_holiday: [] },
  skills: ['balayage'],
  languages: ['Melayu', '中文'],
  emergency_contact: { name: 'Ali', relationship: 'suami', phone_number: '013' },
  status: 'on leave',
  notes: 'Mula jam 10',
  pdpa_consent: true,
};

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const create = (body: unknown, by = token) => on.post('/beauty/staff', body, by);
const read = async (id: string, by = token): Promise<Json> => must(await on.get(`/beauty/staff/${id}`, by), 200);
const change = (id: string, body: unknown, by = token) => on.put(`/beauty/staff/${id}`, body, by);
const changed = async (id: string, body: unknown): Promise<Json> => must(await change(id, body), 200);
const remove = (id: string) => on.send('DELETE', `/beauty/staff/${id}`, { token });
const list = (query: string, by = token) => on.get(`/beauty/staff?${query}`, by);
const lasting = ({ updated_at: _, ...record }: Json): Json => record;

describe('POST /api/v1/beauty/staff/', () => {
  it('A-27, A-116: answers 201 with the record, its id and the date of consent', async () => {
    const member = must(await create(FULL), 201);
    expectKeys(member, beautyShapes.staffMember);
    expect(member).toEqual({
      ...FULL,
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      pdpa_consent_stated: true,
      pdpa_consent_date: member.created_at,
      created_at: expect.stringMatching(INSTANT),
      updated_at: member.created_at,
    });
    expect(await read(member.id)).toEqual(member);
  });

  it('A-20, A-253: asks for the names alone; the status is active, the rest null or empty', async () => {
    const empty: Json = {
      specializations: [],
      certifications: [],
      working_hours: {},
      skills: [],
      languages: [],
      status: 'active',
      pdpa_consent: false,
    };
    const member = must(await create(NAMES), 201);
    for (const name of Object.keys(FULL).filter((field) => !(field in NAMES)))
      expect([name, member[name]]).toEqual([name, empty[name] ?? null]);
  });

  it.each(
    wrongBodies(NAMES, ['first_name', 'last_name'], {
      first_name: ['', 5],
      date_of_birth: ['1990-02-30'],
      ic_number: [5],
      position: [5],
      specializations: ['Hair', [5]],
      certifications: ['x', {}, [5], ['x']],
      experience_years: [-1, 1.5, '6', 2 ** 31],
      hourly_rate: [-0.01, '25', 1e12],
      commission_rate: [-1, 100.01, '10'],
      employment_status: [true],
      working_hours: ['9-5', 5, [], true],
      skills: [5],
      languages: [[5]],
      status: ['', 5, null],
      notes: [{}],
      pdpa_consent: [null, 'yes'],
    }),
  )('A-22, A-253: refuses %s and names the field', async (_what, name, body) => {
    expectInvalid(on, await create(body), name);
  });

  it.each([
    ['certifications', [CERTIFICATE, { name: 5 }], 'certifications.1.name'],
    ['certifications', [{ expiry_date: '2025-02-30' }], 'certifications.0.expiry_date'],
    ['emergency_contact', { phone_number: 12 }, 'emergency_contact.phone_number'],
    ['working_hours', { monday: ['9-5'] }, 'working_hours.monday'],
    ['working_hours', { monday: ['09:00-13:00', '24:00-25:00'] }, 'working_hours.monday'],
    ['working_hours', { Monday: ['09:00-17:60'] }, 'working_hours.Monday'],
    ['working_hours', { tuesday: '09:00-17:00' }, 'working_hours.tuesday'],
    ['working_hours', { SUNDAY: {} }, 'working_hours.SUNDAY'],
    ['working_hours', { friday: [9] }, 'working_hours.friday'],
  ])('A-252: refuses %s %j, names the key and writes nothing', async (name, value, field) => {
    const own = await newTenant();
    expectInvalid(on, await create({ ...NAMES, [name]: value }, own.admin.token), field);
    expect((await list('', own.admin.token)).body.pagination.total).toBe(0);
    const before = await newStaffMember(tenant, FULL);
    expectInvalid(on, await change(before.id, { notes: 'x', [name]: value }), field);
    expect(await read(before.id)).toEqual(before);
  });

  it.each([
    { friday: ['22:00-02:00'], public_holiday: [] },
    { monday: ['00:00-24:00'], tuesday: ['09:00-13:00', '12:00-17:00'], thursday: null },
    { MONDAY: ['09:00-10:00'], monday: ['11:00-12:00'] },
    { ramadan: '9-5', 'cuti umum': { a: 1 } },
    {},
  ])('A-252: keeps working hours %j as they were sent', async (working_hours) => {
    const { id } = await newStaffMember(tenant, { working_hours });
    expect((await read(id)).working_hours).toEqual(working_hours);
  });

  it('A-253: rates are kept to the sen and to four decimals, certificates may be past', async () => {
    const body = { ...NAMES, hourly_rate: 25.005, commission_rate: 33.33335, certifications: [CERTIFICATE] };
    const member = must(await create(body), 201);
    expect(member).toMatchObject({ hourly_rate: 25.01, commission_rate: 33.3334, certifications: [CERTIFICATE] });
    expect(await read(member.id)).toEqual(member);
  });
});

describe('GET /api/v1/beauty/staff/', () => {
  let by: string;
  const names: Record<string, string> = {};
  beforeAll(async () => {
    const own = await newTenant();
    by = own.admin.token;
    const members: Record<string, Record<string, unknown>> = {
      mei: { position: 'Stylist', specializations: ['Facial', 'Hair'], employment_status: 'Full Time' },
      ali: { position: ' stylist', specializations: [' HAIR '], status: 'Left' },
      siti: { position: 'therapist', specializations: ['hair removal', '100%'], employment_status: 'part time' },
    };
    for (const [name, body] of Object.entries(members)) names[(await newStaffMember(own, body)).id] = name;
  });
  const found = async (query: string): Promise<(string | undefined)[]> => {
    const answer = await list(`${query}&page_size=100`, by);
    expect([query, answer.status]).toEqual([query, 200]);
    expect(answer.body.pagination.total).toBe(answer.body.data.length);
    return answer.body.data.map(({ id }: Json) => names[id]);
  };

  it.each([
    ['', ['siti', 'ali', 'mei']],
    ['specialization=hair', ['ali', 'mei']],
    ['specialization=%20FACIAL ', ['mei']],
    ['specialization=nail', []],
    ['specialization=%25', []],
    ['specialization=100%25', ['siti']],
    ['specialization=hair&position=STYLIST', ['ali', 'mei']],
    ['specialization=hair&status=active', ['mei']],
    ['position=styl', []],
    ['status=active', ['siti', 'mei']],
    ['status=LEFT', ['ali']],
    ['employment_status=full time', ['mei']],
    ['employment_status=part time&specialization=hair removal', ['siti']],
  ])('A-115, A-173: narrows to %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('A-115: finds by what a member has become', async () => {
    const { id } = await newStaffMember(tenant, { specializations: ['Spa', 'spa'] });
    const total = async (query: string) => (await list(query)).body.pagination.total;
    expect(await total('specialization=SPA')).toBe(1);
    await changed(id, { specializations: ['Kuku'] });
    expect([await total('specialization=spa'), await total('specialization=kuku')]).toEqual([0, 1]);
    await changed(id, { specializations: null });
    expect(await total('specialization=kuku')).toBe(0);
  });

  it('A-52: knows no other tenant’s staff', async () => {
    const other = (await newTenant()).admin.token;
    for (const query of ['', 'specialization=hair', 'status=active'])
      expect((await list(query, other)).body.pagination.total).toBe(0);
  });
});

describe('PUT /api/v1/beauty/staff/{staff_id}/', () => {
  it('A-09: takes back what it has shown, and nothing changes', async () => {
    for (const body of [FULL, {}]) {
      const before = await newStaffMember(tenant, body);
      expect(lasting(await changed(before.id, before))).toEqual(lasting(before));
      expect(lasting(await read(before.id))).toEqual(lasting(before));
    }
  });

  it('A-18: keeps what is not sent, clears by null, and refuses null for what a member must have', async () => {
    const before = await newStaffMember(tenant, FULL);
    expect(await changed(before.id, {})).toEqual(before);
    expect(lasting(await changed(before.id, { position: 'Manager' }))).toEqual({
      ...lasting(before),
      position: 'Manager',
    });
    const stays = ['first_name', 'last_name', 'status', 'pdpa_consent'];
    const cleared = Object.keys(FULL).filter((name) => !stays.includes(name));
    const after = await changed(before.id, Object.fromEntries(cleared.map((name) => [name, null])));
    for (const name of cleared) {
      const empty = name === 'working_hours' ? {} : Array.isArray((FULL as Json)[name]) ? [] : null;
      expect([name, after[name]]).toEqual([name, empty]);
    }
    for (const name of stays) expectInvalid(on, await change(before.id, { [name]: null }), name);
  });

  it('A-116: dates consent when it is given, and forgets it', async () => {
    const { id, pdpa_consent_date } = await newStaffMember(tenant, { pdpa_consent_date: '2000-01-01T00:00:00.000Z' });
    expect(pdpa_consent_date).toBeNull();
    const given = await changed(id, { pdpa_consent: true });
    expect(given.pdpa_consent_date).toBe(given.updated_at);
    expect((await changed(id, { pdpa_consent: false })).pdpa_consent_date).toBeNull();
  });
});

it('A-03, A-254: a member who is deleted is gone', async () => {
  const { id } = await newStaffMember(tenant, { specializations: ['Henna'] });
  const answer = await remove(id);
  expect([answer.status, answer.body]).toEqual([200, { success: true, data: { id, deleted: true } }]);
  for (const gone of [await on.get(`/beauty/staff/${id}`, token), await change(id, { gender: 'x' }), await remove(id)])
    expectRefusal(on, gone, 404);
  expect((await list('specialization=henna')).body.pagination.total).toBe(0);
});

it('A-51: a member of another tenant, and an unknown one, is not found and not changed', async () => {
  const other = await newTenant();
  const theirs = await newStaffMember(other, FULL);
  const unknown = await on.get(`/beauty/staff/${UNKNOWN_ID}`, token);
  for (const id of [theirs.id, UNKNOWN_ID, 'abc', '1'])
    for (const answer of [
      await on.get(`/beauty/staff/${id}`, token),
      await change(id, { gender: 'mine' }),
      await change(id, { commission_rate: 900 }),
      await remove(id),
    ]) {
      expectRefusal(on, answer, 404);
      expectSameRefusal(unknown, answer);
    }
  expect(await read(theirs.id, other.admin.token)).toEqual(theirs);
});

it('A-255: no answer about staff is kept by anybody on the way; without a token there is none', async () => {
  const { id } = await newStaffMember(tenant);
  for (const answer of [await list(''), await on.get(`/beauty/staff/${id}`, token), await create({})])
    expect(answer.headers.get('cache-control')).toBe('no-store');
  for (const [method, path] of [
    ['GET', '/'],
    ['POST', '/'],
    ['GET', `/${UNKNOWN_ID}/`],
    ['PUT', `/${UNKNOWN_ID}/`],
    ['DELETE', `/${UNKNOWN_ID}/`],
    ['GET', `/${UNKNOWN_ID}/export/`],
    ['POST', `/${UNKNOWN_ID}/erase/`],
  ] as const)
    expectRefusal(on, await call(method, `/api/v1/beauty/staff${path}`), 401);
});
