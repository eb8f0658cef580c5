import { unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { at, newTenantAt, pause, startOwnService, stopOwnServices } from '../support/system-service.js';
import type { OwnService, OwnTenant } from '../support/system-service.js';
import { openWebhooks, plantPending, type Webhooks } from '../support/webhook-deliveries.js';
import { startReceiver, type ReceivedWebhook, type WebhookReceiver } from '../support/webhook-receiver.js';

/** What endpoints of one tenant that hang cost another, and how soon events arrive. */

jest.setTimeout(240_000);

const ENDPOINTS = 20;
const PENDING = 10_000;

let database: OwnDatabase;
let webhooks: Webhooks;
let service: OwnService;
let receiver: WebhookReceiver;
let hanging: WebhookReceiver;
let fast: WebhookReceiver;
let b: OwnTenant;

beforeAll(async () => {
  database = await clonedDatabase();
  webhooks = await openWebhooks(database);
  service = await startOwnService(database);
  [b, receiver, hanging, fast] = await Promise.all([
    newTenantAt(service),
    startReceiver(),
    startReceiver(),
    startReceiver(),
  ]);
  await webhooks.create(b.id, { url: receiver.url });
  // The instance knows within a second what the tenant awaits.
  await pause(1_200);
});
afterAll(async () => {
  await Promise.all([receiver, hanging, fast].map((one) => one?.stop()));
  await webhooks?.close();
  await stopOwnServices();
  await dropDatabases();
});

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
const times = (ms: readonly number[]) => {
  const sorted = ms.toSorted((one, other) => one - other);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: sorted.at(-1) as number };
};
const print = (what: string, figures: object): void => {
  process.stderr.write(`${what}: ${JSON.stringify(figures)}\n`);
};
const product = () => ({
  name: unique('Kopi'),
  sku: unique('SKU'),
  selling_price: 10,
  current_stock: 1,
  minimum_stock: 0,
});

/** So often B writes: what a shop does, not all that it could. */
const EVERY_MS = 30;
/** One that it was created, one of its stock. */
const EVENTS_OF_A_PRODUCT = 2;

/** Creates products one by one. @returns how long each request took, and each event until it arrived, in milliseconds */
async function createProducts(count: number): Promise<{ requests: number[]; events: number[] }> {
  const before = receiver.received.length;
  const requests: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const begun = performance.now();
    const answer = await at(service).post('/api/v1/retail/products/', product(), b.admin.token);
    requests.push(performance.now() - begun);
    expect(answer.status).toBe(201);
    await pause(EVERY_MS);
  }
  const received = (await receiver.waitFor(before + count * EVENTS_OF_A_PRODUCT)).slice(before);
  expect(received).toHaveLength(count * EVENTS_OF_A_PRODUCT);
  // The time of an event is that at which its request began.
  return { requests, events: received.map(({ at: arrived, event }) => arrived - Date.parse(event.timestamp)) };
}

it('A-449: events of a tenant arrive, and its requests are answered, as if 20 endpoints of another did not hang', async () => {
  const a = await newTenantAt(service);
  hanging.otherwise = () => undefined;
  for (let i = 0; i < ENDPOINTS; i += 1) {
    const { record } = await webhooks.create(a.id, { url: hanging.url });
    await plantPending(database, { tenant_id: a.id, webhook_id: record.id, count: PENDING / ENDPOINTS });
  }
  await hanging.waitFor(8);
  expect(hanging.received).toHaveLength(8);
  await sql(database.ownerUrl, 'vacuum analyze core.webhook_deliveries');
  await createProducts(100);
  const alone = { requests: [] as number[], events: [] as number[] };
  const beside = { requests: [] as number[], events: [] as number[] };
  // In turns, since the machine has other work: a suspended tenant's deliveries wait.
  for (let round = 0; round < 4; round += 1)
    for (const [status, all] of [['suspended', alone] as const, ['active', beside] as const]) {
      await sql(database.ownerUrl, 'update core.tenants set status = $2 where id = $1', [a.id, status]);
      const { requests, events } = await createProducts(100);
      all.requests.push(...requests);
      all.events.push(...events);
    }
  print('requests of B (ms)', { alone: times(alone.requests), beside: times(beside.requests) });
  print('events of B, from the beginning of the request (ms)', {
    alone: times(alone.events),
    beside: times(beside.events),
  });
  expect(times(beside.events).p99).toBeLessThan(2_000);
  // A machine with other work is slow for both.
  expect(times(beside.events).p50).toBeLessThan(Math.max(100, times(alone.events).p50 * 1.5));
  expect(times(beside.requests).p50).toBeLessThan(times(alone.requests).p50 * 1.5);
});

it('A-455: sends many deliveries a second', async () => {
  const c = await newTenantAt(service);
  const count = 2_000;
  const { record } = await webhooks.create(c.id, { url: fast.url });
  const begun = performance.now();
  await plantPending(database, { tenant_id: c.id, webhook_id: record.id, count });
  const received: ReceivedWebhook[] = await fast.waitFor(count);
  const seconds = (performance.now() - begun) / 1_000;
  print(`${count} deliveries to one endpoint`, { seconds, a_second: count / seconds });
  expect(new Set(received.map(({ headers }) => headers['usaha-sequence'])).size).toBe(count);
});
