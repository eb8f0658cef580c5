import { Injectable } from '@nestjs/common';
import { malaysianDay, type Context } from '@usaha/shared';
import { StudentAccounts } from '../account/student-accounts.js';
import { EnrollmentRepository } from '../enrollment/enrollment.repository.js';
import type { Fee } from '../fee/fee.entity.js';
import { FeeRepository } from '../fee/fee.repository.js';
import { EducationConfigurations, type EducationConfiguration } from '../settings.js';
import { daysAfter } from './days.js';
import { RULED } from './discount.js';
import { InvoiceIssue } from './invoice-issue.service.js';
import { daysFrom, frequencyOf, invoicedOn, isOfYear, periodOf, type Period } from './period-of-fee.js';
import { BATCH } from './late-fees.service.js';

/** For how many days after the day of invoices the service makes up for those that are missing. */
const CATCH_UP_DAYS = 14;
/** Days from an invoice to its payment. */
const DUE_DAYS = 14;

/** A fee that is to be invoiced for a period. */
export interface DueFee {
  fee_id: string;
  period: Period;
  /** YYYY-MM-DD: students who were there by then are invoiced on it, those who join later when they do. */
  invoiced_on: string;
}

/** Makes the invoices of mandatory fees that are charged monthly, termly or yearly. */
@Injectable()
export class RepeatedInvoices {
  constructor(
    private readonly configurations: EducationConfigurations,
    private readonly fees: FeeRepository,
    private readonly accounts: StudentAccounts,
    private readonly enrollments: EnrollmentRepository,
    private readonly issuing: InvoiceIssue,
  ) {}

  /** The fees that are invoiced now, each with its period. Empty unless the tenant has set `invoice_day`. */
  async due(ctx: Context): Promise<DueFee[]> {
    const settings = await this.configurations.of(ctx);
    if (settings.invoice_day === null) return [];
    const today = malaysianDay(ctx.now);
    return (await this.fees.charged(ctx)).flatMap((fee) => dueOf(fee, settings, today));
  }

  /**
   * Invoices some students who have no invoice of the fee for the period, a cancelled one neither, and an active enrollment. A
   * student who joined within the period pays for the days that are left. Any number of instances may do so at once: the students are locked
   * before it is looked up who is missing.
   * @returns whether more may be missing
   */
  async invoice(ctx: Context, { fee_id, period, invoiced_on }: DueFee): Promise<boolean> {
    const fee = await this.fees.find(ctx, fee_id);
    const { invoice_day, sibling_discount_percent } = await this.configurations.of(ctx);
    if (!fee || !isRepeated(fee) || invoice_day === null) return false;
    const today = malaysianDay(ctx.now);
    const since = daysAfter(today, -CATCH_UP_DAYS);
    const wanted = { fee, period, invoiced_on, since, today };
    const students = await this.accounts.lockToInvoice(ctx, wanted, BATCH);
    if (students.length === 0) return false;
    const ids = students.map(({ id }) => id);
    const joined = await this.enrollments.joinedOn(ctx, ids, period.from);
    const whole = daysFrom(period, period.from);
    await this.issuing.issue(ctx, students, {
      fee,
      terms: { period: period.name, due_date: daysAfter(today, DUE_DAYS) },
      discountsOf: ({ id }) => {
        const days = daysFrom(period, joined.get(id) ?? period.from);
        return days < whole ? [{ reason: RULED.partOfPeriod, days, of: whole }] : [];
      },
      siblingPercent: sibling_discount_percent,
      againIfCancelled: false,
    });
    return students.length === BATCH;
  }
}

/** A fee with the period of today, and the one before while its invoices may be missing. @param today YYYY-MM-DD */
function dueOf(fee: Fee, { invoice_day, terms }: EducationConfiguration, today: string): DueFee[] {
  const frequency = frequencyOf(fee.payment_frequency);
  if (invoice_day === null || !frequency) return [];
  const periods = [daysAfter(today, -CATCH_UP_DAYS), today].flatMap((day) => periodOf(frequency, day, terms) ?? []);
  return [...new Map(periods.map((period) => [period.name, period])).values()]
    .filter((period) => isOfYear(fee, period))
    .map((period) => ({ fee_id: fee.id, period, invoiced_on: invoicedOn(period, invoice_day) }))
    .filter(({ invoiced_on }) => invoiced_on <= today);
}

/** A duty that was not stated is no debt. */
const isRepeated = ({ is_mandatory, amount, payment_frequency }: Fee): boolean =>
  is_mandatory && amount > 0 && frequencyOf(payment_frequency) !== null;
