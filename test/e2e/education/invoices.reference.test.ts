import type { Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, not, UUID } from '../../support/core-shapes.js';
import {
  educationShapes as shapes,
  newClass,
  newEnrollment,
  newFee,
  newFeePayment,
  newInvoices,
  newStudent,
  statementOf,
} from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { atOnce, malaysianDay, withStatus } from '../../support/retail.js';

const PATH = '/education/invoices';

let tenant: TestTenant;
let token: string;
let fee_id: string;
let student_id: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  fee_id = (await newFee(tenant)).id;
  student_id = (await newStudent(tenant)).id;
});

const terms = { period: '2026-03', due_date: '2999-12-31' };
const create = (body: Record<string, unknown>) => on.post(PATH, { fee_id, ...terms, ...body }, token);
const made = (body: Record<string, unknown>) => newInvoices(tenant, { fee_id, ...body });
const read = async (id: string): Promise<Json> => must(await on.get(`${PATH}/${id}`, token), 200);
const found = async (query: string): Promise<string[]> =>
  must(await on.get(`${PATH}?${query}&page_size=100`, token), 200).map((row: Json) => row.id);
const studentsOf = (invoices: Json[]): string[] => invoices.map((invoice) => invoice.student_id).sort();

describe('addition: POST /api/v1/education/invoices/', () => {
  it('A-240: answers an array of the invoices, numbered without gaps', async () => {
    const own = await newTenant();
    const [fee, ...students] = [await newFee(own), await newStudent(own), await newStudent(own)];
    const student_ids = students.map(({ id }) => id);
    const invoices = await newInvoices(own, { fee_id: fee.id, student_ids, period: ' Mac 2026 ' });
    for (const invoice of invoices) expectKeys(invoice, shapes.invoice);
    const year = malaysianDay().slice(0, 4);
    expect(invoices).toEqual(
      student_ids.map((id, i) => ({
        id: expect.stringMatching(UUID),
        invoice_number: `EDU-${year}-00000${i + 1}`,
        student_id: id,
        fee_id: fee.id,
        period: 'Mac 2026',
        due_date: '2999-12-31',
        currency: 'MYR',
        full_amount: 180,
        scholarship_percentage: null,
        instalments: [],
        late_fee_of: null,
        discounts: [],
        amount: 180,
        credited: 0,
        settled: 0,
        balance: 180,
        state: 'open',
        cancelled_at: null,
        cancel_reason: null,
        student_deleted: false,
      })),
    );
    const again = await newInvoices(own, { fee_id: fee.id, student_ids, period: 'April' });
    expect(again[0]?.invoice_number).toBe(`EDU-${year}-000003`);
  });

  it('asks each student once for a fee and period, compared trimmed and in any case; a repeated run makes what is missing', async () => {
    const [one, two] = [(await newStudent(tenant)).id, (await newStudent(tenant)).id];
    const first = await made({ student_ids: [one, one.toUpperCase()], period: 'Mac 2026' });
    expect(studentsOf(first)).toEqual([one]);
    expect(studentsOf(await made({ student_ids: [one, two], period: '  MAC 2026' }))).toEqual([two]);
    expect(await made({ student_ids: [one, two], period: 'mac 2026' })).toEqual([]);
    expect(await found(`student_id=${one}`)).toEqual([first[0]?.id]);
    expect(await made({ student_ids: [one], period: 'April 2026' })).toHaveLength(1);
    expect(await newInvoices(tenant, { ...terms, fee_id: (await newFee(tenant)).id, student_ids: [one] })).toHaveLength(
      1,
    );
  });

  it('goes to the active, undeleted students of a class', async () => {
    const { id: class_id } = await newClass(tenant);
    const enrollments = await Promise.all([1, 2, 3].map(() => newEnrollment(tenant, { class_id })));
    const [active, withdrawn, deleted] = enrollments as [Json, Json, Json];
    must(await on.post(`/education/enrollment/${withdrawn.id}/withdraw`, {}, token), 200);
    await on.send('DELETE', `/education/students/${deleted.student_id}`, { token });
    expect(studentsOf(await made({ class_id }))).toEqual([active.student_id]);
  });

  it('A-208: goes to the students of a level, trimmed and in any case', async () => {
    const students = await Promise.all(
      ['Tahun 5', ' tahun 5', 'Tahun 50'].map((current_grade) => newStudent(tenant, { current_grade })),
    );
    const wanted = students.slice(0, 2).map(({ id }) => id);
    expect(studentsOf(await made({ grade_level: 'TAHUN 5 ' }))).toEqual(wanted.sort());
    expect(await made({ grade_level: 'no such level' })).toEqual([]);
  });

  it('goes to the class alone where the other two name no class', async () => {
    const { student_id, class_id } = await newEnrollment(tenant);
    await newStudent(tenant, { current_grade: ' ' });
    for (const grade_level of ['', ' ', null])
      expect(studentsOf(await made({ class_id, grade_level, student_ids: [], period: `by ${grade_level}.` }))).toEqual([
        student_id,
      ]);
  });

  it('takes off what a scholarship pays, where the fee allows it; what comes to nothing is paid at once', async () => {
    const holder = async (scholarship_percentage: number, has_scholarship = true) =>
      (await newStudent(tenant, { scholarship_info: { has_scholarship, scholarship_percentage } })).id;
    const student_ids = [await holder(50), await holder(100), await holder(50, false)];
    const allowing = await newFee(tenant, { amount: 10.05, scholarship_applicable: true });
    const figures = (invoices: Json[]) =>
      invoices.map((i) => [i.full_amount, i.scholarship_percentage, i.amount, i.balance, i.state]);
    const invoices = await newInvoices(tenant, { fee_id: allowing.id, student_ids });
    expect(figures(invoices)).toEqual([
      [10.05, 50, 5.03, 5.03, 'open'],
      [10.05, 100, 0, 0, 'paid'],
      [10.05, null, 10.05, 10.05, 'open'],
    ]);
    expect(
      figures(await made({ student_ids, period: 'x' })).map(([, percentage, amount]) => [percentage, amount]),
    ).toEqual([1, 2, 3].map(() => [null, 180]));
    // The figures of that day.
    must(await on.put(`/education/fees/${allowing.id}`, { amount: 99, scholarship_applicable: false }, token), 200);
    must(await on.put(`/education/students/${student_ids[0]}`, { scholarship_info: null }, token), 200);
    expect(await read(invoices[0]?.id)).toEqual(invoices[0]);
  });

  it('is settled by money that was paid before, in its currency only', async () => {
    const { id } = await newStudent(tenant);
    const dollars = await newFee(tenant, { currency: 'SGD', amount: 50 });
    await newFeePayment(tenant, { student_id: id, amount: 200 });
    const [ringgit] = await made({ student_ids: [id] });
    const [singapore] = await newInvoices(tenant, { fee_id: dollars.id, student_ids: [id] });
    expect([ringgit, singapore]).toMatchObject([
      { settled: 180, balance: 0, state: 'paid' },
      { settled: 0, balance: 50, currency: 'SGD' },
    ]);
    await newFeePayment(tenant, { student_id: id, fee_id: dollars.id, amount: 60 });
    expect(await read(singapore?.id)).toMatchObject({ settled: 50, state: 'paid' });
    expect(await statementOf(tenant, id)).toMatchObject({ currency: 'MYR', charged: 180, paid: 200, unallocated: 20 });
    expect(await statementOf(tenant, id, '?currency=sgd')).toMatchObject({
      currency: 'SGD',
      charged: 50,
      unallocated: 10,
    });
    expectInvalid(on, await on.get(`/education/students/${id}/statement?currency=x`, token), 'currency');
  });

  it('a payment settles what is due first; one that names a fee settles that fee first', async () => {
    const { id } = await newStudent(tenant);
    const exam = (await newFee(tenant, { fee_type: 'exam', amount: 80 })).id;
    const due = (due_date: string, more = {}) => made({ student_ids: [id], period: due_date, due_date, ...more });
    const [late, early, of_exam] = [
      (await due('2999-02-01'))[0],
      (await due('2999-01-01'))[0],
      (await due('2999-03-01', { fee_id: exam }))[0],
    ];
    const settled = () => Promise.all([early, late, of_exam].map(async (invoice) => (await read(invoice?.id)).settled));
    await newFeePayment(tenant, { student_id: id, amount: 200 });
    expect(await settled()).toEqual([180, 20, 0]);
    await newFeePayment(tenant, { student_id: id, fee_id: exam, amount: 100 });
    expect(await settled()).toEqual([180, 40, 80]);
  });

  it.each([
    [{}, 'student_ids'],
    [{ student_ids: [] }, 'student_ids'],
    [{ student_ids: null, class_id: null, grade_level: null }, 'student_ids'],
    [{ grade_level: '  ' }, 'student_ids'],
    [{ class_id: UNKNOWN_ID, grade_level: 'x' }, 'grade_level'],
    [{ student_ids: [UNKNOWN_ID], class_id: UNKNOWN_ID }, 'class_id'],
    [{ student_ids: [UNKNOWN_ID] }, 'student_ids.0'],
    [{ student_ids: ['x'] }, 'student_ids.0'],
    [{ student_ids: 'x' }, 'student_ids'],
    [{ student_ids: [1] }, 'student_ids'],
    [{ class_id: UNKNOWN_ID }, 'class_id'],
    [{ grade_level: 'x', fee_id: UNKNOWN_ID }, 'fee_id'],
    [{ grade_level: 'x', fee_id: null }, 'fee_id'],
    [{ grade_level: 'x', period: ' ' }, 'period'],
    [{ grade_level: 'x', period: null }, 'period'],
    [{ grade_level: 'x', due_date: '2026-02-30' }, 'due_date'],
    [{ grade_level: 'x', due_date: null }, 'due_date'],
  ])('refuses %j for %s', async (body, field) => expectInvalid(on, await create(body), field));

  it('refuses all where one student is unknown, deleted or of another tenant, and stores nothing', async () => {
    const gone = (await newStudent(tenant)).id;
    await on.send('DELETE', `/education/students/${gone}`, { token });
    const other = (await newStudent(await newTenant())).id;
    for (const wrong of [gone, other])
      expectInvalid(on, await create({ student_ids: [student_id, wrong], period: 'never' }), 'student_ids.1');
    const all = must(await on.get(`${PATH}?student_id=${student_id}&page_size=100`, token), 200);
    expect(all.filter(({ period }: Json) => period === 'never')).toEqual([]);
  });

  it.each(['fee_id', 'period', 'class_id', 'grade_level'])('%s is a text', async (name) => {
    for (const value of not.text) expectInvalid(on, await create({ [name]: value }), name);
  });
});

