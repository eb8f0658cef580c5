import type { PaidOut } from '@usaha/core';
import { conflict, groupKey, invalid, money } from '@usaha/shared';
import { cashRounding, isCash } from '@usaha/shared/malaysia';
import { messages } from '../messages.js';
import type { PaymentEntry, PaymentKind } from './sale-payment.entity.js';

/** A payment as it is told. */
export interface NewSalePayment {
  /** Any text, such as cash, card or duitnow. */
  method: string;
  /** MYR; in cash exact, or rounded to five sen. */
  amount: number;
  reference?: string | null;
  /** What the customer handed over, in MYR. */
  tendered?: number | null;
  /** The payment request by which it came. */
  payment_request_id?: string;
}

/** What `payment_method` reads of a sale on account, and of one that was paid in several ways. */
export const ON_ACCOUNT = 'on_account';
export const MIXED = 'mixed';

const sumOf = (entries: readonly Pick<PaymentEntry, 'amount'>[]): number =>
  money.add(0, ...entries.map(({ amount }) => amount));

/** What the customer still has to pay. */
export const outstandingOf = (entries: readonly PaymentEntry[]): number =>
  sumOf(entries.filter(({ is_owed }) => is_owed));

const inCash = ({ is_owed, method }: PaymentEntry): boolean => !is_owed && isCash(method);

/** Cash of one direction: all received, and all given back, are rounded as their sums are. */
const cashOf = (entries: readonly PaymentEntry[], isIn: boolean): number =>
  sumOf(
    entries
      .filter((entry) => inCash(entry) && entry.kind !== 'reversal' && entry.amount > 0 === isIn)
      .map(({ amount }) => ({ amount: Math.abs(amount) })),
  );

const roundingAfter = (before: number, amount: number): number =>
  money.add(cashRounding(money.add(before, amount)), -cashRounding(before));

const nothing = { opens: false, rounding: 0, tendered: null, change_given: null, reference: null };
const owed = (kind: PaymentKind, amount: number): PaymentEntry => ({
  ...nothing,
  kind,
  method: null,
  is_owed: true,
  amount,
});

/** A payment that was received. @param before the entries before it @throws invalid for less tendered than is to be paid */
function received(
  kind: PaymentKind,
  { method, amount, reference, tendered, payment_request_id }: NewSalePayment,
  before: readonly PaymentEntry[],
  field: string,
): PaymentEntry {
  const rounding = isCash(method) ? roundingAfter(cashOf(before, true), amount) : 0;
  const payable = money.add(amount, rounding);
  const handed = tendered === null || tendered === undefined ? null : money.within(`${field}tendered`, tendered);
  if (handed !== null && handed < payable) throw invalid(`${field}tendered`, messages.tenderedShort({ payable }));
  return {
    ...nothing,
    kind,
    method,
    is_owed: false,
    amount,
    rounding,
    tendered: handed,
    change_given: handed === null ? null : money.add(handed, -payable),
    reference: reference ?? null,
    ...(payment_request_id === undefined ? {} : { payment_request_id }),
  };
}

/** The first entry of what happened tells that it happened. */
const opened = (entries: PaymentEntry[]): PaymentEntry[] => entries.map((entry, i) => ({ ...entry, opens: i === 0 }));

/**
 * The entries of a new sale: its payments, and what is owed. The payments come to its total, where the cash may be sent exact or
 * rounded to five sen, or to less on account.
 * @throws invalid when they come to more, or to less and not on account
 */
export function settle(total: number, told: readonly NewSalePayment[], on_account: boolean): PaymentEntry[] {
  const parts = told.map((part, i) => ({ ...part, amount: money.within(`payments.${i}.amount`, part.amount) }));
  exactCash(total, parts);
  const paid = sumOf(parts);
  if (paid > total) throw invalid('payments', messages.paymentsTooMuch({ paid, total }));
  if (paid < total && !on_account) throw invalid('payments', messages.paymentsShort({ paid, total }));
  const entries: PaymentEntry[] = [];
  for (const [i, part] of parts.entries()) entries.push(received('sale', part, entries, `payments.${i}.`));
  const rest = money.add(total, -paid);
  if (rest > 0 || entries.length === 0) entries.push(owed('sale', rest));
  return opened(entries);
}

/** Makes cash that was sent in coins exact, where the rest is paid otherwise; the largest part takes the difference. */
function exactCash(total: number, parts: NewSalePayment[]): void {
  const cash = parts.filter(({ method }) => isCash(method));
  const due = money.add(total, -sumOf(parts.filter((part) => !cash.includes(part))));
  const difference = due < 0 ? 0 : money.add(due, -sumOf(cash));
  if (difference === 0 || difference !== -cashRounding(due)) return;
  const largest = cash.reduce<NewSalePayment | null>(
    (most, part) => (most && most.amount >= part.amount ? most : part),
    null,
  );
  if (largest) largest.amount = money.add(largest.amount, difference);
}

/** What `payment_method` reads of a sale with these entries. */
export function methodOf(entries: readonly PaymentEntry[]): string | null {
  if (outstandingOf(entries) > 0) return ON_ACCOUNT;
  const methods = entries.flatMap(({ method }) => (method === null ? [] : [method]));
  return new Set(methods.map(groupKey)).size > 1 ? MIXED : (methods[0] ?? null);
}

/**
 * A payment of what is owed: the money, and the debt that it settles.
 * @throws conflict when nothing is owed; invalid for more than is owed, or nothing
 */
