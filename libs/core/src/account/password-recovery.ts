import { Injectable } from '@nestjs/common';
import {
  DomainError,
  FairLimit,
  NO_TENANT,
  announce,
  inTenant,
  networkOf,
  notFound,
  type Context,
} from '@usaha/shared';
import { SessionRegistry } from '../auth/session.registry.js';
import { SignInLimiter, addressMark, type CountKey } from '../auth/sign-in-limiter.js';
import type { Client } from '../auth/sign-in-trail.js';
import { nouns } from '../messages.js';
import type { Tenant } from '../tenant/tenant.entity.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { hashPassword } from '../user/password.js';
import { PasswordRules } from '../user/password-rules.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { AccountLetters } from './account-letters.js';
import type { AccountLink, AccountLinkPurpose } from './account-link.entity.js';
import { AccountLinks, invalidToken, readLinkToken, type LinkToken } from './account-links.js';
import { AccountPages } from './account-pages.js';
import { AccountPolicyService } from './account-policy.service.js';
import { messages } from './account.messages.js';

/** Requests for one name from one address in 15 minutes; the next is refused. */
export const MOST_REQUESTS = 5;
/** Requests from one address that wait: one is worked on at a time, so that a flood of names slows others little. */
const MOST_WAITING = 500;

/** A request for a letter with a link to set a new password. */
export interface RecoveryRequest {
  /** E-mail or username; case does not matter. */
  identity: string;
  /** A tenant's id, slug or schema name; without one at most five accounts of that name are found. */
  tenant?: string | null;
  /** A consumer's page that the tenant or the operator has listed. */
  link_url?: string | null;
  client: Client;
}

/** An account whose password was set by a link. */
export interface RecoveredAccount {
  user: User;
  /** null for an account without a tenant. */
  tenant: Tenant | null;
}

const byPassword: readonly AccountLinkPurpose[] = ['reset', 'invitation'];

/** New passwords by letter. */
@Injectable()
export class PasswordRecovery {
  private readonly limiter = new SignInLimiter();
  private readonly asking = new FairLimit(Infinity, () => 1);

  constructor(
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
    private readonly links: AccountLinks,
    private readonly letters: AccountLetters,
    private readonly pages: AccountPages,
    private readonly policies: AccountPolicyService,
    private readonly sessions: SessionRegistry,
    private readonly rules: PasswordRules,
  ) {}

  /**
   * Keeps the name for the job, which finds the accounts that it means: a request does the same work whether there are any.
   * @throws not_found (tenant), invalid (link_url), too_many
   */
  ask(ctx: Context, request: RecoveryRequest): Promise<void> {
    return this.asking.run(networkOf(request.client.address), () => this.keep(ctx, request), {
      most: MOST_WAITING,
      signal: ctx.signal,
      refusal: () => new DomainError('too_many', messages.tooManyResets({ seconds: 1 }), { retry_after: 1 }),
    });
  }

  private async keep(ctx: Context, { identity, tenant, link_url, client }: RecoveryRequest): Promise<void> {
    const named = tenant ? ((await this.tenants.findByIdentifier(ctx, tenant)) ?? this.missing()) : null;
    const home = named?.id ?? NO_TENANT;
    const listed = link_url && named ? await inTenant(ctx, home, (there) => this.policies.get(there)) : null;
    const page = this.pages.requireListed(link_url, listed?.link_urls);
    const from = addressMark(ctx, client.address);
    await this.limiter.countRequest(ctx, requestsOf(ctx, identity), from, MOST_REQUESTS, messages.tooManyResets);
    await inTenant(ctx, home, async (there) =>
      this.letters.enqueue(there, { kind: 'password_reset', name: identity, from, link_url: page }),
    );
  }

  /**
   * Sets the password of the account that a token of a reset or an invitation names; its sessions end, and a pending user becomes
   * active. A refused password leaves the link valid. No transaction is open while the password is hashed.
   * @param field the name under which the password was sent
   * @throws invalid (token; the password)
   */
  async reset(ctx: Context, token: string, password: string, field = 'new_password'): Promise<RecoveredAccount> {
    const named = readLinkToken(token);
    if (!named) throw invalidToken();
    await inTenant(ctx, named.tenant_id, async (there) => {
      const found = await this.open(there, named, (link) => this.users.find(there, link.user_id));
      if (!found) throw invalidToken();
      await this.rules.require(there, password, { field, isStrict: true, user: () => found.user });
    });
    await ctx.db.commitAndContinue();
    const hash = await hashPassword(password, ctx);
    return inTenant(ctx, named.tenant_id, (there) => this.set(there, named, hash));
  }

  private async set(ctx: Context, named: LinkToken, hash: string): Promise<RecoveredAccount> {
    // The user is locked before the link, as by changes that end links.
    const found = await this.open(ctx, named, (link) => this.users.lockIfExists(ctx, link.user_id));
    const link = found && (await this.links.lock(ctx, named, byPassword));
    if (!found || !link) throw invalidToken();
    const { user, tenant } = found;
    if (tenant) await this.tenants.requireActive(ctx, invalidToken);
    user.choosePassword(hash);
    if (link.email !== null && link.email === user.email) {
      user.confirmEmail(ctx.now);
      user.proveBy(link.email);
    }
    const isReset = link.purpose === 'reset';
    this.users.save(ctx, user, isReset ? 'reset_password' : 'accept_invitation');
    this.links.use(ctx, link);
    this.links.endAllOf(ctx, user.id);
    this.sessions.endAllOf(ctx, user.id);
    await this.limiter.forget(ctx, user);
    if (isReset) {
      this.letters.enqueue(ctx, { kind: 'password_was_reset', user_id: user.id });
      announce(ctx, 'core.user.password_reset', { user_id: user.id });
    }
    return { user, tenant };
  }

  /** The link's user and tenant, where both are as the link needs them; null otherwise. */
  private async open(
    ctx: Context,
    named: LinkToken,
    userOf: (link: AccountLink) => Promise<User | null>,
  ): Promise<RecoveredAccount | null> {
    const link = await this.links.find(ctx, named, byPassword);
    const user = link && (await userOf(link));
    if (!user || user.status !== (link.purpose === 'invitation' ? 'pending' : 'active')) return null;
    if (ctx.tenant_id === NO_TENANT) return { user, tenant: null };
    const tenant = await this.tenants.find(ctx, ctx.tenant_id);
    return tenant?.is_active ? { user, tenant } : null;
  }

  private missing(): never {
    throw notFound(nouns.tenant);
  }
}

/** Counted apart from sign-ins, and alike whichever tenant is named. */
const requestsOf = (ctx: Context, identity: string): CountKey => ({
  tenant_id: NO_TENANT,
  account: ctx.db.keyring.token(NO_TENANT, `forgot:${identity.toLowerCase()}`),
});
