import { type Answer, type Json } from '../../support/client.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { isVerified, startReceiver, verified, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { createWebhook, newWebhook, testWebhook } from '../../support/webhooks.js';

let tenant: TestTenant;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [tenant, receiver] = await Promise.all([newTenant(), startReceiver()]);
});
afterAll(() => receiver.stop());

const put = (id: string, body: Json): Promise<Answer> => on.put(`/webhooks/${id}`, body, tenant.admin.token);
const rotate = async (id: string, body: Json = {}): Promise<Json> => {
  const answer = await on.post(`/webhooks/${id}/rotate-secret`, body, tenant.admin.token);
  expect(answer.status).toBe(200);
  return on.data(answer);
};
/** Sends a test, and returns what the receiver got. */
const sent = async (id: string): Promise<WebhookReceiver['received'][number]> => {
  const before = receiver.received.length;
  expect(on.data(await testWebhook(tenant, id)).status).toBe('delivered');
  expect(receiver.received).toHaveLength(before + 1);
  return receiver.received[before] as WebhookReceiver['received'][number];
};

// Every answer and every log line of every test is searched for secrets that were shown before (test/support/secrets.ts).
describe('A-439: the secret of a webhook', () => {
  it('is drawn for each, and signs as the library of the standard verifies', async () => {
    const [one, other] = [await newWebhook(tenant, { url: receiver.url }), await newWebhook(tenant)];
    expect(one.secret).not.toBe(other.secret);
    const request = await sent(one.id);
    expect(verified(one.secret, request)).toMatchObject({ type: 'core.webhook.tested', tenant_id: tenant.id });
    expect(isVerified(other.secret, request)).toBe(false);
    expect(isVerified(one.secret, { ...request, body: request.body.replace('tested', 'testec') })).toBe(false);
  });

  it('signs next to a new one for the hours of the overlap, and a second rotation drops the oldest', async () => {
    const { id, secret: first } = await newWebhook(tenant, { url: receiver.url });
    const { secret: second, previous_secret_expires_at, updated_at } = await rotate(id);
    expect(Date.parse(previous_secret_expires_at) - Date.parse(updated_at)).toBe(24 * 3_600_000);
    const both = await sent(id);
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect([first, second].map((secret) => isVerified(secret, both))).toEqual([true, true]);

    const { secret: third } = await rotate(id, { expire_in_hours: 168 });
    const later = await sent(id);
    expect([first, second, third].map((secret) => isVerified(secret, later))).toEqual([false, true, true]);
  });

  it('signs alone at once with an overlap of 0 hours', async () => {
    const { id, secret: first } = await newWebhook(tenant, { url: receiver.url });
    const { secret: second, previous_secret_expires_at } = await rotate(id, { expire_in_hours: 0 });
    expect(previous_secret_expires_at).toBeNull();
    const request = await sent(id);
    expect(String(request.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect([first, second].map((secret) => isVerified(secret, request))).toEqual([false, true]);
  });

  it('is rotated with an overlap of at most 168 hours', async () => {
    const { id } = await newWebhook(tenant);
    for (const expire_in_hours of [-1, 169, 1.5, '24', null])
      expectInvalid(
        on,
        await on.post(`/webhooks/${id}/rotate-secret`, { expire_in_hours }, tenant.admin.token),
        'expire_in_hours',
      );
  });
});

describe('A-441: headers of a webhook', () => {
  it('arrive with each request, and only their names are shown', async () => {
    const headers = { Authorization: 'Bearer hemlig-1', 'X-Shop': ' ~ 7' };
    const created = await createWebhook(tenant, { url: receiver.url, headers });
    expect(created.text).not.toContain('hemlig');
    const { id, header_names } = on.data(created);
    expect(header_names).toEqual(['Authorization', 'X-Shop']);
    const { headers: arrived } = await sent(id);
    expect(arrived).toMatchObject({
      authorization: 'Bearer hemlig-1',
      'x-shop': '~ 7',
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Usaha-Webhooks\/\d+\.\d+\.\d+/),
      'usaha-attempt': '1',
    });
    expect(arrived).not.toHaveProperty('usaha-sequence');
  });

  it('are replaced by PUT, stay where they are absent, and go with null', async () => {
    const { id } = await newWebhook(tenant, { url: receiver.url, headers: { 'X-One': '1', 'X-Two': '2' } });
    expect(on.data(await put(id, { description: 'ERP' })).header_names).toEqual(['X-One', 'X-Two']);
    expect((await sent(id)).headers).toMatchObject({ 'x-one': '1', 'x-two': '2' });
    expect(on.data(await put(id, { headers: { 'X-Three': '3' } })).header_names).toEqual(['X-Three']);
    const { headers } = await sent(id);
    expect(headers).toMatchObject({ 'x-three': '3' });
    expect(headers).not.toHaveProperty('x-one');
    expect(on.data(await put(id, { headers: null })).header_names).toEqual([]);
    expect((await sent(id)).headers).not.toHaveProperty('x-three');
  });

  it.each<[string, Json]>([
    ['a line feed', { 'X-One': 'a\nb' }],
    ['a character that is no ASCII', { 'X-One': 'café' }],
    ['an empty value', { 'X-One': '' }],
    ['a value of 1,025 characters', { 'X-One': 'x'.repeat(1_025) }],
    ['a number', { 'X-One': 1 }],
    ['null', { 'X-One': null }],
    ['a name with a space', { 'X One': '1' }],
    ['a name with a line feed', { 'X\nOne': '1' }],
    ['an empty name', { '': '1' }],
    ['a name of 65 characters', { ['x'.repeat(65)]: '1' }],
    ['a name twice', { 'X-One': '1', 'x-one': '2' }],
    ['eleven headers', Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`X-${i}`, '1']))],
    ...[
      'Host',
      'cookie',
      'Content-Type',
      'content-length',
      'Connection',
      'Transfer-Encoding',
      'TE',
      'Trailer',
      'Upgrade',
      'Expect',
      'Keep-Alive',
      'Proxy-Authorization',
      'Accept-Encoding',
      'User-Agent',
      'webhook-id',
      'Usaha-Sequence',
    ].map((name): [string, Json] => [name, { [name]: '1' }]),
  ])('refuse %s by the name of the field', async (_, headers) => {
    expectInvalid(on, await createWebhook(tenant, { headers }), 'headers');
  });
});
