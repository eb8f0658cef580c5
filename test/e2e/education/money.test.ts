import fc from 'fast-check';
import { call, type Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newEnrollment, newFee, newFeePayment, newInvoices, newStudent, statementOf } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { propertyRuns } from '../../support/property-runs.js';
import { malaysianDay } from '../../support/retail.js';

const report = async (tenant: TestTenant, name: string, query = ''): Promise<Json> =>
  must(await on.get(`/education/reports/${name}${query}`, tenant.admin.token), 200);
const file = (tenant: TestTenant, name: string, query: string) =>
  call('GET', on.url(`/education/reports/${name}${query}`), { token: tenant.admin.token });
const voided = async (tenant: TestTenant, id: string) =>
  must(await on.post(`/education/payments/${id}/void`, { reason: 'Dua kali' }, tenant.admin.token), 200);
const withdrawn = async (tenant: TestTenant, body: Record<string, unknown>) => {
  const { id } = await newEnrollment(tenant);
  must(await on.post(`/education/enrollment/${id}/withdraw`, body, tenant.admin.token), 200);
};

const sen = (amount: number): number => Math.round(amount * 100);
const sum = (rows: Json[], key: string): number => rows.reduce((all, row) => all + sen(row[key]), 0) / 100;

describe('A-234: reports/financial/', () => {
  let tenant: TestTenant;
  let tuition: Json;
  let student_id: string;
  beforeAll(async () => {
    tenant = await newTenant();
    [tuition, { id: student_id }] = [await newFee(tenant, { fee_type: ' Yuran ' }), await newStudent(tenant)];
    const twin = await newFee(tenant, { fee_type: 'YURAN' });
    const abroad = await newFee(tenant, { currency: 'SGD' });
    const paid = (amount: number, more: Record<string, unknown>) =>
      newFeePayment(tenant, { student_id, amount, payment_date: '2026-03-10', ...more });
    await paid(100, { fee_id: tuition.id });
    await paid(20, { fee_id: twin.id, payment_date: '2026-04-01' });
    await paid(80.4, {});
    await paid(999, { fee_id: abroad.id });
    await voided(tenant, (await paid(500, { fee_id: tuition.id })).id);
    await paid(7, { payment_date: '2025-12-31' });
    await withdrawn(tenant, { withdrawal_date: '2026-04-02', refund_amount: 50.25 });
    await withdrawn(tenant, { withdrawal_date: '2026-04-03' });
  });
  // The void counts on the day of the test, which may be in a later year.
  const of2026 = `&date_from=2026-01-01&date_to=${malaysianDay(1)}`;
  const totals = {
    payments: 4,
    received: 700.4,
    voids: 1,
    voided: 500,
    count: 1,
    revenue: 200.4,
    expenses: 50.25,
    net: 150.15,
  };

  it('revenue, the default, has a row per type of fee, however it was written', async () => {
    const { rows, totals: all, filters } = await report(tenant, 'financial', `?format=json${of2026}`);
    expect(
      rows.map((row: Json) => [row.group, row.label, row.payments, row.received, row.voids, row.voided, row.amount]),
    ).toEqual([
      ['Yuran', 'Yuran', 3, 620, 1, 500, 120],
      ['unspecified', 'unspecified', 1, 80.4, 0, 0, 80.4],
    ]);
    expect(all).toEqual({ ...totals, amount: 200.4 });
    expect(filters).toMatchObject({ report_type: 'revenue', date_from: '2026-01-01' });
  });

  it('expenses are what withdrawals gave back', async () => {
    const { rows, totals: all } = await report(tenant, 'financial', `?report_type=expenses${of2026}`);
    expect(rows).toEqual([expect.objectContaining({ group: 'refunds', count: 1, amount: 50.25 })]);
    expect(all).toEqual({ ...totals, amount: 50.25 });
  });

  it('profit_loss has a row per month; net is revenue less expenses in every row and in the totals', async () => {
    const { rows, totals: all } = await report(tenant, 'financial', `?report_type=profit_loss${of2026}`);
    expect(rows.map((row: Json) => [row.group, row.voided, row.revenue, row.expenses, row.net])).toEqual([
      ['2026-03', 0, 680.4, 0, 680.4],
      ['2026-04', 0, 20, 50.25, -30.25],
      [malaysianDay().slice(0, 7), 500, -500, 0, -500],
    ]);
    expect(all).toMatchObject(totals);
  });

  it('A-361: a void counts on its own day: the month of the payment stays as it was', async () => {
    const of = async (query: string) => (await report(tenant, 'financial', query)).totals;
    const march = '?date_from=2026-03-01&date_to=2026-03-31';
    expect(await of(march)).toMatchObject({ payments: 3, received: 680.4, voids: 0, voided: 0, revenue: 680.4 });
    const today = `?date_from=${malaysianDay()}&date_to=${malaysianDay()}`;
    expect(await of(today)).toMatchObject({ payments: 0, received: 0, voids: 1, voided: 500, revenue: -500 });
  });

  it('A-207: stays the same when student and fee are deleted, and equals the list of payments', async () => {
    const before = await report(tenant, 'financial');
    await on.send('DELETE', `/education/fees/${tuition.id}`, { token: tenant.admin.token });
    await on.send('DELETE', `/education/students/${student_id}`, { token: tenant.admin.token });
    expect(await report(tenant, 'financial')).toEqual(before);
    const payments = must(await on.get('/education/payments?page_size=100', tenant.admin.token), 200);
    const counted = payments.filter((p: Json) => p.voided_at === null && p.currency === 'MYR');
    expect(before.totals.revenue).toBe(sum(counted, 'amount'));
    expect(before.totals.payments - before.totals.voids).toBe(counted.length);
  });

  it('A-152, A-153: refuses an unknown type; another tenant’s and an empty period come to 0', async () => {
    expect((await file(tenant, 'financial', '?report_type=all')).status).toBe(400);
    expect((await file(tenant, 'financial', '?format=xml')).status).toBe(400);
    const empty = { payments: 0, received: 0, voids: 0, voided: 0, count: 0, revenue: 0, expenses: 0, net: 0 };
    const other = await newTenant();
    for (const type of ['revenue', 'expenses', 'profit_loss']) {
      expect((await report(other, 'financial', `?report_type=${type}`)).totals).toMatchObject(empty);
      const never = `?report_type=${type}&date_from=2030-01-01&date_to=2029-01-01`;
      expect((await report(tenant, 'financial', never)).totals).toMatchObject(empty);
    }
  });

  it.each(['financial', 'outstanding'])('A-150: %s is CSV and PDF as well, in both languages', async (name) => {
    const csv = await file(tenant, name, '?format=csv');
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const pdf = await file(tenant, name, '?format=pdf');
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(pdf.text.slice(0, 5)).toBe('%PDF-');
  });
});

