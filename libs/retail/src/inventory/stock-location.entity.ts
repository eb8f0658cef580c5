import { columns } from '@usaha/shared';
import { Entity } from 'typeorm';

/** How much of a product's stock lies at a location. Locations are named freely; there is no list of them. */
@Entity({ schema: 'retail', name: 'stock_locations' })
export class StockLocation {
  @columns.primary() tenant_id!: string;
  @columns.primary() product_id!: string;
  @columns.primary('text') location!: string;
  @columns.count() quantity!: number;
  @columns.derived('lower(btrim(location))') readonly location_key?: string;
}
