import type { SalesDocument } from '@usaha/core';

/** What a customer can still pay of a document by DuitNow, in ringgit; 0: nothing. */
export function openAmountOf({ kind, currency, voided, is_cancelled, open_amount = 0 }: SalesDocument): number {
  const isOwed = kind !== 'credit_note' && currency === 'MYR' && !voided && !is_cancelled;
  return isOwed ? Math.max(0, open_amount) : 0;
}
