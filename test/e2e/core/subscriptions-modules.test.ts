import { contract, reference, type Json } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectRefusal, UUID } from '../../support/core-shapes.js';
import { newTenant, operator, PASSWORD, signIn, unique, type TestTenant } from '../../support/people.js';
import {
  cancel,
  daysBetween,
  moduleKeys,
  newSubscriber,
  subscribe,
  subscriptionBody,
} from '../../support/subscription-shapes.js';

const onContract = async (id: string, token: string): Promise<Json> =>
  (await contract.get(`/subscriptions/${id}`, { token })).body;
const onReference = async (id: string, token: string): Promise<Json> =>
  (await reference.get(`/subscriptions/${id}/`, { token })).body.data;
const planOf = async ({ id, admin }: TestTenant): Promise<[plan: string, pricing: string]> => {
  const { body } = await contract.get(`/tenants/${id}`, { token: admin.token });
  return [body.subscription_plan, body.pricing_model];
};

/** Takes from who created a tenant the role of an administrator there. */
async function demoteCreator(tenant_id: string, { admin }: TestTenant): Promise<void> {
  const there = await signIn(admin.username, PASSWORD, tenant_id);
  const name = unique('heir');
  const heir = { username: name, email: `${name}@example.com`, password: PASSWORD, role: 'admin' };
  const named = { first_name: 'Aisyah', last_name: 'Rahman' };
  expect((await reference.post('/users/', { ...heir, ...named }, { token: there.token })).status).toBe(201);
  const { token } = await signIn(name, PASSWORD, tenant_id);
  const users = (await reference.get('/users/', { token })).body.data as Json[];
  const creator = users.find(({ username }) => username === admin.username);
  expect((await reference.put(`/users/${creator?.id}/`, { role: 'manager' }, { token })).status).toBe(200);
}

describe('A-05, A-11, A-26: lists of subscriptions', () => {
  it.each(surfaces)('give every row once, page by page, newest first: $name', async (on) => {
    const tenant = await newTenant();
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1) made.unshift((await subscribe(on, tenant)).id);
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const answer = await on.get(`/subscriptions?page=${page}&${on.size}=2`, tenant.admin.token);
      expect(answer.body.pagination).toMatchObject({ page, total: 5, pages: 3 });
      seen.push(...on.rows(answer, 'subscriptions').map(({ id }) => id));
    }
    expect(seen).toEqual(made);
  });
});

describe('A-09, A-18: a body that was read changes nothing when it is written back', () => {
  it.each(surfaces)('also on the other surface, whichever it was made on: $name', async (on) => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    for (const maker of surfaces) {
      const means = maker === contractSurface ? { payment_method: 'fpx' } : { payment_method_id: 'pm_1' };
      const { id } = await subscribe(maker, tenant, 'PRO', 'YEARLY', means);
      const [c, r] = [await onContract(id, token), await onReference(id, token)];
      const read = await on.get(`/subscriptions/${id}`, token);
      const written = await on.put(`/subscriptions/${id}`, on.data(read), token);
      expect([written.status, on.data(written)]).toEqual([200, on.data(read)]);
      expect(written.headers.get('etag')).toBe(read.headers.get('etag'));
      expect([await onContract(id, token), await onReference(id, token)]).toEqual([c, r]);
    }
  });
});

describe('A-15: the order of checks', () => {
  it.each(surfaces)('401 before 403 before 404 before 400: $name', async (on) => {
    const [{ subscription, tenant }, stranger] = [await newSubscriber(on), await newTenant()];
    const path = `/subscriptions/${subscription.id}`;
    const wrong = on === contractSurface ? { plan_type: 5 } : { plan_id: 5 };
    expectRefusal(on, await on.put(path, wrong), 401);
    expectRefusal(on, await on.put(path, wrong, stranger.admin.token), 404);
    expectRefusal(on, await on.put(path, wrong, tenant.admin.token), 400);
  });
});

