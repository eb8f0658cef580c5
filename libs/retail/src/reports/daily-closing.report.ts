import { ONLINE_RECEIVER, UNSPECIFIED_RECEIVER, joinUserNames, receivedBy, saidMethod } from '@usaha/core';
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
import { ON_ACCOUNT } from '../sale/payment-arithmetic.js';
import type { PaymentKind } from '../sale/sale-payment.entity.js';
import { countsOfCashiers, countsOfDays } from './counted-tills.js';
import { titles } from './words.js';

export interface ClosingPeriod {
  /** One day alone. */
  date?: string;
  date_from?: string;
  date_to?: string;
  /** Id of a user, `online` or `unspecified`. */
  cashier?: string;
}

export const closingGroupings = ['payment_method', 'cashier', 'day'] as const;
export type ClosingGrouping = (typeof closingGroupings)[number];
export type ClosingReportQuery = ReportQuery<ClosingPeriod, ClosingGrouping>;

/** SQL: that an entry came by a payment request. Sales that were paid at once, and what is given back, never did. */
const ONLINE = '(r.payment_request_id is not null)';

/** @param at the column that says when @param online SQL: whether it came by a payment request */
const periodBy = (at: string, online?: string): Filters<ClosingPeriod> => ({
  date: (day, bind) => `${fromDay(at)(day, bind)} and ${toDay(at)(day, bind)}`,
  date_from: fromDay(at),
  date_to: toDay(at),
  cashier: receivedBy('r.actor_id', online),
});
const period = periodBy('created_at');
const periodOfPayments = periodBy('created_at', ONLINE);
const periodOfSales = periodBy('sold_at');

/** The Malaysian day of an instant. @param at SQL */
const dayOf = (at: string): string => `date_bin('1 day', ${at}, '2000-01-01T00:00:00+08')`;
const DAY = dayOf('r.created_at');

/** Whether a sale was recorded after its day, by a till without a network (A-510). @param sale its table */
const late = (sale: string): string => `${dayOf(`${sale}.created_at`)} > ${dayOf(`${sale}.sold_at`)}`;

/** A payment that names no method has no label; what is owed is called so. */
const methods = textGroups(null, paymentMethodKeySql);

/** What tells rows apart, and what it is called in them. */
const keys: Record<ClosingGrouping, string> = {
  payment_method: `h.day, h.cashier_id, h.is_online, ${methods.key('h.method')} as method_key`,
  cashier: 'h.day, h.cashier_id, h.is_online',
  day: 'h.day',
};
const groupedBy: Record<ClosingGrouping, string> = { payment_method: '1, 2, 3, 4', cashier: '1, 2, 3', day: '1' };

/** The figures that are added up; `taken` is money that was received, less money that was given back. */
const FIGURES = [
  'sales_count',
  'sales',
  'refunds_count',
  'refunds',
  'voids_count',
  'voided',
  'cancelled',
  'account_payments',
  'taken',
  'rounding',
  'late_sales',
  'late_amount',
] as const;
const summed = FIGURES.map((figure) => `sum(h.${figure}) as ${figure}`).join(', ');
/** The same of a day or cashier of whom nothing but a count of the till may be known. */
const figuresOf = (table: string): string =>
  FIGURES.map((figure) => `coalesce(${table}.${figure}, 0) as ${figure}`).join(', ');
const invoices = 'min(h.first_invoice) as first_invoice, max(h.last_invoice) as last_invoice';

/** The numbers of a year are all as long until there are a million: a longer one is a later one. */
const orderedBy = (sale: string): string => `chr(32 + length(${sale}.invoice_number)) || ${sale}.invoice_number`;

/** A refund is paid out as its credit note says: all of a sale's in cash together are rounded as their sum is. */
const REFUND_METHOD = 'coalesce(r.refund_method, s.payment_method)';
const BEFORE = `case when r.position = 1 then 0 else
  (select coalesce(sum(b.amount), 0) from retail.sale_refunds b
    where b.tenant_id = $1 and b.sale_id = r.sale_id and b.position < r.position
      and ${isCashSql('coalesce(b.refund_method, s.payment_method)')}) end`;

