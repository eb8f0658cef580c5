import { equals, equalsKey, where, type Filters, type Report, type ReportQuery } from '@usaha/shared';

export interface BeautyInventoryFilters {
  /** Trimmed, in any case. */
  category?: string;
  /** Tracked, and at or below the minimum; false is all others. */
  low_stock?: boolean;
}

export type BeautyInventoryGrouping = 'product';
export type BeautyInventoryReportQuery = ReportQuery<BeautyInventoryFilters, BeautyInventoryGrouping>;

const ofProducts: Filters<BeautyInventoryFilters> = {
  category: equalsKey('category_key'),
  low_stock: equals('low_stock'),
};

const category = { en: 'Category', ms: 'Kategori' };
const low = { en: 'Low stock', ms: 'Stok rendah' };

/** The stock of undeleted products by sku, and what it is worth. */
export const inventoryReport: Report<BeautyInventoryFilters, BeautyInventoryGrouping> = {
  name: 'inventory',
  context: 'beauty',
  title: { en: 'Inventory report', ms: 'Laporan inventori' },
  columns: [
    { key: 'group', title: { en: 'Group', ms: 'Kumpulan' }, kind: 'text', unprinted: true },
    { key: 'label', title: { en: 'Name', ms: 'Nama' }, kind: 'text' },
    { key: 'sku', title: { en: 'SKU', ms: 'SKU' }, kind: 'text' },
    { key: 'category', title: category, kind: 'text' },
    { key: 'stock_quantity', title: { en: 'Stock', ms: 'Stok' }, kind: 'count', totalled: true },
    { key: 'minimum_stock', title: { en: 'Minimum', ms: 'Minimum' }, kind: 'count' },
    { key: 'low_stock', title: low, kind: 'flag' },
    { key: 'price', title: { en: 'Price (RM)', ms: 'Harga (RM)' }, kind: 'money' },
    { key: 'value', title: { en: 'Value (RM)', ms: 'Nilai (RM)' }, kind: 'money', totalled: true },
    { key: 'expiry_date', title: { en: 'Expiry date', ms: 'Tarikh luput' }, kind: 'day' },
  ],
  groupings: {
    product: {
      title: { en: 'Product', ms: 'Produk' },
      labels: 'text',
      chart: { kind: 'bars', label: 'label', value: 'value' },
      many: true,
    },
  },
  fallback: 'product',
  filters: {
    category: { title: category, kind: 'text', description: 'Category, ignoring case', example: 'Serum' },
    low_stock: {
      title: low,
      kind: 'flag',
      description: 'true: products whose stock is tracked and at the minimum or below; false: all others (A-259)',
    },
  },
  select(tenant_id, query) {
    const values: unknown[] = [tenant_id];
    const condition = where(ofProducts, query, ['r.tenant_id = $1', 'r.deleted_at is null'], values);
    const text = `
      select r.id, r.name, r.sku, r.category, r.stock_quantity, r.minimum_stock, r.low_stock, r.price,
             r.stock_quantity * r.price, r.expiry_date
        from beauty.products r where ${condition} order by r.sku, r.id`;
    return { text, values };
  },
};
