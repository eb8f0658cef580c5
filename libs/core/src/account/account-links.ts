import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  ALL_SHARDS,
  Database,
  runAcrossTenants,
  idBytes,
  idText,
  insertMany,
  invalid,
  type Context,
  type DomainError,
  type Table,
} from '@usaha/shared';
import type { CountedTry } from '../auth/sign-in-limiter.js';
import { AccountLink, type AccountLinkPurpose } from './account-link.entity.js';
import { messages } from './account.messages.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Milliseconds that a link is valid. That of a reset counts from its letter, since its letter may have waited. */
export const LINK_VALID_MS: Readonly<Record<AccountLinkPurpose, number>> = {
  reset: 60 * MINUTE_MS,
  invitation: 7 * DAY_MS,
  email: DAY_MS,
  sign_in: 5 * MINUTE_MS,
};

const ID_BYTES = 16;
const SECRET_BYTES = 34;
/** Of a token: its bytes are a multiple of three, so that none of its characters has bits that mean nothing. */
const TOKEN_CHARACTERS = ((2 * ID_BYTES + SECRET_BYTES) / 3) * 4;
/** How long links are kept after their end. */
const KEPT_MS = DAY_MS;

/** What a token says of its link: it proves nothing until the secret was compared. */
export interface LinkToken {
  tenant_id: string;
  id: string;
  secret: Buffer;
}

const hashOf = (secret: Buffer): Buffer => createHash('sha256').update(secret).digest();

const fits = (secret: Buffer, hash: string | null): boolean =>
  timingSafeEqual(hashOf(secret), hash === null ? Buffer.alloc(32) : Buffer.from(hash, 'base64url')) && hash !== null;

/** The one answer to tokens that are unknown, forged, used or ended. */
export const invalidToken = (): DomainError => invalid('token', messages.tokenInvalid());

