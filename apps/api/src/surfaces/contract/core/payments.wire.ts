import { paymentStatuses, paymentTypes, type Payment, type PaymentStatus, type PaymentType } from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { raised, raisedSet, type Raised } from '../contract.js';

/** POST /v1/payments. */
export class PaymentCreate {
  @field.id('Id of the subscription that is paid for', undefined, { view: 'Id of the subscription that was paid for' })
  subscription_id!: string;
  // The smallest number that is a sen when it is rounded.
  @field.money('Amount in the given currency, more than 0; rounded half-up to two decimals', 129, {
    min: 0.005,
    view: 'Amount in the given currency',
  })
  amount!: number;
  @field.text('Payment method: any text, such as credit_card, fpx, bank_transfer or cash', 'fpx', {
    max: 200,
    view: 'As sent',
  })
  payment_method!: string;
  @field.text(
    'Currency code of three letters in any case (ISO 4217); default MYR. Amounts are not converted; a subscription is paid in its own currency (A-333)',
    'MYR',
    { optional: true, default: 'MYR', view: 'Currency code of three letters (ISO 4217)' },
  )
  currency?: string | null;
  @field.text('Description', 'Growth plan, March', { optional: true }) description?: string | null;
}

@field.record('A payment for a subscription')
export class PaymentTransactionView extends ViewType(PaymentCreate, {
  filled: ['currency'],
  nullable: ['subscription_id'],
  placed: { payment_method: 'description' },
}) {
  @field.id('Id of the payment; read it on the reference surface') id!: string;
  @field.id('Id of the tenant that paid') tenant_id!: string;
  @placedBefore('amount')
  @field.choice('Always CHARGE here', choices('PaymentType', raisedSet(paymentTypes)))
  type!: Raised<PaymentType>;
  @placedBefore('payment_method')
  @field.choice(
    'Status; always COMPLETED: a failed payment is answered with 402',
    choices('PaymentStatus', raisedSet(paymentStatuses)),
  )
  status!: Raised<PaymentStatus>;
  @placedBefore('description')
  @field.text('Id of the transaction at the payment gateway', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a')
  transaction_id!: string;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const paymentTransactionView = (p: Payment): PaymentTransactionView => ({
  id: p.id,
  tenant_id: p.tenant_id,
  subscription_id: p.subscription_id,
  type: raised(p.type),
  amount: p.amount,
  currency: p.currency,
  status: raised(p.status),
  payment_method: p.payment_method,
  transaction_id: p.transaction_id,
  description: p.description,
  created_at: p.created_at,
  updated_at: p.updated_at,
});
