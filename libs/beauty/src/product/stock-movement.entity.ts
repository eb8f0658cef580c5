import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

export const beautyMovementKinds = ['opening', 'correction', 'used', 'sold', 'returned'] as const;
export type BeautyMovementKind = (typeof beautyMovementKinds)[number];

/** One change of a product's stock: who, why, and what was left. A product's stock is the sum of these. */
@Entity({ schema: 'beauty', name: 'stock_movements' })
export class BeautyStockMovement extends LedgerEntry {
  @columns.uuid() product_id!: string;
  @columns.choice(beautyMovementKinds) kind!: BeautyMovementKind;
  /** In units of the product, negative when it left; 0 where a treatment needed some and nothing was there. */
  @columns.count() quantity_changed!: number;
  /** The stock after it. */
  @columns.count() balance!: number;
  /** Units that a treatment needed and that were not there; else 0. */
  @columns.count() shortage = 0;
  /** The appointment that used it. */
  @columns.uuid({ nullable: true }) appointment_id: string | null = null;
}
