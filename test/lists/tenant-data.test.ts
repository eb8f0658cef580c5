import type { Database } from '@usaha/shared';
import pg from 'pg';
import { exportedFields } from '../../apps/api/dist/database/tenant-data/export-line.js';
import { exportedTables, leftOut, leftOutColumns } from '../../apps/api/dist/database/tenant-data/exported-tables.js';
import { heldByLaw } from '../../apps/api/dist/database/tenant-data/held-by-law.js';
import { leftByPurge, purgedTables } from '../../apps/api/dist/database/tenant-data/purged-tables.js';
import { openDatabase } from '../support/opened-database.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';

/** What an export has and a purge empties, against the tables of the database: no table of tenants is forgotten. */

const owner = () => workerState().ownerUrl as string;

let database: Database;
/** Tables that say whose their rows are, with the columns of their primary keys in order. */
let ofTenants: Map<string, string[]>;

beforeAll(async () => {
  database = await openDatabase(owner());
  const rows = await sql<{ path: string; keys: string[] }>(
    owner(),
    `select n.nspname || '.' || c.relname as path,
            array(select a.attname::text from unnest(x.indkey) with ordinality k (number, place)
                  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number order by k.place) as keys
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_index x on x.indrelid = c.oid and x.indisprimary
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)`,
  );
  ofTenants = new Map(rows.map(({ path, keys }) => [path, keys]));
});
afterAll(() => database.end());

describe('an export', () => {
  it('has every table of tenants, or says why not', () => {
    const exported = exportedTables(database).map(({ table }) => table.path);
    expect([...exported, ...Object.keys(leftOut)].sort()).toEqual([...ofTenants.keys(), 'core.tenants'].sort());
    expect(exported.length).toBeGreaterThan(50);
    for (const reason of Object.values(leftOut)) expect(reason).toMatch(/^[a-z].{15,}$/);
  });

  it('reads each in the order of its primary key, which an index has', () => {
    for (const { table, scope } of exportedTables(database))
      if (scope === 'tenant_id') {
        const keys = table.keys.filter((name) => name !== 'tenant_id');
        expect([table.path, 'tenant_id', ...keys]).toEqual([table.path, ...(ofTenants.get(table.path) ?? [])]);
      }
  });

  it('has no hash, token, fingerprint or key in its lines', () => {
    const fields = exportedTables(database).flatMap(({ table }) =>
      exportedFields(table).map((name) => `${table.path}.${name}`),
    );
    const suspect = fields.filter((name) => /hash|token|secret|fingerprint|password|sign_in_addresses/.test(name));
    expect(suspect).toEqual([
      'core.account_policies.password_min_length',
      'core.account_policies.refuse_common_passwords',
      'core.users.password_is_own',
      'core.webhook_endpoints.previous_secret_expires_at',
    ]);
    const columns = new Set(
      exportedTables(database).flatMap(({ table }) => table.columns.map(({ name }) => `${table.path}.${name}`)),
    );
    for (const [path, names] of Object.entries(leftOutColumns))
      for (const name of names) expect(columns).toContain(`${path}.${name}`);
  });
});

describe('a purge', () => {
  it('empties every table of tenants, or says why not, and none of others', async () => {
    const client = new pg.Client({ connectionString: owner() });
    await client.connect();
    const purged = await purgedTables(client, database);
    await client.end();
    const paths = purged.map(({ path }) => path);
    expect(paths[0]).toBe('kernel.outbox');
    expect([...paths, ...Object.keys(leftByPurge)].sort()).toEqual([...ofTenants.keys(), 'core.tenants'].sort());
    expect(purged.filter(({ keys }) => keys.length === 0)).toEqual([]);
  });

  it('names what law asks for by tables that are there, and tell when a row was made', async () => {
    const named = heldByLaw.flatMap(({ tables }) => tables);
    const dated = await sql<{ path: string }>(
      owner(),
      `select c.oid::regclass::text as path from pg_class c join pg_attribute a on a.attrelid = c.oid
       where a.attname = 'created_at' and c.oid::regclass::text = any ($1)`,
      [named],
    );
    expect(dated.map(({ path }) => path).sort()).toEqual([...named].sort());
  });
});