describe('addition: GET /api/v1/education/invoices/', () => {
  it('finds by state of today, each invoice in one of them, by student and by fee', async () => {
    const { id } = await newStudent(tenant);
    const of = async (period: string, due_date: string) => (await made({ student_ids: [id], period, due_date }))[0]?.id;
    const paid = await of('1', '2026-01-01');
    await newFeePayment(tenant, { student_id: id, amount: 180 });
    const ids = { overdue: await of('2', malaysianDay(-1)), open: await of('3', malaysianDay()), paid };
    for (const [state, invoice] of Object.entries(ids)) {
      expect([state, await found(`student_id=${id}&state=${state}`)]).toEqual([state, [invoice]]);
      expect((await read(invoice)).state).toBe(state);
    }
    expect(await found(`student_id=${id}`)).toEqual([ids.open, ids.overdue, ids.paid]);
    expect(await found(`student_id=${id}&fee_id=${UNKNOWN_ID}`)).toEqual([]);
    expect((await found(`fee_id=${fee_id}`)).length).toBeGreaterThan(3);
    expect(await found('student_id=x')).toEqual([]);
    expect((await on.get(`${PATH}?state=late`, token)).status).toBe(400);
  });

  it('A-15, A-51: an invoice of another tenant, or an unknown one, is not found', async () => {
    const [invoice] = await made({ student_ids: [(await newStudent(tenant)).id] });
    const { admin } = await newTenant();
    expectRefusal(on, await on.get(`${PATH}/${invoice?.id}`, admin.token), 404);
    for (const id of [UNKNOWN_ID, 'x']) expectRefusal(on, await on.get(`${PATH}/${id}`, token), 404);
  });

  it('keeps invoices of a deleted student, and its ETag changes when it is settled', async () => {
    const { id } = await newStudent(tenant);
    const [invoice] = await made({ student_ids: [id] });
    const before = await on.get(`${PATH}/${invoice?.id}`, token);
    await newFeePayment(tenant, { student_id: id, amount: 1 });
    const after = await on.get(`${PATH}/${invoice?.id}`, token);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    await on.send('DELETE', `/education/students/${id}`, { token });
    expect((await read(invoice?.id)).settled).toBe(1);
  });
});

