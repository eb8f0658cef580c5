import type { Answer, Json } from '../support/client.js';
import { unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';
import { startReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** webhooks where there are several instances, and what the database holds of them. */

const PATH = '/api/v1/webhooks/';
const WINDOW_MS = 60_000;

let database: OwnDatabase;
let services: [OwnService, OwnService];
let receiver: WebhookReceiver;
beforeAll(async () => {
  database = await clonedDatabase();
  receiver = await startReceiver();
  services = [await startOwnService(database), await startOwnService(database)];
});
afterAll(async () => {
  await stopOwnServices();
  await receiver.stop();
  await dropDatabases();
});

/** Requests to both instances in turn, all at once. */
const toBoth = (times: number, ask: (service: OwnService) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, (_, i) => ask(services[i % 2] as OwnService)));
const answered = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;
const create = (service: OwnService, { admin }: OwnTenant, body: Json = {}): Promise<Answer> =>
  at(service).post(PATH, { url: receiver.url, ...body }, admin.token);

it('A-437: a tenant has at most 20, whichever instance makes them', async () => {
  const tenant = await newTenantAt(services[0]);
  const answers = await toBoth(30, (service) => create(service, tenant));
  expect([answered(answers, 201), answered(answers, 409)]).toEqual([20, 10]);
});

it('A-448: a tenant tests 20 times a minute, whichever instance sends', async () => {
  const tenant = await newTenantAt(services[0]);
  const { id } = (await create(services[0], tenant)).body.data;
  // Windows begin with the minutes of the database.
  const left = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (left < 10_000) await new Promise((done) => setTimeout(done, left + 100));
  const answers = await toBoth(30, (service) => at(service).post(`${PATH}${id}/test/`, {}, tenant.admin.token));
  expect([answered(answers, 200), answered(answers, 429)]).toEqual([20, 10]);
  expect(receiver.received.filter(({ event }) => event.data.id === id)).toHaveLength(20);
});

it('A-436: what one instance makes, another records for at once or within a second, and a replay sends', async () => {
  const tenant = await newTenantAt(services[0]);
  const { id } = (await create(services[0], tenant, { event_types: ['retail.product.created'] })).body.data;
  const recorded = await eventually('an event that another instance records', async () => {
    const body = { sku: unique('SKU'), name: 'Kopi O', selling_price: 10 };
    const { data } = (await at(services[1]).post('/api/v1/retail/products/', body, tenant.admin.token)).body;
    const rows = await sql(database.ownerUrl, `select 1 from kernel.outbox where payload -> 'data' ->> 'id' = $1`, [
      data.id,
    ]);
    return rows.length === 1 ? data.id : null;
  });
  const since = new Date(Date.now() - WINDOW_MS).toISOString();
  const replayed = await at(services[1]).post(`${PATH}${id}/replay/`, { since }, tenant.admin.token);
  expect(replayed.body.data.queued).toBeGreaterThanOrEqual(1);
  const { body } = await at(services[0]).get(`${PATH}${id}/deliveries/`, tenant.admin.token);
  const event_ids = body.data.map(({ event_id }: Json) => event_id);
  expect(new Set(event_ids).size).toBe(event_ids.length);
  const { data } = (await at(services[0]).get(`${PATH}${id}/deliveries/${body.data[0].id}/`, tenant.admin.token)).body;
  expect(data.payload.data.id).toBe(recorded);
});

it('A-439, A-441, A-452: the database holds no address, header or secret in clear', async () => {
  const tenant = await newTenantAt(services[0]);
  const path = unique('hemlig');
  const headers = { Authorization: `Bearer ${path}` };
  const created = await create(services[0], tenant, { url: `${receiver.url}/${path}`, headers });
  const { id, secret } = created.body.data;
  const rotated = await at(services[0]).post(`${PATH}${id}/rotate-secret/`, {}, tenant.admin.token);
  const tested = await at(services[1]).post(`${PATH}${id}/test/`, {}, tenant.admin.token);
  const request = receiver.received.find(({ event }) => event.id === tested.body.data.event_id);
  expect(request?.headers.authorization).toBe(headers.Authorization);
  for (const key of [secret, rotated.body.data.secret])
    expect(verified(key, request as NonNullable<typeof request>).type).toBe('core.webhook.tested');
  const [row] = await sql<{ held: string }>(
    database.ownerUrl,
    `select concat((select json_agg(e) from core.webhook_endpoints e where tenant_id = $1),
                   (select json_agg(a) from kernel.audit_entries a where tenant_id = $1),
                   (select json_agg(d) from core.webhook_deliveries d where tenant_id = $1),
                   (select json_agg(t) from core.webhook_attempts t where tenant_id = $1),
                   (select json_agg(k) from kernel.idempotency_keys k where tenant_id = $1)) as held`,
    [tenant.id],
  );
  expect(row?.held).toContain('core.webhook.tested');
  for (const text of [path, secret, rotated.body.data.secret]) expect(row?.held).not.toContain(text);
});
