import type { PaidSoFar, PaymentMade, SalesDocument } from '@usaha/core';
import { money } from '@usaha/shared';
import { cashRounding, isCash } from '@usaha/shared/malaysia';
import type { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import type { AppointmentPayment } from './appointment-payment.entity.js';

/** What a visit is asked for and paid, as it is printed. */
export type Settlement = Pick<SalesDocument, 'rounding' | 'payable'> & { paid_so_far: PaidSoFar };

/**
 * What changes hands for a visit. There is no coin below five sen: what is paid or left to be paid in cash is rounded, once for
 * the whole visit, and stands so in what is left, else in the last cash payment that it fits into. So what is payable, less the
 * payments, is the balance; the ledger keeps the exact amounts. Nothing is asked for a visit that was cancelled or given back.
 * @param payments oldest first
 */
export function settlementOf(appointment: BeautyAppointment, payments: readonly AppointmentPayment[]): Settlement {
  const { charged, open, payment_method, payment_status, status, refunded_after_completion } = appointment;
  const made = payments.map(printed);
  const isGivenBack = payment_status === 'refunded' || (refunded_after_completion && open > 0);
  if (status === 'cancelled' || isGivenBack) return exactly(charged, made, 0);
  const isLeftInCash = isCash(payment_method);
  const otherwise = made.filter((payment) => !isCash(payment.payment_method)).map(({ amount }) => amount);
  const inCash = Math.max(0, money.add(charged, ...otherwise.map((amount) => -amount), isLeftInCash ? 0 : -open));
  if (inCash === 0) return exactly(charged, made, open);
  const rounding = cashRounding(inCash);
  const rounded = { rounding, payable: money.add(charged, rounding) };
  if (isLeftInCash && open > 0 && money.add(open, rounding) >= 0)
    return { ...rounded, paid_so_far: { payments: made, balance: money.add(open, rounding) } };
  const last = made.findLast(
    ({ amount, payment_method: by }) => isCash(by) && amount > 0 && money.add(amount, rounding) >= 0,
  );
  if (!last) return exactly(charged, made, open);
  last.amount = money.add(last.amount, rounding);
  return { ...rounded, paid_so_far: { payments: made, balance: open } };
}

const exactly = (payable: number, payments: PaymentMade[], balance: number): Settlement => ({
  rounding: null,
  payable,
  paid_so_far: { payments, balance },
});

const printed = ({ receipt_number, created_at, payment_method, kind, amount }: AppointmentPayment): PaymentMade => ({
  number: receipt_number,
  paid_at: created_at,
  payment_method,
  amount: kind === 'payment' ? amount : -amount,
});
