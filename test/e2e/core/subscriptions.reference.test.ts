import { referenceSurface as on, UNKNOWN_ID } from '../../support/core-surfaces.js';
import {
  expectConflict,
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

const unknownModules = [['nope'], [''], ['retail', UNKNOWN_ID]];
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('POST /api/v1/subscriptions/', () => {
  it('answers 201 and the subscription', async () => {
    const body = {
      tenant_id: tenant.id,
      plan_id: 'Pro',
      modules: ['healthcare', '00000000-0000-7000-8000-0000000000a1'],
      billing_cycle: 'yearly',
      payment_method_id: 'pm_1',
    };
    const answer = await on.post('/subscriptions', body, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(on.data(answer), shapes.reference.subscription);
    const { starts_at, ends_at } = on.data(answer);
    expect(on.data(answer)).toEqual({
      ...body,
      id: expect.stringMatching(UUID),
      modules: ['healthcare', 'retail'],
      status: 'active',
      starts_at: expect.stringMatching(INSTANT),
      ends_at: expect.stringMatching(INSTANT),
      renews_at: ends_at,
      amount: 2990,
      currency: 'MYR',
      module_limit: expect.any(Number),
      user_limit: expect.any(Number),
      features: expect.any(Object),
      paid_amount: 0,
      outstanding_amount: 2990,
      terms_paid: 0,
      past_due: false,
      cancelled_at: null,
      created_at: starts_at,
      updated_at: starts_at,
    });
  });

  it('takes the smallest body: a plan, monthly, for the own tenant', async () => {
    const nothing = { tenant_id: null, modules: null, payment_method_id: null };
    for (const body of [{ plan_id: 'growth' }, { plan_id: 'growth', ...nothing }]) {
      const answer = await on.post('/subscriptions', body, token);
      expect(answer.status).toBe(201);
      expect(on.data(answer)).toMatchObject({
        tenant_id: tenant.id,
        plan_id: 'growth',
        billing_cycle: 'monthly',
        modules: [],
        payment_method_id: null,
        amount: 129,
      });
    }
  });

  it.each(wrongBodies({ plan_id: 'growth' }, [], { modules: unknownModules, tenant_id: ['abc', UNKNOWN_ID] }))(
    'refuses %s',
    async (_, field, body) => {
      expectInvalid(on, await on.post('/subscriptions', body, token), field);
    },
  );
});

describe('GET /api/v1/subscriptions/', () => {
  it('answers an array and its pagination, newest first', async () => {
    const own = await newTenant();
    const made = [];
    for (const plan of ['STARTER', 'GROWTH', 'PRO']) made.unshift(await subscribe(on, own, plan));
    const answer = await on.get('/subscriptions', own.admin.token);
    expect(answer.body).toEqual({
      success: true,
      data: made,
      pagination: { page: 1, page_size: 20, total: 3, pages: 1 },
    });
    const second = await on.get('/subscriptions?page=2&page_size=2', own.admin.token);
    expect(second.body).toEqual({
      success: true,
      data: made.slice(2),
      pagination: { page: 2, page_size: 2, total: 3, pages: 2 },
    });
    expect((await on.get('/subscriptions?page_size=500', own.admin.token)).body.pagination.page_size).toBe(100);
  });

  it('is narrowed by one of three statuses', async () => {
    const own = await newTenant();
    const [active, cancelled] = [await subscribe(on, own), await subscribe(on, own)];
    await cancel(cancelled.id, own.admin.token);
    const found = async (query: string) => ids((await on.get(`/subscriptions?${query}`, own.admin.token)).body.data);
    expect(await found('status=active')).toEqual([active.id]);
    expect(await found('status=CANCELLED')).toEqual([cancelled.id]);
    expect(await found('status=expired')).toEqual([]);
    expect(await found('status=')).toEqual([cancelled.id, active.id]);
    for (const none of ['pending', 'nosuch'])
      expectInvalid(on, await on.get(`/subscriptions?status=${none}`, own.admin.token), 'status');
  });

  it('is narrowed by a tenant: the own one, and nothing of any other', async () => {
    const { tenant: own, token: ownToken, subscription } = await newSubscriber(on);
    const other = await newSubscriber(on);
    const found = (tenant_id: string) => on.get(`/subscriptions?tenant_id=${tenant_id}`, ownToken);
    expect(ids((await found(own.id)).body.data)).toEqual([subscription.id]);
    expect(ids((await found(own.id.toUpperCase())).body.data)).toEqual([subscription.id]);
    expect(ids((await found('')).body.data)).toEqual([subscription.id]);
    for (const none of [other.tenant.id, UNKNOWN_ID, 'abc', '00000000-0000-0000-0000-000000000000']) {
      const answer = await found(none);
      expect([answer.status, answer.body.data, answer.body.pagination.total]).toEqual([200, [], 0]);
    }
  });
});

describe('GET and PUT /api/v1/subscriptions/{subscription_id}/', () => {
  const put = (id: string, body: unknown) => on.put(`/subscriptions/${id}`, body, token);

  it('answers the subscription, and the changed one', async () => {
    const made = await subscribe(on, tenant);
    const answer = await on.get(`/subscriptions/${made.id}`, token);
    expect([answer.status, on.data(answer)]).toEqual([200, made]);
    const body = { plan_id: 'pro', billing_cycle: 'yearly', modules: ['beauty'], payment_method_id: 'pm_2' };
    const changed = await put(made.id, body);
    expect(changed.status).toBe(200);
    expectKeys(on.data(changed), shapes.reference.subscription);
    expect(on.data(changed)).toMatchObject({ ...body, amount: 2990, starts_at: made.starts_at });
    expect(on.data(await on.get(`/subscriptions/${made.id}`, token))).toEqual(on.data(changed));
  });

  it('keeps what is absent, clears what is null, and moves neither tenant nor status', async () => {
    const made = await subscribe(on, tenant, 'PRO', 'YEARLY', { payment_method_id: 'pm_1', modules: ['retail'] });
    expect(on.data(await put(made.id, {}))).toEqual(made);
    expect(on.data(await put(made.id, { tenant_id: UNKNOWN_ID, status: 'cancelled', amount: 1 }))).toEqual(made);
    expect(on.data(await put(made.id, { payment_method_id: null, modules: null }))).toMatchObject({
      plan_id: 'pro',
      payment_method_id: null,
      modules: [],
    });
  });

  it('refuses modules that do not exist, and changes nothing', async () => {
    const made = await subscribe(on, tenant);
    for (const modules of unknownModules) expectInvalid(on, await put(made.id, { modules }), 'modules');
    expect(on.data(await on.get(`/subscriptions/${made.id}`, token))).toEqual(made);
  });
});

describe('POST /api/v1/subscriptions/{subscription_id}/cancel/', () => {
  it('answers 200 and the cancelled subscription, with and without a body', async () => {
    for (const body of [undefined, {}, { reason: 'too dear' }]) {
      const made = await subscribe(on, tenant);
      const answer = await on.post(`/subscriptions/${made.id}/cancel`, body, token);
      expect(answer.status).toBe(200);
      expectKeys(on.data(answer), shapes.reference.subscription);
      expect(on.data(answer)).toMatchObject({
        id: made.id,
        status: 'cancelled',
        renews_at: null,
        ends_at: made.ends_at,
      });
    }
  });

  it('is refused a second time', async () => {
    const { id } = await subscribe(on, tenant);
    const first = on.data(await cancel(id, token));
    expectConflict(on, await cancel(id, token), 'status');
    expect(on.data(await on.get(`/subscriptions/${id}`, token))).toEqual(first);
  });

  it('happens once, however many ask at the same time', async () => {
    const { id } = await subscribe(on, tenant);
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(id, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  });
});

describe('subscriptions on the reference surface', () => {
  it('are not found by anybody else, nor by ids that are none', async () => {
    const { subscription, token: other } = await newSubscriber(on);
    const missing = await on.get(`/subscriptions/${UNKNOWN_ID}`, token);
    expectRefusal(on, missing, 404);
    for (const id of [subscription.id, 'not-a-uuid', '1', '%00', tenant.id]) {
      expectSameRefusal(missing, await on.get(`/subscriptions/${id}`, token));
      for (const body of [{ plan_id: 'pro' }, { plan_id: 5 }, {}])
        expectSameRefusal(missing, await on.put(`/subscriptions/${id}`, body, token));
      expectSameRefusal(missing, await cancel(id, token));
    }
    expect(on.data(await on.get(`/subscriptions/${subscription.id}`, other))).toEqual(subscription);
  });

  it('are refused to a caller who is not signed in, with any body', async () => {
    const { id } = await subscribe(on, tenant);
    for (const path of ['/subscriptions', `/subscriptions/${id}`]) expectRefusal(on, await on.get(path), 401);
    expectRefusal(on, await on.post('/subscriptions', {}), 401);
    expectRefusal(on, await on.put(`/subscriptions/${id}`, { plan_id: 5 }), 401);
    expectRefusal(on, await cancel(id), 401);
  });
});
