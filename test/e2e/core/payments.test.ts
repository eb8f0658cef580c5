import fc from 'fast-check';
import { call, contract, reference, type Answer, type Json } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectRefusal, withoutIds } from '../../support/core-shapes.js';
import {
  CARD,
  expectPaymentFailed,
  newMethod,
  newPayment,
  paymentShapes,
  readPayment,
} from '../../support/payments.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { propertyRuns } from '../../support/property-runs.js';
import { cancel, newSubscriber, subscribe } from '../../support/subscription-shapes.js';

const on = referenceSurface;

const refund = (tenant: TestTenant, id: string, body: unknown = {}) =>
  on.post(`/payments/${id}/refund`, body, tenant.admin.token);
const payOnContract = (tenant: TestTenant, body: Record<string, unknown>) =>
  contract.post('/payments', { amount: 49, payment_method: 'fpx', ...body }, { token: tenant.admin.token });
const payOnReference = (tenant: TestTenant, body: Record<string, unknown>) =>
  reference.post('/payments/', { amount: 49, ...body }, { token: tenant.admin.token });
const totalOf = async (tenant: TestTenant, query = '') =>
  on.total(await on.get(`/payments${query}`, tenant.admin.token));
const subscriptionOf = async (tenant: TestTenant, id: string) =>
  (await contract.get(`/subscriptions/${id}`, { token: tenant.admin.token })).body;
const malaysianDay = (shift = 0) =>
  new Date(Date.now() + 8 * 3_600_000 + shift * 86_400_000).toISOString().slice(0, 10);

describe('A-22, A-174: amounts', () => {
  it.each([
    [0.005, 0.01],
    [1.005, 1.01],
    [2.675, 2.68],
    [999_999_999_999.99, 999_999_999_999.99],
  ])('%d is taken as %d, half-up', async (amount, taken) => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    expect((await payOnContract(tenant, { subscription_id: subscription.id, amount })).body.amount).toBe(taken);
  });

  it('above 999,999,999,999.99 are a 400, and nothing is kept', async () => {
    const tenant = await newTenant();
    const { id: payment_method_id } = await newMethod(tenant);
    for (const amount of [999_999_999_999.995, 1e12, 1e15, Number.MAX_VALUE])
      expectInvalid(on, await payOnReference(tenant, { amount, payment_method_id }), 'amount');
    expect(await totalOf(tenant)).toBe(0);
  });
});

describe('A-24: date_from and date_to', () => {
  it('are days of UTC+8, both included, each alone or together; the wrong way round finds nothing', async () => {
    const tenant = await newTenant();
    await newPayment(tenant);
    const [yesterday, today, tomorrow] = [malaysianDay(-1), malaysianDay(), malaysianDay(1)];
    for (const [query, total] of [
      [`?date_from=${today}&date_to=${today}`, 1],
      [`?date_from=${today}`, 1],
      [`?date_to=${today}`, 1],
      [`?date_from=${yesterday}&date_to=${tomorrow}`, 1],
      [`?date_to=${yesterday}`, 0],
      [`?date_from=${tomorrow}`, 0],
      [`?date_from=${tomorrow}&date_to=${yesterday}`, 0],
    ] as const)
      expect([query, await totalOf(tenant, query)]).toEqual([query, total]);
  });
});

describe('A-26: the order of payments', () => {
  it('lets every page be walked, each row once', async () => {
    const tenant = await newTenant();
    const { id: payment_method_id } = await newMethod(tenant);
    await Promise.all(Array.from({ length: 7 }, () => payOnReference(tenant, { payment_method_id })));
    const seen: string[] = [];
    for (let page = 1; page <= 4; page += 1) {
      const answer = await on.get(`/payments?page_size=2&page=${page}`, tenant.admin.token);
      seen.push(...answer.body.data.map(({ id }: Json) => id));
    }
    expect(new Set(seen).size).toBe(7);
    expect(seen).toEqual([...seen].sort().reverse());
  });
});

