import {
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
import { stateSql } from '@usaha/shared/malaysia';
import { titles } from './words.js';

export interface CustomersPeriod {
  date_from?: string;
  date_to?: string;
}

export const customerSegments = ['loyalty_tier', 'location', 'purchase_frequency'] as const;
export type CustomerSegment = (typeof customerSegments)[number];
export type CustomersReportQuery = ReportQuery<CustomersPeriod, CustomerSegment>;

/** Location of customers whose address names no state. */
export const UNKNOWN_LOCATION = 'unknown';

const period: Filters<CustomersPeriod> = { date_from: fromDay('sold_at'), date_to: toDay('sold_at') };

const states = textGroups(UNKNOWN_LOCATION, stateSql.key);

interface Segment {
  /** Which one a customer is in, by `r` (the customer) and `s` (the sales of the period). */
  of: string;
  /** What makes several of these one, and what it is called. */
  key: string;
  name: string;
  /** The order of segments `g`. */
  order: string;
}
/** A segment that is known by itself. */
const asItIs = { key: 'c.segment', name: 'min(c.segment)' };

const segments: Record<CustomerSegment, Segment> = {
  loyalty_tier: {
    ...asItIs,
    of: 'r.loyalty_tier',
    order: `array_position(array['bronze', 'silver', 'gold', 'platinum'], g.name)`,
  },
  location: {
    of: stateSql.writtenIn('r.address'),
    key: states.key('c.segment'),
    name: states.label('c.segment', 'c.customers'),
    order: 'g.customers desc, g.name',
  },
  purchase_frequency: {
    ...asItIs,
    of: `case when s.sales_count is null then 'none' when s.sales_count = 1 then 'one_time'
              when s.sales_count < 5 then 'occasional' when s.sales_count < 10 then 'regular' else 'frequent' end`,
    order: `array_position(array['none', 'one_time', 'occasional', 'regular', 'frequent'], g.name)`,
  },
};

const chart: ReportChart = { kind: 'bars', label: 'label', value: 'customers' };

const groupings: Record<CustomerSegment, ReportGrouping> = {
  loyalty_tier: {
    title: { en: 'Loyalty tier', ms: 'Tahap kesetiaan' },
    labels: 'text',
    chart,
    words: {
      bronze: { en: 'Bronze', ms: 'Gangsa' },
      silver: { en: 'Silver', ms: 'Perak' },
      gold: { en: 'Gold', ms: 'Emas' },
      platinum: { en: 'Platinum', ms: 'Platinum' },
    },
  },
  location: {
    title: { en: 'State', ms: 'Negeri' },
    labels: 'text',
    chart,
    words: { [UNKNOWN_LOCATION]: { en: 'Unknown', ms: 'Tidak diketahui' } },
  },
  purchase_frequency: {
    title: { en: 'Purchases in the period', ms: 'Pembelian dalam tempoh' },
    labels: 'text',
    chart,
    words: {
      none: { en: 'None', ms: 'Tiada' },
      one_time: { en: 'Once', ms: 'Sekali' },
      occasional: { en: '2 to 4', ms: '2 hingga 4' },
      regular: { en: '5 to 9', ms: '5 hingga 9' },
      frequent: { en: '10 or more', ms: '10 atau lebih' },
    },
  },
};

/** Customers by segment, with their completed sales in the period, net of refunds. */
export const customersReport: Report<CustomersPeriod, CustomerSegment> = {
  name: 'customers',
  title: { en: 'Customer report', ms: 'Laporan pelanggan' },
  columns: [
    { key: 'group', title: titles.group, kind: 'text', unprinted: true },
    { key: 'label', title: titles.label, kind: 'text' },
    { key: 'customers', title: { en: 'Customers', ms: 'Pelanggan' }, kind: 'count', totalled: true },
    { key: 'sales_count', title: titles.sales_count, kind: 'count', totalled: true },
    { key: 'total', title: titles.total, kind: 'money', totalled: true },
    { key: 'loyalty_points', title: { en: 'Loyalty points', ms: 'Mata kesetiaan' }, kind: 'count', totalled: true },
  ],
  groupings,
  fallback: 'loyalty_tier',
  parameter: 'segment_by',
  filters: {
    date_from: {
      title: titles.date_from,
      kind: 'day',
      description: 'Sales on this day or later (UTC+8)',
      example: '2026-03-01',
    },
    date_to: {
      title: titles.date_to,
      kind: 'day',
      description: 'Sales on this day or earlier (UTC+8)',
      example: '2026-03-31',
    },
  },
  select(tenant_id, query, segment) {
    const { of, key, name, order } = segments[segment];
    const values: unknown[] = [tenant_id];
    const condition = where(
      period,
      query,
      ['r.tenant_id = $1', `r.status = 'completed'`, 'r.customer_id is not null'],
      values,
    );
    const text = `
      select g.name, g.name, g.customers, g.sales_count, g.total, g.loyalty_points
        from (select ${name} as name, sum(c.customers) as customers, sum(c.sales_count) as sales_count, sum(c.total) as total,
                     sum(c.loyalty_points) as loyalty_points
        from (select ${of} as segment, count(*) as customers, coalesce(sum(s.sales_count), 0) as sales_count,
                     coalesce(sum(s.total), 0) as total, sum(r.loyalty_points) as loyalty_points
                from retail.customers r
                left join (select r.customer_id, count(*) as sales_count, sum(r.total - r.refunded_total) as total
                             from retail.sales r where ${condition} group by r.customer_id) s
                  on s.customer_id = r.id
               where r.tenant_id = $1 and r.deleted_at is null group by 1) c group by ${key}) g
       order by ${order}`;
    return { text, values };
  },
};
