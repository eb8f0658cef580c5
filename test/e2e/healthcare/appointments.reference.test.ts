import type { Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import {
  expectConflict,
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  UUID,
} from '../../support/core-shapes.js';
import { appointmentBody, healthcareShapes, must, newAppointment, newPatient } from '../../support/healthcare.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';

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

const FULL = {
  doctor_id: 'dr-aminah',
  appointment_type: 'Vaccination',
  scheduled_date: '2029-03-13',
  scheduled_time: '09:30:00',
  duration_minutes: 45,
  reason: 'Batuk seminggu',
  symptoms: ['cough', 'fever'],
  priority: 'high',
  status: 'confirmed',
  notes: 'Kerusi roda',
};

const create = (body: unknown, by?: string) => on.post('/healthcare/appointments', body, by);
const smallest = (extra: Record<string, unknown> = {}) => appointmentBody(patient.id, extra);
const made = async (extra: Record<string, unknown> = {}): Promise<Json> =>
  must(await create(smallest(extra), token), 201);
const read = (id: string, by = token) => on.get(`/healthcare/appointments/${id}`, by);
const change = (id: string, body: unknown, by = token) => on.put(`/healthcare/appointments/${id}`, body, by);
const act = (id: string, action: string, body?: unknown, by = token) =>
  on.send('POST', `/healthcare/appointments/${id}/${action}`, { token: by, body });
const actions = ['cancel', 'check-in', 'start', 'complete'];

describe('POST /api/v1/healthcare/appointments/', () => {
  it('answers 201 and the appointment, of which every key is there', async () => {
    const answer = await create({ ...FULL, patient_id: patient.id }, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, healthcareShapes.appointment);
    expect(answer.body.data).toEqual({
      ...FULL,
      id: expect.stringMatching(UUID),
      patient_id: patient.id,
      check_in_time: null,
      start_time: null,
      end_time: null,
      doctor_notes: null,
      prescriptions: [],
      follow_up_required: false,
      follow_up_date: null,
      cancellation_reason: null,
      cancelled_by: null,
      created_at: expect.stringMatching(INSTANT),
      updated_at: answer.body.data.created_at,
    });
    expect(on.data(await read(answer.body.data.id))).toEqual(answer.body.data);
  });

  it('A-175: takes the smallest body: scheduled, for 30 minutes', async () => {
    expect(await made()).toMatchObject({
      status: 'scheduled',
      duration_minutes: 30,
      appointment_type: null,
      reason: null,
      symptoms: [],
      priority: null,
      notes: null,
    });
  });

  it('takes null for what may be left out', async () => {
    const unset = { appointment_type: null, reason: null, symptoms: null, priority: null, notes: null };
    expect(await made(unset)).toMatchObject({ ...unset, symptoms: [] });
  });

  it('A-23: takes a time of hours and minutes, and shows the seconds', async () => {
    expect(await made({ scheduled_time: '08:05' })).toMatchObject({ scheduled_time: '08:05:00' });
  });

  it.each([UNKNOWN_ID, 'pat-1'])('A-133: refuses patient_id %s', async (patient_id) => {
    expectInvalid(on, await create({ ...FULL, patient_id }, token), 'patient_id');
  });

  it('A-133: refuses another tenant’s patient as one that does not exist', async () => {
    const other = await newPatient(await newTenant());
    expectSameRefusal(
      await create(smallest({ patient_id: UNKNOWN_ID }), token),
      await create(smallest({ patient_id: other.id }), token),
    );
  });

  it('takes the longest duration and the last day that can be written', async () => {
    const last = await made({
      scheduled_date: '9999-12-31',
      scheduled_time: '23:59:59',
      duration_minutes: 2 ** 31 - 1,
    });
    expect(last).toMatchObject({ scheduled_date: '9999-12-31', scheduled_time: '23:59:59' });
    expect(await made({ scheduled_date: '0001-01-01', scheduled_time: '00:00' })).toMatchObject({
      scheduled_date: '0001-01-01',
      scheduled_time: '00:00:00',
    });
  });
});

describe('GET /api/v1/healthcare/appointments/', () => {
  let own: TestTenant;
  let ids: Record<string, string>;
  let patients: Json[];
  beforeAll(async () => {
    own = await newTenant();
    patients = [await newPatient(own), await newPatient(own)];
    const [one, two] = patients.map(({ id }) => id);
    const making = {
      late: {
        patient_id: one,
        scheduled_date: '2029-03-12',
        scheduled_time: '23:59:59',
        appointment_type: 'Follow-Up',
      },
      early: { patient_id: one, scheduled_date: '2029-03-13', scheduled_time: '00:00:00', status: 'confirmed' },
      other: { patient_id: two, scheduled_date: '2029-03-14', doctor_id: 'dr-lim', appointment_type: ' follow-up ' },
    };
    ids = {};
    for (const [name, body] of Object.entries(making)) ids[name] = (await newAppointment(own, body)).id;
  });
  const found = async (query: string): Promise<string[]> => {
    const answer = await on.get(`/healthcare/appointments?${query}`, own.admin.token);
    expect([query, answer.status]).toEqual([query, 200]);
    expect(answer.body.pagination.total).toBe(answer.body.data.length);
    return answer.body.data.map(({ id }: Json) => Object.keys(ids).find((name) => ids[name] === id));
  };

  it('shows all of them, the last made first', async () => {
    expect(await found('')).toEqual(['other', 'early', 'late']);
  });

  it.each([
    ['date_from=2029-03-13', ['other', 'early']],
    ['date_to=2029-03-12', ['late']],
    ['date_from=2029-03-13&date_to=2029-03-13', ['early']],
    ['date_from=2029-03-14&date_to=2029-03-12', []],
    ['doctor_id=dr-lim', ['other']],
    ['doctor_id=unknown', []],
    ['status=confirmed', ['early']],
    ['status=SCHEDULED', ['other', 'late']],
    ['status=', ['other', 'early', 'late']],
    ['appointment_type=FOLLOW-UP', ['other', 'late']],
    ['appointment_type=consultation', []],
    ['patient_id=not-an-id', []],
    [`patient_id=${UNKNOWN_ID}`, []],
    ['date_to=9999-12-31', ['other', 'early', 'late']],
  ])('A-24, A-173: finds by %s', async (query, names) => {
    expect(await found(query)).toEqual(names);
  });

  it('finds those of a patient', async () => {
    expect(await found(`patient_id=${patients[0].id}`)).toEqual(['early', 'late']);
  });

  it.each([
    ['status=done', 'status'],
    ['date_from=2029-02-30', 'date_from'],
    ['date_to=tomorrow', 'date_to'],
  ])('A-11: refuses %s', async (query, field) => {
    expectInvalid(on, await on.get(`/healthcare/appointments?${query}`, own.admin.token), field);
  });
});

describe('PUT /api/v1/healthcare/appointments/{appointment_id}/', () => {
  it('A-18: changes what is sent and leaves the rest', async () => {
    const before = await made({ ...FULL });
    const after = must(await change(before.id, { notes: 'Tongkat', duration_minutes: 20 }), 200);
    expect(after).toEqual({ ...before, notes: 'Tongkat', duration_minutes: 20, updated_at: after.updated_at });
    expect(must(await change(before.id, {}), 200)).toEqual(after);
  });

  it('A-09: takes back what GET has shown, and changes nothing by it', async () => {
    const before = await read((await made({ ...FULL })).id);
    const after = await change(on.data(before).id, on.data(before));
    expect(on.data(after)).toEqual(on.data(before));
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    const least = await read((await made()).id);
    expect((await change(on.data(least).id, on.data(least))).headers.get('etag')).toBe(least.headers.get('etag'));
  });

  it('clears by null what may be empty, and refuses to clear the rest', async () => {
    const { id } = await made({ ...FULL });
    const cleared = { appointment_type: null, reason: null, symptoms: null, priority: null, notes: null };
    expect(must(await change(id, cleared), 200)).toMatchObject({ ...cleared, symptoms: [] });
    for (const field of ['patient_id', 'doctor_id', 'scheduled_date', 'scheduled_time', 'duration_minutes', 'status'])
      expectInvalid(on, await change(id, { [field]: null }), field);
  });

  it('moves it by its day or its time alone', async () => {
    const { id } = await made();
    expect(must(await change(id, { scheduled_date: '2029-04-02' }), 200)).toMatchObject({
      scheduled_date: '2029-04-02',
      scheduled_time: '10:00:00',
    });
    expect(must(await change(id, { scheduled_time: '00:30' }), 200)).toMatchObject({
      scheduled_date: '2029-04-02',
      scheduled_time: '00:30:00',
    });
  });

  it('§13: sets any status after any other', async () => {
    const { id } = await made();
    for (const status of ['completed', 'scheduled', 'no_show', 'in_progress', 'cancelled', 'confirmed'])
      expect(must(await change(id, { status }), 200).status).toBe(status);
    expectInvalid(on, await change(id, { status: 'CONFIRMED' }), 'status');
  });

  it('gives it to another patient, who has to exist', async () => {
    const [{ id }, second] = [await made(), await newPatient(tenant)];
    expect(must(await change(id, { patient_id: second.id }), 200).patient_id).toBe(second.id);
    expectInvalid(on, await change(id, { patient_id: UNKNOWN_ID }), 'patient_id');
  });

  it('A-129: does not take what only answers hold', async () => {
    const before = await made();
    const sent = { doctor_notes: 'x', check_in_time: '2029-01-01T00:00:00Z', prescriptions: [{ medication: 'x' }] };
    expect(must(await change(before.id, { ...sent, cancelled_by: 'x', follow_up_required: true }), 200)).toEqual(
      before,
    );
  });

  it('A-15: answers 404 before 400', async () => {
    expectRefusal(on, await change(UNKNOWN_ID, { status: 'x' }), 404);
  });
});

describe('POST /api/v1/healthcare/appointments/{appointment_id}/cancel/', () => {
  it('A-155: keeps the reason, and the person said to have cancelled', async () => {
    const { id } = await made({ reason: 'Demam' });
    const cancelled = must(await act(id, 'cancel', { reason: 'Ke luar negara', cancelled_by: 'patient' }), 200);
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      reason: 'Demam',
      cancellation_reason: 'Ke luar negara',
      cancelled_by: 'patient',
    });
  });

  it('A-29: needs no body; then it was the caller', async () => {
    const { id } = await made();
    const { STAFF } = people;
    expect(must(await act(id, 'cancel', undefined, STAFF.token), 200)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: null,
      cancelled_by: STAFF.id,
    });
  });

  it.each([
    ['reason', 5],
    ['cancelled_by', {}],
  ])('refuses %s %j', async (field, value) => {
    expectInvalid(on, await act((await made()).id, 'cancel', { [field]: value }), field);
  });
});

