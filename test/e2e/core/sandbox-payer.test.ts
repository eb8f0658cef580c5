import { call, contract, reference, type Answer, type Json } from '../../support/client.js';
import { contractSurface } from '../../support/core-surfaces.js';
import { newMethod, readPayment } from '../../support/payments.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { newSubscriber } from '../../support/subscription-shapes.js';
import { eventually } from '../../support/system-service.js';

/** the page of the bank that the sandbox plays, and the callbacks that follow. */

async function waiting(tenant: TestTenant, type = 'fpx', body: Record<string, unknown> = {}): Promise<Json> {
  const { id: payment_method_id } = await newMethod(tenant, { type });
  const answer = await reference.post(
    '/payments/',
    { amount: 49, payment_method_id, wait: true, ...body },
    { token: tenant.admin.token },
  );
  return answer.body.data;
}

const pathOf = (payment: Json): string => new URL(payment.waiting.redirect_url).pathname;
const open = (path: string, headers: Record<string, string> = { accept: 'text/html' }): Promise<Answer> =>
  call('GET', path, { headers });
const decide = (path: string, body: unknown): Promise<Answer> =>
  call('POST', path, { body, headers: { accept: 'application/json' } });
const settled = (tenant: TestTenant, id: string): Promise<Json> =>
  eventually('the payment has its outcome', async () => {
    const payment = await readPayment(tenant, id);
    return payment.status !== 'pending' && payment;
  });

