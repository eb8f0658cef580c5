import type { SignedIn } from '@usaha/core';
import { NO_TENANT } from '@usaha/shared';
import { field } from '../../wire/field.js';
import { roleNames } from './users.wire.js';

/** POST /api/v1/auth/login/. */
export class LoginBody {
  @field.text('Username or e-mail of the account', 'din@pakdin.example', { max: 254 }) username!: string;
  @field.password('Password of the account') password!: string;
  @field.text(
    "The tenant's id, slug or schema name; without it the oldest membership whose password fits (A-35)",
    '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
    {
      optional: true,
    },
  )
  tenant_id?: string | null;
}

@field.record('Who signed in: five fields, the id an integer (A-38)')
export class LoginUserView {
  @field.count('The integer of the user, accepted wherever a user id is (A-39)', 1042) id!: number;
  @field.text('Name at sign-in', 'din@pakdin.example') username!: string;
  @field.email('E-mail', 'din@pakdin.example') email!: string;
  @field.choice('Role', ['admin', 'manager', 'staff', 'user']) role!: string;
  @field.id('The tenant; null for an account that has none yet', undefined, { nullable: true }) tenant_id!:
    string | null;
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
  @field.nested('Who signed in', LoginUserView) user!: LoginUserView;
}

/** POST /api/v1/auth/refresh/. */
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
