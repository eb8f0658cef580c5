import type { Database } from '@usaha/shared';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { announced, reasonOf, silent } from '../support/announced-actions.js';
import { call, type Json } from '../support/client.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { openDatabase } from '../support/opened-database.js';
import { operations } from '../support/operations.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { personalColumns, personalTexts, textsWithin } from '../support/personal-values.js';
import { inTurns, sell } from '../support/retail.js';
import { newWorld, optionsOf, rightRequest, type World } from '../support/right-requests.js';
import { testState, workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';
import { expectValidEvent } from '../support/valid-events.js';

/**
 * What the operations of both surfaces announce, by right requests in a tenant whose feed is on; and, in a whole run, what all other
 * tests have announced: each event is as its type says and holds no personal value, and each action on the audit trail has
 * types of events, or a reason why it has none.
 */

jest.setTimeout(240_000);

interface Row {
  tenant_id: string;
  name: string;
  payload: { actor_id: string | null; data: Record<string, Json> };
}
interface Action {
  record_type: string;
  action: string;
}

const nameOf = ({ record_type, action }: Action): string => `${record_type}: ${action}`;

/** Most bytes of an event's data. */
const MOST_BYTES = 4_096;

const urls = testState().workers.map(({ ownerUrl }) => ownerUrl as string);
const everywhere = async <T extends object>(text: string): Promise<T[]> =>
  (await Promise.all(urls.map((url) => sql<T>(url, text)))).flat();

let world: World;
let database: Database;
const allows = new Map<string, ValidateFunction>();
/** Values of closed sets. */
const known = new Set<string>();
const isShared = (text: string): boolean => /^(?:[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/.test(text);

/** Personal texts that events hold. Paths and names of changed fields are checked with the types; the digits of an id are found by chance. */
function leaksOf(events: readonly Row[], personal: readonly string[]): string[] {
  const found = events.flatMap(({ name, payload: { data } }) => {
    const told = textsWithin({ ...data, path: null, contract_path: null, changed: null });
    const texts = told.filter((text) => !isShared(text)).join('\n');
    return personal.filter((text) => texts.includes(text)).map((text) => `${name}: ${text}`);
  });
  return [...new Set(found)];
}

/** A sale on account is completed with its last payment alone. */
async function payOff(tenant: TestTenant, { product_id, customer_id }: World['records']): Promise<void> {
  const owed = { payments: [], on_account: true, customer_id };
  const sale = await sell(tenant, [{ product_id, quantity: 1, unit_price: 100 }], owed);
  const body = { method: 'card', amount: sale.total };
  expect((await on.post(`/retail/sales/${sale.id}/payments`, body, tenant.admin.token)).status).toBe(201);
}

beforeAll(async () => {
  database = await openDatabase(workerState().ownerUrl as string);
  const tenant = await newTenant();
  await on.send('POST', '/events/enable', { token: tenant.admin.token });
  world = await newWorld(tenant);
  const writing = operations.filter(
    ({ method, path }) => method !== 'GET' && !/\/auth\/|\/events\/|\/modules\/|\/webhooks\//.test(path),
  );
  const failed = await inTurns(
    6,
    writing.map((operation) => async () => {
      const request = await rightRequest(operation, world, tenant.admin);
      const token = operation.isPublic ? undefined : (request.token ?? tenant.admin.token);
      const answer = await call(operation.method, request.path, optionsOf(request, token));
      return operation.successes.includes(answer.status) ? [] : [`${operation.name}: ${answer.text}`];
    }),
  );
  expect(failed.flat()).toEqual([]);
  await payOff(tenant, world.records);
  for (const module of ['disable', 'enable'])
    await on.send('POST', `/modules/beauty/${module}`, { token: tenant.admin.token, body: {} });
  const ajv = addFormats.default(new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }));
  for (const { type, schema } of on.data(await on.get('/webhooks/event-types', tenant.admin.token))) {
    allows.set(type, ajv.compile(schema));
    for (const { enum: values = [] } of Object.values<Json>(schema.properties))
      for (const value of values) known.add(value);
  }
});
afterAll(() => database.end());

it('A-433: every event that was recorded has what its schema says, and no more than 4 KB', async () => {
  const rows = await everywhere<Row>('select tenant_id, name, payload from kernel.outbox');
  const told = rows.filter(({ name }) => allows.has(name));
  expect(told.length).toBeGreaterThan(100);
  for (const { name, payload } of told) {
    const check = allows.get(name) as ValidateFunction;
    expect([name, check(payload.data), check.errors]).toEqual([name, true, null]);
    expectValidEvent({ type: name, ...payload });
    expect([name, Buffer.byteLength(JSON.stringify(payload)) <= MOST_BYTES - 200]).toEqual([name, true]);
  }
});

it('A-433: none holds a text of a column that is personal or sealed', async () => {
  expect(personalColumns(database)).toBeGreaterThan(50);
  const told = await sql<Row>(
    workerState().ownerUrl as string,
    'select tenant_id, name, payload from kernel.outbox where tenant_id = $1 and name = any($2)',
    [world.tenant.id, [...allows.keys()]],
  );
  // Sealed lists hold ids, statuses and instants of business, too; those of an event are checked by its schema.
  const personal = (await personalTexts(database, world.tenant.id)).filter(
    (text) => !known.has(text) && !isShared(text),
  );
  expect(personal.length).toBeGreaterThan(50);
  expect(leaksOf(told, personal)).toEqual([]);
  const [text = ''] = personal;
  const leaking = { tenant_id: '', name: 'a.b.made', payload: { actor_id: null, data: { notes: [`Of ${text}.`] } } };
  expect(leaksOf([leaking], personal)).toContain(`a.b.made: ${text}`);
});

it('A-434: every action on the audit trail has types of events, or a reason why it has none', async () => {
  const actions = await everywhere<Action>('select distinct record_type, action from kernel.audit_entries');
  const unknown = actions
    .filter((one) => !announced[nameOf(one)] && !reasonOf(one.record_type, one.action))
    .map(nameOf);
  expect([...new Set(unknown)].sort()).toEqual([]);
  const both = Object.keys(announced).filter((name) => reasonOf(...(name.split(': ') as [string, string])));
  expect(both).toEqual([]);
  expect(
    Object.values(announced)
      .flat()
      .filter((type) => !allows.has(type)),
  ).toEqual([]);
  for (const reason of Object.values(silent)) expect(reason).toMatch(/^[a-z].{15,}$/);
});

/** With each action of the trail the types that were recorded at its instant and name its record. */
const matched = (where = 'true'): string => `
  select a.record_type, a.action, o.name from kernel.audit_entries a
    join kernel.outbox o on o.tenant_id = a.tenant_id and o.at = a.at and (a.record_type = 'module' or position(a.record_id::text in (o.payload->'data')::text) > 0)
   where ${where} group by a.record_type, a.action, o.name`;

it('A-434: each action that the operations put on the trail is announced as one of its types', async () => {
  const told = await sql<Action & { name: string }>(workerState().ownerUrl as string, matched('a.tenant_id = $1'), [
    world.tenant.id,
  ]);
  const done = await sql<Action>(
    workerState().ownerUrl as string,
    'select distinct record_type, action from kernel.audit_entries where tenant_id = $1',
    [world.tenant.id],
  );
  const typesOf = (name: string): string[] => told.filter((one) => nameOf(one) === name).map((one) => one.name);
  const wrong = done
    .map(nameOf)
    .filter((name) => announced[name] && !typesOf(name).some((type) => announced[name]?.includes(type)));
  expect(wrong.sort()).toEqual([]);
  expect(done.length).toBeGreaterThan(100);
});
