import type { Answer, Json } from '../../support/client.js';
import {
  contractSurface,
  everyRole,
  UNKNOWN_ID,
  referenceSurface as on,
  type Role,
} from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT } from '../../support/core-shapes.js';
import {
  healthcareShapes,
  must,
  newAppointment,
  newMedicalRecord,
  newPatient,
  newPrescription,
  newVaccination,
  trailOf,
} from '../../support/healthcare.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const path = '/healthcare/patients';
const get = (id: string, by?: string) => on.get(`${path}/${id}`, by);
const exportOf = (id: string, by = token) => on.get(`${path}/${id}/export`, by);
const REASON = 'Request of the patient, form 18';
const erase = (id: string, by = token, body: unknown = { reason: REASON }) =>
  on.send('POST', `${path}/${id}/erase`, { token: by, body });
const actions = async (id: string): Promise<string[]> =>
  (await trailOf(tenant, id)).map(({ action }) => action as string).reverse();

const SECRETS = [
  'Rahsia',
  '900101-14-5678',
  '900101145678',
  'Penicillin',
  'Hipertensi',
  'Amlodipine',
  'Jalan Sunyi',
  'HPV',
];
const PATIENT = {
  first_name: 'Rahsia',
  last_name: 'Rahsia',
  ic_number: '900101-14-5678',
  date_of_birth: '1990-01-01',
  email: 'rahsia@example.com',
  allergies: ['Penicillin'],
  chronic_conditions: ['Hipertensi'],
  medications: ['Amlodipine'],
  address: { street: 'Jalan Sunyi' },
  emergency_contact: { name: 'Rahsia', phone_number: '012' },
  insurance_info: { provider: 'Rahsia' },
  pdpa_consent: true,
  notes: 'Rahsia',
};

/** A patient of whom there is something in every table. */
async function wellKnown(
  own = tenant,
): Promise<Record<'patient' | 'appointment' | 'record' | 'prescription' | 'vaccination' | 'bill', Json>> {
  const patient = await newPatient(own, PATIENT);
  const patient_id = patient.id;
  const details = { reason: 'Rahsia', symptoms: ['Rahsia'], notes: 'Rahsia', appointment_type: 'follow-up' };
  const appointment = await newAppointment(own, { patient_id, ...details });
  const record = await newMedicalRecord(own, {
    patient_id,
    diagnosis: 'Hipertensi',
    notes: 'Rahsia',
    treatment_plan: 'Amlodipine',
    attachments: ['rahsia.pdf'],
  });
  const prescription = await newPrescription(own, {
    patient_id,
    medication: 'Amlodipine',
    instructions: 'Rahsia',
    refills_allowed: 3,
  });
  const vaccination = await newVaccination(own, {
    patient_id,
    vaccine_type: 'HPV',
    batch_number: 'Rahsia',
    notes: 'Rahsia',
  });
  const items = [{ description: 'Rawatan', unit_price: 80 }];
  const by = own.admin.token;
  const bill = must(await on.post('/healthcare/billing', { patient_id, items }, by), 201);
  must(await on.post(`/healthcare/billing/${bill.id}/payments`, { amount: 30, reference: 'TXN-1' }, by), 201);
  return { patient, appointment, record, prescription, vaccination, bill };
}

