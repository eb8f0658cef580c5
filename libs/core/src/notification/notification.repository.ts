import { Injectable } from '@nestjs/common';
import { newId, runAcrossTenants, type Context, type ShardScope } from '@usaha/shared';
import type { DueNotification, Occasion } from './notification-source.js';

/** A claim, as its holder knows it. */
export interface Claim extends Occasion {
  id: string;
}

/** A claim that a message tells. */
export interface ToldClaim extends Claim {
  kind: string;
  /** From then on it makes no sense any more. */
  expires_at: Date;
}

/** A notification that was claimed and is not known to have arrived. */
export interface OpenClaim extends Claim {
  claimed_at: Date;
  /** Whether the mail server will never take it; otherwise its outcome is unknown. */
  refused: boolean;
  refusal_code: string | null;
}

/** The part of a code that is kept: nothing that could be a name or an address. The table's CHECK is the same. */
const CODE = /^[A-Za-z0-9._ -]{1,40}$/;

/**
 * SQL: whether an occasion was claimed before, for sources that have more occasions than they may hand over at once.
 * @param of expressions of the statement, whose $1 is the tenant
 */
export const isClaimed = (of: { kind: string; subject_id: string; occasion: string }): string =>
  `exists (select 1 from core.notifications n where n.tenant_id = $1
     and n.kind = ${of.kind} and n.subject_id = ${of.subject_id} and n.occasion = ${of.occasion})`;

/** The claims of notifications. */
@Injectable()
export class NotificationRepository {
  /** Those of a source's occasions that were never claimed, in their order. */
  async unclaimed<D extends DueNotification>(ctx: Context, kind: string, due: readonly D[]): Promise<D[]> {
    if (due.length === 0) return [];
    const rows = await ctx.db.read(
      `select r.subject_id, r.occasion from core.notifications r
        where r.tenant_id = $1 and r.kind = $2 and r.subject_id = any($3)`,
      [ctx.tenant_id, kind, [...new Set(due.map(({ subject_id }) => subject_id))]],
    );
    const claimed = new Set(rows.map(([subject_id, occasion]) => `${subject_id as string} ${occasion as string}`));
    return due.filter(({ subject_id, occasion }) => !claimed.has(`${subject_id} ${occasion}`));
  }

  /**
   * The last occasion, as texts are ordered, on which each of the subjects was claimed. A source whose occasions are days
   * sees by it whom it wrote to lately.
   * @param from the first occasion that counts
   */
  async lastOccasions(
    ctx: Context,
    kind: string,
    subject_ids: readonly string[],
    from: string,
  ): Promise<Map<string, string>> {
    if (subject_ids.length === 0) return new Map();
    const rows = await ctx.db.read(
      `select r.subject_id, max(r.occasion) from core.notifications r
        where r.tenant_id = $1 and r.kind = $2 and r.subject_id = any($3) and r.occasion >= $4
        group by r.subject_id`,
      [ctx.tenant_id, kind, subject_ids, from],
    );
    return new Map(rows as [string, string][]);
  }

  /** Claims a notification permanently: a caller that does not get the claim must not send it. @returns null for that caller */
  async claim(ctx: Context, kind: string, due: DueNotification): Promise<Claim | null> {
    const { subject_id, occasion, expires_at } = due;
    const rows = await ctx.db.write(
      `insert into core.notifications (tenant_id, id, kind, subject_id, occasion, expires_at, claimed_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (tenant_id, kind, subject_id, occasion) do nothing returning id`,
      [ctx.tenant_id, newId(ctx.now), kind, subject_id, occasion, expires_at, ctx.now],
    );
    return rows[0] ? { id: rows[0][0] as string, subject_id, occasion } : null;
  }

  /** Claims those that no instance has claimed, for messages of their ids; in one order, so that two instances do not wait for each other. */
  async claimForMessages<D extends DueNotification>(
    ctx: Context,
    kind: string,
    due: readonly D[],
  ): Promise<[Claim, D][]> {
    const nameOf = ({ subject_id, occasion }: Occasion): string => `${subject_id} ${occasion}`;
    const sorted = [...due].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    const byId = new Map(sorted.map((one) => [newId(ctx.now), one]));
    const rows = await ctx.db.write(
      `insert into core.notifications (tenant_id, id, kind, subject_id, occasion, expires_at, claimed_at, outcome, is_message)
       select $1, v.id, $2, v.subject_id, v.occasion, v.expires_at, $3, 'accepted', true
         from unnest($4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[]) v (id, subject_id, occasion, expires_at)
       on conflict (tenant_id, kind, subject_id, occasion) do nothing returning id`,
      [
        ctx.tenant_id,
        kind,
        ctx.now,
        [...byId.keys()],
        sorted.map(({ subject_id }) => subject_id),
        sorted.map(({ occasion }) => occasion),
        sorted.map(({ expires_at }) => expires_at),
      ],
    );
    return rows.map(([id]) => {
      const one = byId.get(id as string) as D;
      return [{ id: id as string, subject_id: one.subject_id, occasion: one.occasion }, one];
    });
  }

