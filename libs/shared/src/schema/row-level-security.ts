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

/**
 * SQL of a migration: `kernel.tenants_having(table)`, the tenants that have rows in a table, for jobs that go to those alone. It runs as
 * the tables' owner and tells ids of tenants and nothing else, within `runAcrossTenants` alone: no policy opens an industry's table. One
 * step of an index finds each tenant, however many rows there are; a distributed table is read by each machine instead.
 */
export const havingFunction = `
  create function kernel.tenants_having(path regclass) returns setof uuid
    language plpgsql stable security definer rows 1000 set search_path = pg_catalog, pg_temp as
  $$
  begin
    if not coalesce(${IN_PLATFORM}, false) then
      raise exception 'Tenants are found through the door of the platform alone' using errcode = 'insufficient_privilege';
    end if;
    if to_regclass('pg_catalog.pg_dist_partition') is not null then
      return query execute format('select distinct r.tenant_id from %s r', path);
    else
      return query execute format('
        with recursive found (id) as (
          (select r.tenant_id from %1$s r order by r.tenant_id limit 1)
          union all
          select (select r.tenant_id from %1$s r where r.tenant_id > f.id order by r.tenant_id limit 1) from found f where f.id is not null)
        select f.id from found f where f.id is not null', path);
    end if;
  end $$;
  revoke all on function kernel.tenants_having(regclass) from public;
  grant execute on function kernel.tenants_having(regclass) to usaha_app;`;