describe('addition: reports/outstanding/', () => {
  it('shows what is owed by student, fee and level, the longest overdue first', async () => {
    const tenant = await newTenant();
    const [late, early, gone] = await Promise.all([
      newStudent(tenant, { first_name: 'Badrul', last_name: 'Amin', current_grade: 'Form 4' }),
      newStudent(tenant, { first_name: 'Chong', last_name: 'Wei', current_grade: ' form 4' }),
      newStudent(tenant),
    ]);
    const [fee, other] = [
      await newFee(tenant, { amount: 100 }),
      await newFee(tenant, { fee_type: 'exam', amount: 30 }),
    ];
    const ask = (student: Json, fee_id: string, shift: number) =>
      newInvoices(tenant, { fee_id, period: String(shift), due_date: malaysianDay(shift), student_ids: [student.id] });
    await ask(late, fee.id, -10);
    await ask(late, other.id, 5);
    await ask(early, fee.id, 0);
    await ask(gone, fee.id, -3);
    await ask(gone, (await newFee(tenant, { currency: 'SGD' })).id, -30);
    await newFeePayment(tenant, { student_id: late.id, amount: 40 });
    await on.send('DELETE', `/education/students/${gone.id}`, { token: tenant.admin.token });

    const by = async (group_by: string, query = '') => {
      const { rows } = await report(tenant, 'outstanding', `?group_by=${group_by}${query}`);
      return rows.map((r: Json) => [
        r.label,
        r.invoices,
        r.amount,
        r.settled,
        r.outstanding,
        r.overdue,
        r.days_overdue,
      ]);
    };
    expect(await by('student')).toEqual([
      ['Badrul Amin', 2, 130, 40, 90, 60, 10],
      ['deleted student', 1, 100, 0, 100, 100, 3],
      ['Chong Wei', 1, 100, 0, 100, 0, 0],
    ]);
    expect(await by('fee')).toEqual([
      ['tuition', 3, 300, 40, 260, 160, 10],
      ['exam', 1, 30, 0, 30, 0, 0],
    ]);
    expect(await by('grade')).toEqual([
      [expect.stringMatching(/^form 4$/i), 3, 230, 40, 190, 60, 10],
      ['unspecified', 1, 100, 0, 100, 100, 3],
    ]);
    expect(await by('student', `&fee_id=${other.id}`)).toEqual([['Badrul Amin', 1, 30, 0, 30, 0, 0]]);
    expect((await by('student', `&date_to=${malaysianDay(-4)}`)).map(([label]: Json) => label)).toEqual([
      'Badrul Amin',
    ]);
    const { rows, totals } = await report(tenant, 'outstanding');
    expect(rows[0].oldest_due_date).toBe(malaysianDay(-10));
    expect(totals).toEqual({ invoices: 4, amount: 330, credited: 0, settled: 40, outstanding: 290, overdue: 160 });
  });
});

