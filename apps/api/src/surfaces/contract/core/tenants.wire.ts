import {
  businessTypes,
  planTypes,
  pricingModels,
  tenantStatuses,
  type BusinessType,
  type NewTenant,
  type PlanType,
  type PricingModel,
  type Tenant,
  type TenantStatus,
} from '@usaha/core';
import { isEmail } from 'class-validator';
import { AddressBody, AddressView } from '../../../wire/address.wire.js';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { personField } from '../../../wire/person-fields.js';
import { present } from '../../../wire/present.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { sentSettings, shownSettings } from '../../../wire/tenant-settings.wire.js';
import { ContractPage, lowered, raised, raisedSet, type Raised } from '../contract.js';

/** POST /v1/tenants. */
export class TenantCreate {
  @field.text('Name of the business; the slug is derived from it', 'Kedai Runcit Pak Din', {
    view: 'Name of the business',
  })
  name!: string;
  @field.email('Contact e-mail of the business', 'hello@pakdin.example', {
    view: 'Contact e-mail of the business; null if the reference surface received text that is not an e-mail address',
  })
  email!: string;
  @field.choice('Business type', raisedSet(businessTypes)) business_type!: Raised<BusinessType>;
  @personField.phone('+60123450101') phone?: string | null;
  @field.nested('Postal address', AddressBody, { optional: true }) address?: AddressBody | null;
}

/** PUT /v1/tenants/{tenant_id}: TenantUpdate. Absent fields stay; email, status and plan are not changed here. */
export class TenantUpdate {
  @field.text('Name of the business; the slug does not change (A-57)', 'Kedai Runcit Pak Din', { unset: true })
  name?: string;
  @personField.phone('+60123450101') phone?: string | null;
  @field.nested('Postal address; replaces the current address', AddressBody, { optional: true })
  address?: AddressBody | null;
  @field.uri('URL of the logo: http or https, without user or password', 'https://pakdin.example/logo.png', {
    optional: true,
  })
  logo_url?: string | null;
  @sentSettings settings?: Record<string, unknown>;
}

/** GET /v1/tenants. */
export class TenantListQuery extends ContractPage {
  @param.text('Part of the name, slug or e-mail', 'pak din') search?: string;
}

@field.record('A tenant on the contract surface')
export class TenantView extends ViewType(TenantCreate, {
  within: { address: AddressView },
  nullable: ['email'],
  placed: { business_type: 'subscription_plan' },
}) {
  @field.id('Id of the tenant') id!: string;
  @placedBefore('email')
  @field.text('Name of the tenant for sign-in; never changes', 'demo-kedai-pak-din')
  slug!: string;
  @field.choice(
    'Plan of the newest subscription in force, as it is now; STARTER without one (A-334)',
    raisedSet(planTypes),
  )
  subscription_plan!: Raised<PlanType>;
  @field.choice('Pricing model', choices('PricingModel', raisedSet(pricingModels)))
  pricing_model!: Raised<PricingModel>;
  @field.choice('Status; ACTIVE from creation', raisedSet(tenantStatuses)) status!: Raised<TenantStatus>;
  @field.uri('URL of the logo', 'https://pakdin.example/logo.png', { nullable: true }) logo_url!: string | null;
  @shownSettings settings!: Record<string, unknown>;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

const planOf = (tenant: Tenant, now: Date) => {
  const { plan, pricing } = tenant.planAt(now);
  return { subscription_plan: raised(plan), pricing_model: raised(pricing) };
};

/** @param now the plan depends on it: subscriptions end */
export const tenantView = (now: Date) =>
  present<Tenant, TenantView>({ revision: 1, etagParts: (t) => Object.values(planOf(t, now)) }, (t) => ({
    id: t.id,
    name: t.name,
    slug: t.slug,
    email: isEmail(t.email) ? t.email : null,
    phone: t.phone,
    address: t.address,
    business_type: raised(t.business_type),
    ...planOf(t, now),
    status: raised(t.status),
    logo_url: t.logo_url,
    settings: t.settings,
    created_at: t.created_at,
    updated_at: t.updated_at,
  }));

export const newTenant = ({ business_type, ...body }: TenantCreate): NewTenant => ({
  ...body,
  business_type: lowered(business_type),
});
