import { once } from 'node:events';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { at, eventually, newTenantAt, pause, startOwnService, stopOwnServices } from '../support/system-service.js';
import type { OwnService, OwnTenant } from '../support/system-service.js';
import { PLANTED, openWebhooks, type Webhooks } from '../support/webhook-deliveries.js';
import { startReceiver, verified, type ReceivedWebhook, type WebhookReceiver } from '../support/webhook-receiver.js';

/** How events reach endpoints: schedule, order, ends, instances and faults (A-442 … A-446). */

jest.setTimeout(240_000);

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

let database: OwnDatabase;
let webhooks: Webhooks;
let service: OwnService;
let tenant: OwnTenant;
let receiver: WebhookReceiver;

beforeAll(async () => {
  database = await clonedDatabase();
  webhooks = await openWebhooks(database);
  service = await startOwnService(database, {}, { movesClock: true });
});
beforeEach(async () => {
  [tenant, receiver] = await Promise.all([newTenantAt(service), startReceiver()]);
});
afterEach(async () => {
  await receiver.stop();
  await sql(database.ownerUrl, 'delete from core.webhook_deliveries');
});
afterAll(async () => {
  await webhooks.close();
  await stopOwnServices();
  await dropDatabases();
});

const moveClock = (ahead: number): Promise<void> =>
  new Promise((done) => {
    service.child.once('message', () => done());
    service.child.send({ ahead });
  });
const idsOf = (received: readonly ReceivedWebhook[]): string[] =>
  received.map(({ headers }) => String(headers['webhook-id']));
const sequences = (received: readonly ReceivedWebhook[]): number[] =>
  received.map(({ headers }) => Number(headers['usaha-sequence']));
const settled = (count: number, status = 'delivered') =>
  eventually(`${count} ${status}`, async () => {
    const found = await webhooks.deliveries(tenant.id);
    return found.filter((one) => one.status === status).length >= count && found;
  });
const endpointRow = async (id: string) => {
  const [row] = await sql(database.ownerUrl, 'select * from core.webhook_endpoints where id = $1', [id]);
  return row as Record<string, unknown>;
};

it('A-443: tries again after five seconds, with the same id and bytes and a newer timestamp', async () => {
  const { record, secret } = await webhooks.create(tenant.id, { url: receiver.url });
  receiver.script.push({ status: 500, body: 'not now' });
  const [id] = await webhooks.plantEvents(tenant.id, 1);
  const [first, second] = (await receiver.waitFor(2)) as [ReceivedWebhook, ReceivedWebhook];
  expect(second.at - first.at).toBeGreaterThan(3_950);
  expect(second.at - first.at).toBeLessThan(6_500);
  expect([first.headers['webhook-id'], second.headers['webhook-id']]).toEqual([id, id]);
  expect(second.body).toBe(first.body);
  expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(Number(first.headers['webhook-timestamp']));
  expect([first, second].map(({ headers }) => headers['usaha-attempt'])).toEqual(['1', '2']);
  expect(verified(secret, second).id).toBe(id);
  const [delivery] = await settled(1);
  expect(delivery).toMatchObject({
    attempts_made: 2,
    sequence: 1,
    last_status_code: 204,
    next_attempt_at: null,
    claimed_until: null,
  });
  const attempts = await sql(
    database.ownerUrl,
    'select number, status_code, error, is_manual, sealed_response from core.webhook_attempts where delivery_id = $1 order by number',
    [delivery?.id],
  );
  expect(attempts).toMatchObject([
    { number: 1, status_code: 500, error: 'http', is_manual: false },
    { number: 2, status_code: 204, error: null, is_manual: false },
  ]);
  expect(String(attempts[0]?.sealed_response)).not.toContain('not now');
  expect(await endpointRow(record.id)).toMatchObject({ failures_in_row: 0, failing_since: null, version: 1 });
});

