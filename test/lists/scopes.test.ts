import { call } from '../support/client.js';
import { documents, operations, type DocumentedOperation } from '../support/operations.js';
import { newTenant } from '../support/people.js';
import { nameOf, servedRoutes, type DeclaredRoute } from '../support/system-routes.js';

/** Each operation has one scope, or no API key has access to it: the routes, the document of the reference surface, and what the service tells. */

/** A-416, written here as the reading has it. */
const MODULE = /\/(retail|healthcare|education|logistics|beauty)\//;
/** Operations that change nothing, and are POST because of their bodies or answers. */
const READING = /^POST .*(?:\/utils\/|\/files\/{file_id}\/link)/;

const bare = (path: string): string => path.replace(/\/$/, '');

/** Resources of which one scope opens several (A-480). */
const together: Readonly<Record<string, string>> = {
  'message-settings': 'messages',
  'message-templates': 'messages',
  'message-usage': 'messages',
  'payment-differences': 'payments',
  'payment-requests': 'payments',
};

/** Of the module, otherwise of the resource, which is the tag. */
function expectedScope({ method, path }: DeclaredRoute): string {
  const resource = /^\/(?:api\/)?v1\/([^/]+)/.exec(path)?.[1] ?? '';
  const area = MODULE.exec(path)?.[1] ?? together[resource] ?? resource;
  return `${area}:${method === 'GET' || READING.test(`${method} ${path}`) ? 'read' : 'write'}`;
}

let declared: DeclaredRoute[];
beforeAll(async () => {
  ({ declared } = await servedRoutes());
});

it('A-416: every operation is public, has one scope, or needs a session', () => {
  const wrong = declared.filter(
    (route) => route.scope !== (route.isPublic || route.isSessionOnly ? null : expectedScope(route)),
  );
  expect(wrong).toEqual([]);
  expect(new Set(declared.flatMap(({ scope }) => scope ?? [])).size).toBeGreaterThan(15);
});

it('A-416: the document of the reference surface shows the scope of each operation, and no other', () => {
  const shown = (operation: DocumentedOperation): unknown =>
    documents.reference.paths[operation.path][operation.method.toLowerCase()].security;
  const reference = operations.filter(({ on }) => on.name === 'reference');
  const scopes = new Map(declared.map((route) => [nameOf(route), route]));
  for (const operation of reference) {
    const route = scopes.get(nameOf({ method: operation.method, path: bare(operation.path) }));
    const expected = route?.isPublic ? [] : route?.scope ? [{ bearer: [] }, { api_key: [route.scope] }] : undefined;
    expect([operation.name, shown(operation)]).toEqual([operation.name, expected]);
  }
  expect(JSON.stringify(documents.contract)).not.toContain('api_key');
});

it('A-416: GET api-keys/scopes/ tells them all, with the operations of both surfaces', async () => {
  const { admin } = await newTenant();
  const { status, body } = await call('GET', '/api/v1/api-keys/scopes/', { token: admin.token });
  expect(status).toBe(200);
  const told = (body.data as { scope: string; operations: { method: string; path: string }[] }[]).flatMap(
    ({ scope, operations: those }) => those.map((operation) => `${scope} ${nameOf(operation)}`),
  );
  const documented = operations.flatMap(({ method, path, name }) => {
    const route = declared.find((one) => nameOf(one) === nameOf({ method, path: bare(path) }));
    return route?.scope ? [`${route.scope} ${name}`] : [];
  });
  expect(told.sort()).toEqual(documented.sort());
  const names = (body.data as { scope: string }[]).map(({ scope }) => scope);
  expect(names).toEqual([...new Set(names)].sort());
});
