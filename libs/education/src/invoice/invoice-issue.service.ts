import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { StudentAccounts } from '../account/student-accounts.js';
import type { Fee } from '../fee/fee.entity.js';
import { Siblings } from '../household/siblings.js';
import { EducationPaymentRepository } from '../payment/payment.repository.js';
import type { Student } from '../student/student.entity.js';
import { allocateAll } from './allocation.js';
import { RULED, type NewDiscount, type PartOfPeriod } from './discount.js';
import { Invoice, type InvoiceTerms } from './invoice.entity.js';
import { InvoiceRepository } from './invoice.repository.js';

/** A fee that students are asked for, and the period. */
export interface Asked {
  fee: Fee;
  terms: InvoiceTerms;
  /** Taken off for each student, after the scholarship. */
  discountsOf?: (student: Student) => (NewDiscount | PartOfPeriod)[];
  /** Percent that the second and later students of a household pay less, 0 to 100. */
  siblingPercent: number;
  /** Whether a student whose invoice was cancelled is asked again. */
  againIfCancelled: boolean;
}

/** Makes invoices, and settles them with what the students have paid already. */
@Injectable()
export class InvoiceIssue {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly accounts: StudentAccounts,
    private readonly payments: EducationPaymentRepository,
    private readonly siblings: Siblings,
  ) {}

  /**
   * Asks locked students for a fee of a period, each once: a student with that invoice is passed over. The number of statements does
   * not grow with the students.
   * @returns those that were made, in the order of their numbers
   */
  async issue(ctx: Context, students: readonly Student[], asked: Asked): Promise<Invoice[]> {
    const { fee, terms, siblingPercent, againIfCancelled } = asked;
    const known = await this.invoices.askedFor(ctx, fee.id, terms.period, { orCancelled: !againIfCancelled });
    const missing = students.filter(({ id }) => !known.has(id));
    if (missing.length === 0) return [];
    const ids = missing.map(({ id }) => id);
    const [unspent, later] = await Promise.all([
      this.payments.lockUnspent(ctx, ids, fee.currency),
      siblingPercent > 0 ? this.siblings.laterOnes(ctx, missing) : new Set<string>(),
    ]);
    const made = missing.map((student) => {
      const [part, others] = partAndOthers(asked.discountsOf?.(student) ?? []);
      const sibling = later.has(student.id) ? [{ reason: RULED.sibling, percent: siblingPercent }] : [];
      return Invoice.of(student, fee, terms, [...part, ...sibling, ...others]).giveId(ctx.now);
    });
    const entries = allocateAll(unspent, made);
    await this.invoices.insertMany(ctx, made);
    this.payments.saveSpent(ctx, unspent, entries);
    this.accounts.enter(ctx, entries, []);
    return made;
  }
}

/** The part of a period comes before the discounts: they are percentages of what is asked for. */
function partAndOthers(discounts: readonly (NewDiscount | PartOfPeriod)[]): [PartOfPeriod[], NewDiscount[]] {
  const isPart = (discount: NewDiscount | PartOfPeriod): discount is PartOfPeriod => 'of' in discount;
  return [discounts.filter(isPart), discounts.filter((one): one is NewDiscount => !isPart(one))];
}
