import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, inTenant, malaysianDay, type Context } from '@usaha/shared';
import type { Channel } from './channels.js';
import type { NotificationSource } from './notification-source.js';
import { recipientPrint } from './recipient.js';

/** How many letters one recipient is sent on a day (UTC+8) by all tenants together. */
export const MOST_TO_ONE = 10;
/** The same of receipts and account letters, which are counted apart. */
export const MOST_ASKED_FOR = 20;

/** The counts: messages to a telephone apart from letters, and those apart that the recipient asked for. */
export interface Counted extends Pick<NotificationSource, 'nature'> {
  channel?: Channel;
}

/** One letter that was counted. */
export interface CountedLetter {
  recipient: string;
}

/**
 * One row is counted up by one at a time, whichever instance does it now, and not beyond the limit. The row stays locked until
 * the claim commits; every transaction locks one alone, after its claim.
 */
const COUNT = `
  insert into core.letter_counts as r (tenant_id, recipient, day, letters) values ($1, $2, $3, 1)
  on conflict (tenant_id, recipient) do update set letters = r.letters + 1 where r.letters < $4
  returning r.recipient`;

/**
 * Counts letters by recipient over all tenants. The rows are those of no tenant; `inTenant` goes there, since a tenant must not
 * learn how many letters others have sent.
 */
@Injectable()
export class RecipientLimits {
  private readonly key: Buffer;

  constructor(database: Database) {
    this.key = database.keyring.derivedKey('usaha letter recipient');
  }

  /** Those of some notifications whose recipient may still be sent one today, in their order. */
  async sendable<D extends { address: string }>(ctx: Context, of: Counted, due: readonly D[]): Promise<D[]> {
    if (due.length === 0) return [];
    const prints = new Map(due.map(({ address }) => [address, this.printOf(ctx, of, address)]));
    const rows = await inTenant(ctx, NO_TENANT, () =>
      ctx.db.read(
        `select r.recipient from core.letter_counts r
          where r.tenant_id = $1 and r.recipient = any($2) and r.letters >= $3`,
        [NO_TENANT, [...new Set(prints.values())], mostOf(of)],
      ),
    );
    if (rows.length === 0) return [...due];
    const full = new Set(rows.map(([recipient]) => recipient as string));
    return due.filter(({ address }) => !full.has(prints.get(address) as string));
  }

  /** Counts a letter in the transaction of its claim. @returns null where the recipient has had as many today as may be */
  async count(ctx: Context, of: Counted, address: string): Promise<CountedLetter | null> {
    const recipient = this.printOf(ctx, of, address);
    const rows = await inTenant(ctx, NO_TENANT, () =>
      ctx.db.write(COUNT, [NO_TENANT, recipient, malaysianDay(ctx.now), mostOf(of)]),
    );
    return rows.length === 1 ? { recipient } : null;
  }

  /** Takes a letter back that certainly did not arrive. */
  async takeBack(ctx: Context, { recipient }: CountedLetter): Promise<void> {
    await inTenant(ctx, NO_TENANT, () =>
      ctx.db.change(
        'update core.letter_counts r set letters = r.letters - 1 where r.tenant_id = $1 and r.recipient = $2 and r.letters > 0',
        [NO_TENANT, recipient],
      ),
    );
  }

  /** Throws away the counts of days that are over. */
  async forget(ctx: Context): Promise<void> {
    await inTenant(ctx, NO_TENANT, () =>
      ctx.db.change('delete from core.letter_counts r where r.tenant_id = $1 and r.day < $2', [
        NO_TENANT,
        malaysianDay(ctx.now),
      ]),
    );
  }

  private printOf(ctx: Context, { channel = 'email', nature }: Counted, address: string): string {
    const scope = [malaysianDay(ctx.now), channel satisfies Channel, nature ? 'asked for' : 'unasked'].join(' ');
    return recipientPrint(this.key, scope, address).toString('base64url');
  }
}

const mostOf = ({ nature }: Counted): number => (nature ? MOST_ASKED_FOR : MOST_TO_ONE);
