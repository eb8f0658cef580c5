import { publicEvent, type EventKey, type EventType } from '@usaha/shared/events';

/** JSON Schema 2020-12 as far as events need it. */
export interface EventSchema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: string;
  enum?: (string | null)[];
  items?: EventSchema;
  description?: string;
  examples?: unknown[];
  properties?: Record<string, EventSchema>;
  required?: string[];
  additionalProperties?: boolean;
}

const ID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const EVENT_ID = '0198f3a2-6b1d-7a10-8c44-2b7d5e9f0a31';
const TENANT_ID = '0198f3a2-5f00-7d21-b1aa-93c0c5d1e2f3';
const ACTOR_ID = '0198f3a2-5f3c-7e55-a6b7-0d1e2f3a4b5c';
const AT = new Date('2026-03-10T08:30:00.000Z');

interface Kind {
  schema: EventSchema;
  /** What the kind adds to what the name of a key says. */
  unit: string;
  example: unknown;
}

const kinds: Readonly<Record<Exclude<EventKey['kind'], 'set'>, Kind>> = {
  id: { schema: { type: 'string', format: 'uuid' }, unit: '', example: ID },
  money: { schema: { type: 'number' }, unit: ': an amount with at most two decimals', example: 120.5 },
  count: { schema: { type: 'integer' }, unit: ': a whole number', example: 3 },
  text: { schema: { type: 'string' }, unit: '', example: 'KOPI-001' },
  flag: { schema: { type: 'boolean' }, unit: '', example: true },
  day: { schema: { type: 'string', format: 'date' }, unit: ': a day (UTC+8)', example: '2026-03-31' },
  instant: { schema: { type: 'string', format: 'date-time' }, unit: ' (UTC)', example: AT.toISOString() },
};

/** Values that say more than the example of their kind. */
const examples: Readonly<Record<string, unknown>> = { currency: 'MYR', reason: 'declined' };

/** What a key says, in words. */
function said(key: string): string {
  const words = key.replace(/_id$|^is_/g, '').replaceAll('_', ' ');
  if (key === 'sku') return 'Stock keeping unit';
  if (key.startsWith('is_')) return `Whether it is ${words}`;
  return key.endsWith('_id') ? `Id of the ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The example of a key. A status that had none before has none in an example. */
function exampleOfKey(key: string, { kind, nullable, values = [] }: EventKey): unknown {
  if (key === 'previous_status' && nullable) return null;
  if (kind === 'set') return values[0] ?? null;
  return examples[key] ?? kinds[kind].example;
}

function schemaOfKey(key: string, of: EventKey): EventSchema {
  const { kind, nullable, values = [] } = of;
  const none = nullable ? '; null: none' : '';
  const { schema, unit } =
    kind === 'set' ? { schema: { type: 'string', enum: [...values] } as EventSchema, unit: '' } : kinds[kind];
  return {
    ...schema,
    ...(nullable ? { type: [schema.type as string, 'null'] } : {}),
    ...(schema.enum && nullable ? { enum: [...schema.enum, null] } : {}),
    description: `${said(key)}${unit}${none}`,
    examples: [exampleOfKey(key, of)],
  };
}

const text = (description: string, example: string): EventSchema => ({
  type: 'string',
  description,
  examples: [example],
});
const none = (description: string): EventSchema => ({ type: 'null', description, examples: [null] });

/** A path that reads the record on a surface. */
function schemaOfPath(path: string | null, surface: string, example: unknown): EventSchema {
  if (path === null) return none(`The ${surface} surface reads no such record`);
  return text(`Path that reads the record on the ${surface} surface`, String(example));
}

/** The JSON Schema of the `data` of a type: closed, and every key is always there. */
export function dataSchemaOf(type: EventType): EventSchema {
  const { data } = exampleOf(type) as { data: Record<string, unknown> };
  const properties: Record<string, EventSchema> = {
    id: {
      type: 'string',
      format: 'uuid',
      description: type.path?.includes('{id}') ? 'Id of the record at path' : 'Id of the record',
      examples: [ID],
    },
    version: type.versioned
      ? { type: 'integer', description: 'Version of the record, of which its ETag is made', examples: [1] }
      : none('Such a record never changes, and has no version'),
    path: schemaOfPath(type.path, 'reference', data.path),
    contract_path: schemaOfPath(type.contract_path, 'contract', data.contract_path),
    ...Object.fromEntries(Object.entries(type.data).map(([key, of]) => [key, schemaOfKey(key, of)])),
    ...(type.changed && {
      changed: {
        type: 'array',
        items: { type: 'string' },
        description: 'Names of the changed fields that are neither personal nor sealed, in order',
        examples: [data.changed],
      },
    }),
  };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** A whole event of a type, as it is told. */
export function exampleOf(type: EventType): Record<string, unknown> {
  const data: Record<string, unknown> = { id: ID, version: type.versioned ? 1 : null };
  for (const [key, of] of Object.entries(type.data)) data[key] = exampleOfKey(key, of);
  if (type.changed) data.changed = Object.keys(type.data).slice(0, 1);
  const filled = (path: string | null): string | null =>
    path?.replace(/\{(\w+)\}/g, (_, key: string) => String(data[key])) ?? null;
  Object.assign(data, { path: filled(type.path), contract_path: filled(type.contract_path) });
  const payload = { actor_id: ACTOR_ID, data };
  return { ...publicEvent({ id: EVENT_ID, tenant_id: TENANT_ID, name: type.type, at: AT, payload }) };
}
