import {
  businessTypes,
  coreMessages as messages,
  Tenant,
  type BusinessType,
  type NewTenant,
  type TenantChanges,
} from '@usaha/core';
import type { Language } from '@usaha/shared';
import { AddressBody, AddressView } from '../../../wire/address.wire.js';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { personField } from '../../../wire/person-fields.js';
import { PartialType } from '../../../wire/partial-type.js';
import { sentReferenceSettings, shownSettings } from '../../../wire/tenant-settings.wire.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';

const types = choices('BusinessType', businessTypes);

/** POST /api/v1/tenants/. */
export class TenantBody {
  @field.text('Name of the business', 'Kedai Runcit Pak Din') name!: string;
  @field.choice('Business type', types) business_type!: BusinessType;
  @field.text('Schema name, unique on the platform; default: derived from the name (A-57)', 'kedai_runcit_pak_din', {
    optional: true,
    max: 100,
    view: 'Schema name, unique on the platform',
  })
  schema_name?: string | null;
  @field.text('Domain of the business, unique on the platform', 'pakdin.example', {
    optional: true,
    max: 253,
    view: 'Domain of the business',
  })
  domain?: string | null;
  @field.text('SSM registration number in the old or new format; not validated', '202101012345', {
    optional: true,
    max: 50,
    view: 'SSM registration number, as sent',
  })
  registration_number?: string | null;
  @field.nested('Postal address', AddressBody, { optional: true }) business_address?: AddressBody | null;
  @field.text('Contact e-mail of the business; any text (A-154)', 'hello@pakdin.example', {
    optional: true,
    view: 'Contact e-mail of the business, as sent',
  })
  contact_email?: string | null;
  @personField.phone('+60123450101') contact_phone?: string | null;
}

/** PUT /api/v1/tenants/{tenant_id}/: the same fields, and is_active. */
export class TenantPatch extends PartialType(TenantBody) {
  @field.flag(
    'Whether the tenant is active; false suspends it: no user can sign in, and tokens are refused (A-58)',
    true,
    { unset: true, view: 'Whether the tenant is active' },
  )
  is_active?: boolean;
  @field.uri('URL of the logo: http or https, without user or password', 'https://pakdin.example/logo.png', {
    optional: true,
    view: 'URL of the logo',
  })
  logo_url?: string | null;
  @field.reference(
    'File of the purpose logo, printed on documents and labels from now on; issued documents keep theirs (A-492)',
    undefined,
    { optional: true, view: 'File of the logo' },
  )
  logo_file_id?: string | null;
  @sentReferenceSettings settings?: Record<string, unknown>;
}

/** GET /api/v1/tenants/. */
export class TenantListQuery extends RecordList('name') {
  @param.choice('Business type', types) business_type?: string;
  @param.flag('Whether the tenant is active') is_active?: boolean;
}

@field.record('A tenant on the reference surface')
export class TenantView extends ViewType(TenantPatch, {
  within: { business_address: AddressView },
  filled: ['schema_name'],
  except: ['settings'],
  placed: { business_type: 'registration_number' },
}) {
  @field.id('Id of the tenant') id!: string;
  @shownSettings settings!: Record<string, unknown>;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

@field.record('A tenant that was created, with warnings about its taxes')
export class CreatedTenantView extends TenantView {
  @field.texts('A business without an SST registration number may charge no SST; how to set the rate to 0 (A-347)', [
    messages.notRegisteredForSst().in('en'),
  ])
  warnings!: string[];
}

const fields = {
  business_address: (t: Tenant) => t.address,
  contact_email: (t: Tenant) => t.email,
  contact_phone: (t: Tenant) => t.phone,
};
const personal = ['settings'] as const;

export const tenantView = viewOf(Tenant, TenantView, { revision: 3, fields, personal });

export const createdTenantView = viewFor<Tenant, CreatedTenantView, Language>(Tenant, CreatedTenantView, {
  revision: 3,
  fields: {
    ...fields,
    warnings: (t, language) => (t.is_sst_registered ? [] : [messages.notRegisteredForSst().in(language)]),
  },
  personal,
});

/** A name that has to be unique, and is left empty, is none. */
const nameOf = (text: string | null | undefined) => (text?.trim() === '' ? null : text);

export const newTenant = ({
  business_address,
  contact_email,
  contact_phone,
  schema_name,
  domain,
  ...body
}: TenantBody): NewTenant => ({
  ...body,
  schema_name: nameOf(schema_name),
  domain: nameOf(domain),
  address: business_address,
  email: contact_email,
  phone: contact_phone,
});

export const tenantChanges = ({
  business_address,
  contact_email,
  contact_phone,
  schema_name,
  domain,
  ...body
}: TenantPatch): TenantChanges => ({
  ...body,
  // A tenant always has a schema name; null leaves the one there is.
  schema_name: nameOf(schema_name) ?? undefined,
  domain: nameOf(domain),
  address: business_address,
  email: contact_email,
  phone: contact_phone,
});
