import { coreNouns, type SignedIn } from '@usaha/core';
import { notFound } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { TenantView, tenantView } from './tenants.wire.js';
import { UserView, userView } from './users.wire.js';

/** POST /v1/auth/login. */
export class LoginBody {
  @field.email('E-mail of the account', 'din@pakdin.example') email!: string;
  @field.password('Password of the account') password!: string;
  @field.text(
    'Slug or id of the tenant; default: the oldest membership with this password (A-35)',
    'demo-kedai-pak-din',
    { optional: true },
  )
  tenant_slug?: string | null;
}

@field.record('The result of a sign-in')
export class LoginView {
  @field.text(
    'Access token, sent as `Authorization: Bearer …` with every request; valid for one hour by default',
    'eyJhbGciOiJIUzI1NiIs…',
    { max: 4_000 },
  )
  access_token!: string;
  @field.text(
    'Refresh token, used to get new access tokens; valid for thirty days by default',
    'eyJhbGciOiJIUzI1NiIs…',
    { max: 4_000 },
  )
  refresh_token!: string;
  @field.nested('The user who signed in', UserView) user!: UserView;
  @field.nested('The tenant', TenantView) tenant!: TenantView;
}

/** POST /v1/auth/refresh. */
export class RefreshBody {
  @field.text('Refresh token from a sign-in', 'eyJhbGciOiJIUzI1NiIs…', { max: 4_000 }) refresh_token!: string;
}

@field.record('The result of a refresh; the refresh token does not change (A-42)')
export class RefreshView {
  @field.text('New access token for the same session', 'eyJhbGciOiJIUzI1NiIs…', { max: 4_000 }) access_token!: string;
}

@field.record('The result of a sign-out')
export class LogoutView {
  @field.text('Confirmation message', 'Signed out') message!: string;
}

export function loginView({ access_token, refresh_token, user, tenant }: SignedIn, now: Date): LoginView {
  if (!tenant) throw notFound(coreNouns.tenant);
  return { access_token, refresh_token, user: userView(user), tenant: tenantView(now)(tenant) };
}
