import type { ModuleKey } from '../module/catalogue.js';
import type { BillingCycle } from './plans.js';
import type { PaymentMeans, PlanChange } from './subscription.entity.js';

/** What a subscription is made from. */
export interface NewSubscription extends PaymentMeans {
  /** The caller's own unless given; another's only for the operator. */
  tenant_id?: string | null;
  /** Any text; the name of a plan in any case means that plan. */
  plan_id: string;
  billing_cycle?: BillingCycle;
  modules?: ModuleKey[];
}

/** What may be changed; what is absent stays. */
export interface SubscriptionChanges extends PlanChange, PaymentMeans {
  modules?: ModuleKey[];
}

/** What a list of subscriptions is asked by. */
export interface SubscriptionQuery {
  /** An unknown one finds nothing. */
  status?: string;
  /** Another tenant's list is empty, save for the operator. */
  tenant_id?: string;
}
