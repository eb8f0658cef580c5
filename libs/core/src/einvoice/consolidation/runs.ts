import { money } from '@usaha/shared';
import type { LineTax } from '../document/content.js';
import type { SourceRef } from '../source/index.js';

/** A document as consolidation counts it: its number, and what it comes to after refunds. */
export interface CountedSource {
  /** The document, and its refunds that were taken off. */
  refs: readonly SourceRef[];
  /** As it is printed. */
  number: string;
  /** By type and rate; of a cancelled one none. */
  taxes: readonly LineTax[];
  /** What cash was rounded by to five sen. */
  rounding: number;
}

/** An unbroken run of printed numbers, and what all of it comes to. */
export interface NumberRun {
  first: string;
  last: string;
  /** How many documents it has. */
  count: number;
  /** Its documents and their refunds. */
  refs: SourceRef[];
  /** By type and rate, in their order. */
  taxes: LineTax[];
  rounding: number;
}

const DIGITS = /^(.*?)(\d+)$/s;

/** Whether a printed number is the one after another: the same text with digits at its end that count on. */
export function isNextNumber(number: string, before: string): boolean {
  const [now, then] = [DIGITS.exec(number), DIGITS.exec(before)];
  if (!now || !then || now[1] !== then[1]) return false;
  const [digits, earlier] = [now[2] as string, then[2] as string];
  return digits === String(BigInt(earlier) + 1n).padStart(earlier.length, '0');
}

/**
 * Collects documents into runs, in the order in which they come. A number that is elsewhere, or not counted, is left out of what is
 * added, and so ends a run.
 */
export class RunCollector {
  private run: NumberRun | null = null;

  /** @returns the run that ended before this document; null where it goes on */
  add({ number, taxes, rounding, refs }: CountedSource): NumberRun | null {
    const { run } = this;
    if (run && isNextNumber(number, run.last)) {
      Object.assign(run, { last: number, count: run.count + 1, rounding: money.add(run.rounding, rounding) });
      run.taxes = addedTaxes(run.taxes, taxes);
      run.refs.push(...refs);
      return null;
    }
    this.run = { first: number, last: number, count: 1, taxes: addedTaxes([], taxes), rounding, refs: [...refs] };
    return run;
  }

  /** @returns the last run; null where there is none */
  end(): NumberRun | null {
    const { run } = this;
    this.run = null;
    return run;
  }
}

/** Whether a run comes to something: one of 0 has no line. */
export const hasValue = ({ taxes }: NumberRun): boolean =>
  taxes.some(({ taxable, amount }) => taxable !== 0 || amount !== 0);

/** Runs of documents. @param sources in the order of their numbers */
export function* runsOf(sources: Iterable<CountedSource>): Generator<NumberRun> {
  const collector = new RunCollector();
  for (const source of sources) {
    const ended = collector.add(source);
    if (ended) yield ended;
  }
  const last = collector.end();
  if (last) yield last;
}

const isBefore = (a: LineTax, b: LineTax): number => (a.type === b.type ? a.rate - b.rate : a.type < b.type ? -1 : 1);

/** The sums of taxes, one for each type and rate. @param sign -1 takes them off */
export function addedTaxes(taxes: readonly LineTax[], others: readonly LineTax[], sign: 1 | -1 = 1): LineTax[] {
  const sums = taxes.map((tax) => ({ ...tax }));
  for (const { type, rate, taxable, amount } of others) {
    const sum = sums.find((tax) => tax.type === type && tax.rate === rate);
    if (sum) {
      sum.taxable = money.add(sum.taxable, sign * taxable);
      sum.amount = money.add(sum.amount, sign * amount);
    } else sums.push({ type, rate, taxable: sign * taxable, amount: sign * amount });
  }
  return sums.sort(isBefore);
}
