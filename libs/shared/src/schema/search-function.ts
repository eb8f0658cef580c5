/**
 * SQL of a migration: the ids of a table's live records whose `search_text` (generated, in lower case) matches a LIKE
 * pattern. Under row level security a trigram index is not used, since LIKE is not marked leakproof; so the search runs
 * as the table's owner, in a function that answers only for the tenant of the transaction. The index it needs:
 * `using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null`.
 * @param table with its schema: `retail.products` makes `retail.products_matching(tenant, pattern)`
 * @param column another than `search_text`: `contact_text` makes `…_matching_contact_text`
 */
export const searchFunction = (table: string, column = 'search_text'): string => {
  const name = column === 'search_text' ? `${table}_matching` : `${table}_matching_${column}`;
  return `
  create function ${name}(tenant uuid, pattern text) returns setof uuid
    language sql stable security definer rows 50 set search_path = pg_catalog, pg_temp as
  $$ select p.id from ${table} p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.${column} like pattern $$;
  revoke all on function ${name}(uuid, text) from public;
  grant execute on function ${name}(uuid, text) to usaha_app;`;
};

/**
 * The same for tokens of a sealed column (`columns.sealed({ tokens })`): the ids of live records that can be found by one.
 * The index it needs: `using gin (tenant_id, <column>_tokens) where deleted_at is null`.
 * @param table makes `<table>_with_<column>(tenant, token)`
 */
export const tokenFunction = (table: string, column: string): string =>
  elementFunction(table, column, `${column}_tokens`);

/**
 * The same for a list of texts: the ids of live records that have one in it.
 * The index it needs: `using gin (tenant_id, <column>) where deleted_at is null`.
 * @param element what one of the list is called: `beauty.staff` and `specialization` make
 *   `beauty.staff_with_specialization(tenant, token)`
 */
export const elementFunction = (table: string, element: string, column: string): string => `
  create function ${table}_with_${element}(tenant uuid, token text) returns setof uuid
    language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as
  $$ select p.id from ${table} p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and p.${column} @> array[token] $$;
  revoke all on function ${table}_with_${element}(uuid, text) from public;
  grant execute on function ${table}_with_${element}(uuid, text) to usaha_app;`;

/**
 * The same for a key that is made of a column: the ids of live records that have the key of a text. A separate column
 * would have the whole table written again; this takes an index alone, with which records of before are found too.
 * @param table makes `<table>_with_<column>(tenant, given)` @param key SQL of the key of a text, as `phoneKey`
 */
export const keyFunction = (table: string, column: string, key: (text: string) => string): string => `
  create function ${table}_with_${column}(tenant uuid, given text) returns setof uuid
    language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as
  $$ select p.id from ${table} p
      where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
        and p.deleted_at is null and ${key(`p.${column}`)} = ${key('given')} $$;
  revoke all on function ${table}_with_${column}(uuid, text) from public;
  grant execute on function ${table}_with_${column}(uuid, text) to usaha_app;`;

/** The index that `keyFunction` needs. */
export const keyIndex = (table: string, column: string, key: (text: string) => string): string => `
  create index ${table.slice(table.indexOf('.') + 1)}_${column} on ${table} (tenant_id, (${key(column)}), id desc)
    where deleted_at is null;`;

/** SQL: a text, trimmed and in lower case (A-173), as far as an index takes it. */
export const textKey = (text: string): string => `left(lower(btrim(${text})), 200)`;

/**
 * SQL: the digits of a telephone number, those of a Malaysian one as `validatePhone` writes them, with 60 before it, however it was
 * written (A-86); null without any. Indexes were made with it: it must stay as it is.
 */
export const phoneKey = (text: string): string =>
  `nullif(left(regexp_replace(regexp_replace(${text} collate "C", '[^0-9]', '', 'g'),
     '^(?:(?:00)?600?|0)(?=(?:1[0-9]{8,9}|[3-9][0-9]{7,8})$)|^(?=1[3-8]00[0-9]{6}$)', '60'), 40), '')`;
