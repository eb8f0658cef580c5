import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from './client.js';
import { contractSurface, referenceSurface, type Surface } from './core-surfaces.js';

/** A JSON schema of a document, as far as tests look into it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

/** An operation as its document describes it. */
export interface DocumentedOperation {
  on: Surface;
  method: string;
  /** As documented: with the parameters in braces. */
  path: string;
  /** `POST /v1/users` */
  name: string;
  /** Where the schema of the body stands in the document: `#/components/schemas/UserCreate`. */
  body?: string;
  /** The documented body with every field. */
  example?: Json;
  query: { name: string; schema: Schema; pointer: string }[];
  /** The statuses of success. */
  successes: number[];
  isPublic: boolean;
}

/** The documents as they were published: the promises to clients, regardless of what the service has become since. */
export const documents: Record<Surface['name'], Json> = {
  contract: publishedDocument('contract'),
  reference: publishedDocument('reference'),
};

function publishedDocument(name: string): Json {
  return JSON.parse(readFileSync(join(__dirname, `../../docs/openapi/${name}.json`), 'utf8'));
}

/** What a pointer like `#/components/schemas/UserCreate` names. */
export function lookUp(on: Surface, pointer: string): Json {
  const tokens = pointer.split('/').slice(1);
  return tokens.reduce(
    (node, token) => node[decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')],
    documents[on.name],
  );
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const escaped = (token: string) => encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'));

function operationsOf(on: Surface): DocumentedOperation[] {
  return Object.entries<Json>(documents[on.name].paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method): DocumentedOperation => {
        const about = item[method];
        const at = `#/paths/${escaped(path)}/${method}`;
        const content = about.requestBody?.content['application/json'];
        const query = ((about.parameters ?? []) as Json[]).map((parameter, i) => {
          const pointer = parameter.$ref ?? `${at}/parameters/${i}`;
          return { parameter: parameter.$ref ? lookUp(on, parameter.$ref) : parameter, pointer: `${pointer}/schema` };
        });
        return {
          on,
          method: method.toUpperCase(),
          path,
          name: `${method.toUpperCase()} ${path}`,
          body: content && (content.schema.$ref ?? `${at}/requestBody/content/application~1json/schema`),
          example: content?.examples?.complete?.value,
          query: query
            .filter(({ parameter }) => parameter.in === 'query')
            .map(({ parameter, pointer }) => ({ name: parameter.name, schema: parameter.schema, pointer })),
          successes: Object.keys(about.responses)
            .filter((status) => status.startsWith('2'))
            .map(Number),
          isPublic: about.security?.length === 0,
        };
      }),
  );
}

/** Every operation of both surfaces. */
export const operations: DocumentedOperation[] = [contractSurface, referenceSurface].flatMap(operationsOf);

const ASKED = new RegExp(process.env.OPERATIONS ?? '');
/** Whether tests that send each operation send this one: all, unless OPERATIONS is a pattern of their names. */
export const isAsked = (name: string): boolean => ASKED.test(name);
/** What such tests send. A copy of the checkout with one resource more asks for its operations alone. */
export const askedOperations = operations.filter(({ name }) => isAsked(name));

/** The context that a path belongs to: `retail` of /v1/retail/products. Of the core it is the first resource. */
export const contextOf = (path: string): string => /^\/(?:api\/)?v1\/([^/]+)/.exec(path)?.[1] ?? '';
