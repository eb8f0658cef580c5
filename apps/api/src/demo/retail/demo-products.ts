import type { NewProduct } from '@usaha/retail';
import { malaysianDay, money } from '@usaha/shared';
import { sstPercent } from '@usaha/shared/malaysia';
import { ean13 } from '../core/barcodes.js';
import type { Good, Shelf } from './shelf.js';
import { DAY_MS } from './trading-days.js';

/** A product of a demo shop before it is stocked. */
export interface DemoProduct {
  facts: NewProduct;
  /** Against the other products of the shop. */
  popularity: number;
  tracked: boolean;
}

/** Every how manieth good is without a halal certificate, soon to lose it, or has lost it. */
const UNCERTIFIED = 7;
const RENEWAL_DUE = 11;

/**
 * The products of shelves. No counter charges sales tax: manufacturers and importers pay it, and it is within the price. Service
 * tax is charged by a shop that is registered for it, at the rate of that day.
 * @param company five digits that its barcodes have in common @param now what expiry dates count from
 */
export function productsOf(shelves: readonly Shelf[], company: string, now: Date): DemoProduct[] {
  const products: DemoProduct[] = [];
  for (const shelf of shelves)
    itemsOf(shelf).forEach(([good, variant], i) =>
      products.push(productOf(shelf, good, { variant, i, company, serial: products.length + 1, now })),
    );
  return products;
}

const itemsOf = ({ goods, variants }: Shelf): [Good, string | null][] =>
  goods.flatMap((good) => (variants?.names ?? [null]).map((variant): [Good, string | null] => [good, variant]));

interface Place {
  variant: string | null;
  /** On its shelf, from 0. */
  i: number;
  company: string;
  /** In its shop, from 1. */
  serial: number;
  now: Date;
}

function productOf(shelf: Shelf, [name, brand, selling_price, popularity]: Good, place: Place): DemoProduct {
  const { variant, i, company, serial, now } = place;
  const tracked = shelf.tracked ?? true;
  return {
    popularity: popularity / (shelf.variants?.names.length ?? 1),
    tracked,
    facts: {
      sku: `${shelf.code}-${String(i + 1).padStart(3, '0')}`,
      name: variant === null ? name : `${name} – ${variant}`,
      category: shelf.category,
      brand,
      unit: shelf.unit,
      barcode: tracked && brand !== null ? ean13(`955${company}${String(serial).padStart(4, '0')}`) : null,
      selling_price,
      purchase_price: money.times(selling_price, shelf.cost),
      tax_rate: shelf.service_tax === undefined ? 0 : sstPercent(shelf.service_tax, malaysianDay(now)),
      attributes: attributesOf(shelf, place),
    },
  };
}

function attributesOf({ halal, keeps_days, warranty_months, variants }: Shelf, place: Place): Record<string, unknown> {
  const { variant, i, serial, now } = place;
  const inDays = (days: number): string => malaysianDay(new Date(now.getTime() + days * DAY_MS));
  return {
    ...(halal && serial % UNCERTIFIED !== 0
      ? {
          halal_certified: true,
          halal_certification_number: `DEMO-HALAL-${String(serial).padStart(4, '0')}`,
          halal_expiry_date: inDays(serial % RENEWAL_DUE === 0 ? serial - 40 : 90 + ((serial * 37) % 600)),
        }
      : {}),
    ...(keeps_days ? { expiry_date: inDays(1 + ((i * 17) % keeps_days)) } : {}),
    ...(warranty_months ? { warranty_months } : {}),
    ...(variants && variant !== null ? { [variants.of]: variants.of === 'color' ? [variant] : variant } : {}),
  };
}
