import { Injectable } from '@nestjs/common';
import { invalid, type Context, type Page, type PageRequest } from '@usaha/shared';
import { StudentAccounts } from '../account/student-accounts.js';
import { ClassRepository } from '../class/class.repository.js';
import { FeeRepository } from '../fee/fee.repository.js';
import { messages } from '../messages.js';
import { EducationConfigurations } from '../settings.js';
import type { Student } from '../student/student.entity.js';
import { checkDiscount, type NewDiscount } from './discount.js';
import { InvoiceIssue } from './invoice-issue.service.js';
import type { Invoice, InvoiceTerms } from './invoice.entity.js';
import { InvoiceRepository, type InvoiceQuery } from './invoice.repository.js';

/** The students who are asked to pay: exactly one of the three is given. */
export interface InvoicedStudents {
  student_ids?: readonly string[] | null;
  /** Those who are active in it. */
  class_id?: string | null;
  /** Those whose current_grade it is, trimmed and in any case. */
  grade_level?: string | null;
}

const whoms = ['student_ids', 'class_id', 'grade_level'] as const;

/** What invoices are made from. */
export type NewInvoices = Omit<InvoiceTerms, 'due_date'> &
  InvoicedStudents &
  Pick<Invoice, 'fee_id'> & {
    /** Taken off each of them. */
    discount?: NewDiscount | null;
    /** YYYY-MM-DD; this or a payment_plan. */
    due_date?: string | null;
  };

/** The invoices of the context's tenant. They stay when student or fee are deleted. */
@Injectable()
export class InvoiceService {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly accounts: StudentAccounts,
    private readonly fees: FeeRepository,
    private readonly classes: ClassRepository,
    private readonly configurations: EducationConfigurations,
    private readonly issuing: InvoiceIssue,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Invoice> {
    return this.invoices.get(ctx, id);
  }

  list(ctx: Context, query: InvoiceQuery, page: PageRequest): Promise<Page<Invoice>> {
    return this.invoices.matching(ctx, query, page);
  }

  /**
   * Asks students for a fee of a period, each once: a student with that invoice is passed over, so that a run that is
   * repeated makes what is missing and nothing else. Money that students have paid and that settled nothing yet settles the
   * new ones. The second and later students of a household pay less where the tenant says so.
   * @returns those that were made, in the order of their numbers
   * @throws invalid (not exactly one of student_ids, class_id and grade_level; unknown or deleted ids, a discount beyond the fee,
   * both or none of due_date and payment_plan, a plan that ends later than can be recorded)
   */
  async create(ctx: Context, { fee_id, period, due_date, payment_plan, discount, ...whom }: NewInvoices) {
    if (!due_date === !payment_plan)
      throw invalid(payment_plan ? 'payment_plan' : 'due_date', messages.dueExactlyOne());
    const terms = { period, due_date: due_date ?? payment_plan?.first_due ?? '', payment_plan };
    const [fee, { sibling_discount_percent }] = await Promise.all([
      this.fees.named(ctx, 'fee_id', fee_id),
      this.configurations.of(ctx),
    ]);
    if (discount) checkDiscount(discount, fee.amount);
    const students = await this.held(ctx, whom);
    return this.issuing.issue(ctx, students, {
      fee,
      terms,
      discountsOf: () => (discount ? [discount] : []),
      siblingPercent: sibling_discount_percent,
      againIfCancelled: true,
    });
  }

  /** Whom the invoices go to, locked until they are made. */
  private async held(ctx: Context, whom: InvoicedStudents): Promise<Student[]> {
    const [given, another] = whoms.filter((name) => isGiven(whom[name]));
    if (!given || another) throw invalid(another ?? whoms[0], messages.invoicedExactlyOne());
    if (given === 'grade_level') return this.accounts.lockOfLevel(ctx, whom.grade_level ?? '');
    if (given === 'class_id') {
      const { id } = await this.classes.named(ctx, 'class_id', whom.class_id ?? '');
      return this.accounts.lockOfClass(ctx, id);
    }
    const ids = whom.student_ids ?? [];
    const named = await this.accounts.lockAllReferenced(ctx, ids);
    return [...new Set(ids.map((id, i) => named(`student_ids.${i}`, id)))];
  }
}

/** An empty list names no student, and neither does a blank text. */
const isGiven = (named: readonly string[] | string | null | undefined): boolean =>
  (typeof named === 'string' ? named.trim() : (named ?? [])).length > 0;
