import { reference, type Answer, type Json } from '../../support/client.js';
import { expectInvalid, UUID } from '../../support/core-shapes.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { setDuitNowQr } from '../../support/duitnow-qr.js';
import { must } from '../../support/healthcare.js';
import { messageIn, messagesTo, newOldTenant } from '../../support/messages.js';
import { newPaymentRequest, REQUESTS, requestOf } from '../../support/payment-requests.js';
import { attemptsOf, check, choose, decide, openPage, readRequest } from '../../support/payment-attempts.js';
import { callBack } from '../../support/payment-callbacks.js';
import { newPayment, readPayment } from '../../support/payments.js';
import { newTenant, newUser, operator, type TestTenant } from '../../support/people.js';
import { cancel, newSubscriber, subscriptionBody } from '../../support/subscription-shapes.js';
import { eventually } from '../../support/system-service.js';

/** subscriptions that are paid by payment requests, to the platform. */

const QUIETLY = { outcome: 'pay', callback: false };
const PRICE = 49;

const ask = (token: string, subject_id: string, extra: Json = {}): Promise<Answer> =>
  on.post(REQUESTS, { subject_type: 'subscription', subject_id, ...extra }, token);
const requestBy = (tenant: TestTenant, { id }: Json, extra: Json = {}): Promise<Json> =>
  requestOf(tenant, 'subscription', id, extra);
const readSubscription = async (tenant: TestTenant, { id }: Json): Promise<Json> =>
  must(await on.get(`/subscriptions/${id}`, tenant.admin.token), 200);
const paymentsOf = async (tenant: TestTenant): Promise<Json[]> =>
  must(await on.get('/payments', tenant.admin.token), 200);
const payStated = (tenant: TestTenant, { id }: Json, amount: number): Promise<Json> =>
  newPayment(tenant, amount, { metadata: { subscription_id: id } });
const statusesOf = async (tenant: TestTenant, request: Json): Promise<string[]> =>
  (await attemptsOf(tenant, request)).map(({ status }) => status);
const abandoned = (tenant: TestTenant, request: Json): Promise<unknown> =>
  eventually('the attempt is abandoned', async () => (await statusesOf(tenant, request))[0] === 'abandoned');
const codeOf = ({ status, body }: Answer): unknown[] => [status, body.error?.code];

