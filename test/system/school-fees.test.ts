import type { INestApplicationContext } from '@nestjs/common';
import { ModuleService, TenantService } from '@usaha/core';
import {
  ClassService,
  EducationPaymentService,
  EnrollmentService,
  FeeRounds,
  FeeService,
  InvoiceCorrectionService,
  InvoiceService,
  StatementService,
  StudentService,
  type Invoice,
  type NewFee,
} from '@usaha/education';
import { NO_TENANT, type Context, type Database } from '@usaha/shared';
import { awaitEvents } from '../support/awaited-events.js';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';

/** invoices that are made by themselves and late fees, under a clock that the test moves. */

const at = (day: string): Date => new Date(`${day}T02:00:00Z`);
const START = at('2026-01-05');

let own: OwnDatabase;
let databases: Database[];
let instances: INestApplicationContext[];
let tenant_id: string;

beforeAll(async () => {
  own = await clonedDatabase();
  databases = [await openDatabase(own.appUrl), await openDatabase(own.appUrl)];
  instances = await Promise.all(databases.map((database) => openContexts(database)));
});
afterAll(async () => {
  await Promise.all(instances.map((app) => app.close()));
  await Promise.all(databases.map((database) => database.end()));
  await dropDatabases();
});
beforeEach(async () => {
  // Jobs go through all tenants: those of other tests have none to do.
  await sql(own.ownerUrl, 'update core.tenants set deleted_at = now() where deleted_at is null');
  const tenant = await databases[0]!.work({ tenant_id: NO_TENANT, actor: null, now: START }, (ctx) =>
    get(TenantService).create(ctx, { name: 'Pusat Tuisyen Aina', business_type: 'education' }),
  );
  tenant_id = tenant.id;
});

const get = <T>(service: new (...args: never[]) => T): T => instances[0]!.get<T>(service);
const as = <T>(day: string, work: (ctx: Context) => Promise<T>): Promise<T> =>
  databases[0]!.work({ tenant_id, actor: null, now: at(day) }, work);
const failures: unknown[] = [];
const round = (day: string, app = instances[0]!): Promise<void> =>
  app.get(FeeRounds).run(() => at(day), { failed: (error) => failures.push(error) });
afterEach(() => expect(failures.splice(0)).toEqual([]));

const configure = (education: Record<string, unknown>): Promise<unknown> =>
  as('2026-01-05', (ctx) => get(ModuleService).enable(ctx, 'education', { configuration: { education } }));
const newFee = (more: Partial<NewFee> = {}) =>
  as('2026-01-05', (ctx) =>
    get(FeeService).create(ctx, {
      fee_type: 'tuition',
      amount: 180,
      payment_frequency: 'monthly',
      is_mandatory: true,
      ...more,
    }),
  );
/** A student with an active enrollment since a day. */
async function newStudent(enrollment_date = '2026-01-05', recorded = enrollment_date, more = {}): Promise<string> {
  return as(recorded, async (ctx) => {
    const { id } = await get(StudentService).create(ctx, { first_name: 'Siti', last_name: 'Nur', ...more });
    const { id: class_id } = await get(ClassService).create(ctx, { name: 'A' });
    await get(EnrollmentService).create(ctx, { student_id: id, class_id, enrollment_date });
    return id;
  });
}
const invoices = async (student_id?: string): Promise<Invoice[]> => {
  const page = await as('2026-12-31', (ctx) =>
    get(InvoiceService).list(ctx, student_id ? { student_id } : {}, { page: 1, size: 100 }),
  );
  return [...page.rows].reverse();
};
const told = async (student_id?: string) =>
  (await invoices(student_id)).map(({ period, amount, due_date, fee_type }) => [fee_type, period, amount, due_date]);
const pay = (day: string, student_id: string, amount: number) =>
  as(day, (ctx) => get(EducationPaymentService).create(ctx, { student_id, amount }));

