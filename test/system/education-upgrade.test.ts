import { randomUUID } from 'node:crypto';
import { StudentAccounts1764950000000 } from '../../libs/education/dist/migrations/1764950000000-student-accounts.js';
import { Marks1764950100000 } from '../../libs/education/dist/migrations/1764950100000-marks.js';
import { LevelKeys1764950200000 } from '../../libs/education/dist/migrations/1764950200000-level-keys.js';
import { TypesOfPaidFees1764950300000 } from '../../libs/education/dist/migrations/1764950300000-types-of-paid-fees.js';
import { SchoolTakings1764978000000 } from '../../libs/education/dist/migrations/1764978000000-school-takings.js';
import { InstalmentsAndLateFees1764978100000 } from '../../libs/education/dist/migrations/1764978100000-instalments-and-late-fees.js';
import { Households1764978200000 } from '../../libs/education/dist/migrations/1764978200000-households.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import { clonedDatabase, dropDatabases, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';

/** What the upgrade makes of accounts, marks and levels that release 1.1.0 kept. */

const migrations = [
  StudentAccounts1764950000000,
  Marks1764950100000,
  LevelKeys1764950200000,
  TypesOfPaidFees1764950300000,
  SchoolTakings1764978000000,
  InstalmentsAndLateFees1764978100000,
  Households1764978200000,
];

let database: OwnDatabase;
let tenant_id: string;

async function run(verb: 'up' | 'down'): Promise<void> {
  const dataSource = createDataSource({ url: database.ownerUrl, entities: [] });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    for (const Migration of verb === 'up' ? migrations : [...migrations].reverse()) await new Migration()[verb](runner);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const id = randomUUID();
  const at = new Date('2026-03-10T04:00:00Z');
  const dated = table === 'withdrawals' ? {} : { updated_at: at, version: 1 };
  const all: Record<string, unknown> = { tenant_id, id, created_at: at, ...dated, ...row };
  const names = Object.keys(all);
  const places = names.map((_, i) => `$${i + 1}`).join(', ');
  await sql(
    database.ownerUrl,
    `insert into education.${table} (${names.join(', ')}) values (${places})`,
    Object.values(all),
  );
  return id;
}

const rows = (text: string) => sql(database.ownerUrl, text, [tenant_id]);

const receiver = randomUUID();
let student_id: string;
beforeAll(async () => {
  database = await clonedDatabase();
  await run('down');
  tenant_id = await plantTenant(database.ownerUrl);
  const person = { first_name: 'Siti', last_name: 'Nur', pdpa_consent: false, has_scholarship: false, subjects: [] };
  student_id = await insert('students', { ...person, current_grade: 'Tingkatan 4 Sains' });
  await insert('students', { ...person, current_grade: '4' });
  const seats = { seats_elsewhere: 0, active_enrollments: 0, schedule: '{}', subjects: '[]', special_requirements: [] };
  const class_id = await insert('classes', { name: 'A', ...seats });
  const enrollment = { enrollment_date: '2026-01-05', enrollment_type: 'new', documents: '[]', status: 'inactive' };
  const enrollment_id = await insert('enrollments', { student_id, class_id, ...enrollment, withdrawals: 1 });
  await insert('withdrawals', { enrollment_id, position: 1, withdrawal_date: '2026-03-01', refund_amount: 180 });
  const fee = { fee_type: 'Yuran', amount: 180, currency: 'MYR', is_mandatory: false, scholarship_applicable: false };
  const fee_id = await insert('fees', fee);
  const paid = { student_id, amount: 180, currency: 'MYR', payment_date: '2026-02-01' };
  const trailed = await insert('payments', { ...paid, receipt_number: 'RCP-2026-000001', fee_id, settled: 100 });
  await sql(
    database.ownerUrl,
    `insert into kernel.audit_entries (tenant_id, id, at, actor_id, action, record_type, record_id, changes)
     values ($1, $2, now(), $3, 'create', 'payment', $4, '{}')`,
    [tenant_id, randomUUID(), receiver, trailed],
  );
  await insert('payments', { ...paid, receipt_number: 'RCP-2026-000002', settled: 180 });
  const asked = { student_id, fee_id, fee_type: 'Yuran', due_date: '2026-03-31', currency: 'MYR', full_amount: 180 };
  const owed = { ...asked, amount: 180, settlements: 1 };
  await insert('invoices', { ...owed, invoice_number: 'EDU-2026-000001', period: '2026-02', settled: 180 });
  await insert('invoices', { ...owed, invoice_number: 'EDU-2026-000002', period: '2026-03', settled: 100 });
  const mark = { student_id, max_score: 100, scale: 'spm', assessment_date: '2026-05-20', grade_given: true };
  await insert('grades', { ...mark, score: 0, percentage: 0, grade: ' th ' });
  await insert('grades', { ...mark, score: 80, percentage: 8000, grade: 'A' });
  await run('up');
});
afterAll(dropDatabases);

it('A-361: a refund is listed for its student and takes from no payment; sums stay as they were', async () => {
  expect(
    await rows('select student_id, refund_amount::float8 as refund from education.withdrawals where tenant_id = $1'),
  ).toEqual([{ student_id, refund: 180 }]);
  expect(
    await rows(
      `select settled::float8, refunded::float8, refunds, has_rest from education.payments
        where tenant_id = $1 order by receipt_number`,
    ),
  ).toEqual([
    { settled: 100, refunded: 0, refunds: 0, has_rest: true },
    { settled: 180, refunded: 0, refunds: 0, has_rest: false },
  ]);
  expect(
    await rows(
      `select settled::float8, credited::float8, discounts, cancelled_at, is_paid from education.invoices
        where tenant_id = $1 order by invoice_number`,
    ),
  ).toEqual([
    { settled: 180, credited: 0, discounts: [], cancelled_at: null, is_paid: true },
    { settled: 100, credited: 0, discounts: [], cancelled_at: null, is_paid: false },
  ]);
});

it('A-341: a payment keeps what its fee is called at the upgrade', async () => {
  const types = await rows('select fee_type from education.payments where tenant_id = $1 order by receipt_number');
  expect(types).toEqual([{ fee_type: 'Yuran' }, { fee_type: null }]);
});

it('A-354: a payment was received by the user of whom the audit trail has it, where it has one', async () => {
  const payments = await rows(
    'select received_by from education.payments where tenant_id = $1 order by receipt_number',
  );
  expect(payments).toEqual([{ received_by: receiver }, { received_by: null }]);
});

it('A-362: an invoice from before is due at once, and a student is in no household', async () => {
  const invoices = await rows('select instalments, late_fee_of from education.invoices where tenant_id = $1');
  expect(invoices).toEqual(Array(2).fill({ instalments: [], late_fee_of: null }));
  const students = await rows('select household_id from education.students where tenant_id = $1');
  expect(students).toEqual(Array(2).fill({ household_id: null }));
});

it('A-363: a grade that was sent as TH is one that was not sat', async () => {
  const marks = await rows(
    'select absent, score::float8, percentage from education.grades where tenant_id = $1 order by absent',
  );
  expect(marks).toEqual([
    { absent: false, score: 80, percentage: 8000 },
    { absent: true, score: 0, percentage: null },
  ]);
});

it('A-342: levels are known by any of their names', async () => {
  const keys = await rows('select current_grade_key as key from education.students where tenant_id = $1 order by 1');
  expect(keys).toEqual([{ key: '4' }, { key: 'form 4' }]);
});
