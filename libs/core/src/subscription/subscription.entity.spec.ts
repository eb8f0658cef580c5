import fc from 'fast-check';
import { DomainError, MAX_MONEY } from '@usaha/shared';
import type { PlanType } from '../tenant/tenant.entity.js';
import { billingCycles, plans, type BillingCycle } from './plans.js';
import { Subscription, subscriptionStatuses } from './subscription.entity.js';

const at = (text: string) => new Date(`${text}T09:00:00+08:00`);
const JAN_15 = at('2026-01-15');
const begin = (plan_id = 'starter', cycle: BillingCycle = 'monthly', now = JAN_15) =>
  Subscription.begin(plan_id, cycle, now);

const kindOf = (act: () => void): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error.kind;
    throw error;
  }
  return 'done';
};

/** Everything that is written down, to see that nothing moved. */
const factsOf = (subscription: Subscription) => ({ ...subscription });

describe('what a payment request may ask for (A-471)', () => {
  const FEB_20 = at('2026-02-20');
  const open = (subscription: Subscription, now: Date) => [subscription.openAt(now), subscription.openFrom(now)];

  it('is what is owed of the running term, then the rest of the next one', () => {
    const subscription = begin();
    expect(open(subscription, JAN_15)).toEqual([49, JAN_15]);
    subscription.applyPayment(30, JAN_15);
    expect(open(subscription, JAN_15)).toEqual([19, JAN_15]);
    subscription.applyPayment(19, JAN_15);
    expect(open(subscription, JAN_15)).toEqual([49, at('2026-02-15')]);
    subscription.applyPayment(11, JAN_15);
    expect(open(subscription, JAN_15)).toEqual([38, at('2026-02-15')]);
    subscription.applyPayment(38, JAN_15);
    expect(open(subscription, JAN_15)).toEqual([49, at('2026-03-15')]);
  });

  it('is a term from now once it has expired', () => {
    const subscription = begin();
    subscription.applyPayment(49, JAN_15);
    expect(open(subscription, FEB_20)).toEqual([49, FEB_20]);
    subscription.applyPayment(9, FEB_20);
    expect(open(subscription, FEB_20)).toEqual([40, FEB_20]);
  });

  it('is the next term while a renewal is tried, and is paid by as much', () => {
    const subscription = begin();
    subscription.applyPayment(49, JAN_15);
    subscription.renewBy('m', JAN_15);
    expect(open(subscription, FEB_20)).toEqual([49, at('2026-02-15')]);
    subscription.applyPayment(49, FEB_20);
    expect(subscription.ends_at).toEqual(at('2026-03-15'));
  });

  it('is nothing of one that is cancelled, or bought once and paid', () => {
    const cancelled = begin();
    cancelled.cancel(JAN_15);
    expect(cancelled.openAt(JAN_15)).toBe(0);
    const bought = begin('starter', 'one_time');
    expect(open(bought, JAN_15)).toEqual([1_490, JAN_15]);
    bought.applyPayment(1_490, JAN_15);
    expect(bought.openAt(JAN_15)).toBe(0);
  });

  it('buys exactly a term more after any payments', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 15_000 }), { maxLength: 6 }), (payments) => {
        const subscription = begin();
        for (const sen of payments) subscription.applyPayment(sen / 100, JAN_15);
        const terms = subscription.terms_paid;
        const asked = subscription.openAt(JAN_15);
        subscription.applyPayment(asked, JAN_15);
        expect(subscription.terms_paid).toBe(terms + 1);
        expect(subscription.openAt(JAN_15)).toBe(49);
      }),
    );
  });
});

