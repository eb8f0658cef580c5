import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A recovery code, as a keyed fingerprint: it is shown once, and stored nowhere. */
@Entity({ schema: 'core', name: 'mfa_recovery_codes' })
export class MfaRecoveryCode {
  @PrimaryColumn('uuid') tenant_id!: string;
  @PrimaryColumn('uuid') user_id!: string;
  /** HMAC-SHA-256 of user and code, with a key from SEARCH_KEY. */
  @PrimaryColumn('text') hash!: string;
  @Column({ type: 'timestamp with time zone', precision: 3 }) created_at!: Date;
  /** null: not used yet. */
  @Column({ type: 'timestamp with time zone', precision: 3, nullable: true }) used_at!: Date | null;
}
