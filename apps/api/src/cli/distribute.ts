import { StartError } from '@usaha/embedded-postgres/start-error';
import type { Queryable } from '@usaha/shared/operation';
import { queryableOf } from '../database/coordinator-url.js';
import { addressOf } from '../database/database-url.js';
import { distribute, stepsLeft } from '../database/distribution/distribute.js';
import { scriptOf } from '../database/distribution/distribution.js';
import { citusOf } from '../database/distribution/stored-schema.js';
import type { Command } from './command.js';
import { withOwner } from './reach.js';

/**
 * Distributes the tables over the workers of a Citus cluster, as their owner: all of them, or what is not distributed yet.
 * With `--print` says the statements instead; on a PostgreSQL without Citus, all that it takes to move there.
 */
export const run: Command = (situation) => {
  return withOwner(situation, async (client, url) => {
    const database = queryableOf(client);
    if (situation.args.includes('--print')) {
      for (const line of scriptOf(await stepsLeft(database))) situation.say(line);
      return 0;
    }
    await requireCitus(database, url);
    const steps = await stepsLeft(database);
    if (steps.length > 0) await distribute(database, steps);
    const done = steps.map(({ about, statements }) => `${about}: ${statements.length}`);
    for (const line of done.length > 0 ? done : ['Everything is distributed already']) situation.say(line);
    return 0;
  });
};

async function requireCitus(database: Queryable, url: string): Promise<void> {
  const citus = await citusOf(database);
  if (citus && citus.workers > 0) return;
  const lack = citus ? 'no workers for shards' : 'no Citus';
  throw new StartError(
    `The database at ${addressOf(url)} has ${lack}: see "Beyond one machine" in docs/operations.md, and nothing was changed`,
  );
}
