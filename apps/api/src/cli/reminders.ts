import { TenantRepository } from '@usaha/core';
import { ReminderService } from '@usaha/healthcare';
import { argumentsOf, type Command } from './command.js';
import { asService, withContexts } from './reach.js';

/** Shows the reminders that did not arrive, or of which nobody knows: ids and reasons, nobody's name. */
export const run: Command = async (situation) => {
  argumentsOf(situation, 0);
  return withContexts(situation, async (app, database) => {
    const reminders = app.get(ReminderService);
    const tenants = await asService(database, (ctx) => app.get(TenantRepository).ids(ctx));
    let found = 0;
    for (const tenant_id of tenants) {
      for (const reminder of await asService(database, (ctx) => reminders.open(ctx), tenant_id)) {
        const { appointment_id, scheduled_at, claimed_at, refused } = reminder;
        const state = refused === null ? 'nobody knows whether it was sent' : `refused: ${refused}`;
        situation.say(
          `${claimed_at.toISOString()} appointment ${appointment_id} of tenant ${tenant_id}, on ${scheduled_at.toISOString()}: ${state}`,
        );
        found += 1;
      }
    }
    situation.say(found === 0 ? 'Every reminder that was begun has arrived' : `Reminders to look after: ${found}`);
    return 0;
  });
};
