import { Injectable } from '@nestjs/common';
import { DomainError, type Context } from '@usaha/shared';
import { AccountLetters } from '../account/account-letters.js';
import { SignInTrail, type Client } from '../auth/sign-in-trail.js';
import { nouns } from '../messages.js';
import type { User } from '../user/user.entity.js';
import type { MfaFactor } from './factor.entity.js';
import { FactorRepository } from './factor.repository.js';
import { messages } from './factor.messages.js';
import { readRecoveryCode } from './recovery-code.js';
import { stepOfCode } from './totp.js';

/** refused: too many wrong ones before, so that it was not looked at. */
export const codeOutcomes = ['right', 'recovery_code', 'wrong', 'refused'] as const;
export type CodeOutcome = (typeof codeOutcomes)[number];

/** Where a code is given, and for whom. */
export interface GivenCode {
  user: User;
  /** Of the user, locked. */
  factor: MfaFactor;
  code: string;
  client: Client;
  /** Enqueues what else a wrong code changes. */
  isWrong?: () => void;
  /** The error of a wrong code. */
  wrong: () => Error;
}

/** Looks at codes wherever one is asked for: all places together count the wrong ones of a user. */
@Injectable()
export class CodeCheck {
  /** Codes since the start, by outcome. */
  readonly counts: Record<CodeOutcome, number> = { right: 0, recovery_code: 0, wrong: 0, refused: 0 };

  constructor(
    private readonly factors: FactorRepository,
    private readonly trail: SignInTrail,
    private readonly letters: AccountLetters,
  ) {}

  /**
   * Accepts a code of the authenticator, or an unused recovery code, once. The use commits with what it is asked for; a wrong code is
   * counted and committed at once, with what was enqueued before.
   * @throws what the caller gave for a wrong code; too_many after ten wrong ones in an hour
   */
  async require(ctx: Context, given: GivenCode): Promise<void> {
    const { user, factor, code } = given;
    this.refuseIfLocked(ctx, factor);
    const step = factor.secret === null ? null : stepOfCode(factor.secret, digitsOf(code), ctx.now, factor.last_step);
    const recovery = step === null && factor.is_enabled ? readRecoveryCode(code) : null;
    const isRecovery = recovery !== null && (await this.factors.useRecoveryCode(ctx, user.id, recovery));
    if (step === null && !isRecovery) return this.refuse(ctx, given);
    this.factors.markRight(ctx, factor, step);
    if (isRecovery) this.recordUse(ctx, user);
    ctx.db.afterCommit(() => (this.counts[isRecovery ? 'recovery_code' : 'right'] += 1));
  }

  /** The step of a code of the secret that waits for confirmation. @throws as `require` does */
  async requireNew(ctx: Context, secret: string, given: GivenCode): Promise<number> {
    this.refuseIfLocked(ctx, given.factor);
    const step = stepOfCode(secret, digitsOf(given.code), ctx.now, 0);
    if (step === null) return this.refuse(ctx, given);
    ctx.db.afterCommit(() => (this.counts.right += 1));
    return step;
  }

  private refuseIfLocked(ctx: Context, factor: MfaFactor): void {
    const until = factor.lockedUntil(ctx.now);
    if (until === null) return;
    this.counts.refused += 1;
    const retry_after = Math.max(1, Math.ceil((until.getTime() - ctx.now.getTime()) / 1_000));
    throw new DomainError('too_many', messages.tooManyCodes({ seconds: retry_after }), { retry_after });
  }

  private async refuse(ctx: Context, { user, factor, client, isWrong, wrong }: GivenCode): Promise<never> {
    isWrong?.();
    this.factors.countWrong(ctx, factor);
    if (factor.locksAt(ctx.now)) this.letters.enqueue(ctx, { kind: 'codes_guessed', user_id: user.id });
    await ctx.db.commitAndContinue();
    this.counts.wrong += 1;
    this.trail.refused(ctx, [user], 'code', client, () => true);
    throw wrong();
  }

  private recordUse(ctx: Context, user: User): void {
    this.letters.enqueue(ctx, { kind: 'recovery_code_used', user_id: user.id });
    ctx.db.record(ctx, {
      action: 'use_recovery_code',
      record_type: nouns.mfa_factor.name,
      record_id: user.id,
      changes: {},
    });
  }
}

/** Authenticators show two groups of digits: people type the space too. */
const digitsOf = (code: string): string => code.replace(/\s/g, '');
