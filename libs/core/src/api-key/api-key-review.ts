import { Injectable } from '@nestjs/common';
import { announce, malaysianDay, type Context } from '@usaha/shared';
import { AccountLetters } from '../account/account-letters.js';
import { lookBy } from '../tenant/due-tenants.js';
import { isActiveAdministrator } from './api-key.repository.js';

/** Days before the expiry of a key on which administrators get a letter. */
const DAYS_BEFORE = { first: 14, last: 3 } as const;

const LIVE = 'r.tenant_id = $1 and r.deleted_at is null';
const IS_VOUCHED = isActiveAdministrator('r.seen_by');

/** None of these is a change of the key: no new version, nothing on the trail. Each key is told of once, by whichever instance marks it. */
const SUSPENDED = `
  update core.api_keys r set told_suspended = r.seen_by
   where ${LIVE} and r.told_suspended is distinct from r.seen_by and (r.expires_at is null or r.expires_at > $2) and not ${IS_VOUCHED}
  returning r.name`;
const RELEASED = `update core.api_keys r set told_suspended = null where ${LIVE} and r.told_suspended is not null and ${IS_VOUCHED}`;

/** How many days before the end it is, of those that are told; 0: it has come. $3 and $4: Citus takes no interval in an UPDATE. */
const DAYS_LEFT = `
  case when r.expires_at <= $2 then 0 when r.expires_at <= $3 then ${DAYS_BEFORE.last} else ${DAYS_BEFORE.first} end`;
const ENDING = `
  update core.api_keys r set told_expiry = r.expires_at, told_days = ${DAYS_LEFT}
   where ${LIVE} and r.expires_at <= $4 and (r.told_expiry is distinct from r.expires_at or r.told_days > ${DAYS_LEFT})
  returning r.id, r.name, r.expires_at, r.told_days, r.updated_at`;

const OVERLAPPED = `
  update core.api_keys r set previous_hash = null, previous_seen_by = null
   where ${LIVE} and r.previous_until <= $2 and r.previous_hash is not null`;

type EndingRow = [id: string, name: string, expires_at: Date, told_days: number, updated_at: Date];

const DAY_MS = 86_400_000;

/** Looks for tenants whose keys a review would change. Each condition of it is one of the review's statements. */
export const tenantsWithKeysToReview = lookBy('core.tenants_with_keys_to_review', (now) => [now]);

/**
 * What time and changes of users make of keys, for a job: letters to the administrators of a suspension, and 14 and 3 days before an
 * expiry; the event of an expiry; the end of hashes whose overlap is over.
 */
@Injectable()
export class ApiKeyReview {
  constructor(private readonly letters: AccountLetters) {}

  /** One round for the context's tenant; any number of instances may do it at once. */
  async run(ctx: Context): Promise<void> {
    const values = [ctx.tenant_id, ctx.now];
    const inDays = (days: number): Date => new Date(ctx.now.getTime() + days * DAY_MS);
    const [suspended, ending] = await Promise.all([
      ctx.db.write(SUSPENDED, values),
      ctx.db.write(ENDING, [...values, inDays(DAYS_BEFORE.last), inDays(DAYS_BEFORE.first)]),
      ctx.db.write(RELEASED, [ctx.tenant_id]),
      ctx.db.write(OVERLAPPED, values),
    ]);
    for (const [name] of suspended) this.letters.enqueue(ctx, { kind: 'key_suspended', key_name: name as string });
    for (const row of ending as EndingRow[]) this.tell(ctx, row);
  }

  private tell(ctx: Context, [id, name, expires_at, days, updated_at]: EndingRow): void {
    if (days === 0) {
      announce(ctx, 'core.api_key.expired', { api_key_id: id });
      return;
    }
    // Of an expiry that was set within those days, its administrators have just been told.
    if (updated_at.getTime() > expires_at.getTime() - days * DAY_MS) return;
    this.letters.enqueue(ctx, { kind: 'key_expiring', key_name: name, day: malaysianDay(expires_at) });
  }
}
