import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from './client.js';
import type { Surface } from './core-surfaces.js';
import { documents, lookUp, type Schema } from './operations.js';

/** Bodies and queries in which something is wrong, made of what the document says is right. */

export interface WrongInput {
  what: string;
  /** Everything that has to be named, and nothing else. */
  fields: string[];
  input: Json;
}

const validators: Record<string, Ajv2020> = {};
/** How many decimals an amount has is the domain's. */
const NUMBER_FORMATS = { decimal: true } as const;

/** Settings are kept as they are sent, save two that the specification types. */
const STATED_SETTINGS = ['enable_loyalty_program', 'enable_inventory_alerts'];
const isValidated = (pointer: string, name: string): boolean =>
  !/Settings$/.test(pointer) || STATED_SETTINGS.includes(name);

function accepts(on: Surface, pointer: string): (value: unknown) => boolean {
  const ajv = (validators[on.name] ??= formats.default(
    new Ajv2020({ strict: false, formats: NUMBER_FORMATS }).addSchema(documents[on.name], 'document'),
  ));
  const validate = ajv.compile({ $ref: `document${pointer}` });
  return (value) => validate(value);
}

/** The schema that references of any kind lead to; null may be an alternative to it. */
function resolved(on: Surface, pointer: string): { schema: Schema; pointer: string } {
  const schema = lookUp(on, pointer) as Schema;
  const inner = schema.$ref ?? schema.anyOf?.find(({ $ref }) => $ref)?.$ref;
  return inner ? resolved(on, inner) : { schema, pointer };
}

/** Items that are answered for one by one: a wrong one is no wrong request. */
const ANSWERED_FOR = /BulkItem$/;

const TYPES = [5, true, 'x', {}, [], ['x'], [5], [null], null, '5', 'true'];
const TEXTS = ['', '   ', '2026-02-30', '10/03/2026', '25:00:00', 'x@', '@x.example', 'javascript:alert(1)'];
const NUMBERS = [-1, -0.01, 0, 1.5, 13, 100.01, 10 ** 15, -(10 ** 15)];

const LONGEST = 20_000;

