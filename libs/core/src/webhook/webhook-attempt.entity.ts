import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';

/** What went wrong with an attempt; `http`: an answer that is no success. */
export const webhookErrors = ['dns', 'connect', 'tls', 'timeout', 'blocked', 'closed', 'http'] as const;
export type WebhookError = (typeof webhookErrors)[number];

/** One attempt to deliver. */
@Entity({ schema: 'core', name: 'webhook_attempts' })
export class WebhookAttempt {
  @columns.primary() tenant_id!: string;
  @columns.primary() delivery_id!: string;
  /** From 1, over retries by hand. */
  @columns.primary('count') number!: number;
  /** By which the answer is sealed. */
  @columns.uuid() id!: string;
  @columns.instant() at!: Date;
  /** Whether it was asked for by hand. */
  @columns.flag({ default: false }) is_manual = false;
  @columns.count({ nullable: true }) status_code: number | null = null;
  /** Milliseconds. */
  @columns.count() duration_ms!: number;
  @columns.choice(webhookErrors, { nullable: true }) error: WebhookError | null = null;
  /** The printable part of the beginning of the answer, at most 1 KB. */
  @columns.sealed() sealed_response: string | null = null;
}
