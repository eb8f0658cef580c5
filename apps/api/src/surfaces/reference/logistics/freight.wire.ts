import { FreightInvoice, lineTitle } from '@usaha/logistics';
import type { Language } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { viewFor } from '../../../wire/view.js';
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
    'What is charged; absent, the one charge is payment_amount. They need not come to payment_amount. Required for cash on delivery and without payment_amount',
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
}

export const freightInvoiceView = viewFor<FreightInvoice, FreightInvoiceView, Language>(
  FreightInvoice,
  FreightInvoiceView,
  {
    revision: 1,
    etagParts: (_, language) => [language],
    fields: {
      issued_at: ({ created_at }) => created_at,
      currency: () => 'MYR',
      sst_registration_number: ({ seller }) => seller.sst_registration_number,
      lines: ({ lines, service_type }, language) =>
        lines.map((line) => ({ ...line, description: lineTitle(line, service_type, language) })),
    },
  },
);
