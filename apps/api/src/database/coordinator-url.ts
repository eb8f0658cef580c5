import type { Queryable } from '@usaha/shared/operation';
import pg from 'pg';
import { atNode } from './database-url.js';

/** Where a node of a Citus cluster is reached, as the cluster knows it. */
export interface Node {
  host: string;
  port: number;
}

/** Statements that a node has no answer for are over after this time, in ms. */
const LIMIT_MS = 5_000;

/** The coordinator, where the database asked is a worker of a Citus cluster; null anywhere else. */
export async function coordinatorOf(database: Queryable): Promise<Node | null> {
  const [catalog] = await database.query<{ is_there: boolean }[]>(
    `select to_regclass('pg_catalog.pg_dist_local_group') is not null as is_there`,
  );
  if (!catalog?.is_there) return null;
  const [node] = await database.query<Node[]>(
    `select n.nodename as host, n.nodeport as port from pg_dist_node n
      where n.groupid = 0 and n.noderole = 'primary' and exists (select from pg_dist_local_group l where l.groupid <> 0)`,
  );
  return node ?? null;
}

/** The same URL at the coordinator, where it names a worker of a Citus cluster: for what is done there for all nodes. */
export async function coordinatorUrl(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
    application_name: 'usaha cli',
  });
  client.on('error', () => undefined); // its statement is told as well
  await client.connect();
  try {
    const node = await coordinatorOf(queryableOf(client));
    return node ? atNode(url, node) : url;
  } finally {
    await client.end();
  }
}

/** A client as what answers statements with rows. */
export const queryableOf = (client: pg.Client): Queryable =>
  ({
    query: async (text: string, values?: unknown[]) =>
      (await client.query<Record<string, unknown>>(text, values)).rows as unknown,
  }) as Queryable;
