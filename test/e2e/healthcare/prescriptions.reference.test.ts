import { call, type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  UUID,
} from '../../support/core-shapes.js';
import { healthcareShapes as shapes, must, newPatient, newPrescription, trailOf } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';

const PATH = '/healthcare/prescriptions';
const DETAILS = {
  doctor_id: 'dr-lim',
  medication: 'Amoxicillin 500 mg',
  dosage: '1 kapsul',
  frequency: 'tiga kali sehari',
  duration: '7 hari',
  quantity: 21,
  instructions: 'Selepas makan',
  refills_allowed: 3,
  refills_used: 1,
  status: 'active',
  notes: 'Diterangkan kepada isterinya',
};

let tenant: TestTenant;
let token: string;
let patient: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  patient = await newPatient(tenant);
});

const create = (body: unknown, by = token) => on.post(PATH, body, by);
const made = (body: Record<string, unknown> = {}) => newPrescription(tenant, { patient_id: patient.id, ...body });
const read = async (id: string): Promise<Json> => must(await on.get(`${PATH}/${id}`, token), 200);
const change = (id: string, body: unknown, by = token) => on.put(`${PATH}/${id}`, body, by);
const changed = async (id: string, body: unknown): Promise<Json> => must(await change(id, body), 200);
const refill = (id: string, by = token, headers = {}) =>
  on.send('POST', `${PATH}/${id}/refill`, { token: by, headers });
const found = async (query: string, by = token): Promise<string[]> =>
  must(await on.get(`${PATH}?${query}&page_size=100`, by), 200).map((row: Json) => row.id);

describe('POST /api/v1/healthcare/prescriptions/', () => {
  it('A-27: answers 201 with the prescription as it was sent, and what makes it usable', async () => {
    const answer = await create({ patient_id: patient.id, ...DETAILS });
    expect(answer.status).toBe(201);
    const prescription = on.data(answer);
    expectKeys(prescription, shapes.prescription);
    expect(prescription).toEqual({
      ...DETAILS,
      patient_id: patient.id,
      appointment_id: null,
      warnings: [],
      valid_until: malaysianDay(90),
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(INSTANT),
      updated_at: prescription.created_at,
    });
    expect(await read(prescription.id)).toEqual(prescription);
  });

  it('A-20, A-135: needs only patient and medication, and answers every key', async () => {
    const prescription = must(await create({ patient_id: patient.id, medication: 'Metformin' }), 201);
    expectKeys(prescription, shapes.prescription);
    expect(prescription).toMatchObject({ status: 'active', refills_allowed: 0, refills_used: 0, warnings: [] });
    const unset = 'doctor_id appointment_id dosage frequency duration quantity instructions notes'.split(' ');
    for (const name of unset) expect([name, prescription[name]]).toEqual([name, null]);
  });

  it('A-135: refuses more refills used than allowed', async () => {
    const body = { patient_id: patient.id, medication: 'x' };
    expectInvalid(on, await create({ ...body, refills_used: 1 }), 'refills_used');
    expectInvalid(on, await create({ ...body, refills_used: 3, refills_allowed: 2 }), 'refills_used');
    expect(await made({ refills_used: 2, refills_allowed: 2 })).toMatchObject({ refills_used: 2, refills_allowed: 2 });
  });

  it('A-166: refuses a patient or an appointment that is not known', async () => {
    const other = await newTenant();
    const theirs = await newPatient(other);
    const gone = await newPatient(tenant);
    await on.send('DELETE', `/healthcare/patients/${gone.id}`, { token });
    for (const patient_id of [UNKNOWN_ID, 'abc', theirs.id, gone.id])
      expectInvalid(on, await create({ patient_id, medication: 'x' }), 'patient_id');
    for (const appointment_id of [UNKNOWN_ID, 'abc'])
      expectInvalid(on, await create({ patient_id: patient.id, medication: 'x', appointment_id }), 'appointment_id');
  });
});

it('names on the audit trail what was changed, and no word of what it says', async () => {
  const { id } = await made(DETAILS);
  await changed(id, { dosage: '2 kapsul', notes: null, frequency: DETAILS.frequency });
  await changed(id, { ...DETAILS, dosage: '2 kapsul', notes: null });
  const [entry, created, ...others] = await trailOf(tenant, id);
  expect(others).toEqual([]);
  expect(entry.changes).toEqual({ dosage: { withheld: true }, notes: { withheld: true } });
  expect(created.changes).toMatchObject({ medication: { withheld: true }, instructions: { withheld: true } });
  expect(JSON.stringify([entry, created])).not.toMatch(/kapsul|Amoxicillin|makan/);
});

