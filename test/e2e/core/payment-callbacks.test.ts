import { call, reference, type Json } from '../../support/client.js';
import { contractSurface } from '../../support/core-surfaces.js';
import { callBack, callbackPath, signature } from '../../support/payment-callbacks.js';
import { newMethod, readPayment } from '../../support/payments.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { newSubscriber } from '../../support/subscription-shapes.js';

/** a gateway calls back. It names an attempt; what the gateway answers when it is asked is what counts. */

async function waiting(tenant: TestTenant, metadata: Record<string, unknown> = {}): Promise<Json> {
  const { id: payment_method_id } = await newMethod(tenant);
  const body = { amount: 49, payment_method_id, wait: true, metadata };
  return (await reference.post('/payments/', body, { token: tenant.admin.token })).body.data;
}
/** Paid at the bank, which tells nothing of it. */
const payQuietly = (payment: Json) =>
  call('POST', new URL(payment.waiting.redirect_url).pathname, {
    body: { outcome: 'pay', callback: false },
    headers: { accept: 'application/json' },
  });
const statusOf = async (tenant: TestTenant, { id }: Json) => (await readPayment(tenant, id)).status;
/** Not booked; after ten seconds the job may have asked. */
async function expectOpen(tenant: TestTenant, payment: Json): Promise<void> {
  const status = await statusOf(tenant, payment);
  if (Date.now() - Date.parse(payment.created_at) < 9_000) expect(status).toBe('pending');
}
const MINUTE_MS = 60_000;

describe('POST /callbacks/payments/{gateway}/{key}', () => {
  it('books what was paid, once, however often it comes at once', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const payment = await waiting(tenant, { subscription_id: subscription.id });
    await payQuietly(payment);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => callBack(tenant.id, { attempt_id: payment.id })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await statusOf(tenant, payment)).toBe('completed');
    const read = await reference.get(`/subscriptions/${subscription.id}/`, { token: tenant.admin.token });
    expect(read.body.data).toMatchObject({ paid_amount: 49, terms_paid: 1 });
    expect((await reference.get('/payments/', { token: tenant.admin.token })).body.pagination.total).toBe(1);
    // A later one changes nothing.
    expect((await callBack(tenant.id, { attempt_id: payment.id })).status).toBe(200);
    expect(await readPayment(tenant, payment.id)).toMatchObject({ status: 'completed', refunded_amount: 0 });
  });

  it('that is rightly signed about an unpaid payment is 200, and the payment stays open', async () => {
    const tenant = await newTenant();
    const payment = await waiting(tenant);
    expect((await callBack(tenant.id, { attempt_id: payment.id })).status).toBe(200);
    expect(await readPayment(tenant, payment.id)).toMatchObject({ status: 'pending', waiting: payment.waiting });
  });

  it('with a wrong, missing or old signature is 401 and books nothing', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const payment = await waiting(tenant);
    await payQuietly(payment);
    const attempt_id: string = payment.id;
    const body = JSON.stringify({ id: 'x', type: 'payment.updated', attempt_id });
    const right = signature(tenant.id, body);
    const wrong: Record<string, string>[] = [
      { 'usaha-signature': '' },
      { 'usaha-signature': right.replace(/.$/, right.endsWith('0') ? '1' : '0') },
      { 'usaha-signature': right.slice(0, -1) },
      { 'usaha-signature': `${right},v1=${'0'.repeat(64)}` },
      { 'usaha-signature': right.replace('v1=', 'v0=') },
      { 'usaha-signature': right.replace(/t=\d+/, 't=0') },
    ];
    for (const headers of wrong) expect((await callBack(tenant.id, { attempt_id, body, headers })).status).toBe(401);
    expect((await callBack(tenant.id, { attempt_id, signer: other.id })).status).toBe(401);
    for (const shift of [-6 * MINUTE_MS, 6 * MINUTE_MS])
      expect((await callBack(tenant.id, { attempt_id, at: new Date(Date.now() + shift) })).status).toBe(401);
    // One byte of the body is another.
    const headers = { 'usaha-signature': signature(tenant.id, body) };
    expect((await callBack(tenant.id, { attempt_id, body: `${body} `, headers })).status).toBe(401);
    await expectOpen(tenant, payment);
  });

  it('about an attempt of another business, an unknown one or something else is 200 and moves nothing', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const payment = await waiting(tenant);
    await payQuietly(payment);
    expect((await callBack(other.id, { attempt_id: payment.id })).status).toBe(200);
    expect((await callBack(tenant.id, { attempt_id: other.id })).status).toBe(200);
    for (const body of ['{}', '[]', 'null', 'no json', '', JSON.stringify({ type: 'other', attempt_id: payment.id })])
      expect((await callBack(tenant.id, { attempt_id: payment.id, body })).status).toBe(200);
    await expectOpen(tenant, payment);
  });

  it('to an unknown key, of another gateway or with a key that is changed is 404', async () => {
    const tenant = await newTenant();
    const path = callbackPath(tenant.id);
    const changed = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');
    for (const wrong of [changed, `${path}A`, path.replace('/sandbox/', '/chip/'), '/callbacks/payments/sandbox/x'])
      expect((await call('POST', wrong, { raw: '{}' })).status).toBe(404);
  });

  it('of more than 64 KB is 413', async () => {
    const tenant = await newTenant();
    const body = JSON.stringify({ fill: 'x'.repeat(65_000) });
    expect((await callBack(tenant.id, { attempt_id: tenant.id, body: body + ' '.repeat(1_000) })).status).toBe(413);
  });

  it('tells no figure its key', async () => {
    const tenant = await newTenant();
    await callBack(tenant.id, { attempt_id: tenant.id });
    const { text } = await call('GET', '/metrics');
    expect(text).toContain('route="/callbacks/payments/:gateway/:token"');
    expect(text).not.toContain(callbackPath(tenant.id).split('/').at(-1));
  });
});
