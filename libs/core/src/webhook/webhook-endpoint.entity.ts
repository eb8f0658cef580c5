import { Entity } from 'typeorm';
import { TenantRecord, columns } from '@usaha/shared';

export const webhookOrderings = ['none', 'strict'] as const;
export type WebhookOrdering = (typeof webhookOrderings)[number];
export const webhookStatuses = ['active', 'disabled'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];
export const disabledReasons = ['manual', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** An address to which a tenant has its events sent. Its address, headers and secrets are sealed. */
@Entity({ schema: 'core', name: 'webhook_endpoints' })
export class WebhookEndpoint extends TenantRecord {
  @columns.sealed({ code: true }) sealed_url!: string | null;
  @columns.text({ nullable: true }) description: string | null = null;
  /** Patterns: names, `*`, `<context>.*`, `<context>.<noun>.*`. */
  @columns.list() event_types!: string[];
  @columns.choice(webhookOrderings, { default: 'none' }) ordering: WebhookOrdering = 'none';
  @columns.list() header_names: string[] = [];
  /** JSON of name and value. */
  @columns.sealed({ code: true }) sealed_headers: string | null = null;
  /** `whsec_` and the base64 of 32 bytes. */
  @columns.sealed({ code: true }) sealed_secret!: string | null;
  /** The one before the last rotation, which signs too until it expires. */
  @columns.sealed({ code: true }) sealed_previous_secret: string | null = null;
  @columns.instant({ nullable: true }) previous_secret_expires_at: Date | null = null;
  @columns.choice(webhookStatuses, { default: 'active' }) status: WebhookStatus = 'active';
  @columns.choice(disabledReasons, { nullable: true }) disabled_reason: DisabledReason | null = null;
  @columns.instant({ nullable: true }) disabled_at: Date | null = null;
  /** Of the first failure after the last success. Written by the job that sends, as all below; no change of the endpoint. */
  @columns.instant({ nullable: true }) failing_since: Date | null = null;
  @columns.count({ default: 0 }) failures_in_row = 0;
  @columns.instant({ nullable: true }) last_attempt_at: Date | null = null;
  @columns.instant({ nullable: true }) last_success_at: Date | null = null;
  /** The sequence of its newest delivery; the first is 1. */
  @columns.count({ default: 0 }) last_sequence = 0;
}
