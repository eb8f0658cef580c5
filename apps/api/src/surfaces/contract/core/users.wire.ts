import { userStatuses, type NewUser, type User, type UserChanges, type UserQuery, type UserStatus } from '@usaha/core';
import { roles, type Role } from '@usaha/shared';
import { param } from '../../../wire/param.js';
import { field } from '../../../wire/field.js';
import { personField } from '../../../wire/person-fields.js';
import { present } from '../../../wire/present.js';
import { ViewType } from '../../../wire/view-type.js';
import { ContractPage, lowered, raised, raisedSet, type Raised } from '../contract.js';

/** POST /v1/users. */
export class UserCreate {
  @field.email('E-mail, unique within the tenant; also the username (A-40)', 'mei.ling@pakdin.example', {
    view: 'E-mail',
  })
  email!: string;
  @field.text('Given name', 'Mei Ling', { max: 200 }) first_name!: string;
  @field.text('Family name', 'Tan', { max: 200 }) last_name!: string;
  @field.choice('Role', raisedSet(roles)) role!: Raised<Role>;
  @personField.phone('+60165550102') phone?: string | null;
  @field.texts(
    'Permissions, stored and shown on the reference surface; they grant nothing beyond the role (A-54)',
    ['reports.view'],
    {
      unset: true,
    },
  )
  permissions?: string[];
  @field.password(
    'Password, at least 8 characters; optional. With it the user can sign in at once, without it the status is PENDING (A-41)',
    { optional: true },
  )
  password?: string | null;
}

/** PUT /v1/users/{user_id}: UserUpdate. Absent fields stay; e-mail and status are not changed here. */
export class UserUpdate {
  @field.text('Given name; null and blank only where there is none', 'Mei Ling', { optional: true, max: 200 })
  first_name?: string | null;
  @field.text('Family name; null and blank only where there is none', 'Tan', { optional: true, max: 200 })
  last_name?: string | null;
  @personField.phone('+60165550102') phone?: string | null;
  @field.choice('Role; changed by administrators only', raisedSet(roles), { unset: true }) role?: Raised<Role>;
  @field.texts(
    'Permissions, stored and shown on the reference surface; they grant nothing beyond the role',
    ['reports.view'],
    {
      unset: true,
    },
  )
  permissions?: string[];
}

/** GET /v1/users. */
export class UserListQuery extends ContractPage {
  @param.text('Role, ignoring case; an unknown role matches nothing (A-11)', 'STAFF') role?: string;
}

@field.record('A user on the contract surface')
export class UserView extends ViewType(UserCreate, {
  nullable: ['first_name', 'last_name'],
  except: ['permissions', 'password'],
  placed: { role: 'status' },
}) {
  @field.id('Id of the user; paths also accept the integer id from the reference sign-in (A-39)') id!: string;
  @field.id('Id of the tenant') tenant_id!: string;
  @field.choice('Status; PENDING until a password is set', raisedSet(userStatuses)) status!: Raised<UserStatus>;
  @field.instant('When the user last signed in (UTC)', { nullable: true }) last_login!: Date | null;
  @field.instant('When the user was created (UTC)') created_at!: Date;
  @field.instant('When the user was last changed (UTC)') updated_at!: Date;
  @field.flag('Whether the user has a second factor (A-421)', false) mfa_enabled!: boolean;
}

export const userView = present<User, UserView>({ revision: 1, etagParts: (u) => [u.last_login] }, (u) => ({
  id: u.id,
  tenant_id: u.tenant_id,
  email: u.email,
  first_name: u.first_name,
  last_name: u.last_name,
  phone: u.phone,
  role: raised(u.role),
  status: raised(u.status),
  last_login: u.last_login,
  created_at: u.created_at,
  updated_at: u.updated_at,
  mfa_enabled: u.mfa_enabled,
}));

export const newUser = ({ role, ...body }: UserCreate): NewUser => ({ ...body, role: lowered(role) });

export const userChanges = ({ role, ...body }: UserUpdate): UserChanges => ({
  ...body,
  role: lowered(role),
  required: ['first_name', 'last_name'],
});

export const userQuery = ({ role }: UserListQuery): UserQuery => ({ role: lowered(role?.trim()) });
