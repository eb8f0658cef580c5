import { Injectable } from '@nestjs/common';
import { DomainError, NO_TENANT, inTenant, unauthenticated, type Context } from '@usaha/shared';
import { AccountLinks, readLinkToken, type LinkToken } from '../account/account-links.js';
import type { AccountLink } from '../account/account-link.entity.js';
import type { CountedTry } from '../auth/sign-in-limiter.js';
import type { Client } from '../auth/sign-in-trail.js';
import type { Tenant } from '../tenant/tenant.entity.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import type { User } from '../user/user.entity.js';
import { messages as userMessages } from '../user/user.messages.js';
import { UserRepository } from '../user/user.repository.js';
import { CodeCheck } from './code-check.js';
import type { MfaFactor } from './factor.entity.js';
import { FactorRepository } from './factor.repository.js';
import { messages } from './factor.messages.js';

/** Seconds that a challenge is valid. */
const CHALLENGE_SECONDS = 300;
/** Wrong codes that end a challenge. */
const MOST_WRONG = 5;
const METHODS = ['totp', 'recovery_code'] as const;

/** A sign-in whose password was right. */
export interface BegunSignIn {
  user: User;
  /** As it was counted before the password was looked at: it counts as failed until the second step. */
  counted: CountedTry;
}

/** A sign-in whose second step was right. */
export interface ProvedSignIn extends BegunSignIn {
  tenant: Tenant | null;
}

/** All that a second step rests on. */
interface Locked {
  user: User;
  factor: MfaFactor;
  tenant: Tenant | null;
  link: AccountLink;
}

/** The second step of a sign-in, for users with a second factor. */
@Injectable()
export class SecondStep {
  constructor(
    private readonly links: AccountLinks,
    private readonly factors: FactorRepository,
    private readonly codes: CodeCheck,
    private readonly users: UserRepository,
    private readonly tenants: TenantRepository,
  ) {}

  /**
   * Refuses a sign-in without a code, and gives it a token with which it can be finished.
   * @throws unauthenticated: MFA_REQUIRED; without a token where password or user were changed since the password was looked at
   */
  async ask(ctx: Context, { user, counted }: BegunSignIn): Promise<never> {
    // Such a change ends all challenges of the user, under this lock: this would be one more, of a password that holds no longer.
    const held = await this.users.lockIfExists(ctx, user.id);
    if (!held?.is_active || held.password_hash !== user.password_hash)
      throw unauthenticated(userMessages.wrongNameOrPassword());
    const mfa_token = this.links.challenge(ctx, user.id, counted);
    await ctx.db.commitAndContinue();
    throw new DomainError('unauthenticated', messages.mfaRequired(), {
      code: 'MFA_REQUIRED',
      details: { mfa_token, expires_in: CHALLENGE_SECONDS, methods: METHODS },
      authenticate: `Bearer, Mfa token="${mfa_token}", methods="${METHODS.join(' ')}", expires_in="${CHALLENGE_SECONDS}"`,
    });
  }

  /** Checks the code of a sign-in in one step. @throws unauthenticated (MFA_CODE_INVALID), too_many */
  async prove(ctx: Context, user: User, code: string, client: Client): Promise<void> {
    // The user first, as all changes of users do.
    const [, factor] = await Promise.all([
      this.users.lockIfExists(ctx, user.id),
      this.factors.lockIfExists(ctx, user.id),
    ]);
    if (!factor) throw codeInvalid();
    await this.codes.require(ctx, { user, factor, code, client, wrong: codeInvalid });
  }

  /**
   * Finishes a sign-in that a token was given for. Tenant and user are looked at again, under their locks.
   * @param finish begins the session, in the transaction and tenant of the token
   * @throws unauthenticated (MFA_TOKEN_INVALID, MFA_CODE_INVALID), too_many
   */
  async verify<T>(
    ctx: Context,
    { token, code, client }: { token: string; code: string; client: Client },
    finish: (there: Context, proved: ProvedSignIn) => Promise<T>,
  ): Promise<T> {
    const named = readLinkToken(token);
    if (!named) throw tokenInvalid();
    return inTenant(ctx, named.tenant_id, async (there) => {
      const begun = (await this.links.find(there, named, ['sign_in'])) ?? refuseToken();
      const { user, factor, tenant, link } = await this.lock(there, named, begun);
      const isWrong = (): void => this.links.countWrong(there, link, MOST_WRONG);
      await this.codes.require(there, { user, factor, code, client, isWrong, wrong: codeInvalid });
      this.links.use(there, link);
      return finish(there, { user, tenant, counted: link.counted ?? refuseToken() });
    });
  }

  /** The user first: changes of users end links under the same lock. */
  private async lock(ctx: Context, named: LinkToken, { user_id }: AccountLink): Promise<Locked> {
    const isTenant = ctx.tenant_id !== NO_TENANT;
    const [user, factor, link, tenant] = await Promise.all([
      this.users.lockIfExists(ctx, user_id),
      this.factors.lockIfExists(ctx, user_id),
      this.links.lock(ctx, named, ['sign_in']),
      isTenant ? this.tenants.find(ctx, ctx.tenant_id) : null,
    ]);
    const isOpen = user?.is_active && user.mfa_enabled && (tenant?.is_active ?? !isTenant);
    return isOpen && factor && link ? { user, factor, tenant, link } : refuseToken();
  }
}

const codeInvalid = (): DomainError =>
  new DomainError('unauthenticated', messages.mfaCodeInvalid(), { code: 'MFA_CODE_INVALID' });

const tokenInvalid = (): DomainError =>
  new DomainError('unauthenticated', messages.mfaTokenInvalid(), { code: 'MFA_TOKEN_INVALID' });

function refuseToken(): never {
  throw tokenInvalid();
}
