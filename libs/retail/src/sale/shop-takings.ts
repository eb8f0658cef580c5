import { roundingOf, type Takings } from '@usaha/core';
import { cashRoundingSql, isCashSql } from '@usaha/shared/malaysia';

const sale = { record_type: `'sale'` };

/** SQL of the payment method of a refund `r` of a sale `s`. */
const refundMethod = (refund: string): string => `coalesce(${refund}.refund_method, s.payment_method)`;

/** SQL of what was given back in cash of the sale of a refund `r` before it: its cash is rounded as the sum of it is. */
const BEFORE = `case when r.position = 1 then 0 else
  (select -coalesce(sum(b.amount), 0) from retail.sale_refunds b
    where b.tenant_id = $1 and b.sale_id = r.sale_id and b.position < r.position and ${isCashSql(refundMethod('b'))}) end`;

const ofSale = (table: string): string =>
  `retail.${table} r join retail.sales s on s.tenant_id = r.tenant_id and s.id = r.sale_id`;
const OF_TENANT = 's.tenant_id = $1';

/**
 * All money that a shop receives and gives back, by the payments. A status moves no money: it takes what is
 * left of a sale out of the takings, or brings it back, on its own day.
 */
export const shopTakings: Takings = {
  context: 'retail',
  ledgers: [
    {
      ...sale,
      from: 'retail.sales r',
      at: 'sold_at',
      only: 'not r.payments_kept and r.total > 0',
      kind: `'payment'`,
      purpose: `'sale'`,
      number: 'r.invoice_number',
      amount: 'r.total',
      rounding: `case when ${isCashSql('r.payment_method')} then ${cashRoundingSql('r.total')} else 0 end`,
      payment_method: 'r.payment_method',
      received_by: 'r.actor_id',
      record_id: 'r.id',
    },
    {
      ...sale,
      from: ofSale('sale_refunds'),
      only: `${OF_TENANT} and not s.payments_kept`,
      kind: `'refund'`,
      purpose: `case when r.is_void then 'void' else 'refund' end`,
      number: 'r.credit_note_number',
      amount: 'r.amount',
      rounding: roundingOf(BEFORE, '-r.amount', refundMethod('r')),
      payment_method: refundMethod('r'),
      received_by: 'r.actor_id',
      record_id: 'r.sale_id',
    },
    {
      ...sale,
      from: ofSale('sale_reversals'),
      only: `${OF_TENANT} and not s.payments_kept`,
      kind: `case when r.amount > 0 then 'refund' else 'payment' end`,
      purpose: `'status'`,
      number: 's.invoice_number',
      amount: 'abs(r.amount)',
      rounding: '-r.rounding',
      payment_method: 's.payment_method',
      received_by: 'r.actor_id',
      record_id: 'r.sale_id',
    },
    {
      ...sale,
      from: ofSale('sale_payments'),
      only: `${OF_TENANT} and not r.is_owed`,
      kind: `case when r.amount < 0 then 'refund' else 'payment' end`,
      purpose: `case when r.kind = 'payment' then 'account' when r.kind = 'reversal' then 'status' else r.kind end`,
      number: 's.invoice_number',
      amount: 'abs(r.amount)',
      rounding: 'r.rounding',
      payment_method: 'r.method',
      received_by: 'r.actor_id',
      online: 'r.payment_request_id is not null',
      record_id: 'r.sale_id',
    },
  ],
  purposes: {},
};
