import { Controller, Param, Query } from '@nestjs/common';
import { EventFeed } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Follows, Reads } from '../../../wire/route.js';
import {
  EventFeedView,
  EventView,
  FeedListQuery,
  eventFeedView,
  eventPage,
  eventView,
  feedQueryOf,
} from './events.wire.js';

@ApiTags('events')
@Records({ event_id: EventFeed })
@Controller('api/v1/events')
export class ReferenceEventsController {
  constructor(private readonly feed: EventFeed) {}

  @Acts('enable', EventFeedView, {
    summary: 'Turn the feed of events on',
    description:
      'For administrators. From now on events are recorded for GET events/ and kept for seven days. A feed that is not read for seven days is turned off. One that is on stays as it is (A-451).',
  })
  @Needs('events.administer')
  @Addition()
  async enable(@Ctx() ctx: Context) {
    return eventFeedView(await this.feed.enable(ctx));
  }

  @Acts('disable', EventFeedView, {
    summary: 'Turn the feed of events off',
    description: 'For administrators. Events are no longer recorded for it, and its cursors end (A-451).',
  })
  @Needs('events.administer')
  @Addition()
  async disable(@Ctx() ctx: Context) {
    return eventFeedView(await this.feed.disable(ctx));
  }

  @Follows('', EventView, {
    summary: 'Read the feed of events',
    description:
      'For administrators, and for programs that cannot receive webhooks. Lists every event after `cursor`, oldest first; poll with `next_cursor`. An event is in the feed shortly after its change, and none comes behind a cursor. 409 where the feed is off, and for a cursor that is not kept: begin again without it (A-451).',
  })
  @Needs('events.administer')
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: FeedListQuery) {
    return eventPage(await this.feed.list(ctx, feedQueryOf(query)));
  }

  @Reads(':event_id', EventView, {
    summary: 'Read an event of the feed',
    description: 'For administrators. An event is kept for seven days, and found while the feed is on (A-451).',
  })
  @Needs('events.administer')
  @Addition()
  async get(@Ctx() ctx: Context, @Param('event_id') id: string) {
    return eventView(await this.feed.get(ctx, id));
  }
}
