import {
  salePaymentStatuses,
  saleStatuses,
  Sale,
  SaleRefund,
  type MadePayment,
  type Once,
  seesCosts,
  type RefundedSale,
  type SaleStatus,
  type SoldLine,
} from '@usaha/retail';
import type { Actor } from '@usaha/shared';
import { replayedIf } from '../../../wire/present.js';
import { masked, maskedUnless } from '../../../wire/masked.js';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { plainView, viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';
import { SaleBody, SaleItemBody, SalePaymentBody, SaleRefundBody } from './sale-bodies.wire.js';

const ID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';

/** GET /api/v1/retail/sales/. */
export class SaleListQuery extends RecordList('sold_at', 'total', 'invoice_number') {
  @param.text('Id of the customer', ID) customer_id?: string;
  @param.choice('Status', saleStatuses) status?: SaleStatus;
  @param.text('Payment method, ignoring case (A-173)', 'cash') payment_method?: string;
  @param.day('Made on this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Made on this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
  @param.text('Invoice number on the receipt', 'INV-2026-000042') invoice_number?: string;
  @param.text('Reference of the program, as sent (A-509)', 'TILL-3-000042') client_reference?: string;
}

/** GET /api/v1/retail/customers/{customer_id}/purchase-history/. */
export class PurchaseHistoryQuery extends RecordList('sold_at', 'total', 'invoice_number') {
  @param.day('Bought on this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Bought on this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
}

@field.record('One item of a sale, as sold')
export class SaleItemView extends ViewType(SaleItemBody, { filled: ['unit_price', 'discount_rate'] }) {
  @field.percent('SST rate of the product at the time of sale, in percent (A-91)', 6) tax_rate!: number;
  @field.money('Line total before tax: quantity × unit_price × (1 − discount_rate / 100), rounded half-up (A-89)', 90)
  subtotal!: number;
  @field.money('Tax: subtotal × tax_rate / 100, rounded half-up', 5.4) tax_amount!: number;
  @field.money('subtotal + tax_amount', 95.4) total!: number;
  @field.money(
    'Purchase price per unit at the time of sale; null where it was unknown, of sales from before it was recorded, and for staff and viewers (A-344)',
    30,
    { nullable: true },
  )
  unit_cost!: number | null;
}

@field.record('A payment that was received')
export class SalePaymentView extends ViewType(SalePaymentBody, { except: ['method'] }) {
  @placedBefore('amount')
  @field.text('Payment method, as sent; null where the sale names none', 'cash', { nullable: true })
  method!: string | null;
  @field.money('In cash, what the amount was rounded by to five sen', 0, { min: -0.04 }) rounding!: number;
  @field.money('tendered less the amount and its rounding', 0, { nullable: true }) change!: number | null;
  @field.id('Payment request by which it came', undefined, { nullable: true }) payment_request_id!: string | null;
  @field.instant('When it was received (UTC)') paid_at!: Date;
}

@field.record('The refund of one line')
export class RefundedItemView {
  @field.id('Id of the product') product_id!: string;
  @field.count('Quantity in whole units', 1) quantity!: number;
  @field.text('Reason, as sent', 'Broken seal', { nullable: true }) reason!: string | null;
  @field.money('Amount refunded before tax', 45) subtotal!: number;
  @field.money('Tax refunded', 2.7) tax_amount!: number;
  @field.money('subtotal + tax_amount', 47.7) amount!: number;
}

@field.record('A refund, with the number of its credit note')
export class SaleRefundView extends ViewType(SaleRefundBody, {
  within: { items: RefundedItemView },
  filled: ['items'],
}) {
  @field.id('Id of the refund') id!: string;
  @placedBefore('items')
  @field.text('Consecutive number per business and year', 'CN-2026-000001')
  credit_note_number!: string;
  @field.money('Amount refunded to the customer', 47.7) amount!: number;
  @field.money('Of it, what the customer owed and owes no more; the rest was paid out', 0) credited!: number;
  @field.flag('Whether it made the sale void', false) is_void!: boolean;
  @field.instant('Time (UTC)') created_at!: Date;
}

@field.record("One change of a sale's status")
export class StatusChangeView {
  @field.choice('New status', saleStatuses) status!: string;
  @field.text('Reason, as sent', 'Rung up twice', { nullable: true }) reason!: string | null;
  @field.instant('Time (UTC)') changed_at!: string;
  @field.id('Id of the user who made the change; null for the service itself', undefined, { nullable: true })
  changed_by!: string | null;
}

@field.record('A sale on the reference surface: total = subtotal − discount_amount + tax_amount')
export class SaleView extends ViewType(SaleBody, {
  within: { items: SaleItemView, payments: SalePaymentView },
  filled: ['payments', 'on_account'],
  except: ['sold_at', 'offline', 'payment_request'],
}) {
  @field.id('Id of the sale') id!: string;
  @placedBefore('customer_id')
  @field.text('Consecutive number per business and year', 'INV-2026-000042')
  invoice_number!: string;
  @placedBefore('payment_details')
  @field.choice('Payment status', choices('SalePaymentStatus', salePaymentStatuses))
  payment_status!: string;
  @placedBefore('notes') @field.money('Total before discounts and tax (A-88)', 136.55) subtotal!: number;
  @placedBefore('notes') @field.money('Total discounts', 10.83) discount_amount!: number;
  @placedBefore('notes') @field.money('Total tax', 6.59) tax_amount!: number;
  @placedBefore('notes') @field.money('subtotal − discount_amount + tax_amount', 132.31) total!: number;
  @placedBefore('notes') @field.money('What the customer still has to pay', 0) outstanding_amount!: number;
  @placedBefore('notes') @field.money('Amount refunded so far', 0) refunded_total!: number;
  @placedBefore('notes') @field.nestedList('Refunds, oldest first', SaleRefundView) refunds!: SaleRefundView[];
  @placedBefore('notes')
  @field.instant('When it was made void (UTC); null otherwise', { nullable: true })
  voided_at!: Date | null;
  @placedBefore('notes')
  @field.choice(
    'Status; completed on creation, pending where something is owed. Every change of status is allowed (A-96)',
    saleStatuses,
  )
  status!: string;
  @placedBefore('notes')
  @field.text('Reason for the last change of status', 'Rung up twice', { nullable: true })
  status_reason!: string | null;
  @placedBefore('notes')
  @field.nestedList('Changes of the status, oldest first', StatusChangeView)
  status_history!: StatusChangeView[];
  @field.instant('When it was made (UTC): created_at unless it was told (A-510)') sold_at!: Date;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

@field.record('A sale with the amount just refunded')
export class RefundedSaleView extends SaleView {
  @field.money('Amount of this refund', 9.54) refund_amount!: number;
}

const itemView = plainView<SoldLine, SaleItemView>(SaleItemView);

const paymentView = plainView<MadePayment, SalePaymentView>(SalePaymentView, {
  fields: { change: ({ change_given }) => change_given, paid_at: ({ created_at }) => created_at },
});

const refundView = viewOf(SaleRefund, SaleRefundView, { personal: ['notes'] });

const wholeView = viewOf(Sale, SaleView, {
  revision: 4,
  personal: ['payment_details', 'status_reason', 'status_history', 'notes'],
  fields: {
    items: (s) => s.lines.map(itemView),
    refunds: (s) => s.refunds.map(refundView),
    payments: (s) => s.payments.map(paymentView),
  },
});

const withoutCosts = masked<SaleView>({ items: (items) => items.map((item) => ({ ...item, unit_cost: null })) });

/** The view for an actor. */
export const saleView = (actor: Actor | null): ((sale: Sale) => SaleView) =>
  maskedUnless(seesCosts(actor), wholeView, withoutCosts);

export const refundedSaleView =
  (actor: Actor | null) =>
  ({ made: { sale, refund }, is_replayed }: Once<RefundedSale>): RefundedSaleView =>
    replayedIf(is_replayed, { ...saleView(actor)(sale), refund_amount: refund.amount });
