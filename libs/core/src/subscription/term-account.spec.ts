import fc from 'fast-check';
import { MAX_MONEY, fromSen, toSen } from '@usaha/shared';
import { planTypes } from '../tenant/tenant.entity.js';
import { billingCycles } from './plans.js';
import { Subscription } from './subscription.entity.js';

/** over any sequence of changes, payments and refunds, value consumed and value left are what was paid, to the sen per change. */

const START = new Date('2026-01-15T01:00:00Z');
const DAY_MS = 86_400_000;

const step = fc.oneof(
  fc.record({
    kind: fc.constant('pay' as const),
    sen: fc.oneof(fc.integer({ min: 1, max: 30_000 }), fc.nat(2_000_000)),
  }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.oneof(fc.nat(40 * DAY_MS), fc.nat(400 * DAY_MS)) }),
  fc.record({
    kind: fc.constant('change' as const),
    plan: fc.constantFrom(...planTypes),
    cycle: fc.constantFrom(...billingCycles),
  }),
  fc.record({ kind: fc.constant('refund' as const), part: fc.integer({ min: 1, max: 100 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const sen = (amount: number): bigint => toSen(amount);

interface Seen {
  subscription: Subscription;
  now: Date;
  /** Payments that were not given back, with what of them remains. */
  payments: { at: Date; left: bigint }[];
}

/** What a purchase for all time costs is consumed when it is paid: it has no length. */
const perpetual = ({ isPaidForAll, amount }: Subscription): bigint => (isPaidForAll ? sen(amount) : 0n);

function pay({ subscription, now, payments }: Seen, amount: bigint): void {
  const before = sen(subscription.valueLeft(now)) + perpetual(subscription);
  const isOwed = subscription.statusAt(now) === 'active' && !subscription.isPaidAt(now);
  subscription.applyPayment(fromSen(amount), now);
  payments.push({ at: now, left: amount });
  const after = sen(subscription.valueLeft(now)) + perpetual(subscription);
  if (!isOwed) expect(after).toBe(before + amount);
  // A term that ran before it was paid has consumed a part of its price already.
  else expect(after <= before + amount && after >= before + amount - sen(subscription.amount)).toBe(true);
}

function change({ subscription, now }: Seen, { plan, cycle }: Extract<Step, { kind: 'change' }>): void {
  if (subscription.statusAt(now) !== 'active') return;
  const before = sen(subscription.valueLeft(now));
  subscription.change({ plan_type: plan, billing_cycle: cycle }, now);
  const after = sen(subscription.valueLeft(now));
  // To the sen: nothing is gained or lost by a change, save where money that had bought nothing now pays for what it costs once and
  // for all, or for a term that runs since the beginning.
  const paysWhatRuns = subscription.granted_terms === 1 && subscription.terms_paid > 0;
  if (paysWhatRuns) expect(after <= before && after >= before - sen(subscription.amount)).toBe(true);
  else expect(after).toBe(before);
  expect(subscription.statusAt(now)).toBe('active');
  expect(subscription.ends_at === null || subscription.ends_at > now).toBe(true);
}

function refund({ subscription, now, payments }: Seen, part: number): void {
  const payment = payments.find(({ left }) => left > 0n);
  if (!payment) return;
  const amount = (payment.left * BigInt(part) + 99n) / 100n;
  payment.left -= amount;
  const before = { left: sen(subscription.valueLeft(now)), end: subscription.ends_at };
  const isOver = payment.at < subscription.money_from;
  const forAll = perpetual(subscription);
  subscription.takeBack(fromSen(amount), payment.at, now);
  const left = sen(subscription.valueLeft(now)) + perpetual(subscription);
  if (isOver) expect(left).toBe(before.left + forAll);
  // What no longer covers a first term that was granted is not owed.
  else expect(left >= before.left + forAll - amount).toBe(true);
  if (before.end && subscription.ends_at) {
    expect(subscription.ends_at <= before.end).toBe(true);
    if (before.end > now) expect(subscription.ends_at >= now).toBe(true);
  }
}

function wait(seen: Seen, ms: number): void {
  const before = seen.subscription.valueLeft(seen.now);
  seen.now = new Date(seen.now.getTime() + ms);
  expect(seen.subscription.valueLeft(seen.now)).toBeLessThanOrEqual(before);
}

function carryOut(steps: readonly Step[], refunds: boolean): Seen {
  const seen: Seen = { subscription: Subscription.begin('starter', 'monthly', START), now: START, payments: [] };
  for (const one of steps) {
    if (one.kind === 'pay' && one.sen > 0) pay(seen, BigInt(one.sen));
    if (one.kind === 'wait') wait(seen, one.ms);
    if (one.kind === 'change') change(seen, one);
    if (one.kind === 'refund' && refunds) refund(seen, one.part);
    const { subscription, now, payments } = seen;
    const paid = payments.reduce((sum, { left }) => sum + left, 0n);
    expect(sen(subscription.received_amount)).toBe(paid);
    if (!refunds) {
      // Nothing is left that was not paid, and nothing consumed is less than nothing.
      expect(sen(subscription.valueLeft(now)) <= paid).toBe(true);
      expect(subscription.valueLeft(now)).toBeGreaterThanOrEqual(0);
    }
  }
  return seen;
}

it('A-331: value consumed and value left are what was paid, after any changes and payments', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { subscription } = carryOut(steps, false);
      // When all time has run, what is left is the money that bought none.
      const end = subscription.ends_at;
      if (end) expect(sen(subscription.valueLeft(end)) < sen(subscription.amount)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

it('A-73, A-331: a term keeps its length and its value when others are bought, also where the last ends in February', () => {
  const begun = new Date('2026-03-29T02:00:00Z');
  const there = Subscription.begin('starter', 'monthly', begun);
  const price = there.amount;
  there.applyPayment(price, begun);
  const now = new Date('2026-04-10T00:00:00Z');
  const value = there.valueLeft(now);
  for (let term = 2; term <= 11; term += 1) there.applyPayment(price, now);
  expect(there.ends_at).toEqual(new Date('2027-02-28T02:00:00Z'));
  expect(sen(there.valueLeft(now))).toBe(sen(value) + 10n * sen(price));
  // The 29th again, as if it had been paid at once.
  there.applyPayment(price, now);
  expect(there.ends_at).toEqual(new Date('2027-03-29T02:00:00Z'));
  expect(sen(there.valueLeft(now))).toBe(sen(value) + 11n * sen(price));
});

it('A-333: the same with refunds, which end nothing before now', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      carryOut(steps, true);
    }),
    { numRuns: 1_000 },
  );
});

it('A-333: a refund never lengthens what is left, though the month of the refund is longer', () => {
  const begun = new Date('2026-02-28T01:00:00Z');
  const paid = Subscription.begin('starter', 'monthly', begun);
  paid.applyPayment(paid.amount, begun);
  const now = new Date('2026-03-01T02:00:00Z');
  const end = paid.ends_at as Date;
  paid.takeBack(0.01, begun, now);
  expect(paid.ends_at?.getTime()).toBeLessThanOrEqual(end.getTime());

  const carried = Subscription.begin('starter', 'monthly', begun);
  carried.applyPayment(carried.amount, begun);
  carried.change({ plan_type: 'growth', billing_cycle: 'yearly' }, begun);
  const [until, value] = [carried.ends_at as Date, carried.valueLeft(now)];
  carried.takeBack(value / 2, begun, now);
  // Half of the value, half of the time.
  const part = ((carried.ends_at as Date).getTime() - now.getTime()) / (until.getTime() - now.getTime());
  expect(part).toBeCloseTo(0.5, 3);
});

it('A-331: time that is carried over is worth what it was, however often the plan is changed', () => {
  const there = Subscription.begin('enterprise', 'yearly', START);
  there.applyPayment(7_990, START);
  const now = new Date(START.getTime() + 100 * DAY_MS);
  const value = there.valueLeft(now);
  for (let i = 0; i < 200; i += 1)
    there.change({ plan_type: planTypes[i % 3], billing_cycle: i % 2 ? 'monthly' : 'yearly' }, now);
  expect(there.valueLeft(now)).toBe(value);
});

it('A-174: the largest amount keeps dates that can be written down', () => {
  const subscription = Subscription.begin('starter', 'monthly', START);
  subscription.applyPayment(MAX_MONEY, START);
  for (let i = 0; i < 20; i += 1)
    subscription.change({ plan_type: planTypes[i % 4], billing_cycle: i % 2 ? 'monthly' : 'yearly' }, START);
  expect(subscription.ends_at?.getUTCFullYear()).toBeLessThan(9_999);
  expect(subscription.valueLeft(START)).toBe(MAX_MONEY);
});
