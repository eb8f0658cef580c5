import { Entity } from 'typeorm';
import {
  TenantRecord,
  columns,
  assignDefined,
  invalid,
  isCalendarDate,
  isValidBarcode,
  money,
  toRate,
} from '@usaha/shared';
import { messages } from '../messages.js';

export const productStatuses = ['active', 'inactive', 'discontinued'] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** Fields of a product that clients may set freely: no rule depends on them. */
const details = [
  'sku',
  'name',
  'description',
  'category',
  'brand',
  'barcode',
  'unit',
  'minimum_stock',
  'maximum_stock',
  'supplier_id',
] as const satisfies (keyof Product)[];
export type ProductDetails = Pick<Product, (typeof details)[number]>;

/** Prices are MYR for one unit without tax, the rate is percent of SST. */
export type ProductPricing = Pick<Product, 'selling_price' | 'purchase_price' | 'tax_rate'>;

/** The most that a stock can hold: 32 bits. */
export const MAX_STOCK = 2 ** 31 - 1;

/** Dates in a product's attributes that an alert watches. */
const expiryAttributes = ['expiry_date', 'halal_expiry_date'] as const;

/**
 * Something a shop sells. Its stock is the sum of its movements, and changes only together with one: see
 * `StockKeeper`. A product whose stock was never given is not tracked: it can be sold and shows 0.
 */
@Entity({ schema: 'retail', name: 'products' })
export class Product extends TenantRecord {
  /** Unique among the tenant's undeleted products. */
  @columns.code() sku!: string;
  @columns.text() name!: string;
  @columns.text({ nullable: true }) description: string | null = null;
  @columns.text({ nullable: true }) category: string | null = null;
  @columns.text({ nullable: true }) brand: string | null = null;
  /** As it was sent; a wrong check digit is reported, never refused. */
  @columns.code({ nullable: true }) barcode: string | null = null;
  /** The unit that is counted: piece, kg, box. */
  @columns.text({ nullable: true }) unit: string | null = null;
  @columns.count() current_stock = 0;
  @columns.flag() stock_tracked = false;
  /** How much of the stock lies at a location; the rest is undistributed. */
  @columns.count() distributed = 0;
  @columns.count() minimum_stock = 0;
  @columns.count({ nullable: true }) maximum_stock: number | null = null;
  /** MYR for one unit, without tax. */
  @columns.money({ nullable: true }) purchase_price: number | null = null;
  /** MYR for one unit, without tax. */
  @columns.money() selling_price!: number;
  /** Percent of SST. */
  @columns.rate() tax_rate!: number;
  @columns.choice(productStatuses) status: ProductStatus = 'active';
  @columns.code({ nullable: true }) supplier_id: string | null = null;
  /** Kept as sent, unknown keys too. */
  @columns.object() attributes: Record<string, unknown> = {};
  /** The earliest of the dates in `attributes` on which something expires. */
  @columns.text({ nullable: true }) expires_on: string | null = null;
  /** Ids of files, in the order in which they are shown. */
  @columns.list({ default: () => "'{}'::text[]" }) picture_ids: string[] = [];
  @columns.derived('lower(btrim(category))', { nullable: true }) readonly category_key?: string;
  @columns.derived('lower(btrim(brand))', { nullable: true }) readonly brand_key?: string;
  @columns.derived("lower(((((name || '\n'::text) || COALESCE(description, ''::text)) || '\n'::text) || sku))")
  readonly search_text?: string;
  @columns.derived('(stock_tracked AND (current_stock <= minimum_stock))', { type: 'boolean' })
  readonly low_stock?: boolean;
  @columns.derived('(stock_tracked AND COALESCE((current_stock > maximum_stock), false))', { type: 'boolean' })
  readonly overstocked?: boolean;

  get is_active(): boolean {
    return this.status === 'active';
  }

  /** Whether the check digit of the barcode is right; null where there is none to check. */
  get barcode_valid(): boolean | null {
    return isValidBarcode(this.barcode);
  }

  /** Whether its stock is tracked and above its minimum. */
  get is_above_minimum(): boolean {
    return this.stock_tracked && this.current_stock > this.minimum_stock;
  }

  /** How much of the stock lies at no location. */
  get undistributed(): number {
    return this.current_stock - this.distributed;
  }

  /** Absent fields stay. */
  describe(changes: Partial<ProductDetails>): void {
    assignDefined(this, changes, details);
  }

  /** Absent fields stay. @throws invalid for a price that cannot be kept */
  price({ selling_price, purchase_price, tax_rate }: Partial<ProductPricing>): void {
    if (selling_price !== undefined) this.selling_price = money.within('selling_price', selling_price);
    if (purchase_price !== undefined)
      this.purchase_price = purchase_price === null ? null : money.within('purchase_price', purchase_price);
    if (tax_rate !== undefined) this.tax_rate = toRate(tax_rate);
  }

  /** A number more of the stock lie at a location, or fewer. */
  distribute(quantity_changed: number): void {
    this.distributed += quantity_changed;
  }

  /** A discontinued product stays so until it is made active again. */
  setActive(active: boolean): void {
    if (active) this.status = 'active';
    else if (this.status === 'active') this.status = 'inactive';
  }

  /** @param ids of files that are its own, in the order in which they are shown */
  showPictures(ids: string[]): void {
    this.picture_ids = ids;
  }

  setAttributes(attributes: Record<string, unknown>): void {
    this.attributes = attributes;
    const dates = expiryAttributes.map((name) => attributes[name]).filter(isDate);
    this.expires_on = dates.sort()[0] ?? null;
  }

  /**
   * Moves the stock, which is tracked from here on; tracked stock never goes below 0.
   * @param field what a stock that is too small is blamed on @throws invalid
   */
  changeStock(quantity_changed: number, field: string): void {
    const stock = this.current_stock + quantity_changed;
    if (stock < 0) throw invalid(field, messages.stockShort({ sku: this.sku, stock: this.current_stock }));
    if (stock > MAX_STOCK) throw invalid(field, messages.stockTooLarge({ sku: this.sku, most: MAX_STOCK }));
    this.current_stock = stock;
    this.stock_tracked = true;
  }
}

const isDate = (value: unknown): value is string => typeof value === 'string' && isCalendarDate(value);