describe('A-30: refunds at once', () => {
  it('of twenty of a whole payment exactly one is made', async () => {
    const tenant = await newTenant();
    const { id } = await newPayment(tenant, 100);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => refund(tenant, id, i % 2 ? {} : { amount: 100 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 400 && status !== 409)).toEqual([]);
    const payment = await readPayment(tenant, id);
    expect(payment).toMatchObject({ status: 'refunded', refunded_amount: 100 });
    expect(payment.refunds).toHaveLength(1);
  });

  it('of random parts never come to more than was paid, and are what they say', async () => {
    const tenant = await newTenant();
    const parts = fc.array(fc.integer({ min: 1, max: 6_000 }), { minLength: 6, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20_000 }), parts, async (whole, asked) => {
        const { id } = await newPayment(tenant, whole / 100);
        const answers = await Promise.all(asked.map((sen) => refund(tenant, id, { amount: sen / 100 })));
        const back = asked.filter((_, i) => answers[i]?.status === 200).reduce((sum, sen) => sum + sen, 0);
        const payment = await readPayment(tenant, id);
        expect(back).toBeLessThanOrEqual(whole);
        expect(Math.round(payment.refunded_amount * 100)).toBe(back);
        const recorded = payment.refunds.map(({ amount }: Json) => Math.round(amount * 100)) as number[];
        expect(recorded.reduce((sum, sen) => sum + sen, 0)).toBe(back);
        expect(payment.status).toBe(back === whole ? 'refunded' : 'completed');
        // The refused ones had no room: the smallest of them would not fit even now.
        const refused = asked.filter((_, i) => answers[i]?.status !== 200);
        for (const answer of answers.filter(({ status }) => status !== 200))
          expect([400, 409]).toContain(answer.status);
        expect(Math.min(whole + 1, ...refused)).toBeGreaterThan(whole - back);
      }),
      { numRuns: propertyRuns(8) },
    );
  });
});

describe('A-48, A-81: card data', () => {
  it('never comes back: not in the answer, the list, a payment, a refusal or the trail', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const card = { ...CARD, card_number: '5555 5555-5555 4444', cvv: '7391' };
    const answers: Answer[] = [await reference.post('/payment-methods/', card, { token })];
    const { id: payment_method_id } = answers[0]?.body.data;
    answers.push(
      await reference.get('/payment-methods/', { token }),
      await payOnReference(tenant, { payment_method_id }),
      await reference.get('/payments/', { token }),
      await reference.post('/payment-methods/', { ...card, expiry_month: 13 }, { token }),
      await reference.post('/payment-methods/', { ...card, card_number: `${card.card_number}x` }, { token }),
      await reference.get('/audit/?record_type=payment%20method', { token }),
    );
    expect(answers[0]?.body.data).toMatchObject({ card_last_four: '4444', card_brand: 'mastercard' });
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 200, 400, 400, 200]);
    for (const { text } of answers) expect(withoutIds(text).replace(/[\s-]/g, '')).not.toMatch(/5555555555554444|7391/);
    expect(withoutIds(answers.at(-1)?.text ?? '')).not.toMatch(/4444|AINA/);
  });

  it('is checked for its form and its time, not for its check digit', async () => {
    const tenant = await newTenant();
    const keep = (card: Record<string, unknown>) =>
      reference.post('/payment-methods/', { ...CARD, ...card }, { token: tenant.admin.token });
    expect((await keep({ card_number: '4111111111111112' })).status).toBe(201);
    expectInvalid(on, await keep({ expiry_month: 13 }), 'expiry_month');
    expectInvalid(on, await keep({ expiry_month: 1, expiry_year: 2020 }), 'expiry_year');
    const [year, month] = malaysianDay().split('-').map(Number);
    expect((await keep({ expiry_month: month, expiry_year: year })).status).toBe(201);
    const listed = (await reference.get('/payment-methods/', { token: tenant.admin.token })).body.data;
    expect(listed[0].card_last_four).toBe('1111');
    expect(listed).toHaveLength(2);
  });

  it('may be kept by the tenant’s administrator and used by its manager: it is the business’s', async () => {
    const tenant = await newTenant();
    const { id: payment_method_id } = await newMethod(tenant, CARD);
    const manager = await newUser(tenant, 'manager');
    const answer = await reference.post('/payments/', { amount: 5, payment_method_id }, { token: manager.token });
    expect(answer.status).toBe(201);
  });
});

