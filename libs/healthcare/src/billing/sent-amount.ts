import { invalid, money } from '@usaha/shared';
import { messages } from '../messages.js';

/** An amount that a client sent, in MYR; null where none was. @throws invalid for what rounds to nothing */
export function amountOf(sent: number | null | undefined): number | null {
  if (typeof sent !== 'number') return null;
  const amount = money.within('amount', sent);
  if (amount <= 0) throw invalid('amount', messages.amountTooSmall({ amount: sent }));
  return amount;
}
