import type { Command } from './command.js';
import { bringUpToDate, withDatabase } from './reach.js';

export const run: Command = (situation) => {
  return withDatabase(situation, async (reached) => {
    const names = await bringUpToDate(reached);
    situation.say(names.length > 0 ? `Migrated: ${names.join(', ')}` : 'The schema is up to date already');
    return 0;
  });
};