/** Around the limits that a schema states. */
function beyond({ maxLength, minimum, maximum, items }: Schema): unknown[] {
  return [
    // Of longer ones the body as a whole is too large.
    ...(maxLength === undefined || maxLength > LONGEST ? [] : ['x'.repeat(maxLength + 1)]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(items?.maxLength === undefined ? [] : [['x'.repeat(items.maxLength + 1)]]),
  ];
}

const hasType = ({ type, anyOf }: Schema, ...types: string[]): boolean =>
  [type].flat().some((one) => one !== undefined && types.includes(one)) ||
  (anyOf ?? []).some((one) => hasType(one, ...types));

function wrongValues(on: Surface, pointer: string): unknown[] {
  const schema = lookUp(on, pointer) as Schema;
  const accepted = accepts(on, pointer);
  // A list or an open object that may be left out is emptied by null.
  const emptied = hasType(schema, 'array', 'object');
  return [...TYPES, ...TEXTS, ...NUMBERS, ...beyond(schema)].filter(
    (value) => !accepted(value) && !(value === null && emptied),
  );
}

/** In a query everything is a text; an empty one is no filter, and too long a page is as long as one may be. */
const QUERY_TEXTS = ['x', '0', '-1', '1.5', 'yes', '2026-02-30', '2026-2-3', '1e999', 'null'];
/** Said of a flag in any of these ways. */
const FLAG = /^(true|false|0|1)$/i;

/** Puts it where the path says, leaving the rest as it is. */
function put(body: Json, path: readonly (string | number)[], value: Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = Array.isArray(body) ? [...body] : { ...body };
  copy[key] = put(copy[key], rest, value);
  return copy;
}

/**
 * Every field of an object with every value that it cannot have, one of each field at a time, so that a body has as
 * many wrong fields as there are; then the same of every object within.
 */
export function wrongBodiesOf(on: Surface, pointer: string, right: Json): WrongInput[] {
  const level = (at: string, path: (string | number)[], value: Json): WrongInput[] => {
    const { schema, pointer: here } = resolved(on, at);
    const named = (name: string) => [...path, name].join('.');
    const properties = Object.keys(schema.properties ?? {}).filter((name) => isValidated(here, name));
    const required = schema.required ?? [];
    const without = Object.fromEntries(Object.entries(value).filter(([name]) => !required.includes(name)));
    const absent = { what: 'nothing that is required', fields: required.map(named), input: put(right, path, without) };
    const wrong = properties.map((name) => [name, wrongValues(on, `${here}/properties/${name}`)] as const);
    const rounds = Math.max(0, ...wrong.map(([, values]) => values.length));
    const spoilt = Array.from({ length: rounds }, (_, i): WrongInput => {
      const now = wrong.filter(([, values]) => i < values.length).map(([name, values]) => [name, values[i]] as const);
      return {
        what: now.map(([name, one]) => `${named(name)} ${JSON.stringify(one)?.slice(0, 40)}`).join(', '),
        fields: now.map(([name]) => named(name)),
        input: put(right, path, { ...value, ...Object.fromEntries(now) }),
      };
    });
    // No text holds a NUL, which no database keeps: that is found before everything else.
    const texts = properties.filter((name) => hasType((schema.properties ?? {})[name] as Schema, 'string'));
    const cut = texts.map((name): WrongInput => {
      const input = put(right, [...path, name], 'a\u0000b');
      return { what: `${named(name)} with a NUL`, fields: [named(name)], input };
    });
    // Nor is a body with a list that is too long looked into further.
    const long = properties.flatMap((name): WrongInput[] => {
      const { maxItems, items } = (schema.properties ?? {})[name] as Schema;
      if (maxItems === undefined || items?.type !== 'string') return [];
      const input = put(right, [...path, name], Array(maxItems + 1).fill('x'));
      return [{ what: `${named(name)} of ${maxItems + 1}`, fields: [named(name)], input }];
    });
    const within = properties.flatMap((name): WrongInput[] => {
      const inner = resolved(on, `${here}/properties/${name}`);
      const one = value[name];
      if (inner.schema.properties && one) return level(inner.pointer, [...path, name], one);
      const items = inner.schema.items && resolved(on, `${inner.pointer}/items`);
      if (items && ANSWERED_FOR.test(items.pointer)) return [];
      return items?.schema.properties && one?.[0] ? level(items.pointer, [...path, name, 0], one[0]) : [];
    });
    return [...(required.length > 0 ? [absent] : []), ...spoilt, ...cut, ...long, ...within];
  };
  return level(pointer, [], right);
}

const inQueries: Record<string, Ajv2020> = {};

function acceptsInQuery(on: Surface, pointer: string): (value: unknown) => boolean {
  const ajv = (inQueries[on.name] ??= formats.default(
    new Ajv2020({ strict: false, coerceTypes: true, formats: NUMBER_FORMATS }).addSchema(
      documents[on.name],
      'document',
    ),
  ));
  const validate = ajv.compile({ type: 'object', properties: { value: { $ref: `document${pointer}` } } });
  return (value) => validate({ value });
}

/** Every parameter of a query with every value that it cannot have, one of each at a time. */
export function wrongQueriesOf(on: Surface, query: readonly { name: string; pointer: string }[]): WrongInput[] {
  const wrong = query.map(({ name, pointer }) => {
    const schema = lookUp(on, pointer) as Schema;
    const accepted = acceptsInQuery(on, pointer);
    const long = schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1)];
    const values = [...QUERY_TEXTS, ...long].filter(
      (value) => !accepted(value) && !(schema.type === 'boolean' && FLAG.test(value)),
    );
    return [name, values] as const;
  });
  const rounds = Math.max(0, ...wrong.map(([, values]) => values.length));
  return Array.from({ length: rounds }, (_, i) => {
    const now = wrong.filter(([, values]) => i < values.length);
    const input = new URLSearchParams(
      now.map(([name, values]): [string, string] => [name, values[i] as string]),
    ).toString();
    return { what: input, fields: now.map(([name]) => name), input };
  });
}