describe('a new subscription (A-73)', () => {
  it('is active, in ringgit, at the price and with the limits of the plan', () => {
    const subscription = begin('Growth', 'yearly');
    expect(subscription).toMatchObject({
      plan_id: 'Growth',
      plan_type: 'growth',
      billing_cycle: 'yearly',
      status: 'active',
      starts_at: JAN_15,
      ends_at: at('2027-01-15'),
      renews_at: at('2027-01-15'),
      cancelled_at: null,
      amount: 1_290,
      currency: 'MYR',
      module_limit: plans.growth.module_limit,
      user_limit: plans.growth.user_limit,
      features: plans.growth.features,
      paid_amount: 0,
      terms_paid: 0,
    });
  });

  it('ends in a month, in a year, or never', () => {
    expect(begin('pro', 'monthly', at('2026-01-31')).ends_at).toEqual(at('2026-02-28'));
    expect(begin('pro', 'yearly', at('2024-02-29')).ends_at).toEqual(at('2025-02-28'));
    expect(begin('pro', 'one_time')).toMatchObject({ ends_at: null, renews_at: null, amount: 8_990 });
  });

  it('expires at the very moment when its term ends, without being touched', () => {
    const subscription = begin();
    const end = subscription.ends_at as Date;
    expect(subscription.statusAt(new Date(end.getTime() - 1))).toBe('active');
    expect(subscription.statusAt(end)).toBe('expired');
    expect(subscription.status).toBe('active');
    subscription.expire(new Date(end.getTime() - 1));
    expect(subscription.status).toBe('active');
    subscription.expire(end);
    expect(subscription.status).toBe('expired');
    expect(begin('pro', 'one_time').statusAt(at('3000-01-01'))).toBe('active');
  });
});

describe('a subscription', () => {
  it('is meant for the modules that were named last; what is absent stays (A-18)', () => {
    const subscription = begin();
    expect(subscription.modules).toEqual([]);
    const modules = ['retail'];
    subscription.include(modules);
    modules.push('beauty');
    subscription.include(undefined);
    expect(subscription.modules).toEqual(['retail']);
    subscription.include([]);
    expect(subscription.modules).toEqual([]);
  });

  it('has one of the statuses that the contract names', () => {
    expect(subscriptionStatuses).toEqual(['active', 'cancelled', 'expired', 'pending']);
  });
});

describe('cancel (A-75)', () => {
  it('ends it at once, keeps the end of the paid term, and is refused a second time', () => {
    const subscription = begin();
    subscription.cancel(at('2026-01-20'));
    expect(subscription).toMatchObject({
      status: 'cancelled',
      renews_at: null,
      ends_at: at('2026-02-15'),
      cancelled_at: at('2026-01-20'),
    });
    const before = factsOf(subscription);
    expect(kindOf(() => subscription.cancel(at('2026-01-21')))).toBe('conflict');
    expect(factsOf(subscription)).toEqual(before);
    expect(subscription.statusAt(at('2027-01-01'))).toBe('cancelled');
  });

  it('is refused of an expired one', () => {
    expect(kindOf(() => begin().cancel(at('2026-02-15')))).toBe('conflict');
    expect(() => begin().cancel(at('2026-02-15'))).toThrow(/expired/);
  });

  it('is blamed on the status where it is refused', () => {
    expect.assertions(1);
    try {
      begin().cancel(at('2026-02-15'));
    } catch (error) {
      expect((error as DomainError).errors?.map(({ field }) => field)).toEqual(['status']);
    }
  });
});

