import { planTypes, type PlanType } from '../tenant/tenant.entity.js';

export const billingCycles = ['monthly', 'yearly', 'one_time'] as const;
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
 * here changes no existing subscription.
 */
export const plans: Readonly<Record<PlanType, Plan>> = {
  starter: {
    amount: { monthly: 49, yearly: 490, one_time: 1_490 },
    module_limit: 1,
    user_limit: 5,
    features: { support: 'email', storage_gb: 5, api_access: true, priority_support: false },
  },
  growth: {
    amount: { monthly: 129, yearly: 1_290, one_time: 3_890 },
    module_limit: 2,
    user_limit: 20,
    features: { support: 'email and chat', storage_gb: 25, api_access: true, priority_support: false },
  },
  pro: {
    amount: { monthly: 299, yearly: 2_990, one_time: 8_990 },
    module_limit: 5,
    user_limit: 100,
    features: { support: 'telephone', storage_gb: 100, api_access: true, priority_support: true },
  },
  enterprise: {
    amount: { monthly: 799, yearly: 7_990, one_time: 23_990 },
    module_limit: 5,
    user_limit: 1_000,
    features: { support: 'account manager', storage_gb: 1_000, api_access: true, priority_support: true },
  },
};

/** The plan whose name, in any case, is a plan id; null for every other text. */
export function planNamed(plan_id: string): PlanType | null {
  const name = plan_id.trim().toLowerCase();
  return planTypes.find((type) => type === name) ?? null;
}

/** The plan of a new subscription: what its plan id names, and starter for every other text. */
export const planTypeOf = (plan_id: string): PlanType => planNamed(plan_id) ?? 'starter';
