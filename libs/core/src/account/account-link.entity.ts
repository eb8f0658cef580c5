import { Entity } from 'typeorm';
import { TenantRecord, columns } from '@usaha/shared';
import type { CountedTry } from '../auth/sign-in-limiter.js';

/** What a link is for; `sign_in` is a challenge between password and second factor, which no letter carries. */
export const accountLinkPurposes = ['reset', 'invitation', 'email', 'sign_in'] as const;
export type AccountLinkPurpose = (typeof accountLinkPurposes)[number];

/** A token's record: it names one user and works once. */
@Entity({ schema: 'core', name: 'account_links' })
export class AccountLink extends TenantRecord {
  @columns.uuid() user_id!: string;
  @columns.choice(accountLinkPurposes) purpose!: AccountLinkPurpose;
  /** The address that its letter goes to; for `email` the one that it confirms. */
  @columns.sealed({ code: true }) email!: string | null;
  /** SHA-256 of the secret, in base64url; null until the letter is sent. */
  @columns.code({ nullable: true, personal: true }) secret_hash: string | null = null;
  /** When a mail server took its letter. */
  @columns.instant({ nullable: true }) sent_at: Date | null = null;
  /** When a mail server said that it will never take its letter. */
  @columns.instant({ nullable: true }) refused_at: Date | null = null;
  @columns.instant() expires_at!: Date;
  /** When it was used, or ended before that. */
  @columns.instant({ nullable: true }) ended_at: Date | null = null;
  /** JSON of what the sign-in of a challenge counts as until its code is right: fingerprints and ids, whose digits are no card's. */
  @columns.code({ nullable: true, personal: true }) counted_json: string | null = null;
  /** Wrong codes of a challenge. */
  @columns.count({ default: 0 }) wrong_codes = 0;

  /** null for a link that a letter carries. */
  get counted(): CountedTry | null {
    return this.counted_json === null ? null : (JSON.parse(this.counted_json) as CountedTry);
  }

  isLiveAt(now: Date): boolean {
    return this.ended_at === null && this.expires_at > now;
  }
}
