import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventTypes, type EventKey, type EventType } from '@usaha/shared/events';
import { LATER_TYPES, catalogue, type StatedType } from '../support/event-catalogue.js';
import '../../libs/core/dist/index.js';
import '../../libs/retail/dist/index.js';
import '../../libs/healthcare/dist/index.js';
import '../../libs/education/dist/index.js';
import '../../libs/beauty/dist/index.js';
import '../../libs/logistics/dist/index.js';
import { dataSchemaOf, exampleOf } from '../../apps/api/dist/events/event-schema.js';

/** The types of events that the code declares are those of the catalogue, key by key. */

const root = join(import.meta.dirname, '../..');
const kindOf = ({ kind, nullable }: EventKey): string => `${kind}${nullable ? '?' : ''}`;
const factsOf = ({ type, path, contract_path, versioned, changed, data }: EventType): Omit<StatedType, 'on'> => ({
  type,
  path,
  contract_path,
  version: versioned ? 'count' : null,
  changed,
  data: Object.fromEntries(Object.entries(data).map(([key, of]) => [key, kindOf(of)])),
});
const byName = (a: { type: string }, b: { type: string }): number => (a.type < b.type ? -1 : 1);

it('A-432: are those of the catalogue, with the same paths, keys and kinds', () => {
  const stated = [...catalogue.types, ...LATER_TYPES].map(
    ({ type, path, contract_path, version, changed = false, data }) => ({
      ...{ type, path, contract_path, version, changed },
      data,
    }),
  );
  const declared = eventTypes().map(factsOf);
  expect(declared).toEqual([...stated].sort(byName));
  expect(catalogue.types).toHaveLength(130);
});

it('A-433: hold closed sets in lower case', () => {
  const sets = eventTypes().flatMap(({ type, data }) =>
    Object.entries(data).flatMap(([key, { kind, values }]) =>
      kind === 'set' ? [{ at: `${type}.${key}`, values }] : [],
    ),
  );
  expect(sets.length).toBeGreaterThan(10);
  const wrong = sets.filter(
    ({ values = [] }) => values.length === 0 || values.some((value) => !/^[a-z0-9_-]+$/.test(value)),
  );
  expect(wrong).toEqual([]);
});

it('A-434: are known to handlers of programs that import a library by the names of the mapping', () => {
  const inner = eventTypes().flatMap(({ type, inner: name }) => (name === null ? [] : [[name, type] as const]));
  expect(Object.fromEntries(inner)).toEqual(catalogue.inner);
});

it('A-432: belong to the context and the module of their names, and are said in both languages', () => {
  for (const { type, context, module, noun, description, since } of eventTypes()) {
    expect([type, context, noun]).toEqual([type, ...type.split('.').slice(0, 2)]);
    expect([type, module]).toEqual([type, context === 'core' ? null : context]);
    for (const text of [description.en, description.ms])
      expect([type, text]).toEqual([type, expect.stringMatching(/\S.*\.$/)]);
    expect([type, description.en === description.ms]).toEqual([type, false]);
    expect([type, since]).toEqual([type, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  }
});

it('A-435: have examples with every key, in the order in which events have them', () => {
  for (const type of eventTypes()) {
    const { data } = exampleOf(type) as { data: object };
    expect([type.type, Object.keys(data)]).toEqual([type.type, Object.keys(dataSchemaOf(type).properties ?? {})]);
  }
});

it('A-435: are the rows of docs/events.md, and webhooks of the reference document', () => {
  const page = readFileSync(join(root, 'docs/events.md'), 'utf8');
  const rows = Array.from(page.matchAll(/^\| `([^`]+)` \|/gm), ([, type]) => type);
  const names = eventTypes().map(({ type }) => type);
  expect(rows.sort()).toEqual(names);
  const { webhooks } = JSON.parse(readFileSync(join(root, 'docs/openapi/reference.json'), 'utf8')) as {
    webhooks: object;
  };
  expect(Object.keys(webhooks)).toEqual(names);
});
