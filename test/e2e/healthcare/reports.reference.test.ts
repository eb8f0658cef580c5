import { call, type Answer, type Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { must, newAppointment, newBill, newPatient } from '../../support/healthcare.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';

const paths = ['patient-demographics', 'appointment-stats', 'revenue'] as const;

let tenant: TestTenant;
let empty: TestTenant;
let token: string;
/** The birthday of a person of `years` years, give or take days, where it is not 29 February. */
const born = (years: number, shift = 0): string => {
  const day = malaysianDay(shift).replace('02-29', '02-28');
  return `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
};
beforeAll(async () => {
  [tenant, empty] = await Promise.all([newTenant(), newTenant()]);
  ({ token } = tenant.admin);
});

const ask = (path: string, query: Record<string, string> = {}, by = token, headers = {}): Promise<Answer> =>
  call('GET', `/api/v1/healthcare/reports/${path}/?${new URLSearchParams(query)}`, { token: by, headers });
const report = async (path: string, query: Record<string, string> = {}, by = token): Promise<Json> =>
  must(await ask(path, query, by), 200);

describe('A-150: format', () => {
  it.each(paths)('%s is JSON in the envelope unless another is asked for', async (path) => {
    const [plain, asked] = [await ask(path), await ask(path, { format: 'JSON' })];
    expectKeys(plain.body, ['success', 'data']);
    expectKeys(plain.body.data, ['report', 'title', 'filters', 'rows', 'totals']);
    expect(asked.body).toEqual(plain.body);
  });

  it.each(paths)('%s as csv and pdf is the file itself', async (path) => {
    const [csv, pdf] = [await ask(path, { format: 'csv' }), await ask(path, { format: 'pdf' })];
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(csv.text.replace('\uFEFF', '')).toMatch(/^group,label,/);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(pdf.text.slice(0, 5)).toBe('%PDF-');
    for (const { headers } of [csv, pdf]) expect(headers.get('content-disposition')).toMatch(/^attachment; filename=/);
  });

  it.each(paths)('%s refuses a format or a day that is none', async (path) => {
    expectInvalid(on, await ask(path, { format: 'xlsx' }), 'format');
    expectInvalid(on, await ask(path, { date_from: '2025-02-30' }), 'date_from');
  });
});

describe('A-152: groupings', () => {
  it.each([
    ['patient-demographics', 'age_group'],
    ['appointment-stats', 'status'],
    ['revenue', 'payment_method'],
  ])('%s is by %s unless told otherwise, and refuses what is none', async (path, group_by) => {
    const by = path === 'revenue' ? { by: 'billed' } : {};
    expect((await report(path)).filters).toEqual({ ...by, date_from: null, date_to: null, group_by });
    expectInvalid(on, await ask(path, { group_by: 'nonsense' }), 'group_by');
  });
});

describe('A-164: patients', () => {
  let own: TestTenant;
  beforeAll(async () => {
    own = await newTenant();
    const patients: Record<string, unknown>[] = [
      { date_of_birth: born(0), gender: 'Male', address: { state: 'Johor' } },
      { date_of_birth: born(13, 1), gender: ' male', address: { state: 'Johor' } },
      { date_of_birth: born(13, -1), gender: 'female', insurance_info: { provider: 'AIA' } },
      { date_of_birth: born(18, 1), address: { city: 'Kuching' } },
      { date_of_birth: born(18, -1) },
      { date_of_birth: born(40, 1) },
      { date_of_birth: born(40, -1) },
      { date_of_birth: born(60, 1) },
      { date_of_birth: born(60, -1) },
      {},
    ];
    for (const patient of patients) await newPatient(own, patient);
    const gone = await newPatient(own, { gender: 'male' });
    await on.send('DELETE', `/healthcare/patients/${gone.id}`, { token: own.admin.token });
  });
  const by = async (group_by: string): Promise<[string, number][]> =>
    (await report('patient-demographics', { group_by }, own.admin.token)).rows.map((r: Json) => [r.group, r.patients]);

  it('are grouped by the age that they have today', async () =>
    expect(await by('age_group')).toEqual([
      ['0-12', 2],
      ['13-17', 2],
      ['18-39', 2],
      ['40-59', 2],
      ['60+', 1],
      ['unknown', 1],
    ]));

  it('are grouped by gender, however it was written, and by state', async () => {
    expect(await by('gender')).toEqual([
      ['unknown', 7],
      ['male', 2],
      ['female', 1],
    ]);
    expect(await by('location')).toEqual([
      ['unknown', 8],
      ['Johor', 2],
    ]);
  });

  it('are those that were entered in the period; the totals agree with the list', async () => {
    const { rows, totals } = await report('patient-demographics', { group_by: 'gender' }, own.admin.token);
    expect(totals).toEqual({ patients: 10, insured: 1 });
    expect(rows.map((row: Json) => row.share)).toEqual([70, 20, 10]);
    expect(on.total(await on.get('/healthcare/patients', own.admin.token))).toBe(10);
    const tomorrow = await report('patient-demographics', { date_from: malaysianDay(2) }, own.admin.token);
    expect(tomorrow).toMatchObject({ rows: [], totals: { patients: 0, insured: 0 } });
  });
});

describe('A-164: appointments', () => {
  let own: TestTenant;
  beforeAll(async () => {
    own = await newTenant();
    const { id: patient_id } = await newPatient(own);
    const appointments: Record<string, unknown>[] = [
      { status: 'completed', appointment_type: 'Consultation', duration_minutes: 20 },
      { status: 'completed', appointment_type: ' consultation', duration_minutes: 40, doctor_id: 'dr-lim' },
      { status: 'no_show', appointment_type: 'vaccination' },
      { status: 'cancelled', scheduled_date: '2029-04-01', scheduled_time: '00:00:00' },
    ];
    for (const appointment of appointments) await newAppointment(own, { patient_id, ...appointment });
  });
  const by = async (group_by: string, query = {}) =>
    (await report('appointment-stats', { group_by, ...query }, own.admin.token)).rows.map((r: Json) => [
      r.group,
      r.appointments,
      r.completed,
    ]);

  it('are grouped by status, doctor and type, however it was written', async () => {
    expect(await by('status')).toEqual([
      ['completed', 2, 2],
      ['cancelled', 1, 0],
      ['no_show', 1, 0],
    ]);
    expect(await by('doctor')).toEqual([
      ['dr-aminah', 3, 1],
      ['dr-lim', 1, 1],
    ]);
    expect((await by('appointment_type')).map(([group, count]: Json[]) => [group.toLowerCase(), count])).toEqual([
      ['consultation', 2],
      ['vaccination', 1],
      ['unspecified', 1],
    ]);
  });

  it('count on the day for which they are scheduled, UTC+8', async () => {
    expect(await by('status', { date_from: '2029-04-01' })).toEqual([['cancelled', 1, 0]]);
    expect(await by('status', { date_from: '2029-03-13', date_to: '2029-03-13' })).toHaveLength(2);
    expect(await by('status', { date_to: '2029-03-12' })).toEqual([]);
    const { totals } = await report('appointment-stats', {}, own.admin.token);
    expect(totals).toEqual({ appointments: 4, completed: 2, cancelled: 1, no_show: 1, minutes: 120 });
  });
});

describe('A-153, A-164: revenue', () => {
  let own: TestTenant;
  beforeAll(async () => {
    own = await newTenant();
    const { id: patient_id } = await newPatient(own);
    const visit = async (more: Record<string, unknown>) => (await newAppointment(own, { patient_id, ...more })).id;
    const bills: Record<string, unknown>[] = [
      {
        items: [{ description: 'x', unit_price: 100, tax_rate: 6 }],
        payment_method: 'Cash',
        status: 'paid',
        appointment_id: await visit({ appointment_type: 'Consultation' }),
      },
      {
        items: [{ description: 'x', unit_price: 27, tax_rate: 6 }],
        payment_method: ' cash',
        due_date: malaysianDay(-1),
        appointment_id: await visit({ appointment_type: 'consultation ', doctor_id: 'dr-lim' }),
      },
      { items: [{ description: 'x', unit_price: 50 }], payment_method: 'card', status: 'overdue' },
      { items: [{ description: 'x', unit_price: 10 }], due_date: malaysianDay(9) },
    ];
    for (const bill of bills) await newBill(own, { patient_id, ...bill });
  });
  const revenue = (query = {}) => report('revenue', query, own.admin.token);

  it('is all bills, of every status, grouped by how they are paid', async () => {
    const { rows, totals } = await revenue();
    const sums = (total: number, paid: number, overdue: number) => ({
      total,
      paid,
      credited: 0,
      outstanding: expect.closeTo(total - paid, 5),
      in_credit: 0,
      overdue,
    });
    expect(rows).toEqual([
      {
        group: expect.any(String),
        label: expect.any(String),
        bills: 2,
        subtotal: 127,
        tax: 7.62,
        ...sums(134.62, 106, 28.62),
      },
      { group: 'card', label: 'card', bills: 1, subtotal: 50, tax: 0, ...sums(50, 0, 50) },
      { group: 'unspecified', label: 'unspecified', bills: 1, subtotal: 10, tax: 0, ...sums(10, 0, 0) },
    ]);
    expect(rows[0].group.toLowerCase()).toBe('cash');
    expect(totals).toEqual({
      bills: 4,
      subtotal: 187,
      tax: 7.62,
      total: 194.62,
      paid: 106,
      credited: 0,
      outstanding: 88.62,
      in_credit: 0,
      overdue: 78.62,
    });
  });

  it('knows type and doctor by the appointment of the bill, and has none without', async () => {
    const by = async (group_by: string) =>
      (await revenue({ group_by })).rows.map((row: Json) => [row.group.toLowerCase(), row.total]);
    expect(await by('service_type')).toEqual([
      ['consultation', 134.62],
      ['unspecified', 60],
    ]);
    expect(await by('doctor')).toEqual([
      ['dr-aminah', 106],
      ['unspecified', 60],
      ['dr-lim', 28.62],
    ]);
  });

  it('A-24: counts on the day on which the bill was made; an empty period has zeros', async () => {
    expect((await revenue({ date_from: malaysianDay(-1), date_to: malaysianDay(1) })).totals.bills).toBe(4);
    const { rows, totals } = await revenue({ date_to: malaysianDay(-2) });
    expect([rows, new Set(Object.values(totals))]).toEqual([[], new Set([0])]);
  });

  it('agrees with the list of bills', async () => {
    const bills = must(await on.get('/healthcare/billing?page_size=100', own.admin.token), 200);
    const sum = bills.reduce((sen: number, bill: Json) => sen + Math.round(bill.total * 100), 0);
    expect((await revenue()).totals.total * 100).toBeCloseTo(sum, 5);
  });
});

describe('by doctor, says what the doctor is called', () => {
  const UNKNOWN = '0198F3A2-6B1C-7C3E-9D2A-1F2E3D4C5B6A';
  let own: TestTenant;
  let doctor: string;
  let gone: string;
  beforeAll(async () => {
    own = await newTenant();
    const names = (first_name: string) => ({ first_name, last_name: 'Tan' });
    const [user, left] = await Promise.all([
      newUser(own, 'manager', names('Mei Ling')),
      newUser(own, 'staff', names('Boon Hock')),
    ]);
    [doctor, gone] = [user.id, left.id];
    const { id: patient_id } = await newPatient(own);
    for (const doctor_id of [doctor.toUpperCase(), doctor.toUpperCase(), String(left.number), UNKNOWN, 'dr-1']) {
      const { id: appointment_id } = await newAppointment(own, { patient_id, doctor_id });
      await newBill(own, { patient_id, appointment_id, items: [{ description: 'x', unit_price: 10 }] });
    }
    await newBill(own, { patient_id, items: [{ description: 'x', unit_price: 5 }] });
    must(await on.send('DELETE', `/users/${gone}`, { token: own.admin.token }), 200);
  });
  const labels = async (path: string, language = 'en') => {
    const answer = await ask(path, { group_by: 'doctor' }, own.admin.token, { 'accept-language': language });
    return Object.fromEntries(must(answer, 200).rows.map(({ group, label }: Json) => [group, label]));
  };

  it.each(['appointment-stats', 'revenue'])('in %s, and whose user is not there is unknown', async (path) => {
    const named = await labels(path);
    expect(named).toMatchObject({
      [doctor.toUpperCase()]: 'Mei Ling Tan',
      [UNKNOWN]: 'unknown doctor …4C5B6A',
      'dr-1': 'dr-1',
    });
    const others = Object.entries(named).filter(([group]) => /^\d+$|unspecified/.test(group));
    expect(others).toEqual(
      expect.arrayContaining([
        // what is no uuid is its own label.
        [expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)],
        ...(path === 'revenue' ? [['unspecified', 'unspecified']] : []),
      ]),
    );
    expect((await labels(path, 'ms'))[UNKNOWN]).toBe('doktor tidak dikenali …4C5B6A');
  });

  it('in CSV and on paper too, in the language that is asked for', async () => {
    const asked = { format: 'csv', group_by: 'doctor' };
    const csv = await ask('revenue', asked, own.admin.token, { 'accept-language': 'ms' });
    expect(csv.text).toContain(`\r\n${doctor.toUpperCase()},Mei Ling Tan,2,`);
    expect(csv.text).toContain(`\r\n${UNKNOWN},doktor tidak dikenali …4C5B6A,1,`);
    const pdf = await ask('revenue', { ...asked, format: 'pdf' }, own.admin.token);
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  });
});

describe('everybody of a tenant reads', () => {
  it('and no other caller: without a token, of another tenant, with the module disabled', async () => {
    await newBill(tenant, { patient_id: (await newPatient(tenant)).id });
    for (const path of paths) {
      expectRefusal(on, await call('GET', `/api/v1/healthcare/reports/${path}/`, {}), 401, 'UNAUTHORIZED');
      const { rows, totals } = await report(path, {}, empty.admin.token);
      expect([rows, new Set(Object.values(totals))]).toEqual([[], new Set([0])]);
    }
    const own = await newTenant();
    must(await on.send('POST', '/modules/healthcare/disable', { token: own.admin.token }), 200);
    for (const path of paths) expectRefusal(on, await ask(path, {}, own.admin.token), 403, 'MODULE_DISABLED');
  });

  it('in Malay where that is asked for', async () => {
    const answer = await ask('revenue', {}, token, { 'accept-language': 'ms-MY, en;q=0.5' });
    expect(answer.body.data.title).toBe('Laporan hasil');
  });
});
