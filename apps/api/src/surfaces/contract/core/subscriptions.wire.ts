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
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { present } from '../../../wire/present.js';
import { ViewType } from '../../../wire/view-type.js';
import { ContractPage, lowered, raised, raisedSet, type Raised } from '../contract.js';

const MODULES = 'Keys or uuids of modules; for information only, shown in `features` (A-74)';

/** POST /v1/subscriptions. */
export class SubscriptionCreate {
  @field.id('Id of your tenant; the operator may give any tenant (A-156)', undefined, {
    view: 'Id of the tenant that subscribes',
  })
  tenant_id!: string;
  @field.choice('Plan', choices('PlanType', raisedSet(planTypes)), {
    view: 'Plan; STARTER for an unknown plan id (A-72)',
  })
  plan_type!: Raised<PlanType>;
  @field.choice('Billing cycle; ONE_TIME has no end', choices('BillingCycle', raisedSet(billingCycles)))
  billing_cycle!: Raised<BillingCycle>;
  @field.text('Payment method: any text', 'fpx', {
    optional: true,
    max: 200,
    view: 'Payment method; the id of the payment method if the reference surface received one',
  })
  payment_method?: string | null;
  @field.texts(MODULES, ['retail'], { optional: true }) module_ids?: string[] | null;
}

/** PUT /v1/subscriptions/{subscription_id}: SubscriptionUpdate. Absent fields stay. */
export class SubscriptionUpdate {
  @field.choice(
    'Plan; a change takes effect at once, and unused paid time buys time of the new plan (A-331)',
    raisedSet(planTypes),
    { unset: true },
  )
  plan_type?: Raised<PlanType>;
  @field.choice(
    'Billing cycle; a change takes effect at once, as one of the plan does (A-331)',
    raisedSet(billingCycles),
    {
      unset: true,
    },
  )
  billing_cycle?: Raised<BillingCycle>;
  @field.text('Payment method: any text', 'fpx', { optional: true, max: 200 }) payment_method?: string | null;
  @field.texts(MODULES, ['retail'], { optional: true }) module_ids?: string[] | null;
}

/** GET /v1/subscriptions. */
export class SubscriptionListQuery extends ContractPage {
  @param.text('Current status, ignoring case; an unknown status matches nothing (A-11)', 'ACTIVE') status?: string;
}

@field.record('A subscription on the contract surface')
export class SubscriptionView extends ViewType(SubscriptionCreate, {
  except: ['module_ids'],
  placed: { payment_method: 'module_limit' },
}) {
  @field.id('Id of the subscription') id!: string;
  @field.choice('Status; ACTIVE from creation, EXPIRED once ends_at has passed', raisedSet(subscriptionStatuses))
  status!: Raised<SubscriptionStatus>;
  @field.instant('Start of the subscription (UTC)') starts_at!: Date;
  @field.instant('End of the last term (UTC); null for a subscription without end', { nullable: true })
  ends_at!: Date | null;
  @field.instant('Date of renewal (UTC); null unless the subscription is ACTIVE and has an end (A-332)', {
    nullable: true,
  })
  renews_at!: Date | null;
  @field.money('Price per billing cycle', 49) amount!: number;
  @field.text('Currency of the price', 'MYR') currency!: string;
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
  present<Subscription, SubscriptionView>({ revision: 1, etagParts: (s) => [s.statusAt(now)] }, (s) => ({
    id: s.id,
    tenant_id: s.tenant_id,
    plan_type: raised(s.plan_type),
    billing_cycle: raised(s.billing_cycle),
    status: raised(s.statusAt(now)),
    starts_at: s.starts_at,
    ends_at: s.ends_at,
    renews_at: s.renewsAt(now),
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
