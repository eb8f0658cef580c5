import { randomInt } from 'node:crypto';
import { OperatorService } from '@usaha/core';
import type { Command } from './command.js';
import { asService, withContexts } from './reach.js';

/** Read aloud over a telephone: no letter or digit that is taken for another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const group = (): string => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
const newPassword = (): string => Array.from({ length: 4 }, group).join('-');

export const run: Command = async (situation) => {
  const [tenant = '', identity = ''] = situation.args;
  return withContexts(situation, async (app, database) => {
    const password = newPassword();
    const user = await asService(database, (ctx) =>
      app.get(OperatorService).resetPassword(ctx, tenant, identity, password),
    );
    situation.say(`New password of ${user.email}: ${password}`);
    situation.say(
      'It is shown this once. All sessions of this user have ended; let the user change it after signing in.',
    );
    return 0;
  });
};
