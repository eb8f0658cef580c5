import { createHash, randomBytes } from 'node:crypto';
import { call, type Answer, type Json } from '../../support/client.js';
import { contractSurface, referenceSurface as on, surfaces, type Surface } from '../../support/core-surfaces.js';
import { expectRefusal } from '../../support/core-shapes.js';
import { newTenant, newUser, operator, unique, type TestTenant } from '../../support/people.js';
import { checkLog, logLines } from '../../support/secrets.js';

/** Requests with API keys, on both surfaces. */

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PRODUCTS = '/retail/products';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

async function newKey(body: Json = {}, token = tenant.admin.token): Promise<{ id: string; key: string; name: string }> {
  const answer = await on.post('/api-keys', { name: unique('key'), scopes: ['*:read', '*:write'], ...body }, token);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return on.data(answer);
}
const rotate = async (id: string, body: Json = {}, token = tenant.admin.token): Promise<string> =>
  on.data(await on.post(`/api-keys/${id}/rotate`, body, token)).key;

const product = () => ({
  name: 'Kopi O',
  sku: unique('sku'),
  category: 'Minuman',
  purchase_price: 7,
  selling_price: 9,
  price: 9,
  cost: 7,
});

const crc32 = (text: string): number => {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
};
/** A text with the form and the right checksum of a key. */
function forged(body: string): string {
  let checksum = '';
  for (let rest = crc32(body); checksum.length < 6; rest = Math.floor(rest / 62))
    checksum = BASE62[rest % 62] + checksum;
  return body + checksum;
}
const flipped = (key: string, at: number): string =>
  key.slice(0, at) + (key[at] === 'A' ? 'B' : 'A') + key.slice(at + 1);

/** The code of a scope that is missing. */
const missing = ({ name }: Surface): string => (name === 'contract' ? 'FORBIDDEN' : 'SCOPE_MISSING');

