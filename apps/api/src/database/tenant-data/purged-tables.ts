import type { Database } from '@usaha/shared';
import { APP_ROLE, type Queryable } from '@usaha/shared/operation';
import type { Client } from 'pg';
import { parentsFirst } from '../distribution/distribution.js';
import { readStoredSchema } from '../distribution/stored-schema.js';

/** A table of tenants, as the database has it. */
export interface PurgedTable {
  path: string;
  /** The columns of its primary key that stand behind `tenant_id`. */
  keys: readonly string[];
}

/** Deleted first: while an event is there, its handler may write rows of the tenant. */
const FIRST = 'kernel.outbox';

/**
 * What a purge leaves of a tenant, and why. Everything else that names the tenant is a table whose primary key begins with it, and is
 * emptied; a test compares that with the tables of the database.
 */
export const leftByPurge: Readonly<Record<string, string>> = {
  'core.tenants': 'the id and the slug, with everything else blanked: tokens, logs and other tenants may name the id',
  'core.sign_in_names': 'the slug, so that no other business gets the sign-ins that are still typed for it (A-392)',
};

/** A client of pg that answers rows alone, as a data source does. */
const rowsOf = (client: Client): Queryable => ({
  query: async <T>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as T,
});

/** All tables of tenants, those that point to others before them. */
export async function purgedTables(client: Client, database: Database): Promise<PurgedTable[]> {
  const schemas = [...new Set(database.entities.map(({ schema }) => schema))];
  const { tables, keys } = await readStoredSchema(rowsOf(client), schemas, APP_ROLE);
  const ofTenants = new Map(
    tables.flatMap(({ path, key: [first, ...others] }) => (first === 'tenant_id' ? [[path, others] as const] : [])),
  );
  const order = parentsFirst([...ofTenants.keys()], keys)
    .filter((path) => ofTenants.has(path))
    .reverse();
  const sorted = [...order.filter((path) => path === FIRST), ...order.filter((path) => path !== FIRST)];
  return sorted.map((path) => ({ path, keys: ofTenants.get(path) ?? [] }));
}