it('A-442: waits as long as Retry-After of a failure says', async () => {
  await webhooks.create(tenant.id, { url: receiver.url });
  receiver.script.push({ status: 429, headers: { 'retry-after': '3600' } });
  await webhooks.plantEvents(tenant.id, 1);
  await receiver.waitFor(1);
  const [delivery] = await eventually('the outcome', async () => {
    const found = await webhooks.deliveries(tenant.id);
    return found[0]?.attempts_made === 1 && found;
  });
  const wait = (delivery?.next_attempt_at?.getTime() ?? 0) - Date.now();
  expect(wait).toBeGreaterThan(3_500 * SECOND);
  expect(wait).toBeLessThanOrEqual(3_600 * SECOND);
});

it('A-443: tries an endpoint that failed five times in a row once in 30 seconds, until it succeeds', async () => {
  const { record } = await webhooks.create(tenant.id, { url: receiver.url });
  const path = `/api/v1/webhooks/${record.id}`;
  receiver.otherwise = 500;
  await webhooks.plantEvents(tenant.id, 12);
  await receiver.waitFor(5);
  // Two may be under way when the fifth failure is written.
  await pause(4 * SECOND);
  const before = receiver.received.length;
  expect(before).toBeLessThanOrEqual(6);
  const [waiting] = (await webhooks.deliveries(tenant.id)).filter(({ attempts_made }) => attempts_made === 0);
  const retried = await at(service).post(`${path}/deliveries/${waiting?.id}/retry/`, {}, tenant.admin.token);
  expect(retried.status).toBe(200);
  const again = (await receiver.waitFor(before + 1)).at(-1);
  expect([again?.headers['usaha-sequence'], again?.headers['usaha-attempt']]).toEqual([String(waiting?.sequence), '1']);
  await moveClock(31 * SECOND);
  await receiver.waitFor(before + 2);
  await pause(3 * SECOND);
  expect(receiver.received).toHaveLength(before + 2);
  receiver.otherwise = 204;
  await moveClock(400 * SECOND);
  await settled(12);
  await moveClock(0);
});

it('A-445: sends in strict order, though every third answer is 500', async () => {
  const { record } = await webhooks.create(tenant.id, { url: receiver.url, ordering: 'strict' });
  let asked = 0;
  const succeeded: number[] = [];
  receiver.otherwise = (response, { headers }) => {
    asked += 1;
    if (asked % 3 !== 0) succeeded.push(Number(headers['usaha-sequence']));
    response.writeHead(asked % 3 === 0 ? 500 : 204).end();
  };
  await webhooks.plantEvents(tenant.id, 6);
  await settled(6);
  expect(succeeded).toEqual([1, 2, 3, 4, 5, 6]);
  // Nothing is sent while a lower sequence waits for its next attempt.
  const all = sequences(receiver.received);
  expect(all).toEqual([...all].sort((a, b) => a - b));
  expect((await endpointRow(record.id)).last_sequence).toBe(6);
});

it('A-443, A-445: tries the lowest in strict order every 30 seconds, though a retry by hand waits behind it', async () => {
  receiver.otherwise = 500;
  const { record } = await webhooks.create(tenant.id, { url: receiver.url, ordering: 'strict' });
  await webhooks.plantEvents(tenant.id, 2);
  await receiver.waitFor(1);
  await sql(database.ownerUrl, 'update core.webhook_endpoints set failures_in_row = 5 where id = $1', [record.id]);
  const [, behind] = await settled(2, 'pending');
  const path = `/api/v1/webhooks/${record.id}/deliveries/${behind?.id}/retry/`;
  expect((await at(service).post(path, {}, tenant.admin.token)).status).toBe(200);
  receiver.otherwise = 204;
  await moveClock(600 * SECOND);
  await settled(2);
  expect(sequences(receiver.received.slice(-2))).toEqual([1, 2]);
  await moveClock(0);
});

