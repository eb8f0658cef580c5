import { paymentStatuses, Payment, Refund, type Refunded } from '@usaha/core';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';
import { WaitingView, waitingView } from './waiting.wire.js';

const statuses = choices('PaymentStatus', paymentStatuses);

/** The smallest number that is a sen when it is rounded. */
const LEAST = 0.005;

@field.record('Metadata of a payment; further keys are kept as sent')
class PaymentMetadata {
  @field.text('Id of the subscription that is paid for', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { optional: true })
  subscription_id?: string | null;
  @field.text('Id of your tenant', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { optional: true }) tenant_id?:
    string | null;
}

/** POST /api/v1/payments/. */
export class PaymentBody {
  @field.money('Amount in the given currency, more than 0; rounded half-up to two decimals', 129, {
    min: LEAST,
    view: 'Amount in the given currency',
  })
  amount!: number;
  @field.text(
    'Currency code of three letters in any case (ISO 4217); default MYR. Amounts are not converted; a subscription is paid in its own currency (A-333)',
    'MYR',
    { optional: true, view: 'Currency code of three letters (ISO 4217)' },
  )
  currency?: string | null;
  @field.reference(
    'Id of a payment method of your business, or of the one whose subscription is paid for',
    '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
    { view: 'Id of the payment method; null for a payment made on the contract surface' },
  )
  payment_method_id!: string;
  @field.text('Description', 'Growth plan, March', { optional: true }) description?: string | null;
  @field.object(
    'Metadata, stored as sent. `subscription_id` names the subscription that is paid for; `tenant_id`, if given, must be the tenant of the subscription, or your own',
    { subscription_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', order: 'W-1042' },
    {
      optional: true,
      keys: PaymentMetadata,
      view: {
        description: 'Metadata, as sent, always with the id of the subscription that was paid for',
        example: { subscription_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a' },
      },
    },
  )
  metadata?: Record<string, unknown> | null;
  @field.flag(
    'Whether the payment waits for its payer: it is pending then, with what the payer needs in `waiting`; default: whether the gateway needs that',
    false,
    { optional: true },
  )
  wait?: boolean | null;
}

/** POST /api/v1/payments/{payment_id}/refund/. */
export class RefundBody {
  @field.money('Amount to refund, in the currency of the payment; default: everything not refunded yet', 30, {
    optional: true,
    min: LEAST,
    view: 'Amount refunded, in the currency of the payment',
  })
  amount?: number | null;
  @field.text('Reason', 'Ordered twice', { optional: true, view: 'Reason, as sent' }) reason?: string | null;
}

/** GET /api/v1/payments/. */
export class PaymentListQuery extends RecordList('amount') {
  @param.text(
    'Id of a tenant; the operator may give any, and you one that you created; another matches nothing (A-334)',
    '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
  )
  tenant_id?: string;
  @param.choice('Status', statuses) status?: string;
  @param.day('Created on this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Created on this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
}

@field.record('A refund of a payment (A-80)')
export class RefundView extends ViewType(RefundBody, { filled: ['amount'] }) {
  @field.id('Id of the refund') id!: string;
  @placedBefore('amount') @field.text('Always refund', 'refund') type!: string;
  @placedBefore('reason')
  @field.choice('Status; pending until the payment gateway responds', ['completed', 'pending'])
  status!: string;
  @field.instant('When the refund was requested (UTC)') created_at!: Date;
}

@field.record('A payment on the reference surface')
export class PaymentView extends ViewType(PaymentBody, {
  filled: ['currency', 'metadata'],
  nullable: ['payment_method_id'],
  except: ['wait'],
}) {
  @field.id('Id of the payment') id!: string;
  @field.id('Id of the tenant whose payment it is') tenant_id!: string;
  @placedBefore('amount') @field.text('Always charge; refunds are listed in `refunds`', 'charge') type!: string;
  @placedBefore('payment_method_id')
  @field.choice(
    'Status; refunded once the whole amount is refunded, pending until the payment gateway responds and while it waits for the payer',
    statuses,
  )
  status!: string;
  @placedBefore('description')
  @field.text('Type of the payment method, or the text sent on the contract surface (A-171)', 'card')
  payment_method!: string;
  @field.id('Id of the transaction at the payment gateway') transaction_id!: string;
  @field.id('Id of the subscription that was paid for', undefined, { nullable: true }) subscription_id!: string | null;
  @field.money('Amount refunded so far', 0) refunded_amount!: number;
  @field.nestedList('Refunds, oldest first', RefundView) refunds!: RefundView[];
  @field.text('Reason for the failure: declined, insufficient_funds, expired_card or not_charged', 'declined', {
    nullable: true,
  })
  failure_reason!: string | null;
  @field.nested('What the payer needs while the payment waits for the payer; else null', WaitingView, {
    nullable: true,
  })
  waiting!: WaitingView | null;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

@field.record('A payment with the refund just made')
export class RefundedPaymentView extends PaymentView {
  @field.nested('The refund just made', RefundView) refund!: RefundView;
}

const refundView = viewOf(Refund, RefundView, {
  personal: ['reason'],
  fields: { type: () => 'refund' },
});

export const paymentView = viewOf(Payment, PaymentView, {
  revision: 3,
  personal: ['description'],
  fields: {
    // The contract surface's subscription_id is here the metadata's.
    metadata: (p) => (p.subscription_id === null ? p.metadata : { subscription_id: p.subscription_id, ...p.metadata }),
    payment_method_id: (p) => p.payment_method_id ?? p.payer_method_id,
    refunds: (p) => p.refunds.map(refundView),
    waiting: (p) => waitingView(p.waiting),
  },
});

export const refundedView = ({ payment, refund }: Refunded): RefundedPaymentView => ({
  ...paymentView(payment),
  refund: refundView(refund),
});
