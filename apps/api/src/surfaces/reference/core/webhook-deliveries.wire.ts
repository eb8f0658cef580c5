import {
  WebhookAttempt,
  WebhookDelivery,
  deliveryStatuses,
  webhookErrors,
  type DeliveryWithAttempts,
} from '@usaha/core';
import { publicEventId, type PublicEvent } from '@usaha/shared/events';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { TAG, tagOf, type Tagged } from '../../../wire/present.js';
import { viewOf } from '../../../wire/view.js';
import { sortedBy } from '../reference.js';

const statuses = choices('WebhookDeliveryStatus', deliveryStatuses);
const errors = choices('WebhookError', webhookErrors);
const EVENT_ID = 'msg_0198f3a26b1c7c3e9d2a1f2e3d4c5b6a';
const MAX_EVENT_ID = 36;

/** GET /api/v1/webhooks/{webhook_id}/deliveries/. */
export class DeliveryListQuery extends sortedBy('created_at') {
  @param.choice('Status', statuses) status?: WebhookDelivery['status'];
  @param.text('Type of event', 'retail.sale.completed') event_type?: string;
  @param.text('Id of the event', EVENT_ID) event_id?: string;
  @param.day('Queued on this day or later (UTC+8)', '2026-03-01') date_from?: string;
  @param.day('Queued on this day or earlier (UTC+8)', '2026-03-31') date_to?: string;
}

@field.record('An event on its way to a webhook (A-447)')
export class DeliveryView {
  @field.id('Id of the delivery') id!: string;
  @field.id('Id of the webhook') webhook_id!: string;
  @field.text('Id of the event, as the header webhook-id has it', EVENT_ID, { max: MAX_EVENT_ID }) event_id!: string;
  @field.text('Type of the event', 'retail.sale.completed') event_type!: string;
  @field.count('Its place among the deliveries of the webhook, from 1; null of a test', 42, { nullable: true })
  sequence!: number | null;
  @field.choice(
    'Status; failed: its schedule is over, skipped: the webhook was disabled before it could be delivered',
    statuses,
  )
  status!: string;
  @field.count('Attempts that were made', 1) attempts_made!: number;
  @field.instant('When the next attempt is due (UTC); null: it has ended', { nullable: true })
  next_attempt_at!: Date | null;
  @field.count('Status code of the last attempt; null: no answer came', 204, { nullable: true })
  last_status_code!: number | null;
  @field.choice('Error of the last attempt; http: an answer that is no success (A-442)', errors, { nullable: true })
  last_error!: string | null;
  @field.instant('When it was queued (UTC)') created_at!: Date;
  @field.instant('When it was delivered (UTC)', { nullable: true }) delivered_at!: Date | null;
}

@field.record('One attempt of a delivery')
export class AttemptView {
  @field.count('Number of the attempt, from 1', 1) number!: number;
  @field.instant('When it began (UTC)') at!: Date;
  @field.flag('Whether it was asked for by hand', false) manual!: boolean;
  @field.count('Status code of the answer; null: none came', 204, { nullable: true }) status_code!: number | null;
  @field.count('Milliseconds that it took', 120) duration_ms!: number;
  @field.choice('What went wrong; null: it was delivered', errors, { nullable: true }) error!: string | null;
  @field.text('The printable part of the beginning of the answer, at most 1 KB', 'ok', { nullable: true, max: 1_024 })
  response_excerpt!: string | null;
}

@field.record('A delivery with what is sent, and its attempts')
export class DeliveryDetailView extends DeliveryView {
  @field.object('The event, as it is sent', {
    id: EVENT_ID,
    type: 'retail.sale.completed',
    timestamp: '2026-03-10T08:30:00.000Z',
  })
  payload!: Record<string, unknown>;
  @field.nestedList('Attempts, oldest first; the newest 100', AttemptView) attempts!: AttemptView[];
}

const fields = { event_id: ({ event_id }: WebhookDelivery) => publicEventId(event_id) };

export const deliveryView = viewOf(WebhookDelivery, DeliveryView, { fields });

const attemptView = viewOf(WebhookAttempt, AttemptView, {
  fields: {
    manual: ({ is_manual }) => is_manual,
    response_excerpt: ({ sealed_response }) => sealed_response,
  },
});

/** Deliveries have no version: what changes of them makes the tag. */
export const deliveryDetailView = ({ delivery, attempts }: DeliveryWithAttempts): DeliveryDetailView & Tagged => ({
  ...deliveryView(delivery),
  payload: JSON.parse(delivery.body) as Record<keyof PublicEvent, unknown>,
  attempts: attempts.map(attemptView),
  [TAG]: () => tagOf(1, delivery.attempts_made, [delivery.status, delivery.next_attempt_at]),
});
