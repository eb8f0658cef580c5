import type { Json } from '../support/client.js';
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

/** Attempts to pay a request, over instances that are killed between the gateway and the booking: one payment. */

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** The sandbox has written or read its book, and its answer takes longer than the instance lives. */
const SLOW = { SANDBOX_DELAY_MS: '600000' };
const TOTAL = 80;

let database: OwnDatabase;
beforeAll(async () => {
  database = await clonedDatabase();
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const post = async (service: OwnService, tenant: OwnTenant, path: string, body: Json): Promise<Json> => {
  const answer = await at(service).post(`/api/v1${path}/`, body, tenant.admin.token);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
};
const get = async (service: OwnService, tenant: OwnTenant, path: string): Promise<Json> =>
  (await at(service).get(`/api/v1${path}/`, tenant.admin.token)).body.data;

/** A business, and a request of a bill of its patient. */
async function requested(service: OwnService): Promise<{ tenant: OwnTenant; bill: Json; request: Json }> {
  const tenant = await newTenantAt(service);
  const person = {
    first_name: 'Aina',
    last_name: 'Roslan',
    date_of_birth: '1990-01-01',
    gender: 'female',
    phone: '0123456789',
  };
  const patient = await post(service, tenant, '/healthcare/patients', person);
  const items = [{ description: 'Rundingan', quantity: 1, unit_price: TOTAL }];
  const bill = await post(service, tenant, '/healthcare/billing', { patient_id: patient.id, items });
  const subject = { subject_type: 'healthcare.bill', subject_id: bill.id };
  return { tenant, bill, request: await post(service, tenant, '/payment-requests', subject) };
}

const pathIn = (url: string): string => new URL(url).pathname;
const postJson = (service: OwnService, path: string, body: Json): Promise<Response> =>
  fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
const payQuietly = async (service: OwnService, { waiting }: Json): Promise<number> =>
  (await postJson(service, pathIn(waiting.redirect_url), { outcome: 'pay', callback: false })).status;

async function expectBookedOnce(service: OwnService, tenant: OwnTenant, { bill, request }: Json): Promise<void> {
  const paid = await eventually('the request is paid', async () => {
    const found = await get(service, tenant, `/payment-requests/${request.id}`);
    return found.status === 'paid' && found;
  });
  expect(paid).toMatchObject({ paid_amount: TOTAL, unapplied_amount: 0, waiting: null });
  const payments = await get(service, tenant, `/healthcare/billing/${bill.id}/payments`);
  expect(payments).toMatchObject([{ amount: TOTAL, payment_request_id: request.id }]);
  const actions = await sql<{ action: string }>(
    database.ownerUrl,
    "select action from kernel.audit_entries where tenant_id = $1 and record_id = $2 and action = 'pay'",
    [tenant.id, request.id],
  );
  expect(actions).toHaveLength(1);
}

it('killed while the gateway begins an attempt: it waits after the next start, and is paid once', async () => {
  const before = await startOwnService(database);
  const { tenant, bill, request } = await requested(before);
  await before.stop();
  const slow = await startOwnService(database, SLOW);
  const cut = postJson(slow, pathIn(request.url), { method: 'fpx' }).catch(() => null);
  await eventually('the gateway has begun to wait', async () => {
    const rows = await sql(database.ownerUrl, 'select 1 from core.sandbox_payments where tenant_id = $1', [tenant.id]);
    return rows.length === 1;
  });
  await slow.stop('SIGKILL');
  expect(await cut).toBeNull();
  const after = await startOwnService(database);
  const waits = await eventually('the attempt is known to wait', async () => {
    const found = await get(after, tenant, `/payment-requests/${request.id}`);
    return found.waiting !== null && found;
  });
  expect(await payQuietly(after, waits)).toBe(200);
  await post(after, tenant, `/payment-requests/${request.id}/check`, {});
  await expectBookedOnce(after, tenant, { bill, request });
  await after.stop();
});

it('killed between the gateway’s answer and the booking: the job books it once after the next start', async () => {
  const before = await startOwnService(database);
  const { tenant, bill, request } = await requested(before);
  const page = (await (await postJson(before, pathIn(request.url), { method: 'card' })).json()) as Json;
  expect(await payQuietly(before, page)).toBe(200);
  await before.stop('SIGKILL');
  const slow = await startOwnService(database, SLOW);
  const cut = at(slow)
    .post(`/api/v1/payment-requests/${request.id}/check/`, {}, tenant.admin.token)
    .catch(() => null);
  // A request that came later was answered: the first one waits for the gateway.
  expect((await get(slow, tenant, `/payment-requests/${request.id}`)).status).toBe('open');
  await slow.stop('SIGKILL');
  await cut;
  const [one, two] = await Promise.all([startOwnService(database), startOwnService(database)]);
  await expectBookedOnce(one, tenant, { bill, request });
  await Promise.all([one.stop(), two.stop()]);
});

it('A-471: a subscription, killed between the gateway’s answer and the booking: one payment, one term, one kept card', async () => {
  const before = await startOwnService(database);
  const tenant = await newTenantAt(before);
  const { id: subject_id } = await post(before, tenant, '/subscriptions', { plan_id: 'starter' });
  const subject = { subject_type: 'subscription', subject_id, method: 'card', keep_card: true };
  const request = await post(before, tenant, '/payment-requests', subject);
  expect(await payQuietly(before, request)).toBe(200);
  await before.stop('SIGKILL');
  const slow = await startOwnService(database, SLOW);
  const cut = at(slow)
    .post(`/api/v1/payment-requests/${request.id}/check/`, {}, tenant.admin.token)
    .catch(() => null);
  expect(await get(slow, tenant, '/payments')).toMatchObject([{ status: 'pending' }]);
  await slow.stop('SIGKILL');
  await cut;
  const [one, two] = await Promise.all([startOwnService(database), startOwnService(database)]);
  await eventually('the request is paid', async () => {
    const { status } = await get(two, tenant, `/payment-requests/${request.id}`);
    return status === 'paid';
  });
  expect(await get(one, tenant, '/payments')).toMatchObject([{ status: 'completed', amount: 49 }]);
  const [card, ...more] = await get(one, tenant, '/payment-methods');
  expect(more).toEqual([]);
  expect(await get(one, tenant, `/subscriptions/${subject_id}`)).toMatchObject({
    terms_paid: 1,
    paid_amount: 49,
    payment_method_id: card.id,
  });
  await Promise.all([one.stop(), two.stop()]);
});

it('killed before the attempt of a cancelled request is abandoned: the job abandons it', async () => {
  const before = await startOwnService(database);
  const { tenant, request } = await requested(before);
  const page = (await (await postJson(before, pathIn(request.url), { method: 'ewallet' })).json()) as Json;
  await before.stop();
  const slow = await startOwnService(database, SLOW);
  await post(slow, tenant, `/payment-requests/${request.id}/cancel`, {});
  await slow.stop('SIGKILL');
  const after = await startOwnService(database);
  await eventually('the attempt is abandoned', async () => {
    const [attempt] = await get(after, tenant, `/payment-requests/${request.id}/attempts`);
    return attempt.status === 'abandoned';
  });
  expect(await payQuietly(after, page)).toBe(409);
  await after.stop();
});
