import { contractSurface as on, UNKNOWN_ID } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  UUID,
  wrongBodies,
} from '../../support/core-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { cancel, newSubscriber, shapes, subscribe } from '../../support/subscription-shapes.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

/** Stands for the own tenant's id, which is not known yet when tests are declared. */
const OWN = 'own';
const withOwn = (body: Record<string, unknown>) => (body.tenant_id === OWN ? { ...body, tenant_id: tenant.id } : body);
const right = { tenant_id: OWN, plan_type: 'GROWTH', billing_cycle: 'YEARLY' };
const unknownModules = [['nope'], [''], ['retail', UNKNOWN_ID]];

describe('POST /v1/subscriptions', () => {
  it('answers 201 and the subscription', async () => {
    const body = { ...withOwn(right), payment_method: 'fpx', module_ids: ['retail', 'BEAUTY', 'retail'] };
    const answer = await on.post('/subscriptions', body, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, shapes.contract.subscription);
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      plan_type: 'GROWTH',
      billing_cycle: 'YEARLY',
      status: 'ACTIVE',
      starts_at: expect.stringMatching(INSTANT),
      ends_at: expect.stringMatching(INSTANT),
      renews_at: answer.body.ends_at,
      amount: 1290,
      currency: 'MYR',
      payment_method: 'fpx',
      module_limit: expect.any(Number),
      user_limit: expect.any(Number),
      features: expect.objectContaining({ modules: ['retail', 'beauty'] }),
      created_at: answer.body.starts_at,
      updated_at: answer.body.starts_at,
    });
    expect(answer.headers.get('etag')).toMatch(/^"/);
  });

  it('takes the smallest body, and null for what may be left out', async () => {
    for (const body of [withOwn(right), { ...withOwn(right), payment_method: null, module_ids: null }]) {
      const answer = await on.post('/subscriptions', body, token);
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ payment_method: null, features: { modules: [] } });
    }
  });

  it('takes the own id in upper case', async () => {
    const answer = await on.post('/subscriptions', { ...right, tenant_id: tenant.id.toUpperCase() }, token);
    expect([answer.status, answer.body.tenant_id]).toEqual([201, tenant.id]);
  });

  it.each(wrongBodies(right, [], { module_ids: unknownModules, tenant_id: [UNKNOWN_ID] }))(
    'refuses %s',
    async (_, field, body) => {
      expectInvalid(on, await on.post('/subscriptions', withOwn(body), token), field);
    },
  );

  it('ignores what a client may not set', async () => {
    const extra = { id: UNKNOWN_ID, status: 'CANCELLED', amount: 1, ends_at: null, user_limit: 9, currency: 'USD' };
    const { body } = await on.post('/subscriptions', { ...withOwn(right), ...extra }, token);
    expect(body).toMatchObject({ status: 'ACTIVE', amount: 1290, currency: 'MYR', user_limit: 20 });
    expect(body.id).not.toBe(UNKNOWN_ID);
  });
});

describe('GET /v1/subscriptions', () => {
  it('answers a named list and its pagination, newest first', async () => {
    const own = await newTenant();
    const made = [];
    for (const plan of ['STARTER', 'GROWTH', 'PRO']) made.unshift(await subscribe(on, own, plan));
    const answer = await on.get('/subscriptions', own.admin.token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['subscriptions', 'pagination']);
    expect(answer.body).toEqual({ subscriptions: made, pagination: { page: 1, limit: 20, total: 3, pages: 1 } });
    const second = await on.get('/subscriptions?page=2&limit=2', own.admin.token);
    expect(second.body).toEqual({
      subscriptions: made.slice(2),
      pagination: { page: 2, limit: 2, total: 3, pages: 2 },
    });
    expect((await on.get('/subscriptions?page=3&limit=2', own.admin.token)).body.subscriptions).toEqual([]);
  });

  it('is narrowed by status in any case; an unknown one finds nothing', async () => {
    const own = await newTenant();
    const [active, cancelled] = [await subscribe(on, own), await subscribe(on, own)];
    await cancel(cancelled.id, own.admin.token);
    const found = async (query: string) =>
      (await on.get(`/subscriptions?${query}`, own.admin.token)).body.subscriptions.map(({ id }: { id: string }) => id);
    expect(await found('status=ACTIVE')).toEqual([active.id]);
    expect(await found('status=cancelled')).toEqual([cancelled.id]);
    for (const none of ['EXPIRED', 'PENDING', 'NOSUCH', 'constructor', "'"])
      expect(await found(`status=${encodeURIComponent(none)}`)).toEqual([]);
    expect(await found('status=')).toEqual([cancelled.id, active.id]);
    // No parameter of this surface.
    expect(await found(`tenant_id=${UNKNOWN_ID}`)).toEqual([cancelled.id, active.id]);
  });

  it('refuses a page and a limit that are none', async () => {
    for (const parameter of ['page', 'limit']) {
      for (const value of ['0', '-1', 'abc', '1.5'])
        expectInvalid(on, await on.get(`/subscriptions?${parameter}=${value}`, token), parameter);
    }
  });
});

