import { Entity } from 'typeorm';
import { TenantRecord, columns, assignDefined, invalid, isValidBarcode, money, toRate } from '@usaha/shared';
import { messages } from '../messages.js';

/** The most that a stock can hold: 32 bits. */
export const MAX_STOCK = 2 ** 31 - 1;

/** What may be said of a product, save its price, its rate and its stock. */
const details = [
  'name',
  'brand',
  'description',
  'category',
  'subcategory',
  'sku',
  'barcode',
  'volume_ml',
  'minimum_stock',
  'ingredients',
  'skin_types',
  'age_groups',
  'expiry_date',
  'batch_number',
  'supplier',
  'ministry_approved',
  'ministry_notification_number',
  'halal_certified',
  'halal_certification_number',
  'cruelty_free',
  'vegan',
  'organic',
  'is_active',
] as const satisfies (keyof BeautyProduct)[];
export type BeautyProductDetails = Pick<BeautyProduct, (typeof details)[number]>;

/** The price is MYR, the rate percent. */
export type BeautyProductPricing = Pick<BeautyProduct, 'price' | 'tax_rate'>;

/**
 * Something a salon sells or uses up. Its stock is the sum of its movements, and changes only together with one: see
 * `BeautyStockKeeper`. One whose stock was never stated is not tracked: it shows 0 and is never low.
 */
@Entity({ schema: 'beauty', name: 'products' })
export class BeautyProduct extends TenantRecord {
  @columns.text() name!: string;
  @columns.text({ nullable: true }) brand: string | null = null;
  @columns.text({ nullable: true }) description: string | null = null;
  @columns.text({ nullable: true }) category: string | null = null;
  @columns.text({ nullable: true }) subcategory: string | null = null;
  /** Unique among the tenant's undeleted products; one that is blank is none. */
  @columns.code({ nullable: true }) sku: string | null = null;
  /** As it was sent; a wrong check digit is reported, never refused. */
  @columns.code({ nullable: true }) barcode: string | null = null;
  /** Millilitres. */
  @columns.count({ nullable: true }) volume_ml: number | null = null;
  /** MYR. */
  @columns.money() price!: number;
  /** Percent. */
  @columns.rate() tax_rate!: number;
  /** Whole units. */
  @columns.count() stock_quantity = 0;
  @columns.flag() stock_tracked = false;
  @columns.count() minimum_stock = 0;
  @columns.list() ingredients: string[] = [];
  @columns.list() skin_types: string[] = [];
  @columns.list() age_groups: string[] = [];
  /** YYYY-MM-DD; it may be past. */
  @columns.day({ nullable: true }) expiry_date: string | null = null;
  @columns.code({ nullable: true }) batch_number: string | null = null;
  @columns.text({ nullable: true }) supplier: string | null = null;
  @columns.flag() ministry_approved = false;
  /** Any text, as the number of the halal certificate. */
  @columns.code({ nullable: true }) ministry_notification_number: string | null = null;
  @columns.flag() halal_certified = false;
  @columns.code({ nullable: true }) halal_certification_number: string | null = null;
  @columns.flag() cruelty_free = false;
  @columns.flag() vegan = false;
  @columns.flag() organic = false;
  @columns.flag() is_active = true;
  /** Ids of files, in the order in which they are shown. */
  @columns.list({ default: () => "'{}'::text[]" }) picture_ids: string[] = [];
  @columns.derived('lower(btrim(category))', { nullable: true }) readonly category_key?: string | null;
  @columns.derived('lower(btrim(subcategory))', { nullable: true }) readonly subcategory_key?: string | null;
  @columns.derived('lower(btrim(brand))', { nullable: true }) readonly brand_key?: string | null;
  @columns.derived('lower(btrim(barcode))', { nullable: true }) readonly barcode_key?: string | null;
  @columns.derived('(stock_tracked AND (stock_quantity <= minimum_stock))', { type: 'boolean' })
  readonly low_stock?: boolean;

  /** Whether the check digit of the barcode is right; null where there is none to check. */
  get barcode_valid(): boolean | null {
    return isValidBarcode(this.barcode);
  }

  /** Absent fields stay. */
  describe(changes: Partial<BeautyProductDetails>): void {
    assignDefined(this, changes, details);
  }

  /** Absent fields stay. @throws invalid for a price that cannot be kept */
  charge({ price, tax_rate }: Partial<BeautyProductPricing>): void {
    if (price !== undefined) this.price = money.within('price', price);
    if (tax_rate !== undefined) this.tax_rate = toRate(tax_rate);
  }

  /** States the stock, which is tracked from here on. @returns by how much it changed @throws invalid below 0 or beyond 32 bits */
  stateStock(quantity: number): number {
    if (quantity < 0 || quantity > MAX_STOCK)
      throw invalid('stock_quantity', messages.stockOutOfRange({ most: MAX_STOCK }));
    const changed = quantity - this.stock_quantity;
    this.stock_quantity = quantity;
    this.stock_tracked = true;
    return changed;
  }

  /** @param ids of files that are its own, in the order in which they are shown */
  showPictures(ids: string[]): void {
    this.picture_ids = ids;
  }

  /** Takes what is there, at most so much. @returns what was taken */
  take(quantity: number): number {
    const taken = Math.min(quantity, this.stock_quantity);
    this.stock_quantity -= taken;
    return taken;
  }

  /** Puts units back, at most as many as a stock can hold. @returns what was put back */
  putBack(quantity: number): number {
    const put = Math.min(quantity, MAX_STOCK - this.stock_quantity);
    this.stock_quantity += put;
    return put;
  }
}
