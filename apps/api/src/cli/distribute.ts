import { APP_ROLE } from '@usaha/shared/operation';
import type pg from 'pg';
import { getMetadataArgsStorage } from 'typeorm';
import { addressOf } from '../database/database-url.js';
import { NotDistributable, distributionOf, scriptOf, type Step } from '../database/distribution/distribution.js';
import { citusOf, readStoredSchema } from '../database/distribution/stored-schema.js';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { entities } from '../database/persistence.js';
import type { Command } from './command.js';
import { withOwner } from './reach.js';

/**
 * Distributes the tables over the workers of a Citus cluster, as their owner: all of them, or what later migrations have added.
 * With `--print` says the statements instead; on a PostgreSQL without Citus, all that it takes to move there.
 */
export const run: Command = (situation) => {
  return withOwner(situation, async (client, url) => {
    if (situation.args.includes('--print')) {
      for (const line of scriptOf(await stepsFor(client))) situation.say(line);
      return 0;
    }
    await requireCitus(client, url);
    const steps = await stepsFor(client);
    if (steps.length > 0) await distribute(client, steps);
    const done = steps.map(({ about, statements }) => `${about}: ${statements.length}`);
    for (const line of done.length > 0 ? done : ['Everything is distributed already']) situation.say(line);
    return 0;
  });
};

async function requireCitus(client: pg.Client, url: string): Promise<void> {
  const citus = await citusOf(client);
  if (citus && citus.workers > 0) return;
  const lack = citus ? 'no workers for shards' : 'no Citus';
  throw new StartError(
    `The database at ${addressOf(url)} has ${lack}: see "Beyond one machine" in docs/operations.md, and nothing was changed`,
  );
}

async function stepsFor(client: pg.Client): Promise<Step[]> {
  try {
    return distributionOf(await readStoredSchema(client, schemas(), APP_ROLE));
  } catch (error) {
    if (error instanceof NotDistributable) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

/** Those of the entities: what else lies in the database is not ours. */
const schemas = (): string[] => {
  const own = new Set<unknown>(entities);
  const found = getMetadataArgsStorage().tables.filter(({ target, schema }) => own.has(target) && schema);
  return [...new Set(found.map(({ schema }) => schema as string))].sort();
};

/** All or nothing. */
async function distribute(client: pg.Client, steps: readonly Step[]): Promise<void> {
  for (const statement of scriptOf(steps).filter((line) => !line.startsWith('--'))) {
    try {
      await client.query(statement);
    } catch (error) {
      throw new StartError(`Nothing was changed: ${statement} ${(error as Error).message}`, { cause: error });
    }
  }
}
