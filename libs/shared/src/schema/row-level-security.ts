const TENANT = `nullif(current_setting('app.tenant_id', true), '')::uuid`;
const IN_PLATFORM = `current_setting('app.platform', true) = 'on'`;

/**
 * SQL of a migration: row level security for a tenant's table. Without a tenant there is nothing to be seen, and
 * nothing can be written. No sub-select stands in a policy, since a distributed PostgreSQL refuses those.
 * @param table with its schema: `core.subscriptions`
 */
export const enableRowLevelSecurity = (table: string): string => `
  alter table ${table} enable row level security;
  create policy tenant on ${table} using (tenant_id = ${TENANT});`;

/**
 * The same for the few tables that the platform's door opens (see `runAcrossTenants`). One range instead of two policies: an
 * OR of them would be worked out for every row, and a range is a condition of the index.
 * @param column that names the tenant: `tenant_id`, save for the tenants themselves
 */
export const enableRowLevelSecurityForPlatform = (table: string, column = 'tenant_id'): string => `
  alter table ${table} enable row level security;
  create policy platform on ${table} using (
    ${column} >= case when ${IN_PLATFORM} then '00000000-0000-0000-0000-000000000000'::uuid else ${TENANT} end
    and ${column} <= case when ${IN_PLATFORM} then 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid else ${TENANT} end);`;
