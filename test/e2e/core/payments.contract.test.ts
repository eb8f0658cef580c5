import { contractSurface as on, UNKNOWN_ID } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT, UUID, wrongBodies } from '../../support/core-shapes.js';
import { expectPaymentFailed, paymentShapes, readPayment } from '../../support/payments.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { newSubscriber, subscribe } from '../../support/subscription-shapes.js';

let tenant: TestTenant;
let subscription_id: string;
beforeAll(async () => {
  tenant = await newTenant();
  subscription_id = (await subscribe(on, tenant)).id;
});

const pay = (body: unknown, token?: string) => on.post('/payments', body, token);
const smallest = () => ({ subscription_id, amount: 49, payment_method: 'fpx' });

describe('POST /v1/payments', () => {
  it('answers 201 and the transaction', async () => {
    const body = { ...smallest(), amount: 49.5, currency: 'myr', description: 'March' };
    const answer = await pay(body, tenant.admin.token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, paymentShapes.transaction);
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      subscription_id,
      type: 'CHARGE',
      amount: 49.5,
      currency: 'MYR',
      status: 'COMPLETED',
      payment_method: 'fpx',
      transaction_id: expect.stringMatching(UUID),
      description: 'March',
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
    });
  });

  it('takes the smallest body, and null for what may be left out', async () => {
    const unset = { currency: null, description: null };
    for (const body of [smallest(), { ...smallest(), ...unset }]) {
      const answer = await pay(body, tenant.admin.token);
      expect([answer.status, answer.body]).toEqual([
        201,
        expect.objectContaining({ currency: 'MYR', description: null }),
      ]);
    }
  });

  it('takes the subscription’s id in upper case, and ignores what it does not know', async () => {
    const body = {
      ...smallest(),
      subscription_id: subscription_id.toUpperCase(),
      status: 'FAILED',
      id: UNKNOWN_ID,
      tenant_id: 5,
    };
    const answer = await pay(body, tenant.admin.token);
    expect(answer.body).toMatchObject({ subscription_id, status: 'COMPLETED', tenant_id: tenant.id });
    expect(answer.body.id).not.toBe(UNKNOWN_ID);
  });

  it.each(
    wrongBodies({ subscription_id: UNKNOWN_ID, amount: 49, payment_method: 'fpx' }, [], {
      currency: ['RINGGIT', '12', 'RM', 'M1R', 'MYRR'],
    }),
  )('refuses %s', async (_, field, body) => {
    const own = body.subscription_id === UNKNOWN_ID ? { ...body, subscription_id } : body;
    expectInvalid(on, await pay(own, tenant.admin.token), field);
  });

  it('refuses a subscription that is not there and another tenant’s alike', async () => {
    const other = await newSubscriber(on);
    const unknown = await pay({ ...smallest(), subscription_id: UNKNOWN_ID }, tenant.admin.token);
    const foreign = await pay({ ...smallest(), subscription_id: other.subscription.id }, tenant.admin.token);
    for (const answer of [unknown, foreign]) expectInvalid(on, answer, 'subscription_id');
    expect(foreign.text).toBe(unknown.text);
  });

  it('answers 402 when the payment fails, and keeps it', async () => {
    const answer = await pay({ ...smallest(), payment_method: 'card_declined' }, tenant.admin.token);
    const id = expectPaymentFailed(on, answer, 'declined');
    expect(await readPayment(tenant, id)).toMatchObject({ status: 'failed', failure_reason: 'declined', amount: 49 });
  });

  it('says 401 without a token, with any body', async () => {
    for (const body of [smallest(), {}]) expectRefusal(on, await pay(body), 401);
  });

  it('is POST only: a payment is read on the reference surface (A-82)', async () => {
    const answer = await on.get('/payments', tenant.admin.token);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
