import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a request that carried an Idempotency-Key was answered, for 24 hours. The answer is sealed. */
@Entity({ schema: 'kernel', name: 'idempotency_keys' })
export class IdempotencyKey {
  @PrimaryColumn('uuid') tenant_id!: string;
  @PrimaryColumn('uuid') user_id!: string;
  @PrimaryColumn('text') method!: string;
  @PrimaryColumn('text') path!: string;
  @PrimaryColumn('text') key!: string;
  @Column('uuid') id!: string;
  @Column('text') fingerprint!: string;
  @Column({ type: 'timestamp with time zone', precision: 3 }) created_at!: Date;
  /** null while the request has not been answered yet. */
  @Column({ type: 'integer', nullable: true }) status!: number | null;
  @Column({ type: 'text', nullable: true }) answer!: string | null;
}
