import {
  Tenant,
  asksForFactor,
  businessTypes,
  type BusinessType,
  type Caller,
  type Rights,
  type User,
} from '@usaha/core';
import { field } from '../../../wire/field.js';
import { permissionsOf } from '../../../wire/permissions.js';
import { viewOf } from '../../../wire/view.js';
import { ApiKeyView, apiKeyView } from './api-keys.wire.js';
import { SessionView, sessionView } from './sessions.wire.js';
import { UserView, userView } from './users.wire.js';

@field.record('The business that the caller belongs to')
export class OwnTenantView {
  @field.id('Id of the tenant') id!: string;
  @field.text('Name of the business', 'Kedai Runcit Pak Din') name!: string;
  @field.text('Slug, by which users sign in', 'kedai-runcit-pak-din') slug!: string;
  @field.choice('Business type', businessTypes) business_type!: BusinessType;
}

@field.record('Where the second factor of the caller stands')
export class MfaStateView {
  @field.flag('Whether the user has a second factor', false) enabled!: boolean;
  @field.flag('Whether the policy of the tenant asks the user for one', false) required!: boolean;
  @field.flag('Whether the user has to enrol one before anything else', false) enrolment_required!: boolean;
}

@field.record('The caller of the request')
export class MeView {
  @field.nested('The user; null for an API key', UserView, { nullable: true }) user!: UserView | null;
  @field.nested('The business; null for an account without a tenant', OwnTenantView, { nullable: true })
  tenant!: OwnTenantView | null;
  @field.nested('The session; null for an API key', SessionView, { nullable: true }) session!: SessionView | null;
  @field.nested('The API key; null for a user', ApiKeyView, { nullable: true }) api_key!: ApiKeyView | null;
  @field.texts('Names of the permissions that the caller has', ['read', 'write', 'payments.write']) may!: string[];
  @field.nested('The second factor', MfaStateView) mfa!: MfaStateView;
}

const ownTenantView = viewOf(Tenant, OwnTenantView);

/** API keys have no factor, and no policy asks them for one. */
function mfaStateOf(user: User | null, { policy, actor }: Rights): MfaStateView {
  const enabled = user?.mfa_enabled ?? false;
  const required = user !== null && asksForFactor(policy, actor.role);
  return { enabled, required, enrolment_required: required && !enabled };
}

/** @param rights of the session or API key, which the request has already @param now of the request */
export const meView = ({ user, tenant, session, api_key }: Caller, rights: Rights, now: Date): MeView => ({
  user: user && userView(rights.actor)(user),
  tenant: tenant && ownTenantView(tenant),
  session: session && sessionView(rights.actor.session_id)(session),
  api_key: api_key && apiKeyView(now)(api_key),
  may: permissionsOf(rights),
  mfa: mfaStateOf(user, rights),
});
