import { NotificationService, TenantRepository, notDeleted, type OpenNotification } from '@usaha/core';
import type { Command } from './command.js';
import { asService, withContexts } from './reach.js';

/** What mail servers mean by refusing permanently (RFC 5321, section 4.2.3): their own words are in the log, and not kept. */
const meanings: Readonly<Record<string, string>> = {
  550: 'mailbox unavailable',
  551: 'not a mailbox of this server',
  552: 'mailbox full or letter too large',
  553: 'mailbox name not allowed',
  554: 'letter not accepted',
  556: 'domain takes no mail',
};

const stateOf = ({ refused, refusal_code }: OpenNotification): string => {
  if (!refused) return 'it is not known whether it was sent';
  const meaning = meanings[refusal_code?.slice(0, 3) ?? ''];
  return `refused: ${[refusal_code, meaning].filter(Boolean).join(' ') || 'without a code'}`;
};

/** Shows the letters that failed or whose outcome is unknown: ids and codes, no names. */
export const run: Command = async (situation) => {
  return withContexts(situation, async (app, database) => {
    const notifications = app.get(NotificationService);
    const tenants = await asService(database, async (ctx) =>
      notDeleted(ctx, await app.get(TenantRepository).everyId(ctx)),
    );
    let found = 0;
    for (const tenant_id of tenants) {
      for (const open of await asService(database, (ctx) => notifications.open(ctx), tenant_id)) {
        const { subject, subject_id, occasion, claimed_at } = open;
        situation.say(
          `${claimed_at.toISOString()} ${subject} ${subject_id} of tenant ${tenant_id}, on ${occasion}: ${stateOf(open)}`,
        );
        found += 1;
      }
    }
    situation.say(found === 0 ? 'Every reminder that was begun has arrived' : `Reminders to look after: ${found}`);
    return 0;
  });
};