describe('change (A-331)', () => {
  it('computes price, limits, features and dates from the start where nothing was paid', () => {
    const subscription = begin('starter', 'monthly');
    subscription.change({ plan_type: 'pro', billing_cycle: 'yearly' }, JAN_15);
    expect(subscription).toMatchObject({
      plan_id: 'pro',
      plan_type: 'pro',
      amount: 2_990,
      user_limit: plans.pro.user_limit,
      features: plans.pro.features,
      starts_at: JAN_15,
      ends_at: at('2027-01-15'),
      renews_at: at('2027-01-15'),
    });
    subscription.change({ billing_cycle: 'one_time' }, JAN_15);
    expect(subscription).toMatchObject({ ends_at: null, renews_at: null, amount: 8_990 });
  });

  it('changes nothing when nothing is new, for any payments', () => {
    const subscription = begin('plan_basic');
    subscription.applyPayment(49 * 4 + 10, at('2026-01-16'));
    const before = factsOf(subscription);
    subscription.change({ plan_type: 'starter', plan_id: 'plan_basic', billing_cycle: 'monthly' }, JAN_15);
    subscription.change({}, JAN_15);
    expect(factsOf(subscription)).toEqual(before);
  });

  it('changes nothing when nothing is new, also of terms whose money was taken back', () => {
    const subscription = begin('plan_basic');
    subscription.applyPayment(98, at('2026-01-16'));
    subscription.takeBack(98, at('2026-01-16'), at('2026-01-17'));
    const before = factsOf(subscription);
    subscription.change({ plan_type: 'starter' }, JAN_15);
    subscription.change({ plan_id: 'plan_basic', billing_cycle: 'monthly' }, JAN_15);
    expect(factsOf(subscription)).toEqual(before);
    expect(subscription.ends_at).toEqual(at('2026-02-15'));
  });

  it('A-333: keeps plan, dates and price when the plan id names no plan', () => {
    const subscription = begin('growth');
    subscription.applyPayment(258, at('2026-01-16'));
    const before = factsOf(subscription);
    expect(subscription.change({ plan_id: 'vip' }, at('2026-01-20'))).toBe(true);
    expect(factsOf(subscription)).toEqual({ ...before, plan_id: 'vip' });
    expect(subscription.change({ plan_id: 'vip', plan_type: 'growth' }, at('2026-01-20'))).toBe(false);
    subscription.change({ plan_id: 'Pro' }, at('2026-01-20'));
    expect(subscription).toMatchObject({ plan_id: 'Pro', plan_type: 'pro', amount: 299 });
  });

  it('of three paid terms on day 70 leaves it active, with the value of the rest in time of the new plan', () => {
    const subscription = begin('starter');
    subscription.applyPayment(49 * 3, at('2026-01-16'));
    const day70 = at('2026-03-26');
    subscription.change({ plan_type: 'growth' }, day70);
    // 20 of the 31 days of the third term: 31.61 of 129.00 for a month of 31 days.
    expect(subscription).toMatchObject({ status: 'active', carried_amount: 31.61, amount: 129, terms_paid: 0 });
    const seconds = Math.ceil((31.61 / 129) * 31 * 86_400);
    expect(subscription.ends_at).toEqual(new Date(day70.getTime() + seconds * 1_000));
    expect(subscription.renews_at).toEqual(subscription.ends_at);
    expect([subscription.statusAt(day70), subscription.outstandingAt(day70)]).toEqual(['active', 0]);
    subscription.change({ plan_type: 'starter' }, day70);
    expect(subscription).toMatchObject({ status: 'active', carried_amount: 31.61 });
    // Half a sen is five minutes.
    expect(Math.abs((subscription.ends_at as Date).getTime() - at('2026-04-15').getTime())).toBeLessThan(300_000);
  });

  it('to a cheaper plan on the last day but one buys little time, and not a year', () => {
    const subscription = begin('enterprise', 'monthly', at('2026-04-01'));
    subscription.applyPayment(799, at('2026-04-02'));
    const now = at('2026-04-30');
    subscription.change({ plan_type: 'starter' }, now);
    const days = ((subscription.ends_at as Date).getTime() - now.getTime()) / 86_400_000;
    expect(subscription.carried_amount).toBe(26.63);
    expect(days).toBeGreaterThan(15);
    expect(days).toBeLessThan(17);
  });

  it('of the last second of a paid term never ends it now', () => {
    const subscription = begin('starter');
    subscription.applyPayment(49, at('2026-01-16'));
    const last = new Date(at('2026-02-15').getTime() - 1_000);
    subscription.change({ plan_type: 'enterprise' }, last);
    expect(subscription.ends_at?.getTime()).toBeGreaterThan(last.getTime());
  });

  it('carries nothing from what was bought once and for all, and counts unused value towards it', () => {
    const forAll = begin('starter', 'one_time');
    forAll.applyPayment(1_500, at('2026-01-16'));
    forAll.change({ billing_cycle: 'monthly' }, at('2026-03-01'));
    expect(forAll).toMatchObject({ paid_amount: 10, terms_paid: 0, carried_amount: 0, ends_at: at('2026-04-01') });
    const yearly = begin('starter', 'yearly');
    yearly.applyPayment(490, JAN_15);
    yearly.change({ billing_cycle: 'one_time' }, at('2026-01-15'));
    expect(yearly).toMatchObject({ paid_amount: 490, terms_paid: 0, ends_at: null, renews_at: null });
    expect(yearly.outstandingAt(JAN_15)).toBe(1_000);
  });

  it('of an unpaid one counts from now where a term from the start would be over', () => {
    const subscription = begin('starter', 'yearly');
    subscription.change({ billing_cycle: 'monthly' }, at('2026-06-01'));
    expect(subscription).toMatchObject({ ends_at: at('2026-07-01'), terms_paid: 0, starts_at: JAN_15 });
  });

  const CANCELLED = at('2026-01-20');
  const cancelled = () => {
    const subscription = begin('plan_basic');
    subscription.cancel(CANCELLED);
    return subscription;
  };
  const ended: [string, () => Subscription, Date][] = [
    ['cancelled', cancelled, CANCELLED],
    ['expired', () => begin('plan_basic'), at('2026-02-15')],
  ];

  it.each(ended)('A-185: of one that is %s is refused, and changes nothing', (status, make, now) => {
    const subscription = make();
    const before = factsOf(subscription);
    const others = [
      { plan_type: 'pro' },
      { plan_id: 'growth' },
      { plan_id: 'other' },
      { billing_cycle: 'yearly' },
    ] as const;
    for (const change of others) {
      const sent = { plan_type: 'starter', ...change } as const;
      expect(kindOf(() => subscription.change(sent, now))).toBe('conflict');
      expect(() => subscription.change(sent, now)).toThrow(status);
      expect(factsOf(subscription)).toEqual(before);
    }
  });

  it.each(ended)('A-185: of one that is %s, the plan and cycle that it has state nothing', (_, make, now) => {
    const subscription = make();
    const before = factsOf(subscription);
    subscription.change({ plan_type: 'starter', plan_id: 'plan_basic', billing_cycle: 'monthly' }, now);
    subscription.change({}, now);
    expect(factsOf(subscription)).toEqual(before);
  });
});

