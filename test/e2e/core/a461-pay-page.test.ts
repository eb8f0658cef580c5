import { call, type Json } from '../../support/client.js';
import { expectKeys } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must, newBill, newPatient } from '../../support/healthcare.js';
import { attemptsOf, choose, decide, openPage, pathIn, readRequest } from '../../support/payment-attempts.js';
import { REQUESTS, newPaymentRequest, requestOf } from '../../support/payment-requests.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { eventually } from '../../support/system-service.js';

/** the page by which a payer without an account pays a request. */

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
const asPage = (language = 'en') => ({ accept: 'text/html', 'accept-language': language });
const postForm = (request: Json, raw: string) => call('POST', pathIn(request.url), { raw, headers: FORM });

describe('GET /pay/{token}', () => {
  it.each([
    ['en', 'Choose how to pay', 'Online banking (FPX)'],
    ['ms', 'Pilih cara membayar', 'Perbankan dalam talian (FPX)'],
  ])('is a page in %s without a script, and begins nothing', async (language, title, button) => {
    const request = await newPaymentRequest(tenant);
    const page = await openPage(request, asPage(language));
    expect(page.status).toBe(200);
    for (const said of [
      `<html lang="${language}">`,
      title,
      button,
      'RM 106.00',
      'name="viewport"',
      request.subject_number,
    ])
      expect(page.text).toContain(said);
    expect(page.text).not.toMatch(/<script|javascript:|\son\w+=|src=/i);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*form-action 'self' http:\/\//);
    expect(['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => page.headers.get(name))).toEqual([
      'no-store',
      'noindex, nofollow',
      'no-referrer',
    ]);
    expect(await attemptsOf(tenant, request)).toEqual([]);
  });

  it('is JSON for programs, with the keys that are stated', async () => {
    const request = await newPaymentRequest(tenant, { method: 'duitnow_qr', description: 'Untuk penghantaran' });
    const { status, body } = await openPage(request);
    expect(status).toBe(200);
    expectKeys(body, [
      ...[
        'business',
        'document_number',
        'description',
        'amount',
        'currency',
        'status',
        'methods',
        'waiting',
        'duitnow_qr',
      ],
      ...['expires_at', 'paid_at', 'receipt_number'],
    ]);
    expect(body).toMatchObject({ amount: 106, currency: 'MYR', status: 'open', description: 'Untuk penghantaran' });
    expect(body.waiting).toEqual(request.waiting);
  });

  it('names no patient and no line of a bill', async () => {
    const { id: patient_id } = await newPatient(tenant, { first_name: 'Rahsia', last_name: 'Sekali' });
    const { id } = await newBill(tenant, { patient_id, items: [{ description: 'Ujian darah', unit_price: 80 }] });
    const request = await requestOf(tenant, 'healthcare.bill', id);
    for (const { text } of [await openPage(request), await openPage(request, asPage())])
      expect(text).not.toMatch(/Rahsia|Sekali|Ujian|darah/);
  });

  it('is one 404 for a token that is changed, cut, or of another kind', async () => {
    const path = pathIn((await newPaymentRequest(tenant)).url);
    const at = '/pay/'.length + 20;
    const changed = path.slice(0, at) + (path[at] === 'A' ? 'B' : 'A') + path.slice(at + 1);
    const wrong = [changed, path.slice(0, -1), `${path}A`, '/pay/x', `${path}%00`];
    const answers = await Promise.all(wrong.map((one) => call('GET', one, { headers: asPage() })));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await call('POST', changed, { body: { method: 'fpx' } })).status).toBe(404);
  });

  it('shows what has ended, and takes no payment of it', async () => {
    const request = await newPaymentRequest(tenant);
    must(await on.post(`${REQUESTS}/${request.id}/cancel`, {}, token), 200);
    expect((await openPage(request)).body).toMatchObject({ status: 'cancelled', methods: [], waiting: null });
    const refused = await choose(request, 'fpx');
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await openPage(request, asPage())).text).not.toContain('<form');
  });

  it('is 404 where the business has turned the module off', async () => {
    const other = await newTenant();
    const request = await newPaymentRequest(other);
    must(await on.send('POST', '/modules/logistics/disable', { token: other.admin.token }), 200);
    expect((await openPage(request)).status).toBe(404);
  });

  it('is in no log and no figure with its token', async () => {
    const request = await newPaymentRequest(tenant);
    await openPage(request);
    const { text } = await call('GET', '/metrics');
    expect(text).toContain('route="/pay/:token"');
    expect(text).not.toContain(pathIn(request.url).slice('/pay/'.length));
  });
});

describe('POST /pay/{token}', () => {
  it('of a form leads to the page of the gateway', async () => {
    const request = await newPaymentRequest(tenant);
    const answer = await postForm(request, 'method=fpx');
    expect(answer.status).toBe(303);
    const { waiting } = await readRequest(tenant, request);
    expect(answer.headers.get('location')).toBe(waiting.redirect_url);
  });

  it('by QR shows the code on the page itself, which is read again every five seconds', async () => {
    const request = await newPaymentRequest(tenant);
    const answer = await postForm(request, 'method=duitnow_qr');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '?']);
    const page = await openPage(request, asPage());
    expect([page.headers.get('refresh'), page.text]).toEqual(['5', expect.stringContaining('<svg ')]);
    await decide(await readRequest(tenant, request), { outcome: 'pay' });
    await eventually('the page says that it is paid', async () => {
      const { body } = await openPage(request);
      return body.status === 'paid' && body.receipt_number !== null;
    });
    const paid = await openPage(request, asPage());
    expect([paid.headers.get('refresh'), paid.text]).toEqual([null, expect.not.stringContaining('<form')]);
  });

  it.each([{}, { method: 'cash' }, { method: 7 }, { method: null }])(
    'refuses %j, names method and begins nothing',
    async (body) => {
      const request = await newPaymentRequest(tenant);
      const answer = await call('POST', pathIn(request.url), { body, headers: { accept: 'application/json' } });
      expect([answer.status, answer.body.error.errors[0].field]).toEqual([400, 'method']);
      expect(await attemptsOf(tenant, request)).toEqual([]);
    },
  );

  it('refuses a method that the request does not allow, bodies that are no object, and large ones', async () => {
    const request = await newPaymentRequest(tenant, { methods: ['fpx'] });
    expect((await openPage(request)).body.methods).toEqual(['fpx']);
    const refused = await choose(request, 'card');
    expect([refused.status, refused.body.error.errors[0].field]).toEqual([400, 'method']);
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const sent = ['[1]', '{', '"fpx"'].map((raw) => call('POST', pathIn(request.url), { raw, headers }));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([400, 400, 400]);
    const large = JSON.stringify({ method: 'fpx', fill: 'x'.repeat(3_000) });
    expect((await call('POST', pathIn(request.url), { raw: large, headers })).status).toBe(413);
    expect(await attemptsOf(tenant, request)).toEqual([]);
  });
});
