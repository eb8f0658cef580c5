import {
  billingCycles,
  modulesNamed,
  planTypes,
  subscriptionStatuses,
  type BillingCycle,
  type NewSubscription,
  type PlanType,
  type Subscription,
  type SubscriptionChanges,
} from '@usaha/core';
import { param } from '../../wire/param.js';
import { choices } from '../../wire/choices.js';
import { field } from '../../wire/field.js';
import { present } from '../../wire/present.js';
import { ContractPage } from '../contract.js';

const MODULES = 'Keys or uuids of modules; for information only, shown in `features` (A-74)';

/** POST /v1/subscriptions. */
export class SubscriptionCreate {
  @field.id('Id of your tenant; the operator may give any tenant (A-156)') tenant_id!: string;
  @field.choice('Plan', choices('PlanType', planTypes)) plan_type!: PlanType;
  @field.choice('Billing cycle; ONE_TIME has no end', choices('BillingCycle', billingCycles))
  billing_cycle!: BillingCycle;
  @field.text('Payment method: any text', 'fpx', { optional: true, max: 200 }) payment_method?: string | null;
  @field.texts(MODULES, ['retail'], { optional: true }) module_ids?: string[] | null;
}

/** PUT /v1/subscriptions/{subscription_id}: SubscriptionUpdate. What is absent stays. */
export class SubscriptionUpdate {
  @field.choice('Plan; a change recalculates the price (A-170)', planTypes, { unset: true }) plan_type?: PlanType;
  @field.choice('Billing cycle; a change recalculates the term from its start (A-170)', billingCycles, {
    unset: true,
  })
  billing_cycle?: BillingCycle;
  @field.text('Payment method: any text', 'fpx', { optional: true, max: 200 }) payment_method?: string | null;
  @field.texts(MODULES, ['retail'], { optional: true }) module_ids?: string[] | null;
}

/** GET /v1/subscriptions. */
export class SubscriptionListQuery extends ContractPage {
  @param.text('Current status, ignoring case; an unknown status matches nothing (A-11)', 'ACTIVE') status?: string;
}

@field.record('A subscription on the contract surface')
export class SubscriptionView {
  @field.id('Id of the subscription') id!: string;
  @field.id('Id of the tenant that subscribes') tenant_id!: string;
  @field.choice('Plan; STARTER for an unknown plan id (A-72)', planTypes) plan_type!: string;
  @field.choice('Billing cycle; ONE_TIME has no end', billingCycles) billing_cycle!: string;
  @field.choice('Status; ACTIVE from creation, EXPIRED once ends_at has passed', subscriptionStatuses) status!: string;
  @field.instant('Start of the subscription (UTC)') starts_at!: Date;
  @field.instant('End of the last term (UTC); null for a subscription without end', { nullable: true })
  ends_at!: Date | null;
  @field.instant('Date of renewal (UTC); null for a cancelled subscription or one without end', { nullable: true })
  renews_at!: Date | null;
  @field.money('Price per billing cycle', 49) amount!: number;
  @field.text('Currency of the price', 'MYR') currency!: string;
  @field.text('Payment method; the id of the payment method if the reference surface received one', 'fpx', {
    nullable: true,
  })
  payment_method!: string | null;
  @field.count('Number of modules in the plan; not enforced (A-61)', 1) module_limit!: number;
  @field.count('Number of users in the plan; not enforced (A-61)', 5) user_limit!: number;
  @field.object('Features of the plan, and the modules given', {
    support: 'email',
    storage_gb: 5,
    modules: ['retail'],
  })
  features!: Record<string, unknown>;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

/** @param now whether a term has ended depends on it */
export const subscriptionView = (now: Date) =>
  present<Subscription, SubscriptionView>({ revision: 1, beside: (s) => [s.statusAt(now)] }, (s) => ({
    id: s.id,
    tenant_id: s.tenant_id,
    plan_type: s.plan_type,
    billing_cycle: s.billing_cycle,
    status: s.statusAt(now),
    starts_at: s.starts_at,
    ends_at: s.ends_at,
    renews_at: s.renews_at,
    amount: s.amount,
    currency: s.currency,
    payment_method: s.means,
    module_limit: s.module_limit,
    user_limit: s.user_limit,
    features: { ...s.features, modules: s.modules },
    created_at: s.created_at,
    updated_at: s.updated_at,
  }));

export const newSubscription = ({ plan_type, module_ids, ...body }: SubscriptionCreate): NewSubscription => ({
  ...body,
  plan_id: plan_type.toLowerCase(),
  modules: modulesNamed('module_ids', module_ids ?? []),
});

export const subscriptionChanges = ({ module_ids, ...body }: SubscriptionUpdate): SubscriptionChanges => ({
  ...body,
  modules: module_ids === undefined ? undefined : modulesNamed('module_ids', module_ids ?? []),
});
