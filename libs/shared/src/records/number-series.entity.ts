import { Entity } from 'typeorm';
import { columns } from '../schema/column.js';

/** How far a tenant's series of document numbers has come in a Malaysian year: see `columns.numbered`. */
@Entity({ schema: 'kernel', name: 'number_series' })
export class NumberSeriesRow {
  @columns.primary() tenant_id!: string;
  @columns.primary('text') series!: string;
  @columns.primary('count') year!: number;
  /** The last number that was given. */
  @columns.count() last!: number;
}
