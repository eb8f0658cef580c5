import { fieldMessages, invalid, money, toSen } from '@usaha/shared';
import { divided } from '../divided.js';
import type { ContentLine, LineTax } from '../document/index.js';
import { messages } from '../einvoice.messages.js';
import type { EinvoiceDocument, NotedLine } from '../record/index.js';

/** What notes say of themselves, as far as they take something off their original. */
export type Noted = Pick<EinvoiceDocument, 'total_excluding_tax' | 'tax_amount' | 'noted'>;

/** What notes have left of a line. */
export interface LineLeft {
  /** Without tax. */
  net: number;
  taxes: LineTax[];
}

/** A line of a note by its amount without tax. */
export interface ToldNoteLine {
  /** From 1. */
  line: number;
  amount: number;
}

const sum = (amounts: readonly number[]): number => money.add(0, ...amounts);
const less = (from: number, taken: number): number => Math.max(0, money.add(from, -taken));

/**
 * What notes have left of each line of a document. What a note does not attribute to a line is taken off all lines in
 * proportion. Nothing is left below 0.
 */
export function leftOf(lines: readonly ContentLine[], notes: readonly Noted[]): LineLeft[] {
  const left = lines.map(({ taxes }) => taxes.map((tax) => ({ ...tax })));
  const loose = { taxable: 0, amount: 0 };
  for (const { noted, total_excluding_tax, tax_amount } of notes) {
    const known = noted.flatMap(({ taxes }) => taxes);
    loose.taxable = money.add(loose.taxable, less(total_excluding_tax, sum(known.map(({ taxable }) => taxable))));
    loose.amount = money.add(loose.amount, less(tax_amount, sum(known.map(({ amount }) => amount))));
    for (const { line, taxes } of noted)
      taxes.forEach((taken, i) => {
        const tax = left[line - 1]?.[i];
        if (!tax) return;
        tax.taxable = less(tax.taxable, taken.taxable);
        tax.amount = less(tax.amount, taken.amount);
      });
  }
  for (const part of ['taxable', 'amount'] as const) takeOff(left.flat(), part, loose[part]);
  return left.map((taxes) => ({ net: sum(taxes.map(({ taxable }) => taxable)), taxes }));
}

function takeOff(taxes: LineTax[], of: 'taxable' | 'amount', amount: number): void {
  const weights = taxes.map((tax) => tax[of]);
  const parts = divided(Math.min(amount, sum(weights)), weights);
  taxes.forEach((tax, i) => (tax[of] = less(tax[of], parts[i] ?? 0)));
}

/**
 * What a note takes off lines: the amounts that are told, with their taxes in proportion to what is left, or all that is left.
 * @throws invalid naming `lines`, `lines.0.line` or `lines.0.amount`
 */
export function notedLines(left: readonly LineLeft[], told: readonly ToldNoteLine[] | null): NotedLine[] {
  const wanted = told === null ? allOf(left) : told.map((one, i) => checked(left, told, one, i));
  if (wanted.length === 0) throw invalid('lines', messages.nothingLeft());
  return wanted.map(({ line, amount }) => {
    const { taxes } = left[line - 1] as LineLeft;
    const parts = divided(
      amount,
      taxes.map(({ taxable }) => taxable),
    );
    return { line, taxes: taxes.map((tax, i) => taxOf(tax, parts[i] ?? 0)) };
  });
}

const allOf = (left: readonly LineLeft[]): ToldNoteLine[] =>
  left.flatMap(({ net }, i) => (net > 0 ? [{ line: i + 1, amount: net }] : []));

function checked(
  left: readonly LineLeft[],
  told: readonly ToldNoteLine[],
  { line, amount: sent }: ToldNoteLine,
  i: number,
): ToldNoteLine {
  const field = `lines.${i}`;
  const most = left[line - 1]?.net;
  if (most === undefined) throw invalid(`${field}.line`, messages.noteLineUnknown({ line, last: left.length }));
  if (told.findIndex((one) => one.line === line) !== i)
    throw invalid(`${field}.line`, messages.noteLineTwice({ line }));
  const amount = money.within(`${field}.amount`, sent);
  if (amount === 0) throw invalid(`${field}.amount`, fieldMessages.mustBeMoreThanZero({ field: `${field}.amount` }));
  if (amount > most) throw invalid(`${field}.amount`, messages.noteBeyondLeft({ amount, most }));
  return { line, amount };
}

const taxOf = ({ taxable, amount }: LineTax, part: number): { taxable: number; amount: number } => ({
  taxable: part,
  amount: part === taxable ? amount : money.share(amount, Number(toSen(part)), Number(toSen(taxable))),
});

/** The lines of a note. One that takes off the whole of a line repeats it; another one is priced as a whole. */
export function contentOfNoted(lines: readonly ContentLine[], noted: readonly NotedLine[]): ContentLine[] {
  return noted.flatMap(({ line, taxes }) => {
    const original = lines[line - 1];
    if (!original) return [];
    const isWhole = original.taxes.every(
      (tax, i) => tax.taxable === taxes[i]?.taxable && tax.amount === taxes[i]?.amount,
    );
    if (isWhole) return [original];
    const net = sum(taxes.map(({ taxable }) => taxable));
    const { description, classification } = original;
    const taxed = original.taxes.map(({ type, rate }, i) => ({
      type,
      rate,
      ...(taxes[i] ?? { taxable: 0, amount: 0 }),
    }));
    return [
      {
        ...{ description, classification, quantity: 1, price: net, extension: net, discount: 0, charge: 0, net },
        taxes: taxed.filter(({ taxable, amount }) => taxable !== 0 || amount !== 0),
      },
    ];
  });
}
