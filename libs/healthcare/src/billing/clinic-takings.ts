import type { Takings } from '@usaha/core';

const bill = { record_type: `'bill'`, record_id: 'r.bill_id' };

/**
 * All money that a clinic receives and gives back. A void counts on its own day against the till that had the payment, since
 * that money never lay there.
 */
export const clinicTakings: Takings = {
  context: 'healthcare',
  ledgers: [
    {
      ...bill,
      from: 'healthcare.bill_payments r',
      kind: `'payment'`,
      purpose: `'bill'`,
      number: 'r.receipt_number',
      amount: 'r.amount',
      rounding: 'r.rounding',
      payment_method: 'r.payment_method',
      received_by: 'r.actor_id',
      online: 'r.payment_request_id is not null',
    },
    {
      ...bill,
      from: `healthcare.bill_payment_voids r
        join healthcare.bill_payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id`,
      only: 'p.tenant_id = $1',
      kind: `'refund'`,
      purpose: `'void'`,
      number: 'p.receipt_number',
      amount: 'r.amount',
      rounding: '-r.rounding',
      payment_method: 'p.payment_method',
      received_by: 'p.actor_id',
      online: 'p.payment_request_id is not null',
    },
    {
      ...bill,
      from: 'healthcare.bill_refunds r',
      kind: `'refund'`,
      purpose: `'refund'`,
      number: 'r.refund_number',
      amount: 'r.amount',
      rounding: '-r.rounding',
      payment_method: 'r.refund_method',
      received_by: 'r.actor_id',
    },
  ],
  purposes: {},
};
