import type { Answer, Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { newProduct, sell } from '../../support/retail.js';
import { eventually } from '../../support/system-service.js';
import { startReceiver, verified, type ReceivedWebhook, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { deliveriesOf, deliveryOf, newWebhook, testWebhook } from '../../support/webhooks.js';

/** What a business does arrives at its webhooks: the whole way, from a write over HTTP to the receiver and the log. */

jest.setTimeout(120_000);

let tenant: TestTenant;
let receiver: WebhookReceiver;
beforeEach(async () => {
  [tenant, receiver] = await Promise.all([newTenant(), startReceiver()]);
});
afterEach(() => receiver.stop());

const act = async (id: string, verb: string, body: Json = {}): Promise<Json> => {
  const answer: Answer = await on.post(`/webhooks/${id}/${verb}`, body, tenant.admin.token);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return on.data(answer);
};
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const idsOf = (requests: readonly ReceivedWebhook[]) => requests.map(({ headers }) => headers['webhook-id']);
const ended = (id: string, delivery_id: string, status: string): Promise<Json> =>
  eventually(`a delivery that is ${status}`, async () => {
    const delivery = await deliveryOf(tenant, id, delivery_id);
    return delivery.status === status ? delivery : null;
  });

it('A-438: ["retail.sale.*"] gets the events of sales, and none of stock', async () => {
  const { id, secret } = await newWebhook(tenant, { url: receiver.url, event_types: ['retail.sale.*'] });
  const other = await startReceiver();
  await newWebhook(tenant, { url: other.url });
  const { id: product_id } = await newProduct(tenant, { current_stock: 5 });
  const sale = await sell(tenant, [{ product_id, quantity: 2 }]);
  const all = await eventually('events of a sale and of stock', () => {
    const types = new Set(other.received.map(({ event }) => event.type));
    return types.has('retail.stock.changed') && types.has('retail.sale.completed') ? types : null;
  });
  expect(all).toContain('retail.product.created');
  await receiver.waitFor(2);
  expect(receiver.received.map(({ event }) => event.type).sort()).toEqual([
    'retail.sale.completed',
    'retail.sale.created',
  ]);
  for (const request of receiver.received)
    expect(verified(secret, request)).toMatchObject({
      tenant_id: tenant.id,
      actor_id: tenant.admin.id,
      data: { id: sale.id },
    });
  expect((await deliveriesOf(tenant, id)).map(({ sequence }) => sequence)).toEqual([2, 1]);
  await other.stop();
});

it('A-446: after 410, a write, enable/ and replay/ both events arrive', async () => {
  const since = ago(1);
  const { id } = await newWebhook(tenant, { url: receiver.url, event_types: ['retail.product.created'] });
  receiver.script.push(410);
  const first = await newProduct(tenant);
  await eventually('a webhook that is disabled', async () => {
    const { status, disabled_reason } = on.data(await on.get(`/webhooks/${id}`, tenant.admin.token));
    return status === 'disabled' && disabled_reason === 'gone';
  });
  const second = await newProduct(tenant);
  await act(id, 'enable');
  expect((await act(id, 'replay', { since })).queued).toBe(2);
  await eventually('both', () => {
    const products = new Set(receiver.received.slice(1).map(({ event }) => event.data.id));
    return products.has(first.id) && products.has(second.id);
  });
});

it('A-447: a delivery that was answered 500 and then 204 has two attempts', async () => {
  const { id } = await newWebhook(tenant, { url: receiver.url, event_types: ['retail.product.created'] });
  receiver.script.push({ status: 500, body: 'not now' });
  await newProduct(tenant);
  await receiver.waitFor(2);
  const [row] = await deliveriesOf(tenant, id);
  const { attempts, ...delivery } = await ended(id, row?.id, 'delivered');
  expect(delivery).toMatchObject({ attempts_made: 2, last_status_code: 204, last_error: null });
  expect(attempts).toMatchObject([
    { number: 1, manual: false, status_code: 500, error: 'http', response_excerpt: 'not now' },
    { number: 2, manual: false, status_code: 204, error: null, response_excerpt: null },
  ]);
  const [one, two] = receiver.received;
  expect([two?.body, two?.headers['webhook-id']]).toEqual([one?.body, one?.headers['webhook-id']]);
});

it('A-448: a replay and a retry send the same ids and bytes again', async () => {
  const since = ago(1);
  const { id } = await newWebhook(tenant, { url: receiver.url, event_types: ['retail.product.created'] });
  await newProduct(tenant);
  await newProduct(tenant);
  const before = [...(await receiver.waitFor(2))];
  const rows = await deliveriesOf(tenant, id);
  for (const row of rows) await ended(id, row.id, 'delivered');
  expect((await act(id, 'replay', { since })).queued).toBe(2);
  const replayed = (await receiver.waitFor(4)).slice(2);
  expect(idsOf(replayed).sort()).toEqual(idsOf(before).sort());
  expect(new Set(replayed.map(({ body }) => body))).toEqual(new Set(before.map(({ body }) => body)));
  const retried = await ended(id, rows[0]?.id, 'delivered');
  await act(id, `deliveries/${retried.id}/retry`);
  expect(idsOf((await receiver.waitFor(5)).slice(4))).toEqual([retried.event_id]);
  const { attempts } = await eventually('a third attempt', async () => {
    const found = await deliveryOf(tenant, id, retried.id);
    return found.attempts_made === 3 ? found : null;
  });
  expect(attempts.map(({ manual }: Json) => manual)).toEqual([false, false, true]);
});

it('A-445, A-448: the retry of a test arrives where deliveries are in strict order too', async () => {
  const { id } = await newWebhook(tenant, { url: receiver.url, ordering: 'strict', event_types: ['retail.product.*'] });
  const tested = on.data(await testWebhook(tenant, id));
  await act(id, `deliveries/${tested.id}/retry`);
  await newProduct(tenant);
  await receiver.waitFor(3);
  expect(idsOf(receiver.received).filter((event_id) => event_id === tested.event_id)).toHaveLength(2);
  await ended(id, tested.id, 'delivered');
});
