import type { Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { expectKeys, expectRefusal, INSTANT, UUID } from '../../support/core-shapes.js';
import {
  appointmentBody,
  must,
  newBill,
  newMedicalRecord,
  newPatient,
  newPrescription,
} from '../../support/healthcare.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';

let clinic: TestTenant;
let people: Record<Role, Person>;
beforeAll(async () => {
  clinic = await newTenant();
  people = await everyRole(clinic);
});

const accesses = (id: string, query = '', role: Role = 'ADMIN') =>
  on.get(`/healthcare/patients/${id}/accesses?${query}`, people[role].token);
const read = async (path: string, role: Role): Promise<Json> => must(await on.get(path, people[role].token), 200);

describe('A-373: GET /api/v1/healthcare/patients/{patient_id}/accesses/', () => {
  it('lists who read the patient and the records of the patient, when, and which; newest first', async () => {
    const { id: patient_id } = await newPatient(clinic);
    const [other, record, prescription] = [
      await newPatient(clinic),
      await newMedicalRecord(clinic, { patient_id, diagnosis: 'Bronkitis' }),
      await newPrescription(clinic, { patient_id }),
    ];
    const booked = await on.post('/healthcare/appointments', appointmentBody(patient_id), clinic.admin.token);
    const { id: appointment_id } = must(booked, 201);
    expect(must(await accesses(patient_id), 200)).toEqual([]);

    await read(`/healthcare/patients/${patient_id}`, 'VIEWER');
    await read(`/healthcare/patients/${other.id}`, 'STAFF');
    await read(`/healthcare/medical-records/${record.id}`, 'STAFF');
    await read(`/healthcare/appointments/${appointment_id}`, 'MANAGER');
    await read(`/healthcare/prescriptions/${prescription.id}`, 'STAFF');
    await read(`/healthcare/patients/${patient_id}/medical-history`, 'MANAGER');
    await read(`/healthcare/patients/${patient_id}/vaccinations`, 'VIEWER');
    await read(`/healthcare/patients/${patient_id}/export`, 'ADMIN');

    const listed = must(await accesses(patient_id), 200) as Json[];
    expect(
      listed.map(({ actor_id, action, record_type, record_id }) => [actor_id, action, record_type, record_id]),
    ).toEqual([
      [people.ADMIN.id, 'export', 'patient', patient_id],
      [people.VIEWER.id, 'read', 'patient', patient_id],
      [people.MANAGER.id, 'read', 'patient', patient_id],
      [people.STAFF.id, 'read', 'prescription', prescription.id],
      [people.MANAGER.id, 'read', 'appointment', appointment_id],
      [people.STAFF.id, 'read', 'medical record', record.id],
      [people.VIEWER.id, 'read', 'patient', patient_id],
    ]);
    for (const access of listed) {
      expectKeys(access, ['id', 'at', 'actor_id', 'action', 'record_type', 'record_id']);
      expect([access.id, access.at]).toEqual([expect.stringMatching(UUID), expect.stringMatching(INSTANT)]);
    }
    const second = await accesses(patient_id, 'page=2&page_size=3');
    expect(must(second, 200)).toEqual(listed.slice(3, 6));
    expect(on.total(second)).toBe(7);
  });

  it('lists the pages of lists that were filtered by the patient, and the readings of bills', async () => {
    const { id: patient_id } = await newPatient(clinic);
    const bill = await newBill(clinic, { patient_id });
    const lists = ['appointments', 'medical-records', 'prescriptions', 'vaccinations', 'billing'];
    for (const list of lists) {
      await read(`/healthcare/${list}?patient_id=${patient_id.toUpperCase()}&page_size=5`, 'STAFF');
      // Neither of these is about one patient.
      await read(`/healthcare/${list}`, 'STAFF');
      expect(await read(`/healthcare/${list}?patient_id=unknown`, 'STAFF')).toEqual([]);
    }
    // A page beyond the last is asked for, and counted, by itself.
    await read(`/healthcare/billing?patient_id=${patient_id}&page=7`, 'VIEWER');
    await read(`/healthcare/billing/${bill.id}`, 'VIEWER');
    const receipt = await on.get(`/healthcare/billing/${bill.id}/receipt`, people.MANAGER.token);
    expect(receipt.status).toBe(200);
    const listed = must(await accesses(patient_id), 200) as Json[];
    expect(listed.map(({ actor_id, record_type, record_id }) => [actor_id, record_type, record_id])).toEqual([
      [people.MANAGER.id, 'bill', bill.id],
      [people.VIEWER.id, 'bill', bill.id],
      [people.VIEWER.id, 'patient', patient_id],
      ...lists.map(() => [people.STAFF.id, 'patient', patient_id]),
    ]);
    const { admin } = await newTenant();
    for (const list of lists)
      expect(must(await on.get(`/healthcare/${list}?patient_id=${patient_id}`, admin.token), 200)).toEqual([]);
    expect(must(await accesses(patient_id), 200)).toEqual(listed);
  });

  it('is for administrators, and for patients of the business', async () => {
    const { id } = await newPatient(clinic);
    for (const role of ['MANAGER', 'STAFF', 'VIEWER'] as const) expectRefusal(on, await accesses(id, '', role), 403);
    for (const unknown of [UNKNOWN_ID, 'unknown']) expectRefusal(on, await accesses(unknown), 404);
    const { admin } = await newTenant();
    expectRefusal(on, await on.get(`/healthcare/patients/${id}/accesses`, admin.token), 404);
  });
});