describe('A-52, A-156: another tenant', () => {
  it.each(surfaces)(
    'cannot be subscribed for, and a wrong reference is the same as an unknown one: $name',
    async (on) => {
      const [mine, other] = [await newTenant(), await newTenant()];
      const body = { ...subscriptionBody(on, mine), tenant_id: other.id };
      expectInvalid(on, await on.post('/subscriptions', body, mine.admin.token), 'tenant_id');
      expect(on.total(await on.get('/subscriptions', other.admin.token))).toBe(0);
      expect(on.total(await on.get('/subscriptions', mine.admin.token))).toBe(0);
    },
  );

  it.each(surfaces)(
    'is subscribed for by its creator for as long as the creator administers it (A-49): $name',
    async (on) => {
      const mine = await newTenant();
      const fields = { name: unique('Cawangan'), email: 'hello@example.com', business_type: 'RETAIL' };
      const { body: made } = await contract.post('/tenants', fields, { token: mine.admin.token });
      const body = { ...subscriptionBody(on, mine), tenant_id: made.id };
      const answer = await on.post('/subscriptions', body, mine.admin.token);
      expect([answer.status, on.data(answer).tenant_id]).toEqual([201, made.id]);
      expect(on.total(await on.get('/subscriptions', mine.admin.token))).toBe(0);
      await demoteCreator(made.id, mine);
      expectInvalid(on, await on.post('/subscriptions', body, mine.admin.token), 'tenant_id');
    },
  );

  it('has its modules enabled and disabled by its creator for as long as the creator administers it (A-49)', async () => {
    const mine = await newTenant();
    const { token } = mine.admin;
    const fields = { name: unique('Cawangan'), email: 'hello@example.com', business_type: 'RETAIL' };
    const { body: made } = await contract.post('/tenants', fields, { token });
    const act = (action: string, tenant_id: string) =>
      reference.post(`/modules/retail/${action}/`, { tenant_id }, { token });
    for (const action of ['enable', 'disable']) {
      const answer = await act(action, made.id);
      expect([answer.status, answer.body.data?.tenant_id, answer.body.data?.is_enabled]).toEqual([
        200,
        made.id,
        action === 'enable',
      ]);
    }
    // The creator's own tenant is as it was.
    expect((await reference.get('/retail/products/', { token })).status).toBe(200);
    const other = await newTenant();
    await demoteCreator(made.id, mine);
    for (const tenant_id of [made.id, other.id])
      for (const action of ['enable', 'disable'])
        expectInvalid(referenceSurface, await act(action, tenant_id), 'tenant_id');
  });

  it.each(surfaces)('is subscribed for by the operator, and then has the plan: $name', async (on) => {
    const tenant = await newTenant();
    const { token } = await operator();
    const body = { ...subscriptionBody(on, tenant, 'ENTERPRISE', 'ONE_TIME'), tenant_id: tenant.id };
    const answer = await on.post('/subscriptions', body, token);
    expect([answer.status, on.data(answer).tenant_id]).toEqual([201, tenant.id]);
    expect(on.rows(await on.get('/subscriptions', tenant.admin.token), 'subscriptions')).toEqual([on.data(answer)]);
    expect(await planOf(tenant)).toEqual(['ENTERPRISE', 'PERPETUAL']);
    const listed = await reference.get(`/subscriptions/?tenant_id=${tenant.id}`, { token });
    expect(listed.body.data.map(({ id }: Json) => id)).toEqual([on.data(answer).id]);
    const unknown = { ...body, tenant_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a' };
    expectInvalid(on, await on.post('/subscriptions', unknown, token), 'tenant_id');
  });

  it.each(surfaces)('has its subscriptions read, listed, changed and cancelled by the operator: $name', async (on) => {
    const { tenant, subscription } = await newSubscriber(on);
    const { token } = await operator();
    const path = `/subscriptions/${subscription.id}`;
    expect(on.data(await on.get(path, token))).toEqual(subscription);
    // Without a tenant_id the list is everybody's: what was made last comes first.
    const first = on.rows(await on.get('/subscriptions', token), 'subscriptions');
    expect(first.map(({ id }: Json) => id)).toContain(subscription.id);
    expect(new Set(first.map(({ tenant_id }: Json) => tenant_id)).size).toBeGreaterThan(1);

    const plan = on === contractSurface ? { plan_type: 'ENTERPRISE' } : { plan_id: 'enterprise' };
    const changed = await on.put(path, plan, token);
    expect([changed.status, on.data(changed).tenant_id]).toEqual([200, tenant.id]);
    expect((await planOf(tenant))[0]).toBe('ENTERPRISE');
    expect((await cancel(subscription.id, token)).status).toBe(200);
    expect((await planOf(tenant))[0]).toBe('STARTER');
    expect(on.data(await on.get(path, tenant.admin.token)).status.toLowerCase()).toBe('cancelled');
  });

  it('has its subscriptions gone for the operator, too, when it is deleted (A-58)', async () => {
    const { tenant, subscription } = await newSubscriber(referenceSurface);
    const { token } = await operator();
    await reference.delete(`/tenants/${tenant.id}/`, { token });
    expectRefusal(referenceSurface, await referenceSurface.get(`/subscriptions/${subscription.id}`, token), 404);
    const { data } = (await reference.get('/subscriptions/?page_size=100', { token })).body;
    expect(data.map(({ id }: Json) => id)).not.toContain(subscription.id);
  });
});

describe('A-61: limits inform', () => {
  it('thirty users on STARTER are thirty users', async () => {
    const { tenant } = await newSubscriber(contractSurface, 'STARTER');
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const body = { email: `${unique('user')}@example.com`, first_name: 'Aina', last_name: 'Rosli', role: 'STAFF' };
        return (await contract.post('/users', body, { token: tenant.admin.token })).status;
      }),
    );
    expect(statuses).toEqual(Array<number>(30).fill(201));
  });

  it('and all modules can be enabled', async () => {
    const { token } = await newSubscriber(contractSurface, 'STARTER');
    for (const key of moduleKeys)
      expect((await reference.post(`/modules/${key}/enable/`, {}, { token })).status).toBe(200);
  });
});

