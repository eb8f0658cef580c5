import { Injectable } from '@nestjs/common';
import { malaysianDay, money, type Context } from '@usaha/shared';
import { RINGGIT, currencyOf } from '../fee/currency.js';
import type { Invoice } from '../invoice/invoice.entity.js';
import { InvoiceRepository } from '../invoice/invoice.repository.js';
import type { EducationPayment } from '../payment/payment.entity.js';
import { EducationPaymentRepository } from '../payment/payment.repository.js';
import type { Student } from '../student/student.entity.js';
import { StudentRepository } from '../student/student.repository.js';

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
  /** The sum of all invoices. */
  charged: number;
  /** The sum of all payments. */
  paid: number;
  /** What payments settled of invoices. */
  settled: number;
  /** The rest of invoices to be paid: charged − settled. */
  balance: number;
  /** Payments that have settled nothing yet: paid − settled. */
  unallocated: number;
}

/** Statements of students' accounts. */
@Injectable()
export class StatementService {
  constructor(
    private readonly students: StudentRepository,
    private readonly invoices: InvoiceRepository,
    private readonly payments: EducationPaymentRepository,
  ) {}

  /** @param sent three letters in any case; MYR unless given @throws not_found; invalid for what is no currency */
  async of(ctx: Context, student_id: string, sent: string = RINGGIT): Promise<Statement> {
    const student = await this.students.get(ctx, student_id);
    const currency = currencyOf(sent);
    const [invoices, payments] = await Promise.all([
      this.invoices.ofStudent(ctx, student.id, currency),
      this.payments.ofStudent(ctx, student.id, currency),
    ]);
    return { student, currency, date: malaysianDay(ctx.now), invoices, payments, ...sumsOf(invoices, payments) };
  }
}

/** What an account comes to. */
export function sumsOf(invoices: readonly Invoice[], payments: readonly EducationPayment[]) {
  const valid = payments.filter(({ voided_at }) => voided_at === null);
  return {
    charged: money.add(...invoices.map(({ amount }) => amount)),
    paid: money.add(...valid.map(({ amount }) => amount)),
    settled: money.add(...invoices.map(({ settled }) => settled)),
    balance: money.add(...invoices.map(({ balance }) => balance)),
    unallocated: money.add(...valid.map(({ rest }) => rest)),
  };
}
