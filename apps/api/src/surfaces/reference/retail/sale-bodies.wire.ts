import type { PayMethod } from '@usaha/core';
import { saleStatuses, type NewSale, type SaleRequest, type SaleStatus } from '@usaha/retail';
import { MAX_MONEY, readInstant } from '@usaha/shared';
import { choiceList } from '../../../wire/choice-list.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { textOrNumber } from '../../../wire/text-or-number.js';
import { bulkItems } from '../bulk.wire.js';
import { methodChoices } from '../core/payment-account.wire.js';

const ID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const detailsExample = { card_last_four: '4242', transaction_id: 'TXN-88121' };

@field.record('Payment details of a sale; further keys are kept as sent')
class PaymentDetails {
  @textOrNumber('Last four digits of the card; of a longer number only the last four are stored', '4242', {
    optional: true,
  })
  card_last_four?: number | string | null;
  @field.text('Id of the transaction at the bank or wallet', 'TXN-88121', { optional: true }) transaction_id?:
    string | null;
}

@field.record('One item of a new sale')
export class SaleItemBody {
  @field.reference('Id of a product that is for sale', ID, { view: 'Id of the product' }) product_id!: string;
  @field.count('Quantity in whole units', 2, { min: 1 }) quantity!: number;
  @field.money('Price per unit, before tax; default: the selling price (A-90)', 9.9, {
    optional: true,
    view: { description: 'Price per unit, before tax', example: 50 },
  })
  unit_price?: number | null;
  @field.percent("Discount in percent; default 0, with apply_tier_discounts that of the customer's tier (A-346)", 10, {
    optional: true,
    view: 'Discount in percent',
  })
  discount_rate?: number | null;
}

const paymentsExample = [
  {
    method: 'cash',
    amount: 132.31,
    reference: null,
    tendered: 150,
    rounding: -0.01,
    change: 17.7,
    payment_request_id: null,
    paid_at: '2026-03-10T04:05:06.000Z',
  },
];

@field.record('One payment of a sale')
export class SalePaymentBody {
  @field.text('Payment method: any text, such as cash, card or duitnow', 'cash', { max: 200, view: 'As sent' })
  method!: string;
  @field.money('Amount; cash may be sent exact or rounded to five sen', 50, {
    view: {
      description:
        'Exact amount: the payments and outstanding_amount come to the total, less what refunds credited; below 0 where a payment request gave it back (A-469)',
      min: -MAX_MONEY,
    },
  })
  amount!: number;
  @field.text('Reference: of the bank, the wallet or the cheque', 'TXN-88121', {
    optional: true,
    max: 200,
    view: 'As sent',
  })
  reference?: string | null;
  @field.money('What the customer handed over', 50, { optional: true, view: 'As sent' }) tendered?: number | null;
}

/** Fields of a new sale, alone and among many. */
class SaleFields {
  @field.reference('Id of a customer; absent for a walk-in customer (A-92)', ID, {
    optional: true,
    view: 'Id of the customer, or the uuid given on the contract surface; null for a walk-in customer',
  })
  customer_id?: string | null;
  @field.nestedList('Items sold; the same product may appear on several lines', SaleItemBody, {
    min: 1,
    view: 'Items as sold',
  })
  items!: SaleItemBody[];
  @field.text('Payment method: any text, such as cash, card or duitnow', 'cash', {
    optional: true,
    max: 200,
    view: 'Payment method, as sent',
  })
  payment_method?: string | null;
  @field.object('Payment details, stored as sent; of a card number only the last four digits (A-168)', detailsExample, {
    optional: true,
    keys: PaymentDetails,
    view: 'As sent',
  })
  payment_details?: Record<string, unknown> | null;
  @field.nestedList(
    'Payments, in place of payment_method: they come to the total, or to less with on_account (A-345)',
    SalePaymentBody,
    {
      optional: true,
      example: null,
      view: { description: 'Payments received, oldest first', example: paymentsExample },
    },
  )
  payments?: SalePaymentBody[] | null;
  @field.flag('Whether the customer owes what is not paid; the sale is pending until it is (A-345)', false, {
    optional: true,
    view: 'Whether something was owed when it was sold',
  })
  on_account?: boolean | null;
  @field.text('Notes', 'Gift wrapped', { optional: true, max: 10_000, view: 'As sent' }) notes?: string | null;
  @field.sentInstant(
    'When it was made, where that was before: at most configuration.retail.offline_sale_days ago, and 5 minutes ahead, which is now. Periods of lists, reports and closings go by it (A-510)',
    { optional: true },
  )
  sold_at?: string | null;
  @field.flag(
    'A sale that was made without a network, and is recorded as it was: inactive products are sold too, and stock that is short goes to 0. Needs client_reference and sold_at (A-510)',
    false,
    { optional: true },
  )
  offline?: boolean | null;
}

