import { resolve } from 'node:path';
import { execute } from '../support/command-line.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';

/** What `cli distribute --print` says of the schema as it is, on a PostgreSQL that knows nothing of Citus. */

const cli = resolve(__dirname, '../../apps/api/bundle/cli.js');
const call = (...args: string[]) =>
  execute(cli, ['distribute', ...args], { DATABASE_URL: workerState().ownerUrl as string });

interface Table {
  path: string;
  of_tenants: boolean;
}

interface Key {
  path: string;
  name: string;
  target: string;
  definition: string;
}

/** Everything that is ours: what no extension has brought. */
const NOT_OURS = `n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'public')`;

describe('the SQL that distributes the tables', () => {
  let lines: string[];
  let tables: Table[];
  let keys: Key[];

  /** The captures of the lines of one kind, in their order. */
  const found = (pattern: RegExp): string[][] =>
    lines.flatMap((line) => {
      const match = pattern.exec(line);
      return match ? [match.slice(1)] : [];
    });

  beforeAll(async () => {
    const { code, out, err } = await call('--print');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    lines = out.trimEnd().split('\n');
    const url = workerState().ownerUrl as string;
    tables = await sql<Table>(
      url,
      `select n.nspname || '.' || c.relname as path,
              exists (select from pg_index x join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
                      where x.indrelid = c.oid and x.indisprimary and a.attname = 'tenant_id') as of_tenants
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and ${NOT_OURS} order by path`,
    );
    keys = await sql<Key>(
      url,
      `select k.conrelid::regclass::text as path, k.conname as name, k.confrelid::regclass::text as target,
              pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_namespace n on n.oid = k.connamespace
       where k.contype = 'f' and ${NOT_OURS} order by path, name`,
    );
  });

  it('distributes every table of tenants by its tenant, with all others placed with the first', () => {
    const distributed = found(
      /^SELECT create_distributed_table\('([^']+)', 'tenant_id', colocate_with => '([^']+)'\);$/,
    );
    const ofTenants = tables.filter((table) => table.of_tenants).map(({ path }) => path);
    expect(ofTenants.length).toBeGreaterThan(50);
    expect(distributed.map(([path]) => path).sort()).toEqual(ofTenants);
    const [first, ...others] = distributed;
    expect(first?.[1]).toBe('none');
    expect(new Set(others.map(([, colocation]) => colocation))).toEqual(new Set([first?.[0]]));
  });

  it('has the tenants, their names, what keys are known again by and the record of migrations whole on every node', () => {
    const whole = ['core.tenants', 'core.sign_in_names', 'kernel.key_checks'];
    expect(found(/^SELECT create_reference_table\('([^']+)'\);$/)).toEqual(
      [...whole, 'public.usaha_migrations'].map((path) => [path]),
    );
    expect(tables.filter((table) => !table.of_tenants).map(({ path }) => path)).toEqual(
      [...whole, 'kernel.coordinator'].toSorted(),
    );
  });

  it('leaves one row on the coordinator, which notifies and draws the numbers of users for all nodes', () => {
    expect(found(/^SELECT citus_add_local_table_to_metadata\('([^']+)'\);$/)).toEqual([['kernel.coordinator']]);
    expect(lines.join()).not.toContain("truncate_local_data_after_distributing_table('kernel.coordinator')");
  });

  it('distributes parents before what points to them', () => {
    const order = found(/^SELECT create_(?:reference|distributed)_table\('([^']+)'/).map(([path]) => path);
    const late = keys.filter(({ path, target }) => order.indexOf(path) < order.indexOf(target));
    expect(late).toEqual([]);
  });

  it('drops every foreign key before, and adds it again as it was after the last table', () => {
    const dropped = found(/^ALTER TABLE (\S+) DROP CONSTRAINT (\S+);$/);
    const added = found(/^ALTER TABLE (\S+) ADD CONSTRAINT (\S+) (.+);$/);
    expect(dropped.sort()).toEqual(keys.map(({ path, name }) => [path, name]).sort());
    expect(added.sort()).toEqual(keys.map(({ path, name, definition }) => [path, name, definition]).sort());
    const places = (start: RegExp) => lines.flatMap((line, i) => (start.test(line) ? [i] : []));
    const [drops, creates, adds] = [
      places(/DROP CONSTRAINT/),
      places(/create_(?:reference|distributed)_table/),
      places(/ADD CONSTRAINT/),
    ];
    expect(Math.max(...drops)).toBeLessThan(Math.min(...creates));
    expect(Math.max(...creates)).toBeLessThan(Math.min(...adds));
  });

  it('points with no key to what is neither the tenant’s own nor whole on every node', () => {
    const wrong = keys.filter(
      ({ definition, target }) =>
        target !== 'core.tenants' && !/\(tenant_id, [^)]*\) REFERENCES \S+\(tenant_id, /.test(definition),
    );
    expect(wrong).toEqual([]);
    expect(keys.filter(({ definition }) => /ON (?:DELETE SET|UPDATE)/.test(definition))).toEqual([]);
  });

  it('lets every function that runs as its owner query within a query, and PUBLIC call none of them', async () => {
    const owners = await sql<{ signature: string }>(
      workerState().ownerUrl as string,
      `select n.nspname || '.' || p.proname || '(' || replace(pg_get_function_identity_arguments(p.oid), ', ', ',') || ')' as signature
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prosecdef and ${NOT_OURS}`,
    );
    const names = (rows: string[][]) => rows.map(([signature]) => signature?.replace(/\(.*/, '')).sort();
    const expected = owners.map(({ signature }) => signature.replace(/\(.*/, '')).sort();
    expect(expected.length).toBeGreaterThan(10);
    expect(names(found(/^ALTER FUNCTION (.+) SET citus\.allow_nested_distributed_execution = on;$/))).toEqual(expected);
    expect(names(found(/^REVOKE ALL ON FUNCTION (.+) FROM PUBLIC;$/))).toEqual(expected);
  });

  it('is not run where there is no Citus: one line says so, and nothing is changed', async () => {
    const { code, out, err } = await call();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^The database at \S+ has no Citus: see "Beyond one machine" in docs\/operations\.md[^\n]*\n$/);
    const [left] = await sql<{ count: string }>(
      workerState().ownerUrl as string,
      `select count(*) from pg_constraint k join pg_namespace n on n.oid = k.connamespace where k.contype = 'f' and ${NOT_OURS}`,
    );
    expect(Number(left?.count)).toBe(keys.length);
  });
});
