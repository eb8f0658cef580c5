import { seedDemo } from '../demo/demo.js';
import { StartError } from '../embedded/start-error.js';
import type { Command } from './command.js';
import { withContexts } from './reach.js';

export const run: Command = async (situation) => {
  if (situation.environment.NODE_ENV?.trim() === 'production')
    throw new StartError('Demo accounts have a password that everybody knows; they are not made in production');
  return withContexts(situation, async (app) => {
    for (const { email, tenant_slug, password } of await seedDemo(app, new Date()))
      situation.say(`${email}, tenant ${tenant_slug}, password ${password} (as it was first set)`);
    return 0;
  });
};
