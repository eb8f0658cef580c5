import { invalid, money, toRate } from '@usaha/shared';
import { messages } from '../messages.js';
import type { Product } from '../product/product.entity.js';
import { lineFigures } from './sale-arithmetic.js';
import type { SoldLine } from './sale-line.entity.js';

/** One product of a sale. */
export interface NewSaleItem {
  product_id: string;
  /** Whole units, above 0. */
  quantity: number;
  /** MYR without tax, used as given; the product's selling price unless given. */
  unit_price?: number | null;
  /** Percent; unless given that of the customer's tier where `apply_tier_discounts` is set, otherwise 0. */
  discount_rate?: number | null;
}

/** @param field what a cost of the line is blamed on that is too large @throws invalid */
function costOf({ purchase_price }: Product, quantity: number, field: string): number | null {
  if (purchase_price !== null) money.within(field, money.times(purchase_price, quantity));
  return purchase_price;
}

/** @throws invalid */
export function refuseInactive(product: Product, i: number): void {
  if (!product.is_active) throw invalid(`items.${i}.product_id`, messages.notForSale({ sku: product.sku }));
}

/** @param usual percent of the discount of a line that sends none @throws invalid */
export function lineOf(item: NewSaleItem, product: Product, i: number, usual: number): SoldLine {
  const priced = {
    quantity: item.quantity,
    unit_price: money.within(`items.${i}.unit_price`, item.unit_price ?? product.selling_price),
    discount_rate: toRate(item.discount_rate ?? usual),
    tax_rate: product.tax_rate,
  };
  const { gross, subtotal, tax_amount, total } = lineFigures(priced, `items.${i}.quantity`);
  // Named one by one: an object of many fields that others are spread into takes microseconds.
  return {
    line: i + 1,
    product_id: product.id,
    product_name: product.name,
    sku: product.sku,
    category: product.category,
    stock_tracked: product.stock_tracked,
    quantity: priced.quantity,
    unit_price: priced.unit_price,
    unit_cost: costOf(product, item.quantity, `items.${i}.quantity`),
    discount_rate: priced.discount_rate,
    tax_rate: priced.tax_rate,
    gross,
    subtotal,
    tax_amount,
    total,
    refunded_quantity: 0,
    refunded_subtotal: 0,
    refunded_tax: 0,
    refunded_total: 0,
  };
}
