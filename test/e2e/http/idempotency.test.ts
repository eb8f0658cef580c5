import { randomUUID } from 'node:crypto';
import { call, type Answer, type Json } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces, type Surface } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { CARD, expectPaymentFailed, newMethod, newPayment, readPayment } from '../../support/payments.js';
import { newAccount, newTenant, newUser, PASSWORD, unique, type TestTenant } from '../../support/people.js';
import { newSubscriber } from '../../support/subscription-shapes.js';

/** A request with an Idempotency-Key is heard once: what it did is not done again, and its answer is given again. */

const on = referenceSurface;

const send = (surface: Surface, path: string, body: unknown, token: string, key: string): Promise<Answer> =>
  surface.send('POST', path, { body, token, headers: { 'idempotency-key': key } });
const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';
const total = async (path: string, token: string): Promise<number> => on.total(await on.get(path, token));
const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

/** The same answer once more, and nothing new done. */
function expectReplay(first: Answer, again: Answer): void {
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
}

const userBody = (surface: Surface): Record<string, unknown> => {
  const name = unique('once');
  const body = { email: `${name}@example.com`, first_name: 'Mei Ling', last_name: 'Tan', role: surface.role('STAFF') };
  return surface === contractSurface ? body : { ...body, username: name, password: PASSWORD };
};

describe.each(surfaces)('a key on the $name surface', (surface) => {
  let tenant: TestTenant;
  let token: string;
  beforeAll(async () => {
    tenant = await newTenant();
    ({ token } = tenant.admin);
  });

  it('with the same body, its keys in any order, gives the first answer again', async () => {
    const [body, key] = [userBody(surface), randomUUID()];
    const first = await send(surface, '/users', body, token, key);
    expect(first.status).toBe(201);
    const turned = Object.fromEntries(Object.entries(body).reverse());
    for (const same of [body, turned]) expectReplay(first, await send(surface, '/users', same, token, key));
    const found = (await on.get('/users?page_size=100', token)).body.data.filter(
      (user: Json) => user.email === body.email,
    );
    expect(found).toHaveLength(1);
  });

  it('with another body is refused, and the first answer stands', async () => {
    const [body, key] = [userBody(surface), randomUUID()];
    const first = await send(surface, '/users', body, token, key);
    const other = await send(surface, '/users', userBody(surface), token, key);
    expectRefusal(surface, other, surface.conflict);
    expect(surface.error(other).errors).toContainEqual({
      field: 'Idempotency-Key',
      message: expect.stringMatching(/\S/),
    });
    expectReplay(first, await send(surface, '/users', body, token, key));
  });

  it('is not needed: without one, each request is a separate one', async () => {
    const body = userBody(surface);
    expect((await surface.post('/users', body, token)).status).toBe(201);
    expectRefusal(surface, await surface.post('/users', body, token), surface.conflict);
  });

  it('sent ten times at once makes one user, and everybody is told of that one', async () => {
    const [body, key] = [userBody(surface), randomUUID()];
    const answers = await times(10, () => send(surface, '/users', body, token, key));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter(isReplay)).toHaveLength(9);
  });

  it('sent ten times at once makes one tenant', async () => {
    const account = await newAccount();
    const body = { name: unique('Kedai'), email: 'a@example.com', business_type: surface.businessType('RETAIL') };
    const key = randomUUID();
    const answers = await times(10, () => send(surface, '/tenants', body, account.token, key));
    expect(new Set(answers.map((answer) => surface.data(answer).id)).size).toBe(1);
    const again = await send(surface, '/tenants', body, account.token, key);
    expect([again.status, isReplay(again)]).toEqual([201, true]);
    expect(await total('/tenants', account.token)).toBe(1);
  });

  it('is the user’s and the path’s own', async () => {
    const key = randomUUID();
    const manager = await newUser(tenant, 'manager');
    const other = await newTenant();
    const name = userBody(surface);
    const answers = [
      await send(surface, '/users', name, token, key),
      await send(surface, '/users', name, other.admin.token, key),
    ];
    expect(answers.map((answer) => [answer.status, isReplay(answer)])).toEqual([
      [201, false],
      [201, false],
    ]);
    expect(surface.data(answers[0] as Answer).tenant_id).not.toBe(surface.data(answers[1] as Answer).tenant_id);
    const { id: payment_method_id } = await newMethod(tenant);
    const pay = (by: string) => send(on, '/payments', { amount: 5, payment_method_id }, by, key);
    const [own, his] = [await pay(token), await pay(manager.token)];
    expect([own.status, his.status, isReplay(own), isReplay(his)]).toEqual([201, 201, false, false]);
    expect(own.body.data.id).not.toBe(his.body.data.id);
  });

  it('does not keep a refusal: what is mended may be sent again under it', async () => {
    const [body, key] = [userBody(surface), randomUUID()];
    expectInvalid(surface, await send(surface, '/users', { ...body, role: 'KING' }, token, key), 'role');
    const { email: _, ...incomplete } = body;
    expectInvalid(surface, await send(surface, '/users', incomplete, token, key), 'email');
    const answer = await send(surface, '/users', body, token, key);
    expect([answer.status, isReplay(answer)]).toEqual([201, false]);
    const taken = await send(surface, '/users', body, token, randomUUID());
    expectRefusal(surface, taken, surface.conflict);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(256), 'schlüssel'])('that is none is refused: %j', async (key) => {
    expectInvalid(surface, await send(surface, '/users', userBody(surface), token, key), 'Idempotency-Key');
  });

  it('is no way round the guards: no token, wrong role', async () => {
    const key = randomUUID();
    const staff = await newUser(tenant, 'staff');
    expectRefusal(
      surface,
      await surface.send('POST', '/users', { body: {}, headers: { 'idempotency-key': key } }),
      401,
    );
    expectRefusal(surface, await send(surface, '/users', userBody(surface), staff.token, key), 403);
  });

  it('whose first answer is kept does not let in who may no longer do it', async () => {
    const manager = await newUser(tenant, 'manager');
    const { id: payment_method_id } = await newMethod(tenant);
    const pay = (key: string) => send(on, '/payments', { amount: 5, payment_method_id }, manager.token, key);
    const key = randomUUID();
    expect((await pay(key)).status).toBe(201);
    await on.put(`/users/${manager.id}`, { role: 'staff' }, token);
    expectRefusal(on, await pay(key), 403);
  });
});

