import type { INestApplicationContext } from '@nestjs/common';
import { Settlement, TermExpiry } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { contract, reference, type Json } from '../../support/client.js';
import { contractSurface as onContract, referenceSurface as on } from '../../support/core-surfaces.js';
import { openContexts } from '../../support/contexts.js';
import { tokenTo } from '../../support/letters.js';
import { openDatabase } from '../../support/opened-database.js';
import { newMethod, newPayment, readPayment } from '../../support/payments.js';
import { newTenant, newUser, operator, unique, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { cancel, subscribe } from '../../support/subscription-shapes.js';
import { sql } from '../../support/system-database.js';
import { statedTypes, watchEvents, type WatchedEvents } from '../../support/valid-events.js';

/** What each operation of the core announces, and nothing else (A-431 … A-434). */

jest.setTimeout(60_000);

let database: Database;
let app: INestApplicationContext;
let tenant: TestTenant;
let token: string;
let events: WatchedEvents;
const told = new Set<string>();
const texts: string[] = [];

beforeAll(async () => {
  database = await openDatabase(workerState().databaseUrl as string);
  app = await openContexts(database);
});
beforeEach(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  events = await watchEvents(tenant.id);
});
afterEach(() => {
  for (const type of events.types()) told.add(type);
  texts.push(events.text());
});
afterAll(async () => {
  await app?.close();
  await database?.end();
});

/** The types that were announced since they were asked for last, each with its id. */
const types = async (): Promise<[string, string][]> =>
  (await events.since()).map(({ type, data }) => [type, data.id as string]);
const only = async (): Promise<Json> => {
  const [event, ...more] = await events.since();
  expect(more).toEqual([]);
  return event;
};
const must = (answer: { status: number; text: string; body?: Json }): Json => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body?.data ?? answer.body;
};
const put = async (path: string, body: Json, by = token) => must(await on.put(path, body, by));
const send = async (method: string, path: string, body?: Json) => must(await on.send(method, path, { body, token }));
const owner = (statement: string, values: unknown[]) => sql(workerState().ownerUrl as string, statement, values);
const failed = (error: unknown) => {
  throw error;
};

describe('tenants', () => {
  const path = () => `/tenants/${tenant.id}`;

  it('are updated by PUT on either surface, and nothing is told of a PUT that changes nothing', async () => {
    await put(path(), { domain: `${unique('kedai')}.example`, contact_email: 'baharu@example.com' });
    const { actor_id, type, data } = await only();
    expect({ actor_id, type, data }).toEqual({
      actor_id: tenant.admin.id,
      type: 'core.tenant.updated',
      data: {
        id: tenant.id,
        version: expect.any(Number),
        path: `/api/v1/tenants/${tenant.id}/`,
        contract_path: `/v1/tenants/${tenant.id}`,
        status: 'active',
        changed: ['domain'],
      },
    });
    await put(path(), { contact_phone: '+60123450199' });
    expect((await only()).data).toMatchObject({ version: data.version + 1, changed: [] });
    await put(path(), { contact_phone: '+60123450199' });
    expect(await events.since()).toEqual([]);
    must(await contract.put(path(), { name: unique('Kedai') }, { token }));
    expect((await only()).data).toMatchObject({ changed: ['name'] });
  });

  it('are told of a suspension by the operator, and of its end, in their own feed', async () => {
    const platform = (await operator()).token;
    await put(path(), { is_active: false }, platform);
    expect((await only()).data).toMatchObject({ id: tenant.id, status: 'suspended', changed: ['is_active'] });
    await put(path(), { is_active: true }, platform);
    expect((await only()).data).toMatchObject({ id: tenant.id, status: 'active', changed: ['is_active'] });
  });
});

