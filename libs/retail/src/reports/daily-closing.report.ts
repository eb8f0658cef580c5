import { joinUserNames, saidMethod } from '@usaha/core';
import {
  fromDay,
  spellingOf,
  textGroups,
  toDay,
  where,
  type Filters,
  type Report,
  type ReportChart,
  type ReportQuery,
} from '@usaha/shared';
import { cashRoundingSql, isCashSql, paymentMethodKeySql } from '@usaha/shared/malaysia';
import { titles } from './words.js';

export interface ClosingPeriod {
  date_from?: string;
  date_to?: string;
}

export const closingGroupings = ['payment_method', 'cashier', 'day'] as const;
export type ClosingGrouping = (typeof closingGroupings)[number];
export type ClosingReportQuery = ReportQuery<ClosingPeriod, ClosingGrouping>;

/** Group and label of what no user did: a program, the service itself. */
export const UNSPECIFIED_CASHIER = 'unspecified';

const period: Filters<ClosingPeriod> = { date_from: fromDay('created_at'), date_to: toDay('created_at') };

const DAY = `date_bin('1 day', r.created_at, '2000-01-01T00:00:00+08')`;

/** A payment that names no method has no label. */
const methods = textGroups(null, paymentMethodKeySql);

/** What tells rows apart, and what it is called in them. */
const keys: Record<ClosingGrouping, string> = {
  payment_method: `h.day, h.cashier_id, ${methods.key('h.method')} as method_key`,
  cashier: 'h.day, h.cashier_id',
  day: 'h.day',
};
const groupedBy: Record<ClosingGrouping, string> = { payment_method: '1, 2, 3', cashier: '1, 2', day: '1' };
const summed = (figure: string): string => `sum(h.${figure}) as ${figure}`;

/** The numbers of a year are all as long until there are a million: a longer one is a later one. */
const ORDERED = 'chr(32 + length(r.invoice_number)) || r.invoice_number';

/** A refund is paid out as its credit note says: all of a sale's in cash together are rounded as their sum is. */
const REFUND_METHOD = 'coalesce(r.refund_method, s.payment_method)';
const BEFORE = `case when r.position = 1 then 0 else
  (select coalesce(sum(b.amount), 0) from retail.sale_refunds b
    where b.tenant_id = $1 and b.sale_id = r.sale_id and b.position < r.position
      and ${isCashSql('coalesce(b.refund_method, s.payment_method)')}) end`;

/**
 * What happened, each kind of it added up by day, who did it and payment method: sales as they were made, refunds and changes of
 * status as they are in their ledgers. None of it is ever changed.
 */
const happened = (condition: string): string => `
  select ${DAY} as day, r.actor_id as cashier_id, ${spellingOf('r.payment_method')} as method, bool_or(${isCashSql('r.payment_method')}) as in_cash,
         count(*) as sales_count, sum(r.total) as sales, 0 as refunds_count, 0 as refunds, 0 as cancelled,
         coalesce(sum(${cashRoundingSql('r.total')}) filter (where ${isCashSql('r.payment_method')}), 0) as rounding,
         min(${ORDERED}) as first_invoice, max(${ORDERED}) as last_invoice
    from retail.sales r where ${condition} group by 1, 2, 3
  union all
  select r.day, r.actor_id, ${spellingOf('r.method')}, bool_or(${isCashSql('r.method')}),
         0, 0, count(*), sum(r.amount), 0,
         -coalesce(sum(${cashRoundingSql('r.before + r.amount')} - ${cashRoundingSql('r.before')})
                     filter (where ${isCashSql('r.method')}), 0), null, null
    from (select ${DAY} as day, r.actor_id, ${REFUND_METHOD} as method, r.amount, ${BEFORE} as before
            from retail.sale_refunds r join retail.sales s on s.tenant_id = $1 and s.id = r.sale_id
           where ${condition}) r
   group by 1, 2, 3
  union all
  select ${DAY}, r.actor_id, ${spellingOf('s.payment_method')}, bool_or(${isCashSql('s.payment_method')}),
         0, 0, 0, 0, sum(r.amount), -sum(r.rounding), null, null
    from retail.sale_reversals r join retail.sales s on s.tenant_id = $1 and s.id = r.sale_id
   where ${condition} group by 1, 2, 3`;

const shownDay = `to_char(g.day at time zone interval '8 hours', 'YYYY-MM-DD')`;
const shown: Record<ClosingGrouping, { head: string; join: string; order: string }> = {
  payment_method: {
    head: `coalesce(g.cashier_id::text, '${UNSPECIFIED_CASHIER}'), case when g.cashier_id is null then '${UNSPECIFIED_CASHIER}' else u.name end,
           ${shownDay}, g.method`,
    join: joinUserNames('g.cashier_id::text'),
    order: 'g.day, g.cashier_id is null, lower(u.name), g.cashier_id, g.method_key nulls first',
  },
  cashier: {
    head: `coalesce(g.cashier_id::text, '${UNSPECIFIED_CASHIER}'), case when g.cashier_id is null then '${UNSPECIFIED_CASHIER}' else u.name end,
           ${shownDay}, null`,
    join: joinUserNames('g.cashier_id::text'),
    order: 'g.day, g.cashier_id is null, lower(u.name), g.cashier_id',
  },
  day: { head: `${shownDay}, ${shownDay}, null, null`, join: '', order: 'g.day' },
};

