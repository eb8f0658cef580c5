import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * One sign-in. Its tokens name it; when it has ended they are refused. A session of an account that took a tenant moves
 * there with it, under its id, so that the current token works at once.
 */
@Entity({ schema: 'core', name: 'sessions' })
export class Session {
  @PrimaryColumn('uuid') tenant_id!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') user_id!: string;
  /** Where an earlier release, still running while this one takes its place, looks for who took a tenant. */
  @Column({ type: 'uuid', nullable: true }) moved_to!: string | null;
  @Column({ type: 'timestamp with time zone', precision: 3 }) created_at!: Date;
  @Column({ type: 'timestamp with time zone', precision: 3 }) expires_at!: Date;
  @Column({ type: 'timestamp with time zone', precision: 3, nullable: true }) ended_at!: Date | null;
}
