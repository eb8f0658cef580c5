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
} from '../../support/core-shapes.js';
import { healthcareShapes, must, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const NAMES = { first_name: 'Siti', last_name: 'Nur' };
const ADDRESS = { street: '1, Jalan A', city: 'Ipoh', state: 'Perak', postal_code: '30000', country: 'Singapura' };
const FULL = {
  ...NAMES,
  ic_number: '900101-14-5678',
  date_of_birth: '1990-01-01',
  gender: 'Female',
  email: 'Siti.Nur@Example.com',
  phone_number: '+60 12-345 0101',
  emergency_contact: { name: 'Ahmad', relationship: 'suami', phone_number: '012' },
  address: ADDRESS,
  blood_type: 'O+',
  allergies: ['Penicillin', 'Kacang'],
  chronic_conditions: ['Asthma'],
  medications: ['Salbutamol'],
  insurance_info: { provider: 'AIA', policy_number: 'P-1', expiry_date: '2027-12-31', panel: ['A'] },
  pdpa_consent: true,
  data_retention_period: 7,
  notes: 'Takut jarum',
};

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const create = (body: unknown, by = token) => on.post('/healthcare/patients', body, by);
const read = async (id: string, by = token): Promise<Json> => must(await on.get(`/healthcare/patients/${id}`, by), 200);
const change = (id: string, body: unknown, by = token) => on.put(`/healthcare/patients/${id}`, body, by);
/** Without what is only told when a record is stored. */
const stored = ({ warnings, ...record }: Json): Json => (expect(warnings).toEqual(expect.any(Array)), record);
const changed = async (id: string, body: unknown): Promise<Json> => stored(must(await change(id, body), 200));
const remove = (id: string, by?: string) => on.send('DELETE', `/healthcare/patients/${id}`, { token: by });
const list = (query: string, by = token) => on.get(`/healthcare/patients?${query}`, by);
const lasting = ({ updated_at: _, ...record }: Json): Json => record;

describe('POST /api/v1/healthcare/patients/', () => {
  it('answers 201 with the record, its id, its number and the date of consent', async () => {
    const patient = stored(must(await create(FULL), 201));
    expectKeys(patient, healthcareShapes.patient);
    expectKeys(patient.address, shapes.address);
    expectKeys(patient.ic_verification, healthcareShapes.icVerification);
    expect(patient).toEqual({
      ...FULL,
      id: expect.stringMatching(UUID),
      medical_record_number: expect.stringMatching(/^MRN-\d{4}-\d{6}$/),
      ic_verification: expect.anything(),
      passport_number: null,
      passport_country: null,
      pdpa_consent_stated: true,
      message_preferences: null,
      pdpa_consent_date: patient.created_at,
      created_at: expect.stringMatching(INSTANT),
      updated_at: patient.created_at,
    });
    expect(await read(patient.id)).toEqual(patient);
  });

  it('§14: asks for the names alone; what is left out is null, an empty list or false', async () => {
    const patient = stored(must(await create(NAMES), 201));
    expectKeys(patient, healthcareShapes.patient);
    const unset = Object.keys(FULL).filter((name) => !(name in NAMES));
    const empty = { allergies: [], chronic_conditions: [], medications: [], pdpa_consent: false };
    for (const name of unset) expect([name, patient[name]]).toEqual([name, (empty as Json)[name] ?? null]);
    expect([patient.ic_verification, patient.pdpa_consent_date]).toEqual([null, null]);
  });

  it('A-20: takes null for every field that may be left out', async () => {
    const nulls = Object.fromEntries(Object.keys(FULL).map((name) => [name, null]));
    const { pdpa_consent: _, ...body } = { ...nulls, ...NAMES } as Json;
    const patient = must(await create(body), 201);
    expect([patient.allergies, patient.ic_number, patient.insurance_info]).toEqual([[], null, null]);
  });

  it('refuses an emergency contact of the wrong type, and keeps of it what a contact has', async () => {
    expectInvalid(on, await create({ ...NAMES, emergency_contact: { name: 5 } }), 'emergency_contact.name');
    const { emergency_contact } = must(await create({ ...NAMES, emergency_contact: { name: 'A', x: 1 } }), 201);
    expect(emergency_contact).toEqual({ name: 'A', relationship: null, phone_number: null });
  });

  it('numbers the patients of a business without gaps', async () => {
    const own = await newTenant();
    const refused = await create({ ...NAMES, ic_number: 'abc' }, own.admin.token);
    expect(refused.status).toBe(400);
    const numbers: string[] = [];
    for (let i = 0; i < 3; i += 1) numbers.push((await newPatient(own)).medical_record_number);
    expect(numbers.map((number) => number.slice(-6))).toEqual(['000001', '000002', '000003']);
  });

  it('A-09: lets no body say whose a patient is, which number it has, or when it was created', async () => {
    const other = await newTenant();
    const sent = {
      tenant_id: other.id,
      id: UNKNOWN_ID,
      medical_record_number: 'MRN-1',
      has_insurance: true,
      erased_at: '2000-01-01T00:00:00.000Z',
      created_at: '2000-01-01T00:00:00.000Z',
    };
    const patient = must(await create({ ...NAMES, ...sent }), 201);
    expect((await list('', token)).body.data.map(({ id }: Json) => id)).toContain(patient.id);
    for (const name of ['id', 'medical_record_number', 'created_at'])
      expect(patient[name]).not.toBe((sent as Json)[name]);
    expect((await list('', other.admin.token)).body.pagination.total).toBe(0);
  });
});

describe('PUT /api/v1/healthcare/patients/{patient_id}/', () => {
  it('A-09: takes back what it has shown, and nothing changes', async () => {
    for (const body of [FULL, {}]) {
      const before = await newPatient(tenant, body);
      expect(lasting(await changed(before.id, before))).toEqual(lasting(before));
      expect(lasting(await read(before.id))).toEqual(lasting(before));
    }
  });

  it('A-18: keeps what is not sent: one field of many, or none', async () => {
    const before = await newPatient(tenant, FULL);
    expect(await changed(before.id, {})).toEqual(before);
    const one: Record<string, unknown>[] = [
      { first_name: 'Aminah' },
      { email: 'lain' },
      { gender: 'x' },
      { allergies: ['Udang'] },
      { medications: [] },
      { insurance_info: { policy_number: 'Z' } },
      { data_retention_period: 'P7Y' },
      { notes: '' },
      { emergency_contact: { name: 'B', relationship: null, phone_number: null } },
      { address: { ...ADDRESS, city: 'Taiping' } },
    ];
    let expected = lasting(before);
    for (const sent of one) {
      expected = { ...expected, ...sent };
      if (sent.gender) expected.ic_verification = { ...expected.ic_verification, gender: null };
      expect(lasting(await changed(before.id, sent))).toEqual(expected);
      expect(lasting(await read(before.id))).toEqual(expected);
    }
  });

  it('A-18: clears an optional field by null, and refuses null for what a patient must have', async () => {
    const { id } = await newPatient(tenant, FULL);
    const cleared = Object.keys(FULL).filter((name) => !['first_name', 'last_name', 'pdpa_consent'].includes(name));
    const after = await changed(id, Object.fromEntries(cleared.map((name) => [name, null])));
    for (const name of cleared)
      expect([name, after[name]]).toEqual([name, Array.isArray((FULL as Json)[name]) ? [] : null]);
    for (const name of ['first_name', 'last_name', 'pdpa_consent'])
      expectInvalid(on, await change(id, { [name]: null }), name);
  });

  it('A-138: makes a patient insured and uninsured', async () => {
    const own = await newTenant();
    const { id } = await newPatient(own);
    const insured = async () => (await list('has_insurance=true', own.admin.token)).body.pagination.total;
    for (const [insurance_info, count] of [
      [{ provider: 'AIA' }, 1],
      [{ provider: ' ', expiry_date: '2027-01-01' }, 0],
      [{ policy_number: 'P-1' }, 1],
      [null, 0],
    ] as const) {
      must(await change(id, { insurance_info }, own.admin.token), 200);
      expect([insurance_info, await insured()]).toEqual([insurance_info, count]);
    }
  });

  it('A-116: dates consent when it is given, keeps the date while it lasts, and forgets it', async () => {
    const { id, created_at, pdpa_consent_date } = await newPatient(tenant, {
      pdpa_consent: true,
      pdpa_consent_date: '2000-01-01T00:00:00.000Z',
    });
    expect(pdpa_consent_date).toBe(created_at);
    expect((await changed(id, { pdpa_consent: true, notes: 'x' })).pdpa_consent_date).toBe(created_at);
    expect((await changed(id, { pdpa_consent: false })).pdpa_consent_date).toBeNull();
    const again = await changed(id, { pdpa_consent: true });
    expect(again.pdpa_consent_date).toBe(again.updated_at);
  });

  it('A-128: answers a retention period as it was sent', async () => {
    const { id } = await newPatient(tenant);
    for (const data_retention_period of [7, 0.5, '7', 'P10Y', 'selama-lamanya', '', null])
      expect((await changed(id, { data_retention_period })).data_retention_period).toBe(data_retention_period);
  });

  it('A-128: refuses a number that cannot be kept: JSON has no infinity', async () => {
    const { id } = await newPatient(tenant);
    const headers = { 'content-type': 'application/json' };
    const raw = '{ "first_name": "Siti", "last_name": "Nur", "data_retention_period": 1e999 }';
    for (const answer of [
      await on.send('POST', '/healthcare/patients', { token, raw, headers }),
      await on.send('PUT', `/healthcare/patients/${id}`, { token, raw, headers }),
    ])
      expectInvalid(on, answer, 'data_retention_period');
  });

  it('refuses a change of another version than the one that was seen', async () => {
    const { id } = await newPatient(tenant);
    const seen = (await on.get(`/healthcare/patients/${id}`, token)).headers.get('etag') ?? '';
    const put = (body: unknown) =>
      on.send('PUT', `/healthcare/patients/${id}`, { token, body, headers: { 'if-match': seen } });
    expect((await put({ notes: 'first' })).status).toBe(200);
    expectRefusal(on, await put({ notes: 'second' }), 412);
    expect((await read(id)).notes).toBe('first');
  });
});

describe('DELETE /api/v1/healthcare/patients/{patient_id}/', () => {
  it('A-03: answers that the patient is deleted, who then is', async () => {
    const { id } = await newPatient(tenant, { ic_number: '770707-07-7771' });
    const answer = await remove(id, token);
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: { id, deleted: true } }]);
    for (const gone of [
      await on.get(`/healthcare/patients/${id}`, token),
      await change(id, { notes: 'x' }),
      await remove(id, token),
    ])
      expectRefusal(on, gone, 404);
    expect((await list('search=770707-07-7771')).body.pagination.total).toBe(0);
  });
});

