import {
  billStatuses,
  Bill,
  BillPayment,
  billWarningText,
  receivedOf,
  seesHealthData,
  sentBillStatuses,
  type BillStatus,
  type PaidBill,
  type SavedBill,
  type SentBillStatus,
} from '@usaha/healthcare';
import { MAX_MONEY, malaysianDay, type Context, type Language } from '@usaha/shared';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { masked, maskedUnless, withheld } from '../../../wire/masked.js';
import { sentence } from '../../../wire/sentence.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';
import { appointmentReference, patientParameter, patientReference } from './references.js';

@field.record('One line of a new bill')
export class BillItemBody {
  @field.text('Service or product', 'Consultation', {
    view: 'Service or product; *** for users who may only read (A-373)',
  })
  description!: string;
  @field.count('Quantity in whole units; default 1', 1, { optional: true, min: 1, view: 'Quantity in whole units' })
  quantity?: number | null;
  @field.money('Price per unit, before tax; below 0 for a discount, which needs a reason (A-371)', 80, {
    min: -MAX_MONEY,
    view: { description: 'Price per unit, before tax; below 0 for a discount', min: -MAX_MONEY },
  })
  unit_price!: number;
  @field.text('Why a discount is given; required where unit_price is below 0', null, {
    optional: true,
    max: 200,
    view: { description: 'Why it is a discount; null for users who may only read (A-373)', max: 200 },
  })
  reason?: string | null;
  @field.percent('Tax rate in percent; default 0 (A-136)', 6, { optional: true, view: 'Tax rate in percent' })
  tax_rate?: number | null;
}

/** POST /api/v1/healthcare/billing/. */
export class BillBody {
  @patientReference patient_id!: string;
  @appointmentReference(
    'Id of the appointment, of the same patient (A-186); reports group the bill by its type and doctor',
  )
  appointment_id?: string | null;
  @field.nestedList('Items of the bill', BillItemBody, { min: 1 }) items!: BillItemBody[];
  @field.text('Payment method: any text, such as cash, card or insurance', 'cash', {
    optional: true,
    max: 200,
    view: 'Payment method, as sent; otherwise that of the first payment',
  })
  payment_method?: string | null;
  @field.flag('Whether an insurer is to pay; default false', false, {
    unset: true,
    view: 'Whether an insurer is to pay',
  })
  insurance_claim?: boolean;
  @field.text('Insurance provider', 'AIA', { optional: true, max: 200, view: 'Insurance provider, as sent' })
  insurance_provider?: string | null;
  @field.text('Policy number', 'P-10042', { optional: true, max: 200, view: 'Policy number, as sent' }) policy_number?:
    string | null;
  @field.choice(
    'Status; default pending. A bill sent as paid is paid in full; one that comes to 0 is paid at once (A-371)',
    choices('SentBillStatus', sentBillStatuses),
    { unset: true },
  )
  status?: SentBillStatus;
  @field.day('Due date; an unpaid bill is overdue after it (A-166)', '2026-03-31', { optional: true, view: 'Due date' })
  due_date?: string | null;
}

/** POST /api/v1/healthcare/billing/{bill_id}/payments/. */
export class BillPaymentBody {
  @field.money(
    'Amount in MYR; default: the outstanding balance. Cash that settles the bill is taken exact or rounded to five sen (A-371)',
    50,
    { optional: true, min: 0.01, view: 'What it settles of the bill' },
  )
  amount?: number | null;
  @field.text('Payment method: any text; default: that of the bill', 'cash', {
    optional: true,
    max: 200,
    view: 'Payment method',
  })
  payment_method?: string | null;
  @field.text('Reference of the bank, card terminal or insurer', 'TXN-88121', {
    optional: true,
    max: 200,
    view: 'As sent',
  })
  reference?: string | null;
  @field.text('Notes', 'Paid by the daughter', {
    optional: true,
    max: 10_000,
    view: 'As sent; null for users who may only read (A-373)',
  })
  notes?: string | null;
}

