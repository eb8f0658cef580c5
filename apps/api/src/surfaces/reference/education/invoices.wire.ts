import {
  CreditNote,
  Invoice,
  invoiceStates,
  openParts,
  type AccountRefund,
  type InvoiceState,
  type Statement,
} from '@usaha/education';
import { malaysianDay } from '@usaha/shared';
import { qrParam } from '../../../render/duitnow-qr/qr-query.js';
import { choices } from '../../../wire/choices.js';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { plainView, viewFor, viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { RecordList, sortedBy } from '../reference.js';
import { EducationPaymentView, educationPaymentView } from './payments.wire.js';

const STUDENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const FEE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8c';
const INVOICE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5bad';
const states = choices('InvoiceState', invoiceStates);
const MOST_ROWS = 100;

@field.record('A discount: exactly one of amount and percent')
export class DiscountBody {
  @field.money('Amount to take off, at most the fee', null, { optional: true }) amount?: number | null;
  @field.percent('Percentage to take off what the scholarship leaves', 10, { optional: true }) percent?: number | null;
  @field.text('Reason; printed on the invoice', 'Bayaran awal', { max: 200 }) reason!: string;
}

@field.record('A discount as it was taken off')
export class DiscountView {
  @field.text('Reason', 'Bayaran awal') reason!: string;
  @field.percent('Percentage; null if an amount was given', 10, { nullable: true }) percent!: number | null;
  @field.money('Amount taken off', 18) amount!: number;
}

@field.record('Equal instalments, one a month')
export class PaymentPlanBody {
  @field.count('Number of instalments', 3, { min: 2, max: 60 }) instalments!: number;
  @field.day('Day until which the first one is to be paid; later ones on that day of the months after it', '2026-03-31')
  first_due!: string;
}

@field.record('An instalment of an invoice')
export class InstalmentView {
  @field.day('Day until which it is to be paid', '2026-03-31') due_date!: string;
  @field.money('Amount that was agreed', 60) amount!: number;
  @field.money('What of it is to be paid: credits are taken off the last ones', 30) balance!: number;
}

/** POST /api/v1/education/invoices/. */
export class InvoicesBody {
  @field.reference('Id of the fee', FEE, { max: MAX_TEXT }) fee_id!: string;
  @field.text('Period; any text, the same ignoring case', '2026-03', { max: 100, view: 'Period' }) period!: string;
  @field.day('Day until which it is to be paid; give this or payment_plan', '2026-03-31', {
    optional: true,
    view: 'Day until which it, or its next instalment, is to be paid',
  })
  due_date?: string | null;
  @field.nested('Instalments; give this or due_date (A-362)', PaymentPlanBody, { optional: true })
  payment_plan?: PaymentPlanBody | null;
  @field.texts('Ids of the students; give this, class_id or grade_level', [STUDENT], { optional: true })
  student_ids?: string[] | null;
  @field.text('Id of a class: the students who are active in it', null, { optional: true })
  class_id?: string | null;
  @field.text('Level, by any of its names: the students whose current_grade names it (A-342)', null, {
    optional: true,
    max: 100,
  })
  grade_level?: string | null;
  @field.nested('Discount on each invoice, after the scholarship (A-361)', DiscountBody, { optional: true })
  discount?: DiscountBody | null;
}

const REASON = 'a card number in it is reduced to its last four digits';

/** POST /api/v1/education/invoices/{invoice_id}/cancel/. */
export class CancelInvoiceBody {
  @field.text(`Why it is cancelled; stored encrypted, ${REASON}`, 'Pelajar salah', { max: 2_000 }) reason!: string;
}

@field.record('What a credit note takes off a line of the invoice')
export class CreditNoteLineBody {
  @field.count('Line of the invoice; 1 is the fee', 1, { min: 1 }) line!: number;
  @field.money('Amount to take off, above 0', 30) amount!: number;
}

/** POST /api/v1/education/invoices/{invoice_id}/credit-notes/. */
export class CreditNoteBody {
  @field.money('Amount to take off, above 0; give this or lines', null, { optional: true }) amount?: number | null;
  @field.nestedList('Amounts by line; give this or amount', CreditNoteLineBody, { optional: true })
  lines?: CreditNoteLineBody[] | null;
  @field.text(`Why; stored encrypted and printed, ${REASON}`, 'Kelas dibatalkan', { max: 2_000 }) reason!: string;
}

@field.record('A credit note of an invoice')
export class CreditNoteView {
  @field.id('Id of the credit note') id!: string;
  @field.text('Consecutive number per business and year', 'CN-2026-000007') credit_note_number!: string;
  @field.id('Id of the invoice') invoice_id!: string;
  @field.money('Amount taken off, in the currency of the invoice', 30) amount!: number;
  @field.text('Why', 'Kelas dibatalkan', { nullable: true }) reason!: string | null;
  @field.instant('When it was made (UTC)') created_at!: Date;
}

export const creditNoteView = viewOf(CreditNote, CreditNoteView, { personal: ['reason'] });

/** GET /api/v1/education/invoices/{invoice_id}/credit-notes/. */
export class CreditNoteListQuery extends sortedBy('created_at') {}

/** GET /api/v1/education/invoices/. */
export class InvoiceListQuery extends RecordList('due_date') {
  @param.choice('State as of today; an invoice that is overdue is not open', states) state?: InvoiceState;
  @param.text('Id of the student', STUDENT) student_id?: string;
  @param.text('Id of the fee', FEE) fee_id?: string;
}

/** Which account of a student or household is asked for. */
export class PrintedStatementQuery {
  @param.text('Currency, three letters; default MYR', 'MYR') currency?: string;
}

/** GET /api/v1/education/households/{household_id}/bill/pdf/. */
export class PrintedBillQuery extends PrintedStatementQuery {
  @qrParam() qr?: boolean;
}

/** GET /api/v1/education/households/{household_id}/statement/pdf/. */
export class StatementFromQuery extends PrintedBillQuery {
  @param.day('From this day (UTC+8); what was owed before is the opening balance', '2026-01-01') date_from?: string;
}

/** GET /api/v1/education/students/{student_id}/statement/pdf/. */
export class DatedStatementQuery extends StatementFromQuery {
  @param.day('Last day that it covers (UTC+8), not later than today; default today', '2026-03-31') date?: string;
}

/** GET /api/v1/education/students/{student_id}/statement/. */
export class StatementQuery extends PrintedStatementQuery {
  @param.position('Page number of each list, from 1', 1) page?: number;
  @param.position(`Rows on a page of each list; more than ${MOST_ROWS} is taken as ${MOST_ROWS}`, MOST_ROWS)
  page_size?: number;
}

@field.record('An invoice of a fee for a period')
export class InvoiceView extends ViewType(InvoicesBody, {
  except: ['student_ids', 'class_id', 'grade_level', 'discount', 'payment_plan'],
  filled: ['due_date'],
}) {
  @field.id('Id of the invoice') id!: string;
  @placedBefore('fee_id')
  @field.text('Consecutive number per business and year', 'EDU-2026-000042')
  invoice_number!: string;
  @placedBefore('fee_id') @field.id('Id of the student', STUDENT) student_id!: string;
  @field.text('Three letters: the currency of the fee', 'MYR') currency!: string;
  @field.money('The fee before the scholarship', 180) full_amount!: number;
  @field.percent('Percentage that the scholarship pays', 50, { nullable: true }) scholarship_percentage!: number | null;
  @field.nestedList('Discounts, in the order in which they were taken off', DiscountView) discounts!: DiscountView[];
  @field.money(
    'Amount to be paid: full_amount × (100 − scholarship_percentage) / 100, rounded half-up, less the discounts',
    90,
  )
  amount!: number;
  @field.money('Amount taken off by credit notes, or by the cancellation', 0) credited!: number;
  @field.money('Amount settled by payments', 30) settled!: number;
  @field.money('amount − credited − settled', 60) balance!: number;
  @field.nestedList('Instalments in the order of their days; empty if all of it is due at once', InstalmentView)
  instalments!: InstalmentView[];
  @field.id('Id of the invoice whose late fee it is; null for others', INVOICE, { nullable: true }) late_fee_of!:
    string | null;
  @field.choice('State; an open invoice is overdue after its due_date (UTC+8)', states) state!: InvoiceState;
  @field.instant('When it was cancelled (UTC)', { nullable: true }) cancelled_at!: Date | null;
  @field.text('Why it was cancelled', 'Pelajar salah', { nullable: true, max: 2_000 }) cancel_reason!: string | null;
  @field.flag('Whether the student was deleted; such an invoice is not reminded of', false) student_deleted!: boolean;
}

const onDay = viewFor<Invoice, InvoiceView, string>(Invoice, InvoiceView, {
  revision: 1,
  etagParts: (invoice, today) => [invoice.stateOn(today), Number(invoice.student_deleted)],
  personal: ['scholarship_percentage', 'discounts', 'cancel_reason'],
  fields: {
    state: (invoice, today) => invoice.stateOn(today),
    instalments: (invoice) => {
      const open = openParts(invoice);
      return invoice.instalments.map((part, i) => ({ ...part, balance: open[i]?.amount ?? 0 }));
    },
  },
});

/** The view as of an instant: an invoice becomes overdue without being changed. */
export const invoiceView = (now: Date): ((invoice: Invoice) => InvoiceView) => onDay(malaysianDay(now));

@field.record('Number of records of each kind, on all pages')
export class StatementTotals {
  @field.count('Invoices', 1) invoices!: number;
  @field.count('Payments', 1) payments!: number;
}

@field.record('The refund of a withdrawal')
export class AccountRefundView {
  @field.id('Id of the enrollment that ended') enrollment_id!: string;
  @field.day('Day of the withdrawal', '2026-03-20') withdrawal_date!: string;
  @field.money('Amount given back, in MYR', 50) amount!: number;
  @field.money('What unallocated payments covered; an entry of the account', 50) from_account!: number;
  @field.money('The rest; recorded, and in no balance', 0) beyond_account!: number;
}

@field.record('Statement of account of a student, in one currency')
export class StatementView {
  @field.id('Id of the student', STUDENT) student_id!: string;
  @field.text('Given name', 'Aisyah') first_name!: string;
  @field.text('Family name', 'Rahman') last_name!: string;
  @field.text('Three letters', 'MYR') currency!: string;
  @field.day('Day of the statement (UTC+8)', '2026-03-10') date!: string;
  @field.nestedList('Invoices, newest first', InvoiceView) invoices!: InvoiceView[];
  @field.nestedList('Payments, newest first; void ones are in no sum', EducationPaymentView)
  payments!: EducationPaymentView[];
  @field.money('Sum of all invoices', 90) charged!: number;
  @field.money('Sum taken off invoices by credit notes and cancellations', 0) credited!: number;
  @field.money('Sum of all payments', 30) paid!: number;
  @field.money('Sum settled of invoices by payments', 30) settled!: number;
  @field.money('Sum of payments given back on withdrawals', 0) refunded!: number;
  @field.money('Balance due: charged − credited − settled', 60) balance!: number;
  @field.money('Paid and not settled yet: paid − settled − refunded', 0) unallocated!: number;
  @field.nestedList('Refunds of withdrawals, oldest first; those in MYR alone', AccountRefundView)
  refunds!: AccountRefundView[];
  @field.nested('Numbers of records on all pages', StatementTotals) totals!: StatementTotals;
}

const accountRefundView = plainView<AccountRefund, AccountRefundView>(AccountRefundView);

/** Sums cover everything; the two lists are cut into pages. */
export function statementView(now: Date, statement: Statement, query: StatementQuery): StatementView {
  const { student, currency, date, charged, credited, paid, settled, refunded, balance, unallocated } = statement;
  const { invoices, payments, refunds } = statement;
  const { page = 1, page_size = MOST_ROWS } = query;
  const size = Math.min(page_size, MOST_ROWS);
  const newest = <T>(rows: readonly T[]): T[] => [...rows].reverse().slice((page - 1) * size, page * size);
  return {
    student_id: student.id,
    first_name: student.first_name,
    last_name: student.last_name,
    currency,
    date,
    invoices: newest(invoices).map(invoiceView(now)),
    payments: newest(payments).map(educationPaymentView),
    charged,
    credited,
    paid,
    settled,
    refunded,
    balance,
    unallocated,
    refunds: refunds.map(accountRefundView),
    totals: { invoices: invoices.length, payments: payments.length },
  };
}
