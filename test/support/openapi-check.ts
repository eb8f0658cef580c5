import type { Answer } from './client.js';
import { workerState } from './state.js';

interface MediaTypes {
  content?: Record<string, { schema: object }>;
}

interface Said extends MediaTypes {
  $ref?: string;
  headers?: Record<string, { $ref: string }>;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Said> }>>;
  components: {
    responses?: Record<string, Said>;
    headers: Record<string, { required?: boolean }>;
    schemas: Record<string, object>;
  };
}

interface Surface {
  document: Document;
  routes: { pattern: RegExp; template: string }[];
  /** The faults of a value, by a pointer into the document; null where it is right. */
  objection(pointer: string, value: unknown): string | null;
}

declare global {
  /** Of tools/jest-environment.cjs: read and compiled once for a worker, whichever file asks. */
  var schemasOf: (
    address: string,
    prepare: (document: Document) => void,
  ) => Promise<{ document: Document; objection: Surface['objection'] }>;
}

const surfaces = new Map<string, Promise<Surface>>();
const methods = new Set(['get', 'post', 'put', 'delete']);

/**
 * The documents leave answers open to later fields; here nothing may be answered that they do not say. An object that
 * is declared open stays so.
 */
function close(node: object): void {
  const schema = node as { properties?: object; additionalProperties?: unknown; unevaluatedProperties?: boolean };
  if (schema.properties && schema.additionalProperties === undefined) schema.unevaluatedProperties = false;
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) close(child as object);
}

/** The document of the worker's server, whichever server answered: all of a run are of one build. */
async function load(name: string): Promise<Surface> {
  const { document, objection } = await schemasOf(`${workerState().baseUrl}/docs/${name}.json`, (read) =>
    close(read.components.schemas),
  );
  const routes = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }));
  // Paths without parameters go first: `users/me` is not the user called me.
  routes.sort((a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')));
  return { document, routes, objection };
}

const surfaceOf = (path: string): string | null =>
  path.startsWith('/api/v1/') ? 'reference' : path.startsWith('/v1/') ? 'contract' : null;

/** JSON pointer tokens as a URI fragment wants them. */
const pointer = (...tokens: string[]): string =>
  tokens.map((token) => encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

function expectFollowed(pagination: unknown): void {
  expect(pagination).toEqual({
    page_size: expect.any(Number),
    has_more: expect.any(Boolean),
    next_cursor: (pagination as { has_more: boolean }).has_more ? expect.any(String) : null,
  });
}

interface Changes {
  data: Record<string, unknown>[];
  pagination: { has_more: boolean };
  sync?: unknown;
}

/** The rows of changes without the tombstones among them, which have to be what they are said to be. */
function liveRows({ data, pagination, sync }: Changes): unknown[] {
  expect(sync).toEqual(pagination.has_more ? undefined : { next_updated_since: expect.stringMatching(/Z$/) });
  const deleted = data.filter((row) => row.deleted === true);
  for (const row of deleted)
    expect(row).toEqual({
      id: expect.any(String),
      deleted: true,
      deleted_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
  return data.filter((row) => !deleted.includes(row));
}

/**
 * Holds an answer against the document of its surface: an operation's every status must be in it, and every body must
 * be what it says, to the key. Paths and methods that are no operation are not the document's business.
 */
export async function checkAnswer(method: string, path: string, answer: Answer): Promise<void> {
  const [bare = ''] = path.split('?');
  const name = surfaceOf(bare);
  const verb = method.toLowerCase();
  if (name === null || !methods.has(verb)) return;
  if (!surfaces.has(name)) surfaces.set(name, load(name));
  const surface = await (surfaces.get(name) as Promise<Surface>);
  const template = surface.routes.find(({ pattern }) => pattern.test(bare))?.template;
  const operation = template === undefined ? undefined : surface.document.paths[template]?.[verb];
  if (template === undefined || !operation) return;
  const said = operation.responses[String(answer.status)];
  if (!said)
    throw new Error(
      `${method} ${template} answered ${answer.status}, of which its document says nothing: ${answer.text}`,
    );
  const base = said.$ref?.replace(/^#\//, '') ?? pointer('paths', template, verb, 'responses', String(answer.status));
  const { content, headers = {} } = said.$ref
    ? (surface.document.components.responses?.[said.$ref.split('/').at(-1) ?? ''] ?? {})
    : said;
  const missing = Object.keys(headers).filter(
    (header) => surface.document.components.headers[header]?.required === true && !answer.headers.has(header),
  );
  // A first answer that is given again has no tag: the record may have changed since.
  if ('ETag' in headers && !answer.headers.has('etag') && !answer.headers.has('idempotent-replayed'))
    missing.push('ETag');
  if (missing.length > 0)
    throw new Error(`${method} ${template} answered ${answer.status} without ${missing.join(' and ')}`);
  const media = Object.keys(content ?? {}).find(
    (type) => type === '*/*' || (answer.headers.get('content-type') ?? '').startsWith(type),
  );
  if (answer.text === '' && !content) return;
  if (media === undefined)
    throw new Error(
      `${method} ${template} answered ${answer.status} as ${answer.headers.get('content-type')}, which its document does not say`,
    );
  if (media !== 'application/json') return;
  // Rows of which some fields were asked for lack the others: the parameter says so, and no schema does.
  // Rows that a cursor follows come with another pagination: the parameter says so.
  const isListed = answer.status === 200 && name === 'reference';
  const isFollowed = isListed && /[?&](cursor|updated_since)=[^&]/.test(path) && bare !== '/api/v1/events/';
  if (isFollowed) expectFollowed((answer.body as { pagination?: unknown }).pagination);
  // Changes have tombstones among their rows, and their last page says from where to go on: so does that parameter.
  const isSynced = isListed && /[?&]updated_since=[^&]/.test(path);
  const { sync: _, ...unsynced } = answer.body as Changes;
  const live = isSynced ? { data: liveRows(answer.body as Changes) } : {};
  const isPart = isListed && /[?&]fields=[^&]/.test(path);
  const told = {
    ...live,
    ...(isPart ? { data: [] } : {}),
    ...(isFollowed ? { pagination: { page: 1, page_size: 1, total: 0, pages: 0 } } : {}),
  };
  const body =
    isPart || isFollowed ? { ...(isSynced ? unsynced : (answer.body as object)), ...told } : (answer.body as unknown);
  const objection = surface.objection(`${base}/${pointer('content', media, 'schema')}`, body);
  if (objection !== null) {
    throw new Error(
      `${method} ${template} answered ${answer.status} otherwise than its document says: ${objection}\n${answer.text}`,
    );
  }
}