/** GET /api/v1/healthcare/billing/. */
export class BillListQuery extends RecordList('due_date') {
  @patientParameter patient_id?: string;
  @param.choice('Status as of today', choices('BillStatus', billStatuses)) status?: BillStatus;
  @param.day('Created on this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Created on this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
}

/** An amount that is below 0 on a discount. */
const amount = (description: string, example: number) => field.money(description, example, { min: -MAX_MONEY });

@field.record('One line of a bill')
export class BillItemView extends ViewType(BillItemBody, { filled: ['quantity', 'tax_rate'] }) {
  @amount('Line total before tax: quantity × unit_price, rounded half-up', 80) subtotal!: number;
  @amount('Tax: subtotal × tax_rate / 100, rounded half-up', 4.8) tax_amount!: number;
  @amount('subtotal + tax_amount', 84.8) total!: number;
}

@field.record('A bill on the reference surface: total = subtotal + tax_amount')
export class BillView extends ViewType(BillBody, { within: { items: BillItemView }, except: ['status'] }) {
  @field.id('Id of the bill') id!: string;
  @placedBefore('patient_id')
  @field.text('Consecutive number per business and year', 'BILL-2026-000042')
  bill_number!: string;
  @placedBefore('due_date') @field.money('Sum of the lines before tax', 131) subtotal!: number;
  @placedBefore('due_date') @field.money("Sum of the lines' tax", 4.8) tax_amount!: number;
  @placedBefore('due_date') @field.money('subtotal + tax_amount', 135.8) total!: number;
  @placedBefore('due_date')
  @field.money('Sum of the payments that are not void, less refunds', 50)
  amount_paid!: number;
  @placedBefore('due_date') @field.money('Sum of the credit notes (A-371)', 0) credited_amount!: number;
  @placedBefore('due_date')
  @field.money('What remains to be paid: total − credited_amount − amount_paid, never below 0', 85.8)
  outstanding_amount!: number;
  @placedBefore('due_date')
  @field.money('Amount paid beyond what is owed, which can be refunded', 0)
  in_credit!: number;
  @placedBefore('due_date')
  @field.number('Rounding of cash that settled it, in MYR', 0, { min: -MAX_MONEY, max: MAX_MONEY })
  rounding!: number;
  @placedBefore('due_date')
  @field.choice(
    'Status; a pending or partially paid bill is overdue after its due_date (UTC+8) (A-166); cancelled by cancel/ alone (A-371)',
    choices('BillStatus', billStatuses),
  )
  status!: string;
  @placedBefore('due_date')
  @field.instant('When it was cancelled (UTC)', { nullable: true })
  cancelled_at!: Date | null;
  @placedBefore('due_date')
  @field.text('Why it was cancelled; null for users who may only read (A-373)', null, { nullable: true })
  cancellation_reason!: string | null;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

@field.record('A bill that was made, with warnings')
export class SavedBillView extends BillView {
  @field.texts(
    "Things to look at, in the language of the request: a claim on the patient's policy after it expired. Never refused",
    [],
  )
  warnings!: string[];
}

@field.record('A payment of a bill')
export class BillPaymentView extends ViewType(BillPaymentBody, { filled: ['amount'] }) {
  @field.id('Id of the payment') id!: string;
  @placedBefore('amount')
  @field.text('Consecutive number per business and year', 'RCP-2026-000042')
  receipt_number!: string;
  @placedBefore('payment_method')
  @field.number('In cash, what is added so that it comes to five sen: −0.02 to 0.02 (A-371)', 0, {
    min: -0.02,
    max: 0.02,
  })
  rounding!: number;
  @placedBefore('payment_method') @field.money('What changed hands: amount + rounding', 50) received_amount!: number;
  @placedBefore('payment_method') @field.money('Balance of the bill after this payment', 85.8) balance!: number;
  @field.instant('When it was made void (UTC); it counts no more from then on (A-371)', { nullable: true })
  voided_at!: Date | null;
  @field.text('Why it was made void; null for users who may only read (A-373)', null, { nullable: true })
  void_reason!: string | null;
  @field.id('Payment request by which it came', undefined, { nullable: true }) payment_request_id!: string | null;
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

export const savedBillView = (ctx: Context, { bill, warnings }: SavedBill, language: Language): SavedBillView => ({
  ...billView(ctx)(bill),
  warnings: warnings.map((warning) => sentence(billWarningText(warning, language))),
});
