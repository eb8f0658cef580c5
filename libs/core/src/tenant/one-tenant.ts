import { NO_TENANT, isUuid } from '@usaha/shared';

/** What a statement says of the tenants whose rows it reads. */
export interface OfTenants {
  /**
   * SQL that is true of rows of these tenants.
   * @param column that names the tenant @param values of the statement so far; what the condition needs is added
   */
  where(column: string, values: unknown[]): string;
}

/** One tenant alone. */
export const ofTenant = (tenant_id: string): OfTenants => ({
  where: (column, values) => `${column} = $${values.push(tenant_id)}`,
});

/** The tenant that an identifier stands for at sign-in, for a statement that does not wait for which one that is. */
export const ofTenantNamed = (identifier: string): OfTenants => ({
  where: (column, values) => {
    const place = `$${values.push(identifier)}`;
    return `${column} = (select t.id from core.tenants t where ${whereTenantIsNamed('t', identifier, place)})`;
  },
});

/**
 * SQL behind WHERE that finds the tenant an id, a slug or a schema name stands for at sign-in. Names are one namespace in any
 * case; of names that collided before it was, the one spelled like this comes first, the slug before the schema name.
 * @param table as the statement calls it @param place of the identifier among the statement's values
 */
export function whereTenantIsNamed(table: string, identifier: string, place: string): string {
  const named = isUuid(identifier)
    ? `${table}.id = ${place}`
    : `(${table}.slug = ${place} or ${table}.schema_name = ${place}
       or ${table}.id = (select n.tenant_id from core.sign_in_names n where n.name = lower(${place}::text)))`;
  return `${table}.deleted_at is null and ${table}.id <> '${NO_TENANT}' and ${named}
    order by (${table}.slug = ${place}::text) desc, (${table}.schema_name = ${place}::text) desc limit 1`;
}