@field.record('A payment request for what is not paid of a new sale')
export class SaleRequestBody {
  @field.choice('Begins an attempt to pay at once: `waiting` has what the customer needs', methodChoices, {
    optional: true,
  })
  method?: PayMethod | null;
  @choiceList('With what it may be paid; default: with all that your account takes', methodChoices, { optional: true })
  methods?: PayMethod[] | null;
  @field.sentInstant('When it ends: in 15 minutes, unless told, to 90 days; unpaid, the sale is void then', {
    optional: true,
  })
  expires_at?: string | null;
}

/** POST /api/v1/retail/sales/. */
export class SaleBody extends SaleFields {
  @field.nested(
    'Asks the customer for what is not paid: the sale is pending until then, and void where the request ends unpaid (A-459)',
    SaleRequestBody,
    { optional: true, example: null },
  )
  payment_request?: SaleRequestBody | null;
  @field.text(
    'Reference of the program, unique among sales of the business for all time: sent again with the same content, the sale is answered as it is now, with other content 409 (A-509)',
    'TILL-3-000042',
    { optional: true, filled: true, max: 100, view: 'As sent' },
  )
  client_reference?: string | null;
}

@field.record('A sale of a till')
export class SaleBulkItem extends SaleFields {
  @field.text(
    'Reference of the program, unique among sales of the business for all time: sent again with the same content, the item is unchanged, with other content it fails (A-509)',
    'TILL-3-000042',
    { max: 100 },
  )
  client_reference!: string;
}

/** POST /api/v1/retail/sales/bulk/. */
export class SaleBulkBody {
  @bulkItems(SaleBulkItem, 100, 'Bodies of POST, each with a client_reference. At most 100')
  items!: Readonly<Record<string, unknown>>[];
}

/** POST /api/v1/retail/sales/{sale_id}/void/. */
export class SaleVoidBody {
  @field.text('Reason', 'Rung up twice') reason!: string;
}

/** PUT /api/v1/retail/sales/{sale_id}/status/. */
export class SaleStatusBody {
  @field.choice('New status; every change of status is allowed (A-96)', choices('SaleStatus', saleStatuses))
  status!: SaleStatus;
  @field.text('Reason', 'Rung up twice', { optional: true }) reason?: string | null;
}

@field.record('One item of a refund')
export class RefundItemBody {
  @field.text('Id of a product that was sold', ID, { max: 200 }) product_id!: string;
  @field.count('Quantity in whole units', 1, { min: 1 }) quantity!: number;
  @field.text('Reason', 'Broken seal', { optional: true }) reason?: string | null;
}

/** POST /api/v1/retail/sales/{sale_id}/refund/. */
export class SaleRefundBody {
  @field.nestedList('Items to refund; default: everything not refunded yet (A-97)', RefundItemBody, {
    optional: true,
    min: 1,
    view: 'Items refunded',
  })
  items?: RefundItemBody[] | null;
  @field.text('Refund method; any text', 'cash', { optional: true, max: 200, view: 'Refund method, as sent' })
  refund_method?: string | null;
  @field.text('Notes', 'Customer had the receipt', { optional: true, max: 10_000, view: 'As sent' }) notes?:
    string | null;
  @field.text(
    'Reference of the program, unique among refunds of the business for all time: sent again with the same content, the refund is answered as it is now, with other content 409 (A-509)',
    'TILL-3-R-000007',
    { optional: true, filled: true, max: 100, view: 'As sent' },
  )
  client_reference?: string | null;
}

/** The validation of the body makes sure that it is an instant. */
const requestOf = ({ expires_at, ...told }: SaleRequestBody): SaleRequest => ({
  ...told,
  expires_at: typeof expires_at === 'string' ? (readInstant(expires_at) ?? undefined) : undefined,
});

/** A sale as it was sent, and how its customer is asked for what is not paid; null where nothing is asked for. */
export const newSale = ({ payment_request, ...body }: SaleBody): { data: NewSale; asked: SaleRequest | null } => ({
  data: body,
  asked: payment_request ? requestOf(payment_request) : null,
});
