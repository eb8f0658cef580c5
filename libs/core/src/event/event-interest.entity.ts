import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which events a tenant awaits: others are not recorded. A tenant without a row awaits none. */
@Entity({ schema: 'core', name: 'event_interests' })
export class EventInterest {
  @PrimaryColumn('uuid') tenant_id!: string;
  /** The tenant's. */
  @PrimaryColumn('uuid') id!: string;
  /** Patterns of the endpoints that are active, or were disabled less than seven days ago. */
  @Column('text', { array: true }) endpoint_types!: string[];
  /** Types that handlers of the service await for this tenant. */
  @Column('text', { array: true }) inner_types!: string[];
  /** Since when the feed is on; null: it is off. */
  @Column({ type: 'timestamp with time zone', precision: 3, nullable: true }) feed_since!: Date | null;
  /** When the feed was last read, or turned on. */
  @Column({ type: 'timestamp with time zone', precision: 3, nullable: true }) feed_read_at!: Date | null;
  /** The position of the feed's newest event. */
  @Column('bigint', { default: 0 }) last_position!: string;
  /** The position after which the feed begins: that of the newest event when it was turned on. */
  @Column('bigint', { default: 0 }) feed_from!: string;
}
