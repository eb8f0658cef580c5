import { columns } from '@usaha/shared';
import { Entity } from 'typeorm';

/** A day on which low stock was announced, for all recipients of that day's letter and for all instances. Kept as long as its letters. */
@Entity({ schema: 'retail', name: 'stock_announcements' })
export class StockAnnouncement {
  @columns.primary() tenant_id!: string;
  @columns.primary() id!: string;
  @columns.instant() created_at!: Date;
  /** YYYY-MM-DD, in Malaysia. */
  @columns.day() day!: string;
}