describe('a patient of another tenant, and an unknown one', () => {
  it('A-51: is not found, by any operation, and not changed', async () => {
    const other = await newTenant();
    const theirs = await newPatient(other, FULL);
    const unknown = await on.get(`/healthcare/patients/${UNKNOWN_ID}`, token);
    for (const id of [theirs.id, UNKNOWN_ID, 'abc', '1'])
      for (const answer of [
        await on.get(`/healthcare/patients/${id}`, token),
        await change(id, { notes: 'mine' }),
        await change(id, { notes: 5 }),
        await remove(id, token),
      ]) {
        expectRefusal(on, answer, 404);
        expectSameRefusal(unknown, answer);
      }
    expect(await read(theirs.id, other.admin.token)).toEqual(theirs);
  });
});

it('A-60: patients are refused where healthcare is disabled, and back when it is enabled', async () => {
  const own = await newTenant();
  const by = own.admin.token;
  const { id } = await newPatient(own);
  await on.post('/modules/healthcare/disable', {}, by);
  for (const answer of [await list('', by), await on.get(`/healthcare/patients/${id}`, by), await create(NAMES, by)])
    expectRefusal(on, answer, 403, 'MODULE_DISABLED');
  await on.post('/modules/healthcare/enable', {}, by);
  expect((await read(id, by)).id).toBe(id);
});

it('says 401 without a token', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['POST', '/'],
    ['GET', `/${UNKNOWN_ID}/`],
    ['PUT', `/${UNKNOWN_ID}/`],
    ['DELETE', `/${UNKNOWN_ID}/`],
  ] as const)
    expectRefusal(on, await call(method, `/api/v1/healthcare/patients${path}`), 401);
});
