import type { Report, ReportQuery } from '@usaha/shared';
import { titles } from './words.js';

export type ReceivablesGrouping = 'customer';
export type ReceivablesReportQuery = ReportQuery<object, ReceivablesGrouping>;

/** Label of customers who were deleted; what they owe is still owed. */
export const DELETED_CUSTOMER = 'deleted';

const money = (key: string, en: string, ms: string) =>
  ({ key, title: { en, ms }, kind: 'money', totalled: true }) as const;

const AGE = `($2::date - (r.sold_at at time zone interval '8 hours')::date)`;
const owedFor = (condition: string): string => `coalesce(sum(r.outstanding_amount) filter (where ${condition}), 0)`;

/** What customers owe of sales on account, by how many days ago these were made (A-345). */
export const receivablesReport: Report<object, ReceivablesGrouping> = {
  name: 'receivables',
  title: { en: 'Receivables report', ms: 'Laporan akaun belum terima' },
  columns: [
    { key: 'group', title: titles.group, kind: 'text', unprinted: true },
    { key: 'label', title: titles.label, kind: 'text' },
    { key: 'sales_count', title: titles.sales_count, kind: 'count', totalled: true },
    money('days_0_30', '0–30 days (RM)', '0–30 hari (RM)'),
    money('days_31_60', '31–60 days (RM)', '31–60 hari (RM)'),
    money('days_61_90', '61–90 days (RM)', '61–90 hari (RM)'),
    money('days_over_90', 'Over 90 days (RM)', 'Lebih 90 hari (RM)'),
    money('outstanding', 'Outstanding (RM)', 'Belum dibayar (RM)'),
    { key: 'oldest', title: { en: 'Oldest sale', ms: 'Jualan terlama' }, kind: 'day' },
  ],
  groupings: {
    customer: {
      title: { en: 'Customer', ms: 'Pelanggan' },
      labels: 'text',
      chart: { kind: 'bars', label: 'label', value: 'outstanding' },
      words: { [DELETED_CUSTOMER]: { en: 'Deleted customer', ms: 'Pelanggan yang dipadamkan' } },
      many: true,
    },
  },
  fallback: 'customer',
  filters: {},
  select(tenant_id, _query, _grouping, today) {
    const text = `
      select g.customer_id::text, case when c.id is null then '${DELETED_CUSTOMER}' else c.first_name || ' ' || c.last_name end,
             g.sales_count, g.days_0_30, g.days_31_60, g.days_61_90, g.days_over_90, g.outstanding, g.oldest::text
        from (select r.customer_id, count(*) as sales_count, ${owedFor(`${AGE} <= 30`)} as days_0_30,
                     ${owedFor(`${AGE} between 31 and 60`)} as days_31_60, ${owedFor(`${AGE} between 61 and 90`)} as days_61_90,
                     ${owedFor(`${AGE} > 90`)} as days_over_90, sum(r.outstanding_amount) as outstanding,
                     min((r.sold_at at time zone interval '8 hours')::date) as oldest
                from retail.sales r where r.tenant_id = $1 and r.outstanding_amount > 0 and r.deleted_at is null
               group by r.customer_id) g
        left join retail.customers c on c.tenant_id = $1 and c.id = g.customer_id and c.deleted_at is null
       order by g.outstanding desc, g.customer_id`;
    return { text, values: [tenant_id, today] };
  },
};
