import type { INestApplicationContext } from '@nestjs/common';
import { ModuleService, TenantRepository, UserService } from '@usaha/core';
import {
  Attendance,
  EducationPayment,
  Enrollment,
  Fee,
  Grade,
  Invoice,
  InvoiceSettlement,
  SchoolClass,
  Student,
  StudentService,
  Withdrawal,
} from '@usaha/education';
import { Database, Table, insertMany, type Context } from '@usaha/shared';
import type { Begin } from '../core/core-demo.js';
import { numbersOf } from '../core/document-numbers.js';
import { insertRows } from '../core/write-rows.js';
import { historyOf } from './demo-history.js';
import { demoSchools, type DemoSchool } from './demo-schools.js';
import type { DemoStaff } from './demo-seats.js';
import { schoolTerms } from './school-days.js';

/**
 * Gives the schools among the demo tenants of core what a school has: students, classes, and half a year of registers,
 * marks, fees and payments up to `now`. A school that has students already is left alone, so it may be run again. Each
 * school is one transaction.
 * @param begin told of each business before it is looked at
 */
export async function seedEducationDemo(app: INestApplicationContext, now: Date, begin: Begin): Promise<void> {
  const [database, tenants, students] = [app.get(Database), app.get(TenantRepository), app.get(StudentService)];
  // One after another: the pool may have a single connection.
  for (const school of demoSchools) {
    begin(school.tenant_id);
    await database.work({ tenant_id: school.tenant_id, actor: null, now }, async (ctx) => {
      // Another seeding at the same moment waits here, and then finds the students.
      const isThere = await tenants.lockIfExists(ctx, school.tenant_id);
      if (!isThere || (await students.list(ctx, {}, { page: 1, size: 1 })).total > 0) return;
      await setTerms(app.get(ModuleService), ctx);
      await fill(app, ctx, school, await staffOf(app.get(UserService), ctx));
    });
  }
}

/** What the tenant has set already stays. */
async function setTerms(modules: ModuleService, ctx: Context): Promise<void> {
  if ((await modules.usage(ctx, 'education')).configuration !== null) return;
  await modules.enable(ctx, 'education', { configuration: { education: { terms: schoolTerms } } });
}

/** Teachers by the ids of their accounts; who has none is known by name. */
async function staffOf(users: UserService, ctx: Context): Promise<DemoStaff> {
  const { rows } = await users.list(ctx, { is_active: true }, { page: 1, size: 50 });
  const ids = new Map(rows.map(({ email, id }) => [email, id]));
  return (teacher) => ids.get(teacher) ?? teacher;
}

async function fill(app: INestApplicationContext, ctx: Context, school: DemoSchool, staff: DemoStaff): Promise<void> {
  const database = app.get(Database);
  const tableOf = <T extends object>(entity: new () => T): Table<T> => database.table(entity);
  const numbers = { invoices: numbersOf(tableOf(Invoice)), receipts: numbersOf(tableOf(EducationPayment)) };
  const { people, classes, seats, charges, accounts, ...history } = historyOf(school, ctx.now, { staff, numbers });
  const insert = <T extends object>(entity: new () => T, rows: readonly T[]): void =>
    insertMany(ctx, tableOf(entity), rows);
  const students = people.map(({ student }) => student);
  const series = [...numbers.invoices.rows(), ...numbers.receipts.rows()];
  // Referenced rows go before the rows that refer to them.
  insert(Student, students);
  insert(
    SchoolClass,
    classes.map(({ schoolClass }) => schoolClass),
  );
  insert(
    Enrollment,
    seats.map(({ enrollment }) => enrollment),
  );
  insert(Withdrawal, history.withdrawals);
  insert(Attendance, history.attendance);
  insert(Grade, history.grades);
  insert(
    Fee,
    charges.map(({ fee }) => fee),
  );
  insert(EducationPayment, accounts.payments);
  insert(Invoice, accounts.invoices);
  insert(InvoiceSettlement, accounts.settlements);
  await insertRows(ctx, 'kernel.number_series', { series: 'text', year: 'integer', last: 'integer' }, series);
}
