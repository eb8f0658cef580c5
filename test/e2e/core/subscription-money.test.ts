import { contract, reference, type Json } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { newMethod } from '../../support/payments.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { cancel, daysBetween, newSubscriber, shapes } from '../../support/subscription-shapes.js';

const on = referenceSurface;

const pay = (tenant: TestTenant, subscription_id: string, amount: number) =>
  contract.post('/payments', { subscription_id, amount, payment_method: 'fpx' }, { token: tenant.admin.token });
const paid = async (tenant: TestTenant, subscription_id: string, amount: number): Promise<Json> => {
  const { status, body } = await pay(tenant, subscription_id, amount);
  expect(status).toBe(201);
  return body;
};
const read = async ({ admin }: TestTenant, id: string): Promise<Json> =>
  (await reference.get(`/subscriptions/${id}/`, { token: admin.token })).body.data;
const history = async ({ admin }: TestTenant, id: string, query = ''): Promise<Json[]> =>
  (await reference.get(`/subscriptions/${id}/history/${query}`, { token: admin.token })).body.data;
const refund = ({ admin }: TestTenant, id: string, body: unknown = {}) =>
  reference.post(`/payments/${id}/refund/`, body, { token: admin.token });

describe('A-331: a change of plan or cycle', () => {
  it.each(surfaces)('of a paid term keeps its value and stays active: $name', async (surface) => {
    const { tenant, token, subscription } = await newSubscriber(surface, 'ENTERPRISE');
    await paid(tenant, subscription.id, 799);
    const plan = surface === contractSurface ? { plan_type: 'STARTER' } : { plan_id: 'starter' };
    const changed = surface.data(await surface.put(`/subscriptions/${subscription.id}`, plan, token));
    expect([changed.status.toLowerCase(), changed.amount]).toEqual(['active', 49]);
    // 799 buys sixteen months and a third of STARTER.
    const days = daysBetween(changed.starts_at, changed.ends_at);
    expect(days).toBeGreaterThan(450);
    expect(days).toBeLessThan(510);
    expect(changed.renews_at).toBe(changed.ends_at);
    expect(await read(tenant, subscription.id)).toMatchObject({ paid_amount: 799, outstanding_amount: 0 });
    const back = surface === contractSurface ? { plan_type: 'ENTERPRISE' } : { plan_id: 'enterprise' };
    const again = await surface.put(`/subscriptions/${subscription.id}`, back, token);
    expect(again.status).toBe(200);
    expect(Math.abs(daysBetween(subscription.ends_at, surface.data(again).ends_at))).toBeLessThan(0.1);
  });

  it.each(surfaces)('of an unpaid one counts from the start and owes the new price: $name', async (surface) => {
    const { tenant, token, subscription } = await newSubscriber(surface);
    const cycle = surface === contractSurface ? 'YEARLY' : 'yearly';
    const changed = await surface.put(`/subscriptions/${subscription.id}`, { billing_cycle: cycle }, token);
    expect(daysBetween(subscription.starts_at, surface.data(changed).ends_at)).toBeGreaterThanOrEqual(365);
    expect(await read(tenant, subscription.id)).toMatchObject({ outstanding_amount: 490, terms_paid: 0 });
  });
});

describe('A-331: the history', () => {
  it('lists what happened, newest first, and consumed and left add up to paid', async () => {
    const { tenant, subscription } = await newSubscriber(on, 'STARTER');
    const { id } = subscription;
    const payment = await paid(tenant, id, 147);
    await reference.put(`/subscriptions/${id}/`, { plan_id: 'growth' }, { token: tenant.admin.token });
    await reference.put(`/subscriptions/${id}/`, { plan_id: 'growth' }, { token: tenant.admin.token });
    await refund(tenant, payment.id, { amount: 47 });
    await cancel(id, tenant.admin.token);
    const entries = await history(tenant, id);
    expect(entries.map(({ kind }) => kind)).toEqual(['cancelled', 'refunded', 'changed', 'paid', 'created']);
    for (const entry of entries) {
      expectKeys(entry, shapes.reference.history);
      expect(Math.round((entry.consumed_amount + entry.left_amount) * 100)).toBe(Math.round(entry.paid_amount * 100));
      expect(entry.actor_id).toBe(tenant.admin.id);
    }
    expect(entries[3]).toMatchObject({ payment_id: payment.id, payment_amount: 147, paid_amount: 147, amount: 49 });
    expect(entries[2]).toMatchObject({ plan_id: 'growth', amount: 129, payment_id: null });
    // A few seconds of STARTER are less than a sen.
    expect(entries[2]?.left_amount).toBe(147);
    expect(entries[1]).toMatchObject({
      payment_id: payment.id,
      payment_amount: 47,
      paid_amount: 100,
      left_amount: 100,
    });
    const page = await history(tenant, id, '?page=2&page_size=2');
    expect(page.map(({ kind }) => kind)).toEqual(['changed', 'paid']);
  });

  it('is read by every member, and by no other tenant', async () => {
    const { tenant, subscription } = await newSubscriber(on);
    const [viewer, stranger] = [await newUser(tenant, 'user'), await newTenant()];
    const path = `/subscriptions/${subscription.id}/history`;
    expect((await on.get(path, viewer.token)).status).toBe(200);
    expectRefusal(on, await on.get(path, stranger.admin.token), 404);
  });
});

