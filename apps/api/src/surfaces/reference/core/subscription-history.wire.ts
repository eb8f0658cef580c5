import { SubscriptionEntry, billingCycles, subscriptionEntryKinds } from '@usaha/core';
import { money } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { viewOf } from '../../../wire/view.js';

@field.record('An entry of the history of a subscription (A-331)')
export class SubscriptionEntryView {
  @field.id('Id of the entry') id!: string;
  @field.choice(
    'What happened; repaired: an upgrade of the service gave back what an earlier release took',
    choices('SubscriptionEntryKind', subscriptionEntryKinds),
  )
  kind!: string;
  @field.text('Id of the plan then, as sent', 'growth') plan_id!: string;
  @field.choice('Billing cycle then', choices('BillingCycle', billingCycles)) billing_cycle!: string;
  @field.money('Price per billing cycle then', 129) amount!: number;
  @field.instant('End of the last term as it was then (UTC); null for one without end', { nullable: true })
  ends_at!: Date | null;
  @field.id('Id of the payment that was counted or refunded', undefined, { nullable: true }) payment_id!: string | null;
  @field.money('Amount paid or refunded by it', 129, { nullable: true }) payment_amount!: number | null;
  @field.money('Paid and not refunded in all until then', 258) paid_amount!: number;
  @field.money('Value of the time that had run until then, of what was paid', 74) consumed_amount!: number;
  @field.money(
    'Value of unused time, and money that had bought none; below zero where more was refunded than was left',
    184,
  )
  left_amount!: number;
  @field.id('Id of the user who did it; null for the service itself', undefined, { nullable: true })
  actor_id!: string | null;
  @field.instant('When it happened (UTC)') created_at!: Date;
}

export const subscriptionEntryView = viewOf(SubscriptionEntry, SubscriptionEntryView, {
  fields: { consumed_amount: (entry) => money.add(entry.paid_amount, -entry.left_amount) },
});
