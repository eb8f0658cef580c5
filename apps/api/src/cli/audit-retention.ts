import { resolve } from 'node:path';
import { malaysianDay } from '@usaha/shared';
import type pg from 'pg';
import { reasonOf, StartError } from '@usaha/embedded-postgres/start-error';
import { withProgress, type Progress } from '../start/progress.js';
import { dropExpired } from './audit/drop-expired.js';
import { everyTenant, retainedTrail, type RetainedTrail } from './audit/retained-trails.js';
import { optionOf, type Command, type Situation } from './command.js';
import { withOwner } from './reach.js';
import { lockCommand } from './run-alone.js';

/**
 * Counts the entries of each tenant's audit trail that are past their retention; with `--apply` writes them to files in the folder of
 * `--to`, and deletes them.
 */
export const run: Command = (situation) => {
  const to = optionOf(situation.args, '--to');
  const folder = to === undefined ? null : resolve(situation.cwd, to);
  return withOwner(situation, async (client) => {
    if (folder !== null) {
      await requireOwner(client);
      await requireAlone(client);
    }
    const now = new Date();
    const tenants = await everyTenant(client);
    const found = await withProgress('Reading the audit trail', situation.note, async (progress) => {
      const sum = { expired: 0, failures: 0 };
      for (const [i, tenant_id] of tenants.entries()) {
        progress.at(`tenant ${i + 1} of ${tenants.length}`);
        try {
          const trail = await retainedTrail(client, tenant_id, now);
          sum.expired += await lookAt(trail, folder, situation.say, progress);
        } catch (error) {
          if (!(error instanceof StartError)) throw error;
          sum.failures += 1;
          situation.say(`Tenant ${tenant_id} could not be finished: ${reasonOf(error)}`);
        }
      }
      return sum;
    });
    if (found.expired === 0 && found.failures === 0) situation.say('No entries are past their retention');
    else if (folder === null)
      situation.say(
        `Nothing was changed; ${situation.usage.split(' [')[0]} --apply --to <folder> writes them to files and deletes them`,
      );
    return found.failures > 0 ? 1 : 0;
  });
};

/** The service may only add to the trail. */
async function requireOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; may_delete: boolean }>(
    `select current_user as role, has_table_privilege('kernel.audit_entries', 'delete') as may_delete`,
  );
  if (rows[0]?.may_delete) return;
  throw new StartError(
    `${rows[0]?.role} may not delete entries of the audit trail: give the owner of the tables in MIGRATION_DATABASE_URL`,
  );
}

/** Two runs at once would write the same entries. */
async function requireAlone(client: pg.Client): Promise<void> {
  if (!(await lockCommand(client, 'audit:retention')))
    throw new StartError('Another audit:retention --apply is running on this database; try again');
}

/** @returns how many entries of the tenant are, or were, past their retention */
async function lookAt(
  trail: RetainedTrail,
  folder: string | null,
  say: Situation['say'],
  progress: Progress,
): Promise<number> {
  const { tenant_id, years, expired } = trail;
  const due = await expired.count();
  if (due === 0) return 0;
  say(`Tenant ${tenant_id}`);
  say(`  kept for ${years} years, from before ${malaysianDay(expired.cutoff)} (UTC+8): ${due}`);
  if (folder === null) return due;
  const told = (done: string): void => progress.at(`tenant ${tenant_id}, ${done}, of ${due} in all`);
  say(`  written to files and deleted: ${await dropExpired(trail, folder, told)}`);
  return due;
}
