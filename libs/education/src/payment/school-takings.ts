import type { Takings, TakingsLedger } from '@usaha/core';
import { RINGGIT } from '../fee/currency.js';

const account = { record_type: `'student'`, record_id: 'r.student_id' };

const payments = {
  ...account,
  from: 'education.payments r',
  only: `r.currency = '${RINGGIT}'`,
  number: 'r.receipt_number',
  amount: 'abs(r.amount)',
  rounding: '0::numeric',
  payment_method: 'r.payment_method',
  received_by: 'r.received_by',
  online: 'r.payment_request_id is not null',
} satisfies Partial<TakingsLedger>;

/**
 * All money in MYR that a school receives and gives back, on the day on which it was recorded: `payment_date`, which may be
 * earlier, would change days that are closed. A void counts on its own day against the till that had the payment, since that money
 * never lay there. Refunds of withdrawals are cash only where their method says so.
 */
export const schoolTakings: Takings = {
  context: 'education',
  ledgers: [
    // A payment below 0 is money that a payment request gave back.
    { ...payments, kind: `case when r.amount < 0 then 'refund' else 'payment' end`, purpose: `'fees'` },
    {
      ...payments,
      at: 'voided_at',
      only: `${payments.only} and r.voided_at is not null`,
      kind: `'refund'`,
      purpose: `'void'`,
    },
    {
      from: 'education.withdrawals r',
      only: 'r.refund_amount > 0',
      kind: `'refund'`,
      purpose: `'withdrawal'`,
      number: `''`,
      amount: 'r.refund_amount',
      rounding: '0::numeric',
      payment_method: 'r.refund_method',
      received_by: 'r.actor_id',
      record_type: `'enrollment'`,
      record_id: 'r.enrollment_id',
    },
  ],
  purposes: {},
};