/** What a bookkeeper does to two students, in any order. */
const amount = fc.integer({ min: 1, max: 30_000 }).map((n) => n / 100);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ pay: amount, whom: fc.nat(1), fee: fc.constantFrom(0, 1, null) }) },
  { weight: 2, arbitrary: fc.record({ period: fc.nat(3), fee: fc.nat(1), both: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ void: fc.nat(20) }) },
);

it('A-234: after any steps, financial = Σ payments that are not void = Σ settled parts of invoices + unallocated', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
      const tenant = await newTenant();
      const students = [await newStudent(tenant), await newStudent(tenant)].map(({ id }) => id as string);
      const scholarship = { amount: 123.45, scholarship_applicable: true };
      const fees = [await newFee(tenant, scholarship), await newFee(tenant, { amount: 70 })].map(({ id }) => id);
      const payments: string[] = [];
      for (const one of steps) {
        if ('pay' in one) {
          const body = {
            student_id: students[one.whom],
            amount: one.pay,
            fee_id: one.fee === null ? null : fees[one.fee],
          };
          payments.push((await newFeePayment(tenant, body)).id);
        } else if ('period' in one) {
          const student_ids = one.both ? students : students.slice(0, 1);
          await newInvoices(tenant, { fee_id: fees[one.fee], period: String(one.period), student_ids });
        } else if (payments[one.void]) {
          const [id] = payments.splice(one.void, 1);
          await voided(tenant, id as string);
        }
      }
      const statements = await Promise.all(students.map((id) => statementOf(tenant, id)));
      const { totals } = await report(tenant, 'financial');
      const owed = (await report(tenant, 'outstanding')).totals;
      const invoices = statements.flatMap((statement) => statement.invoices as Json[]);
      const counted = statements.flatMap((s) => s.payments as Json[]).filter((p) => p.voided_at === null);
      expect(counted).toHaveLength(payments.length);
      expect(totals.revenue).toBe(sum(counted, 'amount'));
      expect(sen(totals.revenue)).toBe(sen(sum(invoices, 'settled')) + sen(sum(statements, 'unallocated')));
      expect(owed.outstanding).toBe(sum(invoices, 'balance'));
      for (const { settled, amount: asked } of invoices) expect(settled >= 0 && settled <= asked).toBe(true);
      for (const { balance, unallocated } of statements) expect(Math.min(balance, unallocated)).toBe(0);
    }),
    { numRuns: propertyRuns(5) },
  );
}, 120_000);

it('A-361: a month that is closed keeps its types of fees when a fee gets another name', async () => {
  const tenant = await newTenant();
  const [fee, { id: student_id }] = [await newFee(tenant, { fee_type: 'Yuran lama' }), await newStudent(tenant)];
  const paid = (amount: number) => newFeePayment(tenant, { student_id, fee_id: fee.id, amount });
  await paid(100);
  must(await on.put(`/education/fees/${fee.id}`, { fee_type: 'Yuran baharu' }, tenant.admin.token), 200);
  await paid(50);
  const { rows } = await report(tenant, 'financial');
  expect(rows.map(({ group, amount }: Json) => [group, amount])).toEqual([
    ['Yuran lama', 100],
    ['Yuran baharu', 50],
  ]);
});
