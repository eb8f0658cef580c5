import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import pg from 'pg';
import { execute } from './command-line.js';

/** A database on every node of the cluster that CITUS_URL names, with the nodes it has there. */
export interface CitusDatabase {
  /** As the owner, on the coordinator. */
  ownerUrl: string;
  appUrl: string;
  drop(): Promise<void>;
}

/** Few, since tests make a database each, and every table has this number of shards. */
const SHARDS = 4;

const cli = resolve(__dirname, '../../apps/api/bundle/cli.js');

/** The owner's URL of a coordinator whose servers trust their users; null: what needs Citus is skipped by name. */
export const citusUrl = process.env.CITUS_URL?.trim() || null;

/** An empty database with the nodes of the cluster. @param url of the coordinator */
export async function emptyCitusDatabase(url: string): Promise<CitusDatabase> {
  const name = `usaha_citus_${randomBytes(6).toString('hex')}`;
  const at = (node: { host: string; port: number }, database?: string): string => {
    const change = new URL(url);
    [change.hostname, change.port] = [node.host, String(node.port)];
    if (database !== undefined) change.pathname = `/${database}`;
    return change.toString();
  };
  const { hostname, port } = new URL(url);
  const coordinator = { host: hostname, port: Number(port || '5432') };
  const workers = await rowsOf<{ host: string; port: number }>(
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
  for (const { host, port: its } of workers) await rowsOf(ownerUrl, `select citus_add_node${call}`, [host, its]);
  await rowsOf(ownerUrl, `alter database ${name} set citus.shard_count = ${SHARDS}`);
  const app = new URL(ownerUrl);
  app.username = 'usaha_app';
  const drop = async () => {
    for (const node of [coordinator, ...workers])
      await rowsOf(at(node), `drop database if exists ${name} with (force)`);
  };
  return { ownerUrl, appUrl: app.toString(), drop };
}

/** One that the command line has migrated and distributed. */
export async function distributedDatabase(url: string): Promise<CitusDatabase> {
  const database = await emptyCitusDatabase(url);
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
