import { invalid, money } from '@usaha/shared';
import { cashRounding } from '@usaha/shared/malaysia';
import { messages } from '../messages.js';

/** What a shipment says of its payment. */
export interface Owed {
  /** Whether it is paid on delivery. */
  is_cod: boolean;
  payment_amount: number | null;
}

/** The sender's statements on the money at the door. */
export interface SaidCollected {
  collected_amount?: number | null;
  difference_reason?: string | null;
}

/** MYR; both null where nothing is paid on delivery. */
export interface Collection {
  expected_amount: number | null;
  collected_amount: number | null;
}

/** Exact, or as coins of five sen pay it. */
export const isAsOwed = (collected: number, expected: number): boolean =>
  collected === expected || collected === money.add(expected, cashRounding(expected));

/**
 * The amount due and the amount taken. Where no amount was stated none is due. Nothing is taken for a shipment that is
 * not paid on delivery: the money of its driver would be in no account.
 * @throws invalid for an amount that is left out where one is due, or is another without a reason, and for money that is not due
 */
export function collectionOf(
  { is_cod, payment_amount }: Owed,
  { collected_amount: said, difference_reason }: SaidCollected,
): Collection {
  const field = 'collected_amount';
  const amount = typeof said === 'number' ? money.within(field, said) : null;
  if (!is_cod) {
    if (amount) throw invalid(field, messages.nothingToCollect());
    return { expected_amount: null, collected_amount: null };
  }
  const expected_amount = payment_amount ?? 0;
  if (amount === null && expected_amount > 0)
    throw invalid(field, messages.collectedMissing({ expected: expected_amount.toFixed(2) }));
  const collected_amount = amount ?? 0;
  if (!isAsOwed(collected_amount, expected_amount) && !difference_reason?.trim())
    throw invalid(
      field,
      messages.collectedOtherwise({ expected: expected_amount.toFixed(2), collected: collected_amount.toFixed(2) }),
    );
  return { expected_amount, collected_amount };
}
