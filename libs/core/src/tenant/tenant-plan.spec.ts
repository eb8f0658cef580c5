import { Tenant, type PlanStep } from './tenant.entity.js';

/** the plan never lags behind the ends of subscriptions. */
it('A-334: the plan at an instant is that of the first step that has not ended, and starter after all of them', () => {
  const tenant = new Tenant();
  const now = new Date('2026-03-01T00:00:00Z');
  const steps: PlanStep[] = [
    { plan: 'pro', pricing: 'subscription', until: '2026-03-05T00:00:00.000Z' },
    { plan: 'growth', pricing: 'subscription', until: '2026-03-03T00:00:00.000Z' },
    { plan: 'enterprise', pricing: 'perpetual', until: '2026-04-01T00:00:00.000Z' },
  ];
  tenant.followPlan(steps, now);
  expect(tenant).toMatchObject({ subscription_plan: 'pro', pricing_model: 'subscription' });
  expect(tenant.planAt(new Date('2026-03-04T23:59:59.999Z')).plan).toBe('pro');
  expect(tenant.planAt(new Date('2026-03-05T00:00:00.000Z'))).toMatchObject({
    plan: 'enterprise',
    pricing: 'perpetual',
  });
  expect(tenant.planAt(new Date('2026-04-01T00:00:00.000Z'))).toEqual({ plan: 'starter', pricing: 'subscription' });
  tenant.followPlan([{ plan: 'growth', pricing: 'perpetual', until: null }], now);
  expect(tenant.planAt(new Date('3000-01-01T00:00:00Z')).plan).toBe('growth');
});
