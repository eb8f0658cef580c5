import pg from 'pg';
import type { Queryable } from '@usaha/shared/operation';
import { coordinatorOf, queryableOf } from '../../database/coordinator-url.js';
import { addressOf, atNode } from '../../database/database-url.js';
import { isDistributed, ourSchema, stepsLeft } from '../../database/distribution/distribute.js';
import { citusOf } from '../../database/distribution/stored-schema.js';
import { neutral, reasonOf, unwell, well, type Finding } from './finding.js';

const about = 'Distribution';

/**
 * Whether a Citus cluster has all tables and functions on its workers: a function that is missing there makes what calls it
 * fail, and nothing else. At a worker it looks through the coordinator, which LISTEN needs too. Says nothing of a PostgreSQL
 * without Citus.
 */
export function examineDistribution(url: string, pending: readonly string[]): Promise<Finding[]> {
  return connected(url, async (database) => {
    const coordinator = await coordinatorOf(database);
    if (!coordinator) return examineCluster(database, pending);
    const there = atNode(url, coordinator);
    const place = addressOf(there);
    try {
      const findings = await connected(there, (other) => examineCluster(other, pending));
      return [well(about, `this is a worker; migrations and LISTEN go to the coordinator at ${place}`), ...findings];
    } catch (error) {
      return [unwell(about, `this is a worker, and its coordinator at ${place} cannot be reached: ${reasonOf(error)}`)];
    }
  });
}

async function connected<T>(url: string, work: (database: Queryable) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'usaha cli',
  });
  await client.connect();
  try {
    return await work(queryableOf(client));
  } finally {
    await client.end();
  }
}

async function examineCluster(database: Queryable, pending: readonly string[]): Promise<Finding[]> {
  const citus = await citusOf(database);
  if (citus === null) return [];
  const name = `Citus ${citus.version} with ${citus.workers} workers`;
  if (!(await isDistributed(database)))
    return [neutral(about, `${name}; nothing is distributed: npm run cli -- distribute does it`)];
  if (pending.length > 0) return [neutral(about, `${name}; the rest is looked at once no migration is pending`)];
  const left = await stepsLeft(database);
  if (left.length > 0)
    return left.map(({ about: step, statements }) =>
      unwell(about, `is not complete (${step}: ${statements.length}); the owner runs npm run cli -- distribute`),
    );
  const { tables, functions } = await ourSchema(database);
  return [well(about, `${name}: all ${tables.length} tables and ${functions.length} functions are there`)];
}
