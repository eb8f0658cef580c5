import { toSen } from '@usaha/shared';

/**
 * What a package saves against its services one by one, in percent with two decimals, half-up; 0 where it costs more, null
 * where one of the prices is not given or nothing is to be saved from.
 */
export function discountOf(prices: { original_price: number | null; total_price: number | null }): number | null {
  if (prices.original_price === null || prices.total_price === null) return null;
  const [original, total] = [toSen(prices.original_price), toSen(prices.total_price)];
  if (original === 0n) return null;
  if (total >= original) return 0;
  return Number(((original - total) * 20_000n + original) / (original * 2n)) / 100;
}
