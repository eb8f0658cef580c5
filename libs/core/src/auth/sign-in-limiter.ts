import {
  DomainError,
  NO_TENANT,
  firstId,
  inTenant,
  runAcrossTenants,
  instantOfId,
  networkOf,
  newId,
  type Context,
  type Message,
  type Row,
} from '@usaha/shared';
import type { User } from '../user/user.entity.js';
import { messages } from '../user/user.messages.js';

/** Tries of one name from one address that did not succeed, after which the next is refused. */
export const MOST_FAILURES = 20;
/** Tries of a name older than this no longer count for its address. */
export const FAILURES_COUNT_MS = 15 * 60_000;

/** Tries of one account from all addresses, after which only addresses are let in that have signed in before. */
export const MOST_OF_ACCOUNT = 100;
/** Tries older than this no longer count. */
export const ACCOUNT_COUNTS_MS = 60 * 60_000;

/** Tries that a row keeps: more than count of any address, with what known addresses add beyond the limit. */
const MOST_KEPT = 200;

/** Stands for no limit. */
const UNLIMITED = 2 ** 31 - 1;

/** An owner of a separate count: a name as it was typed, a user, or one purpose of a user's password. */
export interface CountKey {
  tenant_id: string;
  account: string;
}

export interface Counted extends CountKey {
  /** Whether it has signed in from this address before: then the limit of all addresses does not hold. */
  isKnown: boolean;
}

/** Tries that count already: from this address, and from all. */
export interface Tries {
  here: number;
  everywhere: number;
}

const NONE: Tries = { here: 0, everywhere: 0 };

/** A name as it was typed, in the tenant that was named, or without one. */
export interface CountedName extends Counted {
  /** Tries of the same name without a tenant: they count against it in every tenant, member or not. */
  without?: CountKey & Tries;
}

/** A try that was counted before the password is looked at. */
export interface CountedTry {
  id: string;
  from: string;
  name: CountedName | null;
  /** Whether the name is at its limit. It rests on what was typed alone, and so tells nothing of who has an account. */
  isRefused: boolean;
  /** Of the accounts that it means, those that are not at their limit. */
  allowed: Counted[];
  /** Those that are. */
  refused: Counted[];
}

/**
 * One row is counted up by one at a time, and not beyond its limits: however many guesses come at once, from however many
 * addresses, no more are looked at.
 */
const COUNT = `
  insert into core.sign_in_counts as r (tenant_id, account, address, attempts, addresses, last_at)
  values ($1, $2, '', array[$3::uuid], array[$4::text], $5)
  on conflict (tenant_id, account, address) do update
    set attempts = array_append(r.attempts[greatest(cardinality(r.attempts) - ${MOST_KEPT - 2}, 1):], $3::uuid),
        addresses = array_append(r.addresses[greatest(cardinality(r.addresses) - ${MOST_KEPT - 2}, 1):], $4::text),
        last_at = $5
    where core.tries_since(r.attempts, r.addresses, $6::uuid, $4::text) < $8::integer
      and core.tries_since(r.attempts, r.addresses, $7::uuid, null) < $9::integer
  returning r.account`;

const TRIES = `
  select count(*) filter (where t.address = $3 and t.id >= $4::uuid), min(t.id::text) filter (where t.address = $3 and t.id >= $4::uuid),
         count(*) filter (where t.id >= $5::uuid), min(t.id::text) filter (where t.id >= $5::uuid)
    from core.sign_in_counts r cross join lateral unnest(r.attempts, r.addresses) as t (id, address)
   where r.tenant_id = $1 and r.account = $2 and r.address = ''`;

const FORGET = `
  update core.sign_in_counts r
     set attempts = core.tries_elsewhere(r.attempts, r.addresses, $3), addresses = array_remove(r.addresses, $3)
   where r.tenant_id = $1 and r.account = $2 and r.address = ''`;

const TAKE_BACK = `
  update core.sign_in_counts r
     set attempts = r.attempts[:array_position(r.attempts, $3::uuid) - 1] || r.attempts[array_position(r.attempts, $3::uuid) + 1:],
         addresses = r.addresses[:array_position(r.attempts, $3::uuid) - 1] || r.addresses[array_position(r.attempts, $3::uuid) + 1:]
   where r.tenant_id = $1 and r.account = $2 and r.address = '' and $3::uuid = any(r.attempts)`;

