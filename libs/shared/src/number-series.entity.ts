import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a tenant's series of document numbers has come in a Malaysian year: see `columns.numbered`. */
@Entity({ schema: 'kernel', name: 'number_series' })
export class NumberSeriesRow {
  @PrimaryColumn('uuid') tenant_id!: string;
  @PrimaryColumn('text') series!: string;
  @PrimaryColumn('integer') year!: number;
  /** The last number that was given. */
  @Column('integer') last!: number;
}
