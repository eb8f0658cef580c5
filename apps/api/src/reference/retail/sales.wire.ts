import {
  salePaymentStatuses,
  saleStatuses,
  Sale,
  SaleRefund,
  type RefundedSale,
  type SaleStatus,
  type SoldLine,
} from '@usaha/retail';
import { param } from '../../wire/param.js';
import { choices } from '../../wire/choices.js';
import { field } from '../../wire/field.js';
import { textOrNumber } from '../../wire/text-or-number.js';
import { plainView, viewOf } from '../../wire/view.js';
import { ReferencePage } from '../reference.js';

const ID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const detailsExample = { card_last_four: '4242', transaction_id: 'TXN-88121' };

@field.record('How a sale was paid, beside whatever else was sent')
class PaymentDetails {
  @textOrNumber('The last four digits of the card; of more digits the last four are kept', '4242', { optional: true })
  card_last_four?: number | string | null;
  @field.text('Name of the transaction at the bank or wallet', 'TXN-88121', { optional: true }) transaction_id?:
    string | null;
}

@field.record('One product of a sale that is made')
export class SaleItemBody {
  @field.text('Id of a product that is for sale', ID, { max: 200 }) product_id!: string;
  @field.count('Whole units', 2, { min: 1 }) quantity!: number;
  @field.money('For one unit, without tax, used as sent; the selling price unless given (A-90)', 9.9, {
    optional: true,
  })
  unit_price?: number | null;
  @field.percent('Discount in percent', 10, { optional: true }) discount_rate?: number | null;
}

/** POST /api/v1/retail/sales/. */
export class SaleBody {
  @field.text('Id of a customer; none for a walk-in (A-92)', ID, { optional: true, max: 200 }) customer_id?:
    string | null;
  @field.nestedList('What is sold; the same product may stand on several lines', SaleItemBody, { min: 1 })
  items!: SaleItemBody[];
  @field.text('How it is paid, any text: cash, card, duitnow …', 'cash', { optional: true, max: 200 }) payment_method?:
    string | null;
  @field.object('Kept as sent; of a card no more than the last four digits (A-168)', detailsExample, {
    optional: true,
    keys: PaymentDetails,
  })
  payment_details?: Record<string, unknown> | null;
  @field.text('Notes', 'Gift wrapped', { optional: true, max: 10_000 }) notes?: string | null;
}

/** PUT /api/v1/retail/sales/{sale_id}/status/. */
export class SaleStatusBody {
  @field.choice('Any, whatever it was (A-96)', choices('SaleStatus', saleStatuses)) status!: SaleStatus;
  @field.text('Why', 'Rung up twice', { optional: true }) reason?: string | null;
}

@field.record('One product of a refund')
export class RefundItemBody {
  @field.text('Id of a product that was sold', ID, { max: 200 }) product_id!: string;
  @field.count('Whole units', 1, { min: 1 }) quantity!: number;
  @field.text('Why', 'Broken seal', { optional: true }) reason?: string | null;
}

/** POST /api/v1/retail/sales/{sale_id}/refund/. */
export class SaleRefundBody {
  @field.nestedList('What is given back; all that remains unless given (A-97)', RefundItemBody, {
    optional: true,
    min: 1,
  })
  items?: RefundItemBody[] | null;
  @field.text('How the money goes back, any text', 'cash', { optional: true, max: 200 }) refund_method?: string | null;
  @field.text('Notes', 'Customer had the receipt', { optional: true, max: 10_000 }) notes?: string | null;
}

/** GET /api/v1/retail/sales/. */
export class SaleListQuery extends ReferencePage {
  @param.text('Id of the customer', ID) customer_id?: string;
  @param.choice('Status', saleStatuses) status?: SaleStatus;
  @param.text('How it was paid, whatever the case (A-173)', 'cash') payment_method?: string;
  @param.day('Made on this day or later, UTC+8', '2026-03-01') date_from?: string;
  @param.day('Made on this day or earlier, UTC+8', '2026-03-31') date_to?: string;
  @param.text('Number on the receipt; an addition of ours', 'INV-2026-000042') invoice_number?: string;
}

/** GET /api/v1/retail/customers/{customer_id}/purchase-history/. */
export class PurchaseHistoryQuery extends ReferencePage {
  @param.day('Bought on this day or later, UTC+8', '2026-03-01') date_from?: string;
  @param.day('Bought on this day or earlier, UTC+8', '2026-03-31') date_to?: string;
}

