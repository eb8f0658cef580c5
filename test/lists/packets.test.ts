import { readFileSync, writeFileSync } from 'node:fs';
import { call, useServer } from '../support/client.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { newShipment } from '../support/logistics.js';
import { askedOperations, isAsked, operations, type DocumentedOperation } from '../support/operations.js';
import { PacketCounter, readsCached, shown, type Packet } from '../support/packets-sent.js';
import { newTenant, unique } from '../support/people.js';
import { newWorld, optionsOf, rightRequest, type RightRequest, type World } from '../support/right-requests.js';
import { clonedDatabase, dropDatabases } from '../support/system-database.js';
import { pause, startOwnService, stopOwnServices } from '../support/system-service.js';

/**
 * The packets that every operation sends to PostgreSQL on a warm service: the operation has been called before, and the rights of the
 * session are cached. The table has them exactly, so that each packet more is noticed, and each packet less is kept.
 */

jest.setTimeout(300_000);

const FILE = 'test/lists/packets.json';
const COMMAND = 'UPDATE_PACKETS=1 node tools/test.js lists test/lists/packets.test.ts';

/** `2`, or `2 + 1` where one more leaves after the answer. Each packet before the answer is a round trip that the client may wait for. */
type Count = number | string;

function countOf(packets: readonly Packet[]): Count {
  const late = packets.filter(({ isLate }) => isLate).length;
  return late === 0 ? packets.length : `${packets.length - late} + ${late}`;
}

const totalOf = (count: Count): number =>
  String(count)
    .split(' + ')
    .reduce((sum, some) => sum + Number(some), 0);

/** The faults of the table, one text for each operation. */
function faults(table: Readonly<Record<string, Count>>, counted: ReadonlyMap<string, readonly Packet[]>): string[] {
  const gone = Object.keys(table).filter((name) => !counted.has(name));
  const wrong = [...counted].flatMap(([name, packets]) => {
    const [count, listed] = [countOf(packets), table[name]];
    if (count === listed) return [];
    if (listed === undefined) return [`${name} takes ${count} packets and is not in ${FILE}: ${COMMAND}`];
    return totalOf(count) < totalOf(listed)
      ? [`${name} takes ${count} packets: lower the ${listed} in ${FILE}`]
      : [`${name} takes ${count} packets instead of ${listed}:\n${shown(packets)}`];
  });
  return [...gone.map((name) => `${name} is in ${FILE} and is no operation`), ...wrong];
}

const DRAWN_AHEAD = 'draws numbers of users ahead, once several are made within a second';
/** Operations that take fewer packets in a row of calls, with the reason: the least counts. */
const varying: Readonly<Record<string, string>> = {
  'POST /v1/tenants': DRAWN_AHEAD,
  'POST /api/v1/tenants/': DRAWN_AHEAD,
  'POST /v1/users': DRAWN_AHEAD,
  'POST /api/v1/users/': DRAWN_AHEAD,
  'POST /api/v1/users/invitations/': DRAWN_AHEAD,
  'POST /api/v1/auth/register/': DRAWN_AHEAD,
  'POST /api/v1/auth/reset-password/': 'its letter may be on its way while the answer is counted',
};
const CALLS_IN_A_ROW = 5;

/** Cached rights may expire between two requests on a slow machine. An operation that reads them this often always does. */
const MOST_COLD_CALLS = 6;
/** What a change made forget is told again through LISTEN, late on a busy machine: the later a call, the longer it waits for that. */
const PAUSE_MS = 20;

type Change = (right: RightRequest, own: World) => Promise<RightRequest>;
const turned =
  (to: 'enable' | 'disable'): Change =>
  async (right, { tenant }) => {
    await on.post(`/modules/retail/${to}`, {}, tenant.admin.token);
    return right;
  };
/** Changes to right requests that would find nothing, or change nothing when they are sent again. */
const changes: Readonly<Record<string, Change>> = {
  'PUT /v1/tenants/{tenant_id}': async (right) => ({ ...right, body: { ...right.body, name: unique('Kedai') } }),
  'POST /api/v1/modules/{module_id}/enable/': turned('disable'),
  'POST /api/v1/modules/{module_id}/disable/': turned('enable'),
  // What it finds decides how often it reads and writes: here it finds nothing, however many events other operations have left.
  'POST /api/v1/webhooks/{webhook_id}/replay/': (right) =>
    Promise.resolve({ ...right, body: { since: new Date(Date.now() - 1).toISOString() } }),
  // Two, so that a packet for each would be seen.
  'POST /api/v1/logistics/shipments/bulk-status/': async (right, { tenant }) => {
    const shipments = [await newShipment(tenant), await newShipment(tenant)];
    const tracking_numbers = shipments.map(({ tracking_number }) => tracking_number as string);
    return { ...right, body: { ...right.body, tracking_numbers } };
  },
};