describe('how it is paid', () => {
  it('is what was said last, on whichever surface', () => {
    const subscription = begin();
    subscription.payWith({ payment_method: 'fpx' });
    subscription.payWith({ payment_method_id: null });
    expect(subscription).toMatchObject({ payment_method: 'fpx', payment_method_id: null, means: 'fpx' });
    subscription.payWith({ payment_method_id: 'pm_1' });
    expect(subscription).toMatchObject({ payment_method: null, payment_method_id: 'pm_1', means: 'pm_1' });
    subscription.payWith({ payment_method: 'pm_1' });
    expect(subscription).toMatchObject({ payment_method: null, payment_method_id: 'pm_1' });
    subscription.payWith({});
    expect(subscription.means).toBe('pm_1');
    subscription.payWith({ payment_method: null });
    expect(subscription).toMatchObject({ payment_method: null, payment_method_id: null, means: null });
  });

  it('is not said again where what is shown is sent back', () => {
    const subscription = begin();
    subscription.payWith({ payment_method: 'fpx' });
    subscription.payWith({ payment_method: 'fpx' });
    expect(subscription).toMatchObject({ payment_method: 'fpx', payment_method_id: null });
    subscription.payWith({ payment_method_id: 'pm_1' });
    subscription.payWith({ payment_method_id: 'pm_1', payment_method: 'pm_1' });
    expect(subscription).toMatchObject({ payment_method: null, payment_method_id: 'pm_1' });
    subscription.payWith({ payment_method: 'card' });
    expect(subscription).toMatchObject({ payment_method: 'card', payment_method_id: null, means: 'card' });
  });
});

