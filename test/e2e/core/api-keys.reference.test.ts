import { call, type Answer, type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal, INSTANT, UUID } from '../../support/core-shapes.js';
import { newTenant, newUser, signIn, unique, PASSWORD, type TestTenant } from '../../support/people.js';

const PATH = '/api-keys';
const KEY = /^usk_[0-9A-Za-z]{70}$/;
const DAY_MS = 86_400_000;
const fields = [
  'id',
  'name',
  'scopes',
  'role',
  'allowed_addresses',
  'rate_limit',
  'expires_at',
  'hint',
  'state',
  'rotated_at',
  'previous_until',
  'last_used_at',
  'last_used_address',
  'created_by',
  'created_at',
  'updated_at',
];

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const create = (body: Record<string, unknown> = {}, of = tenant): Promise<Answer> =>
  on.post(PATH, { name: unique('key'), scopes: ['retail:read'], ...body }, of.admin.token);
const made = async (body: Record<string, unknown> = {}, of = tenant): Promise<Json> => {
  const answer = await create(body, of);
  expect(answer.status).toBe(201);
  return on.data(answer);
};
const read = async (id: string): Promise<Json> => on.data(await on.get(`${PATH}/${id}`, tenant.admin.token));
const trailOf = async (id: string): Promise<Json[]> =>
  on.rows(await on.get(`/audit?record_id=${id}`, tenant.admin.token), 'entries');