describe('PUT /api/v1/healthcare/prescriptions/{prescription_id}/', () => {
  it('A-18: keeps what is not sent, clears by null, and refuses null for what there must be', async () => {
    const before = await made(DETAILS);
    expect(await changed(before.id, {})).toEqual(before);
    expect(await changed(before.id, { dosage: '2 kapsul' })).toMatchObject({ ...DETAILS, dosage: '2 kapsul' });
    const none = { doctor_id: null, dosage: null, frequency: null, quantity: null, notes: null, instructions: null };
    expect(await changed(before.id, none)).toMatchObject({ ...none, medication: DETAILS.medication, refills_used: 1 });
    for (const name of ['patient_id', 'medication', 'refills_allowed', 'refills_used', 'status'])
      expectInvalid(on, await change(before.id, { [name]: null }), name);
  });

  it('takes any status after any, of the three', async () => {
    const { id } = await made();
    for (const status of ['expired', 'active', 'completed', 'expired', 'completed', 'active'])
      expect((await changed(id, { status })).status).toBe(status);
    expectInvalid(on, await change(id, { status: 'cancelled' }), 'status');
  });

  it('A-135: refuses fewer refills allowed than were used, and changes nothing then', async () => {
    const before = await made({ refills_allowed: 3, refills_used: 2 });
    expectInvalid(on, await change(before.id, { refills_allowed: 1, notes: 'x' }), 'refills_used');
    expect(await read(before.id)).toEqual(before);
  });

  it('A-166: refuses a patient or an appointment that is not known', async () => {
    const { id } = await made();
    for (const wrong of [UNKNOWN_ID, 'abc']) {
      expectInvalid(on, await change(id, { patient_id: wrong }), 'patient_id');
      expectInvalid(on, await change(id, { appointment_id: wrong }), 'appointment_id');
    }
  });

  it('A-140: still changes that of a deleted patient', async () => {
    const gone = await newPatient(tenant, { allergies: ['penicillin'] });
    const prescription = await newPrescription(tenant, { patient_id: gone.id });
    await on.send('DELETE', `/healthcare/patients/${gone.id}`, { token });
    expect(await read(prescription.id)).toEqual(prescription);
    const after = await changed(prescription.id, { ...prescription, medication: 'Penicillin', status: 'completed' });
    expect(after).toMatchObject({ patient_id: gone.id, status: 'completed', warnings: [] });
  });
});

describe('GET /api/v1/healthcare/prescriptions/', () => {
  it('A-26: answers all, newest first, in pages, and narrows to patient, doctor and status', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const [one, two] = [await newPatient(own), await newPatient(own)];
    const first = await newPrescription(own, { patient_id: one.id, doctor_id: 'dr-lim' });
    const second = await newPrescription(own, { patient_id: two.id, doctor_id: 'dr-tan', status: 'expired' });
    expect(await found('', by)).toEqual([second.id, first.id]);
    const page = await on.get(`${PATH}?page=2&page_size=1`, by);
    expect([page.body.data[0].id, page.body.pagination.total]).toEqual([first.id, 2]);
    expect(await found(`patient_id=${one.id}`, by)).toEqual([first.id]);
    expect(await found('doctor_id=dr-tan', by)).toEqual([second.id]);
    expect(await found('status=EXPIRED', by)).toEqual([second.id]);
    expect(await found('status=active&doctor_id=dr-tan', by)).toEqual([]);
    for (const patient_id of [UNKNOWN_ID, 'abc']) expect(await found(`patient_id=${patient_id}`, by)).toEqual([]);
    expectInvalid(on, await on.get(`${PATH}?status=cancelled`, by), 'status');
  });

  it('A-24: narrows to days in Malaysia, both ends included', async () => {
    const { id } = await made({ doctor_id: 'dr-hari' });
    const within = (from: number, to: number) =>
      found(`doctor_id=dr-hari&date_from=${malaysianDay(from)}&date_to=${malaysianDay(to)}`);
    expect([await within(-1, 1), await within(1, 2), await within(-2, -1)]).toEqual([[id], [], []]);
  });
});

it('A-51: a prescription of another tenant is not found, by any operation, and not changed', async () => {
  const other = await newTenant();
  const { id: patient_id } = await newPatient(other);
  const theirs = await newPrescription(other, { patient_id, refills_allowed: 2 });
  const unknown = await on.get(`${PATH}/${UNKNOWN_ID}`, token);
  for (const id of [theirs.id, UNKNOWN_ID, 'abc', '1'])
    for (const answer of [
      await on.get(`${PATH}/${id}`, token),
      await change(id, { notes: 'mine' }),
      await change(id, { notes: 5 }),
      await refill(id),
    ]) {
      expectRefusal(on, answer, 404);
      expectSameRefusal(unknown, answer);
    }
  expect(must(await on.get(`${PATH}/${theirs.id}`, other.admin.token), 200)).toEqual(theirs);
});

it('A-60: prescriptions are refused where healthcare is disabled', async () => {
  const own = await newTenant();
  await on.post('/modules/healthcare/disable', {}, own.admin.token);
  for (const answer of [await on.get(PATH, own.admin.token), await refill(UNKNOWN_ID, own.admin.token)])
    expectRefusal(on, answer, 403, 'MODULE_DISABLED');
});

it('says 401 without a token', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['POST', '/'],
    ['GET', `/${UNKNOWN_ID}/`],
    ['PUT', `/${UNKNOWN_ID}/`],
    ['POST', `/${UNKNOWN_ID}/refill/`],
  ] as const)
    expectRefusal(on, await call(method, `/api/v1${PATH}${path}`), 401);
});