describe('payments (A-73)', () => {
  it('the first that covers the amount pays the running term', () => {
    const subscription = begin();
    subscription.applyPayment(49, at('2026-01-16'));
    expect(subscription).toMatchObject({ paid_amount: 49, terms_paid: 1, ends_at: at('2026-02-15') });
  });

  it('every further one adds a cycle, counted from the end', () => {
    const subscription = begin('starter', 'monthly', at('2026-01-31'));
    subscription.applyPayment(49, at('2026-02-01'));
    subscription.applyPayment(49, at('2026-02-02'));
    expect(subscription).toMatchObject({ terms_paid: 2, ends_at: at('2026-03-31'), renews_at: at('2026-03-31') });
    subscription.applyPayment(98, at('2026-02-03'));
    expect(subscription).toMatchObject({ terms_paid: 4, ends_at: at('2026-05-31') });
  });

  it('partial ones add up', () => {
    const subscription = begin();
    for (const amount of [20, 20, 8.99]) subscription.applyPayment(amount, at('2026-01-16'));
    expect(subscription.terms_paid).toBe(0);
    subscription.applyPayment(0.01, at('2026-01-16'));
    expect(subscription).toMatchObject({ terms_paid: 1, paid_amount: 49, ends_at: at('2026-02-15') });
    subscription.applyPayment(48.99, at('2026-01-16'));
    expect(subscription.ends_at).toEqual(at('2026-02-15'));
    subscription.applyPayment(0.01, at('2026-01-16'));
    expect(subscription).toMatchObject({ terms_paid: 2, ends_at: at('2026-03-15') });
  });

  it('one that covers several terms at once pays the running one and adds the rest', () => {
    const subscription = begin();
    subscription.applyPayment(49 * 3, at('2026-01-16'));
    expect(subscription).toMatchObject({ terms_paid: 3, ends_at: at('2026-04-15') });
  });

  it.each(['written down as expired', 'not written down yet'])('brings an expired one back from now on: %s', (how) => {
    const subscription = begin();
    subscription.applyPayment(49, at('2026-01-16'));
    const later = at('2026-06-30');
    if (how.startsWith('written')) subscription.expire(later);
    subscription.applyPayment(48, later);
    expect(subscription.statusAt(later)).toBe('expired');
    subscription.applyPayment(1, later);
    expect(subscription.statusAt(later)).toBe('active');
    expect(subscription).toMatchObject({
      status: 'active',
      starts_at: JAN_15,
      ends_at: at('2026-07-30'),
      renews_at: at('2026-07-30'),
    });
    subscription.applyPayment(49, at('2026-07-01'));
    expect(subscription.ends_at).toEqual(at('2026-08-30'));
  });

  it('brings back one that was never paid', () => {
    const subscription = begin();
    subscription.applyPayment(49, at('2026-06-30'));
    expect(subscription.statusAt(at('2026-06-30'))).toBe('active');
    expect(subscription.ends_at).toEqual(at('2026-07-30'));
  });

  it('a change after that carries what is left of the payment that revived it', () => {
    const subscription = begin();
    const now = at('2026-06-30');
    subscription.applyPayment(49, now);
    subscription.change({ plan_type: 'growth' }, now);
    expect(subscription).toMatchObject({ status: 'active', carried_amount: 49 });
    expect(subscription.valueLeft(now)).toBe(49);
  });

  it('of what is bought once and for all end never', () => {
    const subscription = begin('starter', 'one_time');
    subscription.applyPayment(1_490, at('2026-01-16'));
    subscription.applyPayment(1_490, at('2026-01-17'));
    expect(subscription).toMatchObject({ terms_paid: 1, ends_at: null, renews_at: null, paid_amount: 2_980 });
  });

  it('for a cancelled one are kept, and change nothing else', () => {
    const subscription = begin();
    subscription.cancel(at('2026-01-20'));
    const before = factsOf(subscription);
    subscription.applyPayment(490, at('2026-01-21'));
    expect(factsOf(subscription)).toEqual({ ...before, paid_amount: 490, received_amount: 490 });
  });

  it('of the largest amount reach a thousand years, and can be kept', () => {
    const subscription = begin();
    subscription.applyPayment(MAX_MONEY, at('2026-01-16'));
    subscription.applyPayment(MAX_MONEY, at('2026-01-16'));
    expect(subscription).toMatchObject({ paid_amount: MAX_MONEY, terms_paid: 12_000, ends_at: at('3026-01-15') });
  });
});

