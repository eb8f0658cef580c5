import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import pg from 'pg';
import { execute } from './command-line.js';

/** A database on every node of the cluster that CITUS_URL names, with the nodes it has there. */
export interface CitusDatabase {
  /** As the owner, on the coordinator. */
  ownerUrl: string;
  /** As the service: at the coordinator, or with CITUS_AT=worker at the first worker. */
  appUrl: string;
  /** The same at the coordinator and at each worker. */
  appUrls: [string, ...string[]];
  drop(): Promise<void>;
}

/** Few, since tests make a database each, and every table has this number of shards. */
const SHARDS = 4;

const cli = resolve(__dirname, '../../apps/api/bundle/cli.js');

/** The owner's URL of a coordinator whose servers trust their users; null: what needs Citus is skipped by name. */
export const citusUrl = process.env.CITUS_URL?.trim() || null;
const isAtWorker = process.env.CITUS_AT?.trim() === 'worker';

/** A server of the cluster. */
export interface CitusNode {
  host: string;
  port: number;
}

/**
 * An empty database with the nodes of the cluster.
 * @param url of the coordinator @param reached where the coordinator reaches each worker; at the worker itself unless told
 */
export async function emptyCitusDatabase(
  url: string,
  reached: (worker: CitusNode) => Promise<CitusNode> = (worker) => Promise.resolve(worker),
): Promise<CitusDatabase> {
  const name = `usaha_citus_${randomBytes(6).toString('hex')}`;
  const at = (node: CitusNode, database?: string): string => {
    const change = new URL(url);
    [change.hostname, change.port] = [node.host, String(node.port)];
    if (database !== undefined) change.pathname = `/${database}`;
    return change.toString();
  };
  const { hostname, port } = new URL(url);
  const coordinator = { host: hostname, port: Number(port || '5432') };
  const workers = await rowsOf<CitusNode>(
    url,
    `select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards order by nodeid`,
  );
  for (const node of [coordinator, ...workers]) {
    await rowsOf(at(node), `create database ${name}`);
    await rowsOf(at(node, name), 'create extension citus');
  }
  const ownerUrl = at(coordinator, name);
  const call = `($1, $2)`;
  await rowsOf(ownerUrl, `select citus_set_coordinator_host${call}`, [coordinator.host, coordinator.port]);
  for (const worker of workers) {
    const { host, port: its } = await reached(worker);
    await rowsOf(ownerUrl, `select citus_add_node${call}`, [host, its]);
  }
  await rowsOf(ownerUrl, `alter database ${name} set citus.shard_count = ${SHARDS}`);
  const appAt = (node: { host: string; port: number }): string => {
    const app = new URL(at(node, name));
    app.username = 'usaha_app';
    return app.toString();
  };
  const appUrls: [string, ...string[]] = [appAt(coordinator), ...workers.map(appAt)];
  const appUrl = appUrls[isAtWorker ? 1 : 0] ?? appUrls[0];
  const drop = async () => {
    for (const node of [coordinator, ...workers])
      await rowsOf(at(node), `drop database if exists ${name} with (force)`);
  };
  return { ownerUrl, appUrl, appUrls, drop };
}

/** One that the command line has migrated and distributed. */
export async function distributedDatabase(
  url: string,
  reached?: (worker: CitusNode) => Promise<CitusNode>,
): Promise<CitusDatabase> {
  const database = await emptyCitusDatabase(url, reached);
  await inTurn(url, async () => {
    for (const command of ['migrate', 'distribute']) {
      const { code, out, err } = await execute(cli, [command], { DATABASE_URL: database.ownerUrl });
      if (code !== 0) throw new Error(`${command} ended with ${code}: ${out}${err}`);
    }
  });
  return database;
}

/** Migrates one database of the cluster at a time: its roles are those of all, and two that change one fail. */
export async function inTurn<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    return await work();
  } finally {
    await client.end();
  }
}

async function rowsOf<R extends object>(url: string, text: string, values?: unknown[]): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Schemas that hold tables of ours. */
export const SCHEMAS = ['beauty', 'core', 'education', 'einvoice', 'healthcare', 'kernel', 'logistics', 'retail'];

/** Everything of a schema that SQL can tell, a line each. */
const FACTS = `
  with tables as (
    select c.oid, c.oid::regclass::text as path, c.relrowsecurity, c.relacl from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any ($1))
  select 'column ' || concat_ws(' ', t.path, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity::text,
           a.attgenerated::text, a.attstorage::text, pg_get_expr(d.adbin, d.adrelid),
           (select string_agg(x::text, ',' order by x::text) from unnest(a.attacl) x)) as fact
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all
  select 'constraint ' || concat_ws(' ', t.path, k.conname, pg_get_constraintdef(k.oid))
    from tables t join pg_constraint k on k.conrelid = t.oid
  union all
  select 'index ' || pg_get_indexdef(x.indexrelid) from tables t join pg_index x on x.indrelid = t.oid
  union all
  select 'policy ' || concat_ws(' ', t.path, p.polname, p.polcmd::text, p.polpermissive, pg_get_expr(p.polqual, p.polrelid))
    from tables t join pg_policy p on p.polrelid = t.oid
  union all
  select 'table ' || concat_ws(' ', t.path, t.relrowsecurity, (select string_agg(x::text, ',' order by x::text) from unnest(t.relacl) x))
    from tables t
  union all
  select 'function ' || pg_get_functiondef(p.oid) || ' ' || coalesce((select string_agg(x::text, ',' order by x::text) from unnest(p.proacl) x), '')
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any ($1)
  union all
  select 'sequence ' || c.oid::regclass::text || ' ' || s.seqtypid::regtype from pg_sequence s join pg_class c on c.oid = s.seqrelid
    join pg_namespace n on n.oid = c.relnamespace where n.nspname = any ($1)`;

/** What each server of a cluster has, by its port: tables, shards (without their numbers) and functions. */
export async function factsOfNodes({ ownerUrl }: CitusDatabase): Promise<Record<string, string[]>> {
  const nodes = await rowsOf<{ host: string; port: number }>(
    ownerUrl,
    'select nodename as host, nodeport as port from pg_dist_node order by nodeid',
  );
  const found: Record<string, string[]> = {};
  for (const { host, port } of nodes) {
    const url = new URL(ownerUrl);
    [url.hostname, url.port] = [host, String(port)];
    url.searchParams.set('options', '-c citus.override_table_visibility=off');
    const rows = await rowsOf<{ fact: string }>(url.toString(), FACTS, [SCHEMAS]);
    found[port] = [...new Set(rows.map(({ fact }) => fact.replaceAll(/_\d{6,}\b/g, '')))].sort();
  }
  return found;
}
