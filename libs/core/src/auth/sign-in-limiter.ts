import { DomainError, firstId, inPlatform, instantOfId, newId, type Context } from '@usaha/shared';
import { messages } from '../user/user.messages.js';

/** Attempts in a row that did not succeed, for one account from one address, after which the next is refused. */
export const MOST_FAILURES = 20;
/** Attempts older than this no longer count. */
export const FAILURES_COUNT_MS = 15 * 60_000;

/** What is counted by itself: a user, or a name that names nobody. */
export interface CountedAccount {
  tenant_id: string;
  account: string;
}

/** An attempt that was counted before the password is looked at. */
export interface CountedAttempt {
  id: string;
  address: string;
  /** Of the accounts that it means, those that are not at their limit. */
  allowed: CountedAccount[];
  /** Those that are. */
  refused: CountedAccount[];
}

/**
 * One row is counted up by one at a time, whoever else does it now, and not beyond the limit: however many guesses come at
 * once, no more are looked at.
 */
const COUNT = `
  insert into core.sign_in_counts as r (tenant_id, account, address, attempts, last_at)
  values ($1, $2, $3, array[$4::uuid], $5)
  on conflict (tenant_id, account, address) do update
    set attempts = array_append(core.recent_ids(r.attempts, $6), $4::uuid), last_at = $5
    where cardinality(core.recent_ids(r.attempts, $6)) < ${MOST_FAILURES}
  returning r.account`;

const OLDEST = `
  select (core.recent_ids(r.attempts, $4))[1] from core.sign_in_counts r
   where r.tenant_id = $1 and r.account = $2 and r.address = $3`;

const FORGET = 'delete from core.sign_in_counts r where r.tenant_id = $1 and r.account = $2 and r.address = $3';

const TAKE_BACK = `
  update core.sign_in_counts r set attempts = array_remove(r.attempts, $4::uuid)
   where r.tenant_id = $1 and r.account = $2 and r.address = $3`;

const keyOf = ({ tenant_id, account }: CountedAccount): string => `${tenant_id} ${account}`;
const since = (now: Date): string => firstId(new Date(now.getTime() - FAILURES_COUNT_MS));

/**
 * Counts sign-ins that did not succeed in the database, so that all instances count together. There is no other limit of
 * rates.
 */
export class SignInLimiter {
  /**
   * Counts an attempt on each of the accounts that it means, as if it had failed already, and commits: nobody holds a transaction while
   * the password is looked at.
   */
  async countAndCommit(ctx: Context, accounts: readonly CountedAccount[], address: string): Promise<CountedAttempt> {
    const id = newId(ctx.now);
    // In one order, so that two attempts on the same accounts never wait for each other; each is its tenant's own.
    const ordered = accounts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const counted = await inPlatform(ctx, async () => {
      const counting = ordered.map(({ tenant_id, account }) =>
        ctx.db.write(COUNT, [tenant_id, account, address, id, ctx.now, since(ctx.now)]),
      );
      // Not awaited by itself: COMMIT is in its packet.
      const [rows] = await Promise.all([Promise.all(counting), ctx.db.settle()]);
      return rows;
    });
    const isCounted = (_: CountedAccount, i: number): boolean => counted[i]?.length === 1;
    return {
      id,
      address,
      allowed: ordered.filter(isCounted),
      refused: ordered.filter((account, i) => !isCounted(account, i)),
    };
  }

  /** What is said when accounts at their limit are all that is left: to come back when the oldest attempt no longer counts. */
  async refusal(ctx: Context, { refused, address }: CountedAttempt): Promise<DomainError> {
    const oldest = await inPlatform(ctx, () =>
      Promise.all(
        refused.map(({ tenant_id, account }) => ctx.db.query(OLDEST, [tenant_id, account, address, since(ctx.now)])),
      ),
    );
    const instants = oldest.flat().flatMap(([id]) => (id === null ? [] : [instantOfId(id as string).getTime()]));
    const until = Math.min(...instants, ctx.now.getTime()) + FAILURES_COUNT_MS;
    const retry_after = Math.max(1, Math.ceil((until - ctx.now.getTime()) / 1_000));
    return new DomainError('too_many', messages.tooManySignIns({ seconds: retry_after }), { retry_after });
  }

  /** The attempt was right for one account: its count begins anew, and from the others it is taken back. */
  async succeeded(ctx: Context, { id, address, allowed }: CountedAttempt, right: CountedAccount): Promise<void> {
    // In the order in which they were counted: see there.
    const clear = async (): Promise<void> => {
      for (const one of allowed)
        if (keyOf(one) === keyOf(right)) ctx.db.put(FORGET, [one.tenant_id, one.account, address]);
        else ctx.db.put(TAKE_BACK, [one.tenant_id, one.account, address, id]);
    };
    const isHome = allowed.every(({ tenant_id }) => tenant_id === ctx.tenant_id);
    await (isHome ? clear() : inPlatform(ctx, clear));
  }
}