describe('users', () => {
  it('are created, changed, activated, deactivated and deleted', async () => {
    const { id } = await newUser(tenant, 'staff');
    const [activated, created] = await events.since();
    const data = {
      id,
      version: 1,
      path: `/api/v1/users/${id}/`,
      contract_path: `/v1/users/${id}`,
      role: 'staff',
      status: 'active',
    };
    expect(created).toMatchObject({ type: 'core.user.created', actor_id: tenant.admin.id });
    expect([created?.data, activated?.type, activated?.data]).toEqual([data, 'core.user.activated', data]);

    await put(`/users/${id}`, { first_name: 'Rahsia', email: `${unique('rahsia')}@example.com` });
    const updated = await only();
    expect([updated.type, updated.data]).toEqual(['core.user.updated', { ...data, version: 2, changed: [] }]);
    await put(`/users/${id}`, { first_name: 'Rahsia' });
    await put(`/users/${id}`, { password: 'Rahsia-Baharu-9' });
    expect(await events.since()).toEqual([]);
    await put(`/users/${id}`, { role: 'manager', password: 'Rahsia-Lagi-99' });
    expect((await only()).data).toMatchObject({ role: 'manager', version: 4, changed: ['role'] });

    await put(`/users/${id}`, { is_active: false });
    expect(await only()).toMatchObject({ type: 'core.user.deactivated', data: { status: 'inactive', version: 5 } });
    await put(`/users/${id}`, { is_active: false });
    expect(await events.since()).toEqual([]);
    await put(`/users/${id}`, { is_active: true, role: 'user' });
    const both = await events.since();
    expect(both.map(({ type, data: { role, status, changed } }) => [type, role, status, changed])).toEqual([
      ['core.user.activated', 'viewer', 'active', undefined],
      ['core.user.updated', 'viewer', 'active', ['is_active', 'role']],
    ]);

    await send('DELETE', `/users/${id}`);
    const deleted = await only();
    expect([deleted.type, deleted.data]).toEqual([
      'core.user.deleted',
      { ...data, role: 'viewer', version: 7, path: null, contract_path: null },
    ]);
  });

  it('without a password are created alone, and activated with the first one; a new password by letter is no event', async () => {
    const body = { email: `${unique('baharu')}@example.com`, first_name: 'A', last_name: 'B', role: 'STAFF' };
    const { id } = must(await contract.post('/users', body, { token }));
    expect(await types()).toEqual([['core.user.created', id]]);
    await put(`/users/${id}`, { password: 'Rahsia-Baharu-9' });
    expect(await types()).toEqual([['core.user.activated', id]]);

    const email = `${unique('dijemput')}@example.com`;
    const invited = must(await on.post('/users/invitations', { email, role: 'staff' }, token));
    expect(await types()).toEqual([['core.user.created', invited.id]]);

    await reference.post('/auth/forgot-password/', { email: body.email, tenant_id: tenant.slug });
    const link = await tokenTo(body.email);
    must(await reference.post('/auth/reset-password/', { token: link, new_password: 'Baharu-Lagi-99' }));
    expect(await events.since()).toEqual([]);
  });
});

describe('subscriptions', () => {
  it('are created, changed and cancelled', async () => {
    const { id } = await subscribe(on, tenant, 'GROWTH');
    const created = await only();
    const data = {
      id,
      version: 1,
      path: `/api/v1/subscriptions/${id}/`,
      contract_path: `/v1/subscriptions/${id}`,
      status: 'active',
      billing_cycle: 'monthly',
      amount: 129,
      currency: 'MYR',
    };
    expect([created.type, created.data]).toEqual(['core.subscription.created', data]);
    await put(`/subscriptions/${id}`, { billing_cycle: 'yearly', plan_id: 'pro' });
    const updated = await only();
    expect([updated.type, updated.data]).toEqual([
      'core.subscription.updated',
      {
        ...data,
        version: 2,
        billing_cycle: 'yearly',
        amount: 2_990,
        changed: [
          'amount',
          'billing_cycle',
          'ends_at',
          'features',
          'module_limit',
          'plan_id',
          'renews_at',
          'user_limit',
        ],
      },
    ]);
    await put(`/subscriptions/${id}`, { modules: ['retail'] });
    expect((await only()).data).toMatchObject({ changed: ['modules'] });
    await put(`/subscriptions/${id}`, { modules: ['retail'] });
    expect(await events.since()).toEqual([]);
    must(await cancel(id, token));
    expect(await only()).toMatchObject({
      type: 'core.subscription.cancelled',
      data: { id, status: 'cancelled', version: 4 },
    });
  });

  it('expire by the job that finds that their term is over', async () => {
    const { id } = await subscribe(onContract, tenant);
    await events.since();
    const [{ ends_at } = {}] = await owner('select ends_at from core.subscriptions where id = $1', [id]);
    await app.get(TermExpiry).run(() => new Date(ends_at as Date), { failed });
    expect(await only()).toMatchObject({
      type: 'core.subscription.expired',
      actor_id: null,
      data: { id, status: 'expired', version: 2 },
    });
  });
});