describe('A-471: a payment request of a subscription', () => {
  it('asks for what is owed of the running term, then for the next', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const owed = await requestBy(tenant, subscription);
    expect(owed).toMatchObject({ subject_type: 'subscription', amount: PRICE, status: 'open', waiting: null });
    expect(owed.subject_number).toMatch(/^Starter \d{4}-\d\d-\d\d$/);
    await payStated(tenant, subscription, PRICE);
    const next = await requestBy(tenant, subscription);
    expect(next.amount).toBe(PRICE);
    expect(next.subject_number).not.toBe(owed.subject_number);
    expectInvalid(on, await ask(tenant.admin.token, subscription.id, { amount: PRICE + 1, replace: true }), 'amount');
  });

  it('takes no card to keep, and no money that the business confirms, of anything else', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const { subject_type, subject_id } = await newPaymentRequest(tenant);
    const body = { subject_type, subject_id, keep_card: true, replace: true };
    expectInvalid(on, await on.post(REQUESTS, body, tenant.admin.token), 'keep_card');
    const request = await requestBy(tenant, subscription);
    const confirmed = await on.post(`${REQUESTS}/${request.id}/confirm`, { reference: 'QR1' }, tenant.admin.token);
    expect(confirmed.status).toBe(409);
    expect(await readSubscription(tenant, subscription)).toMatchObject({ paid_amount: 0 });
  });

  it.each([
    ['cancelled', 'MONTHLY'],
    ['bought once and paid', 'ONE_TIME'],
  ] as const)('is refused where it is %s', async (why, cycle) => {
    const { tenant, subscription } = await newSubscriber(contractSurface, 'STARTER', cycle);
    if (why === 'cancelled') must(await cancel(subscription.id, tenant.admin.token), 200);
    else await payStated(tenant, subscription, 1_490);
    expect(codeOf(await ask(tenant.admin.token, subscription.id))).toEqual([409, 'NOTHING_OPEN']);
  });

  it('is the administrators’: others see it, and neither ask nor cancel', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const request = await requestBy(tenant, subscription);
    for (const role of ['manager', 'staff'] as const) {
      const { token } = await newUser(tenant, role);
      expect((await ask(token, subscription.id, { replace: true })).status).toBe(403);
      expect((await on.post(`${REQUESTS}/${request.id}/cancel`, {}, token)).status).toBe(403);
      expect((await on.post(`${REQUESTS}/${request.id}/renew-link`, {}, token)).status).toBe(403);
      expect((await on.get(`${REQUESTS}/${request.id}`, token)).status).toBe(200);
    }
    expect((await ask((await newTenant()).admin.token, subscription.id)).status).toBe(404);
  });

  it('A-334: is also of the creator of the tenant and of the operator, and of no other document', async () => {
    const home = await newTenant();
    const fields = { name: `Cawangan ${home.id}`, email: 'hello@example.com', business_type: 'RETAIL' };
    const branch = contractSurface.data(await contractSurface.post('/tenants', fields, home.admin.token));
    const body = { ...subscriptionBody(on, home), tenant_id: branch.id };
    const subscription = must(await on.post('/subscriptions', body, home.admin.token), 201);
    const request = must(await ask(home.admin.token, subscription.id, { method: 'fpx' }), 201);
    expect(request.created_by).toMatch(UUID);
    await decide(request, QUIETLY);
    const checked = must(await on.post(`${REQUESTS}/${request.id}/check`, {}, home.admin.token), 200);
    expect(checked).toMatchObject({ status: 'paid', paid_amount: PRICE });
    expect(must(await on.get(`${REQUESTS}/${request.id}/attempts`, home.admin.token), 200)).toHaveLength(1);
    expect(must(await on.get(`/payments?tenant_id=${branch.id}`, home.admin.token), 200)).toMatchObject([
      { status: 'completed', amount: PRICE, tenant_id: branch.id },
    ]);
    const { token } = await operator();
    expect(must(await on.get(`${REQUESTS}/${request.id}`, token), 200).url).toBe(request.url);
    expect((await on.get(`${REQUESTS}/${request.id}`, (await newTenant()).admin.token)).status).toBe(404);
    expect((await on.get(`${REQUESTS}/${(await newPaymentRequest(home)).id}`, token)).status).toBe(404);
  });

  it('has a page of the platform, without the QR of the business', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    await setDuitNowQr(tenant);
    const request = await requestBy(tenant, subscription, { methods: ['fpx', 'card'] });
    const { body } = await openPage(request);
    expect(body).toMatchObject({ business: 'Usaha', methods: ['fpx', 'card'], duitnow_qr: null, amount: PRICE });
    for (const language of ['en', 'ms']) {
      const page = await openPage(request, { accept: 'text/html', 'accept-language': language });
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('RM 49.00')]);
      expect(page.text).not.toContain('<script');
    }
  });
});

describe('A-471: send', () => {
  it('tells an administrator the link, in the name of the platform', async () => {
    const owner = await newOldTenant();
    const { token } = owner.admin;
    const subscription = must(await on.post('/subscriptions', subscriptionBody(on, owner), token), 201);
    const request = await requestBy(owner, subscription, { send: true });
    expect(await messageIn(owner, request.message_id, 'delivered')).toMatchObject({
      template: 'payment_request',
      way: 'email',
      subject_id: request.id,
    });
    const [laid] = await messagesTo(owner.admin.email);
    expect(laid?.text).toContain(new URL(request.url).pathname);
    expect(laid?.text).toContain('Usaha');
  });
});

