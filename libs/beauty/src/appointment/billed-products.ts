import { fromSen, invalid, money, toSen } from '@usaha/shared';
import { messages } from '../messages.js';
import type { AppointmentLine } from './appointment-line.entity.js';
import type { BeautyProduct } from '../product/product.entity.js';

/** A product on the bill of a visit, as it was when it was put there; amounts are MYR, tax within. */
export interface BilledProduct {
  product_id: string;
  product_name: string;
  /** Whole units. */
  quantity: number;
  unit_price: number;
  /** Of all units. */
  price: number;
  /** Percent of SST within it. */
  tax_rate: number;
  /** Units that were asked of the stock for the product, once the visit is completed, and those that it had. */
  claimed: number;
  taken: number;
  /** What refunds that name this line gave back of it. */
  refunded: number;
  /** Its part of what the visit brought, and the SST within that; null unless completed. */
  share: number | null;
  tax: number | null;
}

/** A line of a bill, of a service or a product; money MYR, `tax_rate` percent. */
export interface BilledLine {
  description: string;
  price: number;
  discount: number;
  sold_package_id: string | null;
  refunded: number;
  tax_rate: number;
}

export const serviceLine = ({ service_name: description, ...line }: AppointmentLine): BilledLine => {
  const { price, discount, sold_package_id, refunded, tax_rate } = line;
  return { description, price, discount, sold_package_id, refunded, tax_rate };
};

/** Policies and packages take nothing off products. */
export const productLine = ({ product_name: description, price, refunded, tax_rate }: BilledProduct): BilledLine => ({
  ...{ description, price, refunded, tax_rate },
  ...{ discount: 0, sold_package_id: null },
});

/** A product as a body says it. */
export interface GivenProduct {
  product_id: string;
  /** 1 unless given. */
  quantity?: number | null;
}

/**
 * Products as a body has them, in its order. One that was there before keeps name, price and rate (as services do: A-243).
 * @param productOf a product as it is now
 * @throws invalid for what is no quantity, an unknown product, and one that is not sold any more
 */
export function productsOf(
  given: readonly GivenProduct[],
  had: readonly BilledProduct[],
  productOf: (field: string, id: string) => BeautyProduct,
): BilledProduct[] {
  const left = [...had];
  return given.map(({ product_id, quantity: sent }, i) => {
    const field = `products.${i}`;
    const at = left.findIndex((one) => one.product_id === product_id.toLowerCase());
    const before = at >= 0 ? left.splice(at, 1)[0] : undefined;
    const quantity = sent ?? 1;
    const made = before ?? newProduct(productOf(`${field}.product_id`, product_id), field);
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      throw invalid(`${field}.quantity`, messages.noUnits({ field: `${field}.quantity` }));
    const price = money.within(`${field}.quantity`, fromSen(toSen(made.unit_price) * BigInt(quantity)));
    return { ...made, quantity, price };
  });
}

/** Ids of products that were not there before, or not as often. */
export function newlyBilled(given: readonly GivenProduct[], had: readonly BilledProduct[]): string[] {
  const left = had.map(({ product_id }) => product_id);
  return given
    .map(({ product_id }) => product_id)
    .filter((id) => {
      const at = left.indexOf(id.toLowerCase());
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
}

function newProduct(
  { id: product_id, name: product_name, price: unit_price, tax_rate, is_active }: BeautyProduct,
  field: string,
): BilledProduct {
  if (!is_active)
    throw invalid(
      `${field}.product_id`,
      messages.productInactive({ field: `${field}.product_id`, name: product_name }),
    );
  const priced = { product_id, product_name, unit_price, tax_rate, quantity: 1, price: unit_price };
  return { ...priced, claimed: 0, taken: 0, refunded: 0, share: null, tax: null };
}
