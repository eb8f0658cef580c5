import { call, type Answer, type Json } from '../../support/client.js';
import { INSTANT, UUID, expectConflict, expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';
import { DEAF_URL, createWebhook, newWebhook } from '../../support/webhooks.js';

const PATH = '/webhooks';
const fields = [
  'id',
  'tenant_id',
  'url',
  'description',
  'event_types',
  'ordering',
  'header_names',
  'status',
  'disabled_reason',
  'failing_since',
  'last_success_at',
  'pending',
  'last_sequence',
  'previous_secret_expires_at',
  'created_at',
  'updated_at',
];

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const read = (id: string): Promise<Answer> => on.get(`${PATH}/${id}`, tenant.admin.token);
const put = (id: string, body: Json): Promise<Answer> => on.put(`${PATH}/${id}`, body, tenant.admin.token);
const act = (id: string, verb: string, body: Json = {}): Promise<Answer> =>
  on.post(`${PATH}/${id}/${verb}`, body, tenant.admin.token);
const trailOf = async (id: string): Promise<Json[]> =>
  on.rows(await on.get(`/audit?record_id=${id}`, tenant.admin.token), 'entries');

describe('A-437: a webhook', () => {
  it('is shown with exactly its fields, in their order', async () => {
    const created = await createWebhook(tenant);
    expect(created.status).toBe(201);
    const { secret, ...view } = on.data(created);
    expect(Object.keys(view)).toEqual(fields);
    expect(view).toEqual({
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      url: DEAF_URL,
      description: null,
      event_types: ['*'],
      ordering: 'none',
      header_names: [],
      status: 'active',
      disabled_reason: null,
      failing_since: null,
      last_success_at: null,
      pending: 0,
      last_sequence: 0,
      previous_secret_expires_at: null,
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
    });
    expect(created.headers.get('location')).toBe(`/api/v1/webhooks/${view.id}/`);
    expect(created.headers.get('cache-control')).toBe('no-store');
    const found = await read(view.id);
    expect(on.data(found)).toEqual(view);
    expect(found.headers.get('cache-control')).toBe('no-store');
    const listed = await on.get(PATH, tenant.admin.token);
    expect(on.rows(listed, 'webhooks')[0]).toEqual(view);
    expect(listed.headers.get('cache-control')).toBe('no-store');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  it('is changed by nothing when the body of GET is sent back', async () => {
    const headers = { Authorization: 'Bearer 1', 'X-Shop': '7' };
    const body = { description: 'ERP', event_types: ['retail.product.*'], ordering: 'strict', headers };
    const { id } = await newWebhook(tenant, body);
    const before = await read(id);
    const answer = await put(id, on.data(before));
    expect(answer.status).toBe(200);
    const after = await read(id);
    expect(on.data(after)).toEqual(on.data(before));
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect((await trailOf(id)).map(({ action }) => action)).toEqual(['create']);
  });

  it('is changed by PUT; absent fields stay', async () => {
    const { id } = await newWebhook(tenant, { description: 'Old' });
    const changed = await put(id, { url: `${DEAF_URL}/2`, event_types: ['*'], ordering: 'strict' });
    expect(on.data(changed)).toMatchObject({ url: `${DEAF_URL}/2`, description: 'Old', ordering: 'strict' });
    expect(on.data(await put(id, { description: null })).description).toBeNull();
  });

  it('is refused by the name of a wrong field, and then nothing is made', async () => {
    const wrong: [string, Json][] = [
      ['url', { url: undefined }],
      ['url', { url: null }],
      ['url', { url: '' }],
      ['url', { url: 'ftp://127.0.0.1/' }],
      ['url', { url: 'not a url' }],
      ['url', { url: `https://127.0.0.1/${'x'.repeat(2_000)}` }],
      ['url', { url: 'http://user:pass@127.0.0.1/' }],
      ['url', { url: 'http://127.0.0.1/#part' }],
      ['url', { url: 'http://10.0.0.1/' }],
      ['url', { url: 'https://169.254.169.254/latest/meta-data' }],
      ['url', { url: 'https://0x0a000001/' }],
      ['url', { url: 'https://[::ffff:10.0.0.1]/' }],
      ['url', { url: 'https://[fd00::1]/' }],
      ['description', { description: 'x'.repeat(501) }],
      ['event_types', { event_types: [] }],
      ['event_types', { event_types: null }],
      ['event_types', { event_types: 'core.*' }],
      ['event_types', { event_types: Array.from({ length: 201 }, () => '*') }],
      ['ordering', { ordering: 'fifo' }],
      ['ordering', { ordering: null }],
      ['headers', { headers: ['x'] }],
    ];
    const total = on.total(await on.get(PATH, tenant.admin.token));
    for (const [field, body] of wrong) expectInvalid(on, await createWebhook(tenant, body), field);
    expect(on.total(await on.get(PATH, tenant.admin.token))).toBe(total);
    const { id } = await newWebhook(tenant);
    for (const [field, body] of wrong.slice(1)) expectInvalid(on, await put(id, body), field);
    expect(on.data(await read(id))).toMatchObject({ url: DEAF_URL, event_types: ['*'], ordering: 'none' });
  });

  it('is one of at most 20 of a tenant, also of 30 that are made at once', async () => {
    const other = await newTenant();
    const answers = await Promise.all(Array.from({ length: 30 }, () => createWebhook(other)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(20);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectConflict(on, answer, 'url');
    expect(on.total(await on.get(PATH, other.admin.token))).toBe(20);
    const { id } = on.data(made[0] as Answer);
    expect((await on.send('DELETE', `${PATH}/${id}`, { token: other.admin.token })).status).toBe(200);
    expect((await createWebhook(other)).status).toBe(201);
  });

  it('of another tenant is unknown on every route, and so is a deleted one', async () => {
    const theirs = await newWebhook(await newTenant());
    const deleted = await newWebhook(tenant);
    const { token } = tenant.admin;
    expect(on.data(await on.send('DELETE', `${PATH}/${deleted.id}`, { token }))).toEqual({
      id: deleted.id,
      deleted: true,
    });
    for (const id of [theirs.id, deleted.id, UNKNOWN_ID, 'x']) {
      expectRefusal(on, await read(id), 404);
      expectRefusal(on, await put(id, { ordering: 'fifo' }), 404);
      for (const verb of ['enable', 'disable', 'rotate-secret', 'test', 'replay', `deliveries/${UNKNOWN_ID}/retry`])
        expectRefusal(on, await act(id, verb), 404);
      expectRefusal(on, await on.get(`${PATH}/${id}/deliveries`, token), 404);
      expectRefusal(on, await on.get(`${PATH}/${id}/deliveries/${UNKNOWN_ID}`, token), 404);
      expectRefusal(on, await on.send('DELETE', `${PATH}/${id}`, { token }), 404);
    }
  });

  it('is for administrators', async () => {
    const { id } = await newWebhook(tenant);
    const { token } = await newUser(tenant, 'manager');
    const refused = [
      await on.get(PATH, token),
      await on.post(PATH, { url: DEAF_URL }, token),
      await on.get(`${PATH}/${id}`, token),
      await on.put(`${PATH}/${id}`, {}, token),
      await on.send('DELETE', `${PATH}/${id}`, { token }),
      await on.get(`${PATH}/${id}/deliveries`, token),
      await on.post(`${PATH}/${id}/test`, {}, token),
    ];
    for (const answer of refused) expectRefusal(on, answer, 403);
  });
});

describe('A-438: event_types', () => {
  it('are names and patterns of known types, each kept once', async () => {
    const event_types = ['retail.product.created', 'core.*', 'retail.product.*', 'core.*'];
    const { id } = await newWebhook(tenant, { event_types });
    expect(on.data(await read(id)).event_types).toEqual(['retail.product.created', 'core.*', 'retail.product.*']);
  });

  it.each(['retail', 'retail.product', 'retail.product.sold', 'toys.*', '*.created', 'retail.**', '', 'Core.*'])(
    'refuses %j by the name of the field',
    async (pattern) => {
      expectInvalid(on, await createWebhook(tenant, { event_types: ['*', pattern] }), 'event_types');
    },
  );
});

describe('A-446: a webhook that is disabled by hand', () => {
  it('says so, and is active again once it is enabled', async () => {
    const { id } = await newWebhook(tenant);
    const disabled = on.data(await act(id, 'disable'));
    expect(disabled).toMatchObject({ status: 'disabled', disabled_reason: 'manual' });
    expect(on.data(await act(id, 'disable'))).toEqual(disabled);
    expect(on.data(await act(id, 'enable'))).toMatchObject({ status: 'active', disabled_reason: null });
    expect((await act(id, 'enable')).status).toBe(200);
    expect((await trailOf(id)).map(({ action }) => action)).toEqual(['enable', 'disable', 'create']);
  });
});

describe('A-452: webhooks', () => {
  it('are on the audit trail without path, headers and secret', async () => {
    const url = `http://127.0.0.1:9/hemlig-${unique('path')}`;
    const { id, secret } = await newWebhook(tenant, { url, headers: { Authorization: 'Bearer hemlig' } });
    await put(id, { url: `${url}/2`, description: 'ERP' });
    await act(id, 'rotate-secret');
    await act(id, 'disable');
    await act(id, 'enable');
    await on.send('DELETE', `${PATH}/${id}`, { token: tenant.admin.token });
    const answer = await on.get(`/audit?record_id=${id}`, tenant.admin.token);
    const trail = on.rows(answer, 'entries');
    expect(trail.map(({ action, record_type }) => [action, record_type])).toEqual(
      ['delete', 'enable', 'disable', 'rotate_secret', 'update', 'create'].map((action) => [action, 'webhook']),
    );
    expect(trail[4].changes).toMatchObject({
      sealed_url: { withheld: true },
      description: { before: null, after: 'ERP' },
    });
    expect(answer.text).not.toMatch(/hemlig/);
    expect(answer.text).not.toContain(secret);
  });

  it('heed If-Match', async () => {
    const { id } = await newWebhook(tenant);
    const tag = (await read(id)).headers.get('etag') as string;
    const headers = { 'if-match': tag };
    const { token } = tenant.admin;
    const change = { token, headers, body: { description: 'x' } };
    expect((await on.send('PUT', `${PATH}/${id}`, change)).status).toBe(200);
    expect((await on.send('PUT', `${PATH}/${id}`, change)).status).toBe(412);
    for (const verb of ['enable', 'disable', 'rotate-secret', 'test', 'replay'])
      expect((await on.send('POST', `${PATH}/${id}/${verb}`, { ...change, body: {} })).status).toBe(
        verb === 'replay' ? 400 : 412,
      );
    expect((await on.send('DELETE', `${PATH}/${id}`, { token, headers })).status).toBe(412);
  });

  it('are made once for an Idempotency-Key, and a repeated answer has no secret (A-439)', async () => {
    const headers = { 'Idempotency-Key': unique('key') };
    const { token } = tenant.admin;
    const send = () => on.send('POST', PATH, { token, headers, body: { url: DEAF_URL } });
    const [first, second] = await Promise.all([send(), send()]);
    const secrets = [first, second].map((answer) => on.data(answer).secret);
    expect(secrets.filter((secret) => secret === null)).toHaveLength(1);
    expect(on.data(first).id).toBe(on.data(second).id);
    expect(on.data(await send())).toMatchObject({ id: on.data(first).id, secret: null });

    const rotate = () =>
      on.send('POST', `${PATH}/${on.data(first).id}/rotate-secret`, {
        token,
        headers: { 'Idempotency-Key': `${headers['Idempotency-Key']}-2` },
        body: {},
      });
    expect(on.data(await rotate()).secret).toMatch(/^whsec_/);
    const again = await rotate();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(on.data(again).secret).toBeNull();
  });

  it('are refused in Malay too', async () => {
    const answer = await call('POST', on.url(PATH), {
      token: tenant.admin.token,
      body: { url: DEAF_URL, event_types: ['toys.*'] },
      headers: { 'accept-language': 'ms' },
    });
    expect(on.error(answer).message).toContain('mestilah jenis peristiwa');
  });

  it('are opened to API keys by the scopes of their tag (A-416)', async () => {
    const keyWith = async (scopes: string[], role = 'admin'): Promise<string> =>
      on.data(await on.post('/api-keys', { name: unique('key'), scopes, role }, tenant.admin.token)).key;
    const [reader, writer, manager] = await Promise.all([
      keyWith(['webhooks:read']),
      keyWith(['webhooks:write']),
      keyWith(['webhooks:read'], 'manager'),
    ]);
    expect((await on.get(PATH, reader)).status).toBe(200);
    expectRefusal(on, await on.post(PATH, { url: DEAF_URL }, reader), 403, 'SCOPE_MISSING');
    expect((await on.post(PATH, { url: DEAF_URL }, writer)).status).toBe(201);
    expectRefusal(on, await on.get(PATH, writer), 403, 'SCOPE_MISSING');
    expectRefusal(on, await on.get(PATH, manager), 403);
  });
});