export function payLater(before: readonly PaymentEntry[], told: NewSalePayment): PaymentEntry[] {
  const outstanding = outstandingOf(before);
  if (outstanding === 0) throw conflict('outstanding_amount', messages.nothingOwed());
  let amount = money.within('amount', told.amount);
  if (isCash(told.method) && amount === money.add(outstanding, roundingAfter(cashOf(before, true), outstanding)))
    amount = outstanding;
  if (amount === 0) throw invalid('amount', messages.paymentZero());
  if (amount > outstanding) throw invalid('amount', messages.moreThanOwed({ outstanding }));
  return opened([received('payment', { ...told, amount }, before, ''), owed('payment', -amount)]);
}

/** Money that was received and not given back; debts and what a status takes out count apart. */
export const receivedOf = (entries: readonly PaymentEntry[]): number =>
  sumOf(entries.filter(({ is_owed, kind }) => !is_owed && kind !== 'reversal'));

/** A payment that went back by its payment request: the debt that it settled is owed again. */
export const payBack = (
  amount: number,
  told: Pick<PaymentEntry, 'method' | 'reference'> & { payment_request_id: string },
): PaymentEntry[] =>
  opened([{ ...nothing, kind: 'payment', is_owed: false, ...told, amount: -amount }, owed('payment', amount)]);

/** The rest of each method, and of the debt, which comes first. */
function left(entries: readonly PaymentEntry[]): PaymentEntry[] {
  const groups = new Map<string, PaymentEntry>();
  for (const entry of entries) {
    const key = entry.is_owed ? '' : `method ${groupKey(entry.method)}`;
    const group = groups.get(key) ?? { ...entry, amount: 0, rounding: 0 };
    groups.set(key, {
      ...group,
      amount: money.add(group.amount, entry.amount),
      rounding: money.add(group.rounding, entry.rounding),
    });
  }
  return [...groups.values()].sort((a, b) => Number(b.is_owed) - Number(a.is_owed)).filter(({ amount }) => amount > 0);
}

/**
 * The entries of an amount that is given back: what is owed first, and the rest by the method that is told, otherwise by those
 * of the payments, in their order.
 */
export function payOut(
  before: readonly PaymentEntry[],
  kind: 'refund' | 'void',
  amount: number,
  refund_method: string | null,
): PaymentEntry[] {
  const entries: PaymentEntry[] = [];
  const give = (method: string | null, part: number): void => {
    const returned = cashOf([...before, ...entries], false);
    const rounding = isCash(method) ? money.add(0, -roundingAfter(returned, part)) : 0;
    entries.push({ ...nothing, kind, method, is_owed: false, amount: money.add(0, -part), rounding });
  };
  let rest = amount;
  for (const source of left(before.filter((entry) => entry.kind !== 'reversal'))) {
    if (rest === 0) break;
    if (!source.is_owed && refund_method !== null) break;
    const part = Math.min(rest, source.amount);
    rest = money.add(rest, -part);
    if (source.is_owed) entries.push(owed(kind, money.add(0, -part)));
    else give(source.method, part);
  }
  if (rest > 0) give(refund_method, rest);
  if (entries.length === 0) entries.push(owed(kind, 0));
  return opened(entries);
}

/** What entries pay out of money that came by payment requests: of the methods by which these were paid. */
export const paidOutOf = (before: readonly PaymentEntry[], out: readonly PaymentEntry[]): PaidOut[] =>
  out.flatMap(({ is_owed, method, amount }) => {
    if (is_owed || amount >= 0) return [];
    const same = before.filter((entry) => !entry.is_owed && groupKey(entry.method) === groupKey(method));
    const ids = same.flatMap(({ payment_request_id }) => payment_request_id ?? []);
    return ids.length === 0 ? [] : [{ payment_request_ids: [...new Set(ids)], amount: -amount }];
  });

/** Of an amount that was given back, what was owed and is owed no more. */
export const creditedBy = (entries: readonly PaymentEntry[]): number => money.add(0, -outstandingOf(entries));

/**
 * The entries by which a status takes out what is left of a sale, or brings it back: nothing is left in any method while
 * the sale is out.
 */
export function reverse(before: readonly PaymentEntry[], isOut: boolean): PaymentEntry[] {
  const [moved, reversed] = [false, true].map((is) => before.filter(({ kind }) => (kind === 'reversal') === is)) as [
    PaymentEntry[],
    PaymentEntry[],
  ];
  let rest = isOut ? sumOf(moved) : 0;
  const out: PaymentEntry[] = [];
  for (const source of left(moved)) {
    const part = Math.min(rest, source.amount);
    rest = money.add(rest, -part);
    if (part === 0) continue;
    const rounding = part === source.amount ? source.rounding : inCash(source) ? cashRounding(part) : 0;
    out.push({ ...source, amount: money.add(0, -part), rounding: money.add(0, -rounding) });
  }
  const undone = reversed.map((entry) => ({
    ...entry,
    amount: money.add(0, -entry.amount),
    rounding: money.add(0, -entry.rounding),
  }));
  return opened(changes([...out, ...undone]));
}

/** The sum of entries by method, without those that come to nothing. */
function changes(entries: readonly PaymentEntry[]): PaymentEntry[] {
  const keys = [...new Set(entries.map(keyOf))];
  return keys
    .map((key) => entries.filter((entry) => keyOf(entry) === key))
    .map((of): PaymentEntry => {
      const [{ method, is_owed }] = of as [PaymentEntry];
      const rounding = money.add(0, ...of.map((entry) => entry.rounding));
      return { ...nothing, kind: 'reversal', method, is_owed, amount: sumOf(of), rounding };
    })
    .filter(({ amount, rounding }) => amount !== 0 || rounding !== 0);
}

const keyOf = ({ is_owed, method }: PaymentEntry): string => (is_owed ? '' : `method ${groupKey(method)}`);
