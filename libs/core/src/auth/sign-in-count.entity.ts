import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Tries of one name or one account that did not succeed, from all addresses. */
@Entity({ schema: 'core', name: 'sign_in_counts' })
export class SignInCount {
  @PrimaryColumn('uuid') tenant_id!: string;
  /** The id of a user, alone or with the purpose of the password; or the fingerprint of a name that was typed. */
  @PrimaryColumn('text') account!: string;
  /** Empty: the row is of all addresses. */
  @PrimaryColumn('text') address!: string;
  /** Ids of their time, the latest last. */
  @Column('uuid', { array: true }) attempts!: string[];
  /** Where each of them came from, as a fingerprint. */
  @Column('text', { array: true, default: () => "'{}'::text[]" }) addresses!: string[];
  @Column({ type: 'timestamp with time zone', precision: 3 }) last_at!: Date;
}