const OF_SALE = 'join retail.sales s on s.tenant_id = $1 and s.id = r.sale_id and not s.payments_kept';

/** Sales that were paid at once, as they were made. */
const soldAtOnce = (condition: string): string => `
  select ${dayOf('r.sold_at')} as day, r.actor_id as cashier_id, false as is_online, ${spellingOf('r.payment_method')} as method,
         bool_or(${isCashSql('r.payment_method')}) as in_cash, count(*) as sales_count, sum(r.total) as sales,
         0 as refunds_count, 0 as refunds, 0 as voids_count, 0 as voided, 0 as cancelled, 0 as account_payments, sum(r.total) as taken,
         coalesce(sum(${cashRoundingSql('r.total')}) filter (where ${isCashSql('r.payment_method')}), 0) as rounding,
         count(*) filter (where ${late('r')}) as late_sales, coalesce(sum(r.total) filter (where ${late('r')}), 0) as late_amount,
         min(${orderedBy('r')}) as first_invoice, max(${orderedBy('r')}) as last_invoice
    from retail.sales r where ${condition} and not r.payments_kept group by 1, 2, 4`;

/** Refunds and voids of them. */
const givenBack = (condition: string): string => `
  select r.day, r.actor_id, false, ${spellingOf('r.method')}, bool_or(${isCashSql('r.method')}), 0, 0,
         count(*) filter (where not r.is_void), coalesce(sum(r.amount) filter (where not r.is_void), 0),
         count(*) filter (where r.is_void), coalesce(sum(r.amount) filter (where r.is_void), 0), 0, 0, -sum(r.amount),
         -coalesce(sum(${cashRoundingSql('r.before + r.amount')} - ${cashRoundingSql('r.before')})
                     filter (where ${isCashSql('r.method')}), 0), 0, 0, null, null
    from (select ${DAY} as day, r.actor_id, ${REFUND_METHOD} as method, r.amount, r.is_void, ${BEFORE} as before
            from retail.sale_refunds r ${OF_SALE} where ${condition}) r
   group by 1, 2, 4`;

/** What their status took out, and brought back. */
const reversed = (condition: string): string => `
  select ${DAY}, r.actor_id, false, ${spellingOf('s.payment_method')}, bool_or(${isCashSql('s.payment_method')}),
         0, 0, 0, 0, 0, 0, sum(r.amount), 0, -sum(r.amount), -sum(r.rounding), 0, 0, null, null
    from retail.sale_reversals r ${OF_SALE} where ${condition} group by 1, 2, 4`;

const ofKind = (kind: PaymentKind, figure = 'sum(r.amount)', condition = 'true'): string =>
  `coalesce(${figure} filter (where r.kind = '${kind}' and ${condition}), 0)`;

/** All of it of sales whose payments are kept one by one: what is owed is a row of its method (A-345). */
const byPayments = (condition: string): string => `
  select ${DAY}, case when not ${ONLINE} then r.actor_id end, ${ONLINE}, case when r.is_owed then '${ON_ACCOUNT}' else ${spellingOf('r.method')} end,
         bool_or(not r.is_owed and ${isCashSql('r.method')}), ${ofKind('sale', 'count(*)', 'r.opens')}, ${ofKind('sale')},
         ${ofKind('refund', 'count(*)', 'r.opens')}, -${ofKind('refund')}, ${ofKind('void', 'count(*)', 'r.opens')}, -${ofKind('void')},
         -${ofKind('reversal')}, ${ofKind('payment', 'sum(r.amount)', 'not r.is_owed')},
         coalesce(sum(r.amount) filter (where not r.is_owed), 0), sum(r.rounding),
         ${ofKind('sale', 'count(*)', `r.opens and ${late('s')}`)}, ${ofKind('sale', 'sum(r.amount)', late('s'))},
         min(${orderedBy('s')}) filter (where r.kind = 'sale'), max(${orderedBy('s')}) filter (where r.kind = 'sale')
    from retail.sale_payments r join retail.sales s on s.tenant_id = $1 and s.id = r.sale_id
   where ${condition} and not (r.is_owed and r.kind = 'payment') group by 1, 2, 3, 4`;