describe('GET /sandbox/pay/{token}', () => {
  it.each([
    ['en', 'Test payment', 'Refuse: not enough funds'],
    ['ms', 'Bayaran ujian', 'Tolak: baki tidak mencukupi'],
  ])(
    'is a page in %s without a script, kept by no cache and found by no search engine',
    async (language, title, button) => {
      const payment = await waiting(await newTenant(), 'ewallet');
      const page = await open(pathOf(payment), { accept: 'text/html', 'accept-language': language });
      expect(page.status).toBe(200);
      expect(page.text).toContain(`<html lang="${language}">`);
      for (const said of [title, button, 'RM 49.00', 'name="viewport"']) expect(page.text).toContain(said);
      expect(page.text).not.toMatch(/<script|javascript:|\son\w+=|src=/i);
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*form-action 'self'/);
      expect([
        page.headers.get('cache-control'),
        page.headers.get('x-robots-tag'),
        page.headers.get('referrer-policy'),
      ]).toEqual(['no-store', 'noindex, nofollow', 'no-referrer']);
    },
  );

  it('changes nothing', async () => {
    const tenant = await newTenant();
    const payment = await waiting(tenant);
    await Promise.all([open(pathOf(payment)), open(pathOf(payment)), call('HEAD', pathOf(payment))]);
    expect((await open(pathOf(payment), { accept: 'application/json' })).body).toEqual({ status: 'waiting' });
    expect((await readPayment(tenant, payment.id)).status).toBe('pending');
  });

  it('is one 404 for a token that is changed, cut, or of another kind', async () => {
    const path = pathOf(await waiting(await newTenant()));
    const at = '/sandbox/pay/'.length + 20;
    const changed = path.slice(0, at) + (path[at] === 'A' ? 'B' : 'A') + path.slice(at + 1);
    const answers = await Promise.all(
      [changed, path.slice(0, -1), `${path}A`, '/sandbox/pay/x', `${path}%00`].map((one) => open(one)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe('POST /sandbox/pay/{token}', () => {
  it('pays: the service is called back, and the subscription has its time', async () => {
    const { tenant, subscription } = await newSubscriber(contractSurface);
    const payment = await waiting(tenant, 'duitnow_qr', { metadata: { subscription_id: subscription.id } });
    const first = await decide(pathOf(payment), { outcome: 'pay' });
    expect([first.status, first.body]).toEqual([200, { status: 'paid' }]);
    expect(await settled(tenant, payment.id)).toMatchObject({
      status: 'completed',
      waiting: null,
      failure_reason: null,
    });
    const again = await decide(pathOf(payment), { outcome: 'pay' });
    expect([again.status, again.body]).toEqual([200, { status: 'paid' }]);
    for (const other of [{ outcome: 'refuse' }, { outcome: 'expire' }])
      expect((await decide(pathOf(payment), other)).status).toBe(409);
    const read = await reference.get(`/subscriptions/${subscription.id}/`, { token: tenant.admin.token });
    expect(read.body.data).toMatchObject({ paid_amount: 49, terms_paid: 1 });
  });

  it.each([
    [{ outcome: 'refuse' }, 'refused', 'declined'],
    [{ outcome: 'refuse', reason: 'insufficient_funds' }, 'refused', 'insufficient_funds'],
    [{ outcome: 'expire' }, 'expired', 'expired'],
  ])('%j ends the payment unpaid', async (decision, status, failure_reason) => {
    const tenant = await newTenant();
    const payment = await waiting(tenant);
    const answer = await decide(pathOf(payment), decision);
    expect([answer.status, answer.body]).toEqual([200, { status }]);
    expect(await settled(tenant, payment.id)).toMatchObject({ status: 'failed', failure_reason });
    expect((await decide(pathOf(payment), { outcome: 'pay' })).status).toBe(409);
  });

  it('takes the form of its page, and shows what came of it', async () => {
    const payment = await waiting(await newTenant());
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const page = await call('POST', pathOf(payment), { raw: 'outcome=refuse&reason=declined', headers: form });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('refused')]);
    expect(page.text).not.toContain('<form');
  });

  it('pays late what had expired, and the payment is completed after all', async () => {
    const tenant = await newTenant();
    const payment = await waiting(tenant);
    await decide(pathOf(payment), { outcome: 'expire' });
    expect((await settled(tenant, payment.id)).status).toBe('failed');
    const late = await decide(pathOf(payment), { outcome: 'pay', late: true });
    expect([late.status, late.body]).toEqual([200, { status: 'paid' }]);
    await eventually('it is completed', async () => (await readPayment(tenant, payment.id)).status === 'completed');
  });

  it.each([
    [{}, 'outcome'],
    [{ outcome: 'steal' }, 'outcome'],
    [{ outcome: 'refuse', reason: 'mood' }, 'reason'],
    [{ outcome: 'pay', callback: 'perhaps' }, 'callback'],
    [{ outcome: 'pay', late: 1 }, 'late'],
    [{ outcome: 'pay', tip: 5 }, 'tip'],
  ])('refuses %j, names %s and changes nothing', async (body, field) => {
    const payment = await waiting(await newTenant());
    const answer = await decide(pathOf(payment), body);
    expect([answer.status, answer.body.error.errors[0].field]).toEqual([400, field]);
    expect((await open(pathOf(payment), { accept: 'application/json' })).body).toEqual({ status: 'waiting' });
  });

  it('refuses a body that is no object, and one that is too large', async () => {
    const payment = await waiting(await newTenant());
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const sent = ['[1]', '{', '"pay"'].map((raw) => call('POST', pathOf(payment), { raw, headers }));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([400, 400, 400]);
    const large = JSON.stringify({ outcome: 'pay', reason: 'x'.repeat(3_000) });
    expect((await call('POST', pathOf(payment), { raw: large, headers })).status).toBe(413);
  });

  it('is decided once by many at once', async () => {
    const payment = await waiting(await newTenant());
    const outcomes = ['pay', 'refuse', 'expire', 'pay', 'refuse', 'expire'];
    const answers = await Promise.all(outcomes.map((outcome) => decide(pathOf(payment), { outcome, callback: false })));
    const taken = answers.filter(({ status }) => status === 200).map(({ body }) => body.status);
    expect([taken.length, new Set(taken).size]).toEqual([2, 1]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  });

  it('is in no log and no figure with its token', async () => {
    const payment = await waiting(await newTenant());
    await open(pathOf(payment));
    const { text } = await call('GET', '/metrics');
    expect(text).toContain('route="/sandbox/pay/:token"');
    expect(text).not.toContain(pathOf(payment).slice('/sandbox/pay/'.length));
  });
});

it('C is paid at once, and has no page', async () => {
  const { tenant, subscription } = await newSubscriber(contractSurface);
  const body = { subscription_id: subscription.id, amount: 49, payment_method: 'fpx' };
  expect((await contract.post('/payments', body, { token: tenant.admin.token })).body.status).toBe('COMPLETED');
});
