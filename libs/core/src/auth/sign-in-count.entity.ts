import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Attempts to sign in to one account from one address that did not succeed; those of the last 15 minutes count. */
@Entity({ schema: 'core', name: 'sign_in_counts' })
export class SignInCount {
  @PrimaryColumn('uuid') tenant_id!: string;
  /** The id of a user, or the fingerprint of a name that names nobody. */
  @PrimaryColumn('text') account!: string;
  @PrimaryColumn('text') address!: string;
  /** Ids of their time. */
  @Column('uuid', { array: true }) attempts!: string[];
  @Column({ type: 'timestamp with time zone', precision: 3 }) last_at!: Date;
}
