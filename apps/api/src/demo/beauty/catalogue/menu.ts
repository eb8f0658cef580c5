import type { BeautyProductDetails, SalonServiceDetails, SalonServicePricing } from '@usaha/beauty';

/** The details of a treatment in addition to its name, time and price. */
type Told = Partial<SalonServiceDetails & Pick<SalonServicePricing, 'membership_discount' | 'promotion_discount'>>;

/** `name, minutes, MYR, popularity`: what is twice as popular is booked twice as often. */
export type Treatment = readonly [
  name: string,
  minutes: number,
  price: number,
  popularity: number,
  told?: Told & { for?: 'female' | 'male' },
];

/** Treatments of one kind, as a menu prints them together. */
export interface MenuPage {
  /** Also what members of staff are specialized in. */
  category: string;
  subcategory?: string;
  /** The kind whose percentage of SST is within the prices of a registered business, as `sstPercent` knows it. */
  tax: 'wellness' | 'beauty';
  /** The details of every treatment of the page. */
  told?: Told;
  treatments: readonly Treatment[];
}

/** `name, MYR, millilitres, units at first, least that should be there, units used or sold a fortnight`. */
export type Ware = readonly [
  name: string,
  price: number,
  volume_ml: number | null,
  opening: number,
  minimum_stock: number,
  used: number,
  told?: Partial<BeautyProductDetails> & {
    /** Days from now on which it expires; negative when it has. */
    expires_in?: number;
    /** Nothing is delivered any more. */
    runs_out?: true;
  },
];

/** Products of one kind. */
export interface WareShelf {
  /** What their SKUs begin with. */
  code: string;
  category: string;
  subcategory?: string;
  brand: string;
  supplier: string;
  told?: Partial<BeautyProductDetails>;
  wares: readonly Ware[];
}

/** Treatments sold together: `name, sessions` of each. */
export interface DemoPackage {
  name: string;
  description: string;
  sessions: readonly (readonly [treatment: string, sessions: number])[];
  total_price: number;
  validity_months: number;
  payment_plan: string;
  terms_and_conditions: string;
  /** Against the others. */
  popularity: number;
}

/** A kind of membership. */
export interface DemoMembershipKind {
  membership_type: string;
  annual_fee: number;
  /** Percent off all treatments. */
  percentage: number;
  /** A treatment that comes with it once. */
  free?: string;
  priority?: true;
  /** Of all clients, how many have joined. */
  share: number;
}
