import { Column, Entity, PrimaryColumn } from 'typeorm';

const money = { type: 'numeric', precision: 14, scale: 2 } as const;
const rate = { type: 'numeric', precision: 7, scale: 4 } as const;

/**
 * What was sold, as it was then: a product that changes or goes changes no sale. Amounts are MYR, rates
 * percent. Only what was given back of it moves.
 */
@Entity({ schema: 'retail', name: 'sale_lines' })
export class SaleLine {
  @PrimaryColumn('uuid') tenant_id!: string;
  @PrimaryColumn('uuid') sale_id!: string;
  /** Its place in the sale, from 1. */
  @PrimaryColumn('integer') line!: number;
  /** The sale's instant, and whether its status is completed: what reports ask for. */
  @Column({ type: 'timestamp with time zone', precision: 3 }) created_at!: Date;
  @Column('boolean') counted!: boolean;
  /** Whether it is the first line of its sale with this category, and with this product: by these, reports count sales. */
  @Column('boolean') opens_category!: boolean;
  @Column('boolean') opens_product!: boolean;
  @Column('uuid') product_id!: string;
  @Column('text') product_name!: string;
  @Column('text') sku!: string;
  @Column({ type: 'text', nullable: true }) category!: string | null;
  /** Whether the sale moved stock, and a refund returns it. */
  @Column('boolean') stock_tracked!: boolean;
  @Column('integer') quantity!: number;
  @Column(money) unit_price!: number;
  @Column(rate) discount_rate!: number;
  @Column(rate) tax_rate!: number;
  /** quantity × unit_price */
  @Column(money) gross!: number;
  /** After the discount. */
  @Column(money) subtotal!: number;
  @Column(money) tax_amount!: number;
  @Column(money) total!: number;
  @Column('integer') refunded_quantity!: number;
  @Column(money) refunded_subtotal!: number;
  @Column(money) refunded_tax!: number;
  @Column(money) refunded_total!: number;
}

/** A line as its sale has it. */
export type SoldLine = Omit<SaleLine, 'tenant_id' | 'sale_id' | 'created_at' | 'counted' | keyof LineOpening>;

type LineOpening = Pick<SaleLine, 'opens_category' | 'opens_product'>;

/** Of the lines of a sale: which are its first with their category, and which with their product. Reports trim spaces alone, as SQL does. */
export function openingsOf(lines: readonly SoldLine[]): LineOpening[] {
  const [categories, products] = [new Set<string>(), new Set<string>()];
  const isNew = (seen: Set<string>, value: string): boolean => seen.size < seen.add(value).size;
  return lines.map(({ category, product_id }) => ({
    opens_category: isNew(categories, category?.replace(/^ +| +$/g, '').toLowerCase() ?? ''),
    opens_product: isNew(products, product_id),
  }));
}

/** The columns of a line within its sale, and their SQL types. */
export const lineColumns = {
  line: 'integer',
  product_id: 'uuid',
  product_name: 'text',
  sku: 'text',
  category: 'text',
  stock_tracked: 'boolean',
  quantity: 'integer',
  unit_price: 'numeric',
  discount_rate: 'numeric',
  tax_rate: 'numeric',
  gross: 'numeric',
  subtotal: 'numeric',
  tax_amount: 'numeric',
  total: 'numeric',
  refunded_quantity: 'integer',
  refunded_subtotal: 'numeric',
  refunded_tax: 'numeric',
  refunded_total: 'numeric',
} as const satisfies Record<keyof SoldLine, string>;
