import { call, type Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  UUID,
} from '../../support/core-shapes.js';
import { healthcareShapes as shapes, must, newMedicalRecord, newPatient, trailOf } from '../../support/healthcare.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';

const PATH = '/healthcare/medical-records';
const VITALS = { blood_pressure: '120/80', heart_rate: 72, temperature: 36.8, weight: 64.5, height: 171 };
const DETAILS = {
  doctor_id: 'dr-lim',
  record_type: 'Consultation',
  diagnosis: 'Bronkitis akut',
  symptoms: ['batuk', 'demam'],
  vitals: VITALS,
  notes: 'Paru-paru kiri jelas',
  treatment_plan: 'Rehat',
  follow_up_instructions: 'Datang semula jika demam',
  attachments: ['xray-1', 'anything at all'],
};

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
let patient: Json;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
  patient = await newPatient(tenant);
});

const create = (body: unknown, by = token) => on.post(PATH, body, by);
const made = (body: Record<string, unknown> = {}) => newMedicalRecord(tenant, { patient_id: patient.id, ...body });
const read = async (id: string): Promise<Json> => must(await on.get(`${PATH}/${id}`, token), 200);
const change = (id: string, body: unknown, by = token) => on.put(`${PATH}/${id}`, body, by);
const changed = async (id: string, body: unknown): Promise<Json> => must(await change(id, body), 200);
const found = async (query: string, by = token): Promise<string[]> =>
  must(await on.get(`${PATH}?${query}&page_size=100`, by), 200).map((row: Json) => row.id);

describe('POST /api/v1/healthcare/medical-records/', () => {
  it('A-27: answers 201 with the record as it was sent, and what makes it usable', async () => {
    const answer = await create({ patient_id: patient.id, ...DETAILS });
    expect(answer.status).toBe(201);
    const record = on.data(answer);
    expectKeys(record, shapes.medicalRecord);
    expect(record).toEqual({
      ...DETAILS,
      patient_id: patient.id,
      appointment_id: null,
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(INSTANT),
      updated_at: record.created_at,
    });
    expect(await read(record.id)).toEqual(record);
  });

  it('A-20: needs only the patient, and answers every key', async () => {
    const record = await made();
    expectKeys(record, shapes.medicalRecord);
    const unset = ['doctor_id', 'appointment_id', 'record_type', 'diagnosis', 'vitals', 'notes', 'treatment_plan'];
    for (const name of [...unset, 'follow_up_instructions']) expect([name, record[name]]).toEqual([name, null]);
    expect([record.symptoms, record.attachments]).toEqual([[], []]);
  });

  it('A-20: answers every key of vitals, null where nothing was measured', async () => {
    expect((await made({ vitals: { heart_rate: 0, temperature: -1.5 } })).vitals).toEqual({
      blood_pressure: null,
      heart_rate: 0,
      temperature: -1.5,
      weight: null,
      height: null,
    });
  });

  it.each([
    ['blood_pressure', 120],
    ['heart_rate', 72.5],
    ['heart_rate', '72'],
    ['heart_rate', -1],
    ['temperature', '36.8'],
    ['weight', -1],
    ['height', 'tall'],
  ])('A-21, A-22: refuses vitals.%s %p', async (name, value) => {
    expectInvalid(on, await create({ patient_id: patient.id, vitals: { [name]: value } }), `vitals.${name}`);
  });

  it('A-166: refuses a patient or an appointment that is not known', async () => {
    const other = await newTenant();
    const theirs = await newPatient(other);
    const gone = await newPatient(tenant);
    await on.send('DELETE', `/healthcare/patients/${gone.id}`, { token });
    for (const patient_id of [UNKNOWN_ID, 'abc', theirs.id, gone.id])
      expectInvalid(on, await create({ patient_id }), 'patient_id');
    for (const appointment_id of [UNKNOWN_ID, 'abc', ''])
      expectInvalid(on, await create({ patient_id: patient.id, appointment_id }), 'appointment_id');
  });

  it('A-132: takes any doctor', async () => {
    for (const doctor_id of ['dr-lim', UNKNOWN_ID, 'Dr. Lim, bilik 3'])
      expect((await made({ doctor_id })).doctor_id).toBe(doctor_id);
  });

  it('A-09: lets no body say whose a record is, or when it was made', async () => {
    const record = await made({
      id: UNKNOWN_ID,
      tenant_id: UNKNOWN_ID,
      created_at: '2000-01-01T00:00:00.000Z',
      version: 9,
    });
    expect(record.id).not.toBe(UNKNOWN_ID);
    expect(record.created_at).not.toMatch(/^2000/);
  });
});

