import { TenantRepository } from '@usaha/core';
import { RetentionService } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { StartError } from '../embedded/start-error.js';
import type { Command } from './command.js';
import { asService, withContexts } from './reach.js';

type AsTenant = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>;

/** Looks at the retention periods of every tenant's patients; with `--erase` erases the data that are past theirs. */
export const run: Command = async (situation) => {
  const [option, ...more] = situation.args;
  const isErasing = option === '--erase';
  if (more.length > 0 || (option !== undefined && !isErasing))
    throw new StartError(`This command is called: ${situation.usage}`);
  return withContexts(situation, async (app, database) => {
    const retention = app.get(RetentionService);
    const tenants = await asService(database, (ctx) => app.get(TenantRepository).everyId(ctx));
    let due = 0;
    for (const tenant_id of tenants) {
      const asTenant: AsTenant = (work) => asService(database, work, tenant_id);
      const review = await asTenant((ctx) => retention.review(ctx));
      due += review.due.length;
      if (review.patients > 0) situation.say(`Tenant ${tenant_id}`);
      if (review.patients > 0)
        situation.say(`  with a retention period: ${review.patients}, past it: ${review.due.length}`);
      for (const { id, since } of review.due) situation.say(`  past it since ${since}: ${id}`);
      for (const id of review.not_understood) situation.say(`  period not understood, never acted on: ${id}`);
      if (isErasing)
        await eraseDue(
          asTenant,
          retention,
          review.due.map(({ id }) => id),
          situation.say,
        );
    }
    if (due === 0) situation.say('No data are past their retention period');
    else if (!isErasing) situation.say(`Nothing was changed; ${situation.usage.split(' [')[0]} --erase erases them`);
    return 0;
  });
};

/** Each in a transaction of its own: whatever is done stays done when it is broken off. */
async function eraseDue(
  asTenant: AsTenant,
  retention: RetentionService,
  ids: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  let erased = 0;
  for (const id of ids) erased += (await asTenant((ctx) => retention.eraseIfDue(ctx, id))) ? 1 : 0;
  const bills = await asTenant((ctx) => retention.blankOldBills(ctx));
  if (erased > 0) say(`  erased: ${erased}`);
  if (bills.length > 0) say(`  bills beyond seven years that were blanked: ${bills.length}`);
}
