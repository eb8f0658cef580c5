import { saidMethod } from '@usaha/core';
import {
  fromDay,
  spellingOf,
  textGroups,
  toDay,
  where,
  type Filters,
  type Report,
  type ReportChart,
  type ReportGrouping,
  type ReportQuery,
  type TextGroups,
  type Words,
} from '@usaha/shared';
import { paymentMethodKeySql } from '@usaha/shared/malaysia';
import { readsOverdue } from '../billing/bill.repository.js';
import { UNSPECIFIED, doctorNamed, periodFilters, saidType, types, words, type ReportPeriod } from './words.js';

export const revenueGroupings = ['service_type', 'doctor', 'payment_method'] as const;
export type RevenueGrouping = (typeof revenueGroupings)[number];

/** What of a bill is in the period: the day on which it was made, or those of its payments. */
const countedBy = {
  billed: { en: 'Day of the bill', ms: 'Hari bil' },
  paid: { en: 'Day of payment', ms: 'Hari bayaran' },
} as const satisfies Record<string, Words>;

export interface RevenueFilters extends ReportPeriod {
  by?: keyof typeof countedBy;
}
export type RevenueReportQuery = ReportQuery<RevenueFilters, RevenueGrouping>;

const period: Filters<ReportPeriod> = { date_from: fromDay('created_at'), date_to: toDay('created_at') };

/** What of a bill `r` makes its group. */
const columns: Record<RevenueGrouping, string> = {
  service_type: 'r.service_type',
  doctor: 'r.doctor_id',
  payment_method: 'r.payment_method',
};

/** What makes spellings one group. */
const groups: Record<RevenueGrouping, TextGroups> = {
  service_type: types,
  doctor: textGroups(null),
  payment_method: textGroups(null, paymentMethodKeySql),
};

const chart: ReportChart = { kind: 'bars', label: 'label', value: 'total' };
const named = { [UNSPECIFIED]: words.unspecified };

const groupings: Record<RevenueGrouping, ReportGrouping> = {
  service_type: { title: { en: 'Service', ms: 'Perkhidmatan' }, labels: 'text', chart, words: named, said: saidType },
  doctor: { title: words.doctor, labels: 'text', chart, words: named, unnamed: words.unknownDoctor },
  payment_method: {
    title: { en: 'Payment method', ms: 'Cara bayaran' },
    labels: 'text',
    chart,
    words: named,
    said: saidMethod,
  },
};

const money = (key: string, title: Words) => ({ key, title, kind: 'money', totalled: true }) as const;
/** Of the bill, and unknown of a payment of a part of it. */
const ofBill = (key: string, title: Words) => ({ ...money(key, title), unknown: true }) as const;

/** SQL: what was received for a bill and given back of it, each on its day. A void takes the method of the payment. */
const movedMoney = (condition: string): string => `
  select r.bill_id, r.amount, r.payment_method as method from healthcare.bill_payments r where ${condition}
  union all
  select r.bill_id, -r.amount, p.payment_method from healthcare.bill_payment_voids r
    join healthcare.bill_payments p on p.tenant_id = $1 and p.id = r.payment_id where ${condition}
  union all
  select r.bill_id, -r.amount, r.refund_method from healthcare.bill_refunds r where ${condition}`;

/** SQL of figures of groups `s` by spelling: of the money that moved in the period alone. */
function paidWithin(grouping: RevenueGrouping, condition: string): string {
  const of = grouping === 'payment_method' ? 'm.method' : columns[grouping];
  return `select ${spellingOf(of)} as spelling, count(distinct r.id) as bills, null::numeric as subtotal, null::numeric as tax,
                 sum(m.amount) as total, null::numeric as credited, sum(m.amount) as paid, null::numeric as outstanding,
                 null::numeric as in_credit, null::numeric as overdue
            from (${movedMoney(condition)}) m
            join healthcare.bills r on r.tenant_id = $1 and r.id = m.bill_id and r.deleted_at is null group by 1`;
}

