import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '../../../wire/for-documents.js';
import { Addition, ListsWhole } from '../../../wire/route.js';
import { EventTypeView, EventTypesQuery, eventTypesOf } from './event-types.wire.js';

/** Registered before the webhooks: `event-types` is no id of an endpoint. */
@ApiTags('webhooks')
@Controller('api/v1/webhooks/event-types')
export class ReferenceEventTypesController {
  @ListsWhole('', EventTypeView, {
    summary: 'List the types of events',
    description:
      'Lists each type with the JSON Schema of its `data` and an example of a whole event, as webhooks and the feed tell it (A-435).',
  })
  @Addition()
  list(@Query() query: EventTypesQuery) {
    return eventTypesOf(query);
  }
}
