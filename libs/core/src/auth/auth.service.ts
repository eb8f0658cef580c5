import { Injectable } from '@nestjs/common';
import {
  Database,
  DomainError,
  FairLimit,
  NO_TENANT,
  runAcrossTenants,
  inTenant,
  networkOf,
  notFound,
  unauthenticated,
  unavailable,
  type Context,
} from '@usaha/shared';
import { ShardNodes } from '../tenant/shard-nodes.js';
import type { Tenant } from '../tenant/tenant.entity.js';
import { SecondStep } from '../factor/second-step.js';
import { ofTenant, ofTenantNamed } from '../tenant/one-tenant.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { passwordFits } from '../user/password.js';
import type { User } from '../user/user.entity.js';
import { MOST_CANDIDATES, UserRepository } from '../user/user.repository.js';
import {
  SignInLimiter,
  addressMark,
  nameOf,
  type CountKey,
  type Counted,
  type CountedTry,
  type Tries,
} from './sign-in-limiter.js';
import { SessionRegistry } from './session.registry.js';
import { SignInCompletion, type SignedIn } from './sign-in-completion.js';
import { SignInTrail, type Client } from './sign-in-trail.js';
import { TokenService } from './token.service.js';
import { nouns } from '../messages.js';
import { messages } from '../user/user.messages.js';

/**
 * Attempts on one name from one address go at once up to the number that the machine verifies in that time. Each counts as
 * failed until its password was looked at: without this, twenty right ones at once would have the next refused.
 */
const AT_ONCE = 4;
/** Of the same name and address. */
const MOST_WAITING = 500;

/** The caller that signs in. */
export interface Credentials {
  /** E-mail; with `anyName` also a username. Case does not matter. */
  identity: string;
  anyName: boolean;
  password: string;
  /** A tenant's id, slug or schema name; without it the oldest of at most five memberships whose password fits. */
  tenant?: string | null;
  /** Whether an account without a tenant is of no use to the caller, whose answer promises a tenant. */
  needsTenant: boolean;
  /** The client: wrong sign-ins are counted by name and address. */
  client: Client;
  /** A code of the second factor, for a sign-in in one step; without a factor it is not looked at. */
  mfa_code?: string;
}

/** What finishes a sign-in of a user with a second factor. */
export interface SecondStepGiven {
  mfa_token: string;
  code: string;
  client: Client;
}