describe('GET /api/v1/healthcare/medical-records/{record_id}/', () => {
  it('writes on the audit trail who read it, and no word of what it says', async () => {
    const { id } = await made({ ...DETAILS, record_type: 'Kaunseling' });
    must(await on.get(`${PATH}/${id}`, people.VIEWER.token), 200);
    const [entry, created] = await trailOf(tenant, id);
    expect(entry).toMatchObject({ action: 'read', record_type: 'medical record', actor_id: people.VIEWER.id });
    expect(created).toMatchObject({
      action: 'create',
      changes: { diagnosis: { withheld: true }, record_type: { withheld: true } },
    });
    expect(JSON.stringify([entry, created])).not.toMatch(/Kaunseling|Bronkitis|batuk|120\/80|Rehat/);
  });

  it('A-140: still answers when the patient is deleted', async () => {
    const gone = await newPatient(tenant);
    const record = await newMedicalRecord(tenant, { patient_id: gone.id, diagnosis: 'x' });
    await on.send('DELETE', `/healthcare/patients/${gone.id}`, { token });
    expect(await read(record.id)).toEqual(record);
    expect(await found(`patient_id=${gone.id}`)).toEqual([record.id]);
    expect(await changed(record.id, { ...record, notes: 'y' })).toMatchObject({ patient_id: gone.id, notes: 'y' });
  });
});

describe('PUT /api/v1/healthcare/medical-records/{record_id}/', () => {
  it('A-18: keeps what is not sent: one field of many, or none', async () => {
    const before = await made(DETAILS);
    expect(await changed(before.id, {})).toEqual(before);
    let expected = before;
    for (const sent of [
      { diagnosis: 'Pneumonia' },
      { doctor_id: 'dr-tan' },
      { symptoms: [] },
      { record_type: 'x' },
      { attachments: ['b'] },
    ]) {
      const after = await changed(before.id, sent);
      expected = { ...expected, ...sent, updated_at: after.updated_at };
      expect(after).toEqual(expected);
      expect(await read(before.id)).toEqual(expected);
    }
  });

  it('A-18: replaces vitals whole, clears by null, and empties lists by null', async () => {
    const { id } = await made(DETAILS);
    const none = { blood_pressure: null, heart_rate: null, temperature: null, height: null };
    expect((await changed(id, { vitals: { weight: 65 } })).vitals).toEqual({ ...none, weight: 65 });
    const cleared = { vitals: null, diagnosis: null, notes: null, doctor_id: null, record_type: null };
    expect(await changed(id, { ...cleared, symptoms: null })).toMatchObject({ ...cleared, symptoms: [] });
    expectInvalid(on, await change(id, { patient_id: null }), 'patient_id');
  });

  it('A-166: moves it to another patient, never to one who is not known', async () => {
    const { id } = await made();
    const other = await newPatient(tenant);
    expect((await changed(id, { patient_id: other.id })).patient_id).toBe(other.id);
    for (const patient_id of [UNKNOWN_ID, 'abc']) expectInvalid(on, await change(id, { patient_id }), 'patient_id');
    for (const appointment_id of [UNKNOWN_ID, 'abc'])
      expectInvalid(on, await change(id, { appointment_id }), 'appointment_id');
    expect(await changed(id, { appointment_id: null })).toMatchObject({ patient_id: other.id, appointment_id: null });
  });

  it('refuses a change of another version than the one that was seen', async () => {
    const { id } = await made();
    const seen = (await on.get(`${PATH}/${id}`, token)).headers.get('etag') ?? '';
    const put = (body: unknown) => on.send('PUT', `${PATH}/${id}`, { token, body, headers: { 'if-match': seen } });
    expect((await put({ notes: 'first' })).status).toBe(200);
    expectRefusal(on, await put({ notes: 'second' }), 412);
  });
});

