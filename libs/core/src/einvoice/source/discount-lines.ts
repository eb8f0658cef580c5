import { money } from '@usaha/shared';
import { divided } from '../divided.js';
import type { SourceLine } from './einvoice-source.js';

const sum = (amounts: readonly number[]): number => money.add(0, ...amounts);

/**
 * What lines are charged after lines below 0, which are discounts, were taken off: an e-invoice has no line below 0. A discount is
 * taken off lines of its rate, and what these do not hold off all others, in proportion. The total stays, and so do its parts, net and
 * tax, unless one of them is below 0.
 * @param lines whose total is 0 or more
 */
export function withoutDiscountLines(lines: readonly SourceLine[]): SourceLine[] {
  if (lines.every(({ net, tax_amount }) => net >= 0 && tax_amount >= 0)) return [...lines];
  const kept = lines.filter(({ net, tax_amount }) => net > 0 || (net === 0 && tax_amount >= 0));
  const [net, tax] = [sum(lines.map((line) => line.net)), sum(lines.map((line) => line.tax_amount))];
  const nets = left(kept, lines, 'net', tax < 0 ? money.add(net, tax) : Math.max(0, net));
  const taxes = left(kept, lines, 'tax_amount', net < 0 ? money.add(net, tax) : Math.max(0, tax));
  return kept.map((line, i) => ({ ...line, net: nets[i] ?? 0, tax_amount: taxes[i] ?? 0 }));
}

/** The rest of net or tax of each kept line. @param total what all of them come to */
function left(
  kept: readonly SourceLine[],
  lines: readonly SourceLine[],
  of: 'net' | 'tax_amount',
  total: number,
): number[] {
  const after = kept.map((line) => Math.max(0, line[of]));
  for (const rate of new Set(kept.map(({ tax_rate }) => tax_rate))) {
    const places = kept.flatMap(({ tax_rate }, i) => (tax_rate === rate ? [i] : []));
    const rest = sum(lines.filter(({ tax_rate }) => tax_rate === rate).map((line) => line[of]));
    const weights = places.map((i) => after[i] ?? 0);
    const parts = divided(Math.max(0, rest), weights);
    places.forEach((i, n) => (after[i] = parts[n] ?? 0));
  }
  return divided(total, after.some((amount) => amount > 0) ? after : kept.map(() => 1));
}