describe('taking back (A-333)', () => {
  const PAID = at('2026-01-16');
  const paid = (amount: number, plan?: string, cycle?: BillingCycle) => {
    const subscription = begin(plan, cycle);
    subscription.applyPayment(amount, PAID);
    return subscription;
  };

  it('of one of two years ends it a year earlier', () => {
    const subscription = paid(980, 'starter', 'yearly');
    expect(subscription.ends_at).toEqual(at('2028-01-15'));
    subscription.takeBack(490, PAID, at('2026-03-01'));
    expect(subscription).toMatchObject({ ends_at: at('2027-01-15'), renews_at: at('2027-01-15'), terms_paid: 1 });
    expect(subscription.outstandingAt(at('2026-03-01'))).toBe(0);
    subscription.takeBack(490, PAID, at('2026-03-01'));
    expect(subscription).toMatchObject({ ends_at: at('2027-01-15'), terms_paid: 0, status: 'active' });
    expect(subscription.outstandingAt(at('2026-03-01'))).toBe(490);
  });

  it('of a part of a term takes the whole one, and keeps the rest as money', () => {
    const subscription = paid(147);
    subscription.takeBack(20, PAID, at('2026-01-20'));
    expect(subscription).toMatchObject({ ends_at: at('2026-03-15'), terms_paid: 2, received_amount: 127 });
    subscription.applyPayment(20, at('2026-01-21'));
    expect(subscription.ends_at).toEqual(at('2026-04-15'));
  });

  it('of a part of the running term leaves the time that the rest buys, and ends nothing before now', () => {
    const now = at('2026-03-26');
    const part = paid(147);
    part.takeBack(20, PAID, now);
    // 31.61 were left, 11.61 still are.
    expect(part).toMatchObject({ carried_amount: 11.61, status: 'active' });
    expect(part.valueLeft(now)).toBe(11.61);
    const whole = paid(147);
    whole.takeBack(98, PAID, now);
    expect([whole.ends_at, whole.statusAt(now)]).toEqual([now, 'expired']);
    // 115.39 were consumed and 49 paid.
    expect([whole.valueLeft(now), whole.outstandingAt(now)]).toEqual([-66.39, 66.39]);
    whole.applyPayment(66.39 + 48.99, now);
    expect(whole.statusAt(now)).toBe('expired');
    whole.applyPayment(0.01, now);
    expect([whole.statusAt(now), whole.valueLeft(now)]).toEqual(['active', 49]);
  });

  it('of carried time shortens it', () => {
    const subscription = paid(147);
    const now = at('2026-03-26');
    subscription.change({ plan_type: 'growth' }, now);
    const end = subscription.ends_at as Date;
    subscription.takeBack(10, PAID, now);
    expect(subscription.carried_amount).toBe(21.61);
    expect(subscription.ends_at?.getTime()).toBeLessThan(end.getTime());
    subscription.takeBack(30, PAID, now);
    expect([subscription.statusAt(now), subscription.valueLeft(now)]).toEqual(['expired', -8.39]);
  });

  it('of what was bought once and for all makes it owed again', () => {
    const subscription = paid(1_490, 'starter', 'one_time');
    expect([subscription.isPaidForAll, subscription.outstandingAt(PAID)]).toEqual([true, 0]);
    subscription.takeBack(490, PAID, PAID);
    expect(subscription).toMatchObject({ ends_at: null, status: 'active', isPaidForAll: false });
    expect(subscription.outstandingAt(PAID)).toBe(490);
  });

  it('of a payment for time before it expired leaves the time that another payment bought', () => {
    const subscription = paid(49);
    const now = at('2026-06-30');
    subscription.applyPayment(49, now);
    subscription.takeBack(49, PAID, now);
    expect(subscription).toMatchObject({ ends_at: at('2026-07-30'), received_amount: 49 });
    expect(subscription.outstandingAt(now)).toBe(0);
  });

  it('of more than can be kept leaves what can be kept (A-174)', () => {
    const subscription = begin();
    subscription.takeBack(MAX_MONEY, PAID, PAID);
    subscription.takeBack(MAX_MONEY, PAID, PAID);
    expect(subscription).toMatchObject({ paid_amount: -MAX_MONEY, terms_paid: 0, ends_at: at('2026-02-15') });
  });

  it('and paying again gains no term', () => {
    const subscription = paid(49);
    for (let i = 0; i < 5; i += 1) {
      subscription.takeBack(49, PAID, at('2026-01-17'));
      subscription.applyPayment(49, at('2026-01-17'));
    }
    expect(subscription).toMatchObject({ terms_paid: 1, paid_amount: 49, ends_at: at('2026-02-15') });
  });
});

