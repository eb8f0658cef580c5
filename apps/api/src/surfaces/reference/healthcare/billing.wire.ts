import {
  billStatuses,
  Bill,
  BillPayment,
  receivedOf,
  seesHealthData,
  sentBillStatuses,
  type BillStatus,
  type PaidBill,
  type SentBillStatus,
} from '@usaha/healthcare';
import { MAX_MONEY, malaysianDay, type Context } from '@usaha/shared';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { masked, maskedUnless, withheld } from '../../../wire/masked.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { ReferencePage } from '../reference.js';

const PATIENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const APPOINTMENT = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b7b';

@field.record('One line of a new bill')
export class BillItemBody {
  @field.text('Service or product', 'Consultation') description!: string;
  @field.count('Quantity in whole units; default 1', 1, { optional: true, min: 1 }) quantity?: number | null;
  @field.money('Price per unit, before tax; below 0 for a discount, which needs a reason (A-371)', 80, {
    min: -MAX_MONEY,
  })
  unit_price!: number;
  @field.text('Why a discount is given; required where unit_price is below 0', null, { optional: true, max: 200 })
  reason?: string | null;
  @field.percent('Tax rate in percent; default 0 (A-136)', 6, { optional: true }) tax_rate?: number | null;
}

/** POST /api/v1/healthcare/billing/. */
export class BillBody {
  @field.text('Id of the patient', PATIENT) patient_id!: string;
  @field.text(
    'Id of the appointment, of the same patient (A-186); reports group the bill by its type and doctor',
    APPOINTMENT,
    {
      optional: true,
    },
  )
  appointment_id?: string | null;
  @field.nestedList('Items of the bill', BillItemBody, { min: 1 }) items!: BillItemBody[];
  @field.text('Payment method: any text, such as cash, card or insurance', 'cash', { optional: true, max: 200 })
  payment_method?: string | null;
  @field.flag('Whether an insurer is to pay; default false', false, { unset: true }) insurance_claim?: boolean;
  @field.text('Insurance provider', 'AIA', { optional: true, max: 200 }) insurance_provider?: string | null;
  @field.text('Policy number', 'P-10042', { optional: true, max: 200 }) policy_number?: string | null;
  @field.choice(
    'Status; default pending. A bill sent as paid is paid in full; one that comes to 0 is paid at once (A-371)',
    choices('SentBillStatus', sentBillStatuses),
    { unset: true },
  )
  status?: SentBillStatus;
  @field.day('Due date; an unpaid bill is overdue after it (A-166)', '2026-03-31', { optional: true })
  due_date?: string | null;
}

/** POST /api/v1/healthcare/billing/{bill_id}/payments/. */
export class BillPaymentBody {
  @field.money(
    'Amount in MYR; default: the outstanding balance. Cash that settles the bill is taken exact or rounded to five sen (A-371)',
    50,
    { optional: true, min: 0.01 },
  )
  amount?: number | null;
  @field.text('Payment method: any text; default: that of the bill', 'cash', { optional: true, max: 200 })
  payment_method?: string | null;
  @field.text('Reference of the bank, card terminal or insurer', 'TXN-88121', { optional: true, max: 200 }) reference?:
    string | null;
  @field.text('Notes', 'Paid by the daughter', { optional: true, max: 10_000 }) notes?: string | null;
}