describe('A-362: fees that are charged regularly', () => {
  it('are invoiced on the day of the month, each period once, and in no other month', async () => {
    await configure({ invoice_day: 5 });
    await newFee();
    const id = await newStudent();
    await round('2026-03-04');
    expect(await told()).toEqual([]);
    for (const day of ['2026-03-05', '2026-03-05', '2026-03-12', '2026-04-04', '2026-04-05']) await round(day);
    expect(await told(id)).toEqual([
      ['tuition', '2026-03', 180, '2026-03-19'],
      ['tuition', '2026-04', 180, '2026-04-19'],
    ]);
  });

  it('are invoiced once by two instances that run at once', async () => {
    await configure({ invoice_day: 5, late_fee: { amount: 10 } });
    await newFee();
    const ids = [await newStudent(), await newStudent(), await newStudent()];
    await Promise.all([...instances, ...instances].map((app) => round('2026-03-05', app)));
    expect(await invoices()).toHaveLength(3);
    await Promise.all([...instances, ...instances].map((app) => round('2026-03-20', app)));
    for (const id of ids) expect((await told(id)).map(([type]) => type)).toEqual(['tuition', 'late_fee']);
    const numbers = (await invoices()).map(({ invoice_number }) => invoice_number.slice(-6)).sort();
    expect(numbers).toEqual(['000001', '000002', '000003', '000004', '000005', '000006']);
  });

  it('are made up for where no instance ran on the day, beyond the end of the month too', async () => {
    await configure({ invoice_day: 31 });
    await newFee();
    await newStudent();
    await round('2026-04-02');
    expect((await told()).map(([, period]) => period)).toEqual(['2026-03']);
  });

  it('are not asked for afterwards where the day is set late', async () => {
    await configure({ invoice_day: 1 });
    await newFee();
    await newStudent();
    await round('2026-03-20');
    expect(await told()).toEqual([]);
  });

  it('are asked for by the days that are left from a student who joins within the period', async () => {
    await configure({ invoice_day: 1 });
    await newFee();
    const joined = await newStudent('2026-03-15');
    await round('2026-03-15');
    const late = await newStudent('2026-03-02', '2026-03-25');
    await round('2026-03-26');
    expect(await told(joined)).toEqual([['tuition', '2026-03', 98.71, '2026-03-29']]);
    expect(await told(late)).toEqual([['tuition', '2026-03', 174.19, '2026-04-09']]);
    const [invoice] = await invoices(joined);
    expect(invoice?.discounts).toEqual([{ reason: 'part_of_period', percent: null, amount: 81.29 }]);
  });

  it('make no student late who moves into another class, or has one more', async () => {
    await configure({ invoice_day: 1 });
    await newFee();
    const enter = (day: string, student_id: string) =>
      as(day, async (ctx) => {
        const { id: class_id } = await get(ClassService).create(ctx, { name: 'B' });
        await get(EnrollmentService).create(ctx, { student_id, class_id, enrollment_date: day });
      });
    const [moved, both] = [await newStudent(), await newStudent()];
    await as('2026-03-20', async (ctx) => {
      const { rows } = await get(EnrollmentService).list(ctx, { student_id: moved }, { page: 1, size: 10 });
      await get(EnrollmentService).withdraw(ctx, rows[0]?.id ?? '', { withdrawal_date: '2026-03-20' });
    });
    for (const id of [moved, both]) await enter('2026-03-20', id);
    const left = await newStudent('2026-01-05');
    await as('2026-02-10', async (ctx) => {
      const { rows } = await get(EnrollmentService).list(ctx, { student_id: left }, { page: 1, size: 10 });
      await get(EnrollmentService).withdraw(ctx, rows[0]?.id ?? '', { withdrawal_date: '2026-02-10' });
    });
    await enter('2026-03-20', left);
    // The 1st of March was missed more than 14 days ago: only the student who came back joins late.
    await round('2026-03-21');
    expect(await told(moved)).toEqual([]);
    expect(await told(both)).toEqual([]);
    expect((await told(left)).map(([, period]) => period)).toEqual(['2026-03']);
  });

  it('are asked of the level and the academic year of the fee, and only where they are a duty', async () => {
    await configure({ invoice_day: 1 });
    await newFee({ fee_type: 'of level', grade_level: 'Form 4' });
    await newFee({ fee_type: 'of last year', academic_year: 2025 });
    await newFee({ fee_type: 'no duty', is_mandatory: false });
    await newFee({ fee_type: 'once', payment_frequency: 'once' });
    await newFee({ fee_type: 'yearly', payment_frequency: 'Tahunan', academic_year: 2026 });
    await newFee({ fee_type: 'termly', payment_frequency: 'sepenggal' });
    await newStudent('2026-01-01', '2026-01-01', { current_grade: 'Tingkatan 4' });
    await newStudent('2026-01-01', '2026-01-01', { current_grade: 'Form 5' });
    await as('2026-01-01', (ctx) => get(StudentService).create(ctx, { first_name: 'No', last_name: 'Class' }));
    await round('2026-01-06');
    const count = (type: string, all: unknown[][]) => all.filter(([of]) => of === type).length;
    const all = await told();
    expect(['of level', 'yearly', 'termly'].map((type) => count(type, all))).toEqual([1, 2, 2]);
    expect(all).toHaveLength(5);
    expect(new Set(all.map(([, period]) => period))).toEqual(new Set(['2026-01', '2026', '2026-T1']));
  });

  it('are the newest thousand where there are more: those of earlier years stay listed', async () => {
    await configure({ invoice_day: 1 });
    const oldest = await newFee({ fee_type: 'of 2016' });
    // Of last year, so that none is asked for.
    await sql(
      own.ownerUrl,
      `insert into education.fees
         (tenant_id, id, created_at, updated_at, grade_level, fee_type, amount, currency, payment_frequency, is_mandatory, scholarship_applicable, academic_year)
       select tenant_id, (left(id::text, 14) || '7fff-8fff-' || lpad(to_hex(n), 12, '0'))::uuid, created_at, updated_at,
              null, fee_type, amount, currency, payment_frequency, true, false, '2025'
         from education.fees r, generate_series(1, 999) n where r.id = $1`,
      [oldest.id],
    );
    const id = await newStudent();
    await round('2026-03-01');
    expect((await told(id)).map(([type]) => type)).toEqual(['of 2016']);
    const body = { fee_type: 'of 2026', amount: 200, payment_frequency: 'monthly', is_mandatory: true };
    await as('2026-03-20', (ctx) => get(FeeService).create(ctx, body));
    await round('2026-04-01');
    expect((await told(id)).map(([type, period]) => [type, period])).toEqual([
      ['of 2016', '2026-03'],
      ['of 2026', '2026-04'],
    ]);
  });

  it('are not asked for again where the invoice was cancelled, or made by hand', async () => {
    await configure({ invoice_day: 1 });
    const fee = await newFee();
    const [one, other] = [await newStudent(), await newStudent()];
    await as('2026-03-01', (ctx) =>
      get(InvoiceService).create(ctx, {
        fee_id: fee.id,
        period: '2026-03',
        due_date: '2026-03-31',
        student_ids: [one],
      }),
    );
    await round('2026-03-01');
    const [invoice] = await invoices(other);
    await as('2026-03-02', (ctx) => get(InvoiceCorrectionService).cancel(ctx, invoice?.id ?? '', 'Bukan pelajar'));
    await round('2026-03-03');
    expect(await invoices()).toHaveLength(2);
  });

  it('are settled by what was paid before, and none is asked for where the module is disabled', async () => {
    await configure({ invoice_day: 1 });
    await newFee();
    const id = await newStudent();
    await pay('2026-02-20', id, 200);
    await round('2026-03-01');
    expect((await invoices(id)).map(({ settled, balance }) => [settled, balance])).toEqual([[180, 0]]);
    await as('2026-03-02', (ctx) => get(ModuleService).disable(ctx, 'education'));
    await round('2026-04-01');
    expect(await invoices(id)).toHaveLength(1);
  });
});

