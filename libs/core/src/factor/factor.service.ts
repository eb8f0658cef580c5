import { Injectable } from '@nestjs/common';
import {
  Database,
  DomainError,
  announce,
  conflict,
  invalid,
  unauthenticated,
  type Actor,
  type Context,
} from '@usaha/shared';
import { asksForFactor } from '../account/account-policy.entity.js';
import { AccountPolicyService } from '../account/account-policy.service.js';
import { AccountLetters } from '../account/account-letters.js';
import { statesPassword } from '../auth/password-again.js';
import { SessionRegistry } from '../auth/session.registry.js';
import { SignInTrail, type Client } from '../auth/sign-in-trail.js';
import { nouns } from '../messages.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { messages as userMessages } from '../user/user.messages.js';
import { CodeCheck } from './code-check.js';
import type { MfaFactor } from './factor.entity.js';
import { messages } from './factor.messages.js';
import { FactorRepository } from './factor.repository.js';
import { otpauthUri } from './otpauth-uri.js';
import { newRecoveryCodes } from './recovery-code.js';
import { newSecret } from './totp.js';

export interface FactorState {
  enabled: boolean;
  confirmed_at: Date | null;
  recovery_codes_left: number;
  /** Whether the tenant asks the user for one. */
  required: boolean;
}

/** Seconds after a code in which operations that ask for one do not ask again. */
export const STEP_UP_SECONDS = 600;

/** What an authenticator needs of a new secret, shown once. */
export interface Enrolment {
  /** In base 32. */
  secret: string;
  otpauth_uri: string;
  expires_at: Date;
}

/** What proves an enrolment to be the user's: the password, and a code where there is a factor. */
export interface EnrolmentProof {
  password: string;
  code?: string | null;
}

/** A user's own row and factor, both locked. */
interface Own {
  user: User;
  factor: MfaFactor;
}

/** The second factor of the signed-in user. */
@Injectable()
export class FactorService {
  constructor(
    private readonly database: Database,
    private readonly factors: FactorRepository,
    private readonly codes: CodeCheck,
    private readonly users: UserRepository,
    private readonly tenants: TenantRepository,
    private readonly sessions: SessionRegistry,
    private readonly trail: SignInTrail,
    private readonly letters: AccountLetters,
    private readonly policies: AccountPolicyService,
  ) {}

  /** Whether the user has a factor, since when, and how many recovery codes are left. */
  async state(ctx: Context): Promise<FactorState> {
    const { user_id } = actorOf(ctx);
    const [factor, recovery_codes_left, required] = await Promise.all([
      this.factors.find(ctx, user_id),
      this.factors.recoveryCodesLeft(ctx, user_id),
      this.isRequired(ctx),
    ]);
    const { is_enabled = false, confirmed_at = null } = factor ?? {};
    return { enabled: is_enabled, confirmed_at, recovery_codes_left, required };
  }

  /**
   * Makes a secret that waits fifteen minutes for its first code. A factor that there is holds until then, and a code of it is asked for.
   * No transaction is open while the password is verified.
   * @throws invalid (password, code), too_many, conflict where the password was changed meanwhile
   */
  async begin(ctx: Context, { password, code }: EnrolmentProof, client: Client): Promise<Enrolment> {
    const found = (await this.users.find(ctx, actorOf(ctx).user_id)) ?? notThere();
    const proof = { client, trail: this.trail, database: this.database };
    if (!(await statesPassword(ctx, found, password, proof)))
      throw invalid('password', userMessages.passwordWrong({ field: 'password' }));
    const { user, factor } = await this.lockOwn(ctx);
    if (user.password_hash !== found.password_hash) throw conflict('password', userMessages.passwordJustChanged());
    if (factor.is_enabled) {
      if (typeof code !== 'string') throw invalid('code', messages.codeNeeded({ field: 'code' }));
      await this.codes.require(ctx, { user, factor, code, client, wrong });
    }
    const tenant = await this.tenants.find(ctx, ctx.tenant_id);
    const secret = newSecret();
    const expires_at = factor.begin(secret, ctx.now);
    this.factors.save(ctx, factor, 'begin_mfa');
    return { secret, otpauth_uri: otpauthUri(secret, user.email, tenant?.name ?? null), expires_at };
  }

  /**
   * Takes the new secret into use after a code of it. The user's other sessions end.
   * @returns recovery codes, instead of all before @throws conflict where no secret waits, invalid, too_many
   */
  async confirm(ctx: Context, code: string, client: Client): Promise<string[]> {
    const { user, factor } = await this.lockOwn(ctx);
    const secret = factor.secretToConfirm(ctx.now);
    if (secret === null) throw conflict('code', messages.noEnrolment());
    const wrongOfNew = (): Error => invalid('code', messages.newCodeWrong({ field: 'code' }));
    factor.confirm(
      await this.codes.requireNew(ctx, secret, { user, factor, code, client, wrong: wrongOfNew }),
      ctx.now,
    );
    this.factors.save(ctx, factor, 'enable_mfa');
    user.setFactor(true);
    this.users.save(ctx, user, 'enable_mfa');
    const { session_id } = actorOf(ctx);
    this.sessions.endAllOf(ctx, user.id, session_id);
    this.sessions.markFactor(ctx, session_id);
    this.letters.enqueue(ctx, { kind: 'factor_added', user_id: user.id });
    announce(ctx, 'core.user.mfa_enabled', { user_id: user.id });
    return this.giveRecoveryCodes(ctx, user);
  }