  /** The claim that a message of its id tells, with its kind; null where there is none. */
  async toldBy(ctx: Context, message_id: string): Promise<ToldClaim | null> {
    const [row] = await ctx.db.read(
      'select r.kind, r.subject_id, r.occasion, r.expires_at from core.notifications r where r.tenant_id = $1 and r.id = $2 and r.is_message',
      [ctx.tenant_id, message_id],
    );
    if (!row) return null;
    const [kind, subject_id, occasion, expires_at] = row as [string, string, string, Date];
    return { id: message_id, kind, subject_id, occasion, expires_at };
  }

  /** How many letters of some kinds were claimed since a moment. */
  async claimedSince(ctx: Context, since: Date, kinds: readonly string[]): Promise<number> {
    const [row] = await ctx.db.read(
      `select count(*)::integer from core.notifications r
        where r.tenant_id = $1 and r.claimed_at >= $2 and r.kind = any($3) and not r.is_message`,
      [ctx.tenant_id, since, kinds],
    );
    return row?.[0] as number;
  }

  async accepted(ctx: Context, { id }: Claim): Promise<void> {
    await ctx.db.change(
      `update core.notifications r set outcome = 'accepted' where r.tenant_id = $1 and r.id = $2 and r.outcome is null`,
      [ctx.tenant_id, id],
    );
  }

  /** It is never tried again. */
  async refused(ctx: Context, { id }: Claim, code: string | undefined): Promise<void> {
    await ctx.db.change(
      `update core.notifications r set outcome = 'refused', refusal_code = $3
        where r.tenant_id = $1 and r.id = $2 and r.outcome is null`,
      [ctx.tenant_id, id, code !== undefined && CODE.test(code) ? code : null],
    );
  }

  /** It can be claimed again: it certainly did not arrive. */
  async release(ctx: Context, { id }: Claim): Promise<void> {
    await ctx.db.change('delete from core.notifications r where r.tenant_id = $1 and r.id = $2 and r.outcome is null', [
      ctx.tenant_id,
      id,
    ]);
  }

  /**
   * The refused, and those that a crash has left behind: claimed before one moment, and making sense until another
   * or longer.
   */
  async open(ctx: Context, kind: string, claimed_before: Date, expiring_from: Date): Promise<OpenClaim[]> {
    const rows = await ctx.db.read(
      `select r.id, r.subject_id, r.occasion, r.claimed_at, r.outcome is not null, r.refusal_code
         from core.notifications r
        where r.tenant_id = $1 and r.kind = $2 and r.outcome is distinct from 'accepted'
          and r.claimed_at < $3 and r.expires_at >= $4
        order by r.claimed_at, r.id`,
      [ctx.tenant_id, kind, claimed_before, expiring_from],
    );
    return rows.map(
      ([id, subject_id, occasion, claimed_at, refused, refusal_code]) =>
        ({ id, subject_id, occasion, claimed_at, refused, refusal_code }) as OpenClaim,
    );
  }

  /** Throws away the claims of what made no sense any more before a moment. */
  async forget(ctx: Context, expired_before: Date, there: ShardScope): Promise<void> {
    const values: unknown[] = [expired_before];
    const isTheirs = there.where('r.tenant_id', values);
    await runAcrossTenants(ctx, () =>
      ctx.db.change(`delete from core.notifications r where r.expires_at < $1 and ${isTheirs}`, values),
    );
  }

  /** Tenants on some machines with claims of a kind that did not arrive, or of which nothing is known. */
  async tenantsWithOpen(ctx: Context, kind: string, there: ShardScope): Promise<string[]> {
    const values: unknown[] = [kind, ctx.now];
    const isTheirs = there.where('r.tenant_id', values);
    const select = `select distinct r.tenant_id from core.notifications r
      where r.kind = $1 and r.outcome is distinct from 'accepted' and r.expires_at >= $2 and ${isTheirs}`;
    const rows = await runAcrossTenants(ctx, () => ctx.db.read(select, values));
    return rows.map(([id]) => id as string);
  }
}
