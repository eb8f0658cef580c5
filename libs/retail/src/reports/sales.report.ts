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
  type ReportStatement,
} from '@usaha/shared';
import { UNCATEGORISED } from '../sale/sale-line.entity.js';
import { titles } from './words.js';

export interface SalesPeriod {
  date_from?: string;
  date_to?: string;
}

export const salesGroupings = ['day', 'week', 'month', 'category', 'product'] as const;
export type SalesGrouping = (typeof salesGroupings)[number];
export type SalesReportQuery = ReportQuery<SalesPeriod, SalesGrouping>;

/** Lines have the instant of their sale. */
const period: Filters<SalesPeriod> = { date_from: fromDay('created_at'), date_to: toDay('created_at') };
const periodOfSales: Filters<SalesPeriod> = { date_from: fromDay('sold_at'), date_to: toDay('sold_at') };

/**
 * A line's figures without what was given back of it: refunds count on the sale's day, and only completed
 * sales count. Few lines have refunds, so those are summed apart: a million lines are read for every report of all time.
 */
const refunded = (sum: string): string => `coalesce(sum(${sum}) filter (where r.refunded_quantity > 0), 0)`;
const figures = `
  sum(r.quantity) - ${refunded('r.refunded_quantity')} as quantity,
  sum(r.gross) - ${refunded('r.refunded_quantity * r.unit_price')} as gross,
  sum(r.subtotal) - ${refunded('r.refunded_subtotal')} as subtotal,
  sum(r.tax_amount) - ${refunded('r.refunded_tax')} as tax,
  sum(r.total) - ${refunded('r.refunded_total')} as total,
  coalesce(sum(r.subtotal - r.refunded_subtotal) filter (where r.unit_cost is null), 0) as uncosted,
  sum(r.quantity * r.unit_cost) - ${refunded('r.refunded_quantity * r.unit_cost')} as cost`;

/** SQL of what costs make of the figures of a group `g`; a group of which no cost is known has no profit either. */
const profit = 'g.cost, g.subtotal - g.uncosted - g.cost, g.uncosted';

/** Sales within a group of lines, counted by the line that opens the sale there: a sale's lines fall on one day, but into many categories. */
const countedBy = (opens: string): string => `count(*) filter (where ${opens}) as sales_count`;

const days = `date_bin('1 day', r.created_at, '2000-01-01T00:00:00+08')`;

/** Grouped by day first: to cut a million instants is dear, to write out a thousand days is nothing. */
const byDays =
  (format: string) =>
  (condition: string): string =>
    `select g.name, g.name, null, sum(g.sales_count), sum(g.quantity), sum(g.gross), sum(g.gross) - sum(g.subtotal),
            sum(g.subtotal), sum(g.tax), sum(g.total), sum(g.cost), sum(g.subtotal) - sum(g.uncosted) - sum(g.cost), sum(g.uncosted)
       from (select to_char(d.day at time zone interval '8 hours', '${format}') as name, d.*
               from (select ${days} as day, ${countedBy('r.line = 1')}, ${figures}
                       from retail.sale_lines r where ${condition} group by 1) d) g
      group by g.name order by g.name`;

const categories = textGroups(UNCATEGORISED);

const byCategory = (condition: string): string =>
  `select g.name, g.name, null, g.sales_count, g.quantity, g.gross, g.gross - g.subtotal, g.subtotal, g.tax, g.total, ${profit}
     from (select ${categories.label('s.spelling', 's.lines')} as name, sum(s.sales_count) as sales_count,
                  sum(s.quantity) as quantity, sum(s.gross) as gross, sum(s.subtotal) as subtotal, sum(s.tax) as tax,
                  sum(s.total) as total, sum(s.cost) as cost, sum(s.uncosted) as uncosted
             from (select ${spellingOf('r.category')} as spelling, count(*) as lines, ${countedBy('r.opens_category')}, ${figures}
                     from retail.sale_lines r where ${condition} group by 1) s
            group by ${categories.key('s.spelling')}) g
    order by g.total desc, g.name`;

const byProduct = (condition: string): string =>
  `select g.product_id, p.name, p.sku, g.sales_count, g.quantity, g.gross, g.gross - g.subtotal, g.subtotal, g.tax, g.total, ${profit}
     from (select r.product_id, ${countedBy('r.opens_product')}, ${figures}
             from retail.sale_lines r where ${condition} group by r.product_id) g
     join retail.products p on p.tenant_id = $1 and p.id = g.product_id
    order by g.total desc, p.sku, p.id`;

