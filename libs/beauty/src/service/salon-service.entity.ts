import { Entity } from 'typeorm';
import { TenantRecord, columns, assignDefined, money, toRate } from '@usaha/shared';

/** Minutes that a service takes unless stated otherwise. */
export const USUAL_MINUTES = 30;

/** Something that a service uses up: its name, or an object as it was sent. */
export type ProductUsed = string | Record<string, unknown>;

/** What may be said of a service, save its price and its rates. */
const details = [
  'name',
  'description',
  'category',
  'subcategory',
  'duration_minutes',
  'staff_level_required',
  'room_requirements',
  'products_used',
  'target_skin_types',
  'contraindications',
  'pre_care_instructions',
  'post_care_instructions',
  'is_active',
  'ministry_approved',
  'ministry_approval_number',
  'halal_certified',
  'halal_certification_number',
  'notes',
] as const satisfies (keyof SalonService)[];
export type SalonServiceDetails = Pick<SalonService, (typeof details)[number]>;

/** The price is MYR with tax, rates are percent. */
export type SalonServicePricing = Pick<
  SalonService,
  'price' | 'tax_rate' | 'membership_discount' | 'promotion_discount'
>;

/** What a salon or spa does for its clients: a haircut, a facial. */
@Entity({ schema: 'beauty', name: 'services' })
export class SalonService extends TenantRecord {
  @columns.text() name!: string;
  @columns.text({ nullable: true }) description: string | null = null;
  /** Any text, as subcategory and staff level. */
  @columns.text({ nullable: true }) category: string | null = null;
  @columns.text({ nullable: true }) subcategory: string | null = null;
  /** More than 0. */
  @columns.count() duration_minutes = USUAL_MINUTES;
  /** MYR, with the tax in it; 0 is a price. */
  @columns.money() price!: number;
  /** Percent. */
  @columns.rate() tax_rate!: number;
  @columns.text({ nullable: true }) staff_level_required: string | null = null;
  @columns.list() room_requirements: string[] = [];
  /** As they were sent; no stock follows from them. */
  @columns.object() products_used: ProductUsed[] = [];
  @columns.list() target_skin_types: string[] = [];
  /** Whom it does not suit: warned of where an appointment's client has one of them. */
  @columns.list() contraindications: string[] = [];
  @columns.text({ nullable: true }) pre_care_instructions: string | null = null;
  @columns.text({ nullable: true }) post_care_instructions: string | null = null;
  /** Percent, for members under the tenant's policy; it changes no price by itself. */
  @columns.rate({ nullable: true }) membership_discount: number | null = null;
  /** Percent; it changes no price by itself. */
  @columns.rate({ nullable: true }) promotion_discount: number | null = null;
  /** Whether it can be newly booked. */
  @columns.flag() is_active = true;
  @columns.flag() ministry_approved = false;
  @columns.code({ nullable: true }) ministry_approval_number: string | null = null;
  /** As it was said, with or without a number. */
  @columns.flag() halal_certified = false;
  @columns.code({ nullable: true }) halal_certification_number: string | null = null;
  @columns.text({ nullable: true }) notes: string | null = null;
  @columns.derived('lower(btrim(category))', { nullable: true }) readonly category_key?: string | null;
  @columns.derived('lower(btrim(subcategory))', { nullable: true }) readonly subcategory_key?: string | null;

  /** Absent fields stay. */
  describe(changes: Partial<SalonServiceDetails>): void {
    assignDefined(this, changes, details);
  }

  /** Absent fields stay. @throws invalid for a price that cannot be kept */
  charge({ price, tax_rate, membership_discount, promotion_discount }: Partial<SalonServicePricing>): void {
    if (price !== undefined) this.price = money.within('price', price);
    if (tax_rate !== undefined) this.tax_rate = toRate(tax_rate);
    if (membership_discount !== undefined) this.membership_discount = rateOrNone(membership_discount);
    if (promotion_discount !== undefined) this.promotion_discount = rateOrNone(promotion_discount);
  }
}

const rateOrNone = (percent: number | null): number | null => (percent === null ? null : toRate(percent));
