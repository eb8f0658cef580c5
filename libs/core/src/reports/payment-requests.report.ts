import { fromDay, toDay, where, type Filters, type Report, type ReportChart, type Words } from '@usaha/shared';
import { saidMethod } from '../document/payment-methods.js';
import { isPaidToPlatform, payableTypes, type PayableType } from '../payment-request/payable-source.js';
import { CONFIRMED_MEANS } from '../payment-request/payment-request.entity.js';

/** The days on which money was booked (UTC+8). */
export interface PaidPeriod {
  date_from?: string;
  date_to?: string;
}

export const paymentRequestGroupings = ['day', 'means', 'subject_type'] as const;
export type PaymentRequestGrouping = (typeof paymentRequestGroupings)[number];

/** @param at the column that says when money was booked */
const periodBy = (at: string): Filters<PaidPeriod> => ({ date_from: fromDay(at), date_to: toDay(at) });
const ofAttempts = periodBy('ended_at');
const ofConfirmed = periodBy('confirmed_at');
const ofRefunds = periodBy('updated_at');

/** Money that came through a gateway and was booked. One of which another amount came than was asked for is not among it. */
const attempts = (condition: string): string => `
  select r.ended_at as at, r.amount as paid, 0 as refunded, r.fee, r.unapplied_amount as unapplied, r.means, q.subject_type
    from core.payment_attempts r join core.payment_requests q on q.tenant_id = $1 and q.id = r.request_id
   where ${condition} and r.unapplied_amount is not null`;

/** Money that users confirmed. */
const confirmed = (condition: string): string => `
  select r.confirmed_at, r.confirmed_amount, 0, null::numeric, r.confirmed_unapplied, '${CONFIRMED_MEANS}', r.subject_type
    from core.payment_requests r where ${condition} and r.confirmed_at is not null`;

/** Money that was given back, by the gateway or by hand; a refund that is completed changes no more. */
const refunds = (condition: string): string => `
  select r.updated_at, 0, r.amount, null::numeric, 0, coalesce(a.means, q.means), q.subject_type
    from core.payment_request_refunds r join core.payment_requests q on q.tenant_id = $1 and q.id = r.request_id
    left join core.payment_attempts a on a.tenant_id = $1 and a.id = r.attempt_id
   where ${condition} and r.status = 'completed'`;

/** The Malaysian day of an instant, as a text. @param at SQL */
const dayOf = (at: string): string => `to_char(${at} at time zone interval '8 hours', 'YYYY-MM-DD')`;

const groupOf: Record<PaymentRequestGrouping, string> = {
  day: dayOf('e.at'),
  means: 'e.means',
  subject_type: 'e.subject_type',
};

const chart: ReportChart = { kind: 'bars', label: 'label', value: 'net' };
/** Subscriptions are paid by the business: that money is not its own (A-471). */
const subjects: Record<Exclude<PayableType, 'subscription'>, Words> = {
  'retail.sale': { en: 'Sales on account', ms: 'Jualan atas akaun' },
  'healthcare.bill': { en: 'Bills', ms: 'Bil' },
  'education.invoice': { en: 'School invoices', ms: 'Invois sekolah' },
  'beauty.appointment': { en: 'Appointments', ms: 'Temu janji' },
  'logistics.freight_invoice': { en: 'Freight invoices', ms: 'Invois pengangkutan' },
};

const own = payableTypes.filter((type) => !isPaidToPlatform(type));

const money = (key: string, title: Words) => ({ key, title, kind: 'money', totalled: true }) as const;
const day = (title: Words, description: string, example: string) =>
  ({ title, kind: 'day', description, example }) as const;

/**
 * Money that came by payment requests, to be compared with the statements of gateway and bank (A-470). It counts on the day on which it
 * was booked (A-463); money of which another amount came than was asked for is a difference, and counts nowhere.
 */
export const paymentRequestsReport: Report<PaidPeriod, PaymentRequestGrouping> = {
  name: 'payment_requests',
  title: { en: 'Payments by request', ms: 'Bayaran melalui permintaan' },
  columns: [
    { key: 'group', title: { en: 'Group', ms: 'Kumpulan' }, kind: 'text', unprinted: true },
    { key: 'label', title: { en: 'Name', ms: 'Nama' }, kind: 'text' },
    { key: 'count', title: { en: 'Payments', ms: 'Bayaran' }, kind: 'count', totalled: true },
    money('paid', { en: 'Paid (RM)', ms: 'Dibayar (RM)' }),
    money('refunded', { en: 'Refunded (RM)', ms: 'Dibayar balik (RM)' }),
    money('net', { en: 'Net (RM)', ms: 'Bersih (RM)' }),
    { ...money('fees', { en: 'Fees (RM)', ms: 'Fi (RM)' }), unknown: true },
    money('unapplied', { en: 'Unapplied (RM)', ms: 'Tidak direkodkan (RM)' }),
  ],
  groupings: {
    day: { title: { en: 'Day', ms: 'Hari' }, labels: 'day', chart: { kind: 'lines', label: 'label', value: 'net' } },
    means: { title: { en: 'Means of payment', ms: 'Cara bayaran' }, labels: 'text', chart, said: saidMethod },
    subject_type: { title: { en: 'Kind of document', ms: 'Jenis dokumen' }, labels: 'text', chart, words: subjects },
  },
  fallback: 'day',
  parameter: 'group_by',
  filters: {
    date_from: day({ en: 'From', ms: 'Dari' }, 'Money booked on this day or later (UTC+8)', '2026-03-01'),
    date_to: day({ en: 'To', ms: 'Hingga' }, 'Money booked on this day or earlier (UTC+8)', '2026-03-31'),
  },
  select(tenant_id, query, grouping) {
    const values: unknown[] = [tenant_id];
    const within = (of: Filters<PaidPeriod>): string => where(of, query, ['r.tenant_id = $1'], values);
    const entries = [attempts(within(ofAttempts)), confirmed(within(ofConfirmed)), refunds(within(ofRefunds))];
    const text = `
      select g.name, g.name, g.payments, g.paid, g.refunded, g.paid - g.refunded, g.fees, g.unapplied
        from (select ${groupOf[grouping]} as name, count(*) filter (where e.paid > 0) as payments, sum(e.paid) as paid, sum(e.refunded) as refunded, sum(e.fee) as fees,
                     sum(e.unapplied) as unapplied
                from (${entries.join(' union all ')}) e
               where e.subject_type in (${own.map((type) => `'${type}'`).join(', ')}) group by 1) g
       order by g.name`;
    return { text, values };
  },
};
