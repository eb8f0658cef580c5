import { Entity } from 'typeorm';
import { TenantRecord, assignDefined, columns, conflict, invalid, roles, type Role } from '@usaha/shared';
import { networksOf } from './allowed-addresses.js';
import { messages } from './api-key.messages.js';
import { hashOfKey, hintOf, isSameHash, newKey, newReference } from './key-form.js';

export const apiKeyStates = ['active', 'expired', 'suspended'] as const;
export type ApiKeyState = (typeof apiKeyStates)[number];

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Days that a key lives unless told otherwise. */
const LIFETIME_DAYS = 365;

const details = [
  'name',
  'scopes',
  'role',
  'allowed_addresses',
  'rate_limit',
  'expires_at',
] as const satisfies (keyof ApiKey)[];
export type ApiKeyDetails = Pick<ApiKey, (typeof details)[number]>;

/** A credential of a program in a tenant. Its secret is told once; only the SHA-256 of the whole key is stored. */
@Entity({ schema: 'core', name: 'api_keys' })
export class ApiKey extends TenantRecord {
  @columns.text() name!: string;
  /** What names the key within its tenant in the text of the key; rotation keeps it. */
  @columns.code({ personal: true }) reference!: string;
  @columns.list() scopes!: string[];
  @columns.choice(roles) role: Role = 'staff';
  /** CIDR blocks that it may be used from; empty: from anywhere. */
  @columns.list() allowed_addresses: string[] = [];
  /** Requests a minute; null: the operator's default. */
  @columns.count({ nullable: true }) rate_limit: number | null = null;
  /** null: never. */
  @columns.instant({ nullable: true }) expires_at: Date | null = null;
  /** SHA-256 of the key, in base64; null once it was deleted. */
  @columns.code({ nullable: true, personal: true }) secret_hash: string | null = null;
  /** The last four characters of the key. */
  @columns.code() hint!: string;
  /** The user who made the key. */
  @columns.uuid() created_by!: string;
  /** The user who has seen the secret: who made the key or rotated it last. */
  @columns.uuid() seen_by!: string;
  @columns.instant({ nullable: true }) rotated_at: Date | null = null;
  /** SHA-256 of the key before the last rotation, while it overlaps. */
  @columns.code({ nullable: true, personal: true }) previous_hash: string | null = null;
  /** Until when the key before the last rotation is accepted too; null: it is not. */
  @columns.instant({ nullable: true }) previous_until: Date | null = null;
  /** The user who has seen that one. */
  @columns.uuid({ nullable: true }) previous_seen_by: string | null = null;
  /** Written by a job, at most 60 s late; no change of the key. */
  @columns.instant({ nullable: true }) last_used_at: Date | null = null;
  @columns.text({ nullable: true, personal: true }) last_used_address: string | null = null;
  /** Of which expiry administrators were told last, and how many days before it; 0: that it has passed. Written by a job. */
  @columns.instant({ nullable: true }) told_expiry: Date | null = null;
  @columns.count({ nullable: true }) told_days: number | null = null;
  /** The user for whom administrators were told that the key is suspended; null while it is not. Written by a job. */
  @columns.uuid({ nullable: true }) told_suspended: string | null = null;

  /** Whether the user who has seen the secret is an active administrator. Read with the key. */
  is_vouched = true;

  /**
   * @param maker the administrator who makes it
   * @throws invalid for an expiry in the past
   */
  static of(told: Partial<ApiKeyDetails> & Pick<ApiKeyDetails, 'name' | 'scopes'>, maker: string, now: Date): ApiKey {
    const key = new ApiKey();
    key.expires_at = new Date(now.getTime() + LIFETIME_DAYS * DAY_MS);
    key.reference = newReference();
    key.created_by = key.seen_by = maker;
    key.describe(told, now);
    return key;
  }

  /** Absent fields stay. @throws invalid for an expiry in the past, and for networks that are none */
  describe(changes: Partial<ApiKeyDetails>, now: Date): void {
    const { allowed_addresses } = changes;
    assignDefined(this, changes, details);
    if (allowed_addresses) this.allowed_addresses = networksOf(allowed_addresses);
    if (changes.expires_at && changes.expires_at <= now) throw invalid('expires_at', messages.expiryPast());
  }

  /** Draws a secret. @returns the key, which is nowhere kept */
  drawSecret(tenant_id: string): string {
    const key = newKey(tenant_id, this.reference);
    this.secret_hash = hashOfKey(key);
    this.hint = hintOf(key);
    return key;
  }

  /**
   * Draws a new secret. The one before stays valid for the overlap, and ends at once where it overlapped already.
   * @param rotator the administrator who rotates it @param overlap_hours 0 or more
   * @throws conflict for an expired key without a new expiry; invalid for an expiry in the past
   * @returns the key, which is nowhere kept
   */
  rotate(
    { rotator, overlap_hours, expires_at }: { rotator: string; overlap_hours: number; expires_at?: Date | null },
    tenant_id: string,
    now: Date,
  ): string {
    this.describe({ expires_at }, now);
    if (this.isExpired(now)) throw conflict('expires_at', messages.expiredRotation());
    const overlaps = overlap_hours > 0;
    this.previous_hash = overlaps ? this.secret_hash : null;
    this.previous_until = overlaps ? new Date(now.getTime() + overlap_hours * HOUR_MS) : null;
    this.previous_seen_by = overlaps ? this.seen_by : null;
    this.seen_by = rotator;
    this.rotated_at = now;
    this.is_vouched = true;
    return this.drawSecret(tenant_id);
  }

  /** Which of its secrets a text has, where that is accepted; null: none. */
  secretOf(hash: string, now: Date): 'present' | 'former' | null {
    if (this.secret_hash !== null && isSameHash(this.secret_hash, hash)) return 'present';
    const overlaps = this.previous_until !== null && this.previous_until > now;
    return overlaps && this.previous_hash !== null && isSameHash(this.previous_hash, hash) ? 'former' : null;
  }

  /** Ends the overlap of the last rotation. */
  endOverlap(): void {
    this.previous_hash = this.previous_until = this.previous_seen_by = null;
  }

  /** Forgets the hashes: a deleted key is kept for the trail alone. */
  forgetSecrets(): void {
    this.secret_hash = null;
    this.endOverlap();
  }

  isExpired(now: Date): boolean {
    return this.expires_at !== null && this.expires_at <= now;
  }

  /** An expired key is expired, be it suspended or not. */
  stateAt(now: Date): ApiKeyState {
    if (this.isExpired(now)) return 'expired';
    return this.is_vouched ? 'active' : 'suspended';
  }
}