/** What happened, added up by day, user and method. None of it is ever changed. */
const happened = (given: string, sold: string, paid: string): string =>
  [soldAtOnce(sold), givenBack(given), reversed(given), byPayments(paid)].join(' union all ');

const shownDay = `to_char(g.day at time zone interval '8 hours', 'YYYY-MM-DD')`;
const UNNAMED = `case when g.is_online then '${ONLINE_RECEIVER}' else '${UNSPECIFIED_RECEIVER}' end`;
const CASHIER = `coalesce(g.cashier_id::text, ${UNNAMED}), case when g.cashier_id is null then ${UNNAMED} else u.name end`;
const IN_ORDER = 'g.day, g.cashier_id is null, not g.is_online, lower(u.name), g.cashier_id';
const shown: Record<ClosingGrouping, { head: string; join: string; order: string }> = {
  payment_method: {
    head: `${CASHIER}, ${shownDay}, g.method`,
    join: joinUserNames('g.cashier_id::text'),
    order: `${IN_ORDER}, g.method_key nulls first`,
  },
  cashier: {
    head: `${CASHIER}, ${shownDay}, null`,
    join: joinUserNames('g.cashier_id::text'),
    order: IN_ORDER,
  },
  day: { head: `${shownDay}, ${shownDay}, null, null`, join: '', order: 'g.day' },
};

const NO_COUNT = 'null::numeric as float, null::numeric as counted_cash, null::bigint as counts';

/** SQL of the groups `g`, and of what was counted of each; a payment method has no separate till. */
function withCounts(grouping: ClosingGrouping, groups: string, query: ClosingPeriod, values: unknown[]): string {
  if (grouping === 'payment_method') return `select g.*, ${NO_COUNT} from (${groups}) g`;
  const counts = grouping === 'day' ? countsOfDays(query, values) : countsOfCashiers(query, values);
  const ofCashier = grouping === 'day' ? '' : 'and c.cashier_id = g.cashier_id';
  const cashierId =
    grouping === 'day'
      ? ''
      : 'coalesce(g.cashier_id, c.cashier_id) as cashier_id, coalesce(g.is_online, false) as is_online,';
  return `select coalesce(g.day, c.day) as day, ${cashierId} ${figuresOf('g')}, coalesce(g.cash, 0) as cash,
                 g.first_invoice, g.last_invoice, c.float, c.counted_cash, c.counts
            from (${groups}) g full join (${counts}) c on c.day = g.day ${ofCashier}`;
}

const count = (key: string, en: string, ms: string) =>
  ({ key, title: { en, ms }, kind: 'count', totalled: true }) as const;
const money = (key: string, en: string, ms: string) =>
  ({ key, title: { en, ms }, kind: 'money', totalled: true }) as const;

/** Groupings whose rows are of a till. */
const till = ['cashier', 'day'] as const satisfies ClosingGrouping[];

const bars: ReportChart = { kind: 'bars', label: 'label', value: 'net', qualifier: 'day' };
const named = {
  [ONLINE_RECEIVER]: { en: 'Online', ms: 'Dalam talian' },
  [UNSPECIFIED_RECEIVER]: { en: 'Unspecified', ms: 'Tidak dinyatakan' },
};
const cashier = {
  title: { en: 'Cashier', ms: 'Juruwang' },
  labels: 'text',
  chart: bars,
  many: true,
  words: named,
  unnamed: { en: 'unknown cashier', ms: 'juruwang tidak dikenali' },
} as const;

