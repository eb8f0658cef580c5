import {
  equalsKey,
  fromDay,
  toDay,
  where,
  type Bind,
  type Filters,
  type Report,
  type ReportQuery,
} from '@usaha/shared';
import { titles } from './words.js';

export interface MovementsFilters {
  category?: string;
  date_from?: string;
  date_to?: string;
}

export type MovementsGrouping = 'product';
export type MovementsReportQuery = ReportQuery<MovementsFilters, MovementsGrouping>;

const ofProducts: Filters<MovementsFilters> = { category: equalsKey('category_key') };

const count = (key: string, en: string, ms: string) =>
  ({ key, title: { en, ms }, kind: 'count', totalled: true }) as const;

/** What of a product's stock came and went in a period, from the ledger: opening + in − sold + returned + adjusted = closing (A-162). */
export const movementsReport: Report<MovementsFilters, MovementsGrouping> = {
  name: 'inventory_movements',
  title: { en: 'Stock movements report', ms: 'Laporan pergerakan stok' },
  columns: [
    { key: 'group', title: titles.group, kind: 'text', unprinted: true },
    { key: 'label', title: titles.label, kind: 'text' },
    { key: 'sku', title: titles.sku, kind: 'text' },
    { key: 'category', title: titles.category, kind: 'text' },
    count('opening', 'Opening', 'Baki awal'),
    count('in', 'In', 'Masuk'),
    count('sold', 'Sold', 'Dijual'),
    count('returned', 'Returned', 'Dipulangkan'),
    count('adjusted', 'Adjusted', 'Dilaraskan'),
    count('closing', 'Closing', 'Baki akhir'),
  ],
  groupings: {
    product: {
      title: titles.product,
      labels: 'text',
      chart: { kind: 'bars', label: 'label', value: 'sold' },
      many: true,
    },
  },
  fallback: 'product',
  formats: ['json', 'csv'],
  filters: {
    category: {
      title: titles.category,
      kind: 'text',
      description: 'Category, ignoring case',
      example: 'Beverages',
    },
    date_from: {
      title: titles.date_from,
      kind: 'day',
      description: 'First day of the period (UTC+8)',
      example: '2026-03-01',
    },
    date_to: {
      title: titles.date_to,
      kind: 'day',
      description: 'Last day of the period (UTC+8)',
      example: '2026-03-31',
    },
  },
  select(tenant_id, query) {
    const values: unknown[] = [tenant_id];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const { date_from, date_to } = query;
    const since = date_from === undefined ? '' : `and ${fromDay('created_at')(date_from, bind)}`;
    const until = date_to === undefined ? 'true' : toDay('created_at')(date_to, bind);
    const changed = (condition: string) => `coalesce(sum(r.quantity_changed) filter (where ${condition}), 0)`;
    const within = (condition: string) => changed(`${until} and (${condition})`);
    const sold = `r.kind = 'sale'`;
    const returned = `r.kind = 'refund'`;
    const received = `r.kind = 'opening' or (r.kind = 'update' and r.quantity_changed > 0)`;
    // A stock is the sum of its movements (A-167): what was there before a day is what is left without those since.
    const opening = date_from === undefined ? '0' : 'r.current_stock - coalesce(m.since, 0)';
    const condition = where(ofProducts, query, ['r.tenant_id = $1', 'r.deleted_at is null'], values);
    const text = `
      select r.id, r.name, r.sku, r.category, ${opening}, coalesce(m.received, 0), coalesce(m.sold, 0),
             coalesce(m.returned, 0), coalesce(m.adjusted, 0),
             ${opening} + coalesce(m.received - m.sold + m.returned + m.adjusted, 0)
        from retail.products r
        left join (select r.product_id, sum(r.quantity_changed) as since, ${within(received)} as received,
                          -${within(sold)} as sold, ${within(returned)} as returned,
                          ${within(`not (${received} or ${sold} or ${returned})`)} as adjusted
                     from retail.stock_movements r where r.tenant_id = $1 ${since} group by r.product_id) m
          on m.product_id = r.id
       where ${condition} order by r.sku`;
    return { text, values };
  },
};