describe('A-51, A-52, A-156: payments of another tenant', () => {
  it('are not there for a stranger', async () => {
    const tenant = await newTenant();
    const { id } = await newPayment(tenant);
    const { token } = (await newTenant()).admin;
    expectRefusal(on, await on.get(`/payments/${id}`, token), 404);
    expectRefusal(on, await on.post(`/payments/${id}/refund`, {}, token), 404);
    expect((await on.get(`/payments?tenant_id=${tenant.id}`, token)).body.data).toEqual([]);
    expect(await readPayment(tenant, id)).toMatchObject({ refunded_amount: 0 });
  });

  it('are not made by naming its tenant in the metadata', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { id: payment_method_id } = await newMethod(tenant);
    const answer = await payOnReference(tenant, { payment_method_id, metadata: { tenant_id: other.id } });
    expectInvalid(on, answer, 'metadata.tenant_id');
    const own = await payOnReference(tenant, { payment_method_id, metadata: { tenant_id: tenant.id.toUpperCase() } });
    expect(own.status).toBe(201);
  });
});

describe('A-62, A-82, A-171: one payment, two views', () => {
  it('made on the contract surface is read on the reference surface', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const body = { subscription_id: subscription.id, payment_method: 'credit_card', description: 'March' };
    const { body: made } = await payOnContract(tenant, body);
    const shown = await readPayment(tenant, made.id);
    expect(Object.keys(shown).sort()).toEqual([...paymentShapes.payment].sort());
    expect(shown).toMatchObject({
      id: made.id,
      amount: made.amount,
      currency: 'MYR',
      status: 'completed',
      type: 'charge',
      payment_method: 'credit_card',
      payment_method_id: null,
      transaction_id: made.transaction_id,
      description: 'March',
      subscription_id: subscription.id,
      metadata: { subscription_id: subscription.id },
      created_at: made.created_at,
    });
    expect((await on.get('/payments', tenant.admin.token)).body.data).toEqual([shown]);
  });

  it('shows a refund within the payment, and not as a row of the list', async () => {
    const tenant = await newTenant();
    const { id } = await newPayment(tenant, 10);
    await refund(tenant, id, { amount: 4 });
    await refund(tenant, id, { amount: 6 });
    const { data, pagination } = (await on.get('/payments', tenant.admin.token)).body;
    expect([pagination.total, data]).toEqual([1, [await readPayment(tenant, id)]]);
    expect(data[0].refunds.map(({ amount, type }: Json) => [amount, type])).toEqual([
      [4, 'refund'],
      [6, 'refund'],
    ]);
  });
});