/**
 * What each cashier took and gave back on each day (UTC+8), by the payments (A-345): sales on the day on which they were made (a till without a network records some later: `late_sales`, A-510), as they were made, refunds
 * and cancellations on their day and with the user who made them (A-184). Later events change no earlier day.
 * Rows of cashiers and days have the latest count of their till (A-354): difference = counted_cash − float − expected_cash.
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
    count('voids_count', 'Voids', 'Jualan terbatal'),
    money('voided', 'Void (RM)', 'Terbatal (RM)'),
    money('cancelled', 'Cancelled (RM)', 'Dibatalkan (RM)'),
    money('net', 'Net (RM)', 'Bersih (RM)'),
    money('account_payments', 'Paid on account (RM)', 'Bayaran akaun (RM)'),
    money('takings', 'Takings (RM)', 'Kutipan (RM)'),
    money('rounding', 'Rounding (RM)', 'Pembundaran (RM)'),
    money('expected_cash', 'Expected cash (RM)', 'Tunai dijangka (RM)'),
    { key: 'first_invoice_number', title: { en: 'First invoice', ms: 'Invois pertama' }, kind: 'text' },
    { key: 'last_invoice_number', title: { en: 'Last invoice', ms: 'Invois akhir' }, kind: 'text' },
    { ...money('float', 'Float (RM)', 'Wang apungan (RM)'), only: till },
    { ...money('counted_cash', 'Counted cash (RM)', 'Tunai dikira (RM)'), only: till, unknown: true },
    { ...money('difference', 'Difference (RM)', 'Perbezaan (RM)'), only: till, unknown: true },
    { ...count('counts', 'Counts', 'Kiraan'), only: till },
    count('late_sales', 'Recorded later', 'Direkod kemudian'),
    money('late_amount', 'Recorded later (RM)', 'Direkod kemudian (RM)'),
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
    date: {
      title: { en: 'Day', ms: 'Hari' },
      kind: 'day',
      description: 'One day alone (UTC+8)',
      example: '2026-03-10',
    },
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
    cashier: {
      title: { en: 'Cashier', ms: 'Juruwang' },
      kind: 'text',
      description:
        'Id of the user who received or gave back the money; online: it came by payment requests; or unspecified',
      example: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
    },
  },
  select(tenant_id, query, grouping) {
    const values: unknown[] = [tenant_id];
    const condition = where(period, query, ['r.tenant_id = $1'], values);
    const conditionOfSales = where(periodOfSales, query, ['r.tenant_id = $1'], values);
    const conditionOfPayments = where(periodOfPayments, query, ['r.tenant_id = $1'], values);
    const { head, join, order } = shown[grouping];
    const groups = `
      select ${keys[grouping]}, ${methods.label('h.method', 'h.times')} as method, ${summed}, sum(h.cash) as cash, ${invoices}
        from (select h.day, h.cashier_id, h.is_online, h.method, sum(h.sales_count + h.refunds_count) as times, ${summed},
                     coalesce(sum(h.taken) filter (where h.in_cash), 0) as cash, ${invoices}
                from (${happened(condition, conditionOfSales, conditionOfPayments)}) h group by 1, 2, 3, 4) h
       group by ${groupedBy[grouping]}`;
    const text = `
      select ${head}, g.sales_count, g.sales, g.refunds_count, g.refunds, g.voids_count, g.voided, g.cancelled,
             g.sales - g.refunds - g.voided - g.cancelled, g.account_payments, g.taken, g.rounding, g.cash + g.rounding,
             substr(g.first_invoice, 2), substr(g.last_invoice, 2), coalesce(g.float, 0), g.counted_cash,
             g.counted_cash - g.float - g.cash - g.rounding, coalesce(g.counts, 0), g.late_sales, g.late_amount
        from (${withCounts(grouping, groups, query, values)}) g ${join}
       order by ${order}`;
    return { text, values };
  },
};
