import { invalid } from '@usaha/shared';
import { messages } from '../messages.js';

/** What fees are in unless another currency is given, and what reports are in. */
export const RINGGIT = 'MYR';

/** A currency's three letters (ISO 4217), in upper case. @param sent MYR when null @throws invalid */
export function currencyOf(sent: string | null): string {
  const currency = (sent ?? RINGGIT).trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw invalid('currency', messages.currencyWrong());
  return currency;
}
