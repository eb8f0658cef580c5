import {
  atLeast,
  atMost,
  equalsId,
  textGroups,
  where,
  type Filters,
  type Report,
  type ReportChart,
  type ReportGrouping,
  type ReportQuery,
} from '@usaha/shared';
import { RINGGIT } from '../fee/currency.js';
import { overdueSql } from '../invoice/instalments.js';
import { LATE_FEE } from '../invoice/invoice.entity.js';
import { levelKeySql } from '../level/level-key.js';
import { DELETED_STUDENT, UNSPECIFIED, periodFilters, studentLabel, words, type ReportPeriod } from './words.js';

export const outstandingGroupings = ['student', 'fee', 'grade'] as const;
export type OutstandingGrouping = (typeof outstandingGroupings)[number];

/** What the report can be narrowed to; the days are those by which invoices are due. */
export interface OutstandingFilters extends ReportPeriod {
  fee_id?: string;
}
export type OutstandingReportQuery = ReportQuery<OutstandingFilters, OutstandingGrouping>;

const filters: Filters<OutstandingFilters> = {
  date_from: atLeast('due_date'),
  date_to: atMost('due_date'),
  fee_id: equalsId('fee_id'),
};

const STUDENT = 'join education.students s on s.tenant_id = $1 and s.id = r.student_id';

const levels = textGroups(UNSPECIFIED, levelKeySql);

/** What makes groups of invoices `r`, and how a group is called. */
const groups: Record<OutstandingGrouping, { key: string; label: string; join: string }> = {
  student: { key: 'r.student_id', label: `min(${studentLabel})`, join: STUDENT },
  // Late fees of all fees are one.
  fee: {
    key: `case when r.late_fee_of is null then r.fee_id::text else '${LATE_FEE}' end`,
    label: 'min(btrim(r.fee_type))',
    join: '',
  },
  // The level of today: one, however it was written.
  grade: { key: levels.key('s.current_grade'), label: levels.labelOfRecords('s.current_grade'), join: STUDENT },
};

/** Levels have no id: their group is their name. */
const groupOf: Record<OutstandingGrouping, string> = {
  student: 'g.key::text',
  fee: 'g.key::text',
  grade: `coalesce(g.name, '${UNSPECIFIED}')`,
};

const chart: ReportChart = { kind: 'bars', label: 'label', value: 'outstanding' };

const groupings: Record<OutstandingGrouping, ReportGrouping> = {
  student: {
    title: words.student,
    labels: 'text',
    chart,
    many: true,
    words: { [DELETED_STUDENT]: words.deletedStudent },
  },
  fee: {
    title: { en: 'Fee', ms: 'Yuran' },
    labels: 'text',
    chart,
    words: { [LATE_FEE]: { en: 'Late payment fee', ms: 'Caj lewat bayar' } },
  },
  grade: { title: words.level, labels: 'text', chart, words: { [UNSPECIFIED]: words.unspecified } },
};

const amount = (key: string, title: { en: string; ms: string }) =>
  ({ key, title, kind: 'money', totalled: true }) as const;

/**
 * Unpaid amounts of invoices in MYR, by student, fee or level, the longest overdue first. Days overdue are those
 * since the earliest day by which one of them was due; 0 where none is late.
 */
export const outstandingReport: Report<OutstandingFilters, OutstandingGrouping> = {
  name: 'outstanding',
  title: { en: 'Outstanding fees report', ms: 'Laporan yuran tertunggak' },
  columns: [
    { key: 'group', title: words.group, kind: 'text', unprinted: true },
    { key: 'label', title: words.label, kind: 'text' },
    { key: 'invoices', title: { en: 'Invoices', ms: 'Invois' }, kind: 'count', totalled: true },
    amount('amount', { en: 'Invoiced (RM)', ms: 'Diinvois (RM)' }),
    amount('credited', { en: 'Credited (RM)', ms: 'Dikreditkan (RM)' }),
    amount('settled', { en: 'Settled (RM)', ms: 'Dijelaskan (RM)' }),
    amount('outstanding', { en: 'Outstanding (RM)', ms: 'Tertunggak (RM)' }),
    amount('overdue', { en: 'Overdue (RM)', ms: 'Lewat bayar (RM)' }),
    { key: 'oldest_due_date', title: { en: 'Oldest due date', ms: 'Tarikh akhir terlama' }, kind: 'day' },
    { key: 'days_overdue', title: { en: 'Days overdue', ms: 'Hari lewat' }, kind: 'count' },
  ],
  groupings,
  fallback: 'student',
  parameter: 'group_by',
  filters: {
    ...periodFilters('Due on'),
    fee_id: {
      title: { en: 'Fee', ms: 'Yuran' },
      kind: 'text',
      description: 'Id of the fee',
      example: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
    },
  },
  select(tenant_id, query, grouping, today) {
    const { key, label, join } = groups[grouping];
    const values: unknown[] = [tenant_id, today];
    const owed = ['r.tenant_id = $1', 'r.deleted_at is null', 'not r.is_paid', `r.currency = '${RINGGIT}'`];
    const condition = where(filters, query, owed, values);
    const text = `
      select ${groupOf[grouping]}, coalesce(g.name, '${UNSPECIFIED}'), g.invoices, g.amount, g.credited, g.settled,
             g.amount - g.credited - g.settled, g.overdue, g.oldest, greatest($2::date - g.oldest, 0)
        from (select ${key} as key, nullif(${label}, '') as name, count(*) as invoices, sum(r.amount) as amount,
                     sum(r.credited) as credited, sum(r.settled) as settled, min(r.due_date) as oldest,
                     coalesce(sum(${overdueSql('$2::date')}), 0) as overdue
                from education.invoices r ${join} where ${condition} group by ${key}) g
       order by g.oldest, g.amount - g.credited - g.settled desc, g.key`;
    return { text, values };
  },
};