describe('A-62: one subscription, two views', () => {
  it('made on the contract surface', async () => {
    const tenant = await newTenant();
    const extra = { payment_method: 'fpx', module_ids: ['retail'] };
    const c = await subscribe(contractSurface, tenant, 'GROWTH', 'YEARLY', extra);
    const r = await onReference(c.id, tenant.admin.token);
    expect(r).toMatchObject({
      id: c.id,
      tenant_id: c.tenant_id,
      plan_id: 'growth',
      billing_cycle: 'yearly',
      status: 'active',
      modules: ['retail'],
      payment_method_id: null,
    });
    for (const same of ['starts_at', 'ends_at', 'renews_at', 'amount', 'currency', 'module_limit', 'user_limit'])
      expect([same, r[same]]).toEqual([same, c[same]]);
  });

  it('made on the reference surface', async () => {
    const tenant = await newTenant();
    const extra = { payment_method_id: 'pm_1', modules: ['beauty'] };
    const r = await subscribe(referenceSurface, tenant, 'PRO', 'MONTHLY', extra);
    const c = await onContract(r.id, tenant.admin.token);
    expect(c).toMatchObject({
      id: r.id,
      plan_type: 'PRO',
      billing_cycle: 'MONTHLY',
      status: 'ACTIVE',
      payment_method: 'pm_1',
      features: { modules: ['beauty'] },
    });
    expect(c.id).toMatch(UUID);
    const { body } = await contract.get('/subscriptions', { token: tenant.admin.token });
    expect(body.subscriptions).toEqual([c]);
  });

  it('changed and cancelled on one, seen on the other', async () => {
    const { subscription, token } = await newSubscriber(contractSurface);
    await reference.put(`/subscriptions/${subscription.id}/`, { plan_id: 'pro', payment_method_id: 'pm_2' }, { token });
    const changed = await onContract(subscription.id, token);
    expect(changed).toMatchObject({ plan_type: 'PRO', amount: 299, payment_method: 'pm_2' });
    await contract.put(`/subscriptions/${subscription.id}`, { plan_type: 'GROWTH', payment_method: 'cash' }, { token });
    expect(await onReference(subscription.id, token)).toMatchObject({ plan_id: 'growth', payment_method_id: null });
  });
});

