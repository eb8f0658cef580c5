import { columns } from '@usaha/shared';
import { Entity } from 'typeorm';

/** A product that fell to its minimum stock, and the day that announces it: until then at most one notice of a product waits. */
@Entity({ schema: 'retail', name: 'low_stock_notices' })
export class LowStockNotice {
  @columns.primary() tenant_id!: string;
  @columns.primary() id!: string;
  @columns.uuid() product_id!: string;
  /** When it last fell before it was announced. */
  @columns.instant() fell_at!: Date;
  /** YYYY-MM-DD, in Malaysia; null: it is not announced yet. */
  @columns.day({ nullable: true }) day: string | null = null;
}
