import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  must,
  newAppointment,
  newBill,
  newMedicalRecord,
  newPatient,
  newPrescription,
  newVaccination,
} from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { statedTypes, watchEvents, type RecordedEvent, type WatchedEvents } from '../../support/valid-events.js';

let tenant: TestTenant;
let token: string;
let watched: WatchedEvents;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  watched = await watchEvents(tenant.id);
});

const DOMAIN = '/healthcare';
const post = async (path: string, body: unknown = {}): Promise<Json> => {
  const answer = await on.post(`${DOMAIN}/${path}`, body, token);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return on.data(answer);
};
const put = async (path: string, body: unknown): Promise<Json> =>
  must(await on.put(`${DOMAIN}/${path}`, body, token), 200);

/** Types and data of the events since the last look; the administrator is their actor. */
async function told(): Promise<[type: string, data: RecordedEvent['data']][]> {
  const events = await watched.since();
  for (const { actor_id } of events) expect(actor_id).toBe(tenant.admin.id);
  return events.map(({ type, data }) => [type.replace('healthcare.', ''), data]);
}

const byType = (a: readonly unknown[], b: readonly unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1);

/** The data of an event that says nothing but which record it is. */
const alone = (id: string, version: number, path: string | null) => ({
  id,
  version,
  path: path && `/api/v1/healthcare/${path}/${id}/`,
  contract_path: null,
});

const SECRET = 'Rahsia';
const IC = '900101-14-5678';

describe('A-432: patients', () => {
  it('are announced as they are created, changed and deleted, on either surface', async () => {
    const { id } = await newPatient(tenant, { first_name: SECRET, ic_number: IC, allergies: [SECRET] });
    expect(await told()).toEqual([['patient.created', alone(id, 1, 'patients')]]);
    await put(`patients/${id}`, { notes: SECRET, phone_number: '0123456789' });
    expect(await told()).toEqual([['patient.updated', alone(id, 2, 'patients')]]);
    await put(`patients/${id}`, { notes: SECRET });
    expect(await told()).toEqual([]);
    must(await on.send('DELETE', `${DOMAIN}/patients/${id}`, { token }), 200);
    expect(await told()).toEqual([['patient.deleted', alone(id, 3, null)]]);
    const body = {
      first_name: SECRET,
      last_name: SECRET,
      ic_number: IC,
      date_of_birth: '1990-01-01',
      gender: 'FEMALE',
    };
    const made = await contractSurface.post('/healthcare/patients', { ...body, phone: '+60123456789' }, token);
    expect(made.status).toBe(201);
    expect(await told()).toEqual([['patient.created', alone(made.body.id, 1, 'patients')]]);
  });

  it('are announced as they are erased, deleted ones too (A-433)', async () => {
    const [present, gone] = [await newPatient(tenant), await newPatient(tenant)];
    must(await on.send('DELETE', `${DOMAIN}/patients/${gone.id}`, { token }), 200);
    await watched.since();
    await post(`patients/${present.id}/erase`, { reason: SECRET });
    expect(await told()).toEqual([['patient.erased', alone(present.id, 2, null)]]);
    await post(`patients/${gone.id}/erase`, { reason: SECRET });
    expect(await told()).toEqual([['patient.erased', alone(gone.id, 3, null)]]);
  });

  it('that are merged are two events: one is changed, the other is deleted', async () => {
    const from = await newPatient(tenant, { allergies: [SECRET] });
    const into = await newPatient(tenant);
    await watched.since();
    await post(`patients/${from.id}/merge`, { into: into.id });
    expect(await told()).toEqual([
      ['patient.deleted', alone(from.id, 2, null)],
      ['patient.updated', alone(into.id, 2, 'patients')],
    ]);
  });
});

