import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One wrong sign-in: rows of the last 15 minutes are counted. The account is kept as a fingerprint. */
@Entity({ schema: 'core', name: 'login_attempts' })
export class LoginAttempt {
  @PrimaryColumn('uuid') tenant_id!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') account!: string;
  @Column('text') address!: string;
  @Column({ type: 'timestamp with time zone', precision: 3 }) at!: Date;
}
