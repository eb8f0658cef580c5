import type { Context, Words } from '@usaha/shared';
import { eventType, oneOf, tell } from '@usaha/shared/events';
import { paymentStatuses, type Payment } from './payment.entity.js';
import type { Refund } from './refund.entity.js';

const typeOf = (verb: string, said: Words, more: Parameters<typeof eventType>[1]['data'], inner?: string) =>
  eventType(`core.payment.${verb}`, {
    said,
    path: '/api/v1/payments/{id}/',
    contract_path: null,
    data: {
      subscription_id: 'id?',
      amount: 'money',
      currency: 'text',
      status: oneOf(paymentStatuses),
      refunded_amount: 'money',
      ...more,
    },
    inner,
  });

const completed = typeOf(
  'completed',
  { en: 'A payment was completed.', ms: 'Satu bayaran telah selesai.' },
  {},
  'payment.completed',
);
const failed = typeOf(
  'failed',
  { en: 'A payment failed.', ms: 'Satu bayaran telah gagal.' },
  { reason: 'text' },
  'payment.failed',
);
const refunded = typeOf(
  'refunded',
  {
    en: 'A payment was refunded, in part or whole.',
    ms: 'Satu bayaran telah dibayar balik, sebahagian atau semuanya.',
  },
  { refund_id: 'id', refunded: 'money' },
  'payment.refunded',
);
const refundFailed = typeOf(
  'refund_failed',
  { en: 'The refund of a payment failed.', ms: 'Bayaran balik bagi satu bayaran telah gagal.' },
  { refund_id: 'id', refunded: 'money', reason: 'text' },
);

/** Of a payment that is saved with its outcome. */
const factsOf = ({ id, version, subscription_id, amount, currency, status, refunded_amount }: Payment) => ({
  id,
  version,
  subscription_id,
  amount,
  currency,
  status,
  refunded_amount,
});

export const tellCompleted = (ctx: Context, payment: Payment): void => tell(ctx, completed, () => factsOf(payment));

/** @param reason the gateway's word */
export const tellFailed = (ctx: Context, payment: Payment, reason: string): void =>
  tell(ctx, failed, () => ({ ...factsOf(payment), reason }));

export const tellRefunded = (ctx: Context, payment: Payment, { id, amount }: Refund): void =>
  tell(ctx, refunded, () => ({ ...factsOf(payment), refund_id: id, refunded: amount }));

/** `refunded` is the amount that was to be given back. @param reason the gateway's word */
export const tellRefundFailed = (ctx: Context, payment: Payment, { id, amount }: Refund, reason: string): void =>
  tell(ctx, refundFailed, () => ({ ...factsOf(payment), refund_id: id, refunded: amount, reason }));