/** GET /api/v1/healthcare/billing/. */
export class BillListQuery extends ReferencePage {
  @param.text('Id of the patient', PATIENT) patient_id?: string;
  @param.choice('Status as of today', choices('BillStatus', billStatuses)) status?: BillStatus;
  @param.day('Created on this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Created on this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
}

/** An amount that is below 0 on a discount. */
const amount = (description: string, example: number) => field.money(description, example, { min: -MAX_MONEY });

@field.record('One line of a bill')
export class BillItemView {
  @field.text('Service or product; *** for users who may only read (A-373)', 'Consultation') description!: string;
  @field.count('Quantity in whole units', 1) quantity!: number;
  @amount('Price per unit, before tax; below 0 for a discount', 80) unit_price!: number;
  @field.text('Why it is a discount; null for users who may only read (A-373)', null, { nullable: true, max: 200 })
  reason!: string | null;
  @field.percent('Tax rate in percent', 6) tax_rate!: number;
  @amount('Line total before tax: quantity × unit_price, rounded half-up', 80) subtotal!: number;
  @amount('Tax: subtotal × tax_rate / 100, rounded half-up', 4.8) tax_amount!: number;
  @amount('subtotal + tax_amount', 84.8) total!: number;
}

@field.record('A bill on the reference surface: total = subtotal + tax_amount')
export class BillView {
  @field.id('Id of the bill') id!: string;
  @field.text('Consecutive number per business and year', 'BILL-2026-000042') bill_number!: string;
  @field.id('Id of the patient') patient_id!: string;
  @field.id('Id of the appointment', APPOINTMENT, { nullable: true }) appointment_id!: string | null;
  @field.nestedList('Items of the bill', BillItemView) items!: BillItemView[];
  @field.text('Payment method, as sent; otherwise that of the first payment', 'cash', { nullable: true })
  payment_method!: string | null;
  @field.flag('Whether an insurer is to pay', false) insurance_claim!: boolean;
  @field.text('Insurance provider, as sent', 'AIA', { nullable: true }) insurance_provider!: string | null;
  @field.text('Policy number, as sent', 'P-10042', { nullable: true }) policy_number!: string | null;
  @field.money('Sum of the lines before tax', 131) subtotal!: number;
  @field.money("Sum of the lines' tax", 4.8) tax_amount!: number;
  @field.money('subtotal + tax_amount', 135.8) total!: number;
  @field.money('Sum of the payments that are not void, less refunds', 50) amount_paid!: number;
  @field.money('Sum of the credit notes (A-371)', 0) credited_amount!: number;
  @field.money('What remains to be paid: total − credited_amount − amount_paid, never below 0', 85.8)
  outstanding_amount!: number;
  @field.money('What was paid beyond what is owed and can be refunded', 0) in_credit!: number;
  @field.number('Rounding of cash that settled it, in MYR', 0, { min: -MAX_MONEY, max: MAX_MONEY }) rounding!: number;
  @field.choice(
    'Status; a pending or partially paid bill is overdue after its due_date (UTC+8) (A-166); cancelled by cancel/ alone (A-371)',
    choices('BillStatus', billStatuses),
  )
  status!: string;
  @field.instant('When it was cancelled (UTC)', { nullable: true }) cancelled_at!: Date | null;
  @field.text('Why it was cancelled; null for users who may only read (A-373)', null, { nullable: true })
  cancellation_reason!: string | null;
  @field.day('Due date', '2026-03-31', { nullable: true }) due_date!: string | null;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

@field.record('A payment of a bill')
export class BillPaymentView {
  @field.id('Id of the payment') id!: string;
  @field.text('Consecutive number per business and year', 'RCP-2026-000042') receipt_number!: string;
  @field.money('What it settles of the bill', 50) amount!: number;
  @field.number('In cash, what is added so that it comes to five sen: −0.02 to 0.02 (A-371)', 0, {
    min: -0.02,
    max: 0.02,
  })
  rounding!: number;
  @field.money('What changed hands: amount + rounding', 50) received_amount!: number;
  @field.money('Balance of the bill after this payment', 85.8) balance!: number;
  @field.text('Payment method', 'cash', { nullable: true }) payment_method!: string | null;
  @field.text('As sent', 'TXN-88121', { nullable: true }) reference!: string | null;
  @field.text('As sent; null for users who may only read (A-373)', 'Paid by the daughter', {
    nullable: true,
    max: 10_000,
  })
  notes!: string | null;
  @field.instant('When it was made void (UTC); it counts no more from then on (A-371)', { nullable: true })
  voided_at!: Date | null;
  @field.text('Why it was made void; null for users who may only read (A-373)', null, { nullable: true })
  void_reason!: string | null;
  @field.instant('Time (UTC)') created_at!: Date;
}

@field.record('A bill with the payment just taken')
export class PaidBillView extends BillView {
  @field.nested('This payment', BillPaymentView) payment!: BillPaymentView;
  @field.nestedList('All payments of the bill, oldest first', BillPaymentView) payments!: BillPaymentView[];
}

/** The view as of an instant: a bill becomes overdue without being changed. */
const onDay = viewFor<Bill, BillView, string>(Bill, BillView, {
  revision: 2,
  etagParts: (bill, today) => [bill.statusOn(today)],
  personal: ['insurance_provider', 'policy_number', 'cancellation_reason'],
  fields: { status: (bill, today) => bill.statusOn(today), items: (bill) => bill.lines },
});

const maskedBill = masked<BillView>({
  items: (items) => items.map((item) => ({ ...item, description: '***', reason: null })),
  cancellation_reason: withheld,
});

/** The view for the actor of the context: what was done and handed out tells the illness. */
export const billView = ({ actor, now }: Context): ((bill: Bill) => BillView) =>
  maskedUnless(seesHealthData(actor), onDay(malaysianDay(now)), maskedBill);

const wholePayment = viewOf(BillPayment, BillPaymentView, {
  fields: {
    received_amount: receivedOf,
    voided_at: ({ voided_at }) => voided_at ?? null,
    void_reason: ({ void_reason }) => void_reason ?? null,
  },
});
const maskedPayment = masked<BillPaymentView>({ notes: withheld, void_reason: withheld });

/** The view for the actor of the context. */
export const billPaymentView = ({ actor }: Context): ((payment: BillPayment) => BillPaymentView) =>
  maskedUnless(seesHealthData(actor), wholePayment, maskedPayment);

export const paidBillView = (ctx: Context, { bill, payment, payments }: PaidBill): PaidBillView => ({
  ...billView(ctx)(bill),
  payment: billPaymentView(ctx)(payment),
  payments: payments.map(billPaymentView(ctx)),
});
