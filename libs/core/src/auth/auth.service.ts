import { Injectable } from '@nestjs/common';
import {
  Database,
  DomainError,
  FairLimit,
  NO_TENANT,
  inPlatform,
  inTenant,
  notFound,
  unauthenticated,
  unavailable,
  type Context,
} from '@usaha/shared';
import { Machines } from '../tenant/machines.js';
import type { Tenant } from '../tenant/tenant.entity.js';
import { ofTenant, ofTenantNamed } from '../tenant/one-tenant.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { passwordFits } from '../user/password.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { SignInLimiter, type CountedAccount, type CountedAttempt } from './sign-in-limiter.js';
import { SessionRegistry } from './session.registry.js';
import { TokenService } from './token.service.js';
import { nouns } from '../messages.js';
import { messages } from '../user/user.messages.js';

/**
 * Attempts on one name from one address go so many at a time, as many as the machine verifies in that time anyway. Each counts as
 * failed until its password was looked at: without this, twenty right ones at once would have the next refused.
 */
const AT_ONCE = 4;
/** Of the same name and address. */
const MOST_WAITING = 500;

/** Who wants in. */
export interface Credentials {
  /** E-mail; with `anyName` also a username. Case does not matter. */
  identity: string;
  anyName: boolean;
  password: string;
  /** A tenant's id, slug or schema name; without it the oldest membership whose password fits. */
  tenant?: string | null;
  /** Whether an account without a tenant is of no use to the caller, whose answer promises a tenant. */
  needsTenant: boolean;
  /** Where the request comes from: wrong sign-ins are counted by account and address. */
  address: string;
}

export interface SignedIn {
  access_token: string;
  refresh_token: string;
  user: User;
  /** null for an account that has no tenant yet. */
  tenant: Tenant | null;
}

/** Sign-in, refresh and sign-out, for both surfaces. */
@Injectable()
export class AuthService {
  private readonly limiter = new SignInLimiter();
  private readonly attempts = new FairLimit(Infinity, () => AT_ONCE);

  constructor(
    private readonly database: Database,
    private readonly machines: Machines,
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRegistry,
    private readonly tokens: TokenService,
  ) {}

  /**
   * Signs in. Says the same, in the same time, of an unknown account, a wrong password, a suspended tenant and an
   * inactive user. No transaction is held while the password is verified; the attempt is counted before.
   * @throws not_found (tenant), unauthenticated, too_many; the signal's reason once its client is gone; unavailable where a machine that may hold the account does not answer
   */
  login(ctx: Context, who: Credentials): Promise<SignedIn> {
    return this.attempts.run(`${who.address} ${who.identity.toLowerCase()}`, () => this.attempt(ctx, who), {
      most: MOST_WAITING,
      signal: ctx.signal,
      refusal: () => new DomainError('too_many', messages.tooManySignInsAtOnce(), { retry_after: 1 }),
    });
  }

