import { schemaName, type Schema } from './openapi.js';

export type Schemas = Record<string, Schema>;

/** Every schema within a schema, itself first. */
export function* within(schema: Schema): Generator<Schema> {
  yield schema;
  const { properties = {}, items, anyOf = [], allOf = [], additionalProperties } = schema;
  const nested = [...Object.values(properties), ...anyOf, ...allOf];
  if (items) nested.push(items);
  if (typeof additionalProperties === 'object') nested.push(additionalProperties);
  for (const one of nested) yield* within(one);
}

/** The schemas that can be reached from some of them, by name. */
export function reachable(schemas: Schemas, names: Iterable<string>): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const schema = schemas[name];
    if (found.has(name) || !schema) return;
    found.add(name);
    for (const { $ref } of within(schema)) if ($ref !== undefined) visit(schemaName($ref));
  };
  for (const name of names) visit(name);
  return found;
}

/** Modernises the older way of Nest: one `example`, and `allOf` of one where a `$ref` may now stand next to a description. */
export function modernise(schemas: Schemas): void {
  for (const root of Object.values(schemas)) {
    for (const schema of within(root)) {
      if (schema.example !== undefined) {
        schema.examples = [schema.example];
        delete schema.example;
      }
      if (schema.allOf?.length === 1) {
        Object.assign(schema, schema.allOf[0]);
        delete schema.allOf;
      }
    }
  }
}

/** Whether an object is open is said where it is a field; it is so wherever it is cited. */
export function openStated(schemas: Schemas): void {
  for (const root of Object.values(schemas)) {
    for (const schema of within(root)) {
      const stated = schemas[schemaName(refOf(schema) ?? '')];
      if (schema === root || !isOpen(schema) || !stated) continue;
      stated.additionalProperties = true;
      delete schema.additionalProperties;
    }
  }
}

const refOf = ({ $ref, anyOf }: Schema): string | undefined =>
  $ref ?? anyOf?.find((one) => one.$ref !== undefined)?.$ref;

/** What a schema's examples make together: the first of each property. */
export function exampleOf(schema: Schema, schemas: Schemas, onlyRequired = false): unknown {
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  if ('const' in schema) return schema.const;
  if (schema.$ref !== undefined) return exampleOf(schemas[schemaName(schema.$ref)] ?? {}, schemas, onlyRequired);
  const [first] = schema.anyOf ?? [];
  if (first) return exampleOf(first, schemas, onlyRequired);
  if (schema.items) return [exampleOf(schema.items, schemas, onlyRequired)];
  if (!schema.properties) return null;
  const shown = Object.entries(schema.properties).filter(
    ([name]) => !onlyRequired || (schema.required ?? []).includes(name),
  );
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, schemas, onlyRequired)]));
}

/** A property that is a separate object gets the example that its fields make. */
export function completeExamples(schemas: Schemas): void {
  for (const schema of Object.values(schemas)) {
    for (const property of Object.values(schema.properties ?? {})) {
      if (!('const' in property)) property.examples ??= [exampleOf(property, schemas)];
    }
  }
}

/** Whether a schema says what some keys of an open object are. */
export const isOpen = ({ additionalProperties }: Schema): boolean => additionalProperties === true;

/** A view has all of its fields always. What binds a client's texts does not bind what is shown. */
export function complete(schema: Schema): void {
  if (!schema.properties) return;
  schema.required = Object.keys(schema.properties);
  for (const property of Object.values(schema.properties)) {
    delete property.pattern;
    delete property.maxItems;
  }
}