describe('a payment with a key', () => {
  it.each(surfaces)('is made once on the $name surface, and answered alike, also when it failed', async (surface) => {
    const { tenant, token, subscription } = await newSubscriber(contractSurface);
    const [good, bad] = [
      await newMethod(tenant, CARD),
      await newMethod(tenant, { ...CARD, card_number: '4000000000000002' }),
    ];
    const bodies =
      surface === contractSurface
        ? ['fpx', 'card_declined'].map((payment_method) => ({
            subscription_id: subscription.id,
            amount: 10,
            payment_method,
          }))
        : [good, bad].map(({ id }) => ({ amount: 10, payment_method_id: id }));
    const [success, failure] = [randomUUID(), randomUUID()];
    const paid = await send(surface, '/payments', bodies[0], token, success);
    expect(paid.status).toBe(201);
    expectReplay(paid, await send(surface, '/payments', bodies[0], token, success));
    const failed = await send(surface, '/payments', bodies[1], token, failure);
    expectPaymentFailed(surface, failed, 'declined');
    expectReplay(failed, await send(surface, '/payments', bodies[1], token, failure));
    expectRefusal(surface, await send(surface, '/payments', bodies[0], token, failure), surface.conflict);
    expect(await total('/payments', token)).toBe(2);
  });

  it('sent ten times at once takes the money once', async () => {
    const { tenant, token, subscription } = await newSubscriber(contractSurface);
    const key = randomUUID();
    const body = { subscription_id: subscription.id, amount: 10, payment_method: 'fpx' };
    const answers = await times(10, () => send(contractSurface, '/payments', body, token, key));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await total('/payments', token)).toBe(1);
    expect((await readPayment(tenant, answers[0]?.body.id)).status).toBe('completed');
  });

  it('that fails and is sent ten times at once is one failed payment', async () => {
    const { token, subscription } = await newSubscriber(contractSurface);
    const key = randomUUID();
    const body = { subscription_id: subscription.id, amount: 10, payment_method: 'card_declined' };
    const answers = await times(10, () => send(contractSurface, '/payments', body, token, key));
    const names = answers.map((answer) => expectPaymentFailed(contractSurface, answer, 'declined'));
    expect(new Set(names).size).toBe(1);
    expect(await total('/payments?status=failed', token)).toBe(1);
    expect(await total('/payments', token)).toBe(1);
  });

  it('is refunded once, however often that is sent', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const { id } = await newPayment(tenant, 100);
    const key = randomUUID();
    const back = (body: unknown = { amount: 40 }) => send(on, `/payments/${id}/refund`, body, token, key);
    const answers = await times(10, () => back());
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.data.refund.id)).size).toBe(1);
    expect(await readPayment(tenant, id)).toMatchObject({ refunded_amount: 40, refunds: [{ amount: 40 }] });
    expect(isReplay(await back())).toBe(true);
    expectRefusal(on, await back({ amount: 41 }), 409);
    // Another payment's path is another scope.
    const { id: other } = await newPayment(tenant, 100);
    const elsewhere = await send(on, `/payments/${other}/refund`, { amount: 40 }, token, key);
    expect([elsewhere.status, isReplay(elsewhere)]).toEqual([200, false]);
  });

  it('is refused by the domain without being kept: afterwards the key is free', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const { id } = await newPayment(tenant, 10);
    const key = randomUUID();
    expectInvalid(on, await send(on, `/payments/${id}/refund`, { amount: 11 }, token, key), 'amount');
    const answer = await send(on, `/payments/${id}/refund`, { amount: 10 }, token, key);
    expect([answer.status, isReplay(answer)]).toEqual([200, false]);
  });
});

