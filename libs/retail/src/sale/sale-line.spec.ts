import { openingsOf, type SoldLine } from './sale-line.entity.js';

const line = (product_id: string, category: string | null) => ({ product_id, category }) as SoldLine;

it('a sale is counted once in a category, regardless of case, and once with a product', () => {
  const lines = [
    line('kopi', 'Beverages'),
    line('teh', ' beverages '),
    line('kopi', 'Beverages'),
    line('paku', null),
    line('tali', '  '),
    line('gula', 'Beverages\t'),
  ];
  expect(openingsOf(lines)).toEqual([
    { opens_category: true, opens_product: true },
    { opens_category: false, opens_product: true },
    { opens_category: false, opens_product: false },
    { opens_category: true, opens_product: true },
    { opens_category: false, opens_product: true },
    { opens_category: false, opens_product: true },
  ]);
});
