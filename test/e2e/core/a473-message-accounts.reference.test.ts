import { call, type Json } from '../../support/client.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newOldTenant, newPhone, messagesTo } from '../../support/messages.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';
import { eventually } from '../../support/system-service.js';

/** accounts of a business at carriers of messages. */

const TOKEN = 'EAAG-rahsia-penuh-7Qx2';
const SECRET = 'rahsia-aplikasi-9f2c';
const whatsapp = { phone_number_id: '106540352242922', access_token: TOKEN, app_secret: SECRET, price: 0.25 };
const twilio = {
  provider: 'twilio',
  account_sid: 'AC0123456789abcdef0123456789abcdef',
  auth_token: SECRET,
  from: '+60312345678',
};
const http = {
  provider: 'http',
  url: 'https://sms.example/send?to={to}',
  body: '{"text": "{text}"}',
  headers: { 'X-Api-Key': SECRET },
  status_params: { id: 'ref', status: 'state', delivered: ['DELIVRD'], failed: ['UNDELIV'] },
};
const email = { smtp_url: `smtps://kedai:${SECRET}@mail.example`, from: 'hello@kedai.example' };

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newOldTenant();
});
const path = (way: string) => `/message-accounts/${way}`;
const get = (way: string, of = tenant) => on.get(path(way), of.admin.token);
const remove = (way: string) => call('DELETE', `/api/v1${path(way)}/`, { token: tenant.admin.token });
const put = (way: string, body: Json, of = tenant) => on.put(path(way), body, of.admin.token);

it('is the outbox until set, shows of secrets the last characters alone, and is the outbox again once removed', async () => {
  expect(on.data(await get('whatsapp'))).toMatchObject({
    way: 'whatsapp',
    source: 'outbox',
    provider: null,
    price: null,
  });
  const set = await put('whatsapp', whatsapp);
  expect([set.status, on.data(set)]).toMatchObject([
    200,
    {
      source: 'own',
      provider: 'meta',
      price: 0.25,
      phone_number_id: '106540352242922',
      access_token_hint: '7Qx2',
      app_secret_hint: '9f2c',
      verify_token: expect.stringMatching(/^[\w-]{32}$/),
      verified_at: null,
    },
  ]);
  const shown = await get('whatsapp');
  expect(on.data(shown)).toMatchObject({ source: 'own', access_token_hint: '7Qx2', verify_token: null });
  expect(set.text + shown.text).not.toMatch(/rahsia/);
  const removed = await remove('whatsapp');
  expect(on.data(removed)).toMatchObject({ source: 'outbox', provider: null });
  expect(on.data(await get('whatsapp'))).toMatchObject({ source: 'outbox' });
});

it.each([
  ['sms', twilio, { provider: 'twilio', auth_token_hint: '9f2c', from: '+60312345678', price: 0 }],
  ['sms', http, { provider: 'http', method: 'POST', headers_hint: 'X-Api-Key: …9f2c', body: '{"text": "{text}"}' }],
  ['email', email, { provider: 'smtp', from: 'hello@kedai.example', webhook_url: null }],
])('of %s takes %j', async (way, body, shown) => {
  const of = await newTenant();
  const answer = await put(way, body, of);
  expect([answer.status, on.data(answer)]).toMatchObject([200, { way, source: 'own', ...shown }]);
  expect(answer.text).not.toMatch(/rahsia/);
  const trail = await on.get('/audit/', of.admin.token);
  expect(trail.text).not.toMatch(/rahsia/);
});

it.each([
  ['whatsapp', { ...whatsapp, phone_number_id: '+60' }, 'phone_number_id'],
  ['whatsapp', { ...whatsapp, access_token: undefined }, 'access_token'],
  ['whatsapp', { ...whatsapp, price: -1 }, 'price'],
  ['sms', { ...twilio, provider: 'pigeon' }, 'provider'],
  ['sms', { ...twilio, from: 'KEDAI' }, 'from'],
  ['sms', { ...http, url: 'http://169.254.169.254/?to={to}' }, 'url'],
  ['sms', { ...http, url: 'https://10.0.0.1/?to={to}' }, 'url'],
  ['sms', { ...http, headers: { Cookie: 'a=b' } }, 'headers'],
  ['sms', { ...http, account_sid: twilio.account_sid }, 'account_sid'],
  ['email', { ...email, smtp_url: 'smtp://10.0.0.1' }, 'smtp_url'],
  ['email', { ...email, smtp_url: 'smtp://mail.example:6379' }, 'smtp_url'],
  ['email', { ...email, from: 'kedai' }, 'from'],
])('%s: %j is 400 and names %s, and changes nothing', async (way, body, field) => {
  const of = await newTenant();
  const answer = await put(way, body, of);
  expect(answer.status).toBe(400);
  expectInvalid(on, answer, field);
  expect(answer.text).not.toMatch(/rahsia/);
  expect(on.data(await get(way, of))).toMatchObject({ source: 'outbox' });
});

it('no such way is 404', async () => {
  for (const answer of [await get('pigeon'), await remove('pigeon')]) expect(answer.status).toBe(404);
});

it('is for administrators with a session, on one surface, and of one tenant', async () => {
  await put('sms', twilio);
  const other = await newTenant();
  expect(on.data(await get('sms', other))).toMatchObject({ source: 'outbox' });
  const manager = await newUser(tenant, 'manager');
  expect((await on.get(path('sms'), manager.token)).status).toBe(403);
  expect((await call('GET', '/v1/message-accounts/sms', { token: tenant.admin.token })).status).toBe(404);
  await remove('sms');
});

it('two administrators who set it at once leave one account', async () => {
  const of = await newTenant();
  const answers = await Promise.all([put('sms', twilio, of), put('sms', http, of), put('sms', twilio, of)]);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(on.data(await get('sms', of)).source).toBe('own');
});

describe('a test message', () => {
  it('goes by the way, and is in the outbox of development', async () => {
    const to = newPhone();
    const answer = await on.post(`${path('sms')}/test`, { to }, tenant.admin.token);
    expect([answer.status, on.data(answer)]).toMatchObject([
      201,
      { template: 'test', way: 'sms', subject_id: tenant.id },
    ]);
    const [laid] = await eventually('the test message', async () => {
      const found = await messagesTo(to);
      return found.length > 0 ? found : null;
    });
    expect(laid).toMatchObject({ way: 'sms', template: 'test' });
  });

  it('by WhatsApp needs no leave of the person', async () => {
    const answer = await on.post(`${path('whatsapp')}/test`, { to: newPhone() }, tenant.admin.token);
    expect([answer.status, on.data(answer)]).toMatchObject([201, { way: 'whatsapp' }]);
  });

  it('to an address of another way is 409, and the eleventh within an hour 429', async () => {
    const of = await newOldTenant();
    const send = (to: string) => on.post(`${path('email')}/test`, { to }, of.admin.token);
    const refused = await send(newPhone());
    expect([refused.status, refused.body.error.code]).toEqual([409, 'NOT_REACHABLE']);
    expect(refused.body.error.details.ways).toEqual({ email: 'no_address' });
    for (let i = 0; i < 10; i += 1) expect((await send(`${unique('cuba')}@example.com`)).status).toBe(201);
    const eleventh = await send(`${unique('cuba')}@example.com`);
    expect([eleventh.status, Number(eleventh.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});
