import { coreNouns, type SignedIn } from '@usaha/core';
import { notFound } from '@usaha/shared';
import { field } from '../../wire/field.js';
import { TenantView, tenantView } from './tenants.wire.js';
import { UserView, userView } from './users.wire.js';

/** POST /v1/auth/login. */
export class LoginBody {
  @field.email('E-mail of the account', 'din@pakdin.example') email!: string;
  @field.password('Password of the account') password!: string;
  @field.text(
    "The tenant's slug or id; without it the oldest membership whose password fits (A-35)",
    'kedai-runcit-pak-din',
    { optional: true },
  )
  tenant_slug?: string | null;
}

@field.record('What a sign-in answers')
export class LoginView {
  @field.text(
    'Sent as `Authorization: Bearer …` with every request; valid for an hour unless configured otherwise',
    'eyJhbGciOiJIUzI1NiIs…',
    { max: 4_000 },
  )
  access_token!: string;
  @field.text(
    'Exchanged for new access tokens; valid for thirty days unless configured otherwise',
    'eyJhbGciOiJIUzI1NiIs…',
    { max: 4_000 },
  )
  refresh_token!: string;
  @field.nested('Who signed in', UserView) user!: UserView;
  @field.nested('Where', TenantView) tenant!: TenantView;
}

/** POST /v1/auth/refresh. */
export class RefreshBody {
  @field.text('The refresh token of a sign-in', 'eyJhbGciOiJIUzI1NiIs…', { max: 4_000 }) refresh_token!: string;
}

@field.record('What a refresh answers: the refresh token stays as it is (A-42)')
export class RefreshView {
  @field.text('A new access token of the same session', 'eyJhbGciOiJIUzI1NiIs…', { max: 4_000 }) access_token!: string;
}

@field.record('What a sign-out answers')
export class LogoutView {
  @field.text('What happened', 'Signed out') message!: string;
}

export function loginView({ access_token, refresh_token, user, tenant }: SignedIn): LoginView {
  if (!tenant) throw notFound(coreNouns.tenant);
  return { access_token, refresh_token, user: userView(user), tenant: tenantView(tenant) };
}