  /** Ends the user's factor after a code of it. @throws conflict where there is none, or the tenant asks for it (MFA_ENFORCED), invalid, too_many */
  async disable(ctx: Context, code: string, client: Client): Promise<void> {
    const { user, factor } = await this.lockFactor(ctx);
    if (await this.isRequired(ctx)) throw enforced();
    await this.codes.require(ctx, { user, factor, code, client, wrong });
    this.end(ctx, { user, factor }, 'disable_mfa');
    this.letters.enqueue(ctx, { kind: 'factor_removed', user_id: user.id });
    this.sessions.rightsChanged(ctx, { user_id: user.id });
  }

  /** Ten new recovery codes instead of all before. @throws conflict where there is no factor, invalid, too_many */
  async renewRecoveryCodes(ctx: Context, code: string, client: Client): Promise<string[]> {
    const { user, factor } = await this.lockFactor(ctx);
    await this.codes.require(ctx, { user, factor, code, client, wrong });
    ctx.db.record(ctx, {
      action: 'renew_recovery_codes',
      record_type: nouns.mfa_factor.name,
      record_id: user.id,
      changes: {},
    });
    return this.giveRecoveryCodes(ctx, user);
  }

  /** Verifies the factor once more, for operations that ask for a recent code. @throws conflict where there is no factor, invalid, too_many */
  async stepUp(ctx: Context, code: string, client: Client): Promise<{ mfa_at: Date; expires_at: Date }> {
    const { user, factor } = await this.lockFactor(ctx);
    await this.codes.require(ctx, { user, factor, code, client, wrong });
    this.sessions.markFactor(ctx, actorOf(ctx).session_id);
    return { mfa_at: ctx.now, expires_at: new Date(ctx.now.getTime() + STEP_UP_SECONDS * 1_000) };
  }

  /**
   * Ends the factor of another user, who has lost it: all sessions of that user end.
   * @param id the uuid or the integer @throws not_found, conflict (oneself, no factor)
   */
  async reset(ctx: Context, id: string): Promise<User> {
    const user = await this.users.lock(ctx, id);
    if (user.id === ctx.actor?.user_id) throw conflict('user_id', messages.ownFactorStays());
    const factor = await this.factors.lockIfExists(ctx, user.id);
    if (!factor?.is_enabled) throw conflict('user_id', messages.noFactorOfUser());
    this.end(ctx, { user, factor }, 'reset_mfa');
    this.letters.enqueue(ctx, { kind: 'factor_reset', user_id: user.id });
    this.sessions.endAllOf(ctx, user.id);
    return user;
  }

  /** Whether the tenant asks the user for a factor. */
  private async isRequired(ctx: Context): Promise<boolean> {
    return asksForFactor(await this.policies.held(ctx), actorOf(ctx).role);
  }

  private giveRecoveryCodes(ctx: Context, user: User): string[] {
    const codes = newRecoveryCodes();
    this.factors.replaceRecoveryCodes(ctx, user.id, codes);
    return codes;
  }

  private end(ctx: Context, { user, factor }: Own, action: string): void {
    factor.end();
    this.factors.save(ctx, factor, action);
    this.factors.replaceRecoveryCodes(ctx, user.id, []);
    user.setFactor(false);
    this.users.save(ctx, user, action);
    announce(ctx, 'core.user.mfa_disabled', { user_id: user.id });
  }

  /** The user's own row first: other changes of users lock it first too. @throws unauthenticated where the user was deleted meanwhile */
  private async lockOwn(ctx: Context): Promise<Own> {
    const { user_id } = actorOf(ctx);
    const [user, factor] = await Promise.all([
      this.users.lockIfExists(ctx, user_id),
      this.factors.lockOrMake(ctx, user_id),
    ]);
    return { user: user ?? notThere(), factor };
  }

  private async lockFactor(ctx: Context): Promise<Own> {
    const own = await this.lockOwn(ctx);
    if (!own.factor.is_enabled) throw conflict('code', messages.noFactor());
    return own;
  }
}

function enforced(): DomainError {
  const message = messages.factorEnforced();
  return new DomainError('conflict', message, { code: 'MFA_ENFORCED', errors: [{ field: 'code', message }] });
}

const wrong = (): Error => invalid('code', messages.codeWrong({ field: 'code' }));

function notThere(): never {
  throw unauthenticated(userMessages.notSignedIn());
}

const actorOf = ({ actor }: Context): Actor => actor ?? notThere();
