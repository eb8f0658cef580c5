import { moduleKeys } from '@usaha/core';
import { eventTypes, type EventType } from '@usaha/shared/events';
import { dataSchemaOf, exampleOf } from '../../../events/event-schema.js';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { plainView } from '../../../wire/view.js';

/** Contexts of events: the core's, and those of the modules. */
const contexts = choices('EventContext', ['core', ...moduleKeys] as const);

/** GET /api/v1/webhooks/event-types/. */
export class EventTypesQuery {
  @param.choice('Types of this context alone', contexts) context?: (typeof contexts)[number];
}

@field.record('A text in each language')
export class WordsView {
  @field.text('In English', 'A sale is completed') en!: string;
  @field.text('In Malay', 'Jualan selesai') ms!: string;
}

@field.record('A type of events, and what its events hold (A-432)')
export class EventTypeView {
  @field.text('Type: <context>.<noun>.<verb in the past tense>', 'retail.sale.completed', { max: 100 }) type!: string;
  @field.text('Context: core or a module', 'retail', { max: 100 }) context!: string;
  @field.text('Module that a tenant needs for it; null: none', 'retail', { nullable: true, max: 100 })
  module!: string | null;
  @field.nested('When such an event happens', WordsView) description!: WordsView;
  @field.text('Release of the service that has announced it first', '1.3.0', { max: 20 }) since!: string;
  @field.object('JSON Schema (2020-12) of `data`, self-contained; no other keys are there', {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
  })
  schema!: Record<string, unknown>;
  @field.object('A whole event of the type', { type: 'retail.sale.completed' }) example!: Record<string, unknown>;
}

export const eventTypeView = plainView<EventType, EventTypeView>(EventTypeView, {
  fields: {
    description: ({ description: { en, ms } }) => ({ en, ms }),
    schema: (type) => ({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...dataSchemaOf(type) }),
    example: exampleOf,
  },
});

/** The types of a context, or all, by name. */
export const eventTypesOf = ({ context }: EventTypesQuery): EventTypeView[] =>
  eventTypes()
    .filter((type) => context === undefined || type.context === context)
    .map(eventTypeView);
