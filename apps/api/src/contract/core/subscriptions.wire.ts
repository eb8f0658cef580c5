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
  type SubscriptionQuery,
  type SubscriptionStatus,
} from '@usaha/core';
import { param } from '../../wire/param.js';
import { choices } from '../../wire/choices.js';
import { field } from '../../wire/field.js';
import { present } from '../../wire/present.js';
import { ContractPage, lowered, raised, raisedSet, type Raised } from '../contract.js';

const MODULES = 'Keys or uuids of modules; for information, and shown in `features` (A-74)';

/** POST /v1/subscriptions. */
export class SubscriptionCreate {
  @field.id("One's own tenant; any for the operator (A-156)") tenant_id!: string;
  @field.choice('Plan', choices('PlanType', raisedSet(planTypes))) plan_type!: Raised<PlanType>;
  @field.choice('How long a term is; ONE_TIME has no end', choices('BillingCycle', raisedSet(billingCycles)))
  billing_cycle!: Raised<BillingCycle>;
  @field.text('How it is paid: any text', 'fpx', { optional: true, max: 200 }) payment_method?: string | null;
  @field.texts(MODULES, ['retail'], { optional: true }) module_ids?: string[] | null;
}

/** PUT /v1/subscriptions/{subscription_id}: SubscriptionUpdate. What is absent stays. */
export class SubscriptionUpdate {
  @field.choice('Plan; another one is priced anew (A-170)', raisedSet(planTypes), { unset: true })
  plan_type?: Raised<PlanType>;
  @field.choice('How long a term is; another one is counted anew from the start (A-170)', raisedSet(billingCycles), {
    unset: true,
  })
  billing_cycle?: Raised<BillingCycle>;
  @field.text('How it is paid: any text', 'fpx', { optional: true, max: 200 }) payment_method?: string | null;
  @field.texts(MODULES, ['retail'], { optional: true }) module_ids?: string[] | null;
}

/** GET /v1/subscriptions. */
export class SubscriptionListQuery extends ContractPage {
  @param.text('Status as it is now, in any case; an unknown one finds nothing (A-11)', 'ACTIVE') status?: string;
}

@field.record('A subscription on the contract surface')
export class SubscriptionView {
  @field.id('Id of the subscription') id!: string;
  @field.id('The tenant that subscribes') tenant_id!: string;
  @field.choice('Plan; STARTER for a plan id that names none (A-72)', raisedSet(planTypes))
  plan_type!: Raised<PlanType>;
  @field.choice('How long a term is; ONE_TIME has no end', raisedSet(billingCycles))
  billing_cycle!: Raised<BillingCycle>;
  @field.choice('ACTIVE from its creation, EXPIRED once ends_at has passed', raisedSet(subscriptionStatuses))
  status!: Raised<SubscriptionStatus>;
  @field.instant('When it began (UTC)') starts_at!: Date;
  @field.instant('When the last term ends (UTC); null without end', { nullable: true }) ends_at!: Date | null;
  @field.instant('When it is renewed (UTC); null without end and when cancelled', { nullable: true })
  renews_at!: Date | null;
  @field.money('Price of one term', 49) amount!: number;
  @field.text('Currency of the price', 'MYR') currency!: string;
  @field.text('How it is paid; the id of the payment method where the reference surface was given one', 'fpx', {
    nullable: true,
  })
  payment_method!: string | null;
  @field.count('Modules that the plan is meant for; not enforced (A-61)', 1) module_limit!: number;
  @field.count('Users that the plan is meant for; not enforced (A-61)', 5) user_limit!: number;
  @field.object('What the plan comes with, and the modules that were named', {
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
    plan_type: raised(s.plan_type),
    billing_cycle: raised(s.billing_cycle),
    status: raised(s.statusAt(now)),
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

export const newSubscription = ({
  plan_type,
  billing_cycle,
  module_ids,
  ...body
}: SubscriptionCreate): NewSubscription => ({
  ...body,
  plan_id: lowered(plan_type),
  billing_cycle: lowered(billing_cycle),
  modules: modulesNamed('module_ids', module_ids ?? []),
});

export const subscriptionChanges = ({
  plan_type,
  billing_cycle,
  module_ids,
  ...body
}: SubscriptionUpdate): SubscriptionChanges => ({
  ...body,
  plan_type: lowered(plan_type),
  billing_cycle: lowered(billing_cycle),
  modules: module_ids === undefined ? undefined : modulesNamed('module_ids', module_ids ?? []),
});

export const subscriptionQuery = ({ status }: SubscriptionListQuery): SubscriptionQuery => ({
  status: lowered(status),
});
