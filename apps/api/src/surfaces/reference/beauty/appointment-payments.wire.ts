import {
  AppointmentPayment,
  paymentKinds,
  paymentPurposes,
  type PaymentKind,
  type PaymentPurpose,
} from '@usaha/beauty';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';

const APPOINTMENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7b';
const USER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8e';
const LONG = 10_000;
const MASKED = 'a card number in it is reduced to its last four digits (A-255)';

/** POST /api/v1/beauty/appointments/{appointment_id}/payments/. */
export class AppointmentPaymentBody {
  @field.money('Amount in MYR, up to what is open', 50, { min: 0.01, view: 'Amount in MYR, above 0 either way' })
  amount!: number;
  @field.text(`Payment method: any text; default: that of the appointment; ${MASKED}`, 'card', {
    optional: true,
    max: 200,
    view: 'Payment method',
  })
  payment_method?: string | null;
  @field.text(`Notes; stored encrypted, ${MASKED}`, 'Deposit', {
    optional: true,
    max: LONG,
    view: 'Notes; of a refund the reason',
  })
  notes?: string | null;
}

/** POST /api/v1/beauty/appointments/{appointment_id}/tips/. */
export class AppointmentTipBody {
  @field.money('Amount in MYR', 10, { min: 0.01 }) amount!: number;
  @field.text(`Payment method: any text; default: that of the appointment; ${MASKED}`, 'cash', {
    optional: true,
    max: 200,
  })
  payment_method?: string | null;
  @field.text(`Notes; stored encrypted, ${MASKED}`, 'For Mei Ling', { optional: true, max: LONG }) notes?:
    string | null;
}

@field.record('A refund of one line of a visit')
export class RefundedLineBody {
  @field.count('Place of the service in the visit, from 0', 0) line!: number;
  @field.money('Amount in MYR, tax within, up to what the line brings', 20, { min: 0.01 }) amount!: number;
}

/** POST /api/v1/beauty/appointments/{appointment_id}/refunds/. */
export class AppointmentRefundBody {
  @field.money('Amount in MYR; default: the sum of lines, otherwise all that is held', 20, {
    optional: true,
    min: 0.01,
  })
  amount?: number | null;
  @field.text(`How it is given back: any text; default: the payment method of the appointment; ${MASKED}`, 'cash', {
    optional: true,
    max: 200,
  })
  method?: string | null;
  @field.text(`Why: printed on the credit note; stored encrypted, ${MASKED}`, 'The colour did not hold', { max: LONG })
  reason!: string;
  @field.nestedList(
    'Refunds of single services of a completed visit; default: the amount is shared over all of them',
    RefundedLineBody,
    { optional: true, min: 1 },
  )
  lines?: RefundedLineBody[] | null;
}

@field.record('Money received for an appointment, or given back')
export class AppointmentPaymentView extends ViewType(AppointmentPaymentBody, {
  placed: { amount: 'balance', payment_method: 'received_by', notes: 'received_by' },
}) {
  @field.id('Id of the payment') id!: string;
  @field.id('Id of the appointment', APPOINTMENT) appointment_id!: string;
  @field.text(
    'Consecutive number per business and year: of the receipt, for a refund of the credit note',
    'RCP-2026-000042',
  )
  receipt_number!: string;
  @field.choice(
    'Which way it went: amount_paid of the appointment is all payments less all refunds',
    choices('AppointmentPaymentKind', paymentKinds),
  )
  kind!: PaymentKind;
  @field.choice(
    'Its purpose: a deposit moves before the visit is completed',
    choices('AppointmentPaymentPurpose', paymentPurposes),
  )
  purpose!: PaymentPurpose;
  @field.money('What remained to be paid of the appointment after it', 30) balance!: number;
  @field.id('Id of the user who received it or gave it back; null: a program', USER, { nullable: true }) received_by!:
    string | null;
  @field.text('Reference of the bank, where it came by a payment request', 'QR2603100815', { nullable: true })
  reference!: string | null;
  @field.id('Payment request by which it came', undefined, { nullable: true }) payment_request_id!: string | null;
  @field.instant('Time (UTC)') created_at!: Date;
}

export const appointmentPaymentView = viewOf(AppointmentPayment, AppointmentPaymentView, {
  personal: ['notes'],
  fields: {
    appointment_id: ({ appointment_id }) => appointment_id as string,
    received_by: ({ actor_id }) => actor_id,
  },
});