describe('A-73: payments and the subscription', () => {
  it.each(surfaces)(
    'the first that covers it pays the running term, every further one adds one ($name)',
    async (surface) => {
      const { tenant, subscription } = await newSubscriber(contractSurface);
      const { id: payment_method_id } = await newMethod(tenant);
      const pay = (amount: number) =>
        surface === contractSurface
          ? payOnContract(tenant, { subscription_id: subscription.id, amount })
          : payOnReference(tenant, { payment_method_id, amount, metadata: { subscription_id: subscription.id } });
      const endsAt = async () => (await subscriptionOf(tenant, subscription.id)).ends_at;
      for (const amount of [20, subscription.amount - 20]) expect((await pay(amount)).status).toBe(201);
      expect(await endsAt()).toBe(subscription.ends_at);
      expect((await pay(subscription.amount)).status).toBe(201);
      expect(Date.parse(await endsAt())).toBeGreaterThan(Date.parse(subscription.ends_at) + 27 * 86_400_000);
    },
  );

  it('does not count what failed, and takes back what was refunded', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const { id: subscription_id, amount } = subscription;
    const endsAt = async () => (await subscriptionOf(tenant, subscription_id)).ends_at;
    expectPaymentFailed(
      contractSurface,
      await payOnContract(tenant, { subscription_id, amount: amount * 3, payment_method: 'card_declined' }),
      'declined',
    );
    expect(await endsAt()).toBe(subscription.ends_at);
    const { body: paid } = await payOnContract(tenant, { subscription_id, amount });
    await refund(tenant, paid.id);
    await payOnContract(tenant, { subscription_id, amount });
    expect(await endsAt()).toBe(subscription.ends_at);
  });

  it('A-333: refuses another currency than the subscription has, on both surfaces, and keeps nothing', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const { id: payment_method_id } = await newMethod(tenant);
    const { id: subscription_id, amount } = subscription;
    const money = { amount: amount * 5, currency: 'usd' };
    expectInvalid(contractSurface, await payOnContract(tenant, { subscription_id, ...money }), 'currency');
    const metadata = { subscription_id };
    expectInvalid(on, await payOnReference(tenant, { payment_method_id, metadata, ...money }), 'currency');
    expect(await totalOf(tenant)).toBe(0);
    expect((await payOnReference(tenant, { payment_method_id, ...money })).status).toBe(201);
    expect((await subscriptionOf(tenant, subscription_id)).ends_at).toBe(subscription.ends_at);
  });

  it('counts payments that are made at once, each once', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const { id: subscription_id, amount } = subscription;
    const answers = await Promise.all(
      Array.from({ length: 13 }, () => payOnContract(tenant, { subscription_id, amount })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const days =
      (Date.parse((await subscriptionOf(tenant, subscription_id)).ends_at) - Date.parse(subscription.starts_at)) /
      86_400_000;
    expect(days).toBeGreaterThan(13 * 28);
    expect(days).toBeLessThan(13 * 31 + 1);
    expect(days).toBeGreaterThan(390);
  });
});

describe('A-76: a cancelled subscription', () => {
  it('is not paid for: 400 on the contract surface, 409 on the reference surface, and nothing is kept', async () => {
    const { tenant, token, subscription } = await newSubscriber(contractSurface);
    const { id: payment_method_id } = await newMethod(tenant);
    expect((await cancel(subscription.id, token)).status).toBe(200);
    const { id: subscription_id } = subscription;
    expectConflict(contractSurface, await payOnContract(tenant, { subscription_id }), 'subscription_id');
    const metadata = { subscription_id };
    expectConflict(on, await payOnReference(tenant, { payment_method_id, metadata }), 'metadata.subscription_id');
    expect(await totalOf(tenant)).toBe(0);
  });

  it('that is unknown or another tenant’s is a 400 on both', async () => {
    const tenant = await newTenant();
    const { id: payment_method_id } = await newMethod(tenant);
    const foreign = await subscribe(contractSurface, await newTenant());
    expectInvalid(contractSurface, await payOnContract(tenant, { subscription_id: foreign.id }), 'subscription_id');
    const metadata = { subscription_id: foreign.id };
    expectInvalid(on, await payOnReference(tenant, { payment_method_id, metadata }), 'metadata.subscription_id');
  });
});

describe('A-77: the sandbox', () => {
  it.each([
    ['card_declined', 'declined'],
    ['pm_card_declined', 'declined'],
    ['tok_chargeDeclined', 'declined'],
    ['will FAIL', 'declined'],
    ['insufficient_funds', 'insufficient_funds'],
  ])('refuses %s: 402, and the failed payment is found', async (payment_method, reason) => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const answer = await payOnContract(tenant, { subscription_id: subscription.id, payment_method });
    const id = expectPaymentFailed(contractSurface, answer, reason);
    const failed = (await on.get('/payments?status=failed', tenant.admin.token)).body.data;
    expect(failed.map((payment: Json) => [payment.id, payment.failure_reason])).toEqual([[id, reason]]);
  });

  it.each([
    ['4000000000000002', 'declined'],
    ['4000 0000 0000 9995', 'insufficient_funds'],
    ['4000-0000-0000-0069', 'expired_card'],
  ])('keeps the card %s, and refuses what is paid with it', async (card_number, reason) => {
    const tenant = await newTenant();
    const { id: payment_method_id } = await newMethod(tenant, { ...CARD, card_number });
    const id = expectPaymentFailed(on, await payOnReference(tenant, { payment_method_id }), reason);
    expect(await readPayment(tenant, id)).toMatchObject({ status: 'failed', failure_reason: reason });
  });

  it.each(['credit_card', 'fpx', 'bank_transfer', 'cash', 'Boost e-wallet'])('accepts %s', async (payment_method) => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const answer = await payOnContract(tenant, { subscription_id: subscription.id, payment_method });
    expect([answer.status, answer.body.payment_method]).toEqual([201, payment_method]);
  });
});

