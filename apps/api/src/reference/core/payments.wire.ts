import { paymentStatuses, Payment, Refund, type Refunded } from '@usaha/core';
import { param } from '../../wire/param.js';
import { choices } from '../../wire/choices.js';
import { field } from '../../wire/field.js';
import { viewOf } from '../../wire/view.js';
import { ReferencePage } from '../reference.js';

const statuses = choices('PaymentStatus', paymentStatuses);

/** The smallest number that is a sen when it is rounded. */
const LEAST = 0.005;

@field.record('What a payment is for, beside whatever else was sent')
class PaymentMetadata {
  @field.text('The subscription that is paid for', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { optional: true })
  subscription_id?: string | null;
  @field.text("One's own tenant", '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { optional: true }) tenant_id?: string | null;
}

/** POST /api/v1/payments/. */
export class PaymentBody {
  @field.money('Amount in the currency, more than 0; more than two decimals are rounded half-up', 129, { min: LEAST })
  amount!: number;
  @field.text('Three letters in any case (ISO 4217); MYR unless given. Nothing is converted', 'MYR', { optional: true })
  currency?: string | null;
  @field.text('Id of a payment method of the business', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { max: 200 })
  payment_method_id!: string;
  @field.text('What it is for', 'Growth plan, March', { optional: true }) description?: string | null;
  @field.object(
    'Kept as sent. `subscription_id` names the subscription that is paid for; `tenant_id`, if given, must be your own',
    { subscription_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', order: 'W-1042' },
    { optional: true, keys: PaymentMetadata },
  )
  metadata?: Record<string, unknown> | null;
}

/** POST /api/v1/payments/{payment_id}/refund/. */
export class RefundBody {
  @field.money('What is given back, in the currency of the payment; all that remains unless given', 30, {
    optional: true,
    min: LEAST,
  })
  amount?: number | null;
  @field.text('Why', 'Ordered twice', { optional: true }) reason?: string | null;
}

/** GET /api/v1/payments/. */
export class PaymentListQuery extends ReferencePage {
  @param.text("A tenant's id; another than your own finds nothing", '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a')
  tenant_id?: string;
  @param.choice('Status', statuses) status?: string;
  @param.day('Made on this day or later, UTC+8', '2026-03-01') date_from?: string;
  @param.day('Made on this day or earlier, UTC+8', '2026-03-31') date_to?: string;
}

@field.record('Something given back of a payment (A-80)')
export class RefundView {
  @field.id('Id of the refund') id!: string;
  @field.text('Always refund', 'refund') type!: string;
  @field.money('What was given back, in the currency of the payment', 30) amount!: number;
  @field.choice('pending until the gateway has answered', ['completed', 'pending']) status!: string;
  @field.text('Why, as it was sent', 'Ordered twice', { nullable: true }) reason!: string | null;
  @field.instant('When it was asked for (UTC)') created_at!: Date;
}

@field.record('A payment on the reference surface')
export class PaymentView {
  @field.id('Id of the payment') id!: string;
  @field.text('Always charge: refunds stand in `refunds`', 'charge') type!: string;
  @field.money('Amount in the currency', 129) amount!: number;
  @field.text('Three letters (ISO 4217)', 'MYR') currency!: string;
  @field.choice('refunded once all of it was given back; pending until the gateway has answered', statuses)
  status!: string;
  @field.id('The payment method; null for a payment made on the contract surface', undefined, { nullable: true })
  payment_method_id!: string | null;
  @field.text('Type of the payment method, or the text sent on the contract surface (A-171)', 'card')
  payment_method!: string;
  @field.text('What it is for', 'Growth plan, March', { nullable: true }) description!: string | null;
  @field.object(
    'As it was sent; always with the subscription that was paid for',
    { subscription_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a' },
    { keys: PaymentMetadata },
  )
  metadata!: Record<string, unknown>;
  @field.id('Name of the transaction at the gateway') transaction_id!: string;
  @field.id('The subscription that was paid for', undefined, { nullable: true }) subscription_id!: string | null;
  @field.money('What was given back so far', 0) refunded_amount!: number;
  @field.nestedList('What was given back, oldest first', RefundView) refunds!: RefundView[];
  @field.text('Why it failed: declined, insufficient_funds, expired_card, not_charged', 'declined', { nullable: true })
  failure_reason!: string | null;
  @field.instant('When it was made (UTC)') created_at!: Date;
  @field.instant('When it last changed (UTC)') updated_at!: Date;
}

@field.record('A payment of which something was given back, and that refund')
export class RefundedPaymentView extends PaymentView {
  @field.nested('The refund that was made', RefundView) refund!: RefundView;
}

const refundView = viewOf(Refund, RefundView, {
  personal: ['reason'],
  fields: { type: () => 'refund' },
});

export const paymentView = viewOf(Payment, PaymentView, {
  revision: 1,
  personal: ['description'],
  fields: {
    // The contract surface's subscription_id is here the metadata's.
    metadata: (p) => (p.subscription_id === null ? p.metadata : { subscription_id: p.subscription_id, ...p.metadata }),
    refunds: (p) => p.refunds.map(refundView),
  },
});

export const refundedView = ({ payment, refund }: Refunded): RefundedPaymentView => ({
  ...paymentView(payment),
  refund: refundView(refund),
});
