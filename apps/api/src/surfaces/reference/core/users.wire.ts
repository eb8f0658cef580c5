import { User, type NewUser, type UserChanges } from '@usaha/core';
import { NO_TENANT, type Actor, type Role } from '@usaha/shared';
import { maskedIc } from '@usaha/shared/malaysia';
import { param } from '../../../wire/param.js';
import { choices } from '../../../wire/choices.js';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { personField } from '../../../wire/person-fields.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewOf, viewFor } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';

/** The reference surface's names of the roles. */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: 'admin',
  manager: 'manager',
  staff: 'staff',
  viewer: 'user',
};
export const userRoles = choices('UserRole', ['user', 'admin', 'manager', 'staff']);
const rolesByName: Readonly<Record<string, Role>> = Object.fromEntries(
  Object.entries(roleNames).map(([role, name]) => [name, role as Role]),
);

const DRIVER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c';

/** POST /api/v1/auth/register/, and what POST /api/v1/users/ shares with it. */
export class RegisterBody {
  @field.text('Username for sign-in; unique, ignoring case', 'meiling', { max: 254, view: 'Username for sign-in' })
  username!: string;
  @field.email('E-mail; unique, ignoring case; can also be used to sign in', 'mei.ling@pakdin.example', {
    view: 'E-mail',
  })
  email!: string;
  @field.password('Password; at least 8 characters (A-46)') password!: string;
  @field.text('Given name', 'Mei Ling', { optional: true, max: 200 }) first_name?: string | null;
  @field.text('Family name', 'Tan', { optional: true, max: 200 }) last_name?: string | null;
  @personField.phone('+60165550102') phone_number?: string | null;
  @personField.identityNumber('900101-14-5678') ic_number?: string | null;
}

/** POST /api/v1/users/. */
export class UserBody extends RegisterBody {
  @field.choice('Role; default user', userRoles, { unset: true, view: 'Role' }) role?: string;
  @field.texts('Permissions, stored and shown; they grant nothing beyond the role (A-54)', ['reports.view'], {
    unset: true,
    view: 'As sent',
  })
  permissions?: string[];
  @field.reference(
    'Id of the driver that the user is; with the role staff or user, the user then reads and moves only what is assigned to that driver in logistics (A-373)',
    DRIVER,
    { optional: true, max: MAX_TEXT, view: 'Id of the driver that the user is' },
  )
  driver_id?: string | null;
}

/** PUT /api/v1/users/{user_id}/: the same fields, all optional, and is_active. */
export class UserPatch extends PartialType(UserBody) {
  @field.flag(
    'Whether the user is active; false deactivates the user, who can no longer sign in and whose tokens are refused (A-55)',
    true,
    { unset: true, view: 'Whether the account is active' },
  )
  is_active?: boolean;
  @field.password('Your current password: needed by administrators who change their own password or e-mail (A-391)', {
    optional: true,
  })
  current_password?: string | null;
}

/** POST /api/v1/users/{user_id}/change-password/. */
export class ChangePasswordBody {
  @field.password('Current password') current_password!: string;
  @field.password('New password; at least 8 characters (A-46)', { example: 'another demo password' })
  new_password!: string;
}

/** GET /api/v1/users/. */
export class UserListQuery extends RecordList('last_name', 'first_name', 'username', 'last_login') {
  @param.choice('Role', userRoles) role?: string;
  @param.flag('Whether the user is active') is_active?: boolean;
}

@field.record('A self-registered account (A-33)')
export class RegisteredView extends ViewType(UserPatch, {
  except: ['password', 'permissions', 'driver_id', 'current_password'],
}) {
  @field.id('Id of the account') id!: string;
  @placedBefore('is_active')
  @field.id('Id of the tenant; null until the account creates one', undefined, { nullable: true })
  tenant_id!: string | null;
  @field.instant('When it was created (UTC)') created_at!: Date;
}

@field.record('A user on the reference surface')
export class UserView extends ViewType(UserPatch, {
  extends: RegisteredView,
  except: ['password', 'current_password'],
}) {
  @placedBefore('permissions')
  @field.count('Integer id of the user, accepted wherever a user id is (A-39)', 1042)
  user_number!: number;
  @field.instant('When the user last signed in (UTC)', { nullable: true }) last_login!: Date | null;
  @field.instant('When the user confirmed the e-mail (UTC); null: never, or it was changed since (A-408)', {
    nullable: true,
  })
  email_confirmed_at!: Date | null;
  @field.flag('Whether the user has a second factor (A-421)', false) mfa_enabled!: boolean;
  @field.instant('When the user was last changed (UTC)') updated_at!: Date;
}

/** Where the account belongs: to no business, until one is created. */
const tenantOf = ({ tenant_id }: User): string | null => (tenant_id === NO_TENANT ? null : tenant_id);

export const registeredView = viewOf(User, RegisteredView, {
  personal: ['username', 'email', 'first_name', 'last_name', 'ic_number'],
  fields: { phone_number: (u) => u.phone, role: (u) => roleNames[u.role], tenant_id: tenantOf },
});

/** Administrators and its owner see an IC number whole. */
const seesAll = (viewer: Actor | null, u: User): boolean => viewer?.role === 'admin' || viewer?.user_id === u.id;

export const userView = viewFor<User, UserView, Actor | null>(User, UserView, {
  revision: 3,
  etagParts: (u, viewer) => [u.last_login, seesAll(viewer, u) ? 1 : 0],
  personal: ['username', 'email', 'first_name', 'last_name'],
  fields: {
    user_number: (u) => u.number,
    tenant_id: tenantOf,
    phone_number: (u) => u.phone,
    ic_number: (u, viewer) => (seesAll(viewer, u) ? u.ic_number : u.ic_number && maskedIc(u.ic_number)),
    role: (u) => roleNames[u.role],
  },
});

export const roleOf = (name: string | undefined): Role | undefined =>
  name === undefined ? undefined : rolesByName[name];

export const newUser = ({ phone_number, role, ...body }: UserBody): NewUser & { password: string } => ({
  ...body,
  phone: phone_number,
  role: roleOf(role),
});

export const userChanges = ({ phone_number, role, ...body }: UserPatch): UserChanges => ({
  ...body,
  phone: phone_number,
  role: roleOf(role),
});

export const userQuery = ({ role, is_active }: UserListQuery) => ({ role: roleOf(role), is_active });
