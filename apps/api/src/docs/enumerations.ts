import { schemaRef, type Schema } from './openapi.js';
import { within, type Schemas } from './schemas.js';

/** Where a closed set stands in the document: a property, the items of one, or a parameter. */
interface Place {
  /** `UserRole` of `User.role`; undefined for a parameter, which is called after the fields that have its values. */
  after?: string;
  schema: Schema;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (key: string): string => key.split('_').map(capital).join('');
const subject = (name: string): string => name.replace(/(?:Body|Create|Update)$/, '');
const valuesOf = ({ enum: values = [] }: Schema): unknown[] => values.filter((value) => value !== null);
const contentOf = (schema: Schema): string => JSON.stringify(valuesOf(schema).sort());

function placesIn(schemas: Schemas): Place[] {
  return Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([key, property]) =>
      [...within(property)].map((schema) => ({ after: subject(name) + pascal(key), schema })),
    ),
  );
}

/** The name of the set at a place: its own, else that of the equal ones, else the one of the fields that have it. */
function nameOf(place: Place, equal: readonly Place[]): string {
  const given = new Set(equal.flatMap(({ schema: { title } }) => title ?? []));
  const derived = new Set(equal.flatMap(({ after }) => after ?? []));
  if (place.schema.title !== undefined) return place.schema.title;
  const [name, ...others] = given.size > 0 ? given : derived;
  if (name !== undefined && others.length === 0) return name;
  const said = [...given, ...derived].join(', ');
  throw new Error(`The set ${contentOf(place.schema)} needs a name, choices('…', …), since it is used as ${said}`);
}

/** Every closed set becomes a separate component; a set of one value is a constant, and stays where it is. */
export function nameEnumerations(schemas: Schemas, parameters: readonly Schema[]): Schemas {
  const places = [...placesIn(schemas), ...parameters.map((schema) => ({ schema }))].filter(
    ({ schema }) => schema.enum,
  );
  const components: Schemas = {};
  const found = places.map((place) => {
    const equal = places.filter(({ schema }) => contentOf(schema) === contentOf(place.schema));
    return { place, name: nameOf(place, equal) };
  });
  for (const { place, name } of found) {
    const { schema } = place;
    const values = valuesOf(schema);
    const isNullable = values.length < (schema.enum?.length ?? 0);
    delete schema.title;
    delete schema.enum;
    delete schema.type;
    if (values.length === 1) {
      Object.assign(schema, { type: 'string', const: values[0] });
      continue;
    }
    const other = components[name] ?? schemas[name];
    if (other && contentOf(other) !== contentOf({ enum: values }))
      throw new Error(`Two components would be called ${name}`);
    components[name] ??= {
      type: 'string',
      enum: values,
      description: `One of: ${values.join(', ')}`,
      examples: [values[0]],
    };
    Object.assign(schema, isNullable ? { anyOf: [schemaRef(name), { type: 'null' }] } : schemaRef(name));
  }
  return components;
}