describe('A-69: one catalogue, two shapes', () => {
  it('shows one module of an industry on the contract surface, features as texts on the reference surface', async () => {
    const { token } = (await newTenant()).admin;
    const one = await contract.get('/modules?industry=RETAIL', { token });
    expect(one.body.modules).toHaveLength(1);
    const { data } = (await reference.get('/modules/', { token })).body;
    expect(data).toHaveLength(5);
    expect(typeof data[0].features[0]).toBe('string');
  });

  it('takes uuid and key on both surfaces', async () => {
    const { token } = (await newTenant()).admin;
    const { id } = (await contract.get('/modules/logistics', { token })).body;
    expect((await contract.get(`/modules/${id}`, { token })).body.slug).toBe('logistics');
    const byId = await reference.post(`/modules/${id}/enable/`, {}, { token });
    const byKey = await reference.get('/modules/logistics/configuration/', { token });
    const { warnings, ...shown } = byId.body.data;
    expect([warnings, byKey.body.data]).toEqual([[], shown]);
  });
});

describe('A-72: plan_id', () => {
  it('is echoed for any text, and treated as STARTER unless it names a plan', async () => {
    const { token } = (await newTenant()).admin;
    for (const [plan_id, type, amount] of [
      ['plan_basic', 'STARTER', 49],
      ['GROWTH', 'GROWTH', 129],
      ['Pro', 'PRO', 299],
      ['enterprise', 'ENTERPRISE', 799],
      ['  spaced  ', 'STARTER', 49],
      ["'; drop table core.subscriptions; --", 'STARTER', 49],
    ] as const) {
      const answer = await reference.post('/subscriptions/', { plan_id }, { token });
      expect([answer.status, answer.body.data.plan_id]).toEqual([201, plan_id]);
      expect(await onContract(answer.body.data.id, token)).toMatchObject({ plan_type: type, amount });
    }
  });
});

describe('A-73: amount, dates and limits', () => {
  it.each(['STARTER', 'GROWTH', 'PRO', 'ENTERPRISE'])('of %s by cycle', async (plan) => {
    const tenant = await newTenant();
    const monthly = await subscribe(contractSurface, tenant, plan, 'MONTHLY');
    const yearly = await subscribe(contractSurface, tenant, plan, 'YEARLY');
    const once = await subscribe(contractSurface, tenant, plan, 'ONE_TIME');
    const days = [monthly, yearly].map(({ starts_at, ends_at }) => daysBetween(starts_at, ends_at));
    expect(days[0]).toBeGreaterThanOrEqual(28);
    expect(days[0]).toBeLessThanOrEqual(31);
    expect([365, 366]).toContain(days[1]);
    expect([monthly.renews_at, yearly.renews_at]).toEqual([monthly.ends_at, yearly.ends_at]);
    expect([once.ends_at, once.renews_at]).toEqual([null, null]);
    for (const { amount, currency, status, module_limit, user_limit } of [monthly, yearly, once]) {
      expect(amount).toBeGreaterThanOrEqual(0);
      expect([typeof amount, currency, status]).toEqual(['number', 'MYR', 'ACTIVE']);
      for (const limit of [module_limit, user_limit]) expect(Number.isInteger(limit) && limit > 0).toBe(true);
    }
  });

  it("lets the tenant's plan follow the newest active one, on the audit trail", async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    expect(await planOf(tenant)).toEqual(['STARTER', 'SUBSCRIPTION']);
    const first = await subscribe(contractSurface, tenant, 'PRO');
    expect(await planOf(tenant)).toEqual(['PRO', 'SUBSCRIPTION']);
    const second = await subscribe(contractSurface, tenant, 'GROWTH', 'ONE_TIME');
    expect(await planOf(tenant)).toEqual(['GROWTH', 'PERPETUAL']);
    await contract.put(`/subscriptions/${first.id}`, { plan_type: 'ENTERPRISE' }, { token });
    expect(await planOf(tenant)).toEqual(['GROWTH', 'PERPETUAL']);
    await cancel(second.id, token);
    expect(await planOf(tenant)).toEqual(['ENTERPRISE', 'SUBSCRIPTION']);
    await cancel(first.id, token);
    expect(await planOf(tenant)).toEqual(['STARTER', 'SUBSCRIPTION']);
    const trail = await reference.get(`/audit/?record_type=tenant&record_id=${tenant.id}&action=follow_plan`, {
      token,
    });
    const plans = trail.body.data.flatMap(({ changes }: Json) => changes.subscription_plan?.after ?? []);
    expect(plans).toEqual(['starter', 'enterprise', 'growth', 'pro']);
  });

  it('settles on the newest one also when many are made at the same time', async () => {
    const tenant = await newTenant();
    const plans = ['STARTER', 'GROWTH', 'PRO', 'ENTERPRISE', 'GROWTH', 'PRO'];
    await Promise.all(plans.map((plan) => subscribe(contractSurface, tenant, plan)));
    const { body } = await contract.get('/subscriptions', { token: tenant.admin.token });
    expect(body.pagination.total).toBe(plans.length);
    expect(await planOf(tenant)).toEqual([body.subscriptions[0].plan_type, 'SUBSCRIPTION']);
  });
});

