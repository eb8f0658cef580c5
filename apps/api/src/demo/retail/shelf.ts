/** `name, brand, price in MYR without tax, popularity`: what is twice as popular is sold twice as often. */
export type Good = readonly [name: string, brand: string | null, price: number, popularity: number];

/** Goods of one kind, as a demo shop keeps them together. */
export interface Shelf {
  /** What the goods' SKUs begin with. */
  code: string;
  category: string;
  unit: string;
  /** Of services, the kind whose service tax is charged, as `sstPercent` knows it. */
  service_tax?: string;
  /** Purchase price as a part of the selling price. */
  cost: number;
  /** Services have no stock. */
  tracked?: false;
  /** Whether goods of it carry a halal certificate. */
  halal?: true;
  /** How many days the goods on the shelf still keep, at most; no date is printed on others. */
  keeps_days?: number;
  warranty_months?: number;
  /** Every good comes in each of these: a colour, or a model that it fits. */
  variants?: { of: 'color' | 'model'; names: readonly string[] };
  goods: readonly Good[];
}
