import type { SignedIn } from '@usaha/core';
import { NO_TENANT } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { roleNames } from './users.wire.js';

const token = (description: string) => field.text(description, 'eyJhbGciOiJIUzI1NiIs…', { max: 4_000 });

/** POST /api/v1/auth/login/. */
export class LoginBody {
  @field.text('Username or e-mail of the account', 'din@pakdin.example', { max: 254 }) username!: string;
  @field.password('Password of the account') password!: string;
  @field.text(
    'Id, slug or schema name of the tenant; default: the oldest membership with this password (A-35)',
    'demo-kedai-pak-din',
    { optional: true },
  )
  tenant_id?: string | null;
}

@field.record('The user who signed in, with an integer id (A-38)')
export class LoginUserView {
  @field.count('Integer id of the user, accepted wherever a user id is (A-39)', 1042) id!: number;
  @field.text('Username for sign-in', 'din@pakdin.example') username!: string;
  @field.email('E-mail', 'din@pakdin.example') email!: string;
  @field.choice('Role', ['admin', 'manager', 'staff', 'user']) role!: string;
  @field.id('Id of the tenant; null for an account without a tenant', undefined, { nullable: true }) tenant_id!:
    string | null;
}

@field.record('The result of a sign-in')
export class LoginView {
  @token('Access token, sent as `Authorization: Bearer …` with every request; valid for one hour by default')
  access_token!: string;
  @token('Refresh token, used to get new access tokens; valid for thirty days by default')
  refresh_token!: string;
  @field.nested('The user who signed in', LoginUserView) user!: LoginUserView;
}

/** POST /api/v1/auth/refresh/. */
export class RefreshBody {
  @token('Refresh token from a sign-in') refresh_token!: string;
}

@field.record('The result of a refresh; the refresh token does not change (A-42)')
export class RefreshView {
  @token('New access token for the same session') access_token!: string;
}

@field.record('The result of a sign-out')
export class LogoutView {
  @field.text('Confirmation message', 'Signed out') message!: string;
}

export const loginView = ({ access_token, refresh_token, user }: SignedIn): LoginView => ({
  access_token,
  refresh_token,
  user: {
    id: user.number,
    username: user.username,
    email: user.email,
    role: roleNames[user.role],
    tenant_id: user.tenant_id === NO_TENANT ? null : user.tenant_id,
  },
});
