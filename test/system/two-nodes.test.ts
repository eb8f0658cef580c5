import type { INestApplicationContext, Type } from '@nestjs/common';
import { TenantService, UserService } from '@usaha/core';
import { ClassService, EducationPaymentService, EnrollmentService, StudentService } from '@usaha/education';
import { AppointmentService, PatientService } from '@usaha/healthcare';
import { ProductService, SaleService } from '@usaha/retail';
import { NO_TENANT, OutboxDispatcher, announce, announceAll, type Context, type Database } from '@usaha/shared';
import { openContexts } from '../support/contexts.js';
import { loseLocks } from '../support/lost-locks.js';
import { openDatabase } from '../support/opened-database.js';
import { unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { TwoMachines } from '../support/two-machines.js';

/**
 * On a sharded database a row lock does not outlive the move of its shard. Here every lock is lost as soon as it was taken: what
 * rests on what was read is refused where another has written it meanwhile, and done where none has.
 */

jest.setTimeout(120_000);

let own: OwnDatabase;
let database: Database;
let contexts: INestApplicationContext;
let tenant_id: string;
beforeAll(async () => {
  own = await clonedDatabase();
  await TwoMachines.over(own.ownerUrl);
  database = await openDatabase(own.appUrl);
  contexts = await openContexts(database);
  const named = { name: unique('Kedai'), business_type: 'retail', email: 'hello@example.com' } as const;
  const made = await as((ctx) => service(TenantService).create(ctx, named), NO_TENANT);
  tenant_id = made.id;
});
afterAll(async () => {
  await contexts.close();
  await database.end();
  await dropDatabases();
});

const service = <T>(type: Type<T>): T => contexts.get(type);
const as = <T>(work: (ctx: Context) => Promise<T>, id = tenant_id): Promise<T> =>
  database.work({ tenant_id: id, actor: null, now: new Date() }, work);

const email = (): string => `${unique('person')}@example.com`;
const newUser = (role: 'admin' | 'staff') =>
  as((ctx) => service(UserService).create(ctx, { email: email(), role, password: 'correct horse' }));
const newStudent = () => as((ctx) => service(StudentService).create(ctx, { first_name: 'Aisyah', last_name: 'Ali' }));

/** A decision under a lock: the owner, the table, and the work. */
interface Decision {
  table: string;
  id: string;
  act: (ctx: Context) => Promise<unknown>;
}

const decisions: Record<string, () => Promise<Decision>> = {
  'the last administrator of a tenant': async () => {
    await sql(own.ownerUrl, "update core.users set role = 'staff', version = version + 1 where tenant_id = $1", [
      tenant_id,
    ]);
    const [leaves, stays] = [await newUser('admin'), await newUser('admin')];
    const act = (ctx: Context) => service(UserService).update(ctx, leaves.id, { role: 'staff' });
    return { table: 'core.users', id: stays.id, act };
  },
  'a seat of a class': async () => {
    const schoolClass = await as((ctx) => service(ClassService).create(ctx, { name: unique('4A'), capacity: 1 }));
    const student = await newStudent();
    const act = (ctx: Context) =>
      service(EnrollmentService).create(ctx, { class_id: schoolClass.id, student_id: student.id });
    return { table: 'education.classes', id: schoolClass.id, act };
  },
  'a stock': async () => {
    const fields = { sku: unique('SKU'), name: 'Kopi', selling_price: 5, current_stock: 1, stock_tracked: true };
    const product = await as((ctx) => service(ProductService).create(ctx, fields));
    const act = (ctx: Context) =>
      service(SaleService).create(ctx, { items: [{ product_id: product.id, quantity: 1 }] });
    return { table: 'retail.products', id: product.id, act };
  },
  'a student whose money is moved': async () => {
    const student = await newStudent();
    const act = (ctx: Context) =>
      service(EducationPaymentService).create(ctx, { student_id: student.id, amount: 10, payment_method: 'cash' });
    return { table: 'education.students', id: student.id, act };
  },
  'a person who is named, and might be erased': async () => {
    const patient = await as((ctx) => service(PatientService).create(ctx, { first_name: 'Siti', last_name: 'Omar' }));
    const wanted = { patient_id: patient.id, doctor_id: 'dr-lim', scheduled_at: new Date('2029-03-01T02:00:00Z') };
    const act = (ctx: Context) => service(AppointmentService).create(ctx, wanted);
    return { table: 'healthcare.patients', id: patient.id, act };
  },
};

/** All that the tenant has, told apart by versions and by counts. */
async function state(): Promise<unknown> {
  const tables = ['core.users', 'education.classes', 'education.enrollments', 'education.payments', 'retail.products'];
  const others = ['retail.sales', 'retail.stock_movements', 'healthcare.appointments', 'kernel.outbox'];
  const counted = [...tables, ...others].map((table) => `(select count(*) from ${table})`);
  const seen = `(select json_agg(to_jsonb(u) - 'version' order by u.id) from core.users u)`;
  return sql(own.ownerUrl, `select ${[...counted, seen].map((part, i) => `${part} as p${i}`).join(', ')}`);
}

describe.each(Object.entries(decisions))('%s', (_, made) => {
  it('is not decided on what another has changed since it was locked: 503, and nothing is done', async () => {
    const { table, id, act } = await made();
    const before = await state();
    let changed = 0;
    const end = loseLocks(async (statement) => {
      if (!statement.includes(`${table} r`) || changed > 0) return;
      changed += 1;
      await sql(own.ownerUrl, `update ${table} set version = version + 1 where id = $1`, [id]);
    });
    try {
      await expect(as(act)).rejects.toMatchObject({ kind: 'unavailable', retry_after: 1 });
    } finally {
      end();
    }
    expect(changed).toBe(1);
    expect(await state()).toEqual(before);
    // The refused work is done when it is asked again.
    await as(act);
  });

  it('is decided where no other has, though the lock was lost', async () => {
    const { act } = await made();
    const end = loseLocks(() => Promise.resolve());
    try {
      await as(act);
    } finally {
      end();
    }
  });
});

describe('without any lock', () => {
  /** Lets those who have read go on when all of them have. */
  function together(count: number, table: string): () => Promise<void> {
    let go: () => void;
    const all = new Promise<void>((done) => (go = done));
    let waiting = 0;
    return loseTogether;
    async function loseTogether(): Promise<void> {
      const end = loseLocks(async (statement) => {
        if (!statement.includes(`${table} r`)) return;
        if ((waiting += 1) >= count) go();
        await all;
      });
      ends.push(end);
      return Promise.resolve();
    }
  }
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  it('two administrators who step down at once do not leave the tenant without one', async () => {
    await sql(own.ownerUrl, "update core.users set role = 'staff', version = version + 1 where tenant_id = $1", [
      tenant_id,
    ]);
    const both = [await newUser('admin'), await newUser('admin')];
    await together(2, 'core.users')();
    const ended = await Promise.allSettled(
      both.map(({ id }) => as((ctx) => service(UserService).update(ctx, id, { role: 'staff' }))),
    );
    expect(ended.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    const left = await sql(own.ownerUrl, "select 1 from core.users where tenant_id = $1 and role = 'admin'", [
      tenant_id,
    ]);
    expect(left.length).toBeGreaterThan(0);
  });

  it('an event that two dispatchers have taken is handled once', async () => {
    const handled: string[] = [];
    const other = await openDatabase(own.appUrl);
    await sql(
      own.ownerUrl,
      'create table public.effects (event uuid not null); grant all on public.effects to usaha_app',
    );
    for (const one of [database, other])
      one.events.on('two.nodes', 'effect', async (ctx, event) => {
        handled.push(event.id);
        await ctx.db.change('insert into public.effects values ($1)', [event.id]);
      });
    await as(async (ctx) => announce(ctx, 'two.nodes', {}));
    await together(2, 'kernel.outbox')();
    const failures: unknown[] = [];
    const options = { now: () => new Date(), failed: (error: unknown) => void failures.push(error) };
    try {
      await Promise.all([database, other].map((one) => new OutboxDispatcher(one, options).drain()));
    } finally {
      await other.end();
    }
    expect(handled).toHaveLength(2);
    expect(failures).toMatchObject([{ kind: 'unavailable' }]);
    expect(await sql(own.ownerUrl, 'select event from public.effects')).toHaveLength(1);
  });
});

it('rows that are written together are all there, as many as there are', async () => {
  const events = Array.from({ length: 75 }, (_, n) => ({ name: 'many.rows', payload: { n } }));
  await as(async (ctx) => announceAll(ctx, events));
  const rows = await sql<{ n: number }>(
    own.ownerUrl,
    "select (payload->>'n')::integer as n from kernel.outbox where tenant_id = $1 and name = 'many.rows' order by 1",
    [tenant_id],
  );
  expect(rows.map(({ n }) => n)).toEqual(events.map(({ payload }) => payload.n));
  const fields = { name: 'Kopi', selling_price: 5, current_stock: 9, stock_tracked: true };
  const products = await Promise.all(
    [1, 2, 3].map(() => as((ctx) => service(ProductService).create(ctx, { ...fields, sku: unique('SKU') }))),
  );
  const items = products.map(({ id }) => ({ product_id: id, quantity: 2 }));
  const sale = await as((ctx) => service(SaleService).create(ctx, { items }));
  const sold = await as((ctx) => service(SaleService).get(ctx, sale.id));
  expect(sold.lines.map(({ quantity }) => quantity)).toEqual([2, 2, 2]);
  const left = await as((ctx) => Promise.all(products.map(({ id }) => service(ProductService).get(ctx, id))));
  expect(left.map(({ current_stock }) => current_stock)).toEqual([7, 7, 7]);
});