describe('GET /v1/subscriptions/{subscription_id}', () => {
  it('answers the subscription, and 304 to who has it', async () => {
    const { subscription, token: own } = await newSubscriber(on);
    const answer = await on.get(`/subscriptions/${subscription.id}`, own);
    expect([answer.status, answer.body]).toEqual([200, subscription]);
    const headers = { 'if-none-match': answer.headers.get('etag') as string };
    const again = await on.send('GET', `/subscriptions/${subscription.id}`, { token: own, headers });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('PUT /v1/subscriptions/{subscription_id}', () => {
  const put = (id: string, body: unknown, headers?: Record<string, string>) =>
    on.send('PUT', `/subscriptions/${id}`, { body, token, headers });

  it('answers the changed subscription', async () => {
    const { id } = await subscribe(on, tenant);
    const body = { plan_type: 'PRO', billing_cycle: 'ONE_TIME', payment_method: 'cash', module_ids: ['education'] };
    const answer = await put(id, body);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, shapes.contract.subscription);
    expect(answer.body).toMatchObject({
      id,
      plan_type: 'PRO',
      billing_cycle: 'ONE_TIME',
      payment_method: 'cash',
      amount: 8990,
      ends_at: null,
      renews_at: null,
      features: { modules: ['education'] },
    });
    expect((await on.get(`/subscriptions/${id}`, token)).body).toEqual(answer.body);
  });

  it('keeps what is absent, and clears what is null', async () => {
    const made = await subscribe(on, tenant, 'PRO', 'YEARLY', { payment_method: 'fpx', module_ids: ['retail'] });
    expect((await put(made.id, {})).body).toEqual(made);
    const cleared = await put(made.id, { payment_method: null, module_ids: null });
    expect(cleared.body).toMatchObject({ plan_type: 'PRO', payment_method: null, features: { modules: [] } });
  });

  it('is refused where If-Match names another version', async () => {
    const { id } = await subscribe(on, tenant);
    const tag = (await on.get(`/subscriptions/${id}`, token)).headers.get('etag') as string;
    expect((await put(id, { payment_method: 'cash' }, { 'if-match': tag })).status).toBe(200);
    expect((await put(id, { payment_method: 'fpx' }, { 'if-match': tag })).status).toBe(412);
  });

  it('refuses modules that do not exist, and changes nothing', async () => {
    const made = await subscribe(on, tenant);
    for (const module_ids of unknownModules) expectInvalid(on, await put(made.id, { module_ids }), 'module_ids');
    expect((await on.get(`/subscriptions/${made.id}`, token)).body).toEqual(made);
  });
});

describe('subscriptions on the contract surface', () => {
  it('are not found by anybody else, nor by ids that are none', async () => {
    const { subscription, token: other } = await newSubscriber(on);
    const missing = await on.get(`/subscriptions/${UNKNOWN_ID}`, token);
    expectRefusal(on, missing, 404);
    for (const id of [subscription.id, 'not-a-uuid', '1', '%00', tenant.id]) {
      expectSameRefusal(missing, await on.get(`/subscriptions/${id}`, token));
      for (const body of [{ plan_type: 'PRO' }, { plan_type: 5 }, {}])
        expectSameRefusal(missing, await on.put(`/subscriptions/${id}`, body, token));
    }
    expect((await on.get(`/subscriptions/${subscription.id}`, other)).body).toEqual(subscription);
  });

  it('are refused to a caller who is not signed in, with any body', async () => {
    const { id } = await subscribe(on, tenant);
    for (const path of ['/subscriptions', `/subscriptions/${id}`]) expectRefusal(on, await on.get(path), 401);
    expectRefusal(on, await on.post('/subscriptions', {}), 401);
    expectRefusal(on, await on.put(`/subscriptions/${id}`, { plan_type: 5 }), 401);
  });
});
