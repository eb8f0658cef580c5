import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

export const movementKinds = ['opening', 'correction', 'update', 'adjustment', 'transfer', 'sale', 'refund'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** What a movement did at one location. */
export interface LocationChange {
  location: string;
  quantity_changed: number;
  /** The stock there after it. */
  balance: number;
}

/** One change of a product's stock: who, why, where, and what was left. A product's stock is the sum of these. */
@Entity({ schema: 'retail', name: 'stock_movements' })
export class StockMovement extends LedgerEntry {
  @columns.uuid() product_id!: string;
  @columns.choice(movementKinds) kind!: MovementKind;
  /** In units of the product, negative when it left; 0 for a transfer, which leaves the total alone. */
  @columns.count() quantity_changed!: number;
  /** The whole stock after it. */
  @columns.count() balance!: number;
  /** Units that were sold without a network and not in stock. */
  @columns.count() shortage = 0;
  /** Locations that it touched; stock without a location is none of them. */
  @columns.object() location_changes: LocationChange[] = [];
  @columns.text({ nullable: true }) reason: string | null = null;
  @columns.text({ nullable: true }) reference: string | null = null;
  @columns.text({ nullable: true }) notes: string | null = null;
  @columns.uuid({ nullable: true }) sale_id: string | null = null;
}
