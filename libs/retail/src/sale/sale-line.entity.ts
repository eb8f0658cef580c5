import { Entity } from 'typeorm';
import { columns, groupKey } from '@usaha/shared';

/** Group and label of what was sold without a category. */
export const UNCATEGORISED = 'uncategorised';

/**
 * A sold product as it was then: a product that changes or goes changes no sale. Amounts are MYR, rates
 * percent. Only the quantity given back changes.
 */
@Entity({ schema: 'retail', name: 'sale_lines' })
export class SaleLine {
  @columns.primary() tenant_id!: string;
  @columns.primary() sale_id!: string;
  /** Its place in the sale, from 1. */
  @columns.primary('count') line!: number;
  /** When the sale was made (its sold_at), and whether its status is completed: what reports ask for. */
  @columns.instant() created_at!: Date;
  @columns.flag() counted!: boolean;
  /** Whether it is the first line of its sale with this category, and with this product: by these, reports count sales. */
  @columns.flag() opens_category!: boolean;
  @columns.flag() opens_product!: boolean;
  @columns.uuid() product_id!: string;
  @columns.text() product_name!: string;
  @columns.code() sku!: string;
  @columns.text({ nullable: true }) category!: string | null;
  /** Whether the sale moved stock, and a refund returns it. */
  @columns.flag() stock_tracked!: boolean;
  @columns.count() quantity!: number;
  @columns.money() unit_price!: number;
  /** The purchase price of its product when it was sold; null where that was unknown, and of lines from before it was kept. */
  @columns.money({ nullable: true }) unit_cost!: number | null;
  @columns.rate() discount_rate!: number;
  @columns.rate() tax_rate!: number;
  /** quantity × unit_price */
  @columns.money() gross!: number;
  /** After the discount. */
  @columns.money() subtotal!: number;
  @columns.money() tax_amount!: number;
  @columns.money() total!: number;
  @columns.count() refunded_quantity!: number;
  @columns.money() refunded_subtotal!: number;
  @columns.money() refunded_tax!: number;
  @columns.money() refunded_total!: number;
}

/** What a line is besides what was sold: whose it is, and what reports ask for. */
export const lineBookkeeping = [
  'tenant_id',
  'sale_id',
  'created_at',
  'counted',
  'opens_category',
  'opens_product',
] as const satisfies (keyof SaleLine)[];

/** A line as its sale has it. */
export type SoldLine = Omit<SaleLine, (typeof lineBookkeeping)[number]>;

type LineOpening = Pick<SaleLine, 'opens_category' | 'opens_product'>;

/** Of the lines of a sale: which are its first with their category, as reports group these, and which with their product. */
export function openingsOf(lines: readonly SoldLine[]): LineOpening[] {
  const [categories, products] = [new Set<string>(), new Set<string>()];
  const isNew = (seen: Set<string>, value: string): boolean => seen.size < seen.add(value).size;
  return lines.map(({ category, product_id }) => ({
    opens_category: isNew(categories, groupKey(category) || UNCATEGORISED),
    opens_product: isNew(products, product_id),
  }));
}
