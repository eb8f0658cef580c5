import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newClass, newEnrollment, newFee, newFeePayment, newInvoices, newStudent } from '../../support/education.js';
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

const send = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await on.send(method, `/education/${path}`, { token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return on.data(answer);
};
const post = (path: string, body: unknown = {}): Promise<Json> => send('POST', path, body);
const put = (path: string, body: unknown): Promise<Json> => send('PUT', path, body);
const remove = (path: string): Promise<Json> => send('DELETE', path);

type Told = [type: string, data: RecordedEvent['data']];

/** Types and data of the events since the last look; the administrator is their actor. */
async function told(): Promise<Told[]> {
  const events = await watched.since();
  for (const { actor_id } of events) expect(actor_id).toBe(tenant.admin.id);
  return events.map(({ type, data }) => [type.replace('education.', ''), data]);
}
const typesTold = async (): Promise<string[]> => (await told()).map(([type]) => type);

/** The data of an event. @param path of the record's kind; null where it is gone */
const about = ({ id }: { id: string }, version: number, path: string | null, more: Record<string, unknown> = {}) => ({
  id,
  version,
  path: path && `/api/v1/education/${path}/${id}/`,
  contract_path: null,
  ...more,
});
/** Events of several records come in any order. */
const byType = ([a]: Told, [b]: Told): number => (a < b ? -1 : 1);
const byId = ([, a]: Told, [, b]: Told): number => (String(a.id) < String(b.id) ? -1 : 1);

const SECRET = 'Rahsia';
const IC = '100215-14-5678';
const MARK = 87.25;

describe('A-432: students', () => {
  it('are announced as they are created, changed, deleted and erased, with the fields that are not personal', async () => {
    const student = await newStudent(tenant, { first_name: SECRET, ic_number: IC, date_of_birth: '2010-02-15' });
    expect(await told()).toEqual([['student.created', about(student, 1, 'students')]]);
    await put(`students/${student.id}`, {
      phone_number: '0123456789',
      religion: SECRET,
      allergies: [SECRET],
      scholarship_info: { has_scholarship: true, scholarship_name: SECRET },
    });
    expect(await told()).toEqual([['student.updated', about(student, 2, 'students', { changed: [] })]]);
    await put(`students/${student.id}`, { current_grade: 'Form 4', stream: 'academic', nationality: SECRET });
    const changed = ['current_grade', 'stream'];
    expect(await told()).toEqual([['student.updated', about(student, 3, 'students', { changed })]]);
    await put(`students/${student.id}`, { current_grade: 'Form 4' });
    expect(await told()).toEqual([]);
    await post('households', { name: SECRET, students: [student.id] });
    expect(await told()).toEqual([]);
    await remove(`students/${student.id}`);
    expect(await told()).toEqual([['student.deleted', about(student, 5, null)]]);
    await post(`students/${student.id}/erase`, {});
    expect(await told()).toEqual([['student.erased', about(student, 6, null)]]);
  });
});

describe('A-432: classes and enrollments', () => {
  const of = ({ student_id, class_id }: Json, status: string, previous_status: string | null, changed?: string[]) => ({
    student_id,
    class_id,
    status,
    previous_status,
    ...(changed && { changed }),
  });

  it('classes are announced by what is done to them, and not for a seat that an enrollment takes', async () => {
    const made = await newClass(tenant, { capacity: 3, notes: SECRET });
    const seats = { capacity: 3, current_enrollment: 0 };
    expect(await told()).toEqual([['class.created', about(made, 1, 'classes', seats)]]);
    await put(`classes/${made.id}`, { capacity: 2, current_enrollment: 1 });
    const changed = ['capacity', 'current_enrollment'];
    const now = { capacity: 2, current_enrollment: 1 };
    expect(await told()).toEqual([['class.updated', about(made, 2, 'classes', { ...now, changed })]]);
    await put(`classes/${made.id}`, { capacity: 2 });
    expect(await told()).toEqual([]);
    await newEnrollment(tenant, { class_id: made.id });
    expect(await typesTold()).toEqual(['enrollment.created', 'student.created']);
    await remove(`classes/${made.id}`);
    expect((await told())[0]).toEqual(['class.deleted', about(made, 4, null, now)]);
  });

  it('enrollments are announced with the status before; a status alone is a change', async () => {
    const made = await newEnrollment(tenant, { notes: SECRET });
    const created = (await told()).find(([type]) => type === 'enrollment.created');
    expect(created?.[1]).toEqual(about(made, 1, 'enrollment', of(made, 'active', null)));
    await put(`enrollment/${made.id}`, { notes: 'x', enrollment_type: 'transfer' });
    expect(await told()).toEqual([
      ['enrollment.updated', about(made, 2, 'enrollment', of(made, 'active', null, ['enrollment_type']))],
    ]);
    await put(`enrollment/${made.id}`, { status: 'graduated' });
    expect(await told()).toEqual([
      ['enrollment.updated', about(made, 3, 'enrollment', of(made, 'graduated', 'active', ['status']))],
    ]);
    await put(`enrollment/${made.id}`, { status: 'graduated' });
    expect(await told()).toEqual([]);
    await put(`enrollment/${made.id}`, { status: 'active' });
    await watched.since();
    await post(`enrollment/${made.id}/withdraw`, { reason: SECRET, refund_amount: 10 });
    expect(await told()).toEqual([
      ['enrollment.withdrawn', about(made, 5, 'enrollment', of(made, 'inactive', 'active'))],
    ]);
  });

  it('enrollments end with their student or class, deleted or erased: each is a change', async () => {
    const [one, two] = [await newStudent(tenant), await newStudent(tenant)];
    const made = await newClass(tenant);
    const seats = [
      await newEnrollment(tenant, { student_id: one.id, class_id: made.id }),
      await newEnrollment(tenant, { student_id: two.id, class_id: made.id }),
      await newEnrollment(tenant, { student_id: two.id }),
      await newEnrollment(tenant, { student_id: one.id }),
    ] as const;
    await watched.since();
    const ended = (seat: Json): Told => [
      'enrollment.updated',
      about(seat as { id: string }, 2, 'enrollment', of(seat, 'inactive', 'active', ['status'])),
    ];
    await remove(`classes/${made.id}`);
    const [gone, ...both] = await told();
    expect(gone?.[0]).toBe('class.deleted');
    expect(both.sort(byId)).toEqual([ended(seats[0]), ended(seats[1])].sort(byId));
    await remove(`students/${two.id}`);
    expect(await told()).toEqual([ended(seats[2]), ['student.deleted', about(two as { id: string }, 2, null)]]);
    await post(`students/${one.id}/erase`, {});
    expect(await told()).toEqual([ended(seats[3]), ['student.erased', about(one as { id: string }, 2, null)]]);
  });
});

describe('A-432: attendance and grades', () => {
  it('are announced one by one, and tell neither whether the student was there nor a mark', async () => {
    const { id: student_id } = await newStudent(tenant);
    const { id: class_id } = await newClass(tenant);
    await watched.since();
    const there = await post('attendance', { student_id, date: '2026-03-10', status: 'late', remarks: SECRET });
    const none = { student_id, class_id: null };
    expect(await told()).toEqual([['attendance.created', about(there, 1, 'attendance', none)]]);
    await put(`attendance/${there.id}`, { status: 'absent', remarks: 'x' });
    expect(await told()).toEqual([
      ['attendance.updated', about(there, 2, 'attendance', { ...none, changed: ['status'] })],
    ]);
    const grade = await post('grades', { student_id, subject_id: SECRET, score: MARK, max_score: 100 });
    expect(await told()).toEqual([['grade.created', about(grade, 1, 'grades', { student_id })]]);
    await put(`grades/${grade.id}`, { score: 50, subject_id: 'x' });
    expect(await told()).toEqual([
      ['grade.updated', about(grade, 2, 'grades', { student_id, changed: ['grade', 'score'] })],
    ]);
    await put(`grades/${grade.id}`, { score: 50 });
    await put(`attendance/${there.id}`, { status: 'absent', class_id: null });
    expect(await told()).toEqual([]);
    await put(`attendance/${there.id}`, { class_id });
    expect(await told()).toEqual([
      ['attendance.updated', about(there, 3, 'attendance', { student_id, class_id, changed: ['class_id'] })],
    ]);
  });

  it('of a whole class are as many events as records', async () => {
    const students = [await newStudent(tenant), await newStudent(tenant)] as { id: string }[];
    const { id: class_id } = await newClass(tenant);
    await watched.since();
    const records = students.map(({ id: student_id }) => ({ student_id, status: 'present' }));
    const sent = (statuses: string[]) =>
      post(`classes/${class_id}/attendance`, {
        date: '2026-03-10',
        records: records.map((record, i) => ({ ...record, status: statuses[i] })),
      });
    const made: { id: string; student_id: string }[] = await sent(['present', 'present']);
    const facts = ({ student_id }: { student_id: string }) => ({ student_id, class_id });
    expect((await told()).sort(byId)).toEqual(
      made.map((record): Told => ['attendance.created', about(record, 1, 'attendance', facts(record))]).sort(byId),
    );
    await sent(['present', 'present']);
    expect(await told()).toEqual([]);
    await sent(['present', 'late']);
    const second = made[1] as (typeof made)[0];
    expect(await told()).toEqual([
      ['attendance.updated', about(second, 2, 'attendance', { ...facts(second), changed: ['status'] })],
    ]);
    const scores = students.map(({ id: student_id }) => ({ student_id, score: MARK }));
    const grades: typeof made = await post(`classes/${class_id}/grades`, { max_score: 100, scores });
    expect((await told()).sort(byId)).toEqual(
      grades
        .map((grade): Told => ['grade.created', about(grade, 1, 'grades', { student_id: grade.student_id })])
        .sort(byId),
    );
  });
});

describe('A-432: fees, invoices and payments', () => {
  const invoice = (made: Json, version: number, balance: number) => ({
    ...about(made as { id: string }, version, 'invoices'),
    student_id: made.student_id,
    fee_id: made.fee_id,
    invoice_number: made.invoice_number,
    amount: made.amount,
    balance,
    currency: 'MYR',
    due_date: made.due_date,
  });
  const payment = (made: Json, version: number, amount: number) => ({
    ...about(made as { id: string }, version, 'payments'),
    student_id: made.student_id,
    amount,
    currency: 'MYR',
  });
  /** A student and a fee of RM 100, looked at. */
  async function owing(extra: Record<string, unknown> = {}): Promise<{ student_id: string; fee_id: string }> {
    const { id: student_id } = await newStudent(tenant, extra);
    const { id: fee_id } = await newFee(tenant, { amount: 100, scholarship_applicable: true });
    await watched.since();
    return { student_id, fee_id };
  }
  const invoiced = async (student_id: string, fee_id: string, period: string): Promise<Json> =>
    (await newInvoices(tenant, { fee_id, period, student_ids: [student_id] }))[0];

  it('fees are announced by what is done to them', async () => {
    const fee = await newFee(tenant, { amount: 180, description: SECRET });
    const money = { amount: 180, currency: 'MYR' };
    expect(await told()).toEqual([['fee.created', about(fee, 1, 'fees', money)]]);
    await put(`fees/${fee.id}`, { amount: 200 });
    const now = { ...money, amount: 200 };
    expect(await told()).toEqual([['fee.updated', about(fee, 2, 'fees', { ...now, changed: ['amount'] })]]);
    await put(`fees/${fee.id}`, { amount: 200 });
    expect(await told()).toEqual([]);
    await remove(`fees/${fee.id}`);
    expect(await told()).toEqual([['fee.deleted', about(fee, 3, null, now)]]);
  });

  it('invoices are paid once nothing remains, and owed again by a payment that is void', async () => {
    const { student_id, fee_id } = await owing();
    const made = await invoiced(student_id, fee_id, '2026-01');
    expect(await told()).toEqual([['invoice.created', invoice(made, 1, 100)]]);
    const first = await newFeePayment(tenant, { student_id, amount: 40, notes: SECRET });
    expect(await told()).toEqual([['payment.created', payment(first, 1, 40)]]);
    const second = await newFeePayment(tenant, { student_id, amount: 60 });
    expect(await told()).toEqual([
      ['invoice.paid', invoice(made, 3, 0)],
      ['payment.created', payment(second, 1, 60)],
    ]);
    await post(`payments/${first.id}/void`, { reason: SECRET });
    expect(await told()).toEqual([
      ['invoice.reopened', invoice(made, 4, 40)],
      ['payment.voided', payment(first, 2, 40)],
    ]);
    await post(`payments/${second.id}/void`, { reason: SECRET });
    expect(await told()).toEqual([['payment.voided', payment(second, 2, 60)]]);
  });

  it('parallel payments of one invoice pay it once', async () => {
    const { student_id, fee_id } = await owing();
    await invoiced(student_id, fee_id, '2026-01');
    await watched.since();
    await Promise.all([1, 2, 3].map(() => newFeePayment(tenant, { student_id, amount: 100 })));
    expect(await typesTold()).toEqual(['invoice.paid', ...Array<string>(3).fill('payment.created')]);
  });

  it('a void payment that another one makes up for reopens nothing', async () => {
    const { student_id, fee_id } = await owing();
    await invoiced(student_id, fee_id, '2026-01');
    const first = await newFeePayment(tenant, { student_id, amount: 100 });
    await newFeePayment(tenant, { student_id, amount: 100 });
    await watched.since();
    await post(`payments/${first.id}/void`, { reason: SECRET });
    expect(await typesTold()).toEqual(['payment.voided']);
  });

  it('invoices are paid from the beginning by a scholarship of all, and by money that is there', async () => {
    const scholar = await owing({ scholarship_info: { has_scholarship: true, scholarship_percentage: 100 } });
    const free = await invoiced(scholar.student_id, scholar.fee_id, '2026-01');
    expect(await told()).toEqual([
      ['invoice.created', invoice(free, 1, 0)],
      ['invoice.paid', invoice(free, 1, 0)],
    ]);
    const { student_id, fee_id } = await owing();
    await newFeePayment(tenant, { student_id, amount: 100 });
    await watched.since();
    const made = await invoiced(student_id, fee_id, '2026-01');
    expect(await told()).toEqual([
      ['invoice.created', invoice(made, 1, 0)],
      ['invoice.paid', invoice(made, 1, 0)],
    ]);
  });

  it('of a whole class are one event each', async () => {
    const [one, two] = [await owing(), await owing()];
    const made = await newInvoices(tenant, { fee_id: one.fee_id, student_ids: [one.student_id, two.student_id] });
    expect((await told()).sort(byId)).toEqual(
      made.map((each): Told => ['invoice.created', invoice(each, 1, 100)]).sort(byId),
    );
  });

  it('corrections pay what nothing remains of; the money of a cancelled invoice settles another', async () => {
    const { student_id, fee_id } = await owing();
    const made = await invoiced(student_id, fee_id, '2026-01');
    await watched.since();
    await post(`invoices/${made.id}/credit-notes`, { amount: 30, reason: SECRET });
    expect(await told()).toEqual([['invoice.credited', invoice(made, 2, 70)]]);
    await post(`invoices/${made.id}/credit-notes`, { amount: 70, reason: SECRET });
    expect((await told()).sort(byType)).toEqual([
      ['invoice.credited', invoice(made, 3, 0)],
      ['invoice.paid', invoice(made, 3, 0)],
    ]);
    const paid = await invoiced(student_id, fee_id, '2026-02');
    await newFeePayment(tenant, { student_id, amount: 100 });
    const open = await invoiced(student_id, fee_id, '2026-03');
    await watched.since();
    await post(`invoices/${paid.id}/cancel`, { reason: SECRET });
    expect((await told()).sort(byType)).toEqual([
      ['invoice.cancelled', invoice(paid, 3, 0)],
      ['invoice.paid', invoice(open, 2, 0)],
    ]);
    await post(`invoices/${open.id}/credit-notes`, { amount: 100, reason: SECRET });
    expect(await told()).toEqual([['invoice.credited', invoice(open, 3, 0)]]);
  });
});

it('A-432, A-525: every type of the catalogue occurred, and the corrections of invoices', () => {
  const corrections = ['education.invoice.cancelled', 'education.invoice.credited'];
  expect(watched.types()).toEqual([...statedTypes('education'), ...corrections].sort());
});

it('A-433: no event holds a value of a personal column, attendance or a mark', () => {
  const values = [SECRET, IC, IC.replaceAll('-', ''), '0123456789', '2010-02-15', '2026-03-10', `${MARK}`];
  for (const value of [...values, 'present', 'absent', 'late']) expect(watched.text()).not.toContain(value);
});
