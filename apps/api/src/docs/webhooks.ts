import { eventTypes, type EventType } from '@usaha/shared/events';
import { dataSchemaOf, exampleOf, type EventSchema } from '../events/event-schema.js';
import { parameterRef, schemaRef, type Parameter, type Schema, type WebhookOperation } from './openapi.js';
import type { Schemas } from './schemas.js';

/** Headers of every request that a webhook sends. */
export const webhookParameters: Record<'WebhookId' | 'WebhookTimestamp' | 'WebhookSignature', Parameter> = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description:
      'Id of the event, the same with each attempt: an event that was received before is answered and passed over',
    schema: { type: 'string', examples: ['msg_0198f3a26b1d7a108c442b7d5e9f0a31'] },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When the attempt was made, in seconds since 1970 (UTC)',
    schema: { type: 'string', examples: ['1773131400'] },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'v1, and the base64 of the HMAC-SHA256 over webhook-id, webhook-timestamp and body with points between (Standard Webhooks 1.0.0); two with a space between while two secrets are valid',
    schema: { type: 'string', examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] },
  },
};

const pascal = (text: string): string => text.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
const componentOf = ({ type }: EventType): string => `${pascal(type)}Event`;
const operationIdOf = ({ type }: EventType): string => {
  const name = pascal(type);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}Webhook`;
};

const sameSet = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());

/** A closed set as a component: the one that has its values already, otherwise a new one. */
function setOf(values: readonly string[], name: string, schemas: Schemas): Schema {
  const equal = Object.entries(schemas).find(([, schema]) => schema.enum && sameSet(schema.enum, values));
  if (equal) return schemaRef(equal[0]);
  const free = schemas[name] ? `${name}Value` : name;
  if (schemas[free]) throw new Error(`Two components would be called ${free}`);
  schemas[free] = {
    type: 'string',
    enum: [...values],
    description: `One of: ${values.join(', ')}`,
    examples: [values[0]],
  };
  return schemaRef(free);
}

/** A key in the document: closed sets are components there, and a set of one value is a constant. */
function documented(of: EventSchema, name: string, schemas: Schemas): Schema {
  if (!of.enum) return of;
  const { enum: all, type: _type, ...rest } = of;
  const values = all.filter((value): value is string => value !== null);
  const isNullable = values.length < all.length;
  const set: Schema = values.length === 1 ? { type: 'string', const: values[0] } : setOf(values, name, schemas);
  return { ...(isNullable ? { anyOf: [set, { type: 'null' }] } : set), ...rest };
}

/** The schema of a whole event: what all events have, with the type and the data of this one. It is open to later keys, as all answers. */
function schemaOf(type: EventType, schemas: Schemas): Schema {
  const { properties = {}, required } = dataSchemaOf(type);
  const noun = pascal(`${type.context}.${type.noun}`);
  const named = Object.entries(properties).map(([key, of]) => {
    const name = `${noun}${pascal(key.replace(/^previous_/, ''))}`;
    return [key, documented(of, name, schemas)] as const;
  });
  return {
    description: `An event ${type.type}: ${type.description.en}`,
    allOf: [schemaRef('Event')],
    properties: {
      type: { type: 'string', const: type.type, description: 'Type of the event', examples: [type.type] },
      data: {
        type: 'object',
        description: 'What happened',
        properties: Object.fromEntries(named),
        required,
        examples: [exampleOf(type).data],
      },
    },
    required: ['type', 'data'],
  };
}

const responses = {
  '200': { description: 'Received. Every 2xx is a success; the body is not looked at' },
  '410': { description: 'The endpoint is gone: it is disabled at once' },
  default: { description: 'Every other answer is a failure, redirects too: the delivery is tried again' },
};

/**
 * The requests that endpoints are sent, by type of event.
 * @param schemas of the document, which gains those of events
 */
export function webhooksOf(schemas: Schemas): Record<string, { post: WebhookOperation }> {
  return Object.fromEntries(
    eventTypes().map((type) => {
      const component = componentOf(type);
      schemas[component] = schemaOf(type, schemas);
      const post: WebhookOperation = {
        operationId: operationIdOf(type),
        summary: type.type,
        description: type.description.en,
        tags: ['webhooks'],
        security: [],
        parameters: Object.keys(webhookParameters).map(parameterRef),
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: schemaRef(component),
              examples: { event: { summary: 'Example event', value: exampleOf(type) } },
            },
          },
        },
        responses,
      };
      return [type.type, { post }] as const;
    }),
  );
}