const selects: Record<SalesGrouping, (condition: string) => string> = {
  day: byDays('YYYY-MM-DD'),
  week: byDays('IYYY-"W"IW'),
  month: byDays('YYYY-MM'),
  category: byCategory,
  product: byProduct,
};

const line: ReportChart = { kind: 'lines', label: 'label', value: 'total' };
const bars: ReportChart = { kind: 'bars', label: 'label', value: 'total' };
const uncategorised = { en: 'Uncategorised', ms: 'Tanpa kategori' };

const groupings: Record<SalesGrouping, ReportGrouping> = {
  day: { title: { en: 'Day', ms: 'Hari' }, labels: 'day', chart: line },
  week: { title: { en: 'Week', ms: 'Minggu' }, labels: 'text', chart: line },
  month: { title: { en: 'Month', ms: 'Bulan' }, labels: 'text', chart: line },
  category: { title: titles.category, labels: 'text', chart: bars, words: { [UNCATEGORISED]: uncategorised } },
  product: { title: titles.product, labels: 'text', chart: bars, many: true },
};

/**
 * Completed sales net of refunds, by day, week (ISO), month (all UTC+8), category as sold, or product. Costs
 * are those of the sale; `uncosted` is the part of the subtotal whose cost is unknown: gross_profit = subtotal − uncosted − cost.
 */
export const salesReport: Report<SalesPeriod, SalesGrouping> = {
  name: 'sales',
  title: { en: 'Sales report', ms: 'Laporan jualan' },
  columns: [
    { key: 'group', title: titles.group, kind: 'text', unprinted: true },
    { key: 'label', title: titles.label, kind: 'text' },
    { key: 'sku', title: titles.sku, kind: 'text', only: ['product'] },
    { key: 'sales_count', title: titles.sales_count, kind: 'count', totalled: true },
    { key: 'quantity', title: { en: 'Quantity', ms: 'Kuantiti' }, kind: 'count', totalled: true },
    { key: 'gross', title: { en: 'Gross (RM)', ms: 'Kasar (RM)' }, kind: 'money', totalled: true },
    { key: 'discount', title: { en: 'Discount (RM)', ms: 'Diskaun (RM)' }, kind: 'money', totalled: true },
    { key: 'subtotal', title: { en: 'Subtotal (RM)', ms: 'Subjumlah (RM)' }, kind: 'money', totalled: true },
    { key: 'tax', title: { en: 'Tax (RM)', ms: 'Cukai (RM)' }, kind: 'money', totalled: true },
    { key: 'total', title: titles.total, kind: 'money', totalled: true },
    ...[
      { key: 'cost', title: { en: 'Cost (RM)', ms: 'Kos (RM)' }, unknown: true },
      { key: 'gross_profit', title: { en: 'Gross profit (RM)', ms: 'Untung kasar (RM)' }, unknown: true },
      { key: 'uncosted', title: { en: 'Cost unknown (RM)', ms: 'Kos tidak diketahui (RM)' } },
    ].map((column) => ({ ...column, kind: 'money', totalled: true, least: 'manager' }) as const),
  ],
  groupings,
  fallback: 'day',
  parameter: 'group_by',
  parameterNote: 'A week is an ISO week, 2026-W11',
  filters: {
    date_from: {
      title: titles.date_from,
      kind: 'day',
      description: 'Sold on this day or later (UTC+8)',
      example: '2026-03-01',
    },
    date_to: {
      title: titles.date_to,
      kind: 'day',
      description: 'Sold on this day or earlier (UTC+8)',
      example: '2026-03-31',
    },
  },
  select(tenant_id, query, grouping) {
    const values: unknown[] = [tenant_id];
    const condition = where(period, query, ['r.tenant_id = $1', 'r.counted'], values);
    return { text: selects[grouping](condition), values };
  },
  overall: {
    keys: ['sales_count'],
    select(tenant_id, query): ReportStatement {
      const values: unknown[] = [tenant_id];
      const condition = where(periodOfSales, query, ['r.tenant_id = $1', `r.status = 'completed'`], values);
      return { text: `select count(*) from retail.sales r where ${condition}`, values };
    },
  },
};
