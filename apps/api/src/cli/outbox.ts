import { parkedEvents, retryParked } from '@usaha/shared/operation';
import type { Command } from './command.js';
import { asService, withOpened } from './reach.js';

/** Shows the events whose handlers kept failing; with `retry` lets them be tried again. */
export const run: Command = async (situation) => {
  return withOpened(situation, async (database) => {
    if (situation.args.includes('retry')) {
      situation.say(`Events that will be tried again: ${await asService(database, retryParked)}`);
      return 0;
    }
    const parked = await asService(database, parkedEvents);
    situation.say(parked.length === 0 ? 'No event is parked' : `Parked events: ${parked.length}`);
    for (const { tenant_id, id, name, parked_at, error } of parked)
      situation.say(`${parked_at.toISOString()} ${name} ${id} of tenant ${tenant_id}: ${error ?? ''}`);
    return 0;
  });
};
