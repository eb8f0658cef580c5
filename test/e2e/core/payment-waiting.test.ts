import { contract, reference } from '../../support/client.js';
import { contractSurface, referenceSurface } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import {
  CARD,
  expectPaymentFailed,
  newMethod,
  newPayment,
  paymentShapes,
  readPayment,
} from '../../support/payments.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { newSubscriber } from '../../support/subscription-shapes.js';

const wait = async (tenant: TestTenant, body: Record<string, unknown> = {}, method: Record<string, unknown> = {}) =>
  reference.post(
    '/payments/',
    { amount: 49, payment_method_id: (await newMethod(tenant, { type: 'fpx', ...method })).id, wait: true, ...body },
    { token: tenant.admin.token },
  );

describe('A-457: payments that wait for their payer', () => {
  it('are 201, pending, with what the payer needs, in every answer', async () => {
    const tenant = await newTenant();
    const { status, body } = await wait(tenant, {}, { type: 'duitnow_qr' });
    expect([status, body.data.status]).toEqual([201, 'pending']);
    expectKeys(body.data, paymentShapes.payment);
    expectKeys(body.data.waiting, ['method', 'qr', 'qr_svg', 'redirect_url', 'expires_at']);
    expect(body.data.waiting).toMatchObject({
      method: 'duitnow_qr',
      qr: expect.stringMatching(/^000201010212.*6304[0-9A-F]{4}$/),
      qr_svg: expect.stringMatching(/^<svg .*<\/svg>$/),
      redirect_url: expect.stringMatching(/^http:\/\/.+\/sandbox\/pay\/[\w-]{68}$/),
    });
    const minutes = (Date.parse(body.data.waiting.expires_at) - Date.parse(body.data.created_at)) / 60_000;
    expect(minutes).toBe(30);
    expect(await readPayment(tenant, body.data.id)).toEqual(body.data);
  });

  it('have no QR code where the means has none', async () => {
    const { body } = await wait(await newTenant());
    expect(body.data.waiting).toMatchObject({ method: 'fpx', qr: null, qr_svg: null });
  });

  it('are one where the request is sent again with its Idempotency-Key', async () => {
    const tenant = await newTenant();
    const { id: payment_method_id } = await newMethod(tenant);
    const body = { amount: 49, payment_method_id, wait: true };
    const send = () =>
      reference.post('/payments/', body, { token: tenant.admin.token, headers: { 'idempotency-key': tenant.id } });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
  });

  it('are neither given back nor counted before they are paid', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const { body } = await wait(tenant, { metadata: { subscription_id: subscription.id } });
    const back = await reference.post(`/payments/${body.data.id}/refund/`, {}, { token: tenant.admin.token });
    expect(back.status).toBe(409);
    const read = await reference.get(`/subscriptions/${subscription.id}/`, { token: tenant.admin.token });
    expect(read.body.data.paid_amount).toBe(0);
  });

  it('are 402 where they are refused at once: a declined card, an amount that the gateway does not take', async () => {
    const tenant = await newTenant();
    const declined = await wait(tenant, {}, { ...CARD, card_number: '4000000000000002' });
    expectPaymentFailed(referenceSurface, declined, 'declined');
    expectPaymentFailed(referenceSurface, await wait(tenant, { amount: 30_000.01 }), 'amount_not_allowed');
  });

  it.each(['yes', 1, {}])('refuse %j as wait', async (value) => {
    expectInvalid(referenceSurface, await wait(await newTenant(), { wait: value }), 'wait');
  });
});

describe('A-457: stated payments', () => {
  it('are answered at once without wait, on both surfaces, and C has its exact keys', async () => {
    const tenant = await newTenant();
    const payment = await newPayment(tenant);
    expect([payment.status, payment.waiting]).toEqual(['completed', null]);
    const { tenant: subscriber, subscription } = await newSubscriber(contractSurface);
    const pay = (payment_method: string) =>
      contract.post(
        '/payments',
        { subscription_id: subscription.id, amount: 49, payment_method },
        { token: subscriber.admin.token },
      );
    const paid = await pay('fpx');
    expect([paid.status, paid.body.status]).toEqual([201, 'COMPLETED']);
    expectKeys(paid.body, paymentShapes.transaction);
    expectPaymentFailed(contractSurface, await pay('card_declined'), 'declined');
  });
});