describe('addition: students/{student_id}/statement/', () => {
  it('shows invoices and payments newest first with sums of everything, in pages', async () => {
    const { id } = await newStudent(tenant, { first_name: 'Nurul', last_name: 'Huda' });
    for (const period of ['1', '2', '3']) await made({ student_ids: [id], period });
    for (const amount of [100.5, 99.5]) await newFeePayment(tenant, { student_id: id, amount });
    const statement = await statementOf(tenant, id);
    expectKeys(statement, shapes.statement);
    for (const invoice of statement.invoices) expectKeys(invoice, shapes.invoice);
    for (const payment of statement.payments) expectKeys(payment, shapes.payment);
    expect(statement).toMatchObject({
      student_id: id,
      first_name: 'Nurul',
      last_name: 'Huda',
      currency: 'MYR',
      date: malaysianDay(),
      invoices: [{ period: '3' }, { period: '2', settled: 20 }, { period: '1', settled: 180 }],
      payments: [{ amount: 99.5 }, { amount: 100.5 }],
      charged: 540,
      paid: 200,
      settled: 200,
      balance: 340,
      unallocated: 0,
      totals: { invoices: 3, payments: 2 },
    });
    const second = await statementOf(tenant, id, '?page=2&page_size=2');
    expect(second).toMatchObject({ invoices: [{ period: '1' }], payments: [], charged: 540, totals: { invoices: 3 } });
  });

  it('is empty for one who was asked for nothing, and not found for an unknown student', async () => {
    const { id } = await newStudent(tenant);
    expect(await statementOf(tenant, id)).toMatchObject({ invoices: [], payments: [], charged: 0, balance: 0 });
    expectRefusal(on, await on.get(`/education/students/${UNKNOWN_ID}/statement`, token), 404);
  });
});

it('A-231: two equal runs at once ask each student once, with consecutive numbers', async () => {
  const own = await newTenant();
  const fee = await newFee(own);
  const ids = await Promise.all(
    Array.from({ length: 30 }, async () => (await newStudent(own, { current_grade: 'A' })).id),
  );
  const body = { fee_id: fee.id, ...terms };
  const answers = await atOnce(6, (i) =>
    on.post(
      PATH,
      { ...body, ...(i % 2 ? { grade_level: 'a' } : { student_ids: [...ids].reverse() }) },
      own.admin.token,
    ),
  );
  expect(withStatus(answers, 201)).toHaveLength(6);
  const invoices = answers.flatMap((answer) => on.data(answer) as Json[]);
  expect(studentsOf(invoices)).toEqual([...ids].sort());
  const numbers = invoices.map(({ invoice_number }) => Number(invoice_number.slice(-6))).sort((a, b) => a - b);
  expect(numbers).toEqual(ids.map((_, i) => i + 1));
});
