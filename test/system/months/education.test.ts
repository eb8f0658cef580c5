import type { Json } from '../../support/client.js';
import { Month, dayOf, groupBy, total } from '../../support/month.js';
import { dropDatabases } from '../../support/system-database.js';
import { stopOwnServices } from '../../support/system-service.js';

/** A month of a school: what its reports say is what its lists hold, in all formats. */

jest.setTimeout(300_000);

const STATUSES = ['present', 'present', 'present', 'late', 'absent', 'excused'];

let month: Month;
let students: Json[];
let classes: Json[];
let fees: Json[];
let invoices: Json[];
let payments: Json[];
let attendance: Json[];

beforeAll(async () => {
  month = await Month.begin(20_270_103);
  await month.moveTo('2026-12-31T09:00:00+08:00');
  students = await Promise.all(
    ['Aisyah', 'Ramesh', 'Wei', 'Awang', 'Nurul'].map((first_name, i) =>
      month.post('education/students', {
        first_name,
        last_name: 'Murid',
        current_grade: i % 2 ? 'Tingkatan 1' : 'form 1',
      }),
    ),
  );
  classes = await Promise.all(['1 Amanah', '1 Bestari'].map((name) => month.post('education/classes', { name })));
  fees = await Promise.all(
    [
      { fee_type: 'tuition', amount: 180.35 },
      { fee_type: 'Exam', amount: 45 },
    ].map((fee) => month.post('education/fees', fee)),
  );
  await month.live(teachOnce);
  [invoices, payments, attendance] = [
    await month.all('education/invoices'),
    await month.all('education/payments'),
    await month.all('education/attendance'),
  ];
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

async function teachOnce(number: number): Promise<void> {
  const { random } = month;
  if (number % 7 < 5)
    for (const [i, { id: student_id }] of students.entries())
      await month.post('education/attendance', {
        student_id,
        class_id: classes[i % 2]?.id,
        date: month.today,
        status: random.pick(STATUSES),
      });
  if (number % 8 === 2)
    await month.post('education/invoices', {
      fee_id: random.pick(fees).id,
      period: `Minggu ${number}`,
      due_date: '2027-01-20',
      student_ids: students.map(({ id }) => id),
    });
  for (let left = random.int(3); left > 0; left -= 1) await pay();
  if (random.chance(0.2)) await correct();
}

const pay = (): Promise<Json> =>
  month.post('education/payments', {
    student_id: month.random.pick(students).id,
    ...(month.random.chance(0.7) ? { fee_id: month.random.pick(fees).id } : {}),
    amount: month.random.pick([20, 45, 180.35, 33.3]),
    payment_method: month.random.pick(['cash', 'duitnow']),
  });

async function correct(): Promise<void> {
  const { random } = month;
  const [paid, billed] = [await month.all('education/payments'), await month.all('education/invoices')];
  if (paid.length > 0 && random.chance(0.5))
    await month.try('POST', `education/payments/${random.pick(paid).id}/void`, { reason: 'Salah murid' });
  else if (billed.length > 0)
    await month.try('POST', `education/invoices/${random.pick(billed).id}/credit-notes`, {
      amount: 5,
      reason: 'Ihsan',
    });
}

const sum = (rows: readonly Json[], of: (row: Json) => number): number => total(rows.map(of));
const live = (): Json[] => invoices.filter(({ cancelled_at }) => cancelled_at === null);

it('is long enough to show something', () => {
  expect(invoices.length).toBeGreaterThan(15);
  expect(payments.length).toBeGreaterThan(20);
  expect(payments.filter(({ voided_at }) => voided_at !== null).length).toBeGreaterThan(0);
  expect(invoices.filter(({ credited }) => credited > 0).length).toBeGreaterThan(0);
});

it.each(['class', 'student', 'grade'])('reports/attendance by %s counts every record', async (group_by) => {
  const { rows } = await month.report('education/reports/attendance', { group_by });
  const counted = (of: (row: Json) => number): number => rows.reduce((all, row) => all + of(row), 0);
  expect(counted((row) => row.total)).toBe(attendance.length);
  for (const status of new Set(STATUSES))
    expect([status, counted((row) => row[status])]).toEqual([
      status,
      attendance.filter((record) => record.status === status).length,
    ]);
});

it('reports/financial is what was paid, less what was made void', async () => {
  const voids = payments.filter(({ voided_at }) => voided_at !== null);
  const figures = {
    payments: payments.length,
    received: sum(payments, (payment) => payment.amount),
    voids: voids.length,
    voided: sum(voids, (payment) => payment.amount),
    revenue: total([sum(payments, (payment) => payment.amount), -sum(voids, (payment) => payment.amount)]),
  };
  for (const report_type of ['revenue', 'profit_loss']) {
    const { totals } = await month.report('education/reports/financial', { report_type });
    expect([report_type, totals]).toEqual([report_type, expect.objectContaining(figures)]);
  }
  const { rows } = await month.report('education/reports/financial', { report_type: 'revenue' });
  expect(sum(rows, (row) => row.received)).toBe(figures.received);
});

it('reports/daily-closing counts each day what came in on it', async () => {
  const made = groupBy(payments, ({ created_at }) => dayOf(created_at));
  for (const [date, all] of made) {
    const { totals } = await month.report('education/reports/daily-closing', { date });
    expect([date, totals.payments, totals.takings]).toEqual([date, all.length, sum(all, (one) => one.amount)]);
  }
});

it.each(['student', 'fee', 'grade'])('reports/outstanding by %s is what the invoices still owe', async (group_by) => {
  const { rows, totals } = await month.report('education/reports/outstanding', { group_by });
  expect(sum(rows, (row) => row.outstanding)).toBe(totals.outstanding);
  expect(totals.outstanding).toBe(sum(live(), (invoice) => invoice.balance));
});

it('the account of each student: charged less credited less paid is what the invoices owe less what is unallocated', async () => {
  for (const { id } of students) {
    const { charged, credited, paid, balance, unallocated } = await month.get(`education/students/${id}/statement`);
    expect([id, total([balance, -unallocated])]).toEqual([id, total([charged, -credited, -paid])]);
    const mine = payments.filter((one) => one.student_id === id && one.voided_at === null);
    expect([id, paid]).toEqual([id, sum(mine, (one) => one.amount)]);
  }
});
