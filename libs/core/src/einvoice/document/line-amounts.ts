import { money } from '@usaha/shared';
import type { TaxTypeCode } from '@usaha/shared/malaysia';
import type { ContentLine, LineTax } from './content.js';

/** A line as the business charged it, in the currency of its document. */
export interface ChargedLine {
  description: string;
  classification: string;
  quantity: number;
  /** Of one unit, without tax; null where only the amount is known. */
  unit_price: number | null;
  /** After discount, without tax. */
  subtotal: number;
  /** Percent. */
  tax_rate: number;
  tax_amount: number;
}

/** What decides about the tax of a line. */
export interface TaxRules {
  /** Whether the seller is registered for SST: otherwise what was charged as tax is a charge, and no tax. */
  is_registered: boolean;
  /** The type of what is charged at a rate above 0. */
  type: TaxTypeCode;
  /** Whether prices have the tax in them: the price is then the net amount. */
  is_within?: boolean;
}

const NOT_APPLICABLE: TaxTypeCode = '06';

/**
 * A line of a document from what was charged. Price × quantity comes to the extension to the sen: a price that does not divide into
 * the quantity stands for the whole line, as one unit.
 */
export function lineOf(charged: ChargedLine, rules: TaxRules): ContentLine {
  const { description, classification, subtotal } = charged;
  const charge = rules.is_registered ? 0 : charged.tax_amount;
  const net = money.add(subtotal, charge);
  const [quantity, price] = pricedAs(charged, rules.is_within === true);
  const extension = money.times(price, quantity);
  const discount = money.add(extension, -subtotal);
  return {
    ...{ description, classification, quantity, price, extension, discount, charge, net },
    taxes: [taxOf(charged, rules, net)],
  };
}

function taxOf({ tax_rate, tax_amount }: ChargedLine, { is_registered, type }: TaxRules, taxable: number): LineTax {
  if (!is_registered || tax_rate === 0) return { type: NOT_APPLICABLE, rate: 0, taxable, amount: 0 };
  return { type, rate: tax_rate, taxable, amount: tax_amount };
}

/** @returns quantity and price of one; the whole as one where they would not come to the amount, or to less than was charged */
function pricedAs({ quantity, unit_price, subtotal }: ChargedLine, isWithin: boolean): [number, number] {
  const price =
    isWithin || unit_price === null ? money.share(subtotal, 1, Math.max(1, Math.trunc(quantity))) : unit_price;
  if (!isExact(price, quantity)) return [1, subtotal];
  const extension = money.times(price, quantity);
  const hasDiscount = !isWithin && unit_price !== null;
  return extension === subtotal || (hasDiscount && extension > subtotal) ? [quantity, price] : [1, subtotal];
}

/** Whether price × quantity is a whole number of sen. */
function isExact(price: number, quantity: number): boolean {
  if (!(quantity > 0) || Math.round(quantity * 100_000) / 100_000 !== quantity) return false;
  return (toUnits(price, 100) * toUnits(quantity, 100_000)) % 100_000n === 0n;
}

const toUnits = (value: number, scale: number): bigint => BigInt(Math.round(value * scale));
