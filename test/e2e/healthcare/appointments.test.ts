import { healthcareMigrations } from '@usaha/healthcare';
import type { QueryRunner } from 'typeorm';
import type { Json } from '../../support/client.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal, UUID } from '../../support/core-shapes.js';
import { appointmentBody, must, newAppointment, newPatient, trailOf } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { atOnce, withStatus } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

jest.setTimeout(60_000);

const DOCTOR = '0198f3a2-6b1c-4c3e-9d2a-1f2e3d4c5b6a';

let tenant: TestTenant;
let token: string;
let patient: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  patient = await newPatient(tenant, { allergies: ['Penicillin'] });
});

const book = (extra: Record<string, unknown> = {}) => newAppointment(tenant, { patient_id: patient.id, ...extra });
const act = (id: string, action: string, body?: unknown) =>
  on.send('POST', `/healthcare/appointments/${id}/${action}`, { token, body });
const read = async (id: string): Promise<Json> => must(await on.get(`/healthcare/appointments/${id}`, token), 200);

/** The appointment as the contract surface lists it. */
async function onContract(id: string): Promise<Json> {
  const answer = await contractSurface.get('/healthcare/appointments?limit=1000', token);
  expect(answer.status).toBe(200);
  return answer.body.appointments.find((row: Json) => row.id === id);
}
async function bookOnContract(extra: Record<string, unknown> = {}): Promise<Json> {
  const body = { patient_id: patient.id, doctor_id: DOCTOR, appointment_date: '2029-03-13T02:00:00Z', duration: 30 };
  const answer = await contractSurface.post('/healthcare/appointments', { ...body, ...extra }, token);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body;
}

describe('A-62: an appointment is one record on both surfaces', () => {
  it('made on the contract surface is read and changed on the other', async () => {
    const made = await bookOnContract({ type: 'FOLLOW_UP', notes: 'Kerusi roda', duration: 45 });
    expect(await read(made.id)).toMatchObject({
      patient_id: patient.id,
      doctor_id: DOCTOR,
      appointment_type: 'follow_up',
      duration_minutes: 45,
      status: 'scheduled',
      notes: 'Kerusi roda',
    });
    must(await on.put(`/healthcare/appointments/${made.id}`, { duration_minutes: 20, notes: null }, token), 200);
    expect(await onContract(made.id)).toMatchObject({ duration: 20, notes: null });
  });

  it('made on the reference surface is listed on the other', async () => {
    const made = await book({ doctor_id: DOCTOR, status: 'no_show', notes: 'x' });
    expect(await onContract(made.id)).toEqual({
      id: made.id,
      tenant_id: tenant.id,
      patient_id: patient.id,
      doctor_id: DOCTOR,
      appointment_date: '2029-03-13T02:00:00.000Z',
      duration: 30,
      status: 'NO_SHOW',
      type: 'CONSULTATION',
      notes: 'x',
      reminder_sent: false,
      created_at: made.created_at,
      updated_at: made.updated_at,
    });
  });
});

