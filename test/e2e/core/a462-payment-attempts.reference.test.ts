import type { Answer, Json } from '../../support/client.js';
import { call } from '../../support/client.js';
import { expectConflict, expectInvalid, expectKeys, UUID } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newFreightInvoice } from '../../support/logistics.js';
import { attemptsOf, check, choose, decide, openPage, readRequest } from '../../support/payment-attempts.js';
import { callBack } from '../../support/payment-callbacks.js';
import { REQUESTS, newPaymentRequest } from '../../support/payment-requests.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { eventually } from '../../support/system-service.js';

/** Attempts of payers to pay a request, and their money, which is booked once. */

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const QUIETLY = { outcome: 'pay', callback: false };
const requestBy = (method: string, extra: Json = {}): Promise<Json> => newPaymentRequest(tenant, { method, ...extra });
const statusesOf = async (request: Json): Promise<string[]> =>
  (await attemptsOf(tenant, request)).map(({ status }) => status);
const settled = (request: Json, status: string): Promise<Json> =>
  eventually(`the request is ${status}`, async () => {
    const read = await readRequest(tenant, request);
    return read.status === status && read;
  });
/** The payments of a request's freight invoice. */
async function paymentsOf({ subject_id }: Json): Promise<Json[]> {
  const shipments = must(await on.get('/logistics/shipments?page_size=100', token), 200);
  for (const { id } of shipments) {
    const invoice = await on.send('POST', `/logistics/shipments/${id}/invoice`, { body: {}, token });
    if (invoice.status === 200 && on.data(invoice).id === subject_id)
      return must(await on.get(`/logistics/shipments/${id}/invoice/payments`, token), 200);
  }
  return [];
}
const codeOf = ({ status, body }: Answer): unknown[] => [status, body.error?.code];

