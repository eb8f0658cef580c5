import { planTypes } from '../tenant/tenant.entity.js';
import { billingCycles, planTypeOf, plans } from './plans.js';

describe('the price list', () => {
  it('has a positive price in whole sen for every plan and cycle, dearer plans being dearer in all', () => {
    for (const cycle of billingCycles) {
      const prices = planTypes.map((type) => plans[type].amount[cycle]);
      expect([...prices].sort((a, b) => a - b)).toEqual(prices);
      expect(prices.every((price) => price > 0 && Number.isInteger(price * 100))).toBe(true);
    }
  });

  it('has positive whole limits that never shrink', () => {
    for (const limit of ['module_limit', 'user_limit'] as const) {
      const limits = planTypes.map((type) => plans[type][limit]);
      expect(limits.every((value) => Number.isInteger(value) && value > 0)).toBe(true);
      expect([...limits].sort((a, b) => a - b)).toEqual(limits);
    }
  });
});

describe('what a plan comes with', () => {
  it('is the interface for everybody, and support that grows with the plan', () => {
    const features = planTypes.map((type) => plans[type].features);
    expect(features.map(({ support }) => support)).toEqual(['email', 'email and chat', 'telephone', 'account manager']);
    expect(features.map(({ api_access }) => api_access)).toEqual([true, true, true, true]);
    expect(features.map(({ priority_support }) => priority_support)).toEqual([false, false, true, true]);
    expect(features.map(({ storage_gb }) => storage_gb)).toEqual([5, 25, 100, 1_000]);
  });

  it('costs ten months for a year', () => {
    for (const type of planTypes) expect(plans[type].amount.yearly).toBe(plans[type].amount.monthly * 10);
  });

  it('is paid by the month, by the year, or once', () => {
    expect(billingCycles).toEqual(['monthly', 'yearly', 'one_time']);
  });
});

describe('planTypeOf', () => {
  it.each([
    ['starter', 'starter'],
    ['growth', 'growth'],
    ['Pro', 'pro'],
    ['ENTERPRISE', 'enterprise'],
    [' pro ', 'pro'],
    ['plan_basic', 'starter'],
    ['pro_plan', 'starter'],
    ['constructor', 'starter'],
  ])('%s is %s (A-72)', (plan_id, type) => {
    expect(planTypeOf(plan_id)).toBe(type);
  });
});