describe('A-471: each attempt', () => {
  it('is a payment: pending, then completed, and pays the term', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const request = await requestBy(tenant, subscription, { method: 'duitnow_qr' });
    const [attempt] = await attemptsOf(tenant, request);
    const pending = await readPayment(tenant, attempt?.id);
    expect(pending).toMatchObject({
      status: 'pending',
      amount: PRICE,
      payment_method: 'duitnow_qr',
      payment_method_id: null,
      subscription_id: subscription.id,
      waiting: { method: 'duitnow_qr', qr: request.waiting.qr },
    });
    expect((await decide(request, { outcome: 'pay' })).status).toBe(200);
    await eventually('the request is paid', async () => (await readRequest(tenant, request)).status === 'paid');
    expect(await readPayment(tenant, attempt?.id)).toMatchObject({
      status: 'completed',
      payment_method: 'duitnow_qr',
      waiting: null,
    });
    expect(await readRequest(tenant, request)).toMatchObject({
      paid_amount: PRICE,
      unapplied_amount: 0,
      means: 'duitnow_qr',
    });
    expect(await readSubscription(tenant, subscription)).toMatchObject({
      paid_amount: PRICE,
      outstanding_amount: 0,
      terms_paid: 1,
    });
    expect(await paymentsOf(tenant)).toHaveLength(1);
    // It is no money that came to the business.
    expect(must(await on.get(`${REQUESTS}/report`, tenant.admin.token), 200).rows).toEqual([]);
  });

  it('that is refused, expired or abandoned is a payment that failed', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const request = await requestBy(tenant, subscription, { method: 'fpx' });
    await decide(request, { outcome: 'refuse', reason: 'insufficient_funds', callback: false });
    must(await check(tenant, request), 200);
    const second = (await choose(request, 'card')).body;
    expect(second.waiting.method).toBe('card');
    expect((await choose(request, 'ewallet')).status).toBe(200);
    const found = (await paymentsOf(tenant)).map(({ status, payment_method, failure_reason }) => ({
      status,
      payment_method,
      failure_reason,
    }));
    expect(found).toEqual([
      { status: 'pending', payment_method: 'ewallet', failure_reason: null },
      { status: 'failed', payment_method: 'card', failure_reason: 'not_charged' },
      { status: 'failed', payment_method: 'fpx', failure_reason: 'insufficient_funds' },
    ]);
    expect(must(await on.get('/payments?status=failed', tenant.admin.token), 200)).toHaveLength(2);
  });

  it('A-464: is booked once by ten callbacks at once', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const request = await requestBy(tenant, subscription, { method: 'card' });
    await decide(request, QUIETLY);
    const [{ id: attempt_id } = { id: '' }] = await attemptsOf(tenant, request);
    const answers = await Promise.all(Array.from({ length: 10 }, () => callBack(tenant.id, { attempt_id })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await readSubscription(tenant, subscription)).toMatchObject({ paid_amount: PRICE, terms_paid: 1 });
    expect((await paymentsOf(tenant)).map(({ status }) => status)).toEqual(['completed']);
  });

  it('is refunded as a payment, which takes the time back', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const request = await requestBy(tenant, subscription, { method: 'fpx' });
    await decide(request, QUIETLY);
    must(await check(tenant, request), 200);
    const [paid] = await paymentsOf(tenant);
    const refunds = `${REQUESTS}/${request.id}/refunds`;
    expect(codeOf(await on.post(refunds, { reason: 'Salah' }, tenant.admin.token))).toEqual([
      409,
      'REFUND_NOT_SUPPORTED',
    ]);
    const back = must(await on.post(`/payments/${paid?.id}/refund`, { amount: 20 }, tenant.admin.token), 200);
    expect(back).toMatchObject({ status: 'completed', refunded_amount: 20 });
    expect(must(await on.post(`/payments/${paid?.id}/refund`, {}, tenant.admin.token), 200).status).toBe('refunded');
    expect(await readSubscription(tenant, subscription)).toMatchObject({ paid_amount: 0, outstanding_amount: PRICE });
  });
});

describe('A-471: keep_card', () => {
  const methodsOf = async (tenant: TestTenant): Promise<Json[]> =>
    must(await on.get('/payment-methods', tenant.admin.token), 200);
  const paidBy = async (tenant: TestTenant, subscription: Json, method: string, keep_card?: boolean): Promise<Json> => {
    const request = await requestBy(tenant, subscription, { method, keep_card });
    expect((await decide(request, QUIETLY)).status).toBe(200);
    return must(await check(tenant, request), 200);
  };

  it('makes the card that paid a payment method, which renews the subscription', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    expect((await paidBy(tenant, subscription, 'card', true)).status).toBe('paid');
    const [card, ...more] = await methodsOf(tenant);
    expect(more).toEqual([]);
    expect(card).toMatchObject({ type: 'card', card_last_four: '1111', card_brand: 'visa', expiry_year: 2099 });
    expect(await readSubscription(tenant, subscription)).toMatchObject({
      payment_method_id: card?.id,
      past_due: false,
    });
    // It pays further terms, too.
    const again = await newPayment(tenant, PRICE, {
      payment_method_id: card?.id,
      metadata: { subscription_id: subscription.id },
    });
    expect(again).toMatchObject({ status: 'completed', payment_method_id: card?.id });
    const audit = await on.get('/audit?record_type=payment%20method', tenant.admin.token);
    expect(must(audit, 200)).toHaveLength(1);
    expect(audit.text).not.toContain('sandbox_ok');
  });

  it.each([
    ['unless it is true', 'card', undefined],
    ['where no card paid', 'fpx', true],
  ] as const)('keeps none %s', async (_, method, keep_card) => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    expect((await paidBy(tenant, subscription, method, keep_card)).status).toBe('paid');
    expect(await methodsOf(tenant)).toEqual([]);
    expect((await readSubscription(tenant, subscription)).payment_method_id).toBeNull();
  });

  it.each(['yes', 1, {}])('refuses %j', async (keep_card) => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    expectInvalid(on, await ask(tenant.admin.token, subscription.id, { keep_card }), 'keep_card');
  });
});

