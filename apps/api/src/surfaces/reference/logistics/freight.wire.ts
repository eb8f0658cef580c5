import { FreightCreditNote, FreightInvoice, lineTitle, type CreditedInvoice } from '@usaha/logistics';
import type { Language } from '@usaha/shared';
import { qrParam } from '../../../render/duitnow-qr/qr-query.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { TRACKING_NUMBER } from './shipments.wire.js';

@field.record('A charge; its tax is in the amount')
class ChargeBody {
  @field.text('What it is for; a card number is masked', 'Penghantaran ke Pulau Pinang', {
    max: 200,
    view: 'What it is for',
  })
  description!: string;
  @field.money('Amount in MYR, tax included', 106, { view: 'Amount in MYR, tax included: subtotal + tax_amount' })
  amount!: number;
}

/** POST /api/v1/logistics/shipments/{shipment_id}/invoice/. */
export class FreightInvoiceBody {
  @field.nestedList(
    'The charges; absent, the one charge is payment_amount, and an invoice that was issued is the answer. They need not come to payment_amount. Required for cash on delivery and without payment_amount',
    ChargeBody,
    { unset: true },
  )
  charges?: ChargeBody[];
}

@field.record('A line of a freight invoice')
class FreightLineView extends ViewType(ChargeBody) {
  @field.money('Amount without tax', 100) subtotal!: number;
  @field.money("Its part of the whole's tax", 6) tax_amount!: number;
}

@field.record('A freight invoice, as it was issued')
export class FreightInvoiceView {
  @field.id('Id of the invoice') id!: string;
  @field.text('Consecutive number per business and year', 'FRT-2026-000042') invoice_number!: string;
  @field.id('Id of the shipment') shipment_id!: string;
  @field.text('Tracking number of the shipment', TRACKING_NUMBER) tracking_number!: string;
  @field.instant('When it was issued (UTC)') issued_at!: Date;
  @field.text('Three letters', 'MYR') currency!: string;
  @field.text('SST registration number of the business then; without one there is no tax', 'W10-1808-32000001', {
    nullable: true,
  })
  sst_registration_number!: string | null;
  @field.percent('Tax rate in percent, within the amounts; null without an SST registration', 6, { nullable: true })
  tax_rate!: number | null;
  @field.nestedList('A line for each charge', FreightLineView) lines!: FreightLineView[];
  @field.money('total − tax_amount', 100) subtotal!: number;
  @field.money('Tax within the total: total × tax_rate / (100 + tax_rate), rounded half-up', 6) tax_amount!: number;
  @field.money('What the charges come to', 106) total!: number;
  @field.money('What credit notes took off it', 0) credited_amount!: number;
  @field.money('Sum of its payments', 0) amount_paid!: number;
  @field.money('What remains to be paid: total − credited_amount − amount_paid, never below 0', 106)
  outstanding_amount!: number;
  @field.instant('When it was cancelled (UTC)', { nullable: true }) cancelled_at!: Date | null;
  @field.text('Why it was cancelled', 'Alamat salah', { nullable: true }) cancellation_reason!: string | null;
}

export const freightInvoiceView = viewFor<FreightInvoice, FreightInvoiceView, Language>(
  FreightInvoice,
  FreightInvoiceView,
  {
    revision: 3,
    etagParts: (_, language) => [language],
    personal: ['cancellation_reason'],
    fields: {
      issued_at: ({ created_at }) => created_at,
      currency: () => 'MYR',
      sst_registration_number: ({ seller }) => seller.sst_registration_number,
      lines: ({ lines, service_type }, language) =>
        lines.map((line) => ({ ...line, description: lineTitle(line, service_type, language) })),
    },
  },
);

/** GET /api/v1/logistics/shipments/{shipment_id}/invoice/. */
export class FreightInvoiceQuery {
  @param.text('Number of the invoice; the last one unless given', 'FRT-2026-000042') invoice_number?: string;
  @qrParam() qr?: boolean;
}

/** POST …/invoice/cancel/. */
export class FreightCancelBody {
  @field.text('Why; a card number is masked', 'Alamat salah') reason!: string;
}

@field.record('A credit of one line')
class FreightLineCreditBody {
  @field.count('Place of the line in the invoice, from 0', 0) line!: number;
  @field.money('Amount in MYR, tax included', 20, { min: 0.01 }) amount!: number;
}

/** POST …/invoice/credit-notes/. */
export class FreightCreditBody {
  @field.nestedList('Credits by line; either lines or amount', FreightLineCreditBody, {
    optional: true,
    min: 1,
  })
  lines?: FreightLineCreditBody[] | null;
  @field.money('Amount in MYR, tax included; it is divided among the lines by what is left of them', 20, {
    optional: true,
    min: 0.01,
  })
  amount?: number | null;
  @field.text('Why; a card number is masked', 'Diskaun selepas penghantaran') reason!: string;
}

@field.record('The credit of one line')
class FreightCreditedLineView {
  @field.count('Place of the line in the invoice, from 0', 0) line!: number;
  @field.money('Amount in MYR, tax included', 20) amount!: number;
  @field.money('Amount without tax', 18.87) subtotal!: number;
  @field.money('Tax', 1.13) tax_amount!: number;
}

@field.record('A credit note of a freight invoice')
export class FreightCreditNoteView {
  @field.id('Id of the credit note') id!: string;
  @field.text('Consecutive number per business and year', 'FCN-2026-000007') credit_note_number!: string;
  @field.id('Id of the invoice') invoice_id!: string;
  @field.nestedList('By the lines of the invoice', FreightCreditedLineView) lines!: FreightCreditedLineView[];
  @field.money('amount − tax_amount', 18.87) subtotal!: number;
  @field.money('Tax', 1.13) tax_amount!: number;
  @field.money('Amount of the credit, tax included', 20) amount!: number;
  @field.flag('Whether the invoice was cancelled with it', false) cancels!: boolean;
  @field.text('Why', 'Diskaun selepas penghantaran', { nullable: true }) reason!: string | null;
  @field.instant('When it was issued (UTC)') issued_at!: Date;
}

export const freightCreditNoteView = viewOf(FreightCreditNote, FreightCreditNoteView, {
  personal: ['reason'],
  fields: { issued_at: ({ created_at }) => created_at },
});

@field.record('A freight invoice of which a part was credited')
export class CreditedFreightInvoiceView extends FreightInvoiceView {
  @field.nested('The credit note', FreightCreditNoteView) credit_note!: FreightCreditNoteView;
}

export const creditedFreightInvoiceView = (
  { invoice, credit_note }: CreditedInvoice,
  language: Language,
): CreditedFreightInvoiceView => ({
  ...freightInvoiceView(language)(invoice),
  credit_note: freightCreditNoteView(credit_note),
});