  private async attempt(ctx: Context, who: Credentials): Promise<SignedIn> {
    const { attempt, candidates, named, isPart } = await inPlatform(ctx, () => this.look(ctx, who));

    const account = attempt.allowed.length > 0 ? await this.choose(ctx, candidates, named, who) : null;
    if (!account) {
      // The password may be that of a membership which nobody can look at just now.
      if (isPart) throw unavailable(messages.signInPartUnreachable());
      if (attempt.refused.length > 0) throw await this.limiter.refusal(ctx, attempt);
      throw unauthenticated(messages.wrongNameOrPassword());
    }
    const { user, tenant } = account;
    if (!tenant && who.needsTenant) {
      await this.limiter.succeeded(ctx, attempt, countedOf(user));
      await ctx.db.settle();
      this.missing();
    }
    const session_id = await inTenant(ctx, user.tenant_id, async (there) => {
      // While the password was looked at, tenant or user may have been shut out, and all their sessions ended: this would be one more.
      const shutOut = (): Error => unauthenticated(messages.wrongNameOrPassword());
      if (tenant) await this.tenants.requireActive(there, shutOut);
      await this.limiter.succeeded(there, attempt, countedOf(user));
      await this.users.markLogin(there, user, shutOut);
      return this.sessions.begin(there, user.id, this.tokens.sessionLifetime);
    });
    const subject = { user_id: user.id, tenant_id: user.tenant_id, session_id };
    return {
      access_token: this.tokens.issue('access', subject, ctx.now),
      refresh_token: this.tokens.issue('refresh', subject, ctx.now),
      user,
      tenant,
    };
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

  /** Ends the session of the token in hand, with its refresh token; the user's other sessions live on. */
  async logout(ctx: Context): Promise<void> {
    if (!ctx.actor) throw unauthenticated(messages.nobodySignedIn());
    await this.sessions.end(ctx, ctx.actor.session_id);
  }

  /** All that is known before the password is, and counted for good: the tenant, and who may be meant and is not at the limit. */
  private async look(ctx: Context, who: Credentials): Promise<Looked> {
    const { found, named, isPart } = who.tenant ? await this.meantIn(ctx, who, who.tenant) : await this.meant(ctx, who);
    const accounts = found.length > 0 ? found.map(countedOf) : [nobody(ctx, who.identity, named?.id ?? NO_TENANT)];
    const attempt = await this.limiter.countAndCommit(ctx, accounts, who.address);
    const allowed = new Set(attempt.allowed.map(({ account }) => account));
    return { attempt, candidates: found.filter(({ id }) => allowed.has(id)), named, isPart };
  }

  /** Who may be meant in the tenant that is named. @throws not_found */
  private async meantIn(ctx: Context, { identity, anyName }: Credentials, identifier: string): Promise<Found> {
    const naming = this.tenants.findByIdentifier(ctx, identifier).then((named) => named ?? this.missing());
    // One machine is asked for both in one packet; of several the tenant's alone, once it is known which that is.
    const there = this.machines.areSeveral ? ofTenant((await naming).id) : ofTenantNamed(identifier);
    const [named, found] = await Promise.all([naming, this.users.candidates(ctx, identity, anyName, there)]);
    return { found, named, isPart: false };
  }

  private missing(): never {
    throw notFound(nouns.tenant);
  }

  /** Who may be meant in whichever tenant. All machines are asked; where one of them does not answer, each by itself. */
  private async meant(ctx: Context, { identity, anyName }: Credentials): Promise<Found> {
    try {
      return { found: await this.users.candidates(ctx, identity, anyName), named: null, isPart: false };
    } catch (error) {
      if (!this.machines.areSeveral || !isUnavailable(error)) throw error;
    }
    // What has failed has written nothing: another transaction takes its place.
    await ctx.db.settle();
    const nobody = { tenant_id: NO_TENANT, actor: null, now: ctx.now };
    const machines = await this.machines.list(ctx.now);
    const asked = await Promise.allSettled(
      machines.map((there) =>
        this.database.work(nobody, (one) => this.users.candidates(one, identity, anyName, there)),
      ),
    );
    const found = this.users.best(asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
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
    // All of them at once, whatever the first one says: which of them fits must not show in the time.
    const fits = await Promise.all(
      (candidates.length > 0 ? candidates : [null]).map((user) =>
        passwordFits(user?.password_hash ?? null, password, ctx),
      ),
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
}

/** What is known before the password is looked at. */
interface Looked extends Omit<Found, 'found'> {
  attempt: CountedAttempt;
  candidates: User[];
}

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.kind === 'unavailable';

const countedOf = ({ tenant_id, id }: User): CountedAccount => ({ tenant_id, account: id });

/** A name that names nobody is counted by itself, and kept as a fingerprint only. */
const nobody = (ctx: Context, identity: string, tenant_id: string): CountedAccount => ({
  tenant_id,
  account: ctx.db.keyring.token(tenant_id, `login:${identity.toLowerCase()}`),
});