describe('a key is not heeded', () => {
  const twice = async (path: string, bodies: [unknown, unknown], token?: string): Promise<Answer[]> => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = [];
    for (const body of bodies) answers.push(await call('POST', path, { body, token, headers }));
    expect(answers.map(isReplay)).toEqual([false, false]);
    return answers;
  };
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

  it('at sign-in and refresh', async () => {
    const { admin, slug } = await newTenant();
    const right = { username: admin.email, password: PASSWORD };
    expect(statuses(await twice('/api/v1/auth/login/', [right, { ...right, password: 'Wr0ngPass!' }]))).toEqual([
      200, 401,
    ]);
    const mail = { email: admin.email, password: PASSWORD };
    expect(statuses(await twice('/v1/auth/login', [mail, { ...mail, tenant_slug: slug }]))).toEqual([200, 200]);
    const { refresh_token } = admin;
    for (const path of ['/v1/auth/refresh', '/api/v1/auth/refresh/'])
      expect(statuses(await twice(path, [{ refresh_token }, { refresh_token: 'x' }]))).toEqual([200, 401]);
  });

  it('at registration', async () => {
    const name = unique('account');
    const body = { username: name, email: `${name}@example.com`, password: PASSWORD };
    expect(statuses(await twice('/api/v1/auth/register/', [body, body]))).toEqual([201, 409]);
  });

  it('at sign-out', async () => {
    for (const path of ['/v1/auth/logout', '/api/v1/auth/logout/']) {
      const { admin } = await newTenant();
      expect(statuses(await twice(path, [undefined, undefined], admin.token))).toEqual([200, 401]);
    }
  });

  it('at a change of password', async () => {
    const { admin } = await newTenant();
    const body = { current_password: PASSWORD, new_password: 'An0therPass!' };
    expect(statuses(await twice(`/api/v1/users/${admin.id}/change-password/`, [body, body], admin.token))).toEqual([
      200, 400,
    ]);
  });

  it('where a card is kept', async () => {
    const { admin } = await newTenant();
    const answers = await twice('/api/v1/payment-methods/', [CARD, { ...CARD, cvv: '123' }], admin.token);
    expect(statuses(answers)).toEqual([201, 201]);
    expect(answers[0]?.body.data.id).not.toBe(answers[1]?.body.data.id);
  });

  it('by utilities', async () => {
    const { admin } = await newTenant();
    const answers = await twice('/api/v1/utils/calculate-sst/', [{ amount: 100 }, { amount: 200 }], admin.token);
    expect(answers.map(({ body }) => body.data.subtotal)).toEqual([100, 200]);
  });
});
