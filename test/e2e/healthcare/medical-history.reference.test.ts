import { type Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, expectSameRefusal } from '../../support/core-shapes.js';
import {
  healthcareShapes as shapes,
  must,
  newMedicalRecord,
  newPatient,
  newPrescription,
  newVaccination,
  trailOf,
} from '../../support/healthcare.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';
import { inTurns } from '../../support/retail.js';

const LISTS = ['medical_records', 'appointments', 'prescriptions', 'vaccinations'] as const;

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const path = (id: string, query = '') => `/healthcare/patients/${id}/medical-history?${query}`;
const history = async (id: string, query = ''): Promise<Json> => must(await on.get(path(id, query), token), 200);
const book = async (patient_id: string): Promise<Json> => {
  const body = { patient_id, doctor_id: 'dr-lim', scheduled_date: '2030-03-12', scheduled_time: '09:00:00' };
  return must(await on.post('/healthcare/appointments', body, token), 201);
};
const ids = (records: Json[]): string[] => records.map(({ id }) => id);

describe('GET /api/v1/healthcare/patients/{patient_id}/medical-history/', () => {
  it('A-139: holds all records of the patient, as the resources themselves show them, and of no other patient', async () => {
    const [patient, another] = [await newPatient(tenant), await newPatient(tenant)];
    const of = async ({ id: patient_id }: Json) => {
      const appointment = await book(patient_id);
      const record = await newMedicalRecord(tenant, {
        patient_id,
        appointment_id: appointment.id,
        diagnosis: 'Bronkitis',
        vitals: { heart_rate: 72 },
      });
      const prescription = await newPrescription(tenant, { patient_id, appointment_id: appointment.id });
      return { record, appointment, prescription, vaccination: await newVaccination(tenant, { patient_id }) };
    };
    const his = await of(patient);
    await of(another);
    const shown = await history(patient.id);
    expectKeys(shown, shapes.medicalHistory);
    expect(shown).toEqual({
      patient_id: patient.id,
      medical_records: [his.record],
      appointments: [his.appointment],
      prescriptions: [his.prescription],
      vaccinations: [his.vaccination],
      totals: { medical_records: 1, appointments: 1, prescriptions: 1, vaccinations: 1 },
    });
  });

  it('A-134: holds what a completed visit found and prescribed', async () => {
    const patient = await newPatient(tenant, { allergies: ['Penicillin'] });
    const { id } = await book(patient.id);
    const outcome = {
      diagnosis: 'Tonsilitis',
      treatment_plan: 'Rehat',
      prescriptions: [
        { medication: 'Penicillin V', dosage: '250 mg', duration: '7 hari', instructions: 'Selepas makan' },
      ],
    };
    must(await on.post(`/healthcare/appointments/${id}/complete`, outcome, token), 200);
    const { medical_records, prescriptions } = await history(patient.id);
    expect(medical_records).toEqual([
      expect.objectContaining({
        appointment_id: id,
        doctor_id: 'dr-lim',
        diagnosis: 'Tonsilitis',
        treatment_plan: 'Rehat',
      }),
    ]);
    expect(prescriptions).toEqual([
      expect.objectContaining({ appointment_id: id, medication: 'Penicillin V', status: 'active', refills_allowed: 0 }),
    ]);
    expect(prescriptions[0].warnings).toEqual([expect.stringMatching(/allergic to Penicillin\b/)]);
  });

  it('is empty for a patient who has just come', async () => {
    const { id } = await newPatient(tenant);
    const shown = await history(id);
    for (const list of LISTS) expect([list, shown[list], shown.totals[list]]).toEqual([list, [], 0]);
  });

  it('A-159: of 150 records shows 100, newest first, and the other 50 on the second page', async () => {
    const { id: patient_id } = await newPatient(tenant);
    const numbers = Array.from({ length: 150 }, (_, i) => i);
    const made = await inTurns(
      4,
      numbers.map(() => () => newMedicalRecord(tenant, { patient_id })),
    );
    await newVaccination(tenant, { patient_id });
    const expected = ids(made).sort().reverse();
    const [first, second, third] = [
      await history(patient_id),
      await history(patient_id, 'page=2'),
      await history(patient_id, 'page=3'),
    ];
    expect(ids(first.medical_records)).toEqual(expected.slice(0, 100));
    expect(ids(second.medical_records)).toEqual(expected.slice(100));
    expect(third.medical_records).toEqual([]);
    expect([first, second, third].map(({ totals }) => totals.medical_records)).toEqual([150, 150, 150]);
    expect([first, second].map(({ vaccinations, totals }) => [vaccinations.length, totals.vaccinations])).toEqual([
      [1, 1],
      [0, 1],
    ]);
    expect(ids((await history(patient_id, 'page=3&page_size=7')).medical_records)).toEqual(expected.slice(14, 21));
    expect((await history(patient_id, 'page_size=1000')).medical_records).toHaveLength(100);
  });

  it('A-06: refuses a page that is none', async () => {
    const { id } = await newPatient(tenant);
    for (const query of ['page=0', 'page=x', 'page=-1'])
      expectInvalid(on, await on.get(path(id, query), token), 'page');
    expect((await history(id, 'page=1000000000000')).medical_records).toEqual([]);
  });

  it('writes on the audit trail of the patient who read it', async () => {
    const { id } = await newPatient(tenant);
    must(await on.get(path(id), people.VIEWER.token), 200);
    const [entry] = await trailOf(tenant, id);
    expect(entry).toMatchObject({ action: 'read', record_type: 'patient', actor_id: people.VIEWER.id });
  });

  it('A-51, A-139: a patient who is unknown, deleted or of another tenant is not found', async () => {
    const theirs = await newPatient(await newTenant());
    const gone = await newPatient(tenant);
    await newMedicalRecord(tenant, { patient_id: gone.id });
    await on.send('DELETE', `/healthcare/patients/${gone.id}`, { token });
    const unknown = await on.get(path(UNKNOWN_ID), token);
    for (const id of [UNKNOWN_ID, 'abc', '1', theirs.id, gone.id]) {
      const answer = await on.get(path(id), token);
      expectRefusal(on, answer, 404);
      expectSameRefusal(unknown, answer);
    }
  });
});
