/** OpenAPI 3.1 as far as these documents use it. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  enum?: unknown[];
  title?: string;
  description?: string;
  default?: unknown;
  format?: string;
  pattern?: string;
  contentMediaType?: string;
  minimum?: number;
  maxItems?: number;
  examples?: unknown[];
  /** What Nest writes; JSON Schema 2020-12 has `examples`. */
  example?: unknown;
}

export interface Reference {
  $ref: string;
}

export interface Content {
  'application/json': { schema: Schema; examples?: Record<string, { summary?: string; value: unknown }> };
  /** Files. */
  [mediaType: string]: { schema: Schema; examples?: Record<string, { summary?: string; value: unknown }> };
}

export interface Header {
  description: string;
  /** Whether every answer that names it has it. */
  required?: boolean;
  schema: Schema;
}

export interface Response {
  description: string;
  headers?: Record<string, Reference>;
  content?: Content;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response | Reference>;
  'x-addition'?: true;
}

/** A request that the service sends. */
export interface WebhookOperation extends Omit<Operation, 'responses' | 'requestBody'> {
  requestBody: { required: true; content: Content };
  responses: Record<string, { description: string }>;
}

export interface OpenApiDocument {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<string, Operation>>>;
  /** Requests to endpoints of the tenant, by type of event. */
  webhooks?: Record<string, { post: WebhookOperation }>;
  components: {
    securitySchemes: Record<string, object>;
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
  };
}

const SCHEMAS = '#/components/schemas/';

export const schemaRef = (name: string): { $ref: string } => ({ $ref: SCHEMAS + name });
export const headerRef = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });
export const parameterRef = (name: string): Reference => ({ $ref: `#/components/parameters/${name}` });
export const responseRef = (name: string): Reference => ({ $ref: `#/components/responses/${name}` });

export const schemaName = (ref: string): string => ref.slice(SCHEMAS.length);

/** A map with its keys in order, so that a document's text does not hang on who was registered first. */
const inOrder = <T>(map: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));

type Components = Record<string, Record<string, object>>;

/** Those components that are cited from somewhere, directly or by another that is. */
export function cited<C extends Components>(from: unknown, components: C): C {
  const found: Components = Object.fromEntries(Object.keys(components).map((kind) => [kind, {}]));
  const visit = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/([^/"]+)\/([^"]+)"/g)) {
      const component = components[kind]?.[name];
      const known = found[kind];
      if (!component || !known || name in known) continue;
      known[name] = component;
      visit(component);
    }
  };
  visit(from);
  return Object.fromEntries(Object.entries(found).map(([kind, map]) => [kind, inOrder(map)])) as C;
}
