import { seedDemo } from '../demo/demo.js';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { withProgress } from '../start/progress.js';
import type { Command } from './command.js';
import { withContexts } from './reach.js';

export const run: Command = async (situation) => {
  if (situation.environment.NODE_ENV?.trim() === 'production')
    throw new StartError('Demo accounts have a public password; they are not made in production');
  return withContexts(situation, async (app) => {
    const accounts = await withProgress('Making the demo businesses', situation.note, (progress) =>
      seedDemo(app, new Date(), progress),
    );
    for (const { email, tenant_slug, password } of accounts)
      situation.say(`${email}, tenant ${tenant_slug}, password ${password} (as it was first set)`);
    return 0;
  });
};
