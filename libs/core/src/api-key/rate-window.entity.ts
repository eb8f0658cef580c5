import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The requests that all instances took of a minute of an API key; under the tenant's id, the tests of its webhooks. */
@Entity({ schema: 'core', name: 'rate_windows' })
export class RateWindow {
  @PrimaryColumn('uuid') tenant_id!: string;
  /** The start of the minute, on the clock of the database. */
  @PrimaryColumn({ type: 'timestamp with time zone', precision: 3 }) started_at!: Date;
  @PrimaryColumn('uuid') api_key_id!: string;
  @Column('integer') taken!: number;
  /** When a slice was last taken, on the clock of the database. */
  @Column({ type: 'timestamp with time zone', precision: 3 }) taken_at!: Date;
}