@field.record('One product of a sale, as it was sold')
export class SaleItemView {
  @field.id('The product') product_id!: string;
  @field.count('Whole units', 2) quantity!: number;
  @field.money('For one unit, without tax', 50) unit_price!: number;
  @field.percent('Discount in percent', 10) discount_rate!: number;
  @field.percent('SST in percent, that of the product at the time of sale (A-91)', 6) tax_rate!: number;
  @field.money('quantity × unit_price × (1 − discount_rate / 100), rounded half-up (A-89)', 90) subtotal!: number;
  @field.money('subtotal × tax_rate / 100, rounded half-up', 5.4) tax_amount!: number;
  @field.money('subtotal + tax_amount', 95.4) total!: number;
}

@field.record('What was given back of one line')
export class RefundedItemView {
  @field.id('The product') product_id!: string;
  @field.count('Whole units', 1) quantity!: number;
  @field.text('Why, as it was sent', 'Broken seal', { nullable: true }) reason!: string | null;
  @field.money('Of the line before tax', 45) subtotal!: number;
  @field.money("Of the line's tax", 2.7) tax_amount!: number;
  @field.money('subtotal + tax_amount', 47.7) amount!: number;
}

@field.record('A refund, with the number of its credit note')
export class SaleRefundView {
  @field.id('Id of the refund') id!: string;
  @field.text('Without gaps, per business and year', 'CN-2026-000001') credit_note_number!: string;
  @field.nestedList('What was given back', RefundedItemView) items!: RefundedItemView[];
  @field.text('How the money went back, as it was sent', 'cash', { nullable: true }) refund_method!: string | null;
  @field.text('As they were sent', 'Customer had the receipt', { nullable: true, max: 10_000 }) notes!: string | null;
  @field.money('What the customer gets back', 47.7) amount!: number;
  @field.instant('When (UTC)') created_at!: Date;
}

@field.record("One change of a sale's status")
export class StatusChangeView {
  @field.choice('The status from then on', saleStatuses) status!: string;
  @field.text('Why, as it was sent', 'Rung up twice', { nullable: true }) reason!: string | null;
  @field.instant('When (UTC)') changed_at!: string;
  @field.id('Who; null for the service itself', undefined, { nullable: true }) changed_by!: string | null;
}

@field.record('A sale on the reference surface: total = subtotal − discount_amount + tax_amount')
export class SaleView {
  @field.id('Id of the sale') id!: string;
  @field.text('Without gaps, per business and year', 'INV-2026-000042') invoice_number!: string;
  @field.id('The customer, or what the contract surface named; null for a walk-in', undefined, { nullable: true })
  customer_id!: string | null;
  @field.nestedList('What was sold, as it was then', SaleItemView) items!: SaleItemView[];
  @field.text('How it was paid, as it was sent', 'cash', { nullable: true }) payment_method!: string | null;
  @field.choice('What became of the money', choices('SalePaymentStatus', salePaymentStatuses)) payment_status!: string;
  @field.object('As they were sent', detailsExample, { nullable: true, keys: PaymentDetails }) payment_details!: Record<
    string,
    unknown
  > | null;
  @field.money('Before discounts and tax (A-88)', 136.55) subtotal!: number;
  @field.money('All discounts', 10.83) discount_amount!: number;
  @field.money('All tax', 6.59) tax_amount!: number;
  @field.money('subtotal − discount_amount + tax_amount', 132.31) total!: number;
  @field.money('What was given back so far', 0) refunded_total!: number;
  @field.nestedList('What was given back, oldest first', SaleRefundView) refunds!: SaleRefundView[];
  @field.choice('completed when it is made; any may follow any (A-96)', saleStatuses) status!: string;
  @field.text('Why the status was last changed', 'Rung up twice', { nullable: true }) status_reason!: string | null;
  @field.nestedList('Changes of the status, oldest first', StatusChangeView) status_history!: StatusChangeView[];
  @field.text('As they were sent', 'Gift wrapped', { nullable: true, max: 10_000 }) notes!: string | null;
  @field.instant('When it was made (UTC)') created_at!: Date;
  @field.instant('When it last changed (UTC)') updated_at!: Date;
}

@field.record('A sale of which something was given back, and how much')
export class RefundedSaleView extends SaleView {
  @field.money('What this refund gave back', 9.54) refund_amount!: number;
}

const itemView = plainView<SoldLine, SaleItemView>(SaleItemView);

const refundView = viewOf(SaleRefund, SaleRefundView);

export const saleView = viewOf(Sale, SaleView, {
  revision: 1,
  personal: ['payment_details', 'status_reason', 'status_history', 'notes'],
  fields: { items: (s) => s.lines.map(itemView), refunds: (s) => s.refunds.map(refundView) },
});

export const refundedSaleView = ({ sale, refund }: RefundedSale): RefundedSaleView => ({
  ...saleView(sale),
  refund_amount: refund.amount,
});
