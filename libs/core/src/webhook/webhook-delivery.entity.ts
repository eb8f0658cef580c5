import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';
import { webhookErrors, type WebhookError } from './webhook-attempt.entity.js';

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One event on its way to one endpoint. It is no record that clients change: it has no version. */
@Entity({ schema: 'core', name: 'webhook_deliveries' })
export class WebhookDelivery {
  @columns.primary() tenant_id!: string;
  @columns.primary() id!: string;
  @columns.instant() created_at!: Date;
  @columns.uuid() webhook_id!: string;
  @columns.uuid() event_id!: string;
  @columns.text() event_type!: string;
  /** Of its endpoint, from 1 and without gaps; null of a test. */
  @columns.count({ nullable: true }) sequence: number | null = null;
  /** The bytes that are sent, the same with each attempt. */
  @columns.code() body!: string;
  @columns.choice(deliveryStatuses) status!: DeliveryStatus;
  @columns.count({ default: 0 }) attempts_made = 0;
  /** The step of the schedule, which a retry by hand begins again. */
  @columns.count({ default: 0 }) step = 0;
  /** Whether the next attempt was asked for by hand. */
  @columns.flag({ default: false }) is_manual = false;
  /** null once it has ended. */
  @columns.instant({ nullable: true }) next_attempt_at: Date | null = null;
  /** Until when no other instance sends it. */
  @columns.instant({ nullable: true }) claimed_until: Date | null = null;
  @columns.count({ nullable: true }) last_status_code: number | null = null;
  @columns.choice(webhookErrors, { nullable: true }) last_error: WebhookError | null = null;
  @columns.instant({ nullable: true }) delivered_at: Date | null = null;
  @columns.instant({ nullable: true }) ended_at: Date | null = null;
}