describe('reading a patient’s record', () => {
  it('is written to the audit trail with its actor, each time', async () => {
    const { id } = await newPatient(tenant, PATIENT);
    await get(id, people.VIEWER.token);
    await get(id, people.STAFF.token);
    const [second, first] = await trailOf(tenant, id);
    expect(first).toMatchObject({ action: 'read', record_type: 'patient', actor_id: people.VIEWER.id, changes: {} });
    expect(second).toMatchObject({ action: 'read', actor_id: people.STAFF.id });
    expect(await actions(id)).toEqual(['create', 'read', 'read']);
  });

  it('is written down where the answer is "not modified" too', async () => {
    const { id } = await newPatient(tenant);
    const tag = (await get(id, token)).headers.get('etag') ?? '';
    const again = await on.send('GET', `${path}/${id}`, { token, headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
    expect(await actions(id)).toEqual(['create', 'read', 'read']);
  });

  it('is not written down where the patient was not shown: refused, unknown, deleted', async () => {
    const { id } = await newPatient(tenant);
    const other = await newTenant();
    expectRefusal(on, await get(id, other.admin.token), 404);
    expectRefusal(on, await get(id), 401);
    expect((await on.send('DELETE', `${path}/${id}`, { token })).status).toBe(200);
    expectRefusal(on, await get(id, token), 404);
    expect(await actions(id)).toEqual(['create', 'delete']);
  });

  it('leaves no value of a personal field on the trail, after any operation', async () => {
    const { id } = await newPatient(tenant, PATIENT);
    await on.put(
      `${path}/${id}`,
      { ic_number: '900101145678', notes: 'Rahsia lagi', allergies: ['Hipertensi'] },
      token,
    );
    const trail = JSON.stringify(await trailOf(tenant, id));
    for (const secret of SECRETS) expect([secret, trail.includes(secret)]).toEqual([secret, false]);
    const [updated] = await trailOf(tenant, id);
    const withheld = { withheld: true };
    expect(updated.changes).toEqual({ ic_number: withheld, notes: withheld, allergies: withheld });
  });

  // The trail outlives an erasure: what that takes away from a record must not stand there either.
  it('nor of what an erasure blanks on visits, records, prescriptions, vaccinations and bills', async () => {
    const own = await newTenant();
    const { patient, appointment, record, vaccination } = await wellKnown(own);
    const by = own.admin.token;
    const dose = { vaccine_name: 'Gardasil', dose_number: 2, total_doses: 3, next_due_date: '2027-03-09' };
    await newVaccination(own, { patient_id: patient.id, administered_by: 'Rahsia', ...dose });
    await newPrescription(own, { patient_id: patient.id, medication: 'Amlodipine', quantity: 77_177 });
    const items = [{ description: 'Rawatan', unit_price: 80 }];
    const bill = { patient_id: patient.id, appointment_id: appointment.id, items };
    const { id } = must(await on.post('/healthcare/billing', bill, by), 201);
    const visit = `/healthcare/appointments/${appointment.id}`;
    must(await on.post(`${visit}/complete`, { follow_up_required: true, follow_up_date: '2027-03-09' }, by), 200);
    must(await on.put(visit, { status: 'scheduled' }, by), 200);
    must(await on.post(`${visit}/cancel`, { reason: 'Rahsia', cancelled_by: 'Rahsia' }, by), 200);
    must(await exportOf(patient.id, by), 200);
    must(await erase(patient.id, by), 200);
    const trails = await Promise.all([appointment, record, vaccination, { id }].map((of: Json) => trailOf(own, of.id)));
    expect(trails[0]?.find(({ action }: Json) => action === 'cancel').changes.cancelled_by).toEqual({ withheld: true });
    expect(trails[2]?.at(-1).changes.vaccine_type).toEqual({ withheld: true });
    expect(trails[3]?.at(-1).changes.service_type).toEqual({ withheld: true });
    const whole = (await on.get('/audit?page_size=100', by)).text;
    for (const told of [...SECRETS, 'rahsia.pdf', 'Gardasil', '2027-03-09', '77177'])
      expect([told, whole.includes(told)]).toEqual([told, false]);
  });
});

describe('GET /api/v1/healthcare/patients/{patient_id}/export/', () => {
  it('answers everything that is held on the patient, in clear, and the trail about it', async () => {
    const { patient, appointment, record, prescription, vaccination, bill } = await wellKnown();
    const answer = await exportOf(patient.id);
    const held = must(answer, 200);
    expectKeys(
      held,
      'exported_at patient appointments medical_records prescriptions vaccinations messages einvoice_buyers einvoices bills former_names files audit_entries'.split(
        ' ',
      ),
    );
    expect(held.exported_at).toMatch(INSTANT);
    expectKeys(held.patient, healthcareShapes.patient);
    expect(held.patient).toEqual(patient);
    expect(held.appointments).toEqual([
      expect.objectContaining({ id: appointment.id, reason: 'Rahsia', symptoms: ['Rahsia'], notes: 'Rahsia' }),
    ]);
    expect(held.medical_records).toEqual([
      expect.objectContaining({ id: record.id, diagnosis: 'Hipertensi', attachments: ['rahsia.pdf'] }),
    ]);
    expect(held.prescriptions).toEqual([expect.objectContaining({ id: prescription.id, medication: 'Amlodipine' })]);
    expect(held.vaccinations).toEqual([expect.objectContaining({ id: vaccination.id, vaccine_type: 'HPV' })]);
    expect(held.bills).toEqual([
      expect.objectContaining({
        id: bill.id,
        bill_number: bill.bill_number,
        total: 80,
        items: [expect.objectContaining({ description: 'Rawatan' })],
        payments: [expect.objectContaining({ amount: 30, balance: 50, reference: 'TXN-1' })],
      }),
    ]);
    const told = held.audit_entries.map(({ action, record_type }: Json) => `${action} ${record_type}`);
    for (const what of ['patient', 'appointment', 'medical record', 'prescription', 'vaccination', 'bill'])
      expect(told).toContain(`create ${what}`);
    expect((await actions(patient.id)).at(-1)).toBe('export');
  });

  it('holds nothing of another patient', async () => {
    const own = await newTenant();
    const one = await wellKnown(own);
    await wellKnown(own);
    const held = must(await exportOf(one.patient.id, own.admin.token), 200);
    for (const list of ['appointments', 'medical_records', 'prescriptions', 'vaccinations', 'bills'])
      expect([list, held[list].length]).toEqual([list, 1]);
    expect(new Set(held.audit_entries.map(({ record_id }: Json) => record_id)).size).toBe(6);
  });

  it('A-51: is not found for another tenant’s patient, and for a deleted one', async () => {
    const other = await newTenant();
    const theirs = await newPatient(other);
    for (const id of [theirs.id, UNKNOWN_ID, 'abc']) expectRefusal(on, await exportOf(id), 404);
    const { id } = await newPatient(tenant);
    await on.send('DELETE', `${path}/${id}`, { token });
    expectRefusal(on, await exportOf(id), 404);
  });
});

describe('POST /api/v1/healthcare/patients/{patient_id}/erase/', () => {
  it('says what it did, and the patient is gone from both surfaces', async () => {
    const { patient } = await wellKnown();
    const answer = must(await erase(patient.id), 200);
    expect(answer).toEqual({
      id: patient.id,
      erased: true,
      erased_at: expect.stringMatching(INSTANT),
      appointments: 1,
      medical_records: 1,
      prescriptions: 1,
      vaccinations: 1,
      bills_kept: 1,
      files: 0,
      warnings: [
        expect.stringMatching(/^The last record was of \d{4}-\d{2}-\d{2}: such records should be kept for seven years/),
      ],
    });
    for (const gone of [await get(patient.id, token), await erase(patient.id), await exportOf(patient.id)])
      expectRefusal(on, gone, 404);
    for (const search of ['Rahsia', '900101-14-5678', '5678', patient.medical_record_number, 'Erased']) {
      const found = await on.get(`${path}?search=${search}&page_size=100`, token);
      expect(found.body.data.map(({ id }: Json) => id)).not.toContain(patient.id);
      const onContract = await contractSurface.get(`${path}?search=${search}&limit=1000`, token);
      expect(onContract.body.patients.map(({ id }: Json) => id)).not.toContain(patient.id);
    }
    expect((await actions(patient.id)).slice(-2).sort()).toEqual(['erase', 'erasure_reason']);
  });

  it('asks for a reason, erases nothing without one, and warns of no records that are not there', async () => {
    const { id } = await newPatient(tenant);
    for (const body of [{}, { reason: null }, { reason: '  ' }])
      expectInvalid(on, await erase(id, token, body), 'reason');
    expect((await get(id, token)).status).toBe(200);
    expect(must(await erase(id), 200).warnings).toEqual([]);
    const trail = must(await on.get(`/audit?record_id=${id}&page_size=100`, token), 200);
    const [told] = trail.filter(({ action }: Json) => action === 'erasure_reason');
    expect(told.changes).toEqual({ reason: { before: null, after: REASON } });
  });

  it('keeps the reason without what the patient is known by', async () => {
    const known = {
      first_name: 'Rokiah',
      last_name: 'Bakar',
      ic_number: '900101-14-5678',
      phone_number: '+60123456789',
    };
    const { id } = await newPatient(tenant, known);
    const reason = 'Puan Rokiah Bakar, 900101145678, 012-345 6789, 4111 1111 1111 1111, meminta';
    must(await erase(id, token, { reason }), 200);
    const trail = must(await on.get(`/audit?record_id=${id}&page_size=100`, token), 200);
    const [told] = trail.filter(({ action }: Json) => action === 'erasure_reason');
    expect(told.changes.reason.after).toBe('Puan •••, •••, •••, •••• 1111, meminta');
  });

  it('A-140: leaves date and status of the appointments, and nothing that was written down', async () => {
    const { patient, appointment, record, prescription } = await wellKnown();
    must(await erase(patient.id), 200);
    const visit = must(await on.get(`/healthcare/appointments/${appointment.id}`, token), 200);
    expect(visit).toMatchObject({
      patient_id: patient.id,
      scheduled_date: appointment.scheduled_date,
      scheduled_time: appointment.scheduled_time,
      status: 'scheduled',
      reason: null,
      symptoms: [],
      notes: null,
    });
    const written = must(await on.get(`/healthcare/medical-records/${record.id}`, token), 200);
    expect(written).toMatchObject({ diagnosis: null, notes: null, treatment_plan: null, attachments: [] });
    const prescribed = must(await on.get(`/healthcare/prescriptions/${prescription.id}`, token), 200);
    expect(prescribed).toMatchObject({ medication: null, instructions: null, status: 'expired' });
    expectRefusal(on, await on.post(`/healthcare/prescriptions/${prescription.id}/refill`, {}, token), 409);
    for (const answer of [visit, written, prescribed])
      for (const secret of SECRETS) expect([secret, JSON.stringify(answer).includes(secret)]).toEqual([secret, false]);
  });

  it('leaves the bills whole, and they can still be paid: the law on accounts asks for them', async () => {
    const { patient, bill } = await wellKnown();
    must(await erase(patient.id), 200);
    const kept = must(await on.get(`/healthcare/billing/${bill.id}`, token), 200);
    expect(kept).toMatchObject({ patient_id: patient.id, total: 80, items: bill.items, amount_paid: 30 });
    must(await on.post(`/healthcare/billing/${bill.id}/payments`, {}, token), 201);
  });

  it('refuses what would be written down about the patient afterwards', async () => {
    const { patient } = await wellKnown();
    must(await erase(patient.id), 200);
    const patient_id = patient.id;
    const appointment = { patient_id, doctor_id: 'dr', scheduled_date: '2029-03-13', scheduled_time: '10:00:00' };
    for (const [list, body] of [
      ['appointments', appointment],
      ['medical-records', { patient_id }],
      ['prescriptions', { patient_id, medication: 'X' }],
      ['vaccinations', { patient_id, vaccine_name: 'X' }],
      ['billing', { patient_id, items: [{ description: 'X', unit_price: 1 }] }],
    ] as const)
      expectInvalid(on, await on.post(`/healthcare/${list}`, body, token), 'patient_id');
  });

  it('leaves nothing that was written down during the erasure', async () => {
    const patient = await newPatient(tenant, PATIENT);
    const write = () =>
      on.post('/healthcare/medical-records', { patient_id: patient.id, diagnosis: 'Hipertensi' }, token);
    const written = await Promise.all([write(), write(), erase(patient.id), write(), write()]);
    for (const { status, body } of written.filter((answer) => answer.status === 201)) {
      const record = must(await on.get(`/healthcare/medical-records/${body.data.id}`, token), 200);
      expect([status, record.diagnosis]).toEqual([201, null]);
    }
    expectRefusal(on, await get(patient.id, token), 404);
  });

  it('leaves another patient unchanged', async () => {
    const [one, other] = [await wellKnown(), await wellKnown()];
    must(await erase(one.patient.id), 200);
    expect(must(await get(other.patient.id, token), 200)).toEqual(other.patient);
    const record = must(await on.get(`/healthcare/medical-records/${other.record.id}`, token), 200);
    expect(record.diagnosis).toBe('Hipertensi');
  });

  it('lets no request fill again what it blanked: a form that was sent late would undo it', async () => {
    const patient = await newPatient(tenant);
    const appointment = await newAppointment(tenant, { patient_id: patient.id });
    const record = await newMedicalRecord(tenant, { patient_id: patient.id, diagnosis: 'Denggi' });
    const prescription = await newPrescription(tenant, { patient_id: patient.id, medication: 'A', refills_allowed: 2 });
    must(await erase(patient.id), 200);
    for (const [at, body] of [
      [`/healthcare/appointments/${appointment.id}`, { notes: 'Denggi' }],
      [`/healthcare/medical-records/${record.id}`, { diagnosis: 'Denggi' }],
      [`/healthcare/prescriptions/${prescription.id}`, { medication: 'A' }],
    ] as const) {
      expectRefusal(on, await on.put(at, body, token), 409);
      expect((await on.get(at, token)).status).toBe(200);
    }
    for (const verb of ['cancel', 'check-in', 'start', 'complete'])
      expectRefusal(on, await on.post(`/healthcare/appointments/${appointment.id}/${verb}`, {}, token), 409);
    expectRefusal(on, await on.post(`/healthcare/prescriptions/${prescription.id}/refill`, {}, token), 409);
  });

  it('erases a patient who was deleted before: the data were still there', async () => {
    const { patient } = await wellKnown();
    await on.send('DELETE', `${path}/${patient.id}`, { token });
    expect(must(await erase(patient.id), 200)).toMatchObject({ erased: true, medical_records: 1 });
    expectRefusal(on, await erase(patient.id), 404);
  });

  it('forgets answers that were kept for repeated requests and name the patient, and no others', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const keyed = (key: string, body: unknown): Promise<Answer> =>
      on.send('POST', path, { token: by, body, headers: { 'idempotency-key': key } });
    const his = must(await keyed('his', PATIENT), 201);
    const hers = must(await keyed('hers', { ...PATIENT, first_name: 'Lain' }), 201);
    expect(must(await keyed('his', PATIENT), 201).id).toBe(his.id);
    must(await erase(his.id, by), 200);
    const again = await keyed('his', PATIENT);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(again.body.data.id).not.toBe(his.id);
    expect(must(await keyed('hers', { ...PATIENT, first_name: 'Lain' }), 201).id).toBe(hers.id);
  });

  it('is done once, even if others ask at the same time', async () => {
    const { patient } = await wellKnown();
    const answers = await Promise.all(Array.from({ length: 6 }, () => erase(patient.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    expect((await actions(patient.id)).filter((action) => action === 'erase')).toHaveLength(1);
  });

  it('A-51: erases no other tenant’s patient', async () => {
    const other = await newTenant();
    const theirs = await newPatient(other, PATIENT);
    for (const id of [theirs.id, UNKNOWN_ID, 'abc']) expectRefusal(on, await erase(id), 404);
    expect(must(await get(theirs.id, other.admin.token), 200)).toEqual(theirs);
  });
});
