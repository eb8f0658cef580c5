import { roundingOf, type Takings } from '@usaha/core';
import { isCashSql } from '@usaha/shared/malaysia';

const SIGNED = `case when r.kind = 'refund' then -r.amount else r.amount end`;

/** SQL of the net cash of a record before its entry `r`. */
const before = (owner: string): string => `
  (select coalesce(sum(case when b.kind = 'refund' then -b.amount else b.amount end), 0) from beauty.payments b
    where b.tenant_id = $1 and b.${owner} = r.${owner} and b.position < r.position and b.kind <> 'tip'
      and ${isCashSql('b.payment_method')})`;
const BEFORE = `case when r.position = 1 then 0 when r.appointment_id is not null then ${before('appointment_id')}
  when r.sold_package_id is not null then ${before('sold_package_id')} else ${before('membership_id')} end`;

/** All money that a salon receives and gives back: for visits, packages and memberships, and tips. */
export const salonTakings: Takings = {
  context: 'beauty',
  ledgers: [
    {
      from: 'beauty.payments r',
      kind: `case when r.kind = 'refund' then 'refund' else 'payment' end`,
      purpose: 'r.purpose',
      number: 'r.receipt_number',
      amount: 'r.amount',
      // A tip is given in coins as they are.
      rounding: `case when r.kind = 'tip' then 0 else ${roundingOf(BEFORE, SIGNED, 'r.payment_method')} end`,
      payment_method: 'r.payment_method',
      received_by: 'r.actor_id',
      online: 'r.payment_request_id is not null',
      record_type: `case when r.appointment_id is not null then 'appointment' when r.sold_package_id is not null then 'client_package' else 'membership' end`,
      record_id: 'coalesce(r.appointment_id, r.sold_package_id, r.membership_id)',
    },
  ],
  purposes: {
    deposit: { column: 'deposits', title: { en: 'Deposits', ms: 'Deposit' } },
    package: { column: 'package_sales', title: { en: 'Package sales', ms: 'Jualan pakej' } },
    membership: { column: 'membership_fees', title: { en: 'Membership fees', ms: 'Yuran keahlian' } },
    tip: { column: 'tips', title: { en: 'Tips', ms: 'Tip' } },
  },
};
