import type { INestApplication } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import { sayForDocuments } from '../wire/for-documents.js';
import { stripReferences } from './strip-references.js';
import { nameEnumerations } from './enumerations.js';
import { errorCodes } from './error-codes.js';
import { errorMeanings, errorResponses } from './errors.js';
import { fileSchemas } from './files.js';
import { headerParameters, headers, notModified } from './headers.js';
import { cited, schemaName, type OpenApiDocument, type Operation, type Parameter, type Schema } from './openapi.js';
import { operationIdOf } from './operation-id.js';
import { answerOf, describeOperation, readsRecord, type Known, type Routed } from './operation.js';
import { handlerKey, routeFacts } from './route-facts.js';
import { complete, completeExamples, isOpen, modernise, openStated, reachable, type Schemas } from './schemas.js';
import type { SurfaceTexts } from './surface.js';
import { webhookParameters, webhooksOf } from './webhooks.js';

/** What Nest finds: paths, parameters, bodies, and the schemas of all wire classes. */
export interface Found {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
}

/** The document of one surface: what Nest finds, completed by the routes' annotations and the surface's dialect. */
export function surfaceDocument(found: Found, surface: SurfaceTexts, reads: ReadonlySet<string>): OpenApiDocument {
  const schemas: Schemas = {
    ...structuredClone(surface.schemas),
    ...structuredClone(fileSchemas),
    ErrorCode: errorCodes(surface.dialect, errorMeanings),
    ...found.components.schemas,
  };
  const routed = routedOperations(found, surface);
  modernise(schemas);
  openStated(schemas);
  completeViews(schemas, routed);
  describeBodies(schemas, routed);
  Object.assign(schemas, nameEnumerations(schemas, querySchemas(routed)));
  for (const route of routed) Object.assign(schemas, answerOf(route, surface).schemas);
  completeExamples(schemas);

  const known: Known = {
    surface,
    schemas,
    errors: errorResponses(surface),
    records: new Set(routed.filter(readsRecord).map(({ view }) => view)),
    reads,
  };
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routed) {
    const path = surface.trailingSlash ? `${route.path}/` : route.path;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route, known) };
  }
  const webhooks = surface.tellsEvents ? webhooksOf(schemas) : undefined;
  const responses = Object.fromEntries([...known.errors.values(), ['NotModified', notModified] as const]);
  return stripReferences({
    openapi: '3.1.0',
    info: {
      title: surface.title,
      version: '1.0.0',
      description: surface.description,
      contact: { name: 'The Usaha team' },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-AllRightsReserved' },
    },
    servers: [{ url: '/', description: 'The server that serves this document' }],
    security: [{ bearer: [] }],
    tags: usedTags(surface.tags, paths),
    paths,
    ...(webhooks && { webhooks }),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token from a sign-in' },
        ...(surface.tellsScopes ? { api_key: apiKeyScheme } : {}),
      },
      ...cited([paths, webhooks], {
        schemas,
        responses,
        parameters: { ...headerParameters, ...webhookParameters },
        headers,
      }),
    },
  });
}

const apiKeyScheme = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'usk_',
  description:
    'API key of a business, with the scope that the operation names, within the role of the key (A-416). Answers to a key with a limit of requests have the headers RateLimit-Policy and RateLimit; beyond it 429 with Retry-After (A-419).',
};

/** @returns plain data, so that nothing done to it is done to what Nest keeps */
export function find(app: INestApplication, surface: SurfaceTexts): Found {
  sayForDocuments(swagger);
  const { DocumentBuilder, SwaggerModule } = swagger;
  const found = SwaggerModule.createDocument(app, new DocumentBuilder().setOpenAPIVersion('3.1.0').build(), {
    include: [surface.module],
    deepScanRoutes: true,
    operationIdFactory: handlerKey,
  });
  const text = JSON.stringify(found).replace(
    /"(#\/components\/schemas\/)(\w+)"/g,
    (_cited, path: string, name: string) => `"${path}${documentedName(name)}"`,
  );
  const { paths, components } = JSON.parse(text) as Found;
  return { paths, components: { schemas: renamed(components.schemas) } };
}

const renamed = (schemas: Schemas): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [documentedName(name), schema]));

/**
 * A view is called after its record: UserView is what the specification calls User. What a PUT takes ends in Update on
 * both surfaces.
 */
const documentedName = (wire: string): string => wire.replace(/View$/, '').replace(/Patch$/, 'Update');

function routedOperations(found: Found, surface: SurfaceTexts): Routed[] {
  const routes = routeFacts(surface.module);
  const all = Object.entries(found.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => {
      const facts = routes.get(operation.operationId);
      if (!facts) throw new Error(`${operation.operationId} is a route without a shape: use the verbs of wire/route`);
      const hasQuery = (operation.parameters ?? []).some((parameter) => 'in' in parameter && parameter.in === 'query');
      const view = documentedName(facts.shape.view.name);
      const operationId = operationIdOf({ ...facts, path, kind: facts.shape.kind });
      return { ...facts, operationId, path, operation, view, hasId: path.includes('{'), hasQuery };
    }),
  );
  for (const [i, { operationId, path }] of all.entries()) {
    const other = all.slice(0, i).find((one) => one.operationId === operationId);
    if (other) throw new Error(`${path} and ${other.path} are both called ${operationId}`);
  }
  return all;
}

const bodyName = ({ operation }: Routed): string =>
  schemaName(operation.requestBody?.content['application/json'].schema.$ref ?? '');

/** A body is described by the operation that takes it. */
function describeBodies(schemas: Schemas, routed: readonly Routed[]): void {
  for (const route of routed) {
    const body = schemas[bodyName(route)];
    if (body) body.description ??= `Request body of ${route.operationId}: ${route.operation.summary}`;
  }
}

const querySchemas = (routed: readonly Routed[]): Schema[] =>
  routed.flatMap(({ operation }) => (operation.parameters ?? []).map((parameter) => (parameter as Parameter).schema));

/** Answers have all of their fields; bodies may lack some, and what is unknown in them is ignored. */
function completeViews(schemas: Schemas, routed: readonly Routed[]): void {
  const views = reachable(
    schemas,
    routed.map(({ view }) => view),
  );
  const bodies = reachable(schemas, routed.map(bodyName));
  for (const name of views) {
    const schema = schemas[name] ?? {};
    if (isOpen(schema)) continue;
    if (bodies.has(name)) throw new Error(`${name} is both body and answer: a body may lack fields, an answer may not`);
    complete(schema);
  }
}

function usedTags(tags: Record<string, string>, paths: OpenApiDocument['paths']): OpenApiDocument['tags'] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const used = new Set(operations.flatMap((operation) => operation?.tags ?? []));
  return Object.entries(tags)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
