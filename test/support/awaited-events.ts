import { workerState } from './state.js';
import { sql } from './system-database.js';

/**
 * Makes a tenant await events, as a handler that it turns on would: others are not recorded.
 * @param names public types, patterns or inner names @param ownerUrl of the database; that of the e2e tests unless told
 */
export async function awaitEvents(
  tenant_id: string,
  names: readonly string[],
  ownerUrl = workerState().ownerUrl as string,
): Promise<void> {
  await sql(
    ownerUrl,
    `insert into core.event_interests (tenant_id, id, endpoint_types, inner_types) values ($1, $1, '{}', $2)
     on conflict (tenant_id, id) do update set inner_types = excluded.inner_types`,
    [tenant_id, names],
  );
  await sql(ownerUrl, "select pg_notify('usaha_rights', $1)", [JSON.stringify({ tenant_id })]);
}

/** Inner events of accounts and keys. */
export const ACCOUNT_EVENTS = [
  'core.user.invited',
  'core.user.activated',
  'core.user.password_reset',
  'core.user.email_changed',
  'core.user.mfa_enabled',
  'core.user.mfa_disabled',
  'core.user.sessions_ended',
  'core.api_key.created',
  'core.api_key.rotated',
  'core.api_key.deleted',
  'core.api_key.expired',
];

/** Inner events of shipments. */
export const SHIPMENT_EVENTS = [
  'logistics.shipment_created',
  'logistics.shipment_status_changed',
  'logistics.shipment_delivered',
];
