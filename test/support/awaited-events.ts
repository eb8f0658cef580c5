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
