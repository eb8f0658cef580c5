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
export type RevenueReportQuery = ReportQuery<ReportPeriod, RevenueGrouping>;

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

/**
 * Bills of a period in any status, by how they are paid, or by type and doctor of their appointments.
 * The overdue amount is what remains to be paid of bills that read so today. total = credited + paid + outstanding −
 * in_credit: what is credited later leaves the total of the month in which it was billed.
 */
export const revenueReport: Report<ReportPeriod, RevenueGrouping> = {
  name: 'revenue',
  title: { en: 'Revenue report', ms: 'Laporan hasil' },
  columns: [
    { key: 'group', title: words.group, kind: 'text', unprinted: true },
    { key: 'label', title: words.label, kind: 'text' },
    { key: 'bills', title: { en: 'Bills', ms: 'Bil' }, kind: 'count', totalled: true },
    money('subtotal', { en: 'Subtotal (RM)', ms: 'Subjumlah (RM)' }),
    money('tax', { en: 'Tax (RM)', ms: 'Cukai (RM)' }),
    money('total', { en: 'Total (RM)', ms: 'Jumlah (RM)' }),
    money('credited', { en: 'Credited (RM)', ms: 'Dikreditkan (RM)' }),
    money('paid', { en: 'Paid (RM)', ms: 'Dibayar (RM)' }),
    money('outstanding', { en: 'Outstanding (RM)', ms: 'Belum dibayar (RM)' }),
    money('in_credit', { en: 'In credit (RM)', ms: 'Baki kredit (RM)' }),
    money('overdue', { en: 'Overdue (RM)', ms: 'Lewat bayar (RM)' }),
  ],
  groupings,
  fallback: 'payment_method',
  parameter: 'group_by',
  filters: periodFilters('Bills created on'),
  select(tenant_id, query, grouping, today) {
    const values: unknown[] = [tenant_id, today];
    const { key, label } = groups[grouping];
    const { label: shown, join } =
      grouping === 'doctor' ? doctorNamed : { label: `coalesce(g.name, '${UNSPECIFIED}')`, join: '' };
    const condition = where(period, query, ['r.tenant_id = $1', 'r.deleted_at is null'], values);
    const rest = 'r.total - r.credited_amount - r.amount_paid';
    const overdue = `coalesce(sum(greatest(${rest}, 0)) filter (where ${readsOverdue('$2')}), 0)`;
    const text = `
      select coalesce(g.name, '${UNSPECIFIED}'), ${shown}, g.bills, g.subtotal, g.tax, g.total,
             g.credited, g.paid, g.outstanding, g.in_credit, g.overdue
        from (select ${label('s.spelling', 's.bills')} as name, sum(s.bills) as bills, sum(s.subtotal) as subtotal,
                     sum(s.tax) as tax, sum(s.total) as total, sum(s.credited) as credited, sum(s.paid) as paid,
                     sum(s.outstanding) as outstanding, sum(s.in_credit) as in_credit, sum(s.overdue) as overdue
                from (select ${spellingOf(columns[grouping])} as spelling, count(*) as bills, sum(r.subtotal) as subtotal,
                             sum(r.tax_amount) as tax, sum(r.total) as total, sum(r.credited_amount) as credited,
                             sum(r.amount_paid) as paid, sum(greatest(${rest}, 0)) as outstanding,
                             sum(greatest(-(${rest}), 0)) as in_credit, ${overdue} as overdue
                        from healthcare.bills r where ${condition} group by 1) s
               group by ${key('s.spelling')}) g ${join}
       order by g.total desc, g.name`;
    return { text, values };
  },
};
