import formats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer } from './client.js';

interface MediaTypes {
  content?: Record<string, { schema: object }>;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, MediaTypes & { $ref?: string }> }>>;
  components: { responses?: Record<string, MediaTypes> };
}

interface Surface {
  document: Document;
  routes: { pattern: RegExp; template: string }[];
  validators: Map<string, ValidateFunction>;
  ajv: Ajv2020;
}

const surfaces = new Map<string, Promise<Surface>>();
const methods = new Set(['get', 'post', 'put', 'delete']);

async function load(server: string, name: string): Promise<Surface> {
  const response = await fetch(`${server}/docs/${name}.json`);
  if (!response.ok) throw new Error(`The document of the ${name} surface cannot be had: ${response.status}`);
  const document = (await response.json()) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  const routes = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }));
  // Paths without parameters go first: `users/me` is not the user called me.
  routes.sort((a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')));
  return { document, routes, validators: new Map(), ajv };
}

const surfaceOf = (path: string): string | null =>
  path.startsWith('/api/v1/') ? 'reference' : path.startsWith('/v1/') ? 'contract' : null;

/** JSON pointer tokens as a URI fragment wants them. */
const pointer = (...tokens: string[]): string =>
  tokens.map((token) => encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/**
 * Holds an answer against the document of its surface: an operation's every status must be in it, and every body must
 * be what it says, to the key. Paths and methods that are no operation are not the document's business.
 */
export async function checkAnswer(server: string, method: string, path: string, answer: Answer): Promise<void> {
  const [bare = ''] = path.split('?');
  const name = surfaceOf(bare);
  const verb = method.toLowerCase();
  if (name === null || !methods.has(verb)) return;
  const id = `${server} ${name}`;
  if (!surfaces.has(id)) surfaces.set(id, load(server, name));
  const surface = await (surfaces.get(id) as Promise<Surface>);
  const template = surface.routes.find(({ pattern }) => pattern.test(bare))?.template;
  const operation = template === undefined ? undefined : surface.document.paths[template]?.[verb];
  if (template === undefined || !operation) return;
  const said = operation.responses[String(answer.status)];
  if (!said)
    throw new Error(
      `${method} ${template} answered ${answer.status}, of which its document says nothing: ${answer.text}`,
    );
  const base = said.$ref?.replace(/^#\//, '') ?? pointer('paths', template, verb, 'responses', String(answer.status));
  const content = said.$ref
    ? surface.document.components.responses?.[said.$ref.split('/').at(-1) ?? '']?.content
    : said.content;
  const media = Object.keys(content ?? {}).find((type) => (answer.headers.get('content-type') ?? '').startsWith(type));
  if (answer.text === '' && !content) return;
  if (media === undefined)
    throw new Error(
      `${method} ${template} answered ${answer.status} as ${answer.headers.get('content-type')}, which its document does not say`,
    );
  if (media !== 'application/json') return;
  const reference = `document#/${base}/${pointer('content', media, 'schema')}`;
  const validate = surface.validators.get(reference) ?? surface.ajv.compile({ $ref: reference });
  surface.validators.set(reference, validate);
  if (!validate(answer.body)) {
    throw new Error(
      `${method} ${template} answered ${answer.status} otherwise than its document says: ${surface.ajv.errorsText(validate.errors)}\n${answer.text}`,
    );
  }
}
