/** A database on every server of a Citus cluster whose servers trust their users, migrated and distributed by the command line. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import pg from 'pg';

const SHARDS = 32;

async function query(url, text, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The server of a backend, where it runs on this machine: the parent of that process. */
async function postmasterOf(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const stat = readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } finally {
    await client.end();
  }
}

/**
 * @param url of the coordinator, as a superuser @param cli of the build that migrates
 * @returns like `openDatabase`, with the servers of all nodes
 */
export async function openCitus(url, cli, onEnd) {
  const name = `usaha_bench_${randomBytes(4).toString('hex')}`;
  const at = (host, port) => {
    const change = new URL(url);
    [change.hostname, change.port] = [host, String(port)];
    return change;
  };
  const workers = await query(url, 'select nodename, nodeport from pg_dist_node where shouldhaveshards');
  const { hostname, port } = new URL(url);
  const nodes = [[hostname, port], ...workers.map(({ nodename, nodeport }) => [nodename, nodeport])];
  const urls = nodes.map(([host, number]) => {
    const here = at(host, number);
    here.pathname = `/${name}`;
    return here.toString();
  });
  onEnd(async () => {
    for (const [host, number] of nodes)
      await query(at(host, number).toString(), `drop database if exists ${name} with (force)`);
  });
  for (const [i, [host, number]] of nodes.entries()) {
    await query(at(host, number).toString(), `create database ${name}`);
    await query(urls[i], 'create extension citus');
  }
  const [ownerUrl] = urls;
  await query(ownerUrl, 'select citus_set_coordinator_host($1, $2)', nodes[0]);
  for (const node of nodes.slice(1)) await query(ownerUrl, 'select citus_add_node($1, $2)', node);
  await query(ownerUrl, `alter database ${name} set citus.shard_count = ${SHARDS}`);
  for (const command of ['migrate', 'distribute'])
    await promisify(execFile)(process.execPath, [cli, command], { env: { ...process.env, DATABASE_URL: ownerUrl } });
  const app = new URL(ownerUrl);
  app.username = 'usaha_app';
  return { ownerUrl, url: app.toString(), postmasters: await Promise.all(urls.map(postmasterOf)) };
}
