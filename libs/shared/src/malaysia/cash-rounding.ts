import { fromSen, toSen } from '../money.js';

/**
 * What is added to a bill that is paid in cash, in MYR, so that it comes to a multiple of five sen: −0.02 to 0.02. 1 and 2 sen
 * are dropped, 3 and 4 become 5, 6 and 7 become 5, 8 and 9 become 10. It is the total of the bill that is rounded, never a
 * price or a tax. Source: Bank Negara Malaysia, Rounding Mechanism, in force since 1 April 2008.
 */
export function cashRounding(amount: number): number {
  const sen = toSen(amount);
  const over = sen % 5n;
  return fromSen(over <= 2n ? -over : 5n - over);
}

/** Words by which a payment in cash is named, in English and Malay. */
const cash = new Set(['cash', 'tunai']);

/** Whether a payment method, named freely, is cash. */
export const isCash = (payment_method: string | null): boolean => cash.has(payment_method?.trim().toLowerCase() ?? '');
