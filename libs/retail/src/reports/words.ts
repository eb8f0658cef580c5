/** Titles that several reports share, in English and in Malay. */
export const titles = {
  category: { en: 'Category', ms: 'Kategori' },
  date_from: { en: 'From', ms: 'Dari' },
  date_to: { en: 'To', ms: 'Hingga' },
  group: { en: 'Group', ms: 'Kumpulan' },
  label: { en: 'Name', ms: 'Nama' },
  location: { en: 'Location', ms: 'Lokasi' },
  product: { en: 'Product', ms: 'Produk' },
  sales_count: { en: 'Sales', ms: 'Jualan' },
  sku: { en: 'SKU', ms: 'SKU' },
  total: { en: 'Total (RM)', ms: 'Jumlah (RM)' },
} as const;
