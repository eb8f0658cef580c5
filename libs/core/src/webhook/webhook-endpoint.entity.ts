import { Entity } from 'typeorm';
import { TenantRecord, assignDefined, columns } from '@usaha/shared';
import { customHeadersOf } from './custom-headers.js';
import { eventPatternsOf } from './event-patterns.js';
import { newWebhookSecret } from './signature.js';

export const webhookOrderings = ['none', 'strict'] as const;
export type WebhookOrdering = (typeof webhookOrderings)[number];
export const webhookStatuses = ['active', 'disabled'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];
export const disabledReasons = ['manual', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

const HOUR_MS = 3_600_000;

const details = ['description', 'ordering'] as const satisfies (keyof WebhookEndpoint)[];

/** The details of an endpoint. */
export interface WebhookDetails extends Pick<WebhookEndpoint, (typeof details)[number] | 'event_types'> {
  url: string;
  /** Names and values; all there are. */
  headers: Readonly<Record<string, unknown>>;
}

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

  /** Deliveries that are pending, counted to 10,000. Read with the endpoint. */
  pending = 0;

  /** @throws invalid for patterns and headers that are none */
  static of(told: Partial<WebhookDetails> & Pick<WebhookDetails, 'url'>): WebhookEndpoint {
    const endpoint = new WebhookEndpoint();
    endpoint.event_types = ['*'];
    endpoint.describe(told);
    return endpoint;
  }

  /** Absent fields stay. @throws invalid for patterns and headers that are none */
  describe({ url, event_types, headers, ...changes }: Partial<WebhookDetails>): void {
    assignDefined(this, changes, details);
    if (url !== undefined) this.sealed_url = url;
    if (event_types) this.event_types = eventPatternsOf(event_types);
    if (headers) this.setHeaders(customHeadersOf(headers));
  }

  /** Draws a secret. @returns it in clear */
  drawSecret(): string {
    const secret = newWebhookSecret();
    this.sealed_secret = secret;
    return secret;
  }

  /**
   * Draws a new secret. The one before signs too until it expires; one that overlapped already is dropped.
   * @param expire_in_hours 0: the new secret signs alone @returns it in clear
   */
  rotateSecret(expire_in_hours: number, now: Date): string {
    const overlaps = expire_in_hours > 0;
    this.sealed_previous_secret = overlaps ? this.sealed_secret : null;
    this.previous_secret_expires_at = overlaps ? new Date(now.getTime() + expire_in_hours * HOUR_MS) : null;
    return this.drawSecret();
  }

  /** The secrets that sign at an instant: the present one, then the one before while it overlaps. */
  secretsAt(now: Date): string[] {
    const former = this.overlapEnd(now) === null ? null : this.sealed_previous_secret;
    return [this.sealed_secret, former].filter((secret) => secret !== null);
  }

  /** Until when the former secret signs too; null: it does not any more. */
  overlapEnd(now: Date): Date | null {
    const ends = this.previous_secret_expires_at;
    return ends !== null && ends > now ? ends : null;
  }

  /** Headers that its requests carry in addition. */
  get headers(): Record<string, string> {
    return this.sealed_headers === null ? {} : (JSON.parse(this.sealed_headers) as Record<string, string>);
  }

  enable(): void {
    if (this.status === 'active') return;
    this.status = 'active';
    this.disabled_reason = this.disabled_at = this.failing_since = null;
    this.failures_in_row = 0;
  }

  /** An endpoint that is disabled already keeps its reason. */
  disable(reason: DisabledReason, now: Date): void {
    if (this.status === 'disabled') return;
    this.status = 'disabled';
    this.disabled_reason = reason;
    this.disabled_at = now;
  }

  /** Forgets what is sealed: a deleted endpoint is kept for the trail and the log alone. */
  forgetSecrets(): void {
    this.sealed_url = this.sealed_headers = this.sealed_secret = this.sealed_previous_secret = null;
    this.previous_secret_expires_at = null;
  }

  private setHeaders(headers: Readonly<Record<string, string>>): void {
    const names = Object.keys(headers);
    this.header_names = names;
    this.sealed_headers = names.length === 0 ? null : JSON.stringify(headers);
  }
}
