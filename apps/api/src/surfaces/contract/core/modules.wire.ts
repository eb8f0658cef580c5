import { businessTypes, moduleStatuses, type BusinessType, type CatalogueModule, type ModuleStatus } from '@usaha/core';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { TAG, type Tagged } from '../../../wire/present.js';
import { ContractPage, raised, raisedSet, type Raised } from '../contract.js';

/** GET /v1/modules. */
export class ModuleListQuery extends ContractPage {
  @param.text('Business type, ignoring case; an unknown type matches nothing (A-11)', 'RETAIL') industry?: string;
}

@field.record('A module on the contract surface')
export class ModuleView {
  @field.id('Id of the module; its slug is accepted in paths too (A-69)', '00000000-0000-7000-8000-0000000000a1')
  id!: string;
  @field.text('Name', 'Retail') name!: string;
  @field.text('Key of the module', 'retail') slug!: string;
  @field.text('Description', 'Products, stock, sales with SST, customers and loyalty points for shops')
  description!: string;
  @field.choice('Business type', choices('BusinessType', raisedSet(businessTypes))) industry!: Raised<BusinessType>;
  @field.text('Version of the module', '1.0.0') version!: string;
  @field.choice('Status of the module; ACTIVE even for a tenant that has disabled it', raisedSet(moduleStatuses))
  status!: Raised<ModuleStatus>;
  @field.object('Features: key and name', { sales: 'Sales and refunds' }) features!: Record<string, unknown>;
  @field.object('Requirements for using the module', { minimum_plan: 'STARTER', modules: [] }) requirements!: Record<
    string,
    unknown
  >;
  @field.instant('When it was published (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

/** The catalogue changes with the program alone: raised with it, so that no client keeps the old one as current. */
const REVISION = '"1.1"';

export const moduleView = (m: CatalogueModule): ModuleView & Tagged => ({
  id: m.id,
  name: m.name,
  slug: m.key,
  description: m.description,
  industry: raised(m.industry),
  version: m.version,
  status: raised(m.status),
  features: { ...m.features },
  requirements: { ...m.requirements, minimum_plan: raised(m.requirements.minimum_plan) },
  created_at: m.created_at,
  updated_at: m.updated_at,
  [TAG]: () => REVISION,
});