describe('A-64: a visit in progress', () => {
  it('is CONFIRMED on the contract surface, whose five statuses are all that is shown', async () => {
    const statuses = ['scheduled', 'confirmed', 'in_progress', 'completed', 'cancelled', 'no_show'];
    const shown = [];
    for (const status of statuses) shown.push((await onContract((await book({ status })).id)).status);
    expect(shown).toEqual(['SCHEDULED', 'CONFIRMED', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW']);
    const { id } = await book();
    must(await act(id, 'start'), 200);
    expect((await onContract(id)).status).toBe('CONFIRMED');
  });
});

describe('A-66: the kind of a visit', () => {
  it.each([
    ['follow-up', 'FOLLOW_UP'],
    ['Follow Up', 'FOLLOW_UP'],
    ['followup', 'FOLLOW_UP'],
    ['procedure', 'PROCEDURE'],
    ['CONSULTATION', 'CONSULTATION'],
    ['vaccination', 'CONSULTATION'],
    ['', 'CONSULTATION'],
    [null, 'CONSULTATION'],
  ])('%j stays what it is, and is %s on the contract surface', async (appointment_type, type) => {
    const made = await book({ appointment_type });
    expect(made.appointment_type).toBe(appointment_type);
    expect((await onContract(made.id)).type).toBe(type);
  });
});

describe('A-67: the time of an appointment', () => {
  it('is one instant: UTC here, day and time in Malaysia there', async () => {
    const { id } = await bookOnContract({ appointment_date: '2025-03-10T16:30:00Z' });
    expect(await read(id)).toMatchObject({ scheduled_date: '2025-03-11', scheduled_time: '00:30:00' });
    const made = await book({ scheduled_date: '2029-01-01', scheduled_time: '07:59:59' });
    expect((await onContract(made.id)).appointment_date).toBe('2028-12-31T23:59:59.000Z');
  });

  it('keeps what the reference surface does not show of it', async () => {
    const { id } = await bookOnContract({ appointment_date: '2029-03-13T02:00:00.250Z' });
    must(await on.put(`/healthcare/appointments/${id}`, await read(id), token), 200);
    expect((await onContract(id)).appointment_date).toBe('2029-03-13T02:00:00.250Z');
  });
});

describe('A-68: a doctor who is no uuid', () => {
  it('is always the same uuid on the contract surface, and another in another business', async () => {
    const [one, two, other] = [await book(), await book(), await book({ doctor_id: 'dr-lim' })];
    expect(one.doctor_id).toBe('dr-aminah');
    const shown = [];
    for (const { id } of [one, two, other, one]) shown.push((await onContract(id)).doctor_id);
    expect(shown[0]).toMatch(UUID);
    expect([shown[1], shown[3]]).toEqual([shown[0], shown[0]]);
    expect(shown[2]).not.toBe(shown[0]);
    const elsewhere = await newTenant();
    const foreign = await newAppointment(elsewhere);
    const list = await contractSurface.get('/healthcare/appointments', elsewhere.admin.token);
    expect([foreign.doctor_id, list.body.appointments[0].doctor_id === shown[0]]).toEqual(['dr-aminah', false]);
  });
});

describe('A-131: public holidays and prayer times', () => {
  it('refuse nothing that the business has not asked to be refused', async () => {
    // National Day, a Friday, at the prayer of noon.
    expect(await book({ scheduled_date: '2029-08-31', scheduled_time: '13:00:00' })).toMatchObject({
      scheduled_date: '2029-08-31',
    });
    for (const [scheduled_date, scheduled_time] of [
      ['2026-08-31', '13:20:00'],
      ['2026-12-25', '12:45:00'],
    ])
      await book({ scheduled_date, scheduled_time });
  });
});

describe('A-134: a completed visit', () => {
  const medicines = [
    { medication: 'Metformin 500 mg', dosage: '1 kapsul', duration: '7 hari', instructions: 'Selepas makan' },
    { medication: 'Paracetamol' },
  ];

  it('writes prescriptions, which stand in the appointment and among those of the patient', async () => {
    const { id } = await book();
    const done = must(await act(id, 'complete', { prescriptions: medicines }), 200);
    expect(done.prescriptions).toEqual([
      { ...medicines[0], id: expect.stringMatching(UUID), warnings: [] },
      {
        id: expect.stringMatching(UUID),
        medication: 'Paracetamol',
        dosage: null,
        duration: null,
        instructions: null,
        warnings: [],
      },
    ]);
    const answer = await on.get(`/healthcare/prescriptions?patient_id=${patient.id}&page_size=100`, token);
    const written = answer.body.data.filter((row: Json) => row.appointment_id === id).reverse();
    expect(written.map((row: Json) => row.id)).toEqual(done.prescriptions.map((row: Json) => row.id));
    expect(written[0]).toMatchObject({
      ...medicines[0],
      patient_id: patient.id,
      doctor_id: 'dr-aminah',
      status: 'active',
      refills_allowed: 0,
    });
  });

  it('writes diagnosis and treatment plan as a medical record, and none without them', async () => {
    const { id } = await book();
    must(await act(id, 'complete', { diagnosis: 'Bronkitis', treatment_plan: 'Rehat', doctor_notes: 'x' }), 200);
    const records = async (): Promise<Json[]> =>
      must(await on.get(`/healthcare/medical-records?patient_id=${patient.id}&page_size=100`, token), 200);
    const [record] = (await records()).filter((row) => row.appointment_id === id);
    expect(record).toMatchObject({ diagnosis: 'Bronkitis', treatment_plan: 'Rehat', doctor_id: 'dr-aminah' });
    const history = must(await on.get(`/healthcare/patients/${patient.id}/medical-history`, token), 200);
    expect(history.medical_records.map((row: Json) => row.id)).toContain(record!.id);
    const before = (await records()).length;
    must(await act((await book()).id, 'complete', { doctor_notes: 'x', diagnosis: null, treatment_plan: ' ' }), 200);
    expect(await records()).toHaveLength(before);
  });

  it('A-176: says what the patient is allergic to, and prescribes it all the same', async () => {
    const { id } = await book();
    const done = must(await act(id, 'complete', { prescriptions: [{ medication: 'Penicillin V 250 mg' }] }), 200);
    expect(done.status).toBe('completed');
    expect(done.prescriptions[0].warnings).toHaveLength(1);
    expect(done.prescriptions[0].warnings[0]).toContain('Penicillin');
    const headers = { 'accept-language': 'ms' };
    const malay = must(await on.send('GET', `/healthcare/appointments/${id}`, { token, headers }), 200);
    expect(malay.prescriptions[0].warnings).toEqual([
      'Pesakit alah kepada Penicillin, dan preskripsi ini ialah Penicillin V 250 mg',
    ]);
  });

  it('A-30: is completed once, by the first of ten, with one prescription', async () => {
    const { id } = await book({ doctor_id: 'dr-once' });
    const answers = await atOnce(10, () => act(id, 'complete', { prescriptions: [{ medication: 'Paracetamol' }] }));
    expect([withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([1, 9]);
    const prescriptions = must(await on.get('/healthcare/prescriptions?doctor_id=dr-once', token), 200);
    expect(prescriptions).toHaveLength(1);
  });
});

describe('A-30: actions at the same moment', () => {
  it('check a patient in once', async () => {
    const { id } = await book();
    const answers = await atOnce(10, () => act(id, 'check-in'));
    expect([withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([1, 9]);
  });

  it('end a visit in one way', async () => {
    const { id } = await book();
    const answers = await atOnce(10, (i) => act(id, i % 2 === 0 ? 'cancel' : 'complete'));
    expect([withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([1, 9]);
  });
});

describe('A-140: the appointments of a patient who was deleted', () => {
  it('stay, and can be brought to an end; new ones are refused', async () => {
    const own = await newPatient(tenant);
    const { id } = await newAppointment(tenant, { patient_id: own.id });
    const before = await read(id);
    must(await on.send('DELETE', `/healthcare/patients/${own.id}`, { token }), 200);
    expectRefusal(on, await on.get(`/healthcare/patients/${own.id}`, token), 404);
    expect(await read(id)).toEqual(before);
    expect(must(await on.get(`/healthcare/appointments?patient_id=${own.id}`, token), 200)).toHaveLength(1);
    expect(must(await on.put(`/healthcare/appointments/${id}`, before, token), 200)).toEqual(before);
    expectInvalid(on, await on.post('/healthcare/appointments', appointmentBody(own.id), token), 'patient_id');
    const moved = await on.put(`/healthcare/appointments/${(await book()).id}`, { patient_id: own.id }, token);
    expectInvalid(on, moved, 'patient_id');
    expect(must(await act(id, 'cancel'), 200).status).toBe('cancelled');
  });
});

describe('the audit trail', () => {
  it('says what was done with an appointment, and nothing of what it was about', async () => {
    const particulars = { appointment_type: 'RAHSIA-6', priority: 'RAHSIA-7' };
    const { id } = await book({ reason: 'RAHSIA-1', notes: 'RAHSIA-2', symptoms: ['RAHSIA-3'], ...particulars });
    must(await act(id, 'check-in'), 200);
    must(await act(id, 'complete', { doctor_notes: 'RAHSIA-4', prescriptions: [{ medication: 'RAHSIA-5' }] }), 200);
    const trail = await trailOf(tenant, id);
    expect(trail.map(({ action }) => action)).toEqual(['complete', 'check_in', 'create']);
    expect(JSON.stringify(trail)).not.toContain('RAHSIA');
    expect(trail[0].changes.doctor_notes).toEqual({ withheld: true });
    expect(trail[1].changes.status).toEqual({ before: 'scheduled', after: 'confirmed' });
    const withheld = { withheld: true };
    expect(trail[2].changes).toMatchObject({ appointment_type: withheld, priority: withheld });
  });

  it('loses what earlier releases wrote of it, and nothing else', async () => {
    const { id } = await book();
    const owner = workerState().ownerUrl as string;
    const old = { appointment_type: { before: null, after: 'RAHSIA-8' }, status: { before: null, after: 'scheduled' } };
    await sql(owner, `update kernel.audit_entries set changes = $2 where record_id = $1 and action = 'create'`, [
      id,
      JSON.stringify(old),
    ]);
    const Migration = healthcareMigrations.find(({ name }) => name.startsWith('AuditWithoutHealth'));
    await new (Migration as (typeof healthcareMigrations)[number])().up({
      query: (text: string) => sql(owner, text),
    } as unknown as QueryRunner);
    const [created] = await trailOf(tenant, id);
    expect(created.changes).toEqual({ ...old, appointment_type: { withheld: true } });
  });
});
