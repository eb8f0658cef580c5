import type { Context } from '@usaha/shared';
import type { RowOutcome } from './row-outcome.js';

/** Takes back what was only tried. */
class Tried extends Error {
  constructor(readonly outcomes: RowOutcome[]) {
    super('A dry run was taken back');
  }
}

/** What would come of rows: nothing that is written remains, and records that would be created have no ids. */
export async function dryRun(ctx: Context, write: () => Promise<RowOutcome[]>): Promise<RowOutcome[]> {
  try {
    await ctx.db.savepoint(async () => {
      throw new Tried(await write());
    });
  } catch (error) {
    if (!(error instanceof Tried)) throw error;
    return error.outcomes.map((outcome) => (outcome.result === 'created' ? { ...outcome, id: null } : outcome));
  }
  throw new Error('A dry run was not taken back');
}
