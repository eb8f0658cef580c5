import { fromSen, toSen } from '../values/money.js';

/**
 * The amount to add to a bill that is paid in cash, in MYR, so that it comes to a multiple of five sen: −0.02 to 0.02. 1 and 2 sen
 * are dropped, 3 and 4 become 5, 6 and 7 become 5, 8 and 9 become 10. It is the total of the bill that is rounded, never a
 * price or a tax. Source: Bank Negara Malaysia, Rounding Mechanism, in force since 1 April 2008.
 */
export function cashRounding(amount: number): number {
  const sen = toSen(amount);
  const over = sen % 5n;
  return fromSen(over <= 2n ? -over : 5n - over);
}

/** SQL of the same, for an amount that is not below 0. @param amount SQL of it */
export const cashRoundingSql = (amount: string): string => {
  const over = `mod((${amount}) * 100, 5)`;
  return `(case when ${over} <= 2 then -${over} else 5 - ${over} end / 100)`;
};

/** Words by which a payment in cash is named, in English and Malay. */
const cash = new Set(['cash', 'tunai']);

/** Whether a payment method, named freely, is cash. */
export const isCash = (payment_method: string | null): boolean => cash.has(payment_method?.trim().toLowerCase() ?? '');

/** SQL of the same. @param payment_method SQL of it */
export const isCashSql = (payment_method: string): string => {
  const words = [...cash].map((word) => `'${word}'`).join(', ');
  return `coalesce(lower(btrim(${payment_method}, E' \\t\\r\\n')) in (${words}), false)`;
};
