import {
  billingCycles,
  modulesNamed,
  subscriptionStatuses,
  Subscription,
  type BillingCycle,
  type NewSubscription,
  type SubscriptionChanges,
} from '@usaha/core';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewFor } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';

const cycles = choices('BillingCycle', billingCycles);
/** pending has no value here (§16). */
const statusesInQueries = choices('SubscriptionStatusFilter', ['active', 'cancelled', 'expired']);

/** POST /api/v1/subscriptions/. */
export class SubscriptionBody {
  @field.text(
    'Id of the plan: starter, growth, pro or enterprise, ignoring case. Any other text is stored and treated as starter (A-72)',
    'growth',
    {
      max: 200,
      view: 'Id of the plan, as sent; the name of the plan if the subscription was created on the contract surface',
    },
  )
  plan_id!: string;
  @field.reference(
    'Id of the tenant; default: your own. The operator may give any tenant (A-156)',
    '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
    { optional: true, max: MAX_TEXT, view: 'Id of the tenant that subscribes' },
  )
  tenant_id?: string | null;
  @field.texts('Keys or uuids of modules; for information only (A-74)', ['retail'], {
    optional: true,
    view: 'Keys of the modules given',
  })
  modules?: string[] | null;
  @field.choice('Billing cycle; default monthly. one_time has no end', cycles, {
    unset: true,
    view: 'Billing cycle; one_time has no end',
  })
  billing_cycle?: BillingCycle;
  @field.text(
    'Payment method: any text, stored as sent (A-171). One that your business keeps is charged when the term ends (A-332)',
    'pm_1042',
    { optional: true, max: 200, view: 'As sent' },
  )
  payment_method_id?: string | null;
}

/** PUT /api/v1/subscriptions/{subscription_id}/: the same fields, all optional; tenant_id and status are ignored. */
export class SubscriptionPatch extends PartialType(SubscriptionBody) {}

/** GET /api/v1/subscriptions/. */
export class SubscriptionListQuery extends RecordList() {
  @param.text(
    'Id of a tenant; one that is not your own matches nothing, except for the operator',
    '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
  )
  tenant_id?: string;
  @param.choice('Current status', statusesInQueries) status?: string;
}

@field.record('A subscription on the reference surface')
export class SubscriptionView extends ViewType(SubscriptionBody, { filled: ['tenant_id', 'modules'] }) {
  @field.id('Id of the subscription') id!: string;
  @field.choice('Status; active from creation, expired once ends_at has passed', subscriptionStatuses) status!: string;
  @field.instant('Start of the subscription (UTC)') starts_at!: Date;
  @field.instant('End of the last term (UTC); null for a subscription without end', { nullable: true })
  ends_at!: Date | null;
  @field.instant('Date of renewal (UTC); null unless the subscription is active and has an end (A-332)', {
    nullable: true,
  })
  renews_at!: Date | null;
  @field.money('Price per billing cycle', 129) amount!: number;
  @field.text('Currency of the price', 'MYR') currency!: string;
  @field.count('Number of modules in the plan; not enforced (A-61)', 2) module_limit!: number;
  @field.count('Number of users in the plan; not enforced (A-61)', 20) user_limit!: number;
  @field.object('Features of the plan', { support: 'email and chat', storage_gb: 25 }) features!: Record<
    string,
    unknown
  >;
  @field.money('Paid and not refunded in all (A-333)', 258) paid_amount!: number;
  @field.money('Amount owed for the running term; 0 while time runs that a change of plan carried over (A-333)', 0)
  outstanding_amount!: number;
  @field.count('Terms of the present plan and cycle that are paid, since its last change or revival (A-333)', 2)
  terms_paid!: number;
  @field.flag('Whether the renewal was refused, and is tried again; it stays active meanwhile (A-332)', false)
  past_due!: boolean;
  @field.instant('When it was cancelled (UTC)', { nullable: true }) cancelled_at!: Date | null;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

/** @param now whether a term has ended depends on it */
export const subscriptionView = viewFor<Subscription, SubscriptionView, Date>(Subscription, SubscriptionView, {
  revision: 2,
  etagParts: (s, now) => [s.statusAt(now), s.outstandingAt(now), String(s.isPastDueAt(now))],
  fields: {
    status: (s, now) => s.statusAt(now),
    renews_at: (s, now) => s.renewsAt(now),
    paid_amount: (s) => s.received_amount,
    outstanding_amount: (s, now) => s.outstandingAt(now),
    past_due: (s, now) => s.isPastDueAt(now),
    features: (s) => ({ ...s.features }),
  },
});

export const newSubscription = ({ modules, ...body }: SubscriptionBody): NewSubscription => ({
  ...body,
  modules: modulesNamed('modules', modules ?? []),
});

export const subscriptionChanges = ({ tenant_id: _, modules, ...body }: SubscriptionPatch): SubscriptionChanges => ({
  ...body,
  modules: modules === undefined ? undefined : modulesNamed('modules', modules ?? []),
});
