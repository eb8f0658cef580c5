/**
 * SQL of a migration: distributes a new table of tenants at once where the database is a Citus cluster that has moved already,
 * and does nothing anywhere else. There a key can point to a distributed table only from one that is distributed itself: keys to
 * other tables of tenants are added behind this, with `alter table … add constraint`. That to the tenants may stand in the table.
 * @param table with its schema: `retail.suppliers` @param colocated a table that was distributed before; the users' unless told
 */
export const distribute = (table: string, colocated = 'core.users'): string => `
  do $$
  begin
    if to_regclass('pg_catalog.pg_dist_partition') is not null then
      if exists (select from pg_dist_partition where logicalrelid = '${colocated}'::regclass and partmethod = 'h') then
        perform create_distributed_table('${table}', 'tenant_id', colocate_with => '${colocated}');
      end if;
    end if;
  end $$;`;

/**
 * SQL of a migration: leaves a new table on the coordinator of a Citus cluster that has moved already, where statements of all
 * machines find it, and does nothing anywhere else.
 * @param table with its schema: `kernel.coordinator`
 */
export const keepAtCoordinator = (table: string): string => `
  do $$
  begin
    if to_regclass('pg_catalog.pg_dist_partition') is not null then
      if exists (select from pg_dist_partition where logicalrelid = 'core.tenants'::regclass) then
        perform citus_add_local_table_to_metadata('${table}');
      end if;
    end if;
  end $$;`;

/**
 * SQL of a migration: lays a new table that belongs to no tenant whole on every machine of a Citus cluster that has moved
 * already, and does nothing anywhere else.
 * @param table with its schema: `kernel.key_checks`
 */
export const keepWhole = (table: string): string => `
  do $$
  begin
    if to_regclass('pg_catalog.pg_dist_partition') is not null then
      if exists (select from pg_dist_partition where logicalrelid = 'core.tenants'::regclass) then
        perform create_reference_table('${table}');
      end if;
    end if;
  end $$;`;
