import type { Json } from '../support/client.js';
import { callBack, callbackPath, signature } from '../support/payment-callbacks.js';
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

/**
 * Payments that wait, over instances that are killed and callbacks that come to several at once: what was paid is booked
 * once.
 */

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** The sandbox has written or read its book, and its answer takes longer than the instance lives. */
const SLOW = { SANDBOX_DELAY_MS: '600000' };

let database: OwnDatabase;
beforeAll(async () => {
  database = await clonedDatabase();
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

interface Subscriber {
  tenant: OwnTenant;
  subscription: Json;
  payment_method_id: string;
}

async function subscriber(service: OwnService): Promise<Subscriber> {
  const tenant = await newTenantAt(service);
  const { token } = tenant.admin;
  const body = { tenant_id: tenant.id, plan_type: 'STARTER', billing_cycle: 'MONTHLY' };
  const subscription = (await at(service).post('/v1/subscriptions', body, token)).body;
  const method = (await at(service).post('/api/v1/payment-methods/', { type: 'fpx' }, token)).body.data;
  return { tenant, subscription, payment_method_id: method.id };
}

const bodyOf = ({ subscription, payment_method_id }: Subscriber) => ({
  amount: subscription.amount,
  payment_method_id,
  metadata: { subscription_id: subscription.id },
  wait: true,
});
const begin = async (service: OwnService, by: Subscriber): Promise<Json> =>
  (await at(service).post('/api/v1/payments/', bodyOf(by), by.tenant.admin.token)).body.data;
const read = async (service: OwnService, { tenant }: Subscriber, id: string): Promise<Json> =>
  (await at(service).get(`/api/v1/payments/${id}/`, tenant.admin.token)).body.data;
/** Paid at the bank, which tells nothing of it. */
async function payQuietly(service: OwnService, payment: Json): Promise<void> {
  const { status } = await fetch(`${service.baseUrl}${new URL(payment.waiting.redirect_url).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ outcome: 'pay', callback: false }),
  });
  expect(status).toBe(200);
}

/** The payment was booked, and so was its time, once. */
async function expectBookedOnce(service: OwnService, by: Subscriber, id: string): Promise<void> {
  const payment = await eventually('the payment is booked', async () => {
    const found = await read(service, by, id);
    return found.status !== 'pending' && found;
  });
  expect(payment).toMatchObject({ status: 'completed', waiting: null });
  const { tenant, subscription } = by;
  const after = (await at(service).get(`/api/v1/subscriptions/${subscription.id}/`, tenant.admin.token)).body.data;
  expect(after).toMatchObject({ terms_paid: 1, paid_amount: subscription.amount });
  const changes = await sql(
    database.ownerUrl,
    "select action from kernel.audit_entries where tenant_id = $1 and record_id = $2 and action not in ('create', 'wait')",
    [tenant.id, id],
  );
  expect(changes).toEqual([{ action: 'complete' }]);
}

it('the same callback, by two instances many times at once, books once', async () => {
  const [one, two] = await Promise.all([startOwnService(database), startOwnService(database)]);
  const by = await subscriber(one);
  const payment = await begin(one, by);
  await payQuietly(two, payment);
  const raw = JSON.stringify({ id: 'same', type: 'payment.updated', attempt_id: payment.id });
  const headers = { 'usaha-signature': signature(by.tenant.id, raw) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      callBack(by.tenant.id, {
        attempt_id: payment.id,
        body: raw,
        headers,
        server: (i % 2 ? one : two).baseUrl,
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  await expectBookedOnce(one, by, payment.id);
  await Promise.all([one.stop(), two.stop()]);
});

it('killed while the gateway begins to wait: the payment waits after the next start, and is paid once', async () => {
  const before = await startOwnService(database);
  const by = await subscriber(before);
  await before.stop();
  const slow = await startOwnService(database, SLOW);
  const cut = fetch(`${slow.baseUrl}/api/v1/payments/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.tenant.admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(by)),
  }).catch(() => null);
  const [{ id } = { id: '' }] = await eventually('the gateway has begun to wait', async () => {
    const rows = await sql<{ id: string }>(
      database.ownerUrl,
      'select id from core.sandbox_payments where tenant_id = $1',
      [by.tenant.id],
    );
    return rows.length === 1 && rows;
  });
  await slow.stop('SIGKILL');
  expect(await cut).toBeNull();
  const after = await startOwnService(database);
  const payment = await eventually('it is known to wait', async () => {
    const found = await read(after, by, id);
    return found.waiting !== null && found;
  });
  expect(payment.status).toBe('pending');
  await payQuietly(after, payment);
  expect((await callBack(by.tenant.id, { attempt_id: id, server: after.baseUrl })).status).toBe(200);
  await expectBookedOnce(after, by, id);
  await after.stop();
});

it('killed between the gateway’s answer to a callback and the booking: it is booked once after the next start', async () => {
  const before = await startOwnService(database);
  const by = await subscriber(before);
  const payment = await begin(before, by);
  await payQuietly(before, payment);
  await before.stop('SIGKILL');
  const slow = await startOwnService(database, SLOW);
  const body = JSON.stringify({ id: 'cut', type: 'payment.updated', attempt_id: payment.id });
  const cut = fetch(`${slow.baseUrl}${callbackPath(by.tenant.id)}`, {
    method: 'POST',
    headers: { 'usaha-signature': signature(by.tenant.id, body), 'content-type': 'application/json' },
    body,
  }).catch(() => null);
  // A request that came later was answered: the callback has been received.
  expect((await read(slow, by, payment.id)).status).toBe('pending');
  await slow.stop('SIGKILL');
  expect(await cut).toBeNull();
  const [one, two] = await Promise.all([startOwnService(database), startOwnService(database)]);
  // No callback comes any more: the job asks.
  await expectBookedOnce(one, by, payment.id);
  await Promise.all([one.stop(), two.stop()]);
});
