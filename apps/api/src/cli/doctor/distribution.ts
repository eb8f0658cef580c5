import pg from 'pg';
import { isDistributed, ourSchema, stepsLeft } from '../../database/distribution/distribute.js';
import { citusOf } from '../../database/distribution/stored-schema.js';
import { rowsBy } from '../examine.js';
import { neutral, unwell, well, type Finding } from './finding.js';

/**
 * Whether a Citus cluster has all tables and functions on its workers: a function that is missing there makes what calls it
 * fail, and nothing else. Says nothing of a PostgreSQL without Citus.
 */
export async function examineDistribution(url: string, pending: readonly string[]): Promise<Finding[]> {
  const about = 'Distribution';
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'usaha cli',
  });
  await client.connect();
  try {
    const database = rowsBy(client);
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
  } finally {
    await client.end();
  }
}
