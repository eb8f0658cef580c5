import { contract, reference, type Answer, type Json } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces, type Surface } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal, UUID } from '../../support/core-shapes.js';
import { newMethod } from '../../support/payments.js';
import { newTenant, newUser, operator, PASSWORD, signIn, unique, type TestTenant } from '../../support/people.js';
import { cancel, newSubscriber, subscriptionBody } from '../../support/subscription-shapes.js';

/** who reaches subscriptions and payments of other tenants, and what plan a tenant has. */

const on = referenceSurface;

interface Branch {
  mine: TestTenant;
  token: string;
  /** A tenant that the administrator of `mine` created. */
  id: string;
}

async function newBranch(): Promise<Branch> {
  const mine = await newTenant();
  const { token } = mine.admin;
  const fields = { name: unique('Cawangan'), email: 'hello@example.com', business_type: 'RETAIL' };
  const { body } = await contract.post('/tenants', fields, { token });
  return { mine, token, id: body.id };
}

async function subscribed(surface: Surface, branch: Branch, plan = 'STARTER'): Promise<string> {
  const body = { ...subscriptionBody(surface, branch.mine, plan), tenant_id: branch.id };
  const answer = await surface.post('/subscriptions', body, branch.token);
  expect([answer.status, surface.data(answer).tenant_id]).toEqual([201, branch.id]);
  return surface.data(answer).id;
}

const payOn = (surface: Surface, token: string, subscription_id: string, extra: Json = {}): Promise<Answer> =>
  surface === contractSurface
    ? contract.post('/payments', { subscription_id, amount: 49, payment_method: 'fpx', ...extra }, { token })
    : reference.post('/payments/', { amount: 49, metadata: { subscription_id }, ...extra }, { token });

const planOf = async (id: string, token: string): Promise<string> =>
  (await contract.get(`/tenants/${id}`, { token })).body.subscription_plan;

describe('A-334: the creator of a tenant', () => {
  it.each(surfaces)('reads, changes and cancels its subscriptions, and reads their history: $name', async (surface) => {
    const branch = await newBranch();
    const id = await subscribed(surface, branch);
    const path = `/subscriptions/${id}`;
    expect((await surface.get(path, branch.token)).status).toBe(200);
    const plan = surface === contractSurface ? { plan_type: 'PRO' } : { plan_id: 'pro' };
    expect(surface.data(await surface.put(path, plan, branch.token))).toMatchObject({
      amount: 299,
      tenant_id: branch.id,
    });
    expect(await planOf(branch.id, branch.token)).toBe('PRO');
    expect((await reference.get(`${path}/history/`, { token: branch.token })).body.data).toHaveLength(2);
    expect((await cancel(id, branch.token)).status).toBe(200);
    // The list without a tenant is the own tenant's.
    expect(on.total(await on.get('/subscriptions', branch.token))).toBe(0);
    expect(on.total(await on.get(`/subscriptions?tenant_id=${branch.id}`, branch.token))).toBe(1);
  });

  it.each(surfaces)('pays them: $name', async (surface) => {
    const branch = await newBranch();
    const id = await subscribed(contractSurface, branch);
    const { id: payment_method_id } = await newMethod(branch.mine, { type: 'fpx' });
    const extra = surface === contractSurface ? {} : { payment_method_id };
    const answer = await payOn(surface, branch.token, id, extra);
    expect([answer.status, surface.data(answer).tenant_id, surface.data(answer).subscription_id]).toEqual([
      201,
      branch.id,
      id,
    ]);
    if (surface === on) expect(answer.body.data).toMatchObject({ payment_method_id, payment_method: 'fpx' });
    const { data } = (await reference.get(`/subscriptions/${id}/`, { token: branch.token })).body;
    expect(data).toMatchObject({ paid_amount: 49, outstanding_amount: 0 });
    const paid = surface.data(answer).id;
    // It is a payment of that tenant, and not of the payer's.
    expect((await reference.get(`/payments/${paid}/`, { token: branch.token })).status).toBe(200);
    expect(on.total(await on.get('/payments', branch.token))).toBe(0);
    expect(on.total(await on.get(`/payments?tenant_id=${branch.id}`, branch.token))).toBe(1);
    const there = await signIn(branch.mine.admin.username, PASSWORD, branch.id);
    expect(on.total(await on.get('/payments', there.token))).toBe(1);
    expect((await reference.post(`/payments/${paid}/refund/`, {}, { token: branch.token })).body.data).toMatchObject({
      status: 'refunded',
      refunded_amount: 49,
    });
  });

  it('pays with a card of its tenant, which is refused as there; the failed payment is kept and can be repeated', async () => {
    const branch = await newBranch();
    const id = await subscribed(on, branch);
    const card = { type: 'card', card_number: '4000000000009995', expiry_month: 12, expiry_year: 2099, cvv: '987' };
    const { id: payment_method_id } = await newMethod(branch.mine, card);
    const key = { token: branch.token, headers: { 'idempotency-key': unique('pay') } };
    const body = { amount: 49, payment_method_id, metadata: { subscription_id: id, tenant_id: branch.id } };
    const answers = [await reference.post('/payments/', body, key), await reference.post('/payments/', body, key)];
    for (const { status, body: said } of answers)
      expect([status, said.error.code, said.error.details.reason]).toEqual([
        402,
        'PAYMENT_FAILED',
        'insufficient_funds',
      ]);
    const { data } = (await reference.get(`/payments/?tenant_id=${branch.id}`, { token: branch.token })).body;
    expect(data).toEqual([
      expect.objectContaining({ status: 'failed', id: expect.stringMatching(UUID), tenant_id: branch.id }),
    ]);
    const there = await signIn(branch.mine.admin.username, PASSWORD, branch.id);
    const audit = (await reference.get('/audit/?record_type=payment', { token: there.token })).body.data as Json[];
    expect(audit.map(({ action }) => action)).toEqual(['fail', 'create']);
  });

  it.each(surfaces)(
    'who no longer administers it, another tenant and a manager reach nothing: $name',
    async (surface) => {
      const branch = await newBranch();
      const id = await subscribed(surface, branch);
      const [stranger, manager] = [await newTenant(), await newUser(branch.mine, 'manager')];
      const there = await signIn(branch.mine.admin.username, PASSWORD, branch.id);
      const name = unique('heir');
      const heir = {
        username: name,
        email: `${name}@example.com`,
        password: PASSWORD,
        role: 'admin',
        first_name: 'A',
        last_name: 'B',
      };
      expect((await reference.post('/users/', heir, { token: there.token })).status).toBe(201);
      const { token } = await signIn(name, PASSWORD, branch.id);
      const methods = new Map([
        [branch.token, (await newMethod(branch.mine)).id],
        [stranger.admin.token, (await newMethod(stranger)).id],
      ]);
      const field = surface === contractSurface ? 'subscription_id' : 'metadata.subscription_id';
      const refuses = async (by: string): Promise<void> => {
        expectRefusal(surface, await surface.get(`/subscriptions/${id}`, by), 404);
        const extra =
          surface === contractSurface ? {} : { payment_method_id: methods.get(by) ?? methods.get(branch.token) };
        expectInvalid(surface, await payOn(surface, by, id, extra), field);
      };
      await refuses(stranger.admin.token);
      await refuses(manager.token);
      const users = (await reference.get('/users/', { token })).body.data as Json[];
      const creator = users.find(({ username }) => username === branch.mine.admin.username);
      expect((await reference.put(`/users/${creator?.id}/`, { role: 'manager' }, { token })).status).toBe(200);
      await refuses(branch.token);
    },
  );
});