describe('A-74: modules of a subscription', () => {
  it.each(surfaces)('are keys or uuids, and an unknown one is refused: $name', async (on) => {
    const tenant = await newTenant();
    const field = on === contractSurface ? 'module_ids' : 'modules';
    const { id } = (await contract.get('/modules/beauty', { token: tenant.admin.token })).body;
    const body = subscriptionBody(on, tenant);
    const answer = await on.post('/subscriptions', { ...body, [field]: ['retail', id] }, tenant.admin.token);
    expect(answer.status).toBe(201);
    expect((await onReference(on.data(answer).id, tenant.admin.token)).modules).toEqual(['retail', 'beauty']);
    expectInvalid(on, await on.post('/subscriptions', { ...body, [field]: ['nope'] }, tenant.admin.token), field);
  });

  it('enable and disable nothing (A-170)', async () => {
    const tenant = await newTenant();
    await subscribe(contractSurface, tenant, 'PRO', 'MONTHLY', { module_ids: ['retail'] });
    const { data } = (await reference.get('/modules/retail/configuration/', { token: tenant.admin.token })).body;
    expect(data.is_enabled).toBe(false);
  });
});

describe('A-75: cancel', () => {
  it('ends it at once on both surfaces, and is refused a second time with nothing changed', async () => {
    const { subscription, token } = await newSubscriber(contractSurface);
    const answer = await cancel(subscription.id, token);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      status: 'cancelled',
      renews_at: null,
      ends_at: subscription.ends_at,
      cancelled_at: answer.body.data.updated_at,
    });
    expect((await onContract(subscription.id, token)).status).toBe('CANCELLED');
    const listed = await reference.get('/subscriptions/?status=cancelled', { token });
    expect(listed.body.data.map(({ id }: Json) => id)).toEqual([subscription.id]);
    expect((await cancel(subscription.id, token)).status).toBe(409);
    expect(await onReference(subscription.id, token)).toEqual(answer.body.data);
  });
});

describe('A-185: another plan or cycle of a subscription that was cancelled', () => {
  it.each(surfaces)('is refused, and nothing changes: $name', async (on) => {
    const { subscription, token, tenant } = await newSubscriber(on);
    expect((await cancel(subscription.id, token)).status).toBe(200);
    const path = `/subscriptions/${subscription.id}`;
    const before = on.data(await on.get(path, token));
    const raised = on === contractSurface;
    const plan = raised ? 'plan_type' : 'plan_id';
    const means = { [raised ? 'payment_method' : 'payment_method_id']: 'fpx' };
    const put = (body: unknown) => on.put(path, body, token);
    expectConflict(on, await put({ [plan]: raised ? 'PRO' : 'pro', ...means }), plan);
    expectConflict(on, await put({ billing_cycle: raised ? 'YEARLY' : 'yearly', ...means }), 'billing_cycle');
    expect(on.data(await on.get(path, token))).toEqual(before);
    expect(await planOf(tenant)).toEqual(['STARTER', 'SUBSCRIPTION']);
    expect(on.data(await put(before))).toEqual(before);
    const stored = { [plan]: before[plan], billing_cycle: before.billing_cycle };
    expect(on.data(await put({ ...stored, ...means }))).toMatchObject({ ...stored, ...means });
  });
});

