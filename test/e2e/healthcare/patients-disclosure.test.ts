import type { Json } from '../../support/client.js';
import { contractSurface, everyRole, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { expectKeys, expectRefusal } from '../../support/core-shapes.js';
import {
  appointmentBody,
  healthcareShapes,
  must,
  newBill,
  newMedicalRecord,
  newPatient,
  newPrescription,
  newVaccination,
} from '../../support/healthcare.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';

/** The fields of a patient that each role is shown, on both surfaces; and the searches that find a patient. */

const SECRETS = [
  '900101-14',
  '1990-01-01',
  'Penicillin',
  'Asthma',
  'Salbutamol',
  'rahsia',
  'Bronkitis',
  'demam',
  'Kuala Lumpur',
];
const PATIENT = {
  ic_number: '900101-14-5678',
  date_of_birth: '1990-01-01',
  gender: 'female',
  phone_number: '012-345 6789',
  allergies: ['Penicillin', 'Udang'],
  chronic_conditions: ['Asthma'],
  medications: ['Salbutamol'],
  notes: 'rahsia pesakit',
};

let clinic: TestTenant;
let people: Record<Role, Person>;
let patient: Json;
beforeAll(async () => {
  clinic = await newTenant();
  people = await everyRole(clinic);
  patient = await newPatient(clinic, PATIENT);
});

const get = async (path: string, role: Role): Promise<Json> => must(await on.get(path, people[role].token), 200);
const rowOf = async (path: string, role: Role, id: string): Promise<Json> =>
  (await get(`${path}?page_size=100`, role)).find((row: Json) => row.id === id);
const sure = (shown: Json): void => {
  const text = JSON.stringify(shown);
  expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
};

describe('A-373: a user who may only read', () => {
  it('sees every figure of a bill, and not what was done and handed out', async () => {
    const items = [
      { description: 'Rawatan demam', unit_price: 80 },
      { description: 'Salbutamol', quantity: 2, unit_price: 12.5, tax_rate: 6 },
    ];
    const { id } = await newBill(clinic, { patient_id: patient.id, items, policy_number: 'P-10042' });
    const payment = { amount: 10, notes: 'rahsia' };
    must(await on.post(`/healthcare/billing/${id}/payments`, payment, clinic.admin.token), 201);
    const whole = await get(`/healthcare/billing/${id}`, 'STAFF');
    expect(whole).toEqual(await get(`/healthcare/billing/${id}`, 'ADMIN'));
    expect(whole.items.map(({ description }: Json) => description)).toEqual(['Rawatan demam', 'Salbutamol']);
    const masked = { ...whole, items: whole.items.map((item: Json) => ({ ...item, description: '***' })) };
    expect(await get(`/healthcare/billing/${id}`, 'VIEWER')).toEqual(masked);
    expect(await rowOf('/healthcare/billing', 'VIEWER', id)).toEqual(masked);
    const [paid] = await get(`/healthcare/billing/${id}/payments`, 'STAFF');
    expect(paid.notes).toBe('rahsia');
    expect(await get(`/healthcare/billing/${id}/payments`, 'VIEWER')).toEqual([{ ...paid, notes: null }]);
    const path = `/healthcare/billing/${id}`;
    const tag = (await on.get(path, people.STAFF.token)).headers.get('etag') ?? '';
    const again = await on.send('GET', path, { token: people.VIEWER.token, headers: { 'if-none-match': tag } });
    expect(again.status).toBe(200);
  });

  it('sees a patient without IC number, date of birth, age, birthplace, health data and notes', async () => {
    const whole = await get(`/healthcare/patients/${patient.id}`, 'ADMIN');
    for (const role of ['MANAGER', 'STAFF'] as const)
      expect(await get(`/healthcare/patients/${patient.id}`, role)).toEqual(whole);
    expect(whole).toMatchObject(PATIENT);
    const masked = {
      ...whole,
      ic_number: '******-**-5678',
      ic_verification: { ...whole.ic_verification, age: null, age_years: null, birthplace: null, checksum: null },
      date_of_birth: null,
      allergies: ['***', '***'],
      chronic_conditions: ['***'],
      medications: ['***'],
      notes: null,
    };
    expect(await get(`/healthcare/patients/${patient.id}`, 'VIEWER')).toEqual(masked);
    expect(await rowOf('/healthcare/patients', 'VIEWER', patient.id)).toEqual(masked);
  });

  it('sees the same on the contract surface, with its keys', async () => {
    const shown = async (role: Role): Promise<Json> =>
      contractSurface
        .rows(await contractSurface.get('/healthcare/patients?limit=100', people[role].token), 'patients')
        .find((row) => row.id === patient.id);
    const whole = await shown('STAFF');
    expect(whole).toMatchObject({ ic_number: PATIENT.ic_number, medical_conditions: ['Asthma'] });
    expect(await shown('VIEWER')).toEqual({
      ...whole,
      ic_number: '******-**-5678',
      date_of_birth: null,
      allergies: ['***', '***'],
      medical_conditions: ['***'],
    });
    expectKeys(await shown('VIEWER'), healthcareShapes.contract.patient);
  });

  it('has a tag for that view', async () => {
    const path = `/healthcare/patients/${patient.id}`;
    const tagFor = async (role: Role) => (await on.get(path, people[role].token)).headers.get('etag') ?? '';
    const again = (role: Role, tag: string) =>
      on.send('GET', path, { token: people[role].token, headers: { 'if-none-match': tag } });
    const [whole, masked] = [await tagFor('STAFF'), await tagFor('VIEWER')];
    expect([(await again('VIEWER', whole)).status, (await again('STAFF', masked)).status]).toEqual([200, 200]);
    expect((await again('VIEWER', masked)).status).toBe(304);
  });

  it('sees no diagnosis, notes, medicines or warnings of any record, and staff see them all', async () => {
    const { id: patient_id } = patient;
    const appointment = must(
      await on.post(
        '/healthcare/appointments',
        appointmentBody(patient_id, { reason: 'demam', symptoms: ['demam'], notes: 'rahsia' }),
        clinic.admin.token,
      ),
      201,
    );
    const completion = {
      doctor_notes: 'rahsia doktor',
      prescriptions: [{ medication: 'Penicillin V', instructions: 'rahsia' }],
    };
    must(await on.post(`/healthcare/appointments/${appointment.id}/complete`, completion, clinic.admin.token), 200);
    const record = await newMedicalRecord(clinic, {
      patient_id,
      diagnosis: 'Bronkitis',
      symptoms: ['demam'],
      notes: 'rahsia',
      treatment_plan: 'rahsia',
      follow_up_instructions: 'rahsia',
      vitals: { temperature: 38.5 },
    });
    const prescription = await newPrescription(clinic, { patient_id, medication: 'Penicillin V', notes: 'rahsia' });
    expect(prescription.warnings).toHaveLength(1);
    const vaccination = await newVaccination(clinic, { patient_id, notes: 'rahsia' });
    const read: [list: string, id: string, shape: string[]][] = [
      ['/healthcare/appointments', appointment.id, healthcareShapes.appointment],
      ['/healthcare/medical-records', record.id, healthcareShapes.medicalRecord],
      ['/healthcare/prescriptions', prescription.id, healthcareShapes.prescription],
      ['/healthcare/vaccinations', vaccination.id, healthcareShapes.vaccination],
    ];
    for (const [list, id, shape] of read) {
      const one = list.endsWith('vaccinations') ? [] : [await get(`${list}/${id}`, 'VIEWER')];
      for (const shown of [...one, await rowOf(list, 'VIEWER', id)]) {
        expectKeys(shown, shape);
        sure(shown);
      }
      expect(await rowOf(list, 'STAFF', id)).toEqual(await rowOf(list, 'ADMIN', id));
    }
    const history = await get(`/healthcare/patients/${patient_id}/medical-history`, 'VIEWER');
    expect(history.totals).toMatchObject({ medical_records: 1, appointments: 1 });
    sure(history);
    sure(await get(`/healthcare/patients/${patient_id}/vaccinations`, 'VIEWER'));
    const { doctor_id } = appointment;
    sure(await get(`/healthcare/doctors/${doctor_id}/schedule`, 'VIEWER'));
    const contract = await contractSurface.get('/healthcare/appointments', people.VIEWER.token);
    sure(contractSurface.rows(contract, 'appointments'));
    const whole = await get(`/healthcare/patients/${patient_id}/medical-history`, 'STAFF');
    expect(whole.medical_records[0]).toMatchObject({ diagnosis: 'Bronkitis', vitals: { temperature: 38.5 } });
    expect(whole.appointments[0]).toMatchObject({ doctor_notes: 'rahsia doktor' });
  });

  it('does not delete a patient, and nor do staff', async () => {
    const { id } = await newPatient(clinic);
    const remove = (role: Role) => on.send('DELETE', `/healthcare/patients/${id}`, { token: people[role].token });
    for (const role of ['VIEWER', 'STAFF'] as const) expectRefusal(on, await remove(role), 403);
    must(await remove('MANAGER'), 200);
  });
});

describe('A-396: a user who may only read', () => {
  const found = async (query: string, role: Role): Promise<boolean> =>
    (await get(`/healthcare/patients?page_size=100&${query}`, role)).some((row: Json) => row.id === patient.id);
  const foundOnContract = async (search: string, role: Role): Promise<boolean> =>
    contractSurface
      .rows(
        await contractSurface.get(`/healthcare/patients?limit=100&search=${search}`, people[role].token),
        'patients',
      )
      .some((row) => row.id === patient.id);

  it.each(['900101', '90010114', '900101-14-5678', '5678'])('finds no patient by %s of an IC number', async (text) => {
    expect([await found(`search=${text}`, 'STAFF'), await found(`search=${text}`, 'VIEWER')]).toEqual([true, false]);
    expect([await foundOnContract(text, 'STAFF'), await foundOnContract(text, 'VIEWER')]).toEqual([true, false]);
  });

  it('finds no patient by the date of birth, and patients by what is shown', async () => {
    expect(await found('date_of_birth=1990-01-01', 'STAFF')).toBe(true);
    expect(await found('date_of_birth=1990-01-01', 'VIEWER')).toBe(false);
    for (const query of ['search=siti nur', 'gender=female', 'phone_number=0123456789'])
      expect([query, await found(query, 'VIEWER')]).toEqual([query, true]);
  });

  it('counts no ages', async () => {
    const report = (query: string, role: Role) =>
      on.get(`/healthcare/reports/patient-demographics?${query}`, people[role].token);
    expectRefusal(on, await report('group_by=age_group', 'VIEWER'), 403);
    const groups = async (query: string, role: Role): Promise<string[]> =>
      must(await report(query, role), 200).rows.map(({ group }: Json) => group);
    expect(await groups('', 'VIEWER')).toEqual(await groups('group_by=gender', 'STAFF'));
    expect(await groups('', 'STAFF')).toEqual(await groups('group_by=age_group', 'STAFF'));
    expect(await groups('', 'VIEWER')).not.toEqual(await groups('', 'STAFF'));
  });
});
