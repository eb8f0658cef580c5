import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, contractSurface, everyRole, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import {
  appointmentBody,
  healthcareShapes as shapes,
  must,
  newBill,
  newMedicalRecord,
  newPatient,
  newPrescription,
  newVaccination,
} from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { atOnce, malaysianDay } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const PATH = '/healthcare/patients';
const create = async (extra: object, language = 'en'): Promise<Json> => {
  const body = { first_name: 'Siti', last_name: 'Nur', ...extra };
  return must(await on.send('POST', PATH, { token, body, headers: { 'accept-language': language } }), 201);
};
const found = async (query: string, by = token): Promise<string[]> =>
  must(await on.get(`${PATH}?${query}`, by), 200).map((row: Json) => row.id);

describe('A-372: doctors, foreigners and duplicates', () => {
  it('a doctor_id that is no uuid is its own label in the reports', async () => {
    const { id } = await newPatient(tenant);
    for (const doctor_id of ['Dr. Lim', UNKNOWN_ID]) {
      const { appointment } = {
        appointment: must(await on.post('/healthcare/appointments', appointmentBody(id, { doctor_id }), token), 201),
      };
      await newBill(tenant, { patient_id: id, appointment_id: appointment.id });
    }
    for (const report of ['appointment-stats', 'revenue']) {
      const { rows } = must(await on.get(`/healthcare/reports/${report}?group_by=doctor`, token), 200);
      const labels = Object.fromEntries(rows.map((row: Json) => [row.group, row.label]));
      expect(labels['Dr. Lim']).toBe('Dr. Lim');
      expect(labels[UNKNOWN_ID]).toMatch(/^unknown doctor/);
    }
  });

  it('C takes a passport number in ic_number, and nothing else that is no IC number', async () => {
    const send = (ic_number: string) =>
      contractSurface.post(
        '/healthcare/patients',
        { first_name: 'Budi', last_name: 'Santoso', ic_number, date_of_birth: '1990-01-01' },
        token,
      );
    for (const ic of ['A12345678', 'ab1234567', 'X12345', '900101 14 5678']) {
      const answer = await send(ic);
      expect([ic, answer.status, answer.body.ic_number]).toEqual([ic, 201, ic]);
    }
    for (const ic of ['abc', 'A1234', 'ABCD12345', 'A1234567890', '12345678'])
      expectInvalid(contractSurface, await send(ic), 'ic_number');
    expect(await found('search=a12345678')).toHaveLength(1);
  });

  it('R has passport_number and passport_country, which are found, masked and sealed', async () => {
    const patient = await create({ passport_number: 'C 1234567', passport_country: 'IDN' });
    expectKeys(patient, [...shapes.patient, 'warnings']);
    expect(patient).toMatchObject({ passport_number: 'C 1234567', passport_country: 'IDN', ic_verification: null });
    for (const text of ['c1234567', 'C123456', '4567']) expect(await found(`search=${text}`)).toEqual([patient.id]);
    const { VIEWER } = await everyRole(tenant);
    expect(await found('search=c1234567', VIEWER.token)).toEqual([]);
    const seen = must(await on.get(`${PATH}/${patient.id}`, VIEWER.token), 200);
    expect(seen.passport_number).toBe('* ***4567');
  });

  it('R takes an IC number typed with spaces, and confirms no checksum', async () => {
    const { ic_number, ic_verification } = await create({ ic_number: '900101 14 5678', date_of_birth: '1990-01-01' });
    expect([ic_number, ic_verification.format, ic_verification.checksum]).toEqual(['900101 14 5678', true, null]);
  });

  it('a second patient with the same IC or passport number is made, with a warning that names the first', async () => {
    const first = await create({ ic_number: '900101-14-5678' });
    expect(first.warnings).toEqual([]);
    const second = await create({ ic_number: '900101145678' }, 'ms');
    expect(second.warnings).toEqual([expect.stringContaining(first.medical_record_number)]);
    expect(second.warnings[0]).toMatch(/^Pesakit .* yang sama$/);
    const foreigner = await create({ passport_number: 'A1234567' });
    expect((await create({ passport_number: 'a 1234567' })).warnings[0]).toContain(foreigner.medical_record_number);
    const body = { passport_number: 'A1234567' };
    const changed = must(await on.send('PUT', `${PATH}/${first.id}`, { token, body }), 200);
    expect(changed.warnings).toHaveLength(2);
    const other = await newTenant();
    const theirs = { first_name: 'A', last_name: 'B', ic_number: '900101-14-5678' };
    expect(must(await on.post(PATH, theirs, other.admin.token), 201).warnings).toEqual([]);
  });

  it('of two that are made at once, one at least is warned of', async () => {
    const made = await atOnce(2, () =>
      on.post(PATH, { first_name: 'A', last_name: 'B', ic_number: '900101-14-5678' }, token),
    );
    expect(made.map(({ body }) => body.data.warnings.length).some((warned) => warned > 0)).toBe(true);
  });

  it('a date of birth in the future is warned of, and taken', async () => {
    const { warnings } = await create({ date_of_birth: malaysianDay(2) });
    expect(warnings).toEqual([expect.stringContaining('in the future')]);
  });
});

