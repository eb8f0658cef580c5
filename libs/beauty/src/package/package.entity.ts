import { Entity } from 'typeorm';
import { TenantRecord, columns, assignDefined, money, toRate } from '@usaha/shared';
import { discountOf } from './discount.js';

/** A service of a package, and how often it comes with it. */
export interface PackagedService {
  service_id: string;
  /** As it was sent; a number is sessions a month. */
  frequency: number | string | null;
  duration_months: number | null;
  /** How many times in all; it is redeemed by. */
  sessions: number | null;
}

/** What may be said of a package, save its prices and rates. */
const details = [
  'name',
  'description',
  'services',
  'validity_months',
  'payment_plan',
  'terms_and_conditions',
  'is_active',
] as const satisfies (keyof ServicePackage)[];
export type ServicePackageDetails = Pick<ServicePackage, (typeof details)[number]>;

/** Prices are MYR, rates percent. */
export type ServicePackagePricing = Pick<
  ServicePackage,
  'total_price' | 'original_price' | 'discount_percentage' | 'membership_discount'
>;

/** Services that are sold together. */
@Entity({ schema: 'beauty', name: 'packages' })
export class ServicePackage extends TenantRecord {
  @columns.text() name!: string;
  @columns.text({ nullable: true }) description: string | null = null;
  @columns.object() services: PackagedService[] = [];
  /** What the package costs, MYR; it may be above original_price. */
  @columns.money({ nullable: true }) total_price: number | null = null;
  /** What its services cost one by one, MYR. */
  @columns.money({ nullable: true }) original_price: number | null = null;
  /** Percent, where one was sent that does not follow from the prices. */
  @columns.rate({ nullable: true }) stated_discount: number | null = null;
  /** Months that it can be redeemed; null is for ever. */
  @columns.count({ nullable: true }) validity_months: number | null = null;
  /** Any text. */
  @columns.text({ nullable: true }) payment_plan: string | null = null;
  @columns.text({ nullable: true }) terms_and_conditions: string | null = null;
  @columns.flag() is_active = true;
  /** Percent off for members where the salon applies benefits; it changes no price by itself. */
  @columns.rate({ nullable: true }) membership_discount: number | null = null;

  /** Percent: as it was sent, else what the prices come to, else null. */
  get discount_percentage(): number | null {
    return this.stated_discount ?? discountOf(this);
  }

  /** Absent fields stay. */
  describe(changes: Partial<ServicePackageDetails>): void {
    assignDefined(this, changes, details);
  }

  /**
   * Absent fields stay. A discount that says what was shown anyway states nothing, so that it still follows when the prices
   * change later. @throws invalid for a price that cannot be kept
   */
  charge(prices: Partial<ServicePackagePricing>): void {
    const { total_price, original_price, discount_percentage, membership_discount } = prices;
    const shown = this.discount_percentage;
    if (total_price !== undefined) this.total_price = priceOrNone('total_price', total_price);
    if (original_price !== undefined) this.original_price = priceOrNone('original_price', original_price);
    const discount = discount_percentage === undefined ? undefined : rateOrNone(discount_percentage);
    if (discount !== undefined && discount !== shown) this.stated_discount = discount;
    if (membership_discount !== undefined) this.membership_discount = rateOrNone(membership_discount);
  }
}

const rateOrNone = (percent: number | null): number | null => (percent === null ? null : toRate(percent));
const priceOrNone = (field: string, price: number | null): number | null =>
  price === null ? null : money.within(field, price);