describe('GET /api/v1/healthcare/medical-records/', () => {
  it('A-26: answers all records, newest first, in pages', async () => {
    const own = await newTenant();
    const { id: patient_id } = await newPatient(own);
    const made: string[] = [];
    for (let i = 0; i < 3; i++) made.unshift((await newMedicalRecord(own, { patient_id })).id);
    expect(await found('', own.admin.token)).toEqual(made);
    const page = await on.get(`${PATH}?page=2&page_size=2`, own.admin.token);
    expect(page.body.data.map((row: Json) => row.id)).toEqual(made.slice(2));
    expect(page.body.pagination).toEqual({ page: 2, page_size: 2, total: 3, pages: 2 });
  });

  it('narrows to patient, doctor and type, regardless of case (A-173)', async () => {
    const own = await newTenant();
    const [one, two] = [await newPatient(own), await newPatient(own)];
    const first = await newMedicalRecord(own, { patient_id: one.id, doctor_id: 'dr-lim', record_type: 'Lab Result' });
    const second = await newMedicalRecord(own, {
      patient_id: two.id,
      doctor_id: 'dr-tan',
      record_type: 'consultation',
    });
    const by = own.admin.token;
    expect(await found(`patient_id=${one.id}`, by)).toEqual([first.id]);
    expect(await found('doctor_id=dr-tan', by)).toEqual([second.id]);
    expect(await found('record_type=%20lab%20RESULT', by)).toEqual([first.id]);
    expect(await found(`patient_id=${one.id}&doctor_id=dr-tan`, by)).toEqual([]);
    for (const patient_id of [UNKNOWN_ID, 'abc']) expect(await found(`patient_id=${patient_id}`, by)).toEqual([]);
  });

  it('A-24: narrows to days in Malaysia, both ends included', async () => {
    const { id } = await made({ doctor_id: 'dr-hari' });
    const within = (from: number, to: number) =>
      found(`doctor_id=dr-hari&date_from=${malaysianDay(from)}&date_to=${malaysianDay(to)}`);
    expect(await within(-1, 1)).toEqual([id]);
    expect(await within(1, 2)).toEqual([]);
    expect(await within(-2, -1)).toEqual([]);
    expectInvalid(on, await on.get(`${PATH}?date_from=2025-02-30`, token), 'date_from');
  });
});

it('A-51: a record of another tenant is not found, by any operation, and not changed', async () => {
  const other = await newTenant();
  const { id: patient_id } = await newPatient(other);
  const theirs = await newMedicalRecord(other, { patient_id, ...DETAILS });
  const unknown = await on.get(`${PATH}/${UNKNOWN_ID}`, token);
  for (const id of [theirs.id, UNKNOWN_ID, 'abc', '1'])
    for (const answer of [
      await on.get(`${PATH}/${id}`, token),
      await change(id, { notes: 'mine' }),
      await change(id, { notes: 5 }),
    ]) {
      expectRefusal(on, answer, 404);
      expectSameRefusal(unknown, answer);
    }
  expect(must(await on.get(`${PATH}/${theirs.id}`, other.admin.token), 200)).toEqual(theirs);
  expect(await found(`patient_id=${patient_id}`)).toEqual([]);
});

it('A-60: medical records are refused where healthcare is disabled', async () => {
  const own = await newTenant();
  await on.post('/modules/healthcare/disable', {}, own.admin.token);
  expectRefusal(on, await on.get(PATH, own.admin.token), 403, 'MODULE_DISABLED');
  expectRefusal(on, await create({ patient_id: UNKNOWN_ID }, own.admin.token), 403, 'MODULE_DISABLED');
});

it('says 401 without a token', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['POST', '/'],
    ['GET', `/${UNKNOWN_ID}/`],
    ['PUT', `/${UNKNOWN_ID}/`],
  ] as const)
    expectRefusal(on, await call(method, `/api/v1${PATH}${path}`), 401);
});