describe('A-432: appointments', () => {
  /** The events of an appointment: verb, version, status, and the one before. */
  const of = (id: string, patient_id: string, ...events: [string, number, string, string | null][]) =>
    events
      .map(([verb, version, status, previous_status]) => [
        `appointment.${verb}`,
        { ...alone(id, version, 'appointments'), patient_id, status, previous_status },
      ])
      .toSorted(byType);
  /** An appointment whose creation was looked at. */
  const made = async (extra: Record<string, unknown> = {}): Promise<{ id: string; patient_id: string }> => {
    const { id, patient_id } = await newAppointment(tenant, { reason: SECRET, doctor_id: SECRET, ...extra });
    await watched.since();
    return { id, patient_id };
  };

  it('are announced as they are made, on either surface; in a later status that, too (A-431)', async () => {
    const { id: patient_id } = await newPatient(tenant);
    await watched.since();
    const { id } = await newAppointment(tenant, { patient_id, symptoms: [SECRET] });
    expect(await told()).toEqual(of(id, patient_id, ['created', 1, 'scheduled', null]));
    const later = await newAppointment(tenant, { patient_id, status: 'confirmed' });
    expect(await told()).toEqual(
      of(later.id, patient_id, ['created', 1, 'confirmed', null], ['confirmed', 1, 'confirmed', null]),
    );
    const body = { patient_id, doctor_id: UNKNOWN_ID, appointment_date: '2029-03-13T01:00:00Z', duration: 30 };
    const { status, body: third } = await contractSurface.post('/healthcare/appointments', body, token);
    expect(status).toBe(201);
    expect(await told()).toEqual(of(third.id, patient_id, ['created', 1, 'scheduled', null]));
  });

  it('are changed by a PUT, and by the status alone are what it says', async () => {
    const { id, patient_id } = await made();
    await put(`appointments/${id}`, { notes: SECRET, scheduled_date: '2029-03-14' });
    expect(await told()).toEqual(of(id, patient_id, ['updated', 2, 'scheduled', null]));
    await put(`appointments/${id}`, { notes: SECRET, status: 'scheduled' });
    expect(await told()).toEqual([]);
    const reached = [
      ['confirmed', 'confirmed'],
      ['in_progress', 'started'],
      ['completed', 'completed'],
      ['no_show', 'missed'],
      ['cancelled', 'cancelled'],
      ['scheduled', 'reopened'],
    ] as const;
    let before = 'scheduled';
    for (const [i, [status, verb]] of reached.entries()) {
      await put(`appointments/${id}`, { status });
      expect(await told()).toEqual(of(id, patient_id, [verb, i + 3, status, before]));
      before = status;
    }
    await put(`appointments/${id}`, { status: 'cancelled', notes: 'x' });
    expect(await told()).toEqual(
      of(id, patient_id, ['updated', 9, 'cancelled', 'scheduled'], ['cancelled', 9, 'cancelled', 'scheduled']),
    );
  });

  it('are announced by each verb alone; a check-in confirms nothing', async () => {
    const { id, patient_id } = await made();
    await post(`appointments/${id}/check-in`);
    expect(await told()).toEqual(of(id, patient_id, ['checked_in', 2, 'confirmed', 'scheduled']));
    await post(`appointments/${id}/start`);
    expect(await told()).toEqual(of(id, patient_id, ['started', 3, 'in_progress', 'confirmed']));
    const confirmed = await made({ status: 'confirmed' });
    await post(`appointments/${confirmed.id}/check-in`);
    expect(await told()).toEqual(of(confirmed.id, confirmed.patient_id, ['checked_in', 2, 'confirmed', null]));
    await post(`appointments/${confirmed.id}/cancel`, { reason: SECRET });
    expect(await told()).toEqual(of(confirmed.id, confirmed.patient_id, ['cancelled', 3, 'cancelled', 'confirmed']));
  });

  it('write records of which each is announced as they are completed', async () => {
    const { id, patient_id } = await made();
    await post(`appointments/${id}/complete`, {
      doctor_notes: SECRET,
      diagnosis: SECRET,
      prescriptions: [{ medication: SECRET }, { medication: SECRET }],
    });
    const [record] = must(await on.get(`${DOMAIN}/medical-records?patient_id=${patient_id}`, token), 200);
    const medicines: Json[] = must(await on.get(`${DOMAIN}/prescriptions?patient_id=${patient_id}`, token), 200);
    const events = await told();
    expect(events).toEqual([
      ...of(id, patient_id, ['completed', 2, 'completed', 'scheduled']),
      ['medical_record.created', alone(record.id, 1, 'medical-records')],
      ['prescription.created', expect.anything()],
      ['prescription.created', expect.anything()],
    ]);
    expect(new Set(events.slice(2).map(([, data]) => data))).toEqual(
      new Set(medicines.map((medicine) => alone(medicine.id, 1, 'prescriptions'))),
    );
  });
});

describe('A-432: clinical records', () => {
  it('are announced as they are written and changed, and do not tell whose they are', async () => {
    const { id: patient_id } = await newPatient(tenant);
    await watched.since();
    const record = await newMedicalRecord(tenant, { patient_id, diagnosis: SECRET });
    expect(await told()).toEqual([['medical_record.created', alone(record.id, 1, 'medical-records')]]);
    await put(`medical-records/${record.id}`, { notes: SECRET });
    expect(await told()).toEqual([['medical_record.updated', alone(record.id, 2, 'medical-records')]]);
    await put(`medical-records/${record.id}`, { notes: SECRET });
    expect(await told()).toEqual([]);

    const medicine = await newPrescription(tenant, { patient_id, refills_allowed: 2, medication: SECRET });
    expect(await told()).toEqual([['prescription.created', alone(medicine.id, 1, 'prescriptions')]]);
    await put(`prescriptions/${medicine.id}`, { dosage: SECRET });
    expect(await told()).toEqual([['prescription.updated', alone(medicine.id, 2, 'prescriptions')]]);
    await post(`prescriptions/${medicine.id}/refill`);
    expect(await told()).toEqual([['prescription.refilled', alone(medicine.id, 3, 'prescriptions')]]);

    const dose = await newVaccination(tenant, { patient_id, vaccine_name: SECRET });
    expect(await told()).toEqual([['vaccination.created', alone(dose.id, 1, null)]]);
    await post(`vaccinations/${dose.id}/void`, { reason: SECRET });
    expect(await told()).toEqual([]);
    // The patient's own event names the patient in two places, and no other event does.
    expect(watched.text().split(patient_id)).toHaveLength(3);
  });
});

