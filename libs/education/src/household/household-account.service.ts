import { Injectable } from '@nestjs/common';
import { invalid, malaysianDay, money, type Context } from '@usaha/shared';
import { inPeriod, statementEntries, type StatementEntry } from '../account/statement-entries.js';
import { StatementService, type Statement } from '../account/statement.service.js';
import { RINGGIT, currencyOf } from '../fee/currency.js';
import type { Invoice } from '../invoice/invoice.entity.js';
import { InvoiceRepository } from '../invoice/invoice.repository.js';
import { overdueOf } from '../invoice/instalments.js';
import { messages } from '../messages.js';
import { EducationPaymentRepository } from '../payment/payment.repository.js';
import type { Student } from '../student/student.entity.js';
import { StudentRepository } from '../student/student.repository.js';
import type { Household } from './household.entity.js';
import { HouseholdService } from './household.service.js';

/** What the students of a household were asked for and what was paid, in one currency. */
export interface HouseholdStatement {
  household: Household;
  currency: string;
  /** YYYY-MM-DD in Malaysia. */
  date: string;
  /** In the order of the household. */
  accounts: Statement[];
}

/** The statement of a household as it is handed out. */
export interface PrintedHousehold extends Pick<HouseholdStatement, 'household' | 'currency' | 'date'> {
  /** Owed before the first line. */
  opening_balance: number;
  /** By date; those of one day in the order of the household. `balance` is that of the student's account. */
  lines: (StatementEntry & { student: Student })[];
}

/** What a household owes: all open invoices of its students in one currency. */
export interface HouseholdBill {
  household: Household;
  currency: string;
  /** YYYY-MM-DD in Malaysia: of which day states are. */
  date: string;
  /** By student in the order of the household, then by due date. */
  lines: { student: Student; invoice: Invoice }[];
  /** The sum of what is to be paid. */
  total: number;
  /** What of it was to be paid before this day. */
  overdue: number;
  /** Payments that have settled nothing yet: they settle invoices to come. */
  unallocated: number;
}

/** How many open invoices a bill lists. */
const MOST_LINES = 500;

/** Statements and bills of households. */
@Injectable()
export class HouseholdAccounts {
  constructor(
    private readonly households: HouseholdService,
    private readonly students: StudentRepository,
    private readonly statements: StatementService,
    private readonly invoices: InvoiceRepository,
    private readonly payments: EducationPaymentRepository,
  ) {}

  /** @param sent three letters in any case; MYR unless given @throws not_found; invalid for what is no currency */
  async statement(ctx: Context, id: string, sent: string = RINGGIT): Promise<HouseholdStatement> {
    const household = await this.households.get(ctx, id);
    const currency = currencyOf(sent);
    const named = await this.students.byId(ctx, household.students);
    const students = household.students.flatMap((of) => named.get(of) ?? []);
    const accounts = await this.statements.ofAll(ctx, students, currency);
    return { household, currency, date: malaysianDay(ctx.now), accounts };
  }

  /** Of all students by date. @throws not_found; invalid for what is no currency, and more lines than are printed */
  async printed(
    ctx: Context,
    id: string,
    { currency, date_from }: { currency?: string; date_from?: string },
  ): Promise<PrintedHousehold> {
    const { accounts, ...statement } = await this.statement(ctx, id, currency);
    const entries = accounts
      .flatMap((account) => statementEntries(account).map((entry) => ({ ...entry, student: account.student })))
      .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    return { ...statement, ...inPeriod(entries, { date_from, date_to: statement.date }) };
  }

  /** @throws not_found; invalid for what is no currency, and where more invoices are open than a bill lists */
  async bill(ctx: Context, id: string, sent: string = RINGGIT): Promise<HouseholdBill> {
    const household = await this.households.get(ctx, id);
    const [currency, date] = [currencyOf(sent), malaysianDay(ctx.now)];
    const [named, open, unallocated] = await Promise.all([
      this.students.byId(ctx, household.students),
      this.invoices.openOf(ctx, household.students, currency, MOST_LINES + 1),
      this.payments.unallocatedOf(ctx, household.students, currency),
    ]);
    if (open.length > MOST_LINES) throw invalid('household_id', messages.billTooLong({ most: MOST_LINES }));
    const lines = household.students.flatMap((student_id) => {
      const student = named.get(student_id);
      return student
        ? open.filter((one) => one.student_id === student_id).map((invoice) => ({ student, invoice }))
        : [];
    });
    const total = money.add(...lines.map(({ invoice }) => invoice.balance));
    const overdue = money.add(...lines.map(({ invoice }) => overdueOf(invoice, date)));
    return { household, currency, date, lines, total, overdue, unallocated };
  }
}