describe('the visit', () => {
  it('A-130: writes down when the patient came, when it began and when it ended', async () => {
    const { id } = await made();
    const near = (text: string) => Math.abs(Date.parse(text) - Date.now()) < 20_000;
    const here = must(await act(id, 'check-in'), 200);
    expect([here.status, here.start_time, here.end_time]).toEqual(['confirmed', null, null]);
    expect(here.check_in_time).toMatch(INSTANT);
    expect(near(here.check_in_time)).toBe(true);
    const begun = must(await act(id, 'start'), 200);
    expect([begun.status, begun.check_in_time, near(begun.start_time)]).toEqual([
      'in_progress',
      here.check_in_time,
      true,
    ]);
    const over = must(await act(id, 'complete'), 200);
    expect([over.status, over.start_time, near(over.end_time)]).toEqual(['completed', begun.start_time, true]);
  });

  it('§13: refuses a second check-in, and a second start', async () => {
    const { id } = await made();
    must(await act(id, 'check-in'), 200);
    expectConflict(on, await act(id, 'check-in'), 'status');
    must(await act(id, 'start'), 200);
    expectConflict(on, await act(id, 'start'), 'status');
    expectConflict(on, await act(id, 'check-in'), 'status');
  });

  it.each(['completed', 'cancelled', 'no_show'])('§13: of one that is %s refuses every action', async (status) => {
    const before = await made({ status });
    for (const action of actions) expectConflict(on, await act(before.id, action), 'status');
    expect(on.data(await read(before.id))).toEqual(before);
  });
});

