import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A domain event, written with the change that it announces or not at all. It stays until all its handlers are done;
 * one that keeps failing is parked for inspection.
 */
@Entity({ schema: 'kernel', name: 'outbox' })
export class OutboxEvent {
  @PrimaryColumn('uuid') tenant_id!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column({ type: 'timestamp with time zone', precision: 3 }) at!: Date;
  /** What happened, in the past tense of the domain: `payment.completed`. */
  @Column('text') name!: string;
  @Column('jsonb') payload!: Record<string, unknown>;
  /** Handlers that are done with it. */
  @Column('text', { array: true }) done!: string[];
  @Column('integer') attempts!: number;
  @Column({ type: 'timestamp with time zone', precision: 3 }) available_at!: Date;
  @Column({ type: 'timestamp with time zone', precision: 3, nullable: true }) handled_at!: Date | null;
  @Column({ type: 'timestamp with time zone', precision: 3, nullable: true }) parked_at!: Date | null;
  /** What the last handler that failed said. */
  @Column({ type: 'text', nullable: true }) error!: string | null;
  /** Its place in the feed of its tenant, given after it was committed; null: it has none. */
  @Column({ type: 'bigint', nullable: true }) position!: string | null;
}