describe('A-462: an attempt', () => {
  it('begins with the request, and has what the payer needs', async () => {
    const request = await requestBy('duitnow_qr');
    expect(request).toMatchObject({ status: 'open', methods: ['duitnow_qr', 'fpx', 'card', 'ewallet'] });
    expectKeys(request.waiting, ['method', 'qr', 'qr_svg', 'redirect_url', 'expires_at']);
    expect(request.waiting).toMatchObject({
      method: 'duitnow_qr',
      qr: expect.stringMatching(/^000201.*6304[0-9A-F]{4}$/),
      qr_svg: expect.stringMatching(/^<svg /),
    });
    const [attempt, ...more] = await attemptsOf(tenant, request);
    expect(more).toEqual([]);
    expectKeys(attempt, [
      'id',
      'method',
      'gateway',
      'status',
      'reason',
      'amount',
      'reference',
      'created_at',
      'ended_at',
    ]);
    expect(attempt).toMatchObject({
      id: expect.stringMatching(UUID),
      method: 'duitnow_qr',
      gateway: 'sandbox',
      status: 'waiting',
      amount: request.amount,
      ended_at: null,
    });
    const lasts = Date.parse(request.waiting.expires_at) - Date.parse(attempt?.created_at);
    expect(lasts).toBe(30 * 60_000);
  });

  it('ends with its request at the latest', async () => {
    const expires_at = new Date(Date.now() + 16 * 60_000).toISOString();
    const request = await requestBy('fpx', { expires_at });
    expect(Date.parse(request.waiting.expires_at)).toBe(Date.parse(request.expires_at));
  });

  it('that is paid pays the request once, and the document', async () => {
    const request = await requestBy('fpx');
    expect((await decide(request, { outcome: 'pay' })).body).toEqual({ status: 'paid' });
    const paid = await settled(request, 'paid');
    const [attempt] = await attemptsOf(tenant, request);
    expect(paid).toMatchObject({ paid_amount: 106, unapplied_amount: 0, means: 'fpx', waiting: null });
    expect(attempt).toMatchObject({ status: 'succeeded', reference: attempt?.id, ended_at: expect.any(String) });
    const [payment, ...more] = await paymentsOf(request);
    expect(more).toEqual([]);
    expect(payment).toMatchObject({
      amount: 106,
      payment_method: 'fpx',
      reference: attempt?.id,
      payment_request_id: request.id,
      receipt_number: paid.receipt_number,
    });
    expect(must(await check(tenant, request), 200)).toMatchObject({ status: 'paid', paid_amount: 106 });
    expectConflict(
      on,
      await on.post(`${REQUESTS}/${request.id}/confirm`, { reference: unique('QR') }, token),
      'status',
    );
  });

  it('A-480: is counted when it has ended', async () => {
    const counted = async (): Promise<number> => {
      const { text } = await call('GET', '/metrics');
      const line = /^payment_attempts_total\{gateway="sandbox",method="card",outcome="refused"\} (\d+)$/m.exec(text);
      return Number(line?.[1]);
    };
    const before = await counted();
    const request = await requestBy('card');
    await decide(request, { outcome: 'refuse', callback: false });
    must(await check(tenant, request), 200);
    expect(await counted()).toBe(before + 1);
  });

  it('A-465: that was paid without a callback is found by check/', async () => {
    const request = await requestBy('card');
    await decide(request, QUIETLY);
    expect(must(await check(tenant, request), 200)).toMatchObject({ status: 'paid', means: 'card' });
    expect(await paymentsOf(request)).toHaveLength(1);
  });

  it('A-464: ten callbacks of a paid one at once book one payment', async () => {
    const request = await requestBy('ewallet');
    await decide(request, QUIETLY);
    const [{ id: attempt_id } = { id: '' }] = await attemptsOf(tenant, request);
    const answers = await Promise.all(Array.from({ length: 10 }, () => callBack(tenant.id, { attempt_id })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await readRequest(tenant, request)).toMatchObject({ status: 'paid', paid_amount: 106, unapplied_amount: 0 });
    expect(await paymentsOf(request)).toHaveLength(1);
  });

  it('that is refused leaves the request open for another', async () => {
    const request = await requestBy('fpx');
    await decide(request, { outcome: 'refuse', reason: 'insufficient_funds', callback: false });
    expect(must(await check(tenant, request), 200)).toMatchObject({ status: 'open', waiting: null });
    const page = await choose(request, 'card');
    expect([page.status, page.body.waiting.method]).toEqual([200, 'card']);
    const [next, before] = await attemptsOf(tenant, request);
    expect([next?.status, before?.status, before?.reason]).toEqual(['waiting', 'refused', 'insufficient_funds']);
  });

  it('by another method abandons the one before; by the same it stays', async () => {
    const request = await requestBy('fpx');
    const same = await choose(request, 'fpx');
    expect(same.body.waiting.redirect_url).toBe(request.waiting.redirect_url);
    expect((await choose(request, 'card')).status).toBe(200);
    expect(await statusesOf(request)).toEqual(['waiting', 'abandoned']);
    expect((await decide(request, QUIETLY)).status).toBe(409);
  });

  it('is one at a time, also when several begin at once', async () => {
    const request = await newPaymentRequest(tenant);
    const answers = await Promise.all(['fpx', 'fpx', 'card', 'card'].map((method) => choose(request, method)));
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const open = (await statusesOf(request)).filter((status) => status === 'waiting' || status === 'processing');
    expect(open).toHaveLength(1);
  });

  it('is begun ten times an hour, then 429', async () => {
    const request = await newPaymentRequest(tenant);
    const ways = Array.from({ length: 10 }, (_, i) => (i % 2 ? 'fpx' : 'card'));
    for (const method of ways) expect((await choose(request, method)).status).toBe(200);
    expect(codeOf(await choose(request, 'ewallet'))).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect((await statusesOf(request)).filter((status) => status === 'waiting')).toHaveLength(1);
  });

  it.each(['method', 'methods'])('refuses %s that is not offered, and makes no request', async (field) => {
    const { id: subject_id } = await newFreightInvoice(tenant);
    const subject = { subject_type: 'logistics.freight_invoice', subject_id };
    for (const wrong of ['cash', 7]) {
      const answer = await on.post(REQUESTS, { ...subject, [field]: field === 'methods' ? [wrong] : wrong }, token);
      expect(answer.status).toBe(400);
    }
    // Not among those that the request allows.
    expectInvalid(on, await on.post(REQUESTS, { ...subject, method: 'card', methods: ['fpx'] }, token), 'method');
    expect(must(await on.get(`${REQUESTS}?subject_id=${subject_id}`, token), 200)).toEqual([]);
  });

  it('is one for an Idempotency-Key', async () => {
    const { id: subject_id } = await newFreightInvoice(tenant);
    const body = { subject_type: 'logistics.freight_invoice', subject_id, method: 'fpx' };
    const options = { token, body, headers: { 'idempotency-key': unique('key') } };
    const send = () => call('POST', `/api/v1${REQUESTS}/`, options);
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data).toEqual(first.body.data);
    expect(await statusesOf(first.body.data)).toEqual(['waiting']);
  });
});

