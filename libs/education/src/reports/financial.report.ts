import {
  atLeast,
  atMost,
  fromDay,
  textGroups,
  toDay,
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

/** Payments `r` of the period, those that are void too; other currencies than MYR are left out. */
const payments = (query: ReportPeriod, values: unknown[]): string => {
  const counted = ['r.tenant_id = $1', 'r.deleted_at is null', `r.currency = '${RINGGIT}'`];
  return `from education.payments r where ${where(period('payment_date'), query, counted, values)}`;
};

/** The day of Malaysia on which a payment was made void, and its filters by the instants at which such days begin and end. */
const VOID_DAY = `(r.voided_at at time zone interval '8 hours')`;
const voidFilters: Filters<ReportPeriod> = { date_from: fromDay('voided_at'), date_to: toDay('voided_at') };

/** Payments `r` that were made void in the period: a void counts on its own day. */
const voids = (query: ReportPeriod, values: unknown[]): string => {
  const counted = ['r.tenant_id = $1', 'r.voided_at is not null', 'r.deleted_at is null', `r.currency = '${RINGGIT}'`];
  return `from education.payments r where ${where(voidFilters, query, counted, values)}`;
};

/** Withdrawals `r` at which something was given back. */
const refunds = (query: ReportPeriod, values: unknown[]): string =>
  `from education.withdrawals r where ${where(period('withdrawal_date'), query, ['r.tenant_id = $1', 'r.refund_amount > 0'], values)}`;

const feeTypes = textGroups(UNSPECIFIED);

/**
 * A row per type of fee, as it was called when it was paid: another name changes no month that is closed. One type, however it
 * was written.
 */
const revenue = (query: ReportPeriod, values: unknown[]): string =>
  `select g.name, g.name, g.payments, g.received, g.voids, g.voided,
          null::bigint, g.received - g.voided, null::numeric, null::numeric, null::numeric
     from (select ${feeTypes.label('btrim(p.fee_type)', 'p.payments + p.voids')} as name, sum(p.payments)::bigint as payments, sum(p.received) as received,
                  sum(p.voids)::bigint as voids, sum(p.voided) as voided
             from (select r.fee_type, count(*) as payments, sum(r.amount) as received, 0::bigint as voids, 0::numeric as voided
                     ${payments(query, values)} group by r.fee_type
                   union all
                   select r.fee_type, 0, 0, count(*), sum(r.amount) ${voids(query, values)} group by r.fee_type) p
            group by ${feeTypes.key('p.fee_type')}) g
    order by g.received - g.voided desc, g.name`;

const expenses = (query: ReportPeriod, values: unknown[]): string =>
  `select '${REFUNDS}', '${REFUNDS}', null::bigint, null::numeric, null::bigint, null::numeric, count(*),
          coalesce(sum(r.refund_amount), 0), null::numeric, null::numeric, null::numeric
     ${refunds(query, values)}`;

/** A row per month in which there was something. */
const profitAndLoss = (query: ReportPeriod, values: unknown[]): string =>
  `select m.month, m.month, null::bigint, sum(m.received), null::bigint, sum(m.voided), null::bigint, null::numeric,
          sum(m.received) - sum(m.voided), sum(m.expenses), sum(m.received) - sum(m.voided) - sum(m.expenses)
     from (select to_char(r.payment_date, 'YYYY-MM') as month, sum(r.amount) as received, 0 as voided, 0 as expenses
             ${payments(query, values)} group by 1
           union all
           select to_char(${VOID_DAY}, 'YYYY-MM'), 0, sum(r.amount), 0 ${voids(query, values)} group by 1
           union all
           select to_char(r.withdrawal_date, 'YYYY-MM'), 0, 0, sum(r.refund_amount) ${refunds(query, values)} group by 1) m
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

const count = (key: string, title: { en: string; ms: string }, only: readonly FinancialGrouping[]) =>
  ({ key, title, kind: 'count', totalled: true, only }) as const;

/**
 * Money received and given back, in MYR: payments by their day and the type of their fee, refunds of withdrawals, or both by month
 * . A payment that is made void counts on its day, and is taken off on the day of the void, so that a closed month stays as
 * it was: revenue = received − voided. The totals are those of the period, for every type of report.
 */
export const financialReport: Report<ReportPeriod, FinancialGrouping> = {
  name: 'financial',
  title: { en: 'Financial report', ms: 'Laporan kewangan' },
  columns: [
    { key: 'group', title: words.group, kind: 'text', unprinted: true },
    { key: 'label', title: words.label, kind: 'text' },
    count('payments', { en: 'Payments', ms: 'Bayaran' }, ['revenue']),
    amount('received', { en: 'Received (RM)', ms: 'Diterima (RM)' }, ['revenue', 'profit_loss']),
    count('voids', { en: 'Voids', ms: 'Pembatalan' }, ['revenue']),
    amount('voided', { en: 'Voided (RM)', ms: 'Dibatalkan (RM)' }, ['revenue', 'profit_loss']),
    count('count', { en: 'Refunds', ms: 'Bayaran balik' }, ['expenses']),
    amount('amount', { en: 'Amount (RM)', ms: 'Jumlah (RM)' }, ['revenue', 'expenses']),
    amount('revenue', { en: 'Revenue (RM)', ms: 'Hasil (RM)' }, ['profit_loss']),
    amount('expenses', { en: 'Expenses (RM)', ms: 'Perbelanjaan (RM)' }, ['profit_loss']),
    amount('net', { en: 'Net (RM)', ms: 'Bersih (RM)' }, ['profit_loss']),
  ],
  groupings,
  fallback: 'revenue',
  parameter: 'report_type',
  filters: periodFilters('Paid, made void or given back on'),
  select(tenant_id, query, grouping) {
    const values: unknown[] = [tenant_id];
    return { text: selects[grouping](query, values), values };
  },
  overall: {
    keys: ['payments', 'received', 'voids', 'voided', 'count', 'revenue', 'expenses', 'net'],
    select(tenant_id, query) {
      const values: unknown[] = [tenant_id];
      const text = `
        select i.number, i.amount, v.number, v.amount, o.number, i.amount - v.amount, o.amount,
               i.amount - v.amount - o.amount
          from (select count(*) as number, coalesce(sum(r.amount), 0) as amount ${payments(query, values)}) i,
               (select count(*) as number, coalesce(sum(r.amount), 0) as amount ${voids(query, values)}) v,
               (select count(*) as number, coalesce(sum(r.refund_amount), 0) as amount ${refunds(query, values)}) o`;
      return { text, values };
    },
  },
};
