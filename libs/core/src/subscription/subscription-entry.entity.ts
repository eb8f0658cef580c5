import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';
import { planTypes, type PlanType } from '../tenant/tenant.entity.js';
import { billingCycles, type BillingCycle } from './plans.js';

export const subscriptionEntryKinds = [
  'created',
  'changed',
  'paid',
  'refunded',
  'renewal_refused',
  'cancelled',
  'expired',
  'repaired',
] as const;
export type SubscriptionEntryKind = (typeof subscriptionEntryKinds)[number];

/** What happened to a subscription, and how it stood then: what was paid is either consumed or left. */
@Entity({ schema: 'core', name: 'subscription_entries' })
export class SubscriptionEntry extends LedgerEntry {
  @columns.uuid() subscription_id!: string;
  @columns.choice(subscriptionEntryKinds) kind!: SubscriptionEntryKind;
  @columns.choice(planTypes) plan_type!: PlanType;
  @columns.text() plan_id!: string;
  @columns.choice(billingCycles) billing_cycle!: BillingCycle;
  /** Price of one cycle. */
  @columns.money() amount!: number;
  @columns.instant({ nullable: true }) ends_at: Date | null = null;
  /** The payment that was counted, refused or given back. */
  @columns.uuid({ nullable: true }) payment_id: string | null = null;
  /** The part of that payment that was paid or given back. */
  @columns.money({ nullable: true }) payment_amount: number | null = null;
  /** Paid and not given back in all until then. */
  @columns.money() paid_amount!: number;
  /** The value of it that was left: unused time, and money that had bought none; below zero where more was given back than was left. */
  @columns.money() left_amount!: number;
}
