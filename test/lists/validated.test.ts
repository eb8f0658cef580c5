import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { surfaceTexts } from '../../apps/api/dist/docs/surface-texts.js';
import { controllersOf } from '../../apps/api/dist/docs/route-facts.js';
import { fieldsOf } from '../../apps/api/dist/wire/declared-fields.js';

/** What the documents say of bodies and queries is what is asked of them: limits, closed sets, what is needed and what may be null. */

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  [limit: string]: unknown;
}
interface Document {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string; schema: Schema }[] }>>;
  components: { schemas: Record<string, Schema> };
}
type Rules = Record<string, unknown>;

const BODY = 3;
const QUERY = 4;
const limits = ['maxLength', 'minLength', 'minimum', 'maximum', 'minItems', 'maxItems'];
/** class-validator's names of the same. */
const limitOf: Record<string, string> = {
  maxLength: 'maxLength',
  minLength: 'minLength',
  min: 'minimum',
  max: 'maximum',
  arrayMinSize: 'minItems',
  arrayMaxSize: 'maxItems',
};

const documentOf = (surface: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../docs/openapi/${surface}.json`), 'utf8')) as Document;

const metadatasOf = (wire: Type) => getMetadataStorage().getTargetValidationMetadatas(wire, '', false, false);
const sorted = (values: unknown[]): unknown[] => values.filter((value) => value !== null).sort();

/** What the wire class asks of a field. */
function validated(wire: Type, key: string, isRead: boolean): Rules {
  const rules: Rules = {};
  for (const { name = '', constraints = [], each, propertyName } of metadatasOf(wire)) {
    if (propertyName !== key) continue;
    const limit = limitOf[name];
    if (limit !== undefined) rules[each ? `items.${limit}` : limit] = constraints[0] as unknown;
    if (name === 'isIn') rules[each ? 'items.enum' : 'enum'] = sorted(constraints[0] as unknown[]);
  }
  const refuses = (value: unknown): boolean => {
    const sent = isRead
      ? plainToInstance(wire, { [key]: value })
      : Object.assign(new wire() as object, { [key]: value });
    return validateSync(sent as object).some(({ property }) => property === key);
  };
  return { ...rules, required: refuses(undefined), nullable: !refuses(null) };
}

/** What the document says of it. */
function declared({ components: { schemas } }: Document, schema: Schema, required: boolean): Rules {
  const rules: Rules = {};
  const resolved = ({ $ref, ...own }: Schema): Schema =>
    $ref === undefined ? own : { ...schemas[$ref.split('/').at(-1) as string], ...own };
  const alternatives = (schema.anyOf ?? []).map(resolved);
  const [only, ...more] = alternatives.filter(({ type }) => type !== 'null');
  const meant = only && more.length === 0 ? only : resolved(schema);
  for (const limit of limits) {
    if (limit in meant) rules[limit] = meant[limit];
    if (meant.items && limit in meant.items) rules[`items.${limit}`] = meant.items[limit];
  }
  const ofList = meant.items && resolved(meant.items).enum;
  if (ofList) rules['items.enum'] = sorted([...ofList]);
  const values = meant.enum ?? ('const' in meant ? [meant['const']] : undefined);
  if (values) rules['enum'] = sorted([...values]);
  const nullable = [schema.type].flat().includes('null') || alternatives.some(({ type }) => type === 'null');
  return { ...rules, required, nullable };
}

/** A class and those of its fields that are objects with separate fields. */
function withNested(wire: Type, isRead: boolean, found = new Map<Type, boolean>()): Map<Type, boolean> {
  if (found.has(wire)) return found;
  found.set(wire, isRead);
  for (const { name, type, constraints = [], propertyName } of metadatasOf(wire)) {
    if (type === 'nestedValidation')
      withNested(fieldsOf(wire as new () => object).get(propertyName) as Type, true, found);
    // The stated keys of an open object are looked at as they were sent, and not read.
    if (name === 'statedKeys') withNested(constraints[0] as Type, false, found);
  }
  return found;
}

/** Bodies and queries of every route, by the classes that Nest binds them to. */
function asked(surface: 'contract' | 'reference', kind: number) {
  const { module, trailingSlash } = surfaceTexts[surface];
  return controllersOf(module).flatMap((controller) => {
    const prototype = controller.prototype as Record<string, object>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const bound = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<string, unknown>;
      const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as Type[];
      const indexes = Object.keys(bound).flatMap((key) =>
        key.startsWith(`${kind}:`) ? [Number(key.split(':')[1])] : [],
      );
      const handler = prototype[name] as object;
      const paths = [controller, handler].map((one) => String(Reflect.getMetadata(PATH_METADATA, one)));
      const path = `/${paths.join('/')}`
        .replace(/\/+/g, '/')
        .replace(/\/$/, '')
        .replace(/:(\w+)/g, '{$1}');
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
      return indexes.map((index) => ({
        wire: types[index] as Type,
        path: trailingSlash ? `${path}/` : path,
        method: (method ?? '').toLowerCase(),
      }));
    });
  });
}

describe.each(['contract', 'reference'] as const)('on the %s surface', (surface) => {
  const document = documentOf(surface);

  it('every body is documented as it is validated', () => {
    const wires = new Map<Type, boolean>();
    for (const { wire } of asked(surface, BODY)) withNested(wire, true, wires);
    expect(wires.size).toBeGreaterThan(10);
    for (const [wire, isRead] of wires) {
      const name = wire.name.replace(/Patch$/, 'Update');
      const { properties = {}, required = [] } = document.components.schemas[name] ?? {};
      const keys = [...new Set(metadatasOf(wire).map(({ propertyName }) => propertyName))];
      // Settings are documented, and kept as sent where they do not fit.
      const stated = Object.keys(properties).filter((key) => keys.includes(key) || !/Settings$/.test(name));
      expect({ name, keys: stated.sort() }).toEqual({ name, keys: keys.sort() });
      const said = keys.map((key) => [key, declared(document, properties[key] ?? {}, required.includes(key))]);
      const meant = keys.map((key) => [key, validated(wire, key, isRead)]);
      expect({ name, ...Object.fromEntries(said) }).toEqual({ name, ...Object.fromEntries(meant) });
    }
  });

  it('every query is documented as it is validated', () => {
    const queries = asked(surface, QUERY);
    expect(queries.length).toBeGreaterThan(5);
    for (const { wire, path, method } of queries) {
      const parameters = document.paths[path]?.[method]?.parameters ?? [];
      const said = parameters.filter((one) => one.in === 'query');
      const keys = [...new Set(metadatasOf(wire).map(({ propertyName }) => propertyName))];
      expect({ path, names: said.map(({ name }) => name).sort() }).toEqual({ path, names: keys.sort() });
      for (const { name, schema } of said) {
        // A text has no null.
        const { nullable: _, ...meant } = validated(wire, name, true);
        const { nullable: __, ...documented } = declared(document, schema, false);
        expect({ path, name, ...documented }).toEqual({ path, name, ...meant });
      }
    }
  });
});