/** Sign-in, refresh and sign-out, for both surfaces. */
@Injectable()
export class AuthService {
  private readonly limiter = new SignInLimiter();
  private readonly attempts = new FairLimit(Infinity, () => AT_ONCE);

  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRegistry,
    private readonly tokens: TokenService,
    private readonly trail: SignInTrail,
    private readonly second: SecondStep,
    private readonly completion: SignInCompletion,
  ) {}

  /**
   * Signs in. Says the same, in the same time, of an unknown account, a wrong password, a suspended tenant and an
   * inactive user. No transaction is held while the password is verified; the attempt is counted before.
   * Without a tenant too_many rests on what was typed alone: an account at its limit is left out, and refused as a wrong password.
   * @throws not_found (tenant), unauthenticated (MFA_REQUIRED where a second factor is asked for), too_many; the signal's reason once its client is gone; unavailable where a machine that may hold the account does not answer
   */
  login(ctx: Context, who: Credentials): Promise<SignedIn> {
    return this.attempts.run(
      `${networkOf(who.client.address)} ${who.identity.toLowerCase()}`,
      () => this.attempt(ctx, who),
      {
        most: MOST_WAITING,
        signal: ctx.signal,
        refusal: () => new DomainError('too_many', messages.tooManySignInsAtOnce(), { retry_after: 1 }),
      },
    );
  }

  private async attempt(ctx: Context, who: Credentials): Promise<SignedIn> {
    const { counted, candidates, named, isPart, isUnambiguous } = await runAcrossTenants(ctx, () =>
      this.look(ctx, who),
    );
    if (counted.isRefused) throw await this.limiter.refusal(ctx, counted);
    // Where other tenants' rows are out of reach, nothing can be said of this account that is not said of a name without one.
    const isTold = named !== null && !this.nodes.areSeveral && counted.allowed.length === 0;
    if (isTold && counted.refused.length > 0) throw await this.limiter.refusal(ctx, counted);

    const account = await this.choose(ctx, candidates, named, who).catch(async (error: unknown) => {
      // Too many waited, or the client is gone: no verdict was told, so the try does not count. This context may be over.
      const noTenant = { tenant_id: NO_TENANT, actor: null, now: ctx.now };
      await this.database.work(noTenant, (one) => this.limiter.takeBack(one, counted));
      throw error;
    });
    if (!account) {
      // Of several accounts any may be another person's, whose tenant must not hear from where this one signs in.
      const isShown = (user: User) => isUnambiguous || user.isKnownAt(counted.from);
      this.trail.refused(ctx, candidates, 'password', who.client, isShown);
      // The password may be that of a membership that cannot be read just now.
      if (isPart) throw unavailable(messages.signInPartUnreachable());
      throw unauthenticated(messages.wrongNameOrPassword());
    }
    const { user, tenant } = account;
    if (!tenant && who.needsTenant) {
      // Of a user with a second factor the password alone forgets no try.
      if (!user.mfa_enabled) await this.limiter.succeeded(ctx, counted, { account: user.id });
      await ctx.db.commitAndContinue();
      this.missing();
    }
    return inTenant(ctx, user.tenant_id, async (there) => {
      const { client, mfa_code } = who;
      if (user.mfa_enabled) {
        if (mfa_code === undefined) return this.second.ask(there, { user, counted });
        await this.second.prove(there, user, mfa_code, client);
      }
      const way = user.mfa_enabled ? 'code' : 'password';
      return this.completion.complete(there, { user, tenant, counted, client, way });
    });
  }

  /**
   * Finishes a sign-in that was refused with MFA_REQUIRED. Until then no session, no time of sign-in and no forgotten try is its work.
   * @throws unauthenticated (MFA_TOKEN_INVALID, MFA_CODE_INVALID), too_many
   */
  verify(ctx: Context, { mfa_token, code, client }: SecondStepGiven): Promise<SignedIn> {
    return this.second.verify(ctx, { token: mfa_token, code, client }, (there, proved) =>
      this.completion.complete(there, { ...proved, client, way: 'code' }),
    );
  }

  /** A new access token; the refresh token stays valid and is not replaced. @throws unauthenticated */
  async refresh(ctx: Context, refresh_token: string): Promise<string> {
    const claims = this.tokens.read('refresh', refresh_token);
    const rights = claims && (await this.sessions.rights(claims, ctx.now));
    if (!claims || !rights) throw unauthenticated(messages.refreshTokenInvalid());
    return this.tokens.issue(
      'access',
      { user_id: rights.actor.user_id, tenant_id: rights.tenant_id, session_id: claims.sid },
      ctx.now,
    );
  }

  /** Ends the session of the caller's token, with its refresh token; the user's other sessions live on. */
  async logout(ctx: Context): Promise<void> {
    if (!ctx.actor) throw unauthenticated(messages.notSignedIn());
    this.sessions.end(ctx, ctx.actor.session_id);
  }

  /** All that is known before the password is, and counted already: the tenant, and the accounts that are not at their limit. */
  private async look(ctx: Context, who: Credentials): Promise<Looked> {
    const from = addressMark(ctx, who.client.address);
    const { found, named, isPart, without } = await (who.tenant
      ? this.meantIn(ctx, who, who.tenant, from)
      : this.meant(ctx, who, from));
    const accounts = found.map((user): Counted => countedOf(user, user.isKnownAt(from)));
    const isKnown = accounts.some((one) => one.isKnown);
    const name = { ...nameOf(ctx, named?.id ?? NO_TENANT, who.identity), isKnown, without };
    const isUnambiguous = named !== null || (found.length === 1 && !isPart);
    const counted = await this.limiter.countAndCommit(ctx, name, accounts, from);
    const allowed = new Set(counted.allowed.map(({ account }) => account));
    return { counted, candidates: found.filter(({ id }) => allowed.has(id)), named, isPart, isUnambiguous };
  }

  /** The accounts that may be meant in the tenant that is named. @throws not_found */
  private async meantIn(
    ctx: Context,
    { identity, anyName }: Credentials,
    identifier: string,
    from: string,
  ): Promise<Found> {
    const naming = this.tenants.findByIdentifier(ctx, identifier).then((named) => named ?? this.missing());
    // One machine is asked for all of it in one packet; of several the tenant's alone, once it is known which that is.
    const { areSeveral } = this.nodes;
    if (areSeveral) this.nodes.require((await naming).id);
    const there = areSeveral ? ofTenant((await naming).id) : ofTenantNamed(identifier);
    const anywhere = nameOf(ctx, NO_TENANT, identity);
    const [named, found, tries] = await Promise.all([
      naming,
      this.users.candidatesIn(ctx, identity, anyName, there),
      areSeveral ? null : this.limiter.triesOf(ctx, anywhere, from),
    ]);
    return { found, named, isPart: false, without: tries ? { ...anywhere, ...tries } : undefined };
  }

  private missing(): never {
    throw notFound(nouns.tenant);
  }

  /** The accounts that may be meant in any tenant. All machines are asked; where one of them does not answer, each by itself. */
  private async meant(ctx: Context, { identity, anyName }: Credentials, from: string): Promise<Found> {
    try {
      if (this.nodes.areAsked) {
        const found = await this.users.candidates(ctx, identity, anyName, from);
        return { found: found.map(({ user }) => user), named: null, isPart: false };
      }
    } catch (error) {
      if (!this.nodes.areSeveral || !isUnavailable(error)) throw error;
    }
    // A failed transaction has written nothing: another transaction takes its place.
    await ctx.db.commitAndContinue();
    const noTenant = { tenant_id: NO_TENANT, actor: null, now: ctx.now };
    const nodes = await this.nodes.doubted(ctx.now);
    const asked = await Promise.allSettled(
      nodes.map((node) =>
        this.database.work(noTenant, (one) => this.users.candidates(one, identity, anyName, from, node)),
      ),
    );
    const answered = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const found = this.users.best(answered, from);
    const failed = asked.find((one) => one.status === 'rejected');
    if (failed && found.length === 0) throw failed.reason;
    return { found, named: null, isPart: failed !== undefined };
  }

  /**
   * Memberships come first, the oldest before the others; an account without a tenant last.
   * @param named the tenant that was named: it is known already
   */
  private async choose(
    ctx: Context,
    candidates: User[],
    named: Tenant | null,
    { password }: Credentials,
  ): Promise<{ user: User; tenant: Tenant | null } | null> {
    // As many without a tenant as there can be, and all at once: neither how many there are nor which fits shows in the time.
    const count = named ? Math.max(candidates.length, 1) : MOST_CANDIDATES;
    const fits = await Promise.all(
      Array.from({ length: count }, (_, i) => passwordFits(candidates[i]?.password_hash ?? null, password, ctx)),
    );
    const open = candidates.filter((user, i) => fits[i] && user.is_active);
    const oldestFirst = open.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const ordered = [
      ...oldestFirst.filter((user) => user.tenant_id !== NO_TENANT),
      ...oldestFirst.filter((user) => user.tenant_id === NO_TENANT),
    ];
    for (const user of ordered) {
      if (user.tenant_id === NO_TENANT) return { user, tenant: null };
      const tenant =
        named?.id === user.tenant_id
          ? named
          : await inTenant(ctx, user.tenant_id, (there) => this.tenants.find(there, user.tenant_id));
      if (tenant?.is_active) return { user, tenant };
    }
    return null;
  }
}

/** Accounts that a sign-in may mean. */
interface Found {
  found: User[];
  /** null where no tenant was named. */
  named: Tenant | null;
  /** Whether there may be others, where a machine did not answer. */
  isPart: boolean;
  /** Tries of the same name without a tenant, where one was named. */
  without?: CountKey & Tries;
}

/** All that is known before the password is looked at. */
interface Looked extends Omit<Found, 'found' | 'without'> {
  counted: CountedTry;
  /** Whether no other tenant's account may be meant. */
  isUnambiguous: boolean;
  candidates: User[];
}

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.kind === 'unavailable';

const countedOf = ({ tenant_id, id }: User, isKnown: boolean): Counted => ({ tenant_id, account: id, isKnown });
