import type { Answer, Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import type { TestTenant } from './people.js';

/** Where nothing listens: an attempt fails at once. */
export const DEAF_URL = 'http://127.0.0.1:9/deaf';

/** Endpoints that a tenant may have; beyond ten, tests of lists make room. */
const MOST = 20;
const KEPT = 10;

/** POST webhooks/. */
export const createWebhook = (tenant: TestTenant, body: Json = {}): Promise<Answer> =>
  on.post('/webhooks', { url: DEAF_URL, ...body }, tenant.admin.token);

/** A webhook with its secret. Where the tenant can have no further one, the oldest go: tests of lists make one for each operation. */
export async function newWebhook(tenant: TestTenant, body: Json = {}): Promise<Json> {
  let answer = await createWebhook(tenant, body);
  if (answer.status === 409) {
    await makeRoomForWebhooks(tenant);
    answer = await createWebhook(tenant, body);
  }
  if (answer.status !== 201) throw new Error(`webhooks: ${answer.status} ${answer.text}`);
  return on.data(answer);
}

/** Deletes the oldest endpoints where the tenant can have no further one: for tests that make one for each operation. */
export async function makeRoomForWebhooks({ admin }: TestTenant): Promise<void> {
  const all = on.rows(await on.get(`/webhooks?page_size=${MOST}`, admin.token), 'webhooks');
  if (all.length < MOST - 6) return;
  for (const { id } of all.slice(KEPT)) await on.send('DELETE', `/webhooks/${id}`, { token: admin.token });
}

/** POST webhooks/{id}/test/. */
export const testWebhook = (tenant: TestTenant, id: string): Promise<Answer> =>
  on.post(`/webhooks/${id}/test`, {}, tenant.admin.token);

/** Deliveries of a webhook, newest first. */
export const deliveriesOf = async (tenant: TestTenant, id: string, query = ''): Promise<Json[]> =>
  on.rows(await on.get(`/webhooks/${id}/deliveries${query}`, tenant.admin.token), 'deliveries');

/** One delivery with its attempts. */
export const deliveryOf = async (tenant: TestTenant, id: string, delivery_id: string): Promise<Json> =>
  on.data(await on.get(`/webhooks/${id}/deliveries/${delivery_id}`, tenant.admin.token));

const kept = new Map<string, { id: string; webhook_id: string }>();

/** A delivery of the tenant: the same for many that ask, since a tenant may test its webhooks 20 times a minute. */
export async function someDelivery(tenant: TestTenant): Promise<{ id: string; webhook_id: string }> {
  const known = kept.get(tenant.id);
  const isThere = known && (await on.get(`/webhooks/${known.webhook_id}`, tenant.admin.token)).status === 200;
  if (isThere) return known;
  const { id: webhook_id } = await newWebhook(tenant);
  const made = { id: on.data(await testWebhook(tenant, webhook_id)).id, webhook_id };
  kept.set(tenant.id, made);
  return made;
}