describe('A-372: merging a patient into another', () => {
  const merge = (id: string, body: unknown, by = token) => on.post(`${PATH}/${id}/merge`, body, by);

  it('moves every record, takes over what is missing, and notes what differs', async () => {
    const [from, into] = [
      await newPatient(tenant, {
        first_name: 'Aminah',
        allergies: ['Penicillin', 'latex'],
        blood_type: 'O+',
        phone_number: '012-1111111',
        date_of_birth: '1990-01-02',
        notes: 'Lama',
        insurance_info: { provider: 'AIA' },
      }),
      await newPatient(tenant, { allergies: ['Latex'], date_of_birth: '1990-01-01', notes: 'Baharu' }),
    ];
    const patient_id = from.id;
    const appointment = must(await on.post('/healthcare/appointments', appointmentBody(from.id), token), 201);
    const bill = await newBill(tenant, { patient_id, appointment_id: appointment.id });
    const record = await newMedicalRecord(tenant, { patient_id });
    const prescription = await newPrescription(tenant, { patient_id });
    const vaccination = await newVaccination(tenant, { patient_id });
    const answer = must(await merge(from.id, { into: into.id.toUpperCase() }), 200);
    expectKeys(answer, [...shapes.patient, 'warnings', 'moved']);
    expect(answer).toMatchObject({
      id: into.id,
      first_name: 'Siti',
      allergies: ['Latex', 'Penicillin'],
      blood_type: 'O+',
      phone_number: '012-1111111',
      date_of_birth: '1990-01-01',
      insurance_info: { provider: 'AIA' },
      moved: { appointments: 1, medical_records: 1, prescriptions: 1, vaccinations: 1, bills: 1 },
      warnings: [expect.stringMatching(/name, date_of_birth/)],
    });
    expect(answer.notes).toMatch(/^Baharu\n\n\[MRN-.*\]\nname: Aminah Nur\ndate_of_birth: 1990-01-02\nLama$/);
    for (const path of [
      `billing/${bill.id}`,
      `medical-records/${record.id}`,
      `prescriptions/${prescription.id}`,
      `appointments/${appointment.id}`,
    ])
      expect(must(await on.get(`/healthcare/${path}`, token), 200).patient_id).toBe(into.id);
    expect(must(await on.get(`${PATH}/${into.id}/vaccinations`, token), 200)).toMatchObject([{ id: vaccination.id }]);
    // The id of the merged patient is gone, as that of every deleted one; the number on its card finds the other.
    expectRefusal(on, await on.get(`${PATH}/${from.id}`, token), 404);
    expectRefusal(on, await merge(from.id, { into: into.id }), 404);
    expect(await found(`medical_record_number=${from.medical_record_number.toLowerCase()}`)).toEqual([into.id]);
    // A bill that was issued keeps its buyer.
    expect((await print(`/healthcare/billing/${bill.id}/receipt/`, token)).texts.join(' ')).toContain('Aminah Nur');
    const accesses = must(await on.get(`${PATH}/${into.id}/accesses?page_size=100`, token), 200);
    expect(accesses.map((access: Json) => access.record_id)).toContain(bill.id);
    must(await on.post(`${PATH}/${into.id}/erase`, { reason: 'x' }, token), 200);
    expectRefusal(on, await on.post(`${PATH}/${from.id}/erase`, { reason: 'x' }, token), 404);
  });

  it('of a chain, the oldest number finds the last', async () => {
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => newPatient(tenant)));
    must(await merge(a?.id, { into: b?.id }), 200);
    must(await merge(b?.id, { into: c?.id }), 200);
    expect(await found(`medical_record_number=${a?.medical_record_number}`)).toEqual([c?.id]);
  });

  it('is for administrators, and names another patient of the tenant', async () => {
    const [{ id }, other, foreign] = [
      await newPatient(tenant),
      await newPatient(tenant),
      await newPatient(await newTenant()),
    ];
    const people = await everyRole(tenant);
    for (const role of ['MANAGER', 'STAFF', 'VIEWER'] as const)
      expectRefusal(on, await merge(id, { into: other.id }, people[role].token), 403);
    for (const into of [id, UNKNOWN_ID, 'abc', foreign.id]) expectInvalid(on, await merge(id, { into }), 'into');
    expectInvalid(on, await merge(id, {}), 'into');
    expectRefusal(on, await merge(foreign.id, { into: id }), 404);
  });

  it('with new records at once loses none, and crosswise one of two succeeds', async () => {
    const [from, into] = [await newPatient(tenant), await newPatient(tenant)];
    const items = [{ description: 'x', unit_price: 1 }];
    const [merged, bills] = await Promise.all([
      merge(from.id, { into: into.id }),
      atOnce(20, () => on.post('/healthcare/billing', { patient_id: from.id, items }, token)),
    ]);
    expect(merged.status).toBe(200);
    const made = bills.filter(({ status }) => status === 201);
    expect(bills.filter(({ status }) => status === 400)).toHaveLength(20 - made.length);
    const listed = must(await on.get(`/healthcare/billing?patient_id=${into.id}&page_size=100`, token), 200);
    expect(listed).toHaveLength(made.length);
    const [a, b] = [await newPatient(tenant), await newPatient(tenant)];
    const both = await Promise.all([merge(a.id, { into: b.id }), merge(b.id, { into: a.id })]);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(both.map(({ status }) => status).filter((status) => [400, 404].includes(status))).toHaveLength(1);
  });
});
