import type { ErrorKind } from '@usaha/shared/operation';
import { heedsKey, kindsOf, type DescribedRoute } from './errors.js';
import { headersOf } from './headers.js';
import {
  parameterRef,
  responseRef,
  schemaName,
  schemaRef,
  type Content,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
} from './openapi.js';
import { readerOf } from '../http/pipeline/created.js';
import { fieldsOf } from '../wire/declared-fields.js';
import { fileBody, fileContent, rangeResponses } from './files.js';
import { describeParameter } from './parameters.js';
import { exampleOf, type Schemas } from './schemas.js';
import type { SurfaceTexts } from './surface.js';

/** An operation as Nest finds it, with what its annotations say. */
export interface Routed extends DescribedRoute {
  path: string;
  operation: Operation;
  /** Name of the schema of what it answers. */
  view: string;
}

/** What every operation of a surface is described with. */
export interface Known {
  surface: SurfaceTexts;
  schemas: Schemas;
  errors: ReadonlyMap<ErrorKind, readonly [name: string, Response]>;
  /** Views that a GET by id answers: records, which have a version and so an ETag. */
  records: ReadonlySet<string>;
  /** Paths of both surfaces that answer GET. */
  reads: ReadonlySet<string>;
}

/** Whether it answers a record, which has an ETag: of a schedule or a history, say, only whose it is has an id. */
export const readsRecord = ({ method, hasId, shape }: DescribedRoute): boolean =>
  method === 'GET' && hasId && shape.kind === 'single' && fieldsOf(shape.view).has('id');

/** The body of an answer: the name of its schema, and that schema where it is the surface's wrapping of a view. */
export function answerOf({ shape, view, method }: Routed, surface: SurfaceTexts): { name: string; schemas: Schemas } {
  const bodies: Record<typeof shape.kind, () => Schema | null> = {
    single: () => surface.single(view, schemaRef(view)),
    list: () => surface.page(shape.list ?? '', view, schemaRef(view)),
    followed: () => surface.followed?.(view, schemaRef(view)) ?? null,
    whole: () => surface.single(view, { type: 'array', items: schemaRef(view) }),
    file: () => null,
  };
  const body = bodies[shape.kind]();
  if (!body) return { name: view, schemas: {} };
  // What makes many records answers an array, and their list may be a page.
  const name = `${view}${shape.kind === 'single' ? 'Answer' : method === 'GET' ? 'List' : 'Answers'}`;
  return { name, schemas: { [name]: body } };
}

export function describeOperation(routed: Routed, known: Known): Operation {
  const { operation, isAddition } = routed;
  const parameters = parametersOf(routed);
  return {
    operationId: routed.operationId,
    summary: operation.summary,
    description: operation.description,
    tags: [...(operation.tags ?? []), ...(isAddition ? ['additions'] : [])],
    ...securityOf(routed, known),
    ...(isAddition ? { 'x-addition': true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.requestBody ? { requestBody: bodyOf(operation.requestBody, known.schemas) } : {}),
    ...(routed.access.takesFile ? { requestBody: fileBody(parameters) } : {}),
    responses: responsesOf(routed, known),
  };
}

/** The session of a user, or an API key with the scope; routes of sessions have what the document says of all. */
function securityOf({ access, scope }: Routed, { surface }: Known): Pick<Operation, 'security'> {
  if (access.isPublic) return { security: [] };
  return surface.tellsScopes && scope !== null ? { security: [{ bearer: [] }, { api_key: [scope] }] } : {};
}

function parametersOf(routed: Routed): NonNullable<Operation['parameters']> {
  return [
    ...(routed.operation.parameters ?? []).map((parameter) => describeParameter(parameter as Parameter)),
    parameterRef('AcceptLanguage'),
    ...(routed.operationId === 'authLogin' ? [parameterRef('MfaCode')] : []),
    ...(heedsKey(routed) ? [parameterRef('IdempotencyKey')] : []),
    ...(readsRecord(routed) || routed.shape.hasRanges ? [parameterRef('IfNoneMatch')] : []),
    ...(kindsOf(routed).includes('precondition_failed') ? [parameterRef('IfMatch')] : []),
  ];
}

function bodyOf({ content }: NonNullable<Operation['requestBody']>, schemas: Schemas): Operation['requestBody'] {
  const { schema } = content['application/json'];
  const required = schemas[schemaName(schema.$ref ?? '')]?.required ?? [];
  const complete = exampleOf(schema, schemas);
  const smallest = exampleOf(schema, schemas, true);
  const isShorter = required.length > 0 && JSON.stringify(smallest) !== JSON.stringify(complete);
  const examples = {
    complete: { summary: 'All fields', value: complete },
    ...(isShorter ? { smallest: { summary: 'Required fields only', value: smallest } } : {}),
  };
  return { required: required.length > 0, content: { 'application/json': { schema, examples } } };
}

function asksPassword({ operation }: Routed, { schemas }: Known): boolean {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return 'current_password' in (schemas[schemaName(schema?.$ref ?? '')]?.properties ?? {});
}

function responsesOf(routed: Routed, known: Known): Operation['responses'] {
  const responses: Operation['responses'] = { [routed.status]: success(routed, known) };
  if (routed.replays && routed.status !== 200)
    responses[200] = {
      ...success({ ...routed, status: 200 }, known),
      description: 'Made before with this client_reference',
    };
  if (readsRecord(routed) || routed.shape.hasRanges) responses['304'] = responseRef('NotModified');
  if (routed.shape.hasRanges) Object.assign(responses, rangeResponses());
  // Wrong passwords are counted wherever the current one is asked for.
  const counted: ErrorKind[] = asksPassword(routed, known) ? ['too_many'] : [];
  for (const kind of [...kindsOf(routed), ...counted]) {
    const response = known.errors.get(kind);
    if (response) responses[known.surface.dialect.status[kind]] = responseRef(response[0]);
  }
  return responses;
}

/** JSON and each kind of file by themselves, so that a client knows which of them has which type. */
function contentOf(routed: Routed, { surface, schemas }: Known): Content {
  const { shape, files } = routed;
  const json = shape.kind === 'file' ? [] : [schemaRef(answerOf(routed, surface).name)];
  return Object.fromEntries([
    ...json.map((schema) => {
      const examples = { answer: { summary: 'Example response', value: exampleOf(schema, schemas) } };
      return ['application/json', { schema, examples }] as const;
    }),
    ...files.map((type) => [type, fileContent(type)] as const),
  ]) as Content;
}

function success(routed: Routed, known: Known): Response {
  const { shape, status, method, view, files, path, hasLanguage } = routed;
  const language = hasLanguage ? ['Content-Language'] : [];
  const answer = contentOf(routed, known);
  if (shape.kind === 'list')
    return { description: 'One page of the list', headers: headersOf('Link', ...language), content: answer };
  return {
    description: status === 201 ? 'Created' : method === 'GET' ? 'Success' : 'Success',
    headers: headersOf(
      ...language,
      ...(files.length > 0 ? ['Content-Disposition'] : []),
      ...(status === 201 && shape.kind === 'single' && readerOf(path, known.reads) !== null ? ['Location'] : []),
      ...((shape.kind === 'single' && known.records.has(view)) || shape.hasRanges ? ['ETag'] : []),
      ...(heedsKey(routed) ? ['Idempotent-Replayed'] : []),
    ),
    content: answer,
  };
}