describe('POST /api/v1/healthcare/appointments/{appointment_id}/complete/', () => {
  it('A-134: keeps what the doctor noted', async () => {
    const { id } = await made();
    const body = { doctor_notes: 'Paru-paru jernih', follow_up_required: true, follow_up_date: '2029-04-02' };
    expect(must(await act(id, 'complete', body), 200)).toMatchObject({
      ...body,
      status: 'completed',
      start_time: null,
    });
  });

  it.each([
    ['doctor_notes', 5, 'doctor_notes'],
    ['diagnosis', {}, 'diagnosis'],
    ['treatment_plan', [], 'treatment_plan'],
    ['follow_up_required', 'yes', 'follow_up_required'],
    ['follow_up_date', '2029-02-30', 'follow_up_date'],
    ['prescriptions', 'Paracetamol', 'prescriptions'],
    ['prescriptions', [{}], 'prescriptions.0.medication'],
    ['prescriptions', [{ medication: 'Paracetamol' }, { medication: ' ' }], 'prescriptions.1.medication'],
    ['prescriptions', [{ medication: 'Paracetamol', dosage: 5 }], 'prescriptions.0.dosage'],
  ])('refuses %s %j', async (name, value, field) => {
    const { id } = await made();
    expectInvalid(on, await act(id, 'complete', { [name]: value }), field);
    expect(on.data(await read(id)).status).toBe('scheduled');
  });
});

describe('who may', () => {
  it('A-16, A-51: of an id that is none, unknown or another tenant’s nothing is there', async () => {
    const foreign = await newAppointment(await newTenant());
    for (const id of [UNKNOWN_ID, 'not-an-id', '%00', foreign.id]) {
      expectRefusal(on, await read(id), 404);
      expectRefusal(on, await change(id, { notes: 'x' }), 404);
      for (const action of actions) expectRefusal(on, await act(id, action), 404);
    }
    expect(on.total(await on.get(`/healthcare/appointments?patient_id=${foreign.patient_id}`, token))).toBe(0);
  });

  it('A-60: no role does anything once the module is disabled', async () => {
    const own = await newTenant();
    const { id } = await newAppointment(own);
    must(await on.send('POST', '/modules/healthcare/disable', { token: own.admin.token }), 200);
    expectRefusal(on, await read(id, own.admin.token), 403, 'MODULE_DISABLED');
    expectRefusal(on, await on.get('/healthcare/doctors/x/schedule', own.admin.token), 403, 'MODULE_DISABLED');
  });
});

describe('a version', () => {
  it('is what a change of another one is refused by', async () => {
    const { id } = await made();
    const before = await read(id);
    must(await change(id, { notes: 'x' }), 200);
    const headers = { 'if-match': before.headers.get('etag') as string };
    const late = await on.send('PUT', `/healthcare/appointments/${id}`, { token, body: { notes: 'y' }, headers });
    expect(late.status).toBe(412);
  });
});
