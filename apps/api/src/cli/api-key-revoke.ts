import { text } from 'node:stream/consumers';
import { ApiKeyService, TenantRepository, readKey } from '@usaha/core';
import { StartError } from '@usaha/embedded-postgres/start-error';
import type { Command } from './command.js';
import { asService, withContexts } from './reach.js';

/** A key in a text around it, as a log or a scanner reports it. */
const found = /usk_[0-9A-Za-z]{70}/;

/** Ends an API key that was found where it does not belong. It is read from standard input: arguments are seen by other users of the machine. */
export const run: Command = async (situation) => {
  const key = readKey(found.exec(await text(process.stdin))?.[0] ?? '');
  if (!key) throw new StartError(`Standard input has no API key: pipe the key that was found into ${situation.usage}`);
  return withContexts(situation, async (app, database) => {
    const { tenant_id } = key;
    const [revoked, tenant] = await asService(
      database,
      async (ctx) => [
        await app.get(ApiKeyService).revoke(ctx, key),
        await app.get(TenantRepository).find(ctx, tenant_id),
      ],
      tenant_id,
    );
    if (!revoked) {
      situation.say('This key is not accepted, and nothing was changed');
      return 0;
    }
    const { id, name } = revoked.record;
    const what = `the API key ${id} (${name}) of ${tenant?.slug ?? tenant_id}`;
    situation.say(
      revoked.secret === 'present'
        ? `Deleted ${what}: it is refused within a second`
        : `Ended the former secret of ${what}: it is refused within a second, and the present one is accepted`,
    );
    return 0;
  });
};