describe('A-415: an API key', () => {
  it('is shown once, in the answer that makes it', async () => {
    const answer = await create({ name: 'Online shop' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { key, ...view } = on.data(answer);
    expect(key).toMatch(KEY);
    expectKeys(view, fields);
    expect(view).toMatchObject({
      id: expect.stringMatching(UUID),
      name: 'Online shop',
      scopes: ['retail:read'],
      role: 'staff',
      allowed_addresses: [],
      rate_limit: null,
      hint: key.slice(-4),
      state: 'active',
      rotated_at: null,
      previous_until: null,
      last_used_at: null,
      last_used_address: null,
      created_by: tenant.admin.id,
      created_at: expect.stringMatching(INSTANT),
    });
    expect(Date.parse(view.expires_at) - Date.parse(view.created_at)).toBe(365 * DAY_MS);
    // Every answer of every test is searched for keys that were shown before (test/support/secrets.ts).
    expect(await read(view.id)).toEqual(view);
    const listed = on.rows(await on.get(PATH, tenant.admin.token), 'api_keys');
    expect(listed[0]).toEqual(view);
    const trail = await trailOf(view.id);
    expect(trail.map(({ action, record_type, actor_kind }) => [action, record_type, actor_kind])).toEqual([
      ['create', 'api key', 'user'],
    ]);
    expect(trail[0].changes.secret_hash).toEqual({ withheld: true });
    expect(trail[0].changes.scopes).toEqual({ before: null, after: ['retail:read'] });
  });

  it('expires as told; never with null, and not in the past', async () => {
    const expires_at = new Date(Date.now() + 2 * DAY_MS).toISOString();
    expect((await made({ expires_at })).expires_at).toBe(expires_at);
    expect((await made({ expires_at: null })).expires_at).toBeNull();
    for (const past of [new Date(Date.now() - 1).toISOString(), '2020-01-01'])
      expectInvalid(on, await create({ expires_at: past }), 'expires_at');
  });

  it('is changed in all but its secret; absent fields stay', async () => {
    const { key, ...before } = await made({ name: 'Till', rate_limit: 60 });
    const changed = await on.put(
      `${PATH}/${before.id}`,
      { scopes: ['retail:write'], role: 'manager', allowed_addresses: ['203.0.113.0/24'], rate_limit: null },
      tenant.admin.token,
    );
    expect(changed.status).toBe(200);
    expect(on.data(changed)).toEqual({
      ...before,
      scopes: ['retail:write'],
      role: 'manager',
      allowed_addresses: ['203.0.113.0/24'],
      rate_limit: null,
      updated_at: expect.stringMatching(INSTANT),
    });
    expect(key.slice(-4)).toBe(before.hint);
    expect((await trailOf(before.id))[0]).toMatchObject({
      action: 'update',
      changes: { role: { before: 'staff', after: 'manager' }, rate_limit: { before: 60, after: null } },
    });
  });

  it('is refused by the name of a wrong field, and then nothing is made', async () => {
    const total = on.total(await on.get(PATH, tenant.admin.token));
    const wrong: [string, Record<string, unknown>][] = [
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(101) }],
      ['name', { name: null }],
      ['scopes', { scopes: [] }],
      ['scopes', { scopes: ['retail:read', 'toys:read'] }],
      ['scopes', { scopes: ['retail'] }],
      ['scopes', { scopes: ['retail:admin'] }],
      ['scopes', { scopes: null }],
      ['scopes', { scopes: undefined }],
      ['role', { role: 'owner' }],
      ['role', { role: null }],
      ['allowed_addresses', { allowed_addresses: ['300.1.1.1/8'] }],
      ['allowed_addresses', { allowed_addresses: Array.from({ length: 51 }, (_, i) => `10.0.${i}.0/24`) }],
      ['rate_limit', { rate_limit: 0 }],
      ['rate_limit', { rate_limit: 100_001 }],
      ['rate_limit', { rate_limit: 1.5 }],
      ['expires_at', { expires_at: 'tomorrow' }],
    ];
    for (const [field, body] of wrong) expectInvalid(on, await create(body), field);
    expect(on.total(await on.get(PATH, tenant.admin.token))).toBe(total);
  });

  it('is unknown once it was deleted, and its name stays on the trail without hashes', async () => {
    const { id } = await made();
    const deleted = await on.send('DELETE', `${PATH}/${id}`, { token: tenant.admin.token });
    expect(deleted.status).toBe(200);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expectRefusal(
        on,
        await on.send(method, `${PATH}/${id}`, { token: tenant.admin.token, body: method === 'PUT' ? {} : undefined }),
        404,
      );
    expectRefusal(on, await on.post(`${PATH}/${id}/rotate`, {}, tenant.admin.token), 404);
    expect((await trailOf(id)).map(({ action }) => action)).toEqual(['delete', 'create']);
  });

  it('of another tenant is unknown', async () => {
    const other = await newTenant();
    const { id } = await made({}, other);
    for (const unknown of [id, UNKNOWN_ID, 'x']) {
      expectRefusal(on, await on.get(`${PATH}/${unknown}`, tenant.admin.token), 404);
      expectRefusal(on, await on.post(`${PATH}/${unknown}/rotate`, {}, tenant.admin.token), 404);
    }
  });

  it('is for administrators alone', async () => {
    const { id } = await made();
    for (const role of ['manager', 'staff', 'user'] as const) {
      const { token } = await newUser(tenant, role);
      expectRefusal(on, await on.get(PATH, token), 403);
      expectRefusal(on, await on.get(`${PATH}/${id}`, token), 403);
      expectRefusal(on, await on.post(PATH, { name: 'Mine', scopes: ['*:read'] }, token), 403);
      expectRefusal(on, await on.post(`${PATH}/${id}/rotate`, {}, token), 403);
    }
  });

  it('has no use for an Idempotency-Key: two requests make two keys', async () => {
    const headers = { 'idempotency-key': unique('same') };
    const body = { name: 'Twice', scopes: ['*:read'] };
    const send = () => on.send('POST', PATH, { body, headers, token: tenant.admin.token });
    const [one, other] = [await send(), await send()];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(on.data(one).id).not.toBe(on.data(other).id);
    expect(other.headers.get('idempotent-replayed')).toBeNull();
  });
});

describe('A-415: the 101st key', () => {
  it('is refused with 409, also when many come at once from two administrators; a deleted one makes room', async () => {
    const full = await newTenant();
    const second = await newUser(full, 'admin');
    const tokens = [full.admin.token, second.token];
    const send = (i: number) => on.post(PATH, { name: `key ${i}`, scopes: ['*:read'] }, tokens[i % 2]);
    for (let begun = 0; begun < 90; begun += 15)
      await Promise.all(Array.from({ length: 15 }, (_, i) => send(begun + i)));
    const last = await Promise.all(Array.from({ length: 20 }, (_, i) => send(i)));
    expect(last.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const answer of last.filter(({ status }) => status !== 201)) expectConflict(on, answer, 'name');
    const listed = await on.get(PATH, full.admin.token);
    expect(on.total(listed)).toBe(100);
    const [{ id }] = on.rows(listed, 'api_keys');
    await on.send('DELETE', `${PATH}/${id}`, { token: full.admin.token });
    expect((await send(0)).status).toBe(201);
    expect((await send(1)).status).toBe(409);
  });
});

