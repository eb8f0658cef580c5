import { Injectable } from '@nestjs/common';
import { DocumentParties, personParty, type Letterhead } from '@usaha/core';
import { invalid, malaysianDay, malaysianInstant, money, type Context } from '@usaha/shared';
import { RINGGIT, currencyOf } from '../fee/currency.js';
import type { CreditNote } from '../invoice/credit-note.entity.js';
import { CreditNoteLedger } from '../invoice/credit-note-ledger.js';
import type { Invoice } from '../invoice/invoice.entity.js';
import { daysAfter } from '../invoice/days.js';
import { InvoiceRepository } from '../invoice/invoice.repository.js';
import type { EducationPayment } from '../payment/payment.entity.js';
import { messages } from '../messages.js';
import { RefundLedger, type AccountRefund } from '../payment/refund-ledger.js';
import { EducationPaymentRepository } from '../payment/payment.repository.js';
import type { Student } from '../student/student.entity.js';
import { StudentRepository } from '../student/student.repository.js';
import { inPeriod, statementEntries, type StatementEntry } from './statement-entries.js';

/** What a student was asked for and what was paid, in one currency. */
export interface Statement {
  student: Student;
  currency: string;
  /** YYYY-MM-DD in Malaysia: of which day states are. */
  date: string;
  /** Oldest first. */
  invoices: Invoice[];
  /** Oldest first; those that are void are among them, and in no sum. */
  payments: EducationPayment[];
  /** Of the invoices, oldest first. */
  credit_notes: CreditNote[];
  /** Refunds of withdrawals, oldest first; none in another currency than MYR. */
  refunds: AccountRefund[];
  /** The sum of all invoices. */
  charged: number;
  /** What credit notes and cancellations took off invoices. */
  credited: number;
  /** The sum of all payments. */
  paid: number;
  /** What payments settled of invoices. */
  settled: number;
  /** What refunds took from payments. */
  refunded: number;
  /** The rest of invoices to be paid: charged − credited − settled. */
  balance: number;
  /** Payments that have settled nothing yet and were not given back: paid − settled − refunded. */
  unallocated: number;
}

/** A statement and what it names. */
export interface PrintedStatement {
  statement: Statement;
  /** Owed before the first line; 0 unless it begins on a later day than the account. */
  opening_balance: number;
  /** Oldest first, each with the balance after it. */
  lines: StatementEntry[];
  /** YYYY-MM-DD: the last day that it covers. */
  day: string;
  /** Of the student and the school, at the end of that day. */
  student_name: string;
  business: Letterhead;
}

/** Statements of students' accounts. */
@Injectable()
export class StatementService {
  constructor(
    private readonly students: StudentRepository,
    private readonly invoices: InvoiceRepository,
    private readonly payments: EducationPaymentRepository,
    private readonly creditNotes: CreditNoteLedger,
    private readonly refunds: RefundLedger,
    private readonly parties: DocumentParties,
  ) {}

  /** @param sent three letters in any case; MYR unless given @throws not_found; invalid for what is no currency */
  async of(ctx: Context, student_id: string, sent: string = RINGGIT): Promise<Statement> {
    const student = await this.students.get(ctx, student_id);
    const [statement] = await this.ofAll(ctx, [student], currencyOf(sent));
    return statement as Statement;
  }

  /**
   * A statement as it is handed out: as the account stood at the end of a day, with the names of that day.
   * @param date YYYY-MM-DD; today unless given
   * @throws not_found; invalid for what is no currency, a day that has not come, and more lines than are printed
   */
  async printed(
    ctx: Context,
    student_id: string,
    { currency, date, date_from }: { currency?: string; date?: string; date_from?: string },
  ): Promise<PrintedStatement> {
    const today = malaysianDay(ctx.now);
    const day = date ?? today;
    if (day > today) throw invalid('date', messages.dayNotCome({ date: day }));
    const at = day < today ? malaysianInstant(daysAfter(day, 1), '00:00:00') : ctx.now;
    const [statement, parties] = await Promise.all([
      this.of(ctx, student_id, currency),
      this.parties.at(ctx, at, [student_id.toLowerCase()]),
    ]);
    const { student } = statement;
    const { name } = parties.named(student, personParty) ?? personParty(student);
    const period = inPeriod(statementEntries(statement), { date_from, date_to: day });
    return { statement, ...period, day, student_name: name, business: parties.seller };
  }

  /** Statements of several students, in their order. The number of statements to the database does not grow with them. */
  async ofAll(ctx: Context, students: readonly Student[], currency: string): Promise<Statement[]> {
    const ids = students.map(({ id }) => id);
    const [invoices, payments, refunds] = await Promise.all([
      this.invoices.ofStudents(ctx, ids, currency),
      this.payments.ofStudents(ctx, ids, currency),
      currency === RINGGIT ? this.refunds.ofStudents(ctx, ids) : [],
    ]);
    const credited = invoices.filter(({ credit_notes }) => credit_notes > 0).map(({ id }) => id);
    const credit_notes = credited.length > 0 ? await this.creditNotes.of(ctx, credited) : [];
    const date = malaysianDay(ctx.now);
    return students.map((student) => {
      const isOf = (entry: { student_id: string }): boolean => entry.student_id === student.id;
      const own = { invoices: invoices.filter(isOf), payments: payments.filter(isOf), refunds: refunds.filter(isOf) };
      const named = new Set(own.invoices.map(({ id }) => id));
      const notes = credit_notes.filter(({ invoice_id }) => named.has(invoice_id));
      return { student, currency, date, ...own, credit_notes: notes, ...sumsOf(own.invoices, own.payments) };
    });
  }
}

/** What an account comes to. */
export function sumsOf(invoices: readonly Invoice[], payments: readonly EducationPayment[]) {
  const valid = payments.filter(({ voided_at }) => voided_at === null);
  return {
    charged: money.add(...invoices.map(({ amount }) => amount)),
    credited: money.add(...invoices.map(({ credited }) => credited)),
    paid: money.add(...valid.map(({ amount }) => amount)),
    settled: money.add(...invoices.map(({ settled }) => settled)),
    refunded: money.add(...valid.map(({ refunded }) => refunded)),
    balance: money.add(...invoices.map(({ balance }) => balance)),
    unallocated: money.add(...valid.map(({ rest }) => rest)),
  };
}
