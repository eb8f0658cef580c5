import { columns } from '@usaha/shared';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How much of a product's stock lies at a location. Locations are named freely; there is no list of them. */
@Entity({ schema: 'retail', name: 'stock_locations' })
export class StockLocation {
  @PrimaryColumn('uuid') tenant_id!: string;
  @PrimaryColumn('uuid') product_id!: string;
  @PrimaryColumn('text') location!: string;
  @Column('integer') quantity!: number;
  @columns.derived('lower(btrim(location))') readonly location_key?: string;
}