describe('A-334: the operator', () => {
  it('lists and reads the payments of every tenant, refunds them, and pays for any', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const { token } = await operator();
    const first = (await payOn(contractSurface, tenant.admin.token, subscription.id)).body;
    const second = (await payOn(contractSurface, token, subscription.id)).body;
    expect([second.tenant_id, second.status]).toEqual([tenant.id, 'COMPLETED']);
    expect((await reference.post(`/payments/${first.id}/refund/`, { amount: 9 }, { token })).status).toBe(200);
    const listed = (await reference.get(`/payments/?tenant_id=${tenant.id}`, { token })).body;
    expect(listed.data.map(({ id }: Json) => id)).toEqual([second.id, first.id]);
    expect(listed.data[1]).toMatchObject({ refunded_amount: 9, refunds: [{ amount: 9 }], tenant_id: tenant.id });
    const all = (await reference.get('/payments/?page_size=100', { token })).body;
    const found = all.data.find(({ id }: Json) => id === first.id);
    expect(found).toEqual(listed.data[1]);
    expect(new Set(all.data.map(({ tenant_id }: Json) => tenant_id)).size).toBeGreaterThan(1);
    expect((await reference.get(`/payments/${first.id}/`, { token })).body.data).toEqual(found);
    expect(on.total(await on.get('/payments?tenant_id=0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', token))).toBe(0);
  });

  it('is the only one: another tenant’s payments are nothing to anybody else', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const { id } = (await payOn(contractSurface, tenant.admin.token, subscription.id)).body;
    const stranger = await newTenant();
    expectRefusal(on, await on.get(`/payments/${id}`, stranger.admin.token), 404);
    expectRefusal(on, await on.post(`/payments/${id}/refund`, {}, stranger.admin.token), 404);
    expect(on.total(await on.get(`/payments?tenant_id=${tenant.id}`, stranger.admin.token))).toBe(0);
  });
});

describe('A-334: the plan of a tenant', () => {
  it('stays until the end of a paid term that was cancelled, and goes at once with an unpaid one', async () => {
    const { tenant, token, subscription } = await newSubscriber(contractSurface, 'PRO');
    expect((await payOn(contractSurface, token, subscription.id, { amount: 299 })).status).toBe(201);
    expect((await cancel(subscription.id, token)).status).toBe(200);
    expect(await planOf(tenant.id, token)).toBe('PRO');
    const unpaid = await newSubscriber(contractSurface, 'GROWTH');
    expect((await cancel(unpaid.subscription.id, unpaid.token)).status).toBe(200);
    expect(await planOf(unpaid.tenant.id, unpaid.token)).toBe('STARTER');
  });

  it('is that of the newest in force', async () => {
    const { tenant, token } = await newSubscriber(contractSurface, 'PRO');
    const body = { ...subscriptionBody(contractSurface, tenant, 'GROWTH', 'ONE_TIME'), tenant_id: tenant.id };
    const { id } = (await contract.post('/subscriptions', body, { token })).body;
    const read = async () => {
      const { subscription_plan, pricing_model } = (await contract.get(`/tenants/${tenant.id}`, { token })).body;
      return [subscription_plan, pricing_model];
    };
    expect(await read()).toEqual(['GROWTH', 'PERPETUAL']);
    await cancel(id, token);
    expect(await read()).toEqual(['PRO', 'SUBSCRIPTION']);
  });
});
