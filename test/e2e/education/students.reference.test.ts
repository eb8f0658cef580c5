import { call, type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  shapes,
  UUID,
  wrongBodies,
} from '../../support/core-shapes.js';
import { educationShapes, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const NAMES = { first_name: 'Aisyah', last_name: 'Rahman' };
const ADDRESS = { street: '1, Jalan A', city: 'Ipoh', state: 'Perak', postal_code: '30000', country: 'Singapura' };
const FULL = {
  ...NAMES,
  ic_number: '100215-10-1236',
  date_of_birth: '2010-02-15',
  gender: 'Female',
  email: 'Aisyah@Example.com',
  phone_number: '+60 12-345 0101',
  address: ADDRESS,
  parent_guardian: {
    name: 'Rahman bin Ali',
    relationship: 'bapa',
    phone_number: '012',
    email: 'rahman@example.com',
    occupation: 'guru',
  },
  emergency_contact: { name: 'Siti', relationship: 'ibu', phone_number: '013' },
  previous_school: 'SK Taman Melati',
  previous_grade: 'Form 3',
  admission_date: '2026-01-12',
  current_grade: 'Tingkatan 4 Sains',
  stream: 'academic',
  subjects: ['Sejarah', 'Matematik'],
  special_needs: ['disleksia'],
  medical_conditions: ['asma'],
  allergies: ['kacang'],
  blood_type: 'O+',
  religion: 'Islam',
  nationality: 'Malaysian',
  scholarship_info: { has_scholarship: true, scholarship_name: null, scholarship_percentage: 50, donor: { x: [1] } },
  pdpa_consent: true,
};

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const create = (body: unknown, by = token) => on.post('/education/students', body, by);
const read = async (id: string, by = token): Promise<Json> => must(await on.get(`/education/students/${id}`, by), 200);
const change = (id: string, body: unknown, by = token) => on.put(`/education/students/${id}`, body, by);
const changed = async (id: string, body: unknown): Promise<Json> => must(await change(id, body), 200);
const remove = (id: string, by?: string) => on.send('DELETE', `/education/students/${id}`, { token: by });
const list = (query: string, by = token) => on.get(`/education/students?${query}`, by);
const lasting = ({ updated_at: _, ...record }: Json): Json => record;

describe('POST /api/v1/education/students/', () => {
  it('A-201: answers 201 with the record, its id, the date of consent and what is derived', async () => {
    const student = must(await create(FULL), 201);
    expectKeys(student, educationShapes.student);
    expectKeys(student.address, shapes.address);
    expectKeys(student.parent_guardian, educationShapes.guardian);
    expectKeys(student.ic_verification, educationShapes.icVerification);
    expect(student).toEqual({
      ...FULL,
      id: expect.stringMatching(UUID),
      household_id: null,
      ic_verification: expect.anything(),
      religious_education: 'islamic_education',
      pdpa_consent_stated: true,
      message_preferences: null,
      pdpa_consent_date: student.created_at,
      created_at: expect.stringMatching(INSTANT),
      updated_at: student.created_at,
    });
    expect(await read(student.id)).toEqual(student);
  });

  it('A-201: asks for the names alone; what is left out is null, an empty list or false', async () => {
    const student = must(await create(NAMES), 201);
    expectKeys(student, educationShapes.student);
    const empty: Json = { subjects: [], special_needs: [], medical_conditions: [], allergies: [], pdpa_consent: false };
    for (const name of Object.keys(FULL).filter((field) => !(field in NAMES)))
      expect([name, student[name]]).toEqual([name, empty[name] ?? null]);
    expect([student.ic_verification, student.religious_education, student.pdpa_consent_date]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('A-20: takes null for every field that may be left out', async () => {
    const { pdpa_consent: _, ...nulls } = Object.fromEntries(Object.keys(FULL).map((name) => [name, null])) as Json;
    const student = must(await create({ ...nulls, ...NAMES }), 201);
    expect([student.subjects, student.allergies, student.religion, student.scholarship_info]).toEqual([
      [],
      [],
      null,
      null,
    ]);
  });

  it.each(
    wrongBodies(NAMES, ['first_name', 'last_name'], {
      first_name: ['a'.repeat(201), '', '  ', 5, 'A\u0000b', ['A']],
      ic_number: [100215101236, ['100215-10-1236'], {}],
      date_of_birth: ['2025-02-30', '15/02/2010', 20100215, '2010-02-15T00:00:00Z', ''],
      gender: [1, 'a'.repeat(51)],
      email: [1, 'a'.repeat(501)],
      phone_number: [60123450101],
      address: ['Ipoh', 5, []],
      parent_guardian: ['Rahman', 5, []],
      emergency_contact: ['Siti'],
      previous_school: [5],
      previous_grade: [3],
      admission_date: ['2026-13-01'],
      current_grade: [4, true],
      stream: ['arts', 'Academic', '', 1],
      subjects: ['Sejarah', [5], {}],
      special_needs: ['x', [null]],
      medical_conditions: [5],
      allergies: ['kacang', [['kacang']]],
      blood_type: [5],
      religion: [5, ['Islam']],
      nationality: [false],
      scholarship_info: ['yes', true, []],
      pdpa_consent: ['true', 1, null],
    }),
  )('A-22: refuses %s and names the field', async (_what, name, body) => {
    expectInvalid(on, await create(body), name);
  });

  it.each([
    ['parent_guardian', { name: 5 }, 'parent_guardian.name'],
    ['parent_guardian', { occupation: ['guru'] }, 'parent_guardian.occupation'],
    ['emergency_contact', { phone_number: 12 }, 'emergency_contact.phone_number'],
    ['address', { city: 1 }, 'address.city'],
    ['scholarship_info', { has_scholarship: 'yes' }, 'scholarship_info.has_scholarship'],
    ['scholarship_info', { scholarship_name: 1 }, 'scholarship_info.scholarship_name'],
    ['scholarship_info', { scholarship_percentage: '50' }, 'scholarship_info.scholarship_percentage'],
    ['scholarship_info', { scholarship_percentage: 101 }, 'scholarship_info.scholarship_percentage'],
    ['scholarship_info', { scholarship_percentage: -1 }, 'scholarship_info.scholarship_percentage'],
  ])('A-181, A-206: refuses %s %j and names the key', async (name, value, field) => {
    const own = await newTenant();
    expectInvalid(on, await create({ ...NAMES, [name]: value }, own.admin.token), field);
    expect((await list('', own.admin.token)).body.pagination.total).toBe(0);
  });

  it('A-181: keeps of a scholarship what was sent, and of a guardian what a guardian has', async () => {
    const scholarship_info = { scholarship_percentage: null, sponsor: 'Yayasan', years: [2026] };
    const student = must(await create({ ...NAMES, scholarship_info, parent_guardian: { name: 'A', x: 1 } }), 201);
    expect(student.scholarship_info).toEqual(scholarship_info);
    expect(student.parent_guardian).toEqual({
      name: 'A',
      relationship: null,
      phone_number: null,
      email: null,
      occupation: null,
    });
  });

  it.each(['Form 4', '4', 'Tingkatan 4', 'Kelas malam'])('A-118: takes the level %j as it is', async (text) => {
    const student = must(await create({ ...NAMES, current_grade: text, previous_grade: text }), 201);
    expect([student.current_grade, student.previous_grade]).toEqual([text, text]);
  });

  it.each([
    ['Islam', 'islamic_education'],
    [' ISLAM ', 'islamic_education'],
    ['muslim', 'islamic_education'],
    ['Islamic', 'islamic_education'],
    ['Buddha', 'moral_education'],
    ['Islamik', 'moral_education'],
    [' ', null],
    [null, null],
  ])('A-119, A-203: to religion %j belongs %j; subjects stay as they were sent', async (religion, taught) => {
    for (const subjects of [['Math'], ['Pendidikan Moral'], ['Pendidikan Islam']]) {
      const body = { ...NAMES, religion, subjects, religious_education: 'sent' };
      const student = must(await create(body), 201);
      expect([student.religion, student.religious_education, student.subjects]).toEqual([religion, taught, subjects]);
    }
  });

  it('A-09: lets no body say whose a student is, what is derived, or when the student was made', async () => {
    const other = await newTenant();
    const sent: Json = {
      tenant_id: other.id,
      id: UNKNOWN_ID,
      has_scholarship: true,
      erased_at: '2000-01-01T00:00:00.000Z',
      created_at: '2000-01-01T00:00:00.000Z',
      ic_verification: { format: true },
    };
    const student = must(await create({ ...NAMES, ...sent }), 201);
    expect((await list('')).body.data.map(({ id }: Json) => id)).toContain(student.id);
    for (const name of ['id', 'created_at', 'ic_verification']) expect(student[name]).not.toEqual(sent[name]);
    expect((await list('', other.admin.token)).body.pagination.total).toBe(0);
  });
});

describe('PUT /api/v1/education/students/{student_id}/', () => {
  it('A-201, A-09: takes back what it has shown, and nothing changes', async () => {
    for (const body of [FULL, {}]) {
      const before = await newStudent(tenant, body);
      expect(lasting(await changed(before.id, before))).toEqual(lasting(before));
      expect(lasting(await read(before.id))).toEqual(lasting(before));
    }
  });

  it('A-18: keeps what is not sent: one field of many, or none', async () => {
    const before = await newStudent(tenant, FULL);
    expect(await changed(before.id, {})).toEqual(before);
    const one: Record<string, unknown>[] = [
      { first_name: 'Aminah' },
      { email: 'lain' },
      { previous_school: '' },
      { allergies: ['udang'] },
      { medical_conditions: [] },
      { blood_type: 'A' },
      { religion: 'Islamic' },
      { stream: 'technical' },
      { subjects: [] },
      { admission_date: '2020-02-29' },
      { scholarship_info: { scholarship_percentage: 12.5 } },
      { parent_guardian: { name: 'B', relationship: null, phone_number: null, email: null, occupation: null } },
      { address: { ...ADDRESS, city: 'Taiping' } },
    ];
    let expected = lasting(before);
    for (const sent of one) {
      expected = { ...expected, ...sent };
      expect(lasting(await changed(before.id, sent))).toEqual(expected);
      expect(lasting(await read(before.id))).toEqual(expected);
    }
  });

  it('A-18: clears an optional field by null, and refuses null for what a student must have', async () => {
    const { id } = await newStudent(tenant, FULL);
    const cleared = Object.keys(FULL).filter((name) => !['first_name', 'last_name', 'pdpa_consent'].includes(name));
    const after = await changed(id, Object.fromEntries(cleared.map((name) => [name, null])));
    for (const name of cleared)
      expect([name, after[name]]).toEqual([name, Array.isArray((FULL as Json)[name]) ? [] : null]);
    for (const name of ['first_name', 'last_name', 'pdpa_consent'])
      expectInvalid(on, await change(id, { [name]: null }), name);
  });

  it('changes nothing where one field of many is wrong', async () => {
    const before = await newStudent(tenant, FULL);
    expectInvalid(on, await change(before.id, { first_name: 'X', stream: 'arts' }), 'stream');
    expectInvalid(on, await change(before.id, { first_name: 'X', ic_number: '100230-10-1236' }), 'ic_number');
    expect(await read(before.id)).toEqual(before);
  });

  it('A-116: dates consent when it is given, keeps the date while it lasts, and forgets it', async () => {
    const { id, created_at, pdpa_consent_date } = await newStudent(tenant, {
      pdpa_consent: true,
      pdpa_consent_date: '2000-01-01T00:00:00.000Z',
    });
    expect(pdpa_consent_date).toBe(created_at);
    expect((await changed(id, { pdpa_consent: true, gender: 'x' })).pdpa_consent_date).toBe(created_at);
    expect((await changed(id, { pdpa_consent: false })).pdpa_consent_date).toBeNull();
    const again = await changed(id, { pdpa_consent: true });
    expect(again.pdpa_consent_date).toBe(again.updated_at);
  });

  it('refuses a change of another version than the one that was seen', async () => {
    const { id } = await newStudent(tenant);
    const seen = (await on.get(`/education/students/${id}`, token)).headers.get('etag') ?? '';
    const put = (body: unknown) =>
      on.send('PUT', `/education/students/${id}`, { token, body, headers: { 'if-match': seen } });
    expect((await put({ gender: 'first' })).status).toBe(200);
    expectRefusal(on, await put({ gender: 'second' }), 412);
    expect((await read(id)).gender).toBe('first');
  });

  it('A-30: loses no change of several at the same time', async () => {
    const { id } = await newStudent(tenant);
    const bodies = [{ gender: 'x' }, { email: 'x' }, { religion: 'x' }, { allergies: ['x'] }, { blood_type: 'x' }];
    const answers = await Promise.all(bodies.map((body) => change(id, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await read(id)).toMatchObject({ gender: 'x', email: 'x', religion: 'x', allergies: ['x'], blood_type: 'x' });
  });
});

describe('DELETE /api/v1/education/students/{student_id}/', () => {
  it('A-03: answers that the student is gone, and the student is', async () => {
    const { id } = await newStudent(tenant, { ic_number: '070707-07-7771' });
    const answer = await remove(id, token);
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: { id, deleted: true } }]);
    for (const gone of [
      await on.get(`/education/students/${id}`, token),
      await change(id, { gender: 'x' }),
      await remove(id, token),
    ])
      expectRefusal(on, gone, 404);
    expect((await list('search=070707-07-7771')).body.pagination.total).toBe(0);
  });
});

describe('a student of another tenant, and an unknown one', () => {
  it('A-51: is not found, by any operation, and not changed', async () => {
    const other = await newTenant();
    const theirs = await newStudent(other, FULL);
    const unknown = await on.get(`/education/students/${UNKNOWN_ID}`, token);
    for (const id of [theirs.id, UNKNOWN_ID, 'abc', '1'])
      for (const answer of [
        await on.get(`/education/students/${id}`, token),
        await change(id, { gender: 'mine' }),
        await change(id, { gender: 5 }),
        await remove(id, token),
      ]) {
        expectRefusal(on, answer, 404);
        expectSameRefusal(unknown, answer);
      }
    expect(await read(theirs.id, other.admin.token)).toEqual(theirs);
  });
});

it('A-60: students are refused where education is disabled, and back when it is enabled', async () => {
  const own = await newTenant();
  const by = own.admin.token;
  const { id } = await newStudent(own);
  await on.post('/modules/education/disable', {}, by);
  for (const answer of [await list('', by), await on.get(`/education/students/${id}`, by), await create(NAMES, by)])
    expectRefusal(on, answer, 403, 'MODULE_DISABLED');
  await on.post('/modules/education/enable', {}, by);
  expect((await read(id, by)).id).toBe(id);
});

it('A-205: no answer about students is kept by anybody on the way', async () => {
  const { id } = await newStudent(tenant);
  for (const answer of [await list(''), await on.get(`/education/students/${id}`, token), await create({})])
    expect(answer.headers.get('cache-control')).toBe('no-store');
});

it('says 401 without a token', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['POST', '/'],
    ['GET', `/${UNKNOWN_ID}/`],
    ['PUT', `/${UNKNOWN_ID}/`],
    ['DELETE', `/${UNKNOWN_ID}/`],
    ['GET', `/${UNKNOWN_ID}/export/`],
    ['POST', `/${UNKNOWN_ID}/erase/`],
  ] as const)
    expectRefusal(on, await call(method, `/api/v1/education/students${path}`), 401);
});