let counter: PacketCounter;
let world: World;
/** Its modules are turned off and on, and it has a feed of events, so that the other has as many events as it needs. */
let spare: World;
beforeAll(async () => {
  const service = await startOwnService(await clonedDatabase(), {}, { countsPackets: true });
  useServer(service.baseUrl);
  counter = new PacketCounter(service.child);
  const [tenant, other] = await Promise.all([newTenant(), newTenant()]);
  [world, spare] = await Promise.all([newWorld(tenant), newWorld(other)]);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

async function callOnce(operation: DocumentedOperation, pauseMs = 0): Promise<Packet[]> {
  const own = /\/(modules|events)\//.test(operation.path) ? spare : world;
  const { admin } = own.tenant;
  const right = await rightRequest(operation, own, admin);
  const request = (await changes[operation.name]?.(right, own)) ?? right;
  const token = request.token ?? (operation.isPublic ? undefined : admin.token);
  if (pauseMs > 0) await pause(pauseMs);
  // Reads the session's rights and the settings of modules, which the service keeps for a second.
  await call('GET', '/v1/modules', { token: token ?? admin.token });
  const { answer, packets } = await counter.call(operation.method, request.path, optionsOf(request, token));
  if (operation.successes.includes(answer.status)) return packets;
  throw new Error(`${operation.name}: ${answer.status} ${answer.text}`);
}

async function callWarm(operation: DocumentedOperation): Promise<Packet[]> {
  for (let calls = 1; ; calls += 1) {
    const packets = await callOnce(operation, (calls - 1) * PAUSE_MS);
    if (calls === MOST_COLD_CALLS || !packets.some(readsCached)) return packets;
  }
}

async function packetsOf(operation: DocumentedOperation): Promise<Packet[]> {
  await callOnce(operation);
  let least = await callWarm(operation);
  for (let calls = 1; operation.name in varying && calls < CALLS_IN_A_ROW; calls += 1) {
    const packets = await callWarm(operation);
    if (packets.length < least.length) least = packets;
  }
  return least;
}

it('are as many for each operation as the table has', async () => {
  const counted = new Map<string, Packet[]>();
  // One after the other: an operation finds nothing that another is just doing.
  for (const operation of askedOperations) counted.set(operation.name, await packetsOf(operation));
  if (process.env.UPDATE_PACKETS) {
    const table = Object.fromEntries([...counted].map(([name, packets]) => [name, countOf(packets)]));
    writeFileSync(FILE, `${JSON.stringify(table, null, 2)}\n`);
  }
  const table = Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Count>);
  expect(faults(Object.fromEntries(table.filter(([name]) => isAsked(name))), counted)).toEqual([]);
});

it('are found where there are more or fewer, where an operation is not in the table and where one is gone', () => {
  const packet = (...statements: string[]): Packet => ({ statements, isLate: false });
  const late: Packet = { statements: ['COMMIT'], isLate: true };
  const counted = new Map<string, Packet[]>([
    ['GET /kept', [packet('select 1'), late]],
    ['GET /more', [packet('BEGIN', 'select\n  2'), packet('COMMIT')]],
    ['GET /waited-for', [packet('select 3'), packet('COMMIT')]],
    ['GET /fewer', []],
    ['GET /new', [packet('select 4')]],
  ]);
  const table = { 'GET /kept': '1 + 1', 'GET /more': 1, 'GET /waited-for': '1 + 1', 'GET /fewer': 1, 'GET /gone': 1 };
  expect(faults(table, counted)).toEqual([
    'GET /gone is in test/lists/packets.json and is no operation',
    'GET /more takes 2 packets instead of 1:\nsent: BEGIN; select 2\nsent: COMMIT',
    'GET /waited-for takes 2 packets instead of 1 + 1:\nsent: select 3\nsent: COMMIT',
    'GET /fewer takes 0 packets: lower the 1 in test/lists/packets.json',
    `GET /new takes 1 packets and is not in test/lists/packets.json: ${COMMAND}`,
  ]);
});

it('have exceptions only for operations that there are', () => {
  const names = operations.map(({ name }) => name);
  expect([...Object.keys(varying), ...Object.keys(changes)].filter((name) => !names.includes(name))).toEqual([]);
});
