import { Invoice, type EducationPayment, type PaymentTold } from '@usaha/education';
import { malaysianDay, malaysianInstant, money } from '@usaha/shared';
import { dayAfter, minutesAfter } from '../core/demo-days.js';
import { Lottery, type DemoRandom } from '../core/demo-random.js';
import type { DemoAccounts } from './demo-accounts.js';
import type { DemoDemand } from './demo-fees.js';
import type { DemoStudent } from './demo-students.js';

/** How a payer pays: most at once, some late, in parts, or hardly. */
type Habit = 'prompt' | 'tardy' | 'instalments' | 'arrears';
const habits = new Lottery<Habit>(['prompt', 'tardy', 'instalments', 'arrears'], [60, 19, 13, 8]);
const methods = new Lottery(['cash', 'duitnow', 'online_banking', 'card'], [3, 4, 4, 1]);

/** From this amount on a fee is large, and paid in more parts. */
const LARGE_AMOUNT = 1_000;
const PARTS_OF_LARGE = 3;
const PARTS_OF_SMALL = 2;
const DAYS_BETWEEN_LARGE = 30;
const DAYS_BETWEEN_SMALL = 12;
/** Of who is in arrears, how often something comes in the end. */
const COMES_LATE = 0.45;

/** Something that moves money, at a moment. */
interface Entry {
  at: Date;
  enter: (accounts: DemoAccounts) => void;
}

interface Planned {
  at: Date;
  demand: DemoDemand;
  told: PaymentTold;
}

/** Enters a history's invoices and payments up to now, in the order of time: one payment was entered twice, and is void. */
export function enterMoney(
  accounts: DemoAccounts,
  demands: readonly DemoDemand[],
  { now, random }: { now: Date; random: DemoRandom },
): void {
  const habitOf = new Map<DemoStudent, Habit>();
  for (const { person } of demands) habitOf.set(person, habitOf.get(person) ?? habits.draw(random));
  const invoices = demands.map(({ at, person, fee, terms }): Entry => ({
    at,
    enter: (to) => to.invoice(at, person.student, fee, terms),
  }));
  const planned = demands
    .flatMap((demand) => paymentsOf(demand, habitOf.get(demand.person) ?? 'prompt', random))
    .filter(({ at, demand }) => at < now && (demand.person.left ?? '9999') > malaysianDay(at));
  const payments = planned.map(({ at, demand, told }): Entry => ({
    at,
    enter: (to) => void to.pay(at, demand.person.student.id, demand.fee, told),
  }));
  const entries = [...invoices, ...payments, ...mistakeOf(planned)].filter(({ at }) => at < now);
  entries.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { enter } of entries) enter(accounts);
}

/** A payment that the office entered again some minutes later, and took back within the hour. */
function mistakeOf(planned: readonly Planned[]): Entry[] {
  const twice = planned[Math.floor(planned.length * 0.4)];
  if (!twice) return [];
  const { at, demand, told } = twice;
  const [again, taken_back] = [minutesAfter(at, 4), minutesAfter(at, 50)];
  let wrong: EducationPayment | null = null;
  return [
    { at: again, enter: (to) => (wrong = to.pay(again, demand.person.student.id, demand.fee, told)) },
    { at: taken_back, enter: (to) => wrong && to.void(taken_back, wrong, 'Direkodkan dua kali') },
  ];
}

function paymentsOf(demand: DemoDemand, habit: Habit, random: DemoRandom): Planned[] {
  const { at, person, fee, terms } = demand;
  const { amount } = Invoice.of(person.student, fee, terms);
  const [asked, due] = [malaysianDay(at), terms.due_date];
  const method = methods.draw(random);
  const pay = (day: string, part: number): Planned => ({
    at: minutesAfter(malaysianInstant(day, '09:00:00'), random.next() * 9 * 60),
    demand,
    told: {
      amount: part,
      payment_method: method,
      payment_date: day,
      transaction_id: method === 'online_banking' ? `DEMO-${random.whole(100_000, 999_999)}` : null,
    },
  });
  // Nothing is left to pay where a scholarship pays all.
  if (amount <= 0) return [];
  switch (habit) {
    case 'prompt':
      return [pay(dayAfter(asked, random.whole(1, 8)), amount)];
    case 'tardy':
      return [pay(dayAfter(due, random.whole(2, 21)), amount)];
    case 'instalments':
      return partsOf(amount).map(({ part, after }) => pay(dayAfter(asked, random.whole(2, 5) + after), part));
    case 'arrears':
      return random.chance(COMES_LATE) ? [pay(dayAfter(due, random.whole(20, 55)), halfOf(amount))] : [];
  }
}

const halfOf = (amount: number): number => money.round(amount / 2);

/** Equal parts, the last one with what is left over. */
function partsOf(amount: number): { part: number; after: number }[] {
  const isLarge = amount >= LARGE_AMOUNT;
  const [count, days] = isLarge ? [PARTS_OF_LARGE, DAYS_BETWEEN_LARGE] : [PARTS_OF_SMALL, DAYS_BETWEEN_SMALL];
  const each = money.round(Math.floor(amount / count));
  return Array.from({ length: count }, (_, i) => ({
    part: i < count - 1 ? each : money.add(amount, -each * (count - 1)),
    after: i * days,
  }));
}
