import pg from 'pg';
import { type Answer, type Json } from '../../support/client.js';
import { INSTANT, UUID, expectConflict, expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { waitingForLocks } from '../../support/lock-waits.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { newProduct } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';
import { eventually } from '../../support/system-service.js';
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { DEAF_URL, deliveriesOf, deliveryOf, newWebhook, testWebhook } from '../../support/webhooks.js';

const fields = [
  'id',
  'webhook_id',
  'event_id',
  'event_type',
  'sequence',
  'status',
  'attempts_made',
  'next_attempt_at',
  'last_status_code',
  'last_error',
  'created_at',
  'delivered_at',
];
const EVENT_ID = /^msg_[0-9a-f]{32}$/;
const MINUTE_MS = 60_000;

let tenant: TestTenant;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
// A tenant has at most 20 webhooks.
beforeEach(async () => {
  tenant = await newTenant();
});
afterAll(() => receiver.stop());

const act = (id: string, verb: string, body: Json = {}, of = tenant): Promise<Answer> =>
  on.post(`/webhooks/${id}/${verb}`, body, of.admin.token);
const read = async (id: string): Promise<Json> => on.data(await on.get(`/webhooks/${id}`, tenant.admin.token));
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** Waits until the events of the tenant were handed over: one that comes after an endpoint was enabled is queued as any other. */
const handled = () =>
  eventually('events that were handed over', async () => {
    const { ownerUrl } = workerState();
    const waiting = await sql(
      ownerUrl as string,
      'select 1 from kernel.outbox where tenant_id = $1 and handled_at is null',
      [tenant.id],
    );
    return waiting.length === 0;
  });

/** A webhook that is disabled while products are made: their events are recorded for it, and not queued. */
async function missed(count: number, body: Json = {}): Promise<{ id: string; products: string[]; since: string }> {
  const since = ago(1);
  const { id } = await newWebhook(tenant, { event_types: ['retail.product.created'], ...body });
  await act(id, 'disable');
  const products: string[] = [];
  for (let i = 0; i < count; i++) products.push((await newProduct(tenant)).id);
  await handled();
  await act(id, 'enable');
  return { id, products, since };
}

const replay = async (id: string, body: Json): Promise<Json> => {
  const answer = await act(id, 'replay', body);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return on.data(answer);
};

describe('A-448: a test', () => {
  it('sends one event at once and answers the delivery', async () => {
    const { id } = await newWebhook(tenant, { url: receiver.url, event_types: ['retail.product.*'] });
    const answer = await testWebhook(tenant, id);
    expect(answer.status).toBe(200);
    const { payload, attempts, ...delivery } = on.data(answer);
    expect(Object.keys(delivery)).toEqual(fields);
    expect(delivery).toEqual({
      id: expect.stringMatching(UUID),
      webhook_id: id,
      event_id: expect.stringMatching(EVENT_ID),
      event_type: 'core.webhook.tested',
      sequence: null,
      status: 'delivered',
      attempts_made: 1,
      next_attempt_at: null,
      last_status_code: 204,
      last_error: null,
      created_at: expect.stringMatching(INSTANT),
      delivered_at: expect.stringMatching(INSTANT),
    });
    expect(payload).toEqual({
      id: delivery.event_id,
      type: 'core.webhook.tested',
      timestamp: delivery.created_at,
      tenant_id: tenant.id,
      actor_id: tenant.admin.id,
      data: { id, version: 1, path: `/api/v1/webhooks/${id}/`, contract_path: null },
    });
    const at = delivery.created_at;
    const attempt = { number: 1, at, manual: true, status_code: 204, error: null, response_excerpt: null };
    expect(attempts).toEqual([{ ...attempt, duration_ms: expect.any(Number) }]);
    const request = receiver.received.find(({ event }) => event.id === delivery.event_id);
    expect(JSON.parse(request?.body ?? '')).toEqual(payload);
    expect(request?.headers['webhook-id']).toBe(delivery.event_id);
    expect(await deliveryOf(tenant, id, delivery.id)).toEqual(on.data(answer));
    expect((await read(id)).last_success_at).toBe(delivery.delivered_at);
    const trail = on.rows(await on.get(`/audit?record_id=${id}&action=test`, tenant.admin.token), 'entries');
    expect(trail).toHaveLength(1);
  });

  it('fails once and for all, and a disabled webhook is tested too', async () => {
    const { id } = await newWebhook(tenant, { url: receiver.url });
    await act(id, 'disable');
    receiver.script.push({ status: 500, body: 'out of \u0007 order' });
    const failed = on.data(await testWebhook(tenant, id));
    expect(failed).toMatchObject({
      status: 'failed',
      last_status_code: 500,
      last_error: 'http',
      next_attempt_at: null,
    });
    expect(failed.attempts).toMatchObject([{ error: 'http', response_excerpt: 'out of . order' }]);
    expect((await read(id)).status).toBe('disabled');
    const deaf = await newWebhook(tenant);
    expect(on.data(await testWebhook(tenant, deaf.id))).toMatchObject({ status: 'failed', last_error: 'connect' });
  });

  it('is one of 20 of a tenant in a minute, also of those at once', async () => {
    const other = await newTenant();
    const { id } = await newWebhook(other);
    // A window begins with the minute: in 40 tests at most one does.
    const answers = await Promise.all(Array.from({ length: 61 }, () => testWebhook(other, id)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(61);
    expect(refused.length).toBeGreaterThanOrEqual(21);
    expectRefusal(on, refused[0] as Answer, 429);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await deliveriesOf(other, id, '?page_size=100')).toHaveLength(61 - refused.length);
  });

  it('is sent once for an Idempotency-Key', async () => {
    const { id } = await newWebhook(tenant, { url: receiver.url });
    const headers = { 'Idempotency-Key': unique('key') };
    const send = () => on.send('POST', `/webhooks/${id}/test`, { token: tenant.admin.token, headers, body: {} });
    // The second waits for the first, or finds it on its way: it sends nothing.
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = both.map((answer) => on.data(answer).id);
    expect(second).toBe(first);
    expect(on.data(await send()).id).toBe(first);
    const { event_id } = await deliveryOf(tenant, id, first);
    expect(receiver.received.filter(({ event }) => event.id === event_id)).toHaveLength(1);
    expect(await deliveriesOf(tenant, id)).toHaveLength(1);
  });

  it('is answered to one that repeats it while it is being kept', async () => {
    const { id } = await newWebhook(tenant, { url: receiver.url });
    const headers = { 'Idempotency-Key': unique('key') };
    const send = () => on.send('POST', `/webhooks/${id}/test`, { token: tenant.admin.token, headers, body: {} });
    const holder = new pg.Client({ connectionString: workerState().ownerUrl ?? '' });
    await holder.connect();
    try {
      let answered = () => {};
      receiver.script.push((response) => (answered = () => void response.writeHead(204).end()));
      const before = receiver.received.length;
      const first = send();
      await receiver.waitFor(before + 1);
      await holder.query('begin');
      const lock = 'select 1 from core.webhook_endpoints where tenant_id = $1 and id = $2 for update';
      await holder.query(lock, [tenant.id, id]);
      answered();
      await waitingForLocks(holder, 1);
      // It has the key now: waiting for the webhook too, it and the first would wait for each other.
      expect((await send()).status).toBe(200);
      await holder.query('rollback');
      expect((await first).status).toBe(200);
    } finally {
      await holder.end();
    }
  });
});

describe('A-447: the log of deliveries', () => {
  it('lists the newest first, by status, type, event and day', async () => {
    const { id, since } = await missed(2);
    await replay(id, { since });
    await testWebhook(tenant, id);
    const all = await deliveriesOf(tenant, id);
    expect(Object.keys(all[0])).toEqual(fields);
    expect(all.map(({ event_type, sequence }) => [event_type, sequence])).toEqual([
      ['core.webhook.tested', null],
      ['retail.product.created', 2],
      ['retail.product.created', 1],
    ]);
    const found = async (query: string) => (await deliveriesOf(tenant, id, `?${query}`)).map((row) => row.id);
    const [tested, second, first] = all.map((row) => row.id);
    expect(await found('status=failed')).toEqual([tested]);
    expect(await found('event_type=retail.product.created')).toEqual([second, first]);
    expect(await found(`event_id=${all[2]?.event_id}`)).toEqual([first]);
    expect(await found('event_id=msg_1')).toEqual([]);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(await found(`date_from=${today}&date_to=${today}`)).toHaveLength(3);
    expect(await found('date_to=2020-01-01')).toEqual([]);
    expect(await found('page_size=1&page=2')).toEqual([second]);
    expectInvalid(on, await on.get(`/webhooks/${id}/deliveries?status=lost`, tenant.admin.token), 'status');
  });

  it('shows one with what is sent, and knows none of another webhook', async () => {
    const { id, products, since } = await missed(1, { url: receiver.url });
    await replay(id, { since });
    const [row] = await deliveriesOf(tenant, id);
    const { payload } = await deliveryOf(tenant, id, row?.id);
    expect(payload).toMatchObject({
      id: row?.event_id,
      type: 'retail.product.created',
      tenant_id: tenant.id,
      actor_id: tenant.admin.id,
      data: { id: products[0], path: `/api/v1/retail/products/${products[0]}/` },
    });
    const other = await newWebhook(tenant);
    for (const path of [`${other.id}/deliveries/${row?.id}`, `${id}/deliveries/${UNKNOWN_ID}`, `${id}/deliveries/x`])
      expectRefusal(on, await on.get(`/webhooks/${path}`, tenant.admin.token), 404);
    expectRefusal(on, await act(other.id, `deliveries/${row?.id}/retry`), 404);
  });
});

describe('A-448: a retry', () => {
  it('makes a delivery due at once with a new schedule, also one that was delivered', async () => {
    const { id } = await newWebhook(tenant, { url: receiver.url });
    const tested = on.data(await testWebhook(tenant, id));
    const answer = await act(id, `deliveries/${tested.id}/retry`);
    expect(answer.status).toBe(200);
    const { next_attempt_at, ...delivery } = on.data(answer);
    expect(delivery).toMatchObject({ id: tested.id, event_id: tested.event_id, status: 'pending', delivered_at: null });
    expect(Date.parse(next_attempt_at)).toBeLessThanOrEqual(Date.now());
    const trail = on.rows(await on.get(`/audit?record_id=${id}&action=retry`, tenant.admin.token), 'entries');
    expect(trail).toHaveLength(1);
  });

  it('of a disabled webhook is refused with 409', async () => {
    const { id } = await newWebhook(tenant, { url: receiver.url });
    const { id: delivery_id } = on.data(await testWebhook(tenant, id));
    await act(id, 'disable');
    expectConflict(on, await act(id, `deliveries/${delivery_id}/retry`), 'status');
    expect((await deliveryOf(tenant, id, delivery_id)).status).toBe('delivered');
  });
});

describe('A-448: a replay', () => {
  it('queues what was recorded while the webhook was disabled, oldest first, and the same ids again (A-446)', async () => {
    const { id, products, since } = await missed(3, { url: receiver.url });
    const first = await replay(id, { since });
    expect(first).toEqual({ queued: 3, more: false, until: expect.stringMatching(INSTANT) });
    const queued = (await deliveriesOf(tenant, id)).reverse();
    expect(queued.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    const payloads = await Promise.all(queued.map((row) => deliveryOf(tenant, id, row.id)));
    expect(payloads.map(({ payload }) => payload.data.id)).toEqual(products);
    expect((await read(id)).last_sequence).toBe(3);

    expect((await replay(id, { since })).queued).toBe(3);
    const again = (await deliveriesOf(tenant, id)).reverse();
    expect(again.map(({ id: row, event_id, sequence }) => [row, event_id, sequence])).toEqual(
      queued.map(({ id: row, event_id, sequence }) => [row, event_id, sequence]),
    );
  });

  it('takes events since then and before then, of the types that are asked for', async () => {
    const { id, since } = await missed(2, { url: receiver.url, event_types: ['retail.product.*'] });
    const until = new Date().toISOString();
    expect((await replay(id, { since, event_types: ['core.*'] })).queued).toBe(0);
    expect(await replay(id, { since, until, event_types: ['retail.product.created'] })).toMatchObject({
      queued: 2,
      until,
    });
    await newProduct(tenant);
    expect((await replay(id, { since: until, until: new Date(Date.now() + MINUTE_MS).toISOString() })).queued).toBe(1);
  });

  it('with a status takes only deliveries that ended so, and nothing that was never queued', async () => {
    const { id, since } = await missed(2);
    expect((await replay(id, { since, status: 'skipped' })).queued).toBe(0);
    expect((await replay(id, { since })).queued).toBe(2);
    await act(id, 'disable');
    await newProduct(tenant);
    await act(id, 'enable');
    expect((await replay(id, { since, status: 'skipped' })).queued).toBe(2);
    expect((await replay(id, { since, status: 'failed' })).queued).toBe(0);
  });

  it('leaves out what a webhook does not await', async () => {
    const { id, since } = await missed(1, { url: receiver.url, event_types: ['core.*'] });
    expect((await replay(id, { since })).queued).toBe(0);
  });

  it('of a disabled webhook is refused with 409, and with a time that cannot be with 400', async () => {
    const { id } = await newWebhook(tenant);
    const wrong: [string, Json][] = [
      ['since', {}],
      ['since', { since: null }],
      ['since', { since: 'yesterday' }],
      ['since', { since: ago(7 * 86_400_000 + MINUTE_MS) }],
      ['since', { since: ago(-MINUTE_MS) }],
      ['since', { since: ago(MINUTE_MS), until: ago(2 * MINUTE_MS) }],
      ['until', { since: ago(MINUTE_MS), until: 'now' }],
      ['event_types', { since: ago(MINUTE_MS), event_types: ['toys.*'] }],
      ['event_types', { since: ago(MINUTE_MS), event_types: [] }],
      ['status', { since: ago(MINUTE_MS), status: 'delivered' }],
    ];
    for (const [field, body] of wrong) expectInvalid(on, await act(id, 'replay', body), field);
    await act(id, 'disable');
    expectConflict(on, await act(id, 'replay', { since: ago(MINUTE_MS) }), 'status');
  });

  it('queues at most 10,000 at once, and further ones since the time that it answers', async () => {
    const { id } = await newWebhook(tenant, { event_types: ['retail.product.created'] });
    await act(id, 'disable');
    // An hour of the past, so that no other test records events there; two each millisecond.
    const begin = Date.now() - 3_600_000;
    const aProduct = {
      ...{ id: UNKNOWN_ID, version: 1, path: `/api/v1/retail/products/${UNKNOWN_ID}/`, contract_path: null },
      ...{ sku: 'A', selling_price: 1, is_active: true, current_stock: 0, minimum_stock: 0 },
    };
    await sql(
      workerState().ownerUrl as string,
      `insert into kernel.outbox (tenant_id, at, available_at, done, attempts, id, name, payload, handled_at)
       select $1, t.at, t.at, '{}', 1, (lpad(to_hex((extract(epoch from t.at) * 1000)::bigint), 12, '0') || '7000' || to_hex(32768 + n % 2)
              || '000000000001')::uuid, 'retail.product.created', $3::jsonb, t.at
         from generate_series(0, 10499) n, lateral (select to_timestamp($2::double precision / 1000) + n / 2 * interval '1 ms') as t (at)`,
      [tenant.id, begin, JSON.stringify({ actor_id: null, data: aProduct })],
    );
    await act(id, 'enable');
    const [since, until] = [begin, begin + 600_000].map((ms) => new Date(ms).toISOString());
    const first = await replay(id, { since, until });
    expect(first).toEqual({ queued: 10_000, more: true, until: new Date(begin + 5_000).toISOString() });
    expect(await read(id)).toMatchObject({ last_sequence: 10_000, pending: 10_000 });
    expect(await replay(id, { since: first.until, until })).toEqual({ queued: 500, more: false, until });
    expect(await read(id)).toMatchObject({ last_sequence: 10_500, pending: 10_000 });
    // Kept deliveries whose events are not recorded any more stand between others.
    await sql(
      workerState().ownerUrl as string,
      // Of an even millisecond, by the id: Citus takes no epoch of a column here.
      `delete from kernel.outbox where tenant_id = $1 and id::text ~ '^.{8}-.{3}[02468ace]-7000-8000-'`,
      [tenant.id],
    );
    expect(await replay(id, { since, until })).toEqual(first);
    expect((await replay(id, { since: first.until, until })).queued).toBe(500);
    expect(on.data(await act(id, 'disable'))).toMatchObject({ pending: 0 });
    expect(on.total(await on.get(`/webhooks/${id}/deliveries?status=skipped`, tenant.admin.token))).toBe(10_500);
  });

  it('and new events at once give each event one delivery, without gaps', async () => {
    const { id, since } = await missed(20, { url: receiver.url });
    await Promise.all(Array.from({ length: 8 }, () => replay(id, { since })));
    const sequences = (await deliveriesOf(tenant, id, '?page_size=100')).map(({ sequence }) => sequence);
    expect(sequences.reverse()).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });
});

describe('A-446: a webhook that is disabled or deleted', () => {
  it('skips what is pending', async () => {
    const { id, since } = await missed(2, { url: DEAF_URL });
    await replay(id, { since });
    expect((await read(id)).pending).toBe(2);
    expect(on.data(await act(id, 'disable'))).toMatchObject({ status: 'disabled', pending: 0 });
    expect((await deliveriesOf(tenant, id)).map(({ status, next_attempt_at }) => [status, next_attempt_at])).toEqual([
      ['skipped', null],
      ['skipped', null],
    ]);
    await act(id, 'enable');
    await replay(id, { since });
    await on.send('DELETE', `/webhooks/${id}`, { token: tenant.admin.token });
    const rows = await sql(
      workerState().ownerUrl as string,
      `select count(*)::int as pending from core.webhook_deliveries where webhook_id = $1 and status = 'pending'`,
      [id],
    );
    expect(rows).toEqual([{ pending: 0 }]);
  });
});