const count = (key: string, en: string, ms: string) =>
  ({ key, title: { en, ms }, kind: 'count', totalled: true }) as const;
const money = (key: string, en: string, ms: string) =>
  ({ key, title: { en, ms }, kind: 'money', totalled: true }) as const;

const bars: ReportChart = { kind: 'bars', label: 'label', value: 'net', qualifier: 'day' };
const named = { [UNSPECIFIED_CASHIER]: { en: 'Unspecified', ms: 'Tidak dinyatakan' } };
const cashier = {
  title: { en: 'Cashier', ms: 'Juruwang' },
  labels: 'text',
  chart: bars,
  many: true,
  words: named,
  unnamed: { en: 'unknown cashier', ms: 'juruwang tidak dikenali' },
} as const;

/**
 * What each cashier took and gave back on each day (UTC+8): sales on the day on which they were made, as they were made, refunds
 * and cancellations on their day and with the user who made them. Later events change no earlier day.
 */
export const dailyClosingReport: Report<ClosingPeriod, ClosingGrouping> = {
  name: 'daily_closing',
  title: { en: 'Daily closing', ms: 'Penutupan harian' },
  columns: [
    { key: 'group', title: titles.group, kind: 'text', unprinted: true },
    { key: 'label', title: titles.label, kind: 'text' },
    { key: 'day', title: { en: 'Day', ms: 'Hari' }, kind: 'day', only: ['payment_method', 'cashier'] },
    {
      key: 'payment_method',
      title: { en: 'Payment', ms: 'Bayaran' },
      kind: 'text',
      only: ['payment_method'],
      said: saidMethod,
    },
    count('sales_count', 'Sales', 'Jualan'),
    money('sales', 'Sold (RM)', 'Dijual (RM)'),
    count('refunds_count', 'Refunds', 'Bayaran balik'),
    money('refunds', 'Refunded (RM)', 'Dibayar balik (RM)'),
    money('cancelled', 'Cancelled (RM)', 'Dibatalkan (RM)'),
    money('net', 'Net (RM)', 'Bersih (RM)'),
    money('rounding', 'Rounding (RM)', 'Pembundaran (RM)'),
    money('expected_cash', 'Expected cash (RM)', 'Tunai dijangka (RM)'),
    { key: 'first_invoice_number', title: { en: 'First invoice', ms: 'Invois pertama' }, kind: 'text' },
    { key: 'last_invoice_number', title: { en: 'Last invoice', ms: 'Invois akhir' }, kind: 'text' },
  ],
  groupings: {
    payment_method: { ...cashier, chart: { ...bars, qualifier: 'payment_method' } },
    cashier,
    day: { title: { en: 'Day', ms: 'Hari' }, labels: 'day', chart: { kind: 'lines', label: 'label', value: 'net' } },
  },
  fallback: 'payment_method',
  parameter: 'group_by',
  parameterNote:
    'payment_method has a row for each day, cashier and payment method, cashier one for each day and cashier',
  filters: {
    date_from: {
      title: titles.date_from,
      kind: 'day',
      description: 'First day of the period (UTC+8)',
      example: '2026-03-10',
    },
    date_to: {
      title: titles.date_to,
      kind: 'day',
      description: 'Last day of the period (UTC+8)',
      example: '2026-03-10',
    },
  },
  select(tenant_id, query, grouping) {
    const values: unknown[] = [tenant_id];
    const condition = where(period, query, ['r.tenant_id = $1'], values);
    const { head, join, order } = shown[grouping];
    const text = `
      select ${head}, g.sales_count, g.sales, g.refunds_count, g.refunds, g.cancelled, g.sales - g.refunds - g.cancelled,
             g.rounding, g.cash + g.rounding, substr(g.first_invoice, 2), substr(g.last_invoice, 2)
        from (select ${keys[grouping]}, ${methods.label('h.method', 'h.times')} as method, ${summed('sales_count')},
                     ${summed('sales')}, ${summed('refunds_count')}, ${summed('refunds')}, ${summed('cancelled')},
                     ${summed('rounding')}, ${summed('cash')},
                     min(h.first_invoice) as first_invoice, max(h.last_invoice) as last_invoice
                from (select h.day, h.cashier_id, h.method, sum(h.sales_count + h.refunds_count) as times, ${summed('sales_count')},
                             ${summed('sales')}, ${summed('refunds_count')}, ${summed('refunds')}, ${summed('cancelled')},
                             ${summed('rounding')}, coalesce(sum(h.sales - h.refunds - h.cancelled) filter (where h.in_cash), 0) as cash,
                             min(h.first_invoice) as first_invoice, max(h.last_invoice) as last_invoice
                        from (${happened(condition)}) h group by 1, 2, 3) h
               group by ${groupedBy[grouping]}) g ${join}
       order by ${order}`;
    return { text, values };
  },
};
