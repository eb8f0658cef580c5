import { invalid, money } from '@usaha/shared';
import { messages } from '../messages.js';
import { dayOfMonth, monthAfter } from './days.js';

/** How an invoice is paid in parts: one a month, the first on a day. */
export interface PaymentPlan {
  /** How many parts, 2 or more. */
  instalments: number;
  /** YYYY-MM-DD; later ones are due on the same day of the months after it, or the last day of a shorter month. */
  first_due: string;
}

/** A part of an invoice. */
export interface Instalment {
  /** YYYY-MM-DD. */
  due_date: string;
  /** In the currency of the invoice. */
  amount: number;
}

/** What an invoice asks for in parts, and what was done about it. */
export interface InParts {
  /** None: all of it is due on `due_date`. */
  instalments: readonly Instalment[];
  due_date: string;
  amount: number;
  credited: number;
  settled: number;
}

/** The last day that can be recorded: years have four digits. */
const LAST_MONTH = '9999-12';

/**
 * The parts of an amount: as equal as sen allow, and the amount in sum. A part of nothing is left out.
 * @throws invalid for parts that are due later than can be recorded
 */
export function instalmentsOf(amount: number, { instalments: count, first_due }: PaymentPlan): Instalment[] {
  const [month, day] = [first_due.slice(0, 7), Number(first_due.slice(8))];
  const last = monthAfter(month, count - 1);
  if (last.length > LAST_MONTH.length || last > LAST_MONTH)
    throw invalid('payment_plan.first_due', messages.planTooLong());
  const until = (parts: number): number => money.share(amount, parts, count);
  return Array.from({ length: count }, (_, i) => ({
    due_date: dayOfMonth(monthAfter(month, i), day),
    amount: money.add(until(i + 1), -until(i)),
  })).filter((part) => part.amount > 0);
}

/**
 * The open amounts of the parts, in the order in which they are due: what was credited is taken off the last ones, and
 * payments settle the first ones.
 */
export function openParts({ instalments, due_date, amount, credited, settled }: InParts): Instalment[] {
  let payable = money.add(amount, -credited);
  let paid = settled;
  const parts = instalments.length > 0 ? instalments : [{ due_date, amount }];
  return parts.map((part) => {
    const asked = Math.min(part.amount, payable);
    const covered = Math.min(asked, paid);
    payable = money.add(payable, -asked);
    paid = money.add(paid, -covered);
    return { due_date: part.due_date, amount: money.add(asked, -covered) };
  });
}

/** The day until which the next part is to be paid: the last one where nothing is left. */
export function nextDue(invoice: InParts): string {
  const open = openParts(invoice).find(({ amount }) => amount > 0);
  return open?.due_date ?? invoice.instalments.at(-1)?.due_date ?? invoice.due_date;
}

/** What of an invoice was to be paid before a day and is not. @param today YYYY-MM-DD */
export const overdueOf = (invoice: InParts, today: string): number =>
  money.add(
    ...openParts(invoice)
      .filter(({ due_date }) => due_date < today)
      .map(({ amount }) => amount),
  );

/** `overdueOf` in SQL, of an invoice `r` that is not paid. @param today SQL of a day */
export const overdueSql = (today: string): string => `
  case when r.instalments = '[]'::jsonb then case when r.due_date < ${today} then r.amount - r.credited - r.settled else 0 end
       else greatest(least(r.amount - r.credited,
                           (select coalesce(sum((i ->> 'amount')::numeric), 0) from jsonb_array_elements(r.instalments) i
                             where (i ->> 'due_date')::date < ${today})) - r.settled, 0) end`;