const keyOf = ({ tenant_id, account }: CountKey): string => `${tenant_id} ${account}`;
const before = (ctx: Context, milliseconds: number): Date => new Date(ctx.now.getTime() - milliseconds);
const since = (ctx: Context): [string, string] => [
  firstId(before(ctx, FAILURES_COUNT_MS)),
  firstId(before(ctx, ACCOUNT_COUNTS_MS)),
];

/** What tells one address from another wherever sign-ins are counted or remembered; nothing can be read out of it. */
export const addressMark = (ctx: Context, address: string): string =>
  ctx.db.keyring.token(NO_TENANT, `address:${networkOf(address)}`);

/** A name as it was typed: a fingerprint, whether or not it is of an account. */
export const nameOf = (ctx: Context, tenant_id: string, identity: string): CountKey => ({
  tenant_id,
  account: ctx.db.keyring.token(tenant_id, `login:${identity.toLowerCase()}`),
});

/**
 * Counts passwords that did not fit, in the database, so that all instances count together. There is no other limit of
 * rates.
 */
export class SignInLimiter {
  /** Tries of a name that count already. */
  async triesOf(ctx: Context, name: CountKey, from: string): Promise<Tries> {
    const { here, everywhere } = read(await this.asked(ctx, name, from));
    return { here: here.count, everywhere: everywhere.count };
  }

  /**
   * Counts a request about a name from an address, in the transaction of what it asks for: no more than a number in 15 minutes.
   * @throws too_many, with the words told
   */
  async countRequest(
    ctx: Context,
    name: CountKey,
    from: string,
    most: number,
    words: (told: { seconds: number }) => Message,
  ): Promise<void> {
    const values = [name.tenant_id, name.account, newId(ctx.now), from, ctx.now, ...since(ctx), most, UNLIMITED];
    const counted = await this.across(ctx, [name], () => ctx.db.write(COUNT, values));
    if (counted.length === 1) return;
    const { here } = read(await this.across(ctx, [name], () => this.asked(ctx, name, from)));
    const left = here.oldest + FAILURES_COUNT_MS - ctx.now.getTime();
    const retry_after = Math.max(1, Math.ceil(Math.min(left, FAILURES_COUNT_MS) / 1_000));
    throw new DomainError('too_many', words({ seconds: retry_after }), { retry_after });
  }

  /** Enqueues the end of what was counted of a user whose person has just proved to read the user's mailbox. */
  async forget(ctx: Context, { tenant_id, id, email, username }: User): Promise<void> {
    const names = (of: string, ...typed: string[]) => typed.map((one) => nameOf(ctx, of, one).account);
    const forget = (there: Context, accounts: string[]): void =>
      there.db.enqueue('delete from core.sign_in_counts r where r.tenant_id = $1 and r.account = any($2)', [
        there.tenant_id,
        accounts,
      ]);
    forget(ctx, [id, `${id} password`, ...names(tenant_id, email, username)]);
    // A username may be another person's in another tenant; the mailbox is this person's everywhere.
    await inTenant(ctx, NO_TENANT, async (there) => forget(there, names(NO_TENANT, email)));
  }

  /**
   * Counts a try of a name, and of each of the accounts that it means, as if it had failed already, and commits: no transaction
   * is open while the password is looked at.
   * @param name null where the caller is signed in already
   */
  async countAndCommit(
    ctx: Context,
    name: CountedName | null,
    accounts: readonly Counted[],
    from: string,
  ): Promise<CountedTry> {
    const id = newId(ctx.now);
    const { here, everywhere } = name?.without ?? NONE;
    const isFull = name !== null && (here >= MOST_FAILURES || (!name.isKnown && everywhere >= MOST_OF_ACCOUNT));
    if (isFull) return { id, from, name, isRefused: true, allowed: [], refused: [] };
    const all = name ? [name, ...accounts] : accounts;
    // In one order, so that two tries of the same accounts never wait for each other; each is its tenant's own.
    const ordered = all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const counted = await this.across(ctx, ordered, async () => {
      const counting = ordered.map((one) => {
        const counts = one === name ? { here, everywhere } : NONE;
        const ofAll = one.isKnown ? UNLIMITED : MOST_OF_ACCOUNT - counts.everywhere;
        const limits = [MOST_FAILURES - counts.here, ofAll];
        return ctx.db.write(COUNT, [one.tenant_id, one.account, id, from, ctx.now, ...since(ctx), ...limits]);
      });
      // Not awaited by itself: COMMIT is in its packet.
      const [rows] = await Promise.all([Promise.all(counting), ctx.db.commitAndContinue()]);
      return rows;
    });
    const isCounted = new Set(ordered.filter((_, i) => counted[i]?.length === 1));
    return {
      id,
      from,
      name,
      isRefused: name !== null && !isCounted.has(name),
      allowed: accounts.filter((one) => isCounted.has(one)),
      refused: accounts.filter((one) => !isCounted.has(one)),
    };
  }