describe('A-460: an attempt whose request changes', () => {
  const cancel = (request: Json) => on.post(`${REQUESTS}/${request.id}/cancel`, {}, token);
  const abandoned = (request: Json) =>
    eventually('the attempt is abandoned', async () => (await statusesOf(request))[0] === 'abandoned');

  it('is abandoned right after it is cancelled', async () => {
    const request = await requestBy('fpx');
    expect(must(await cancel(request), 200)).toMatchObject({ status: 'cancelled', waiting: null });
    await abandoned(request);
    expect((await decide(request, QUIETLY)).status).toBe(409);
  });

  it('is abandoned when the document is paid elsewhere, or less of it is left', async () => {
    const request = await requestBy('fpx');
    const confirm = (body: Json) =>
      on.post(`${REQUESTS}/${request.id}/confirm`, { reference: unique('QR'), ...body }, token);
    must(await confirm({}), 200);
    await abandoned(request);
    expect(await readRequest(tenant, request)).toMatchObject({ status: 'paid', paid_amount: 106, waiting: null });
  });

  it('pays after all by money that comes late, where the document is owed', async () => {
    const request = await requestBy('fpx');
    must(await cancel(request), 200);
    await abandoned(request);
    await decide(request, { outcome: 'pay', late: true, callback: false });
    expect(must(await check(tenant, request), 200)).toMatchObject({ status: 'paid', unapplied_amount: 0 });
    expect(await paymentsOf(request)).toHaveLength(1);
  });

  it('A-470: leaves late money unapplied where the document is paid, and opens a difference', async () => {
    const request = await requestBy('fpx');
    must(await on.post(`${REQUESTS}/${request.id}/confirm`, { reference: unique('QR') }, token), 200);
    await abandoned(request);
    await decide(request, { outcome: 'pay', late: true, callback: false });
    const paid = must(await check(tenant, request), 200);
    expect(paid).toMatchObject({ status: 'paid', paid_amount: 212, unapplied_amount: 106 });
    expect(await paymentsOf(request)).toHaveLength(1);
    const open = must(await on.get('/payment-differences?status=open', token), 200);
    const difference = open.find((one: Json) => one.payment_request_id === request.id);
    expect(difference).toMatchObject({ kind: 'unapplied', amount: 106, status: 'open', note: null, resolved_at: null });
    const path = `/payment-differences/${difference.id}/resolve`;
    expectInvalid(on, await on.post(path, {}, token), 'note');
    expect(must(await on.post(path, { note: 'Dipulangkan' }, token), 200)).toMatchObject({
      status: 'resolved',
      note: 'Dipulangkan',
    });
    expectConflict(on, await on.post(path, { note: 'Lagi' }, token), 'status');
  });

  it('shows its page no more once the link is renewed', async () => {
    const request = await newPaymentRequest(tenant);
    const renewed = must(await on.post(`${REQUESTS}/${request.id}/renew-link`, {}, token), 200);
    expect(renewed.url).not.toBe(request.url);
    expect((await openPage(request)).status).toBe(404);
    expect((await openPage(renewed)).status).toBe(200);
  });
});
