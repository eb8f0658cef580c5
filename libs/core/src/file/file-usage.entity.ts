import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How much of its quota a tenant uses: the sum over its files, those among them whose bytes arrive. */
@Entity({ schema: 'core', name: 'file_usage' })
export class FileUsageRow {
  @PrimaryColumn('uuid') tenant_id!: string;
  /** The tenant's. */
  @PrimaryColumn('uuid') id!: string;
  @Column('bigint') used_bytes!: string;
  @Column('integer') files!: number;
  /** The files of records that were deleted before are gone. */
  @Column({ type: 'timestamptz', nullable: true, precision: 3 }) purged_until!: Date | null;
}
