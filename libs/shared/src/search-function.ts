/**
 * SQL of a migration: the ids of a table's live records whose `search_text` (generated, in lower case) matches a LIKE
 * pattern. Under row level security a trigram index is not used, since LIKE is not marked leakproof; so the search runs
 * as the table's owner, in a function that answers only for the tenant of the transaction. The index it needs:
 * `using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null`.
 * @param table with its schema: `retail.products` makes `retail.products_matching(tenant, pattern)`
 */
export const searchFunction = (table: string): string => `
  create function ${table}_matching(tenant uuid, pattern text) returns setof uuid
    language sql stable security definer rows 50 set search_path = pg_catalog, pg_temp as
  $$ select p.id from ${table} p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.search_text like pattern $$;
  revoke all on function ${table}_matching(uuid, text) from public;
  grant execute on function ${table}_matching(uuid, text) to usaha_app;`;
