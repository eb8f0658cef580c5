import { paymentStatuses, paymentTypes, type Payment, type PaymentStatus, type PaymentType } from '@usaha/core';
import { choices } from '../../wire/choices.js';
import { field } from '../../wire/field.js';
import { raised, raisedSet, type Raised } from '../contract.js';

/** POST /v1/payments. */
export class PaymentCreate {
  @field.id('The subscription that is paid for') subscription_id!: string;
  // The smallest number that is a sen when it is rounded.
  @field.money('Amount in the currency, more than 0; more than two decimals are rounded half-up', 129, { min: 0.005 })
  amount!: number;
  @field.text('How it is paid, any text: credit_card, fpx, bank_transfer, cash …', 'fpx', { max: 200 })
  payment_method!: string;
  @field.text('Three letters in any case (ISO 4217); MYR unless given. Nothing is converted', 'MYR', { optional: true })
  currency?: string | null;
  @field.text('What it is for', 'Growth plan, March', { optional: true }) description?: string | null;
}

@field.record('Money that was taken for a subscription')
export class PaymentTransactionView {
  @field.id('Id of the payment; the reference surface reads it') id!: string;
  @field.id('The tenant that paid') tenant_id!: string;
  @field.id('The subscription that was paid for', undefined, { nullable: true }) subscription_id!: string | null;
  @field.choice('Always CHARGE here', choices('PaymentType', raisedSet(paymentTypes)))
  type!: Raised<PaymentType>;
  @field.money('Amount in the currency', 129) amount!: number;
  @field.text('Three letters (ISO 4217)', 'MYR') currency!: string;
  @field.choice('COMPLETED: a failed one is answered 402', choices('PaymentStatus', raisedSet(paymentStatuses)))
  status!: Raised<PaymentStatus>;
  @field.text('As it was sent', 'fpx') payment_method!: string;
  @field.text('Name of the transaction at the gateway', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a') transaction_id!: string;
  @field.text('What it is for', 'Growth plan, March', { nullable: true }) description!: string | null;
  @field.instant('When it was made (UTC)') created_at!: Date;
  @field.instant('When it last changed (UTC)') updated_at!: Date;
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
