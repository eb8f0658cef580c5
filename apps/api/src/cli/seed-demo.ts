import { seedDemo } from '@usaha/core';
import { seedHealthcareDemo } from '@usaha/healthcare';
import { seedRetailDemo } from '@usaha/retail';
import { StartError } from '../embedded/start-error.js';
import { argumentsOf, type Command } from './command.js';
import { asService, withCore } from './reach.js';

export const run: Command = async (situation) => {
  argumentsOf(situation, 0);
  if (situation.environment.NODE_ENV?.trim() === 'production')
    throw new StartError('Demo accounts have a password that everybody knows; they are not made in production');
  return withCore(situation, async (core, database) => {
    const accounts = await asService(database, (ctx) => seedDemo(core, ctx));
    const now = new Date();
    await seedRetailDemo({ core, database }, now);
    await seedHealthcareDemo({ core, database }, now);
    for (const { email, tenant_slug, password } of accounts)
      situation.say(`${email}, tenant ${tenant_slug}, password ${password} (as it was first set)`);
    return 0;
  });
};
