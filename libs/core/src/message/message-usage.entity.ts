import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';
import type { TemplateName } from './message-templates.js';
import type { Way } from './template.js';

/** Messages of a business on a day (UTC+8) by one way and template. */
@Entity({ schema: 'core', name: 'message_usage' })
export class MessageUsageRow {
  @columns.primary() tenant_id!: string;
  /** YYYY-MM-DD. */
  @columns.primary('text') day!: string;
  @columns.primary('text') way!: Way;
  @columns.primary('text') template!: TemplateName;
  @columns.count() messages!: number;
  /** Of short messages; 1 of each other. */
  @columns.count() parts!: number;
  /** Ringgit. */
  @columns.money() cost!: number;
}