  /** The refusal at a limit: to come back when the oldest try no longer counts. */
  async refusal(
    ctx: Context,
    { name, isRefused, refused, from }: CountedTry,
    message = messages.tooManySignIns,
  ): Promise<DomainError> {
    const ofName = name ? [name, ...(name.without ? [name.without] : [])] : [];
    const asked: CountKey[] = isRefused ? ofName : refused;
    const rows = await this.across(ctx, asked, () => Promise.all(asked.map((one) => this.asked(ctx, one, from))));
    const found = rows.map(read);
    // A name counts with what was tried of it without a tenant; accounts each by itself.
    const ends = isRefused
      ? [endOf(found, name?.isKnown === true)]
      : refused.map(({ isKnown }, i) => endOf(found.slice(i, i + 1), isKnown));
    const until = Math.max(...ends, ctx.now.getTime());
    const retry_after = Math.max(1, Math.ceil((until - ctx.now.getTime()) / 1_000));
    return new DomainError('too_many', message({ seconds: retry_after }), { retry_after });
  }

  /** The try was right for one account: what came from its address is forgotten, and from the others it is taken back. */
  async succeeded(
    ctx: Context,
    { id, from, name, allowed }: CountedTry,
    right: Pick<CountKey, 'account'>,
  ): Promise<void> {
    const counted = name ? [name, ...allowed] : allowed;
    await this.across(ctx, counted, async () => {
      // In the order in which they were counted: see there.
      for (const one of counted.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
        if (one === name || one.account === right.account) ctx.db.enqueue(FORGET, [one.tenant_id, one.account, from]);
        else ctx.db.enqueue(TAKE_BACK, [one.tenant_id, one.account, id]);
    });
  }

  /** No verdict was told: the try is taken back from all that it was counted for. */
  async takeBack(ctx: Context, { id, name, allowed }: CountedTry): Promise<void> {
    const counted = name ? [name, ...allowed] : allowed;
    await this.across(ctx, counted, async () => {
      for (const { tenant_id, account } of counted.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
        ctx.db.enqueue(TAKE_BACK, [tenant_id, account, id]);
    });
  }

  private async asked(ctx: Context, { tenant_id, account }: CountKey, from: string): Promise<Row> {
    const [row] = await ctx.db.read(TRIES, [tenant_id, account, from, ...since(ctx)]);
    return row ?? [];
  }

  /** The platform's door opens for rows of other tenants alone. */
  private across<T>(ctx: Context, counted: readonly CountKey[], work: () => Promise<T>): Promise<T> {
    return counted.every(({ tenant_id }) => tenant_id === ctx.tenant_id) ? work() : runAcrossTenants(ctx, work);
  }
}

/** How many tries, and when the oldest of them was. */
interface Window {
  count: number;
  oldest: number;
}

function read([here = 0, oldestHere, everywhere = 0, oldest]: Row): { here: Window; everywhere: Window } {
  const instant = (id: unknown): number => (typeof id === 'string' ? instantOfId(id).getTime() : Infinity);
  return {
    here: { count: Number(here), oldest: instant(oldestHere) },
    everywhere: { count: Number(everywhere), oldest: instant(oldest) },
  };
}

/** When the next try would be looked at. */
function endOf(tries: readonly { here: Window; everywhere: Window }[], isKnown: boolean): number {
  const end = (which: 'here' | 'everywhere', most: number, countsMs: number): number => {
    const windows = tries.map((one) => one[which]);
    if (windows.reduce((sum, { count }) => sum + count, 0) < most) return 0;
    return Math.min(...windows.map(({ oldest }) => oldest)) + countsMs;
  };
  return Math.max(
    end('here', MOST_FAILURES, FAILURES_COUNT_MS),
    isKnown ? 0 : end('everywhere', MOST_OF_ACCOUNT, ACCOUNT_COUNTS_MS),
  );
}