describe('A-362: late fees', () => {
  const ask = async (student_id: string, more: object): Promise<Invoice> => {
    const { id: fee_id } = await newFee({ payment_frequency: null });
    const [invoice] = await as('2026-03-01', (ctx) =>
      get(InvoiceService).create(ctx, { fee_id, period: '2026-03', student_ids: [student_id], ...more }),
    );
    return invoice as Invoice;
  };

  it('are charged once per invoice after the days of grace, and never for a late fee', async () => {
    await configure({ late_fee: { amount: 10, grace_days: 7 } });
    const id = await newStudent();
    const invoice = await ask(id, { due_date: '2026-03-10' });
    await round('2026-03-17');
    expect(await invoices(id)).toHaveLength(1);
    for (const day of ['2026-03-18', '2026-03-19', '2026-04-10']) await round(day);
    expect(await told(id)).toEqual([
      ['tuition', '2026-03', 180, '2026-03-10'],
      ['late_fee', '2026-03', 10, '2026-03-18'],
    ]);
    expect((await invoices(id))[1]?.late_fee_of).toBe(invoice.id);
    const { charged, balance } = await as('2026-04-10', (ctx) => get(StatementService).of(ctx, id));
    expect([charged, balance]).toEqual([190, 190]);
  });

  it('that were cancelled are not charged again; nothing is where the invoice is paid, or is an old debt', async () => {
    await configure({ late_fee: { percent: 5 } });
    const [one, other, third] = [await newStudent(), await newStudent(), await newStudent()];
    await ask(one, { due_date: '2026-03-10' });
    await ask(other, { due_date: '2026-03-10' });
    await ask(third, { due_date: '2026-02-01' });
    await pay('2026-03-10', other, 180);
    await pay('2026-03-11', one, 80);
    await round('2026-03-12');
    expect(await told(one)).toContainEqual(['late_fee', '2026-03', 5, '2026-03-12']);
    const late = (await invoices(one))[1];
    await as('2026-03-13', (ctx) => get(InvoiceCorrectionService).cancel(ctx, late?.id ?? '', 'Dimaafkan'));
    await round('2026-03-14');
    expect(await invoices()).toHaveLength(4);
  });

  it('of an invoice in parts are those of the part that is overdue', async () => {
    await configure({ late_fee: { percent: 10, grace_days: 3 } });
    const id = await newStudent();
    await ask(id, { payment_plan: { instalments: 3, first_due: '2026-03-10' } });
    await pay('2026-03-09', id, 20);
    await round('2026-03-14');
    expect(await told(id)).toContainEqual(['late_fee', '2026-03', 4, '2026-03-14']);
    for (const day of ['2026-04-20', '2026-05-20']) await round(day);
    expect(await invoices(id)).toHaveLength(2);
  });
});

it('A-431: invoices that jobs make are announced without an actor, where they are awaited', async () => {
  await configure({ invoice_day: 5, late_fee: { amount: 10 } });
  await newFee();
  await newStudent();
  await round('2026-03-05');
  await awaitEvents(tenant_id, ['education.invoice.*'], own.ownerUrl);
  await round('2026-03-20');
  await round('2026-04-05');
  const rows = await sql<{ name: string; payload: { actor_id: string | null; data: Record<string, unknown> } }>(
    own.ownerUrl,
    'select name, payload from kernel.outbox where tenant_id = $1 order by at, id',
    [tenant_id],
  );
  const made = (await invoices()).slice(1).map(({ id, amount }) => [id, amount]);
  expect(made.map(([, amount]) => amount)).toEqual([10, 180]);
  expect(rows.map(({ name, payload }) => [name, payload.actor_id, payload.data.id, payload.data.amount])).toEqual(
    made.map((facts) => ['education.invoice.created', null, ...facts]),
  );
});