/** The link that a token names; null for every other text. */
export function readLinkToken(token: string): LinkToken | null {
  if (token.length !== TOKEN_CHARACTERS || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  return {
    tenant_id: idText(bytes.subarray(0, ID_BYTES)),
    id: idText(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
    secret: bytes.subarray(2 * ID_BYTES),
  };
}

/**
 * Links that prove who reads a mailbox, and challenges of a sign-in. Every method works in the tenant of its context.
 * Callers lock the link's user before they use one: changes of users end links under the same lock.
 */
@Injectable()
export class AccountLinks {
  private readonly table: Table<AccountLink>;

  constructor(database: Database) {
    this.table = database.table(AccountLink);
  }

  /** Enqueues a link without a secret. The user's older ones of that purpose end, challenges apart. @param email where its letter goes */
  begin(ctx: Context, purpose: AccountLinkPurpose, user_id: string, email: string | null): AccountLink {
    if (purpose !== 'sign_in') this.endOf(ctx, user_id, purpose);
    const link = Object.assign(new AccountLink(), {
      user_id,
      purpose,
      email,
      created_at: ctx.now,
      updated_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + LINK_VALID_MS[purpose]),
    }).giveId(ctx.now);
    insertMany(ctx, this.table, [link]);
    return link;
  }

  /** Enqueues a new secret of a link, which ends the one before. @returns the token: it is not kept */
  issue(ctx: Context, { tenant_id, id, purpose }: Pick<AccountLink, 'tenant_id' | 'id' | 'purpose'>): string {
    const secret = randomBytes(SECRET_BYTES);
    const values = [tenant_id, id, hashOf(secret).toString('base64url'), ctx.now];
    const isReset = purpose === 'reset';
    ctx.db.updateExpecting(
      1,
      `update core.account_links r set secret_hash = $3, updated_at = $4${isReset ? ', expires_at = $5' : ''}
        where r.tenant_id = $1 and r.id = $2 and r.ended_at is null`,
      isReset ? [...values, new Date(ctx.now.getTime() + LINK_VALID_MS.reset)] : values,
      invalidToken,
    );
    return Buffer.concat([idBytes(tenant_id), idBytes(id), secret]).toString('base64url');
  }

  /**
   * Enqueues a challenge of a sign-in whose password was right.
   * @param counted what the sign-in counts as until its code is right @returns the token: it is not kept
   */
  challenge(ctx: Context, user_id: string, counted: CountedTry): string {
    const secret = randomBytes(SECRET_BYTES);
    const link = Object.assign(new AccountLink(), {
      user_id,
      purpose: 'sign_in' satisfies AccountLinkPurpose,
      email: null,
      secret_hash: hashOf(secret).toString('base64url'),
      counted_json: JSON.stringify(counted),
      created_at: ctx.now,
      updated_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + LINK_VALID_MS.sign_in),
    }).giveId(ctx.now);
    insertMany(ctx, this.table, [link]);
    return Buffer.concat([idBytes(ctx.tenant_id), idBytes(link.id), secret]).toString('base64url');
  }

  /** Enqueues that a code of a challenge was wrong. @param most of them end it */
  countWrong(ctx: Context, { tenant_id, id }: Pick<AccountLink, 'tenant_id' | 'id'>, most: number): void {
    ctx.db.enqueue(
      `update core.account_links r
          set wrong_codes = r.wrong_codes + 1, updated_at = $3::timestamptz,
              ended_at = case when r.wrong_codes + 1 >= $4::integer then $3::timestamptz end
        where r.tenant_id = $1 and r.id = $2 and r.ended_at is null`,
      [tenant_id, id, ctx.now, most],
    );
  }

  /** The live link of a token that was read in this tenant; null for one that is unknown, forged, used or ended. */
  find(ctx: Context, token: LinkToken, purposes: readonly AccountLinkPurpose[]): Promise<AccountLink | null> {
    return this.live(ctx, token, purposes, '');
  }

  /** The same, locked until the transaction ends. */
  lock(ctx: Context, token: LinkToken, purposes: readonly AccountLinkPurpose[]): Promise<AccountLink | null> {
    return this.live(ctx, token, purposes, ' for no key update');
  }

  /** A live link by its id, locked: for the job that sends it. */
  async lockLive(ctx: Context, id: string): Promise<AccountLink | null> {
    const rows = await ctx.db.lock(
      `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.id = $2 for no key update`,
      [ctx.tenant_id, id],
    );
    const link = rows[0] ? this.table.hydrate(rows[0], ctx.db.keyring) : null;
    // The hour of a reset begins with its letter.
    const waits = link?.purpose === 'reset' && link.ended_at === null && link.sent_at === null;
    return waits || link?.isLiveAt(ctx.now) ? link : null;
  }

  /** The user's latest link of a purpose, live or ended; those that ended more than a day ago are gone. */
  async newest(ctx: Context, user_id: string, purpose: AccountLinkPurpose): Promise<AccountLink | null> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
        where r.tenant_id = $1 and r.user_id = $2 and r.purpose = $3 order by r.id desc limit 1`,
      [ctx.tenant_id, user_id, purpose],
    );
    return rows[0] ? this.table.hydrate(rows[0], ctx.db.keyring) : null;
  }

  /** How many links of a purpose a user was given since a moment. */
  async countSince(ctx: Context, user_id: string, purpose: AccountLinkPurpose, since: Date): Promise<number> {
    const [row] = await ctx.db.read(
      `select count(*)::integer from core.account_links r
        where r.tenant_id = $1 and r.user_id = $2 and r.purpose = $3 and r.created_at > $4`,
      [ctx.tenant_id, user_id, purpose, since],
    );
    return row?.[0] as number;
  }

  /** Enqueues the end of a link that was used; of requests that use it at once, all but one fail. @throws invalid naming token, at COMMIT at the latest */
  use(ctx: Context, { tenant_id, id }: Pick<AccountLink, 'tenant_id' | 'id'>): void {
    ctx.db.updateExpecting(
      1,
      `update core.account_links r set ended_at = $3, updated_at = $3
        where r.tenant_id = $1 and r.id = $2 and r.ended_at is null`,
      [tenant_id, id, ctx.now],
      invalidToken,
    );
  }

  /** Enqueues the end of a user's links of one purpose. */
  endOf(ctx: Context, user_id: string, purpose: AccountLinkPurpose): void {
    ctx.db.enqueue(
      `update core.account_links r set ended_at = $3, updated_at = $3
        where r.tenant_id = $1 and r.user_id = $2 and r.purpose = $4 and r.ended_at is null`,
      [ctx.tenant_id, user_id, ctx.now, purpose],
    );
  }

  /** Enqueues the end of all links and challenges of a user: the password was changed, or the user may sign in no more. */
  endAllOf(ctx: Context, user_id: string): void {
    ctx.db.enqueue(
      'update core.account_links r set ended_at = $3, updated_at = $3 where r.tenant_id = $1 and r.user_id = $2 and r.ended_at is null',
      [ctx.tenant_id, user_id, ctx.now],
    );
  }

  /** Enqueues the same of all users of the context's tenant. */
  endAllIn(ctx: Context): void {
    ctx.db.enqueue(
      'update core.account_links r set ended_at = $2, updated_at = $2 where r.tenant_id = $1 and r.ended_at is null',
      [ctx.tenant_id, ctx.now],
    );
  }

  /** Writes down what a mail server said of a link's letter. */
  told(ctx: Context, id: string, what: 'sent_at' | 'refused_at'): void {
    ctx.db.enqueue(
      `update core.account_links r set ${what} = $3, updated_at = $3 where r.tenant_id = $1 and r.id = $2`,
      [ctx.tenant_id, id, ctx.now],
    );
  }

  /** Deletes links that ended more than a day ago. @param there of whose tenants; of all unless told */
  async forget(ctx: Context, there = ALL_SHARDS): Promise<void> {
    const values: unknown[] = [new Date(ctx.now.getTime() - KEPT_MS)];
    const isTheirs = there.where('r.tenant_id', values);
    await runAcrossTenants(ctx, () =>
      ctx.db.change(
        `delete from core.account_links r where least(r.ended_at, r.expires_at) < $1 and ${isTheirs}`,
        values,
      ),
    );
  }

  private async live(
    ctx: Context,
    { tenant_id, id, secret }: LinkToken,
    purposes: readonly AccountLinkPurpose[],
    lock: string,
  ): Promise<AccountLink | null> {
    if (tenant_id !== ctx.tenant_id) throw new Error('A link is looked for in the tenant that its token names');
    const text = `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.id = $2${lock}`;
    const rows = await (lock === '' ? ctx.db.read(text, [tenant_id, id]) : ctx.db.lock(text, [tenant_id, id]));
    const link = rows[0] ? this.table.hydrate(rows[0], ctx.db.keyring) : null;
    const isRight = fits(secret, link?.secret_hash ?? null);
    return link && isRight && link.isLiveAt(ctx.now) && purposes.includes(link.purpose) ? link : null;
  }
}