describe('A-83, A-168: enabling a module', () => {
  const configuration = { retail: { enable_loyalty_program: true, enable_inventory_alerts: true } };

  it('gives the two booleans back, and touches no other tenant', async () => {
    const [mine, other] = [await newTenant(), await newTenant()];
    const enabled = await reference.post(
      '/modules/retail/enable/',
      { tenant_id: mine.id, configuration },
      { token: mine.admin.token },
    );
    expect(enabled.status).toBe(200);
    const shown = await reference.get('/modules/retail/configuration/', { token: mine.admin.token });
    expect(shown.body.data).toEqual({
      module_id: 'retail',
      tenant_id: mine.id,
      is_enabled: true,
      configuration,
      usable: true,
    });
    const untouched = await reference.get('/modules/retail/configuration/', { token: other.admin.token });
    expect(untouched.body.data).toEqual({
      module_id: 'retail',
      tenant_id: other.id,
      is_enabled: false,
      configuration: { retail: {} },
      usable: true,
    });
  });
});

describe('A-157, A-158: bodies of the reference surface', () => {
  it('PUT takes the fields of POST, each by itself', async () => {
    const { subscription, token } = await newSubscriber(referenceSurface);
    const path = `/subscriptions/${subscription.id}/`;
    for (const body of [
      { payment_method_id: 'pm_9' },
      { modules: ['retail'] },
      { billing_cycle: 'yearly' },
      { plan_id: 'pro' },
    ]) {
      const answer = await reference.put(path, body, { token });
      expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining(body)]);
    }
    expect(await onReference(subscription.id, token)).toMatchObject({
      plan_id: 'pro',
      billing_cycle: 'yearly',
      modules: ['retail'],
      payment_method_id: 'pm_9',
      amount: 2990,
    });
  });

  it.each(['MONTHLY', 'Monthly', 'weekly', ''])('billing_cycle %j is refused', async (billing_cycle) => {
    const { token } = (await newTenant()).admin;
    const answer = await reference.post('/subscriptions/', { plan_id: 'pro', billing_cycle }, { token });
    expectInvalid(referenceSurface, answer, 'billing_cycle');
  });
});

describe('A-170: changing a subscription', () => {
  it('to another plan or cycle counts again from the start', async () => {
    const { subscription, token } = await newSubscriber(contractSurface, 'STARTER', 'MONTHLY');
    const put = async (body: unknown) =>
      (await contract.put(`/subscriptions/${subscription.id}`, body, { token })).body;
    const yearly = await put({ billing_cycle: 'YEARLY' });
    expect(yearly).toMatchObject({ starts_at: subscription.starts_at, amount: 490, plan_type: 'STARTER' });
    expect([365, 366]).toContain(daysBetween(yearly.starts_at, yearly.ends_at));
    expect(yearly.renews_at).toBe(yearly.ends_at);
    const pro = await put({ plan_type: 'PRO' });
    expect(pro).toMatchObject({ amount: 2990, ends_at: yearly.ends_at, user_limit: 100 });
    expect(pro.features).not.toEqual(yearly.features);
    expect(await put({ billing_cycle: 'ONE_TIME' })).toMatchObject({ ends_at: null, renews_at: null, amount: 8990 });
    const back = await put({ plan_type: 'STARTER', billing_cycle: 'MONTHLY' });
    expect({ ...back, updated_at: '' }).toEqual({ ...subscription, updated_at: '' });
  });

  it('to what is bought once makes the tenant PERPETUAL', async () => {
    const { subscription, token, tenant } = await newSubscriber(referenceSurface, 'PRO');
    await reference.put(`/subscriptions/${subscription.id}/`, { billing_cycle: 'one_time' }, { token });
    expect(await planOf(tenant)).toEqual(['PRO', 'PERPETUAL']);
    await reference.put(`/subscriptions/${subscription.id}/`, { billing_cycle: 'monthly' }, { token });
    expect(await planOf(tenant)).toEqual(['PRO', 'SUBSCRIPTION']);
  });

  it("never adds the modules' prices", async () => {
    const tenant = await newTenant();
    const without = await subscribe(contractSurface, tenant);
    const all = await subscribe(contractSurface, tenant, 'STARTER', 'MONTHLY', { module_ids: moduleKeys });
    expect(all.amount).toBe(without.amount);
  });
});
