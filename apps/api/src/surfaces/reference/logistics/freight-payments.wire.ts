import { FreightPayment, type PaidFreightInvoice } from '@usaha/logistics';
import { MAX_MONEY, money, type Language } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { FreightInvoiceView, freightInvoiceView } from './freight.wire.js';

/** POST /api/v1/logistics/shipments/{shipment_id}/invoice/payments/. */
export class FreightPaymentBody {
  @field.money(
    'Amount in MYR; default: what remains to be paid. Cash that settles it is taken exact or rounded to five sen (A-371)',
    50,
    {
      optional: true,
      min: 0.01,
      view: { description: 'What it settles of the invoice; below 0 where it was given back (A-469)', min: -MAX_MONEY },
    },
  )
  amount?: number | null;
  @field.text('Payment method: any text; default: that of the invoice', 'cash', {
    optional: true,
    max: 200,
    view: 'Payment method',
  })
  payment_method?: string | null;
  @field.text('Reference of the bank or card terminal', 'TXN-88121', { optional: true, max: 200, view: 'As sent' })
  reference?: string | null;
  @field.text('Notes', 'Dibayar di kaunter', { optional: true, max: 10_000, view: 'As sent' })
  notes?: string | null;
}

@field.record('A payment of a freight invoice')
export class FreightPaymentView extends ViewType(FreightPaymentBody, { filled: ['amount'] }) {
  @field.id('Id of the payment') id!: string;
  @placedBefore('amount')
  @field.text('Consecutive number per business and year', 'FRR-2026-000042')
  receipt_number!: string;
  @placedBefore('amount') @field.id('Id of the invoice') invoice_id!: string;
  @placedBefore('payment_method')
  @field.number('In cash, what is added so that it comes to five sen: −0.02 to 0.02', 0, { min: -0.02, max: 0.02 })
  rounding!: number;
  @placedBefore('payment_method')
  @field.money('What changed hands: amount + rounding', 50, { min: -MAX_MONEY })
  received_amount!: number;
  @placedBefore('payment_method') @field.money('What remained to be paid after it', 56) balance!: number;
  @field.id('Payment request by which it came', undefined, { nullable: true }) payment_request_id!: string | null;
  @field.instant('Time (UTC)') created_at!: Date;
}

export const freightPaymentView = viewOf(FreightPayment, FreightPaymentView, {
  fields: { received_amount: ({ amount, rounding }) => money.add(amount, rounding) },
});

@field.record('A freight invoice with the payment just taken')
export class PaidFreightInvoiceView extends FreightInvoiceView {
  @field.nested('This payment', FreightPaymentView) payment!: FreightPaymentView;
  @field.nestedList('All payments of the invoice, oldest first', FreightPaymentView) payments!: FreightPaymentView[];
}

export const paidFreightInvoiceView = (
  { invoice, payment, payments }: PaidFreightInvoice,
  language: Language,
): PaidFreightInvoiceView => ({
  ...freightInvoiceView(language)(invoice),
  payment: freightPaymentView(payment),
  payments: payments.map(freightPaymentView),
});