describe('A-78: amount and currency', () => {
  it('any amount above 0, any three letters in upper case, MYR when absent', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const { id: payment_method_id } = await newMethod(tenant);
    const pay = (extra: Record<string, unknown>) =>
      payOnContract(tenant, { subscription_id: subscription.id, ...extra });
    const payFreely = async (extra: Record<string, unknown>) =>
      (await payOnReference(tenant, { payment_method_id, ...extra })).body.data;
    expectInvalid(contractSurface, await pay({ amount: 0 }), 'amount');
    for (const currency of ['RINGGIT', '12']) expectInvalid(contractSurface, await pay({ currency }), 'currency');
    expect((await payFreely({ currency: 'USD' })).currency).toBe('USD');
    expect(await payFreely({ currency: 'sgd', amount: 0.01 })).toMatchObject({ currency: 'SGD', amount: 0.01 });
    for (const currency of ['myr', undefined]) expect((await pay({ currency })).body.currency).toBe('MYR');
  });
});

describe('A-79: transaction_id', () => {
  it('is a separate text for every payment', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => payOnContract(tenant, { subscription_id: subscription.id })),
    );
    const names = answers.map(({ body }) => body.transaction_id);
    expect(new Set(names).size).toBe(5);
    for (const name of names) expect(name).toMatch(/\S/);
  });
});

describe('A-80: refunds', () => {
  it('100: 30 leaves it completed, 80 is a 400, 70 refunds it, 1 more is refused', async () => {
    const tenant = await newTenant();
    const { id } = await newPayment(tenant, 100);
    expect((await refund(tenant, id, { amount: 30 })).body.data).toMatchObject({
      status: 'completed',
      refunded_amount: 30,
    });
    expectInvalid(on, await refund(tenant, id, { amount: 80 }), 'amount');
    expect((await refund(tenant, id, { amount: 70 })).body.data).toMatchObject({
      status: 'refunded',
      refunded_amount: 100,
    });
    expectConflict(on, await refund(tenant, id, { amount: 1 }), 'status');
    expect((await readPayment(tenant, id)).refunds.map(({ amount }: Json) => amount)).toEqual([30, 70]);
  });

  it('of a payment made on the contract surface too', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const { body } = await payOnContract(tenant, { subscription_id: subscription.id, amount: 10 });
    expect((await refund(tenant, body.id)).body.data).toMatchObject({ status: 'refunded', refunded_amount: 10 });
  });
});

describe('A-168: metadata', () => {
  it('is echoed as it was sent, unknown keys too', async () => {
    const tenant = await newTenant();
    const metadata = { order: 'A-17', nested: { list: [1, { deep: null }], flag: false }, 'ключ 键': '值', empty: {} };
    const { id } = await newPayment(tenant, 5, { metadata });
    expect((await readPayment(tenant, id)).metadata).toEqual(metadata);
  });
});

describe('A-84: payment methods', () => {
  it('are an array, not a page', async () => {
    const tenant = await newTenant();
    const answer = await call('GET', '/api/v1/payment-methods/', { token: tenant.admin.token });
    expect([Array.isArray(answer.body.data), answer.body.pagination]).toEqual([true, undefined]);
  });
});
