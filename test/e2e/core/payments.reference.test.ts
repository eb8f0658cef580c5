import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
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
import {
  CARD,
  expectPaymentFailed,
  newMethod,
  newPayment,
  paymentShapes,
  readPayment,
} from '../../support/payments.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { subscribe } from '../../support/subscription-shapes.js';

let tenant: TestTenant;
let token: string;
let method: { id: string };
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  method = await newMethod(tenant, CARD);
});

const pay = (body: unknown, by?: string) => on.post('/payments', body, by);
const smallest = () => ({ amount: 100, payment_method_id: method.id });

describe('POST /api/v1/payments/', () => {
  it('answers 201 and the payment', async () => {
    const { id: subscription_id } = await subscribe(on, tenant);
    const metadata = { subscription_id, tenant_id: tenant.id, order: { number: 'A-17', lines: [1, 2] }, note: null };
    const body = { ...smallest(), amount: 16.755, currency: 'myr', description: 'March', metadata };
    const answer = await pay(body, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, paymentShapes.payment);
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      type: 'charge',
      amount: 16.76,
      currency: 'MYR',
      status: 'completed',
      payment_method_id: method.id,
      payment_method: 'card',
      description: 'March',
      metadata,
      transaction_id: expect.stringMatching(UUID),
      subscription_id,
      refunded_amount: 0,
      refunds: [],
      failure_reason: null,
      waiting: null,
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
    });
  });

  it('takes the smallest body, and null for what may be left out', async () => {
    const unset = { currency: null, description: null, metadata: null };
    for (const body of [
      smallest(),
      { ...smallest(), ...unset },
      { ...smallest(), metadata: { subscription_id: null } },
    ]) {
      const answer = await pay(body, token);
      expect(answer.status).toBe(201);
      expect(answer.body.data).toMatchObject({ currency: 'MYR', description: null, subscription_id: null });
      expect(answer.body.data.metadata).toEqual('metadata' in body ? (body.metadata ?? {}) : {});
    }
  });

  it.each(
    wrongBodies({ amount: 5, payment_method_id: 'own' }, [], {
      payment_method_id: [UNKNOWN_ID, 'pm_1042'],
      currency: ['RINGGIT', '12'],
    }),
  )('refuses %s', async (_, field, body) => {
    const own = body.payment_method_id === 'own' ? { ...body, payment_method_id: method.id } : body;
    expectInvalid(on, await pay(own, token), field);
  });

  it.each([
    ['subscription_id', UNKNOWN_ID],
    ['subscription_id', 'sub_1042'],
    ['subscription_id', 5],
    ['subscription_id', ''],
    ['tenant_id', UNKNOWN_ID],
    ['tenant_id', 'another'],
    ['tenant_id', 5],
  ])('refuses metadata.%s %j, and keeps nothing', async (name, value) => {
    const before = on.total(await on.get('/payments', token));
    expectInvalid(on, await pay({ ...smallest(), metadata: { [name]: value } }, token), `metadata.${name}`);
    expect(on.total(await on.get('/payments', token))).toBe(before);
  });

  it('refuses another tenant’s payment method and subscription as if they were not there', async () => {
    const other = await newTenant();
    const [foreign, subscription] = [await newMethod(other), await subscribe(on, other)];
    const unknown = await pay({ ...smallest(), payment_method_id: UNKNOWN_ID }, token);
    expectSameRefusal(unknown, await pay({ ...smallest(), payment_method_id: foreign.id }, token));
    const metadata = (subscription_id: string) => ({ ...smallest(), metadata: { subscription_id } });
    expectSameRefusal(await pay(metadata(UNKNOWN_ID), token), await pay(metadata(subscription.id), token));
  });

  it('answers 402 when the payment fails, and keeps it', async () => {
    const declined = await newMethod(tenant, { ...CARD, card_number: '4000000000000002' });
    const answer = await pay({ amount: 12, payment_method_id: declined.id }, token);
    const id = expectPaymentFailed(on, answer, 'declined');
    expect(await readPayment(tenant, id)).toMatchObject({
      status: 'failed',
      failure_reason: 'declined',
      payment_method_id: declined.id,
      refunds: [],
    });
  });

  it('says 401 without a token', async () => {
    expectRefusal(on, await pay(smallest()), 401);
  });
});

describe('GET /api/v1/payments/{payment_id}/', () => {
  it('answers what the payment answered, with a tag', async () => {
    const made = await newPayment(tenant, 12.5, { description: 'Once' });
    const answer = await on.get(`/payments/${made.id}`, token);
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: made }]);
    const tag = answer.headers.get('etag') as string;
    const again = (headers: Record<string, string>) => on.send('GET', `/payments/${made.id}`, { token, headers });
    expect((await again({ 'if-none-match': tag })).status).toBe(304);
    await on.post(`/payments/${made.id}/refund`, { amount: 1 }, token);
    expect((await again({ 'if-none-match': tag })).status).toBe(200);
  });

  it('knows no other tenant’s, and no unknown one', async () => {
    const { id } = await newPayment(await newTenant());
    const unknown = await on.get(`/payments/${UNKNOWN_ID}`, token);
    expectRefusal(on, unknown, 404);
    for (const other of [id, 'pay_1', '1']) expectSameRefusal(unknown, await on.get(`/payments/${other}`, token));
  });

  it('says 401 without a token', async () => {
    expectRefusal(on, await on.get(`/payments/${UNKNOWN_ID}`), 401);
  });
});

