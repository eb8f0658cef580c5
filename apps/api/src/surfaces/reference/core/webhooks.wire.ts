import {
  WebhookEndpoint,
  disabledReasons,
  webhookOrderings,
  webhookStatuses,
  type NewWebhook,
  type Replay,
  type Replayed,
  type TellableWebhook,
  type WebhookDetails,
} from '@usaha/core';
import { readInstant } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { PartialType } from '../../../wire/partial-type.js';
import { KEPT, type Kept } from '../../../wire/present.js';
import { plainView, viewFor } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';

/** Characters of an address, and patterns of event types. */
const MAX_URL = 2_000;
const MOST_PATTERNS = 200;
/** Longest overlap of a rotation, in hours. */
const MOST_OVERLAP = 168;

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

const orderings = choices('WebhookOrdering', webhookOrderings);

/** POST /api/v1/webhooks/. */
export class WebhookBody {
  @field.text(
    'Address that events are sent to: https, port 443 or from 1024, public, without user, password and fragment (A-450)',
    'https://erp.example.com/usaha',
    { max: MAX_URL, view: { description: 'Address that events are sent to', max: MAX_URL } },
  )
  url!: string;
  @field.text('What it is for', 'Accounts of the head office', { optional: true }) description?: string | null;
  @field.texts(
    'Events that are sent: types, "*", "<context>.*", "<context>.<noun>.*"; "*" unless given (A-438)',
    ['retail.sale.*', 'core.payment.completed'],
    { unset: true, nullable: false, min: 1, max: MOST_PATTERNS, view: 'Events that are sent: types and patterns' },
  )
  event_types?: string[];
  @field.choice('Order of deliveries; strict: each waits for those before it (A-445); none unless given', orderings, {
    unset: true,
    view: 'Order of deliveries; strict: each waits for those before it',
  })
  ordering?: WebhookEndpoint['ordering'];
  @field.object(
    'Headers that requests carry in addition: at most 10, names of letters, digits and hyphens, values of printable ASCII. PUT replaces all of them; absent: they stay; null: none (A-441)',
    { Authorization: 'Bearer 3f9a' },
    { unset: true },
  )
  headers?: Record<string, unknown>;
}

/** PUT /api/v1/webhooks/{webhook_id}/: the same fields, all optional. */
export class WebhookPatch extends PartialType(WebhookBody) {}

/** POST /api/v1/webhooks/{webhook_id}/rotate-secret/. */
export class RotateSecretBody {
  @field.count('Hours for which the former secret signs too; 24 unless given, 0: the new one signs alone', 24, {
    unset: true,
    max: MOST_OVERLAP,
  })
  expire_in_hours?: number;
}

const replayable = choices('ReplayableStatus', ['failed', 'skipped'] satisfies Replay['status'][]);

/** POST /api/v1/webhooks/{webhook_id}/replay/. */
export class ReplayBody {
  @field.sentInstant('Events since then; at most 7 days ago') since!: string;
  @field.sentInstant('Events before then; now unless given', { optional: true, example: '2099-12-31T23:59:59+08:00' })
  until?: string | null;
  @field.texts('Only these events: types and patterns (A-438)', ['retail.sale.completed'], {
    optional: true,
    min: 1,
    max: MOST_PATTERNS,
  })
  event_types?: string[] | null;
  @field.choice('Only deliveries that ended so; all events unless given', replayable, { optional: true })
  status?: Replay['status'];
}

@field.record('An address to which events are sent, without its secret and the values of its headers (A-437)')
export class WebhookView extends ViewType(WebhookBody, { except: ['headers'] }) {
  @field.id('Id of the webhook') id!: string;
  @field.id('Id of the business') tenant_id!: string;
  @field.texts('Names of the headers that requests carry in addition', ['Authorization']) header_names!: string[];
  @field.choice('active: events are sent', choices('WebhookStatus', webhookStatuses)) status!: string;
  @field.choice(
    'Why it is disabled: by hand, after an answer of 410, after failures alone for 5 days (A-446)',
    choices('WebhookDisabledReason', disabledReasons),
    { nullable: true },
  )
  disabled_reason!: string | null;
  @field.instant('First failure since the last success (UTC)', { nullable: true }) failing_since!: Date | null;
  @field.instant('Last success (UTC)', { nullable: true }) last_success_at!: Date | null;
  @field.count('Deliveries that are pending, counted to 10,000', 0) pending!: number;
  @field.count('Sequence of the newest delivery; the first is 1', 42) last_sequence!: number;
  @field.instant('Until when the former secret signs too (UTC)', { nullable: true })
  previous_secret_expires_at!: Date | null;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

@field.record('A webhook with its secret, which is shown this once (A-439)')
export class ToldWebhookView extends WebhookView {
  @field.text(
    'The secret that signs requests, as Standard Webhooks has it; null in the repeated answer to an Idempotency-Key',
    SECRET,
    { nullable: true, max: 64 },
  )
  secret!: string | null;
}

/** The view at an instant, on which it depends whether the former secret signs. */
export const webhookView = viewFor<WebhookEndpoint, WebhookView, Date>(WebhookEndpoint, WebhookView, {
  revision: 1,
  etagParts: (endpoint, now) => [
    endpoint.failing_since,
    endpoint.last_success_at,
    endpoint.pending,
    endpoint.last_sequence,
    endpoint.overlapEnd(now),
  ],
  fields: {
    url: ({ sealed_url }) => sealed_url ?? '',
    previous_secret_expires_at: (endpoint, now) => endpoint.overlapEnd(now),
  },
});

/** The view of a webhook that was just made or whose secret was rotated. The answer that an Idempotency-Key repeats has none. */
export const toldWebhookView =
  (now: Date) =>
  ({ record, secret }: TellableWebhook): ToldWebhookView & Kept => {
    const view = webhookView(now)(record);
    return { ...view, secret, [KEPT]: () => ({ ...view, secret: null }) };
  };

@field.record('What a replay queued')
export class ReplayView {
  @field.count('Events that were queued, at most 10,000', 120) queued!: number;
  @field.flag('Whether more remain: replay them since `until`', false) more!: boolean;
  @field.instant('Before which all are queued (UTC)') until!: Date;
}

export const replayView = plainView<Replayed, ReplayView>(ReplayView);

export const newWebhook = (body: WebhookBody): NewWebhook => body;
export const webhookChanges = (body: WebhookPatch): Partial<WebhookDetails> => body;

/** The validation of the body makes sure that they are instants. */
export const replayOf = ({ since, until, event_types, status }: ReplayBody): Replay => ({
  since: readInstant(since) as Date,
  until: typeof until === 'string' ? readInstant(until) : null,
  event_types,
  status,
});
