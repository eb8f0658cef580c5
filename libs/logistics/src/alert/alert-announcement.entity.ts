import { columns } from '@usaha/shared';
import { Entity } from 'typeorm';

/**
 * The announcements of a day, permanently: all letters about that day say the same. It holds keyed fingerprints of
 * documents and their last days, and nothing about a person: an erasure need not look here.
 */
@Entity({ schema: 'logistics', name: 'alert_announcements' })
export class AlertAnnouncement {
  @columns.primary() tenant_id!: string;
  @columns.primary() id!: string;
  @columns.instant() created_at!: Date;
  /** YYYY-MM-DD, in Malaysia. */
  @columns.day() day!: string;
  @columns.list() fingerprints!: string[];
}
