import { Entity } from 'typeorm';
import { TenantRecord, columns } from '@usaha/shared';

/** Wrong codes of a user within an hour, after which no further one is looked at. */
export const MOST_WRONG_CODES = 10;
/** Milliseconds for which a wrong code counts. */
export const WRONG_CODES_COUNT_MS = 3_600_000;
/** Milliseconds in which a new secret must be confirmed. */
const ENROLMENT_MS = 15 * 60_000;

/**
 * The second factor of one membership, with the id of its user. There is a row once an enrolment was begun; without a secret
 * there is no factor.
 */
@Entity({ schema: 'core', name: 'mfa_factors' })
export class MfaFactor extends TenantRecord {
  /** In base 32; null: there is no factor. */
  @columns.sealed({ code: true }) secret!: string | null;
  /** The secret of an enrolment that is not confirmed. */
  @columns.sealed({ code: true }) new_secret!: string | null;
  @columns.instant({ nullable: true }) new_secret_until: Date | null = null;
  @columns.instant({ nullable: true }) confirmed_at: Date | null = null;
  /** The last step whose code was used: that code and earlier ones are refused. Moved by a right code, which is no change. */
  @columns.count() last_step = 0;
  /** Instants of the last wrong codes, the latest last. Moved by a code, which is no change: it leaves `version` alone. */
  @columns.list() wrong_codes: string[] = [];

  get is_enabled(): boolean {
    return this.confirmed_at !== null;
  }

  /** Keeps a new secret apart until its first code: the present one holds until then. @returns when it ends */
  begin(secret: string, now: Date): Date {
    this.new_secret = secret;
    this.new_secret_until = new Date(now.getTime() + ENROLMENT_MS);
    return this.new_secret_until;
  }

  /** The secret that waits for its first code; null: there is none, or its time is over. */
  secretToConfirm(now: Date): string | null {
    return this.new_secret_until !== null && this.new_secret_until > now ? this.new_secret : null;
  }

  /** The new secret takes the place of the present one. @param step that its first code was of */
  confirm(step: number, now: Date): void {
    this.secret = this.new_secret;
    this.confirmed_at = now;
    this.last_step = step;
    this.wrong_codes = [];
    this.new_secret = this.new_secret_until = null;
  }

  /** Ends the factor, and an enrolment that was begun. */
  end(): void {
    this.secret = this.new_secret = this.new_secret_until = this.confirmed_at = null;
  }

  /** The same factor in the tenant that its account takes. */
  moved(): MfaFactor {
    const { id, secret, new_secret, new_secret_until, confirmed_at, last_step, wrong_codes } = this;
    const kept = { id, secret, new_secret, new_secret_until, confirmed_at, last_step, wrong_codes };
    return Object.assign(new MfaFactor(), kept);
  }

  /** When the next code is looked at; null: now. */
  lockedUntil(now: Date): Date | null {
    const oldest = this.countedAt(now).at(-MOST_WRONG_CODES);
    return oldest === undefined ? null : new Date(oldest + WRONG_CODES_COUNT_MS);
  }

  /** Whether a wrong code is the first in an hour after which none is looked at: the user is told once of guesses without a pause. */
  locksAt(now: Date): boolean {
    const latest = this.wrong_codes.at(-1);
    const before = latest === undefined ? null : new Date(latest);
    const wasLocked = before !== null && this.countedAt(now).length > 0 && this.lockedUntil(before) !== null;
    return this.countedAt(now).length === MOST_WRONG_CODES - 1 && !wasLocked;
  }

  /** Wrong codes that count at a moment, in milliseconds since 1970. */
  private countedAt(moment: Date): number[] {
    const since = moment.getTime() - WRONG_CODES_COUNT_MS;
    return this.wrong_codes.map((text) => Date.parse(text)).filter((time) => time > since);
  }
}