describe('A-418: rotation', () => {
  const rotate = (id: string, body: Json = {}, token = tenant.admin.token) =>
    on.post(`${PATH}/${id}/rotate`, body, token);

  it('gives the same key a new secret, shown once, and keeps the former one for 24 hours', async () => {
    const { key, ...before } = await made();
    const answer = await rotate(before.id);
    expect(answer.status).toBe(200);
    const { key: next, ...after } = on.data(answer);
    expect(next).toMatch(KEY);
    expect(next).not.toBe(key);
    expect(next.slice(0, 36)).toBe(key.slice(0, 36));
    expect(after).toMatchObject({ id: before.id, hint: next.slice(-4), expires_at: before.expires_at });
    expect(Date.parse(after.previous_until) - Date.parse(after.rotated_at)).toBe(DAY_MS);
    expect(await read(before.id)).toEqual(after);
    expect((await trailOf(before.id)).map(({ action }) => action)).toEqual(['rotate', 'create']);
  });

  it('without an overlap names no former one', async () => {
    const { id } = await made();
    expect(on.data(await rotate(id, { overlap_hours: 0 })).previous_until).toBeNull();
    expect(on.data(await rotate(id, { overlap_hours: 720 })).previous_until).not.toBeNull();
    for (const overlap_hours of [-1, 721, 1.5, null, '24'])
      expectInvalid(on, await rotate(id, { overlap_hours }), 'overlap_hours');
  });

  it('can move the expiry, and not into the past', async () => {
    const { id } = await made();
    const expires_at = new Date(Date.now() + DAY_MS).toISOString();
    expect(on.data(await rotate(id, { expires_at })).expires_at).toBe(expires_at);
    expect(on.data(await rotate(id, { expires_at: null })).expires_at).toBeNull();
    expectInvalid(on, await rotate(id, { expires_at: '2020-01-01' }), 'expires_at');
  });

  it('by another administrator ends the suspension that came with the maker', async () => {
    const maker = await newUser(tenant, 'admin');
    const answer = await on.post(PATH, { name: 'Left behind', scopes: ['*:read'] }, maker.token);
    const { id } = on.data(answer);
    await on.put(`/users/${maker.id}`, { role: 'staff' }, tenant.admin.token);
    expect((await read(id)).state).toBe('suspended');
    await on.put(`/users/${maker.id}`, { role: 'admin' }, tenant.admin.token);
    expect((await read(id)).state).toBe('active');
    await on.put(`/users/${maker.id}`, { is_active: false }, tenant.admin.token);
    expect((await read(id)).state).toBe('suspended');
    expect(on.data(await rotate(id))).toMatchObject({ state: 'active', created_by: maker.id });
    expect((await read(id)).state).toBe('active');
  });

  it('of an account that was demoted in the meantime is refused', async () => {
    const own = await newTenant();
    const maker = await newUser(own, 'admin');
    const [made, demoted] = await Promise.all([
      on.post(PATH, { name: 'Race', scopes: ['*:read'] }, maker.token),
      on.put(`/users/${maker.id}`, { role: 'staff' }, own.admin.token),
    ]);
    expect(demoted.status).toBe(200);
    expect([201, 403]).toContain(made.status);
    if (made.status === 201)
      expect(on.data(await on.get(`${PATH}/${on.data(made).id}`, own.admin.token)).state).toBe('suspended');
  });
});

it('A-415: no API key stands on the contract surface', async () => {
  const { token } = await signIn(tenant.admin.username, PASSWORD, tenant.id);
  expect((await call('GET', '/v1/api-keys', { token })).status).toBe(404);
});
