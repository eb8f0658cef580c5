import { fromSen, toSen } from '@usaha/shared';

/**
 * An amount divided by weights: the differences of half-up rounded running sums, so that no sen is lost. Where the weights are amounts
 * that come to at least as much, no part exceeds its weight.
 */
export function divided(amount: number, weights: readonly number[]): number[] {
  const sen = weights.map(toSen);
  const whole = sen.reduce((sum, one) => sum + one, 0n);
  const all = toSen(amount);
  let [running, before] = [0n, 0n];
  return sen.map((weight) => {
    running += weight;
    const upTo = whole === 0n ? 0n : (2n * all * running + whole) / (2n * whole);
    const part = upTo - before;
    before = upTo;
    return fromSen(part);
  });
}
