import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which instance does a job, until when, and what the job last reported. All rows are of the nil tenant. */
@Entity({ schema: 'core', name: 'job_leases' })
export class JobLeaseRow {
  @PrimaryColumn('uuid') tenant_id!: string;
  @PrimaryColumn('text') job!: string;
  /** Empty for a job that is done for all machines together. */
  @PrimaryColumn('text') machine!: string;
  /** The process, by an id that it draws at its start. */
  @Column('uuid') holder!: string;
  /** When the holder took or renewed the lease, on the clock of the database. */
  @Column({ type: 'timestamp with time zone', precision: 3 }) taken_at!: Date;
  /** When the lease ends unless it is renewed, on the same clock. */
  @Column({ type: 'timestamp with time zone', precision: 3 }) until!: Date;
  /** When a round of the job last came to its end without a failure, on the clock of its instance. */
  @Column({ type: 'timestamp with time zone', precision: 3, nullable: true }) succeeded_at!: Date | null;
  /** What the job tells all instances: figures, and nothing of a tenant. */
  @Column('jsonb', { nullable: true }) report!: object | null;
  /** When it did, on the clock of the database, to the last renewal. */
  @Column({ type: 'timestamp with time zone', precision: 3, nullable: true }) reported_at!: Date | null;
}
