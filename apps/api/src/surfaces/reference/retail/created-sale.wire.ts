import { coreMessages } from '@usaha/core';
import type { CreatedSale } from '@usaha/retail';
import type { Actor, Language } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { replayedIf } from '../../../wire/present.js';
import { PaymentRequestView } from '../core/payment-requests.wire.js';
import { SaleView, saleView } from './sales.wire.js';

@field.record('A sale that was created, with warnings about its tax')
export class CreatedSaleView extends SaleView {
  @field.texts(
    'At the first sale with tax of a business without an SST registration number: only registered ones may charge it, and how to set the rate to 0 (A-347); stock_short where an offline sale took more than was in stock (A-510)',
    [coreMessages.notRegisteredForSst().in('en')],
  )
  warnings!: string[];
  @field.nested('The request by which its customer pays, where one was sent', PaymentRequestView, { nullable: true })
  payment_request!: PaymentRequestView | null;
}

export const createdSaleView =
  (actor: Actor | null, language: Language) =>
  (
    { sale, warnings, is_short, is_replayed }: CreatedSale,
    payment_request: PaymentRequestView | null,
  ): CreatedSaleView =>
    replayedIf(is_replayed, {
      ...saleView(actor)(sale),
      warnings: [...warnings.map((warning) => warning.in(language)), ...(is_short ? ['stock_short'] : [])],
      payment_request,
    });
