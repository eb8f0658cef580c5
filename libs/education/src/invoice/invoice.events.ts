import { money, type Context } from '@usaha/shared';
import { recordEvents } from '@usaha/shared/events';
import type { Settled } from './allocation.js';
import type { Invoice } from './invoice.entity.js';

/** The events of invoices. A late fee is an invoice; e-invoices follow credit notes and cancellations. */
export const invoiceEvents = recordEvents<Invoice>('education.invoice')({
  path: '/api/v1/education/invoices/{id}/',
  contract_path: null,
  data: {
    student_id: 'id',
    fee_id: 'id',
    invoice_number: 'text',
    amount: 'money',
    balance: 'money',
    currency: 'text',
    due_date: 'day?',
  },
  actions: { late_fee: 'created', credit: 'credited', cancel: 'cancelled' },
  verbs: {
    created: { en: 'An invoice was created.', ms: 'Satu invois telah dicipta.' },
    credited: {
      en: 'A part or the rest of an invoice was credited.',
      ms: 'Sebahagian atau baki satu invois telah dikreditkan.',
    },
    cancelled: { en: 'An invoice was cancelled.', ms: 'Satu invois telah dibatalkan.' },
    paid: { en: 'Nothing of an invoice remains to be paid.', ms: 'Satu invois telah dijelaskan sepenuhnya.' },
    reopened: {
      en: 'An invoice that was paid is owed again.',
      ms: 'Satu invois yang telah dijelaskan terhutang semula.',
    },
  },
});

/** Announces that an invoice came to be paid, or is owed again. @param before its balance before the change, which is written */
export function tellBalance(ctx: Context, invoice: Invoice, before: number): void {
  const [wasPaid, isPaid] = [before <= 0, invoice.balance <= 0];
  if (wasPaid !== isPaid) invoiceEvents.tell(ctx, isPaid ? 'paid' : 'reopened', invoice);
}

/** The same of invoices that settlements changed. */
export function tellSettled(ctx: Context, invoices: readonly Invoice[], entries: readonly Settled[]): void {
  const settled = new Map<string, number>();
  for (const { invoice_id, amount } of entries)
    settled.set(invoice_id, money.add(settled.get(invoice_id) ?? 0, amount));
  for (const invoice of invoices) tellBalance(ctx, invoice, money.add(invoice.balance, settled.get(invoice.id) ?? 0));
}
