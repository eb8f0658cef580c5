import { call, type Json } from '../support/client.js';
import { lookUp, operations, type DocumentedOperation } from '../support/operations.js';
import { newTenant } from '../support/people.js';
import { inTurns } from '../support/retail.js';
import { newWorld, optionsOf, rightRequest } from '../support/right-requests.js';

/** Every list of records that have updated_at tells what was changed since an instant. */

jest.setTimeout(180_000);

const EPOCH = 'updated_since=1970-01-01T00:00:00Z';

/** Lists whose rows are records of other lists: those follow them. */
const ofOthers: Record<string, string> = {
  'GET /api/v1/education/classes/{class_id}/students/': 'rows come and go with enrollments, which have a list',
  'GET /api/v1/beauty/clients/{client_id}/history/': 'appointments in the order of their days, which have a list',
};
/** Lists of which an administrator of one tenant sees a part: refused. Files of deleted records leave their list without a change. */
const inPart = ['GET /api/v1/tenants/', 'GET /api/v1/files/'];
/** Lists with rows that jobs change meanwhile: of these the records are compared. */
const moving = ['GET /api/v1/webhooks/', 'GET /api/v1/imports/'];
const WITH_CHANGES = ['updated_since', 'page_size', 'cursor', 'fields'];

const schemaOf = (on: DocumentedOperation['on'], schema?: Json): Json =>
  schema?.$ref ? schemaOf(on, lookUp(on, schema.$ref)) : schema;
function rowOf({ on, path }: DocumentedOperation): Json {
  const { responses } = lookUp(on, '#/paths')[path].get;
  const { properties } = schemaOf(on, responses['200']?.content?.['application/json']?.schema) ?? {};
  return properties?.data?.type === 'array' ? schemaOf(on, properties.data.items) : undefined;
}
const takes = ({ query }: DocumentedOperation, name: string) => query.some((one) => one.name === name);

/** The operation on the collection of a list, or on one of its records. */
const onSame = ({ on, path }: DocumentedOperation, method: string, item = ''): DocumentedOperation | undefined =>
  operations.find(
    (one) =>
      one.on === on &&
      one.method === method &&
      new RegExp(`^${item}$`).test(one.path.replace(path, '')) &&
      one.path.startsWith(path),
  );

const gets = operations.filter(({ on, method }) => on.name === 'reference' && method === 'GET');
const lists = gets.filter((operation) => rowOf(operation) !== undefined);
const told = lists.filter((list) => takes(list, 'updated_since'));

it('A-505: each list of rows with updated_at takes updated_since, or follows another list', () => {
  const untold = lists.filter((list) => 'updated_at' in (rowOf(list).properties ?? {}) && !told.includes(list));
  expect(untold.map(({ name }) => name).sort()).toEqual(Object.keys(ofOthers).sort());
  expect(told.length).toBeGreaterThan(35);
});

it('A-505: each tells its rows, the oldest change first, and refuses filters, sort and page; others refuse updated_since', async () => {
  const tenant = await newTenant();
  const world = await newWorld(tenant);
  const wrong: Json[] = [];
  const { token } = tenant.admin;
  /** Does an operation as it should be done. @returns its path, and the answer */
  const done = async (operation: DocumentedOperation) => {
    const request = await rightRequest(operation, world, tenant.admin);
    const answer = await call(operation.method, request.path, optionsOf(request, request.token ?? token));
    if (answer.status >= 300) wrong.push([operation.name, answer.status, answer.body]);
    return request.path;
  };
  // One of each, and one that is deleted.
  const deleted = new Map<string, string>();
  await inTurns(
    4,
    told.map((list) => async () => {
      const [made, removed] = [onSame(list, 'POST'), onSame(list, 'DELETE', '\\{\\w+\\}/')];
      if (inPart.includes(list.name)) return;
      if (made) await done(made);
      if (removed) deleted.set(list.name, (await done(removed)).split('/').at(-2) ?? '');
    }),
  );
  expect(deleted.size).toBeGreaterThan(15);
  // Before all: what a path names is made for it, and would come into another list meanwhile.
  const asked = await inTurns(
    6,
    lists.map((list) => async () => [list, (await rightRequest(list, world, tenant.admin)).path] as const),
  );
  await inTurns(
    6,
    asked.map(([list, path]) => async () => {
      const ask = (query: string) => call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, { token });
      const expectRefused = async (query: string, fields: string[]) => {
        const answer = await ask(query);
        const named = answer.status === 400 ? list.on.error(answer).errors.map((one: Json) => one.field) : [];
        if (!fields.includes(String(named))) wrong.push([list.name, query, answer.status, answer.body]);
      };
      const isPaged = takes(list, 'fields');
      if (!told.includes(list)) return isPaged ? expectRefused(EPOCH, ['updated_since']) : undefined;
      if (inPart.includes(list.name)) return expectRefused(EPOCH, ['updated_since']);
      const [plain, changes] = [await ask('page_size=100'), await ask(`${EPOCH}&page_size=100`)];
      const live = changes.body.data.filter((row: Json) => !row.deleted);
      const shown = (row: Json) => (moving.includes(list.name) ? row.id : row);
      const byId = (rows: Json[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1)).map(shown);
      if (JSON.stringify(byId(live)) !== JSON.stringify(byId(plain.body.data)))
        wrong.push([list.name, 'rows', changes.body, plain.body]);
      if (!plain.body.data.length && !list.path.includes('{')) wrong.push([list.name, 'has no row to tell of']);
      const gone = deleted.get(list.name);
      if (gone && !changes.body.data.some((row: Json) => row.id === gone && row.deleted))
        wrong.push([list.name, 'tombstone', gone, changes.body.data]);
      const instants = changes.body.data.map((row: Json) => row.updated_at ?? '');
      if (String(instants) !== String([...instants].sort())) wrong.push([list.name, 'order', instants]);
      // The values are right ones: what is wrong about them is that they stand there.
      for (const { name, schema } of list.query.filter((one) => !WITH_CHANGES.includes(one.name))) {
        const of = schema.$ref ? lookUp(list.on, schema.$ref) : schema;
        const value = of.enum?.[0] ?? { boolean: true, integer: 1, number: 1 }[String(of.type)] ?? valueOf(of);
        await expectRefused(`${EPOCH}&${name}=${encodeURIComponent(String(value))}`, ['updated_since']);
      }
      await expectRefused('updated_since=yesterday', ['updated_since']);
    }),
  );
  expect(wrong).toEqual([]);
});

const valueOf = ({ format }: Json): string => (format === 'date' ? '2026-03-10' : 'x');
