import { Invoice, invoiceStates, type InvoiceState, type Statement } from '@usaha/education';
import { malaysianDay } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { viewFor } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { ReferencePage } from '../reference.js';
import { EducationPaymentView, educationPaymentView } from './payments.wire.js';

const STUDENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const FEE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8c';
const states = choices('InvoiceState', invoiceStates);
const MOST_ROWS = 100;

/** POST /api/v1/education/invoices/. */
export class InvoicesBody {
  @field.reference('Id of the fee', FEE, { max: MAX_TEXT }) fee_id!: string;
  @field.text('Period; any text, the same ignoring case', '2026-03', { max: 100, view: 'Period' }) period!: string;
  @field.day('Day until which it is to be paid', '2026-03-31') due_date!: string;
  @field.texts('Ids of the students; give this, class_id or grade_level', [STUDENT], { optional: true })
  student_ids?: string[] | null;
  @field.text('Id of a class: the students who are active in it', null, { optional: true })
  class_id?: string | null;
  @field.text('Level: the students whose current_grade it is, ignoring case', null, {
    optional: true,
    max: 100,
  })
  grade_level?: string | null;
}

/** GET /api/v1/education/invoices/. */
export class InvoiceListQuery extends ReferencePage {
  @param.choice('State as of today; an invoice that is overdue is not open', states) state?: InvoiceState;
  @param.text('Id of the student', STUDENT) student_id?: string;
  @param.text('Id of the fee', FEE) fee_id?: string;
}

/** GET /api/v1/education/students/{student_id}/statement/pdf/. */
export class PrintedStatementQuery {
  @param.text('Currency, three letters; default MYR', 'MYR') currency?: string;
}

/** GET /api/v1/education/students/{student_id}/statement/. */
export class StatementQuery extends PrintedStatementQuery {
  @param.position('Page number of each list, from 1', 1) page?: number;
  @param.position(`Rows on a page of each list; more than ${MOST_ROWS} is taken as ${MOST_ROWS}`, MOST_ROWS)
  page_size?: number;
}

@field.record('An invoice of a fee for a period')
export class InvoiceView extends ViewType(InvoicesBody, { except: ['student_ids', 'class_id', 'grade_level'] }) {
  @field.id('Id of the invoice') id!: string;
  @placedBefore('fee_id')
  @field.text('Consecutive number per business and year', 'EDU-2026-000042')
  invoice_number!: string;
  @placedBefore('fee_id') @field.id('Id of the student', STUDENT) student_id!: string;
  @field.text('Three letters: the currency of the fee', 'MYR') currency!: string;
  @field.money('The fee before the scholarship', 180) full_amount!: number;
  @field.percent('Percentage that the scholarship pays', 50, { nullable: true }) scholarship_percentage!: number | null;
  @field.money('Amount to be paid: full_amount × (100 − scholarship_percentage) / 100, rounded half-up', 90)
  amount!: number;
  @field.money('Amount settled by payments', 30) settled!: number;
  @field.money('amount − settled', 60) balance!: number;
  @field.choice('State; an open invoice is overdue after its due_date (UTC+8)', states) state!: InvoiceState;
}

const onDay = viewFor<Invoice, InvoiceView, string>(Invoice, InvoiceView, {
  revision: 1,
  etagParts: (invoice, today) => [invoice.stateOn(today)],
  personal: ['scholarship_percentage'],
  fields: { state: (invoice, today) => invoice.stateOn(today) },
});

/** The view as of an instant: an invoice becomes overdue without being changed. */
export const invoiceView = (now: Date): ((invoice: Invoice) => InvoiceView) => onDay(malaysianDay(now));

@field.record('Number of records of each kind, on all pages')
export class StatementTotals {
  @field.count('Invoices', 1) invoices!: number;
  @field.count('Payments', 1) payments!: number;
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
  @field.money('Sum of all payments', 30) paid!: number;
  @field.money('Sum settled of invoices by payments', 30) settled!: number;
  @field.money('Balance due: charged − settled', 60) balance!: number;
  @field.money('Paid and not settled yet: paid − settled', 0) unallocated!: number;
  @field.nested('Numbers of records on all pages', StatementTotals) totals!: StatementTotals;
}

/** Sums cover everything; the two lists are cut into pages. */
export function statementView(now: Date, statement: Statement, query: StatementQuery): StatementView {
  const { student, currency, date, charged, paid, settled, balance, unallocated, invoices, payments } = statement;
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
    paid,
    settled,
    balance,
    unallocated,
    totals: { invoices: invoices.length, payments: payments.length },
  };
}