describe('A-460, A-471: a subscription that is paid elsewhere', () => {
  it('cancels its request, and abandons the attempt', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const request = await requestBy(tenant, subscription, { method: 'fpx' });
    await payStated(tenant, subscription, PRICE);
    expect(await readRequest(tenant, request)).toMatchObject({
      status: 'cancelled',
      status_reason: 'settled_elsewhere',
    });
    await abandoned(tenant, request);
    expect((await decide(request, QUIETLY)).status).toBe(409);
    expect((await paymentsOf(tenant)).map(({ status }) => status)).toEqual(['completed', 'failed']);
  });

  it('lets its amount fall to what is left, of the running term and of the next', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const request = await requestBy(tenant, subscription);
    await payStated(tenant, subscription, 30);
    expect(await readRequest(tenant, request)).toMatchObject({ status: 'open', amount: 19 });
    await payStated(tenant, subscription, 19);
    expect(await readRequest(tenant, request)).toMatchObject({ status: 'cancelled' });
    const next = await requestBy(tenant, subscription);
    await payStated(tenant, subscription, 20);
    await payStated(tenant, subscription, 9);
    expect(await readRequest(tenant, next)).toMatchObject({ status: 'open', amount: 20 });
    expect((await requestBy(tenant, subscription, { replace: true })).amount).toBe(20);
  });

  it('that is cancelled cancels its request; another plan lets its amount fall', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface, 'GROWTH');
    const { token } = tenant.admin;
    const request = await requestBy(tenant, subscription);
    must(await on.put(`/subscriptions/${subscription.id}`, { plan_id: 'starter' }, token), 200);
    expect(await readRequest(tenant, request)).toMatchObject({ status: 'open', amount: PRICE });
    must(await cancel(subscription.id, token), 200);
    expect(await readRequest(tenant, request)).toMatchObject({
      status: 'cancelled',
      status_reason: 'subject_cancelled',
    });
  });

  it('keeps late money: the request is paid, and the money buys a further term', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const request = await requestBy(tenant, subscription, { method: 'fpx' });
    await payStated(tenant, subscription, PRICE);
    await abandoned(tenant, request);
    await decide(request, { outcome: 'pay', late: true, callback: false });
    expect(must(await check(tenant, request), 200)).toMatchObject({ status: 'paid', unapplied_amount: 0 });
    expect(await readSubscription(tenant, subscription)).toMatchObject({ paid_amount: 2 * PRICE, terms_paid: 2 });
    expect((await paymentsOf(tenant)).map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it('and by the request at once loses no money, and books none twice', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const request = await requestBy(tenant, subscription, { method: 'card' });
    const [{ id: attempt_id } = { id: '' }] = await attemptsOf(tenant, request);
    const [decided] = await Promise.all([
      decide(request, QUIETLY).then(async (answer) => {
        await callBack(tenant.id, { attempt_id });
        return answer;
      }),
      payStated(tenant, subscription, PRICE),
    ]);
    must(await check(tenant, request), 200);
    const taken = decided.status === 200 ? 2 : 1;
    const completed = (await paymentsOf(tenant)).filter(({ status }) => status === 'completed');
    expect(completed).toHaveLength(taken);
    expect(await readSubscription(tenant, subscription)).toMatchObject({
      paid_amount: taken * PRICE,
      terms_paid: taken,
    });
    expect((await readRequest(tenant, request)).status).toBe(taken === 2 ? 'paid' : 'cancelled');
    expect((await reference.get(`/payments/${attempt_id}/`, { token: tenant.admin.token })).body.data.status).toBe(
      taken === 2 ? 'completed' : 'failed',
    );
  });
});