describe('every plan and cycle', () => {
  const types = Object.keys(plans) as PlanType[];

  it('is reached from every other with the same result as if it had been so from the beginning', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.constantFrom(...billingCycles),
        fc.constantFrom(...types),
        fc.constantFrom(...billingCycles),
        (type, cycle, nextType, nextCycle) => {
          const changed = begin(type, cycle);
          changed.change({ plan_type: nextType, billing_cycle: nextCycle }, JAN_15);
          expect(factsOf(changed)).toEqual(factsOf(begin(nextType, nextCycle)));
        },
      ),
    );
  });
});

describe('A-332: a renewal after a short month', () => {
  const METHOD = '0197b4b4-0000-7000-8000-000000000001';
  const renewed = (paid: boolean): Subscription => {
    const subscription = Subscription.begin('starter', 'monthly', at('2026-01-31'));
    if (paid) subscription.applyPayment(49, at('2026-01-31'));
    subscription.renewBy(METHOD, at('2026-02-01'));
    return subscription;
  };
  /** The ends of a subscription whose charge succeeds two hours after each end. */
  const ends = (subscription: Subscription, times: number): Date[] =>
    Array.from({ length: times }, () => {
      const end = subscription.ends_at as Date;
      subscription.applyPayment(49, new Date(end.getTime() + 7_200_000));
      return subscription.ends_at as Date;
    });

  it.each([true, false])('ends on the 31st again, where the first month was paid: %s', (paid) => {
    const subscription = renewed(paid);
    expect(subscription.ends_at).toEqual(at('2026-02-28'));
    expect(ends(subscription, 4)).toEqual(['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'].map(at));
    // A month's refund takes a month back.
    subscription.applyPayment(49, at('2026-06-10'));
    expect(subscription.ends_at).toEqual(at('2026-07-31'));
    subscription.takeBack(49, at('2026-06-10'), at('2026-06-11'));
    expect(subscription.ends_at).toEqual(at('2026-06-30'));
  });

  it('keeps the day where the cycle is changed while the charge is tried', () => {
    const subscription = renewed(true);
    subscription.change({ plan_type: 'growth' }, new Date(at('2026-02-28').getTime() + 3_600_000));
    expect(subscription.ends_at).toEqual(at('2026-02-28'));
    subscription.applyPayment(subscription.amount, new Date(at('2026-02-28').getTime() + 7_200_000));
    expect(subscription.ends_at).toEqual(at('2026-03-31'));
  });

  it('takes the day of the payment that brings it back after it expired', () => {
    const subscription = renewed(true);
    subscription.renewBy(null, at('2026-02-02'));
    subscription.applyPayment(49, at('2026-03-05'));
    expect(subscription.ends_at).toEqual(at('2026-04-05'));
  });
});
