import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MessageQueue, TenantRepository, notDeleted, ways } from '@usaha/core';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { messagesName } from '../database/embedded/held-letters.js';
import { FolderOutbox, type DevMessage } from '../jobs/mail/message-outbox.js';
import { readConfig } from '../start/config.js';
import { optionOf, type Command, type Situation } from './command.js';
import { asService, withContexts } from './reach.js';

/** How many messages are shown unless told. */
const SHOWN = 20;
/** How often the folder is read again. */
const FOLLOW_MS = 500;

/** Shows the messages of development; with `open` those that wait, failed or are unknown, by their ids alone. */
export const run: Command = (situation) =>
  situation.args.includes('open') ? showOpen(situation) : showOutbox(situation);

async function showOutbox({ args, environment, cwd, say }: Situation): Promise<number> {
  const [to, way] = [optionOf(args, '--to'), optionOf(args, '--way')];
  if (way !== undefined && !ways.some((one) => one === way)) throw new StartError(`--way must be ${ways.join(', ')}`);
  const last = Number(optionOf(args, '--last') ?? SHOWN);
  if (!Number.isInteger(last) || last < 1) throw new StartError('--last must be a whole number from 1 on');
  const outbox = new FolderOutbox(join(readConfig(environment, cwd).dataDir, messagesName));
  let found = (await outbox.list({ to, way })).reverse();
  if (found.length === 0) say('No message lies in the outbox');
  for (const message of found.slice(-last)) say(told(message));
  while (args.includes('--follow')) {
    const seen = new Set(found.map(({ id }) => id));
    await pause(FOLLOW_MS);
    found = (await outbox.list({ to, way })).reverse();
    for (const message of found) if (!seen.has(message.id)) say(told(message));
  }
  return 0;
}

const told = ({ at, way, to, template, language, subject, text }: DevMessage): string =>
  [`${at} ${way} to ${to}: ${template} (${language})`, ...(subject === null ? [] : [subject]), text.trimEnd(), ''].join(
    '\n',
  );

const showOpen = (situation: Situation): Promise<number> =>
  withContexts(situation, async (app, database) => {
    const queue = app.get(MessageQueue);
    const tenants = await asService(database, async (ctx) =>
      notDeleted(ctx, await app.get(TenantRepository).everyId(ctx)),
    );
    let count = 0;
    for (const tenant_id of tenants)
      for (const { id, status, way, template, reason, at } of await asService(
        database,
        (ctx) => queue.open(ctx),
        tenant_id,
      )) {
        const why = reason === null ? '' : `, ${reason}`;
        situation.say(`${at.toISOString()} ${id} of tenant ${tenant_id}: ${template} by ${way} ${status}${why}`);
        count += 1;
      }
    situation.say(count === 0 ? 'No message waits, failed or is unknown' : `Messages to look after: ${count}`);
    return 0;
  });
