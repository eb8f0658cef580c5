import { money } from '@usaha/shared';
import type { TaxTypeCode } from '@usaha/shared/malaysia';
import type { ContentLine, EinvoiceContent, LineTax } from './content.js';

/** The sums of a document, as the SDK's mathematical mappings define them. */
export interface EinvoiceTotals {
  /** Σ net of the lines. */
  excluding_tax: number;
  tax_amount: number;
  including_tax: number;
  rounding: number;
  /** What changes hands: including_tax + rounding. */
  payable: number;
  /** By type, in the order of their codes. */
  by_type: { type: TaxTypeCode; taxable: number; amount: number }[];
}

/** @returns the sums of a document's lines, in its currency */
export function totalsOf({ lines, rounding }: Pick<EinvoiceContent, 'lines' | 'rounding'>): EinvoiceTotals {
  const excluding_tax = money.add(...lines.map(({ net }) => net));
  const by_type = typesOf(lines);
  const tax_amount = money.add(...by_type.map(({ amount }) => amount));
  const including_tax = money.add(excluding_tax, tax_amount);
  return { excluding_tax, tax_amount, including_tax, rounding, payable: money.add(including_tax, rounding), by_type };
}

function typesOf(lines: readonly ContentLine[]): EinvoiceTotals['by_type'] {
  const taxes = lines.flatMap((line) => line.taxes);
  return [...new Set(taxes.map(({ type }) => type))].sort().map((type) => {
    const of = taxes.filter((tax) => tax.type === type);
    return {
      type,
      taxable: money.add(...of.map(({ taxable }) => taxable)),
      amount: money.add(...of.map(({ amount }) => amount)),
    };
  });
}

/** Σ of the taxes of a line. */
export const taxTotal = (taxes: readonly LineTax[]): number => money.add(...taxes.map(({ amount }) => amount));
