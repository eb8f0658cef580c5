import { Injectable } from '@nestjs/common';
import { malaysianDay, type Context } from '@usaha/shared';
import { StudentAccounts } from '../account/student-accounts.js';
import { EducationPaymentRepository } from '../payment/payment.repository.js';
import { EducationConfigurations } from '../settings.js';
import { allocateAll } from './allocation.js';
import { daysAfter } from './days.js';
import { overdueOf } from './instalments.js';
import { Invoice } from './invoice.entity.js';
import { InvoiceRepository } from './invoice.repository.js';
import { lateFeeOf, type LateFee } from './late-fee.js';

/** How many invoices one transaction looks at. */
export const BATCH = 100;
/** For how many days after the last day of grace a late fee is charged: a school that sets one charges no old debts. */
const CATCH_UP_DAYS = 31;

/** Charges late fees. */
@Injectable()
export class LateFees {
  constructor(
    private readonly configurations: EducationConfigurations,
    private readonly invoices: InvoiceRepository,
    private readonly accounts: StudentAccounts,
    private readonly payments: EducationPaymentRepository,
  ) {}

  /**
   * Charges the late fees of some invoices that were not paid in time, once per invoice, each by an invoice with a separate number.
   * Unallocated payments settle it. Any number of instances may do so at once: the accounts are locked before the decision.
   * @param after id of the last invoice that was looked at @returns the last one now; null where none is left
   */
  async charge(ctx: Context, after: string | null): Promise<string | null> {
    const { late_fee } = await this.configurations.of(ctx);
    if (!late_fee) return null;
    const today = malaysianDay(ctx.now);
    const last = daysAfter(today, -late_fee.grace_days - 1);
    const due = { from: daysAfter(last, -CATCH_UP_DAYS), to: last };
    const found = await this.invoices.lateOnes(ctx, due, after, BATCH);
    if (found.length > 0) await this.chargeThese(ctx, found, late_fee, due);
    return found.length < BATCH ? null : (found.at(-1)?.id ?? null);
  }

  private async chargeThese(
    ctx: Context,
    found: readonly { id: string; student_id: string }[],
    rule: LateFee,
    due: { from: string; to: string },
  ): Promise<void> {
    const students = await this.accounts.lockAll(ctx, [...new Set(found.map(({ student_id }) => student_id))]);
    const present = new Set(students.map(({ id }) => id));
    const ids = found.filter(({ student_id }) => present.has(student_id)).map(({ id }) => id);
    const [charged, unspent, held] = await Promise.all([
      this.invoices.chargedLate(ctx, ids),
      this.payments.lockUnspentOf(ctx, [...present]),
      this.invoices.lockAll(ctx, ids),
    ]);
    const today = malaysianDay(ctx.now);
    const made = held
      .filter((invoice) => !charged.has(invoice.id) && isLate(invoice, due))
      .flatMap((invoice) => {
        const amount = lateFeeOf(rule, overdueOf(invoice, today), invoice.currency);
        return amount > 0 ? [Invoice.lateFeeOf(invoice, amount, today).giveId(ctx.now)] : [];
      });
    if (made.length === 0) return;
    const entries = allocateAll(unspent, made);
    await this.invoices.insertMany(ctx, made, 'late_fee');
    this.payments.saveSpent(ctx, unspent, entries);
    this.accounts.enter(ctx, entries, []);
  }
}

/** Whether it is owed still, as it was when it was found. */
const isLate = (
  { cancelled_at, balance, due_date, late_fee_of }: Invoice,
  due: { from: string; to: string },
): boolean =>
  cancelled_at === null && late_fee_of === null && balance > 0 && due.from <= due_date && due_date <= due.to;
