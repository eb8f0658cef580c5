import { eventType, oneOf, recordEvents, tell, worked } from '@usaha/shared/events';
import { malaysianDay, type Context } from '@usaha/shared';
import type { BillPayment } from './bill-payment.entity.js';
import { billStatuses, type Bill } from './bill.entity.js';

const path = '/api/v1/healthcare/billing/';

/** The events of bills. Of corrections credit notes and cancellations have some, after which e-invoices follow. */
export const billEvents = recordEvents<Bill>('healthcare.bill')({
  path: `${path}{id}/`,
  contract_path: null,
  data: {
    patient_id: 'id',
    bill_number: 'text',
    // As it reads on the day: a bill that was due before is overdue.
    status: worked(oneOf(billStatuses), (bill, now) => bill.statusOn(malaysianDay(now))),
    total: 'money',
    amount_paid: 'money',
  },
  actions: { credit: 'credited', cancel: 'cancelled' },
  statuses: { of: 'status', first: 'pending', verbs: { paid: 'paid' } },
  verbs: {
    created: { en: 'A bill was created.', ms: 'Satu bil telah dicipta.' },
    credited: {
      en: 'A part or the rest of a bill was credited.',
      ms: 'Sebahagian atau baki satu bil telah dikreditkan.',
    },
    cancelled: { en: 'A bill was cancelled.', ms: 'Satu bil telah dibatalkan.' },
    paid: { en: 'Nothing of a bill remains to be paid.', ms: 'Satu bil telah dijelaskan sepenuhnya.' },
  },
});

const paymentCreated = eventType('healthcare.bill_payment.created', {
  said: { en: 'A payment of a bill was recorded.', ms: 'Satu bayaran bil telah direkodkan.' },
  path: `${path}{bill_id}/`,
  contract_path: null,
  data: { bill_id: 'id', amount: 'money', amount_paid: 'money', status: oneOf(billStatuses) },
  versioned: false,
});

/** Announces a payment that the ledger has: `amount_paid` and the status are those of its bill. */
export const tellPayment = (ctx: Context, { id, amount }: Pick<BillPayment, 'id' | 'amount'>, bill: Bill): void =>
  tell(ctx, paymentCreated, () => ({
    id,
    bill_id: bill.id,
    amount,
    amount_paid: bill.amount_paid,
    status: bill.statusOn(malaysianDay(ctx.now)),
  }));
