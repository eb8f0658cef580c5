import { OperatorService } from '@usaha/core';
import type { Command } from './command.js';
import { asService, withContexts } from './reach.js';

export const run: Command = async (situation) => {
  const [tenant = '', identity = ''] = situation.args;
  return withContexts(situation, async (app, database) => {
    const user = await asService(database, (ctx) => app.get(OperatorService).resetFactor(ctx, tenant, identity));
    situation.say(`The second factor of ${user.email} has ended, and with it all sessions of this user.`);
    return 0;
  });
};