describe('A-333: what is paid and owed', () => {
  it('is shown on R, and not on C', async () => {
    const { tenant, token, subscription } = await newSubscriber(on, 'STARTER', 'YEARLY');
    expect(subscription).toMatchObject({ paid_amount: 0, outstanding_amount: 490, terms_paid: 0 });
    await paid(tenant, subscription.id, 100);
    expect(await read(tenant, subscription.id)).toMatchObject({ paid_amount: 100, outstanding_amount: 390 });
    await paid(tenant, subscription.id, 880);
    expect(await read(tenant, subscription.id)).toMatchObject({
      paid_amount: 980,
      outstanding_amount: 0,
      terms_paid: 2,
    });
    const { body } = await contract.get(`/subscriptions/${subscription.id}`, { token });
    expectKeys(body, shapes.contract.subscription);
  });

  it('YEARLY paid twice and refunded once ends a year earlier', async () => {
    const { tenant, subscription } = await newSubscriber(on, 'STARTER', 'YEARLY');
    const { id } = subscription;
    await paid(tenant, id, 490);
    const second = await paid(tenant, id, 490);
    const twice = await read(tenant, id);
    expect((await refund(tenant, second.id)).status).toBe(200);
    const once = await read(tenant, id);
    expect(once).toMatchObject({ status: 'active', ends_at: subscription.ends_at, paid_amount: 490, terms_paid: 1 });
    expect(daysBetween(once.ends_at, twice.ends_at)).toBeGreaterThanOrEqual(365);
  });

  it.each(surfaces)(
    'ONE_TIME that is paid in full takes no further payment, until it is refunded: $name',
    async (surface) => {
      const { tenant, subscription } = await newSubscriber(contractSurface, 'STARTER', 'ONE_TIME');
      const { id: payment_method_id } = await newMethod(tenant);
      const { id } = subscription;
      const payAgain = (amount: number) =>
        surface === contractSurface
          ? pay(tenant, id, amount)
          : on.post('/payments', { amount, payment_method_id, metadata: { subscription_id: id } }, tenant.admin.token);
      const first = await paid(tenant, id, 1_000);
      expect((await payAgain(490)).status).toBe(201);
      const field = surface === contractSurface ? 'subscription_id' : 'metadata.subscription_id';
      expectConflict(surface, await payAgain(1), field);
      await refund(tenant, first.id, { amount: 90 });
      expect(await read(tenant, id)).toMatchObject({ outstanding_amount: 90, ends_at: null, status: 'active' });
      expect((await payAgain(90)).status).toBe(201);
      expectConflict(surface, await payAgain(1), field);
    },
  );

  it('ONE_TIME is paid once by ten payments at once', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface, 'STARTER', 'ONE_TIME');
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(tenant, subscription.id, 1_490)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(400)]);
    expect(await read(tenant, subscription.id)).toMatchObject({ paid_amount: 1_490, outstanding_amount: 0 });
  });

  it('a plan id that names no plan is stored and echoed, and changes nothing else', async () => {
    const { tenant, token, subscription } = await newSubscriber(on, 'GROWTH');
    await paid(tenant, subscription.id, 129);
    const before = await read(tenant, subscription.id);
    const answer = await on.put(`/subscriptions/${subscription.id}`, { plan_id: 'vip' }, token);
    const { updated_at: _, ...rest } = before;
    expect(answer.body.data).toMatchObject({ ...rest, plan_id: 'vip' });
    const { body } = await contract.get(`/subscriptions/${subscription.id}`, { token });
    expect(body.plan_type).toBe('GROWTH');
  });

  it('refunds are for administrators', async () => {
    const { tenant, subscription } = await newSubscriber(on);
    const payment = await paid(tenant, subscription.id, 49);
    const manager = await newUser(tenant, 'manager');
    expectRefusal(on, await on.post(`/payments/${payment.id}/refund`, {}, manager.token), 403);
    expect((await refund(tenant, payment.id)).status).toBe(200);
  });

  it('renews_at is null once it is cancelled', async () => {
    const { token, subscription } = await newSubscriber(on);
    expect((await cancel(subscription.id, token)).body.data.renews_at).toBeNull();
  });
});

it('A-333: amounts of a payment in another currency name the field', async () => {
  const { tenant, subscription } = await newSubscriber(contractSurface);
  const body = { subscription_id: subscription.id, amount: 49, payment_method: 'fpx', currency: 'SGD' };
  expectInvalid(contractSurface, await contract.post('/payments', body, { token: tenant.admin.token }), 'currency');
});