describe('modules', () => {
  it('are enabled with each change of their configuration, and disabled', async () => {
    const enable = (body: Json = {}) => send('POST', '/modules/retail/enable', body);
    const { id } = must(await contract.get('/modules/retail', { token }));
    await enable();
    const enabled = await only();
    const data = {
      id,
      version: 2,
      path: `/api/v1/modules/${id}/configuration/`,
      contract_path: `/v1/modules/${id}`,
      module: 'retail',
    };
    expect([enabled.type, enabled.data]).toEqual(['core.module.enabled', data]);
    expect((await on.get(`/modules/${id}/configuration`, token)).status).toBe(200);
    await enable();
    expect(await events.since()).toEqual([]);
    await enable({ configuration: { retail: { default_tax_rate: 0 } } });
    expect(await only()).toMatchObject({ type: 'core.module.enabled', data: { ...data, version: 3 } });
    await send('POST', '/modules/retail/disable');
    await send('POST', '/modules/retail/disable');
    expect(await only()).toMatchObject({ type: 'core.module.disabled', data: { ...data, version: 4 } });
  });
});

describe('payments', () => {
  it('are completed, failed and refunded, and so is each payment method added and deleted', async () => {
    const method = await newMethod(tenant);
    const added = await only();
    const nothing = { id: method.id, version: 1, path: null, contract_path: null };
    expect([added.type, added.data]).toEqual(['core.payment_method.created', nothing]);

    const { id: subscription_id } = await subscribe(on, tenant);
    await events.since();
    const { id } = await newPayment(tenant, 49, { payment_method_id: method.id, metadata: { subscription_id } });
    const completed = await only();
    const data = {
      id,
      version: 2,
      path: `/api/v1/payments/${id}/`,
      contract_path: null,
      subscription_id,
      amount: 49,
      currency: 'MYR',
      status: 'completed',
      refunded_amount: 0,
    };
    expect([completed.type, completed.data]).toEqual(['core.payment.completed', data]);

    await send('POST', `/payments/${id}/refund`, { amount: 9 });
    const { refunds } = await readPayment(tenant, id);
    const refunded = await only();
    expect([refunded.type, refunded.data]).toEqual([
      'core.payment.refunded',
      { ...data, version: 4, refunded_amount: 9, refund_id: refunds[0].id, refunded: 9 },
    ]);
    await send('POST', `/payments/${id}/refund`);
    expect((await only()).data).toMatchObject({ status: 'refunded', refunded_amount: 49, refunded: 40 });

    await send('DELETE', `/payment-methods/${method.id}`);
    const deleted = await only();
    expect([deleted.type, deleted.data]).toEqual(['core.payment_method.deleted', { ...nothing, version: 2 }]);

    const { id: payment_method_id } = await newMethod(tenant, { type: 'declined transfer' });
    await events.since();
    expect((await on.post('/payments', { amount: 5, payment_method_id }, token)).status).toBe(402);
    expect(await only()).toMatchObject({
      type: 'core.payment.failed',
      data: { amount: 5, subscription_id: null, status: 'failed', refunded_amount: 0, reason: 'declined' },
    });
  });

  it('whose refund the gateway did not carry out are told with the reason, by the job that settles it', async () => {
    const { id } = await newPayment(tenant, 30);
    await events.since();
    const began = new Date(Date.now() - 120_000);
    const [refund] = await owner(
      `insert into core.refunds (tenant_id, id, created_at, updated_at, payment_id, amount, status)
       values ($1, gen_random_uuid(), $2, $2, $3, 12, 'pending') returning id`,
      [tenant.id, began, id],
    );
    await owner('update core.payments set reserved_amount = 12 where id = $1', [id]);
    await app.get(Settlement).settlePending({ now: () => new Date(), failed });
    expect(await only()).toMatchObject({
      type: 'core.payment.refund_failed',
      actor_id: null,
      data: { id, status: 'completed', refunded_amount: 0, refund_id: refund?.id, refunded: 12, reason: 'not_charged' },
    });
  });
});

it('all types of the catalogue were told, save that of a test, and no personal value in any', () => {
  expect([...told].sort()).toEqual(statedTypes('core').filter((type) => type !== 'core.webhook.tested'));
  for (const text of texts) expect(text).not.toMatch(/rahsia|example\.com|\+601|Aina|Mei Ling/i);
});