it('A-446: disables an endpoint that is gone, skips what waits, and tells the administrators by its host', async () => {
  let answer: () => void = () => undefined;
  const queued = new Promise<void>((done) => (answer = done));
  // It answers once all three are queued: later ones would be for a replay.
  receiver.otherwise = (response) => void queued.then(() => response.writeHead(410).end());
  const { record } = await webhooks.create(tenant.id, { url: `${receiver.url}?token=verborgen`, ordering: 'strict' });
  await webhooks.plantEvents(tenant.id, 3);
  await settled(3, 'pending');
  answer();
  await settled(3, 'skipped');
  expect(await endpointRow(record.id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone', version: 2 });
  expect(receiver.received).toHaveLength(1);
  const letters = await sql(database.ownerUrl, 'select kind, user_id from core.account_letters where tenant_id = $1', [
    tenant.id,
  ]);
  expect(letters.filter(({ kind }) => kind === 'webhook_disabled').length).toBeGreaterThanOrEqual(1);
  const trail = await sql(
    database.ownerUrl,
    "select actor_kind, actor_id, changes::text from kernel.audit_entries where tenant_id = $1 and action = 'disable'",
    [tenant.id],
  );
  expect(trail).toHaveLength(1);
  expect(JSON.stringify(trail)).not.toContain('verborgen');
  // Later events are not queued: they can be replayed.
  await webhooks.plantEvents(tenant.id, 1);
  await pause(2 * SECOND);
  expect(await webhooks.deliveries(tenant.id)).toHaveLength(3);
});

it('A-446: loses neither an event that was skipped nor one of a disabled endpoint, once it is enabled and replays', async () => {
  const since = new Date(Date.now() - SECOND).toISOString();
  const { record } = await webhooks.create(tenant.id, { url: receiver.url, event_types: [PLANTED] });
  receiver.script.push(410);
  const [skipped] = await webhooks.plantEvents(tenant.id, 1);
  await eventually('its end', async () => (await endpointRow(record.id)).disabled_reason === 'gone');
  const product = { name: 'Kopi', sku: 'KOPI', selling_price: 10, current_stock: 1, minimum_stock: 0 };
  const { status } = await at(service).post('/api/v1/retail/products/', product, tenant.admin.token);
  expect(status).toBe(201);
  await eventually('the event that was recorded', async () => {
    const waiting = await sql(database.ownerUrl, 'select handled_at from kernel.outbox where tenant_id = $1', [
      tenant.id,
    ]);
    return waiting.length === 2 && waiting.every(({ handled_at }) => handled_at !== null);
  });
  const path = `/api/v1/webhooks/${record.id}`;
  expect((await at(service).post(`${path}/enable/`, {}, tenant.admin.token)).status).toBe(200);
  const replayed = await at(service).post(`${path}/replay/`, { since }, tenant.admin.token);
  expect(replayed.body.data).toMatchObject({ queued: 2, more: false });
  const [, first, second] = await receiver.waitFor(3);
  expect([first?.event.id, second?.event.id]).toContain(skipped);
  expect([first?.event.type, second?.event.type]).toEqual([PLANTED, PLANTED]);
});

it('A-446: disables an endpoint that only failed for five days', async () => {
  receiver.otherwise = 503;
  const { record } = await webhooks.create(tenant.id, { url: receiver.url });
  await webhooks.plantEvents(tenant.id, 2);
  await receiver.waitFor(2);
  await eventually('its failures', async () => (await endpointRow(record.id)).failures_in_row === 2);
  await moveClock(5 * DAY - 60 * SECOND);
  await receiver.waitFor(3);
  await eventually('its failures', async () => Number((await endpointRow(record.id)).failures_in_row) >= 3);
  expect((await endpointRow(record.id)).status).toBe('active');
  await moveClock(5 * DAY + 7_200 * SECOND);
  await eventually('its end', async () => (await endpointRow(record.id)).disabled_reason === 'failing');
  await settled(2, 'skipped');
  await moveClock(0);
});

it('A-446: lets the deliveries of a suspended tenant wait', async () => {
  await webhooks.create(tenant.id, { url: receiver.url });
  await sql(database.ownerUrl, "update core.tenants set status = 'suspended' where id = $1", [tenant.id]);
  await webhooks.plantEvents(tenant.id, 2);
  await settled(2, 'pending');
  await pause(3 * SECOND);
  expect(receiver.received).toEqual([]);
  await sql(database.ownerUrl, "update core.tenants set status = 'active' where id = $1", [tenant.id]);
  await settled(2);
});

it('A-455: a process that is told not to send leaves deliveries to others', async () => {
  const separate = await clonedDatabase();
  const there = await openWebhooks(separate);
  const silent = await startOwnService(separate, { WEBHOOK_SENDER: 'false' });
  const { id } = await newTenantAt(silent);
  await there.create(id, { url: receiver.url });
  await there.plantEvents(id, 1);
  await eventually('the delivery', async () => (await there.deliveries(id)).length === 1);
  await pause(2.5 * SECOND);
  expect(receiver.received).toEqual([]);
  await silent.stop();
  const sending = await startOwnService(separate);
  await receiver.waitFor(1);
  await sending.stop();
  await there.close();
});

it('A-444: two instances send each delivery once', async () => {
  const other = await startOwnService(database);
  receiver.otherwise = (response) => void setTimeout(() => response.writeHead(204).end(), 20);
  await webhooks.create(tenant.id, { url: receiver.url });
  await webhooks.create(tenant.id, { url: receiver.url });
  const ids = await webhooks.plantEvents(tenant.id, 200);
  await settled(400);
  expect(receiver.received).toHaveLength(400);
  expect(idsOf(receiver.received).sort()).toEqual([...ids, ...ids].sort());
  // A graceful stop with requests under way sends nothing twice.
  const more = await webhooks.plantEvents(tenant.id, 100);
  await receiver.waitFor(450);
  expect(await other.stop('SIGTERM')).toBe(0);
  await settled(600);
  expect(receiver.received).toHaveLength(600);
  expect(new Set(idsOf(receiver.received)).size).toBe(200 + more.length);
});

it('A-444: loses nothing when the database goes away in the middle', async () => {
  await webhooks.create(tenant.id, { url: receiver.url });
  receiver.otherwise = (response) => void setTimeout(() => response.writeHead(204).end(), 10);
  const ids = await webhooks.plantEvents(tenant.id, 150);
  await receiver.waitFor(40);
  const { name } = database;
  const other = database.ownerUrl.replace(`/${name}`, '/postgres');
  await sql(other, `alter database ${name} allow_connections false`);
  await sql(other, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await pause(4 * SECOND);
  await sql(other, `alter database ${name} allow_connections true`);
  await settled(150);
  expect([...new Set(idsOf(receiver.received))].sort()).toEqual([...ids].sort());
});

it('A-444: loses nothing when the process is killed in the middle of 500 deliveries', async () => {
  receiver.otherwise = (response) => void setTimeout(() => response.writeHead(204).end(), 10);
  await webhooks.create(tenant.id, { url: receiver.url });
  const ids = await webhooks.plantEvents(tenant.id, 500);
  await receiver.waitFor(120);
  const ended = once(service.child, 'exit');
  service.child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(receiver.received.length).toBeLessThan(500);
  const killed = Date.now();
  service = await startOwnService(database, {}, { movesClock: true });
  await eventually(
    'all of them',
    async () => (await webhooks.deliveries(tenant.id)).filter(({ status }) => status === 'delivered').length === 500,
    120,
  );
  const arrived = idsOf(receiver.received);
  expect([...new Set(arrived)].sort()).toEqual([...ids].sort());
  process.stderr.write(
    `killed: ${arrived.length - 500} of 500 were sent twice, all delivered ${(Date.now() - killed) / 1_000} s later\n`,
  );
});
