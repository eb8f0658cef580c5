import { call, type Json } from '../support/client.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { bodyOf, resultsOf, tables, writeMany } from '../support/data-tables.js';
import { csvRows, exported, exportedBytes } from '../support/exports.js';
import { importFile } from '../support/imports.js';
import { documents, lookUp, operations, type DocumentedOperation, type Schema } from '../support/operations.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { newWorld, rightRequest, type World } from '../support/right-requests.js';

/** every list of the reference surface is a file, and the files of resources that are imported change nothing when they come back. */

jest.setTimeout(240_000);

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolved(lookUp(on, schema.$ref) as Schema);

/** Whether an operation answers a list, by its document. */
function isList({ on: surface, method, path }: DocumentedOperation): boolean {
  if (surface !== on || method !== 'GET') return false;
  const { schema } = documents.reference.paths[path].get.responses['200']?.content?.['application/json'] ?? {};
  const data = schema && resolved(schema).properties?.data;
  return data !== undefined && resolved(data).type === 'array';
}

const lists = operations.filter(isList);

/** What a cell says of a text, number or flag that a list shows: nothing of objects, lists and texts that are guarded. */
const isPlain = (value: unknown): value is string | number | boolean =>
  ['number', 'boolean'].includes(typeof value) || (typeof value === 'string' && /^\w[\w .@:]*$/.test(value));

describe('A-500: a file', () => {
  let world: World;
  beforeAll(async () => {
    world = await newWorld(await newTenant());
  });

  it('is there of all lists that the document has', () => {
    expect(lists.length).toBeGreaterThan(75);
  });

  it('has the rows of each list', async () => {
    const wrong: unknown[] = [];
    let compared = 0;
    for (const operation of lists) {
      const { path: asked } = await rightRequest(operation, world, world.tenant.admin);
      const [path = '', query = ''] = asked.split('?');
      const { token } = world.tenant.admin;
      const listed = await call('GET', `${path}?${query}`, { token });
      const resource = path.replace('/api/v1/', '').replace(/\/$/, '').replaceAll('/', '.');
      const answer = await exported(resource, world.tenant.admin, query && `?${query}`);
      if (listed.status !== 200 || answer.status !== 200) {
        wrong.push([operation.name, listed.status, answer.status, answer.text]);
        continue;
      }
      const rows = csvRows(answer);
      const shown = listed.body.data as Json[];
      const total = listed.body.pagination?.total ?? shown.length;
      if (rows.length < total) wrong.push([operation.name, rows.length, total]);
      for (const [i, row] of shown.entries())
        for (const [name, value] of Object.entries(row as object)) {
          if (!isPlain(value) || isMoving(name)) continue;
          compared += 1;
          if (rows[i]?.[name] !== String(value)) wrong.push([operation.name, name, value, rows[i]?.[name]]);
        }
    }
    expect(compared).toBeGreaterThan(500);
    expect(wrong).toEqual([]);
  });
});

/** Fields that tell the moment at which they are read. */
const isMoving = (name: string): boolean => ['last_seen_at', 'last_used_at', 'last_login'].includes(name);

describe.each(tables)('A-500: the file of $resource', (table) => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
  });

  it('is imported again with nothing created, nothing updated and nothing failed', async () => {
    const items = [bodyOf(table), bodyOf(table), bodyOf(table)];
    items[1] = { ...items[1], [table.text]: '=1+1; "Ali\'s"\r\n\'-2' };
    // Every field that may be left out is.
    const bare = operations.find(({ name }) => name === `POST /api/v1${table.path}/`) as DocumentedOperation;
    const { required = [] } = resolved({ $ref: bare.body });
    items[2] = Object.fromEntries(Object.entries(items[2] as object).filter(([name]) => required.includes(name)));
    expect(resultsOf(await writeMany(tenant, table, { mode: 'create', items }))).toEqual(Array(3).fill('created'));

    for (const format of ['csv', 'xlsx']) {
      const file = await exportedBytes(table.resource, tenant.admin, `?format=${format}`);
      const how = { resource: table.resource, match_on: 'id', dry_run: false, set_balances: true };
      const done = await importFile(tenant, file, how, `list.${format}`);
      expect([format, done.status, done.reason, done.errors, done.totals]).toEqual([
        format,
        'done',
        null,
        [],
        { rows: 3, created: 0, updated: 0, unchanged: 3, failed: 0 },
      ]);
    }
  });
});
