import { EducationPayment } from '@usaha/education';
import { MAX_MONEY } from '@usaha/shared';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';

const STUDENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const FEE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8c';
const USER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b9d';
const MASKED = 'a card number in it is reduced to its last four digits (A-231)';

/** POST /api/v1/education/payments/. */
export class EducationPaymentBody {
  @field.reference('Id of the student', STUDENT, { max: MAX_TEXT }) student_id!: string;
  @field.reference('Id of the fee that is paid; its currency is that of the payment', FEE, {
    optional: true,
    max: MAX_TEXT,
    view: 'Id of the fee',
  })
  fee_id?: string | null;
  @field.money('Amount, above 0; it need not be that of the fee (A-232)', 180, {
    view: {
      description: 'Amount in the given currency; below 0 where a payment request gave it back (A-469)',
      min: -MAX_MONEY,
    },
  })
  amount!: number;
  @field.text(`Payment method; any text, ${MASKED}`, 'fpx', { optional: true, max: 200, view: 'Payment method' })
  payment_method?: string | null;
  @field.day('Day of the payment; default today (UTC+8)', '2026-03-10', { optional: true, view: 'Day of the payment' })
  payment_date?: string | null;
  @field.text('Reference of the bank; returned as sent', 'FPX-20260310-0042', {
    optional: true,
    max: 200,
    view: 'Reference of the bank, as sent',
  })
  transaction_id?: string | null;
  @field.text('Number of the receipt; default: the next of the business and year', 'R-0042', {
    optional: true,
    max: 100,
    view: { description: 'As sent; otherwise consecutive per business and year', example: 'RCP-2026-000042' },
  })
  receipt_number?: string | null;
  @field.text(`Notes; stored encrypted, ${MASKED}`, 'Dibayar oleh ibu', { optional: true, max: 10_000, view: 'Notes' })
  notes?: string | null;
}

/** POST /api/v1/education/payments/{payment_id}/void/. */
export class VoidPaymentBody {
  @field.text(`Why it is no payment; stored encrypted, ${MASKED}`, 'Dimasukkan dua kali', { max: 2_000 })
  reason!: string;
}

/** GET /api/v1/education/payments/. */
export class EducationPaymentListQuery extends RecordList('payment_date', 'amount') {
  @param.text('Id of the student', STUDENT) student_id?: string;
  @param.text('Id of the fee', FEE) fee_id?: string;
  @param.text('Payment method, ignoring case', 'fpx') payment_method?: string;
  @param.text('Payment method, ignoring case', 'fpx') method?: string;
  @param.text('Id of the user who received it; online: it came by payment requests; or unspecified', USER)
  received_by?: string;
  @param.day('Paid on this day or later', '2026-03-01') date_from?: string;
  @param.day('Paid on this day or earlier', '2026-03-31') date_to?: string;
}

@field.record('A payment for a student')
export class EducationPaymentView extends ViewType(EducationPaymentBody, {
  filled: ['payment_date', 'receipt_number'],
}) {
  @field.id('Id of the payment') id!: string;
  @field.id('Id of the business') tenant_id!: string;
  @placedBefore('payment_method')
  @field.text('Three letters: the currency of the fee; MYR without one', 'MYR')
  currency!: string;
  @field.id('Id of the user who received it; null where none is known', USER, { nullable: true }) received_by!:
    string | null;
  @field.id('Payment request by which it came', undefined, { nullable: true }) payment_request_id!: string | null;
  @field.instant('When it was made void (UTC); a void payment is in no sum', { nullable: true })
  voided_at!: Date | null;
  @field.text('Why it was made void', 'Dimasukkan dua kali', { nullable: true, max: 2_000 })
  void_reason!: string | null;
  @field.instant('When it was recorded (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const educationPaymentView = viewOf(EducationPayment, EducationPaymentView, {
  revision: 2,
  personal: ['transaction_id', 'notes', 'void_reason'],
});
