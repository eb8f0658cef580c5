import { Entity } from 'typeorm';
import { StoredRecord, columns, assignDefined } from '@usaha/shared';
import { printedNumber, replacedSettings } from './tenant-settings.js';

export const businessTypes = ['retail', 'healthcare', 'education', 'logistics', 'beauty'] as const;
export type BusinessType = (typeof businessTypes)[number];

export const planTypes = ['starter', 'growth', 'pro', 'enterprise'] as const;
export type PlanType = (typeof planTypes)[number];

export const pricingModels = ['subscription', 'perpetual'] as const;
export type PricingModel = (typeof pricingModels)[number];

export const tenantStatuses = ['pending', 'active', 'suspended', 'terminated'] as const;
export type TenantStatus = (typeof tenantStatuses)[number];

export const suspenders = ['operator', 'tenant'] as const;
export type Suspender = (typeof suspenders)[number];

/** A postal address; `country` is Malaysia unless another is given. */
export interface Address {
  street: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string;
}

/** A plan that a tenant has until an instant, or without end; of several the first that has not ended counts. */
export interface PlanStep {
  plan: PlanType;
  pricing: PricingModel;
  /** ISO 8601, UTC; null: without end. */
  until: string | null;
}

/** What a tenant has, by its subscriptions. */
export interface TenantPlan {
  plan: PlanType;
  pricing: PricingModel;
}

/** Fields of a tenant that clients may set freely: no rule depends on them. */
const details = [
  'name',
  'business_type',
  'email',
  'phone',
  'address',
  'schema_name',
  'domain',
  'registration_number',
  'logo_url',
  'logo_file_id',
  'settings',
] as const satisfies (keyof Tenant)[];
export type TenantDetails = Pick<Tenant, (typeof details)[number]>;

/** One business. It owns its users and everything else that carries its id. */
@Entity({ schema: 'core', name: 'tenants' })
export class Tenant extends StoredRecord {
  @columns.text() name!: string;
  /** The login identity on the contract surface: made from the name once, and never changed. */
  @columns.code() slug!: string;
  @columns.code() schema_name!: string;
  @columns.code({ nullable: true }) domain: string | null = null;
  @columns.code({ nullable: true }) registration_number: string | null = null;
  @columns.text({ nullable: true, personal: true }) email: string | null = null;
  @columns.code({ nullable: true, personal: true }) phone: string | null = null;
  @columns.object({ nullable: true, personal: true }) address: Address | null = null;
  @columns.choice(businessTypes) business_type!: BusinessType;
  /** As they were last written: `planAt` knows which have ended since. */
  @columns.choice(planTypes) subscription_plan: PlanType = 'starter';
  @columns.choice(pricingModels) pricing_model: PricingModel = 'subscription';
  /** Plans of its subscriptions, the newest first: so the plan at any instant is known without asking them. */
  @columns.object({ default: () => "'[]'" }) plan_steps: readonly PlanStep[] = [];
  /** A tenant is usable from its creation. */
  @columns.choice(tenantStatuses) status: TenantStatus = 'active';
  /** While it is suspended: who did it. The operator's suspension is the operator's to lift, and so is one whose author is unknown. */
  @columns.choice(suspenders, { nullable: true }) suspended_by: Suspender | null = null;
  @columns.code({ nullable: true }) logo_url: string | null = null;
  /** Printed on documents and labels. */
  @columns.uuid({ nullable: true }) logo_file_id: string | null = null;
  @columns.object({ personal: true }) settings: Record<string, unknown> = {};
  /** The user who created it, and who may see it besides the user's own tenant. null: the service itself. */
  @columns.uuid({ nullable: true }) created_by: string | null = null;
  /** The creator's membership here: the creator's power ends with it. */
  @columns.uuid({ nullable: true }) creator_member_id: string | null = null;
  /** The account that it counts for; null: the service's or the operator's own. */
  @columns.uuid({ nullable: true }) account_id: string | null = null;
  /** The version of the creator's account when it created this: the power of an account ends for what was created before. */
  @columns.count({ default: 0 }) creator_version = 0;

  /** @param slug its login identity @param created_by null: the service itself */
  static of(slug: string, created_by: string | null, told: Partial<TenantDetails>): Tenant {
    const tenant = Object.assign(new Tenant(), { slug, created_by });
    tenant.describe(told);
    return tenant;
  }

  /**
   * Whom its creator is here: on that membership rests what the creator may do from elsewhere.
   * @param version of the creator's account
   */
  seatCreator(member_id: string, version: number): void {
    this.creator_member_id = member_id;
    this.creator_version = version;
  }

  /** @param account_id for whose number of tenants it counts */
  countFor(account_id: string): void {
    this.account_id = account_id;
  }

  get is_active(): boolean {
    return this.status === 'active';
  }

  /** Whether the business is registered for SST, by its settings: only registered persons may charge it. */
  get is_sst_registered(): boolean {
    return printedNumber(this.settings, 'sst_registration_number') !== null;
  }

  /** Absent fields stay, and of settings those that the service reads. */
  describe(changes: Partial<TenantDetails>): void {
    const { settings } = changes;
    assignDefined(
      this,
      settings ? { ...changes, settings: replacedSettings(this.settings, settings) } : changes,
      details,
    );
  }

  /** No user can sign in, and tokens already handed out are refused. */
  suspend(by: Suspender): void {
    this.status = 'suspended';
    this.suspended_by = by;
  }

  /** Whether the tenant itself, or its creator from elsewhere, may let it back in. */
  get is_own_to_reactivate(): boolean {
    return this.status !== 'suspended' || this.suspended_by === 'tenant';
  }

  reactivate(): void {
    this.status = 'active';
    this.suspended_by = null;
  }

  /** Plan and pricing are those of the newest subscription in force. @param steps the newest first */
  followPlan(steps: readonly PlanStep[], now: Date): void {
    this.plan_steps = steps;
    const { plan, pricing } = this.planAt(now);
    this.subscription_plan = plan;
    this.pricing_model = pricing;
  }

  /** Its plan at an instant: starter where no subscription is in force. */
  planAt(now: Date): TenantPlan {
    const step = this.plan_steps.find(({ until }) => until === null || new Date(until) > now);
    return step ?? { plan: 'starter', pricing: 'subscription' };
  }

  /** The end of a tenant; it is then removed and invisible. */
  terminate(): void {
    this.status = 'terminated';
  }
}
