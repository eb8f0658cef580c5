import {
  atLeast,
  atMost,
  textGroups,
  where,
  type Filters,
  type Report,
  type ReportChart,
  type ReportGrouping,
  type ReportQuery,
} from '@usaha/shared';
import { RINGGIT } from '../fee/currency.js';
import { UNSPECIFIED, periodFilters, words, type ReportPeriod } from './words.js';

export const financialGroupings = ['revenue', 'expenses', 'profit_loss'] as const;
export type FinancialGrouping = (typeof financialGroupings)[number];
export type FinancialReportQuery = ReportQuery<ReportPeriod, FinancialGrouping>;

/** Group and label of all that was given back. */
const REFUNDS = 'refunds';

const period = (column: string): Filters<ReportPeriod> => ({ date_from: atLeast(column), date_to: atMost(column) });

/** Payments `r` that are in sums: those that are void are not, and other currencies than MYR are left out. */
const payments = (query: ReportPeriod, values: unknown[]): string => {
  const counted = ['r.tenant_id = $1', 'r.deleted_at is null', 'r.voided_at is null', `r.currency = '${RINGGIT}'`];
  return `from education.payments r where ${where(period('payment_date'), query, counted, values)}`;
};

/** Withdrawals `r` at which something was given back. */
const refunds = (query: ReportPeriod, values: unknown[]): string =>
  `from education.withdrawals r where ${where(period('withdrawal_date'), query, ['r.tenant_id = $1', 'r.refund_amount > 0'], values)}`;

const feeTypes = textGroups(UNSPECIFIED);

/** A row per type of fee; one type, however it was written. */
const revenue = (query: ReportPeriod, values: unknown[]): string =>
  `select g.name, g.name, g.payments, null::bigint, g.amount, null::numeric, null::numeric, null::numeric
     from (select ${feeTypes.label('btrim(f.fee_type)', 'p.payments')} as name, sum(p.payments)::bigint as payments, sum(p.amount) as amount
             from (select r.fee_id, count(*) as payments, sum(r.amount) as amount ${payments(query, values)} group by r.fee_id) p
             left join education.fees f on f.tenant_id = $1 and f.id = p.fee_id
            group by ${feeTypes.key('f.fee_type')}) g
    order by g.amount desc, g.name`;

const expenses = (query: ReportPeriod, values: unknown[]): string =>
  `select '${REFUNDS}', '${REFUNDS}', null::bigint, count(*), coalesce(sum(r.refund_amount), 0), null::numeric, null::numeric, null::numeric
     ${refunds(query, values)}`;

/** A row per month in which there was something. */
const profitAndLoss = (query: ReportPeriod, values: unknown[]): string =>
  `select m.month, m.month, null::bigint, null::bigint, null::numeric, sum(m.revenue), sum(m.expenses), sum(m.revenue) - sum(m.expenses)
     from (select to_char(r.payment_date, 'YYYY-MM') as month, sum(r.amount) as revenue, 0 as expenses ${payments(query, values)} group by 1
           union all
           select to_char(r.withdrawal_date, 'YYYY-MM'), 0, sum(r.refund_amount) ${refunds(query, values)} group by 1) m
    group by m.month order by m.month`;

const selects: Record<FinancialGrouping, (query: ReportPeriod, values: unknown[]) => string> = {
  revenue,
  expenses,
  profit_loss: profitAndLoss,
};

const bars: ReportChart = { kind: 'bars', label: 'label', value: 'amount' };
const named = { [UNSPECIFIED]: words.unspecified, [REFUNDS]: { en: 'Refunds', ms: 'Bayaran balik' } };

const groupings: Record<FinancialGrouping, ReportGrouping> = {
  revenue: { title: { en: 'Revenue', ms: 'Hasil' }, labels: 'text', chart: bars, words: named },
  expenses: { title: { en: 'Expenses', ms: 'Perbelanjaan' }, labels: 'text', chart: bars, words: named },
  profit_loss: {
    title: { en: 'Profit and loss', ms: 'Untung rugi' },
    labels: 'text',
    chart: { kind: 'lines', label: 'label', value: 'net' },
  },
};

const amount = (key: string, title: { en: string; ms: string }, only: readonly FinancialGrouping[]) =>
  ({ key, title, kind: 'money', totalled: true, only }) as const;

/**
 * What came in and what was given back, in MYR: payments by their day and the type of their fee, refunds of withdrawals, or
 * both by month. The totals say what the period came to, whichever rows are asked for.
 */
export const financialReport: Report<ReportPeriod, FinancialGrouping> = {
  name: 'financial',
  title: { en: 'Financial report', ms: 'Laporan kewangan' },
  columns: [
    { key: 'group', title: words.group, kind: 'text', unprinted: true },
    { key: 'label', title: words.label, kind: 'text' },
    { key: 'payments', title: { en: 'Payments', ms: 'Bayaran' }, kind: 'count', totalled: true, only: ['revenue'] },
    { key: 'count', title: { en: 'Refunds', ms: 'Bayaran balik' }, kind: 'count', totalled: true, only: ['expenses'] },
    amount('amount', { en: 'Amount (RM)', ms: 'Jumlah (RM)' }, ['revenue', 'expenses']),
    amount('revenue', { en: 'Revenue (RM)', ms: 'Hasil (RM)' }, ['profit_loss']),
    amount('expenses', { en: 'Expenses (RM)', ms: 'Perbelanjaan (RM)' }, ['profit_loss']),
    amount('net', { en: 'Net (RM)', ms: 'Bersih (RM)' }, ['profit_loss']),
  ],
  groupings,
  fallback: 'revenue',
  parameter: 'report_type',
  filters: periodFilters('Paid or given back on'),
  select(tenant_id, query, grouping) {
    const values: unknown[] = [tenant_id];
    return { text: selects[grouping](query, values), values };
  },
  overall: {
    keys: ['payments', 'count', 'revenue', 'expenses', 'net'],
    select(tenant_id, query) {
      const values: unknown[] = [tenant_id];
      const text = `
        select i.number, o.number, i.amount, o.amount, i.amount - o.amount
          from (select count(*) as number, coalesce(sum(r.amount), 0) as amount ${payments(query, values)}) i,
               (select count(*) as number, coalesce(sum(r.refund_amount), 0) as amount ${refunds(query, values)}) o`;
      return { text, values };
    },
  },
};