describe('A-432: bills', () => {
  const bill = (made: Json, version: number, more: Record<string, unknown>) => ({
    ...alone(made.id, version, 'billing'),
    patient_id: made.patient_id,
    bill_number: made.bill_number,
    status: 'pending',
    total: 100,
    amount_paid: 0,
    ...more,
  });
  const payment = (made: Json, id: string, more: Record<string, unknown>) => ({
    id,
    version: null,
    path: `/api/v1/healthcare/billing/${made.id}/`,
    contract_path: null,
    bill_id: made.id,
    ...more,
  });
  const made = async (body: Record<string, unknown> = {}): Promise<Json> => {
    const { id: patient_id } = await newPatient(tenant);
    await watched.since();
    const items = [{ description: SECRET, unit_price: 100 }];
    return newBill(tenant, { patient_id, items, ...body });
  };
  const paid = (made: Json, body: unknown = {}): Promise<Json> => post(`billing/${made.id}/payments`, body);

  it('are announced as they are made, with each payment, and once nothing remains', async () => {
    const one = await made();
    expect(await told()).toEqual([['bill.created', bill(one, 1, {})]]);
    const first = (await paid(one, { amount: 40, notes: SECRET })).payment;
    const partly = { amount_paid: 40, status: 'partially_paid' };
    expect(await told()).toEqual([['bill_payment.created', payment(one, first.id, { amount: 40, ...partly })]]);
    const second = (await paid(one)).payment;
    const all = { amount_paid: 100, status: 'paid' };
    expect(await told()).toEqual([
      ['bill.paid', bill(one, 3, all)],
      ['bill_payment.created', payment(one, second.id, { amount: 60, ...all })],
    ]);
    await post(`billing/${one.id}/payments/${second.id}/void`, { reason: SECRET });
    expect(await told()).toEqual([]);
    await paid(one);
    expect((await told()).map(([type]) => type)).toEqual(['bill.paid', 'bill_payment.created']);
  });

  it('are paid once by parallel payments; those that are refused announce nothing', async () => {
    const one = await made();
    await watched.since();
    const sent = await Promise.all([1, 2, 3].map(() => on.post(`${DOMAIN}/billing/${one.id}/payments`, {}, token)));
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await told()).map(([type]) => type)).toEqual(['bill.paid', 'bill_payment.created']);
  });

  it('are paid from the beginning with a payment, or where there is nothing to pay', async () => {
    const one = await made({ status: 'paid' });
    const all = { amount_paid: 100, status: 'paid' };
    const [payments] = must(await on.get(`${DOMAIN}/billing/${one.id}/payments`, token), 200);
    expect(await told()).toEqual([
      ['bill.created', bill(one, 1, all)],
      ['bill.paid', bill(one, 1, all)],
      ['bill_payment.created', payment(one, payments.id, { amount: 100, ...all })],
    ]);
    const free = await made({ items: [{ description: SECRET, unit_price: 0 }] });
    const nothing = bill(free, 1, { total: 0, status: 'paid' });
    expect(await told()).toEqual([
      ['bill.created', nothing],
      ['bill.paid', nothing],
    ]);
  });

  it('read overdue as on the reference surface, and are paid by a credit note of all that remains', async () => {
    const one = await made({ due_date: '2026-01-01' });
    expect(await told()).toEqual([['bill.created', bill(one, 1, { status: 'overdue' })]]);
    await post(`billing/${one.id}/credit-notes`, { amount: 30, reason: SECRET });
    expect(await told()).toEqual([['bill.credited', bill(one, 2, { status: 'overdue' })]]);
    await post(`billing/${one.id}/credit-notes`, { amount: 70, reason: SECRET });
    expect((await told()).sort(byType)).toEqual([
      ['bill.credited', bill(one, 3, { status: 'paid' })],
      ['bill.paid', bill(one, 3, { status: 'paid' })],
    ]);
  });

  it('are announced as they are cancelled and credited (A-525, A-526); money that goes back is not', async () => {
    const one = await made();
    await watched.since();
    await post(`billing/${one.id}/cancel`, { reason: SECRET });
    expect(await told()).toEqual([['bill.cancelled', bill(one, 2, { status: 'cancelled' })]]);
    const two = await made();
    await paid(two);
    await watched.since();
    await post(`billing/${two.id}/credit-notes`, { amount: 30, reason: SECRET });
    expect(await told()).toEqual([['bill.credited', bill(two, 3, { amount_paid: 100, status: 'paid' })]]);
    await post(`billing/${two.id}/refund`, { reason: SECRET });
    expect(await told()).toEqual([]);
  });
});

it('A-432, A-525: every type of the catalogue occurred, and the corrections of bills', () => {
  expect(watched.types()).toEqual(
    [...statedTypes('healthcare'), 'healthcare.bill.cancelled', 'healthcare.bill.credited'].sort(),
  );
});

it('A-433: no event holds a value of a personal column', () => {
  for (const value of [SECRET, IC, IC.replaceAll('-', ''), '0123456789', '1990-01-01', '2029-03'])
    expect(watched.text()).not.toContain(value);
});
