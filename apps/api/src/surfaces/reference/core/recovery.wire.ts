import type { RecoveredAccount } from '@usaha/core';
import { field } from '../../../wire/field.js';

/** Letters may hold it in a URL of up to 500 characters with the token in place. */
const LONGEST_URL = 500;

/** POST /api/v1/auth/forgot-password/. */
export class ForgotPasswordBody {
  @field.text('E-mail or username of the account', 'din@pakdin.example', { max: 254 }) email!: string;
  @field.text(
    'Id, slug or schema name of the tenant; default: up to five accounts of that name, of all tenants',
    'demo-kedai-pak-din',
    { optional: true },
  )
  tenant_id?: string | null;
  @field.text(
    'Page of your application that the link leads to: one of link_urls of the tenant or the operator, with `{token}` in it; default: a page of the service',
    'https://app.example/set-password#token={token}',
    { optional: true, max: LONGEST_URL },
  )
  link_url?: string | null;
}

@field.record('The answer to a request for a new password')
export class ForgotPasswordView {
  @field.text('What happens next', 'If there is such an account, a letter with a link is on its way') message!: string;
}

/** POST /api/v1/auth/reset-password/. */
export class ResetPasswordBody {
  @field.password('Token from the link of a letter', {
    example: 'AZrzomscfD6dKh8uH01cW2oBmvOiaxx8Pp0qHy4fTVxbarZ1PTUkQ2NyYWJsZVNlY3JldE9mVGhpcnR5Rm91ckJ5dGVz',
    max: 200,
  })
  token!: string;
  @field.password('New password of the account') new_password!: string;
}

@field.record('The tenant of an account')
export class RecoveredTenantView {
  @field.id('Id of the tenant') id!: string;
  @field.text('Name of the business', 'Kedai Pak Din') name!: string;
  @field.text('Slug of the tenant, for sign-in', 'demo-kedai-pak-din') slug!: string;
}

@field.record('An account whose password was set by a link')
export class ResetPasswordView {
  @field.email('E-mail of the account', 'din@pakdin.example') email!: string;
  @field.nested('Tenant of the account; null for an account without a tenant', RecoveredTenantView, { nullable: true })
  tenant!: RecoveredTenantView | null;
}

export const recoveredView = ({ user, tenant }: RecoveredAccount): ResetPasswordView => ({
  email: user.email,
  tenant: tenant && { id: tenant.id, name: tenant.name, slug: tenant.slug },
});
