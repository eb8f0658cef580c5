import { equalsKey, where, type Filters, type Report, type ReportQuery } from '@usaha/shared';
import { titles } from './words.js';

export interface InventoryFilters {
  category?: string;
  /** Only what lies there. */
  location?: string;
}

export type InventoryGrouping = 'product';
export type InventoryReportQuery = ReportQuery<InventoryFilters, InventoryGrouping>;

const ofProducts: Filters<InventoryFilters> = { category: equalsKey('category_key') };

/** What a location holds of each product, however its name was written. */
const stockAt = (place: string): string =>
  `join (select l.product_id, sum(l.quantity) as quantity from retail.stock_locations l
          where l.tenant_id = $1 and l.location_key = lower(btrim(${place})) group by l.product_id) s
     on s.product_id = r.id`;

/** Stock on hand, and what it is worth at purchase and at selling prices. */
export const inventoryReport: Report<InventoryFilters, InventoryGrouping> = {
  name: 'inventory',
  title: { en: 'Inventory report', ms: 'Laporan inventori' },
  columns: [
    { key: 'group', title: titles.group, kind: 'text', unprinted: true },
    { key: 'label', title: titles.label, kind: 'text' },
    { key: 'sku', title: titles.sku, kind: 'text' },
    { key: 'category', title: titles.category, kind: 'text' },
    { key: 'current_stock', title: { en: 'Stock', ms: 'Stok' }, kind: 'count', totalled: true },
    { key: 'minimum_stock', title: { en: 'Minimum', ms: 'Minimum' }, kind: 'count' },
    { key: 'purchase_price', title: { en: 'Purchase price (RM)', ms: 'Harga belian (RM)' }, kind: 'money' },
    { key: 'selling_price', title: { en: 'Selling price (RM)', ms: 'Harga jualan (RM)' }, kind: 'money' },
    {
      key: 'value_at_purchase',
      title: { en: 'Value at purchase (RM)', ms: 'Nilai belian (RM)' },
      kind: 'money',
      totalled: true,
    },
    {
      key: 'value_at_selling',
      title: { en: 'Value at selling (RM)', ms: 'Nilai jualan (RM)' },
      kind: 'money',
      totalled: true,
    },
  ],
  groupings: {
    product: {
      title: titles.product,
      labels: 'text',
      chart: { kind: 'bars', label: 'label', value: 'value_at_selling' },
      many: true,
    },
  },
  fallback: 'product',
  filters: {
    category: {
      title: titles.category,
      kind: 'text',
      description: 'Category, ignoring case',
      example: 'Beverages',
    },
    location: {
      title: titles.location,
      kind: 'text',
      description: 'Only stock at this location, ignoring case',
      example: 'Main store',
    },
  },
  select(tenant_id, query) {
    const values: unknown[] = [tenant_id];
    const located = query.location !== undefined;
    const place = located ? stockAt(`$${values.push(query.location)}::text`) : '';
    const stock = located ? 's.quantity' : 'r.current_stock';
    const condition = where(ofProducts, query, ['r.tenant_id = $1', 'r.deleted_at is null'], values);
    // One SKU is one live product's: with the id behind it a million rows would be sorted once more.
    const text = `
      select r.id, r.name, r.sku, r.category, ${stock}, r.minimum_stock, r.purchase_price, r.selling_price,
             ${stock} * r.purchase_price, ${stock} * r.selling_price
        from retail.products r ${place} where ${condition} order by r.sku`;
    return { text, values };
  },
};