describe('GET /api/v1/payments/', () => {
  const list = (query = '', by = token) => on.get(`/payments${query}`, by);

  it('answers a page of the tenant’s, newest first', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const made = [];
    for (const amount of [1, 2, 3]) made.unshift(await newPayment(own, amount));
    const answer = await list('?page_size=2', by);
    expectKeys(answer.body, ['success', 'data', 'pagination']);
    expect(answer.body).toEqual({
      success: true,
      data: made.slice(0, 2),
      pagination: { page: 1, page_size: 2, total: 3, pages: 2 },
    });
    expect((await list('?page_size=2&page=2', by)).body.data).toEqual(made.slice(2));
  });

  it('finds by status, in any case, and by tenant', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const whole = await newPayment(own, 10);
    await on.post(`/payments/${whole.id}/refund`, {}, by);
    await newPayment(own, 20);
    const { id: payment_method_id } = await newMethod(own, { ...CARD, card_number: '4000000000009995' });
    await pay({ amount: 30, payment_method_id }, by);
    const amountsOf = async (query: string) =>
      (await list(query, by)).body.data.map((payment: { amount: number }) => payment.amount);
    expect(await amountsOf('?status=failed')).toEqual([30]);
    expect(await amountsOf('?status=COMPLETED')).toEqual([20]);
    expect(await amountsOf('?status=refunded')).toEqual([10]);
    expect(await amountsOf('?status=pending')).toEqual([]);
    expect(await amountsOf('?status=')).toEqual([30, 20, 10]);
    expect(await amountsOf(`?tenant_id=${own.id}`)).toEqual([30, 20, 10]);
    expect(await amountsOf(`?tenant_id=${own.id.toUpperCase()}&status=failed`)).toEqual([30]);
    for (const other of [tenant.id, UNKNOWN_ID, 'another']) {
      const answer = await list(`?tenant_id=${other}`, by);
      expect([answer.status, answer.body.data, answer.body.pagination.total]).toEqual([200, [], 0]);
    }
  });

  it('refuses a status that there is none, and dates and pages that are none', async () => {
    expectInvalid(on, await list('?status=paid'), 'status');
    expectInvalid(on, await list('?date_from=2025-02-30'), 'date_from');
    expectInvalid(on, await list('?date_to=tomorrow'), 'date_to');
    expectInvalid(on, await list('?page=0'), 'page');
  });

  it('says 401 without a token', async () => {
    expectRefusal(on, await on.get('/payments'), 401);
  });
});

describe('POST /api/v1/payments/{payment_id}/refund/', () => {
  const refund = (id: string, body: unknown, by?: string) => on.post(`/payments/${id}/refund`, body, by);

  it('answers 200, the payment and the refund', async () => {
    const payment = await newPayment(tenant, 100);
    const answer = await refund(payment.id, { amount: 30.005, reason: 'Ordered twice' }, token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body.data, [...paymentShapes.payment, 'refund']);
    const { refund: made, ...after } = answer.body.data;
    expectKeys(made, paymentShapes.refund);
    expect(made).toEqual({
      id: expect.stringMatching(UUID),
      type: 'refund',
      amount: 30.01,
      status: 'completed',
      reason: 'Ordered twice',
      created_at: expect.stringMatching(INSTANT),
    });
    expect(after).toEqual({ ...payment, refunded_amount: 30.01, refunds: [made], updated_at: after.updated_at });
    expect(await readPayment(tenant, payment.id)).toEqual(after);
  });

  it('gives all that remains when no amount is said', async () => {
    for (const body of [undefined, {}, { amount: null, reason: null }]) {
      const payment = await newPayment(tenant, 100);
      await refund(payment.id, { amount: 0.01 }, token);
      const answer = await refund(payment.id, body, token);
      expect(answer.body.data).toMatchObject({
        status: 'refunded',
        refunded_amount: 100,
        refund: { amount: 99.99, reason: null },
      });
    }
  });

  it('refuses more than was paid', async () => {
    const { id } = await newPayment(tenant, 100);
    expectInvalid(on, await refund(id, { amount: 100.01 }, token), 'amount');
    expect(await readPayment(tenant, id)).toMatchObject({ refunded_amount: 0, refunds: [] });
  });

  it('refuses a payment that failed', async () => {
    const { id: payment_method_id } = await newMethod(tenant, { ...CARD, card_number: '4000000000000069' });
    const id = expectPaymentFailed(on, await pay({ amount: 5, payment_method_id }, token), 'expired_card');
    expectConflict(on, await refund(id, {}, token), 'status');
  });

  it('heeds If-Match', async () => {
    const { id } = await newPayment(tenant);
    const tag = (await on.get(`/payments/${id}`, token)).headers.get('etag') as string;
    const send = () =>
      on.send('POST', `/payments/${id}/refund`, { token, body: { amount: 1 }, headers: { 'if-match': tag } });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(412);
    expect((await readPayment(tenant, id)).refunded_amount).toBe(1);
  });

  it('knows no other tenant’s, and no unknown one, also when the body is wrong', async () => {
    const { id } = await newPayment(await newTenant());
    const unknown = await refund(UNKNOWN_ID, {}, token);
    expectRefusal(on, unknown, 404);
    for (const other of [id, 'pay_1', '1'])
      for (const body of [{}, { amount: 'x' }]) expectSameRefusal(unknown, await refund(other, body, token));
  });

  it('says 401 without a token', async () => {
    expectRefusal(on, await refund(UNKNOWN_ID, {}), 401);
  });
});
