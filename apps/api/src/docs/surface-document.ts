import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { errorResponses } from './errors.js';
import { headerParameters, headers, notModified } from './headers.js';
import { cited, schemaName, type OpenApiDocument, type Operation } from './openapi.js';
import { answerOf, describeOperation, readsRecord, type Known, type Routed } from './operation.js';
import { handlerKey, routeFacts } from './route-facts.js';
import { close, completeExamples, modernise, reachable, type Schemas } from './schemas.js';
import type { SurfaceDocumentation } from './surface.js';

/** What Nest finds: paths, parameters, bodies, and the schemas of all wire classes. */
interface Found {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
}

/** The document of one surface: what Nest finds, completed by the routes' annotations and the surface's dialect. */
export function surfaceDocument(app: INestApplication, surface: SurfaceDocumentation): OpenApiDocument {
  const found = find(app, surface);
  const schemas = { ...structuredClone(surface.schemas), ...found.components.schemas };
  const routed = routedOperations(found, surface);
  closeViews(schemas, routed);
  modernise(schemas);
  for (const route of routed) Object.assign(schemas, answerOf(route, surface).schemas);
  completeExamples(schemas);

  const known: Known = {
    surface,
    schemas,
    errors: errorResponses(surface),
    records: new Set(routed.filter(readsRecord).map(({ view }) => view)),
  };
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routed) {
    const path = surface.trailingSlash ? `${route.path}/` : route.path;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route, known) };
  }
  const responses = Object.fromEntries([...known.errors.values(), ['NotModified', notModified] as const]);
  return {
    openapi: '3.1.0',
    info: {
      title: surface.title,
      version: '1.0.0',
      description: surface.description,
      contact: { name: 'The Usaha team' },
      license: { name: 'All rights reserved' },
    },
    servers: [{ url: '/', description: 'The server that serves this document' }],
    security: [{ bearer: [] }],
    tags: usedTags(surface.tags, paths),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a sign-in' },
      },
      ...cited(paths, { schemas, responses, parameters: headerParameters, headers }),
    },
  };
}

/** @returns plain data, so that nothing done to it is done to what Nest keeps */
function find(app: INestApplication, surface: SurfaceDocumentation): Found {
  const found = SwaggerModule.createDocument(app, new DocumentBuilder().setOpenAPIVersion('3.1.0').build(), {
    include: [surface.module],
    deepScanRoutes: true,
    operationIdFactory: handlerKey,
  });
  // A view is called after its record: UserView is what the specification calls User.
  const text = JSON.stringify(found).replace(/("#\/components\/schemas\/\w+)View"/g, '$1"');
  const { paths, components } = JSON.parse(text) as Found;
  return { paths, components: { schemas: calledAfterRecords(components.schemas) } };
}

const calledAfterRecords = (schemas: Schemas): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [recordName(name), schema]));

const recordName = (view: string): string => view.replace(/View$/, '');

function routedOperations(found: Found, surface: SurfaceDocumentation): Routed[] {
  const routes = routeFacts(surface.module);
  return Object.entries(found.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => {
      const facts = routes.get(operation.operationId);
      if (!facts) throw new Error(`${operation.operationId} is a route without a shape: use the verbs of wire/route`);
      const hasQuery = (operation.parameters ?? []).some((parameter) => 'in' in parameter && parameter.in === 'query');
      const view = recordName(facts.shape.view.name);
      return { ...facts, path, operation, view, hasId: path.includes('{'), hasQuery };
    }),
  );
}

/** Answers are closed, bodies stay open: what is unknown in them is ignored. */
function closeViews(schemas: Schemas, routed: readonly Routed[]): void {
  const views = reachable(
    schemas,
    routed.map(({ view }) => view),
  );
  const bodies = reachable(
    schemas,
    routed.map(({ operation }) => schemaName(operation.requestBody?.content['application/json'].schema.$ref ?? '')),
  );
  for (const name of views) {
    if (bodies.has(name)) throw new Error(`${name} is both body and answer: a body may lack fields, an answer may not`);
    close(schemas[name] ?? {});
  }
}

function usedTags(tags: Record<string, string>, paths: OpenApiDocument['paths']): OpenApiDocument['tags'] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const used = new Set(operations.flatMap((operation) => operation?.tags ?? []));
  return Object.entries(tags)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
