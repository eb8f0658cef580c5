import type { FeedPage, FeedQuery, FeedState } from '@usaha/core';
import type { PublicEvent } from '@usaha/shared/events';
import { CursorPage } from '../../../wire/cursor-page.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { TAG, tagOf, type Tagged } from '../../../wire/present.js';
import { plainView } from '../../../wire/view.js';

/** Most events in one answer. */
const MOST_EVENTS = 100;
/** All types with commas between. */
const MAX_TYPES = 4_000;
const EXAMPLE_ID = 'msg_0198f3a26b1c7c3e9d2a1f2e3d4c5b6a';

/** GET /api/v1/events/. */
export class FeedListQuery {
  @param.text(
    'Id of the last event that was read: the events after it are answered; absent or *: from the oldest',
    EXAMPLE_ID,
  )
  cursor?: string;
  @param.text(
    'Types of events, or patterns: <context>.<noun>.*, <context>.*, *; with commas between. All unless given',
    'retail.sale.*',
    { max: MAX_TYPES },
  )
  event_types?: string;
  @param.position(`Events in an answer; at most ${MOST_EVENTS}, more is taken as ${MOST_EVENTS}`, MOST_EVENTS)
  page_size?: number;
}

@field.record('Whether the feed of events is on')
export class EventFeedView {
  @field.flag('Whether events are recorded for the feed', true) enabled!: boolean;
  @field.instant('Since when the feed is on (UTC); null where it is off', { nullable: true }) since!: Date | null;
}

@field.record('An event: what happened in a business, as webhooks and the feed tell it (A-431)')
export class EventView {
  @field.text('Id of the event: msg_ and 32 hexadecimal digits', EXAMPLE_ID, { max: 36 }) id!: string;
  @field.text('Type: <context>.<noun>.<verb in the past tense>', 'retail.sale.completed', { max: 100 }) type!: string;
  @field.instant('When it happened (UTC)') timestamp!: string;
  @field.id('Id of the tenant in which it happened') tenant_id!: string;
  @field.id('Id of the user or API key that did it; null for the service itself', undefined, { nullable: true })
  actor_id!: string | null;
  @field.object('What happened: the keys of its type, which GET webhooks/event-types/ lists', {
    id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
  })
  data!: Record<string, unknown>;
}

export const eventFeedView = plainView<FeedState, EventFeedView>(EventFeedView);

/** An event never changes: its ETag stays the same. */
export const eventView = (event: PublicEvent): EventView & Tagged => ({
  ...event,
  timestamp: event.timestamp,
  [TAG]: () => tagOf(1, 1),
});

export const eventPage = ({ events, size, has_more, next_cursor }: FeedPage): CursorPage<EventView> =>
  new CursorPage(events, { page_size: size, has_more, next_cursor });

export const feedQueryOf = ({ page_size = MOST_EVENTS, ...query }: FeedListQuery): FeedQuery => ({
  ...query,
  size: Math.min(page_size, MOST_EVENTS),
});