/** SQL of figures of groups `s` by spelling: of the bills that were made in the period. */
function billedWithin(grouping: RevenueGrouping, condition: string, today: string): string {
  const rest = 'r.total - r.credited_amount - r.amount_paid';
  const overdue = `coalesce(sum(greatest(${rest}, 0)) filter (where ${readsOverdue(today)}), 0)`;
  return `select ${spellingOf(columns[grouping])} as spelling, count(*) as bills, sum(r.subtotal) as subtotal,
                 sum(r.tax_amount) as tax, sum(r.total) as total, sum(r.credited_amount) as credited,
                 sum(r.amount_paid) as paid, sum(greatest(${rest}, 0)) as outstanding,
                 sum(greatest(-(${rest}), 0)) as in_credit, ${overdue} as overdue
            from healthcare.bills r where ${condition} and r.deleted_at is null group by 1`;
}

/**
 * Bills of a period in any status, by how they are paid, or by type and doctor of their appointments. With `by=paid` the money
 * that was received less what was given back in the period, by the day of each payment and its method.
 * The overdue amount is what remains to be paid of bills that read so today. total = credited + paid + outstanding −
 * in_credit: what is credited later leaves the total of the month in which it was billed.
 */
export const revenueReport: Report<RevenueFilters, RevenueGrouping> = {
  name: 'revenue',
  title: { en: 'Revenue report', ms: 'Laporan hasil' },
  columns: [
    { key: 'group', title: words.group, kind: 'text', unprinted: true },
    { key: 'label', title: words.label, kind: 'text' },
    { key: 'bills', title: { en: 'Bills', ms: 'Bil' }, kind: 'count', totalled: true },
    ofBill('subtotal', { en: 'Subtotal (RM)', ms: 'Subjumlah (RM)' }),
    ofBill('tax', { en: 'Tax (RM)', ms: 'Cukai (RM)' }),
    money('total', { en: 'Total (RM)', ms: 'Jumlah (RM)' }),
    ofBill('credited', { en: 'Credited (RM)', ms: 'Dikreditkan (RM)' }),
    money('paid', { en: 'Paid (RM)', ms: 'Dibayar (RM)' }),
    ofBill('outstanding', { en: 'Outstanding (RM)', ms: 'Belum dibayar (RM)' }),
    ofBill('in_credit', { en: 'In credit (RM)', ms: 'Baki kredit (RM)' }),
    ofBill('overdue', { en: 'Overdue (RM)', ms: 'Lewat bayar (RM)' }),
  ],
  groupings,
  fallback: 'payment_method',
  parameter: 'group_by',
  filters: {
    by: {
      title: { en: 'Counted by', ms: 'Dikira mengikut' },
      kind: 'choice',
      description:
        'By the day of the bill, or by that of each payment: then total and paid are what was received less what was given back, and all other amounts are null',
      words: countedBy,
      fallback: 'billed',
    },
    ...periodFilters('Bills created, or with by=paid payments made, on'),
  },
  select(tenant_id, { by, ...query }, grouping, today) {
    const values: unknown[] = [tenant_id];
    const { key, label } = groups[grouping];
    const { label: shown, join } =
      grouping === 'doctor' ? doctorNamed : { label: `coalesce(g.name, '${UNSPECIFIED}')`, join: '' };
    const condition = where(period, query, ['r.tenant_id = $1'], values);
    const figures =
      by === 'paid' ? paidWithin(grouping, condition) : billedWithin(grouping, condition, `$${values.push(today)}`);
    const text = `
      select coalesce(g.name, '${UNSPECIFIED}'), ${shown}, g.bills, g.subtotal, g.tax, g.total,
             g.credited, g.paid, g.outstanding, g.in_credit, g.overdue
        from (select ${label('s.spelling', 's.bills')} as name, sum(s.bills) as bills, sum(s.subtotal) as subtotal,
                     sum(s.tax) as tax, sum(s.total) as total, sum(s.credited) as credited, sum(s.paid) as paid,
                     sum(s.outstanding) as outstanding, sum(s.in_credit) as in_credit, sum(s.overdue) as overdue
                from (${figures}) s
               group by ${key('s.spelling')}) g ${join}
       order by g.total desc, g.name`;
    return { text, values };
  },
};