function expectUnauthorized(surface: Surface, answer: Answer): void {
  expectRefusal(surface, answer, 401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="usaha", error="invalid_token"');
}

describe.each(surfaces)('A-414: on the $name surface a key', (surface) => {
  const get = (key: string) => surface.get(PRODUCTS, key);

  it('is accepted, and in any case of the scheme', async () => {
    const { key } = await newKey();
    expect((await get(key)).status).toBe(200);
    for (const scheme of ['bearer', 'BEARER', 'Bearer ', 'Bearer\t'])
      expect((await surface.send('GET', PRODUCTS, { headers: { authorization: `${scheme} ${key}` } })).status).toBe(
        200,
      );
  });

  it('is refused with a wrong checksum, a wrong secret, an unknown reference and another tenant', async () => {
    const { key } = await newKey();
    const other = await newTenant();
    const ofOther = (await newKey({}, other.admin.token)).key;
    const [body, checksum] = [key.slice(0, 68), key.slice(68)];
    const wrong = [
      body + (checksum === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'),
      flipped(key, 40),
      forged(flipped(body, 40)),
      forged(flipped(body, 30)),
      forged(ofOther.slice(0, 26) + body.slice(26)),
      forged(`usk_${'0'.repeat(22)}${body.slice(26)}`),
      forged(`usk_${'z'.repeat(22)}${body.slice(26)}`),
      key.slice(0, 73),
      `${key}0`,
      `${key} ${key}`,
      key.toUpperCase(),
      'usk_',
      `usk_${'a'.repeat(4_000)}`,
      `usk_a.b.c`,
    ];
    for (const text of wrong) expectUnauthorized(surface, await get(text));
    expect((await get(key)).status).toBe(200);
  });

  it('in the address is ignored, and stands in no line of the log', async () => {
    const { key } = await newKey();
    const places = [
      `${surface.url(PRODUCTS)}?api_key=${key}`,
      `${surface.url(PRODUCTS)}?access_token=${key}&key=${key}`,
      surface.url(`/users/${key}`),
    ];
    for (const path of places) expectRefusal(surface, await call('GET', path), 401);
    expect((await call('GET', `/${key}`)).status).toBe(404);
    await call('GET', surface.url(PRODUCTS), { headers: { 'x-request-id': key } });
    await call('GET', surface.url(PRODUCTS), { headers: { authorization: `Basic ${key}` } });
    await new Promise((done) => setTimeout(done, 300));
    expect(logLines().length).toBeGreaterThan(0);
    checkLog();
  });

  it('acts in its role: with staff not as administrator', async () => {
    const { key } = await newKey({ role: 'staff' });
    expect((await surface.get('/users', key)).status).toBe(200);
    expectRefusal(surface, await surface.post('/users', { email: `${unique('x')}@example.com` }, key), 403);
  });

  it('is no user’s self (A-53): it changes none by its id, nor by the number that it lacks', async () => {
    const { id, key } = await newKey({ role: 'staff' });
    for (const user of [id, 'null', '0', tenant.admin.id])
      expectRefusal(surface, await surface.put(`/users/${user}`, { first_name: 'Key' }, key), 403);
  });

  it('ends with its deletion', async () => {
    const { id, key } = await newKey();
    expect((await get(key)).status).toBe(200);
    await on.send('DELETE', `/api-keys/${id}`, { token: tenant.admin.token });
    expectUnauthorized(surface, await get(key));
  });

  it('changes at once: role and scopes', async () => {
    const { id, key } = await newKey({ role: 'user' });
    expectRefusal(surface, await surface.post(PRODUCTS, product(), key), 403);
    await on.put(`/api-keys/${id}`, { role: 'staff' }, tenant.admin.token);
    expect((await surface.post(PRODUCTS, product(), key)).status).toBe(201);
    await on.put(`/api-keys/${id}`, { scopes: ['*:read'] }, tenant.admin.token);
    expectRefusal(surface, await surface.post(PRODUCTS, product(), key), 403, missing(surface));
  });

  it('A-418: overlaps with its successor, and ends at once with overlap 0 or a further rotation', async () => {
    const { id, key: first } = await newKey();
    const statuses = async (...keys: string[]) => Promise.all(keys.map(async (key) => (await get(key)).status));
    expect(await statuses(first)).toEqual([200]);
    const second = await rotate(id);
    expect(await statuses(first, second)).toEqual([200, 200]);
    const third = await rotate(id, { overlap_hours: 1 });
    expect(await statuses(first, second, third)).toEqual([401, 200, 200]);
    const fourth = await rotate(id, { overlap_hours: 0 });
    expect(await statuses(first, second, third, fourth)).toEqual([401, 401, 401, 200]);
  });

  it('A-418: expires to the second', async () => {
    const expires_at = new Date(Date.now() + 1_500).toISOString();
    const { key } = await newKey({ expires_at });
    expect((await get(key)).status).toBe(200);
    await new Promise((done) => setTimeout(done, Date.parse(expires_at) - Date.now() + 1));
    const answer = await get(key);
    expectUnauthorized(surface, answer);
    expect(surface.error(answer).message).toContain('expired');
  });

  it('A-418: is suspended while its maker is no active administrator', async () => {
    const maker = await newUser(tenant, 'admin');
    const { id, key } = await newKey({}, maker.token);
    const change = async (body: Json) =>
      expect((await on.put(`/users/${maker.id}`, body, tenant.admin.token)).status).toBe(200);
    expect((await get(key)).status).toBe(200);
    await change({ role: 'manager' });
    const suspended = await get(key);
    expectUnauthorized(surface, suspended);
    expect(surface.error(suspended).message).toContain('suspended');
    await change({ role: 'admin' });
    expect((await get(key)).status).toBe(200);
    await change({ is_active: false });
    expectUnauthorized(surface, await get(key));
    // The overlap of a rotation by another does not revive what the one who left has seen.
    const next = await rotate(id);
    expect((await get(next)).status).toBe(200);
    expectUnauthorized(surface, await get(key));
    await on.send('DELETE', `/users/${maker.id}`, { token: tenant.admin.token });
    expect((await get(next)).status).toBe(200);
  });

  it('A-418: is suspended with the deletion of its maker', async () => {
    const maker = await newUser(tenant, 'admin');
    const { key } = await newKey({}, maker.token);
    expect((await get(key)).status).toBe(200);
    await on.send('DELETE', `/users/${maker.id}`, { token: tenant.admin.token });
    expectUnauthorized(surface, await get(key));
  });

  it('A-417: needs a session for its own kind, and reads no public route', async () => {
    const { id, key } = await newKey({ role: 'admin' });
    for (const path of ['/api-keys', `/api-keys/${id}`])
      expectRefusal(on, await on.get(path, key), 403, 'SESSION_REQUIRED');
    expectRefusal(on, await on.post('/api-keys', { name: 'More', scopes: ['*:read'] }, key), 403, 'SESSION_REQUIRED');
    expectRefusal(on, await on.post(`/api-keys/${id}/rotate`, {}, key), 403, 'SESSION_REQUIRED');
    expect((await surface.login(tenant.admin.email, 'wrong password', tenant.id)).status).toBe(401);
  });
});

describe('A-416: role and scope of a key', () => {
  it.each(surfaces)('retail:read on the $name surface: GET products, no POST, no users', async (surface) => {
    const { key } = await newKey({ scopes: ['retail:read'] });
    expect((await surface.get(PRODUCTS, key)).status).toBe(200);
    expectRefusal(surface, await surface.post(PRODUCTS, product(), key), 403, missing(surface));
    const error = surface.error(await surface.get('/users', key));
    const isContract = surface.name === 'contract';
    expect(error.code).toBe(missing(surface));
    expect(error.details).toMatchObject({ scope: 'users:read', ...(isContract && { reason: 'scope_missing' }) });
  });

  it('write does not include read, and a changed scope holds at once', async () => {
    const { id, key } = await newKey({ scopes: ['retail:write'] });
    expect((await on.post(PRODUCTS, product(), key)).status).toBe(201);
    expectRefusal(on, await on.get(PRODUCTS, key), 403, 'SCOPE_MISSING');
    await on.put(`/api-keys/${id}`, { scopes: ['*:read'] }, tenant.admin.token);
    expect((await on.get(PRODUCTS, key)).status).toBe(200);
    expectRefusal(on, await on.post(PRODUCTS, product(), key), 403, 'SCOPE_MISSING');
  });
});

describe('A-419: address and rate of a key', () => {
  it.each(surfaces)('with 5 requests a minute on the $name surface: five, then 429', async (surface) => {
    // A window that ends in the middle begins another one.
    const into = Date.now() % 60_000;
    if (into > 55_000) await new Promise((done) => setTimeout(done, 60_100 - into));
    const { key } = await newKey({ rate_limit: 5 });
    for (const left of [4, 3, 2, 1, 0]) {
      const answer = await surface.get(PRODUCTS, key);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('ratelimit-policy')).toBe('"key";q=5;w=60');
      expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${left};t=\\d+$`));
    }
    const refused = await surface.get(PRODUCTS, key);
    expectRefusal(surface, refused, 429);
    expect(refused.headers.get('ratelimit')).toBe(`"key";r=0;t=${refused.headers.get('retry-after')}`);
  });

  it('is refused from other addresses, by the name of the one that was seen', async () => {
    const { id, key } = await newKey({ allowed_addresses: ['203.0.113.0/24'] });
    const refused = await on.get(PRODUCTS, key);
    expectRefusal(on, refused, 403, 'ADDRESS_NOT_ALLOWED');
    expect(on.error(refused).details.address).toMatch(/^(127\.0\.0\.1|::1)$/);
    await on.put(`/api-keys/${id}`, { allowed_addresses: ['127.0.0.0/8', '::1'] }, tenant.admin.token);
    expect((await on.get(PRODUCTS, key)).status).toBe(200);
  });
});

describe('A-409: auth/me', () => {
  it('tells a key what it is, and that it is no user', async () => {
    const { id, key, name } = await newKey({ role: 'manager' });
    const me = on.data(await on.get('/auth/me', key));
    expect(me).toMatchObject({ user: null, session: null, tenant: { id: tenant.id }, api_key: { id, name } });
    expect(me.api_key.key).toBeUndefined();
    expect(on.data(await on.get('/auth/me', tenant.admin.token)).api_key).toBeNull();
  });
});

describe('A-49: a key never reaches another tenant', () => {
  it('not one that its maker created', async () => {
    const second = await contractSurface.post(
      '/tenants',
      { name: unique('Cawangan'), email: 'two@example.com', business_type: 'RETAIL' },
      tenant.admin.token,
    );
    expect(second.status).toBe(201);
    const { key } = await newKey({ role: 'admin' });
    for (const surface of surfaces) {
      expect(surface.rows(await surface.get('/tenants', key), 'tenants').map(({ id }) => id)).toEqual([tenant.id]);
      expect((await surface.get(`/tenants/${second.body.id}`, tenant.admin.token)).status).toBe(200);
      expectRefusal(surface, await surface.get(`/tenants/${second.body.id}`, key), 404);
      expectRefusal(surface, await surface.put(`/tenants/${second.body.id}`, { name: 'Mine' }, key), 404);
    }
  });

  it('not any by a key of the operator', async () => {
    const { token } = await operator();
    const { id, key } = await newKey({ role: 'admin' }, token);
    for (const surface of surfaces) {
      expectRefusal(surface, await surface.get(`/tenants/${tenant.id}`, key), 404);
      expect(surface.rows(await surface.get('/tenants', key), 'tenants')).toHaveLength(1);
    }
    await on.send('DELETE', `/api-keys/${id}`, { token });
  });
});

describe('A-420: what a key does', () => {
  it('is on the trail by its id, as an API key; what a user does, as a user', async () => {
    const { id, key } = await newKey();
    const made = on.data(await on.post(PRODUCTS, product(), key));
    await on.put(`${PRODUCTS}/${made.id}`, { selling_price: 10 }, tenant.admin.token);
    const trail = on.rows(await on.get(`/audit?record_id=${made.id}`, tenant.admin.token), 'entries');
    expect(trail.map(({ action, actor_id, actor_kind }) => [action, actor_id, actor_kind])).toEqual([
      ['update', tenant.admin.id, 'user'],
      ['create', id, 'api_key'],
    ]);
    const own = on.rows(await on.get(`/audit?actor_id=${id}`, tenant.admin.token), 'entries');
    expect(own.map(({ record_id }) => record_id)).toEqual([made.id]);
  });

  it('has Idempotency-Keys apart from those of users and other keys', async () => {
    const [one, other] = [await newKey(), await newKey()];
    const headers = { 'idempotency-key': unique('once') };
    const body = { name: 'Teh', category: 'Minuman', purchase_price: 1, selling_price: 2 };
    const send = (token: string, sku: string) => on.send('POST', PRODUCTS, { body: { ...body, sku }, headers, token });
    const sku = unique('sku');
    const first = await send(one.key, sku);
    expect(first.status).toBe(201);
    const again = await send(one.key, sku);
    expect([again.status, on.data(again).id, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      on.data(first).id,
      'true',
    ]);
    for (const token of [other.key, tenant.admin.token]) {
      const answer = await send(token, unique('sku'));
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, null]);
    }
  });

  it('stands in reports and on receipts by its name, also when it was renamed or deleted', async () => {
    const shop = await newTenant();
    const { id, key, name } = await newKey({ name: 'Kaunter dalam talian' }, shop.admin.token);
    const { id: product_id } = on.data(await on.post(PRODUCTS, { ...product(), current_stock: 5 }, key));
    const sold = await on.post(
      '/retail/sales',
      { items: [{ product_id, quantity: 1, unit_price: 9 }], payment_method: 'cash' },
      key,
    );
    expect(sold.status).toBe(201);
    const rows = async () =>
      on.data(await on.get('/retail/reports/daily-closing?group_by=cashier', shop.admin.token)).rows as Json[];
    expect((await rows()).map((row) => JSON.stringify(row)).join()).toContain(name);
    const payments = on.rows(await on.get('/retail/payments', shop.admin.token), 'payments');
    expect(payments[0]).toMatchObject({ received_by: id, received_by_name: name });
    await on.send('DELETE', `/api-keys/${id}`, { token: shop.admin.token });
    expect((await rows()).map((row) => JSON.stringify(row)).join()).toContain(name);
  });

  it('is logged by the id of the key, not as a user', async () => {
    const { id, key } = await newKey();
    const requestId = unique('request');
    await on.send('GET', PRODUCTS, { token: key, headers: { 'x-request-id': requestId } });
    // Lines are written within 100 ms (logging.ts).
    await new Promise((done) => setTimeout(done, 300));
    const lines = logLines().map((text) => JSON.parse(text));
    const line = lines.find(({ request_id }) => request_id === requestId);
    expect(line).toMatchObject({ tenant_id: tenant.id, api_key_id: id });
    expect(line.user_id).toBeUndefined();
  });
});

it('A-414: the hash of a key opens nothing', async () => {
  const { key } = await newKey();
  const hash = createHash('sha256').update(key);
  for (const text of [hash.copy().digest('hex'), hash.copy().digest('base64url'), randomBytes(32).toString('hex')])
    expect((await on.get(PRODUCTS, text)).status).toBe(401);
});
