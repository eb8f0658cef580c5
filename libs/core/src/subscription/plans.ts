import { planTypes, type PlanType } from '../tenant/tenant.entity.js';

export const billingCycles = ['MONTHLY', 'YEARLY', 'ONE_TIME'] as const;
export type BillingCycle = (typeof billingCycles)[number];

/** What a plan costs and what it comes with. */
export interface Plan {
  /** Price of one cycle in ringgit (MYR), without tax. */
  amount: Readonly<Record<BillingCycle, number>>;
  /** Modules that the plan is meant for: for information, never enforced. */
  module_limit: number;
  /** Users that the plan is meant for: for information, never enforced. */
  user_limit: number;
  features: Readonly<Record<string, unknown>>;
}

/**
 * The price list. The specification states neither prices nor limits: these are ours. A year costs ten months,
 * and a purchase once and for all about thirty. A subscription keeps the price it was made or changed at, so a new price
 * here concerns nobody who subscribes already.
 */
export const plans: Readonly<Record<PlanType, Plan>> = {
  STARTER: {
    amount: { MONTHLY: 49, YEARLY: 490, ONE_TIME: 1_490 },
    module_limit: 1,
    user_limit: 5,
    features: { support: 'email', storage_gb: 5, api_access: true, priority_support: false },
  },
  GROWTH: {
    amount: { MONTHLY: 129, YEARLY: 1_290, ONE_TIME: 3_890 },
    module_limit: 2,
    user_limit: 20,
    features: { support: 'email and chat', storage_gb: 25, api_access: true, priority_support: false },
  },
  PRO: {
    amount: { MONTHLY: 299, YEARLY: 2_990, ONE_TIME: 8_990 },
    module_limit: 5,
    user_limit: 100,
    features: { support: 'telephone', storage_gb: 100, api_access: true, priority_support: true },
  },
  ENTERPRISE: {
    amount: { MONTHLY: 799, YEARLY: 7_990, ONE_TIME: 23_990 },
    module_limit: 5,
    user_limit: 1_000,
    features: { support: 'account manager', storage_gb: 1_000, api_access: true, priority_support: true },
  },
};

/** The plan that a plan id stands for: its name in any case, and STARTER for every other text. */
export function planTypeOf(plan_id: string): PlanType {
  const name = plan_id.trim().toUpperCase();
  return planTypes.find((type) => type === name) ?? 'STARTER';
}
