import { call, type Answer } from '../../support/client.js';
import { contractSurface, UNKNOWN_ID, surfaces } from '../../support/core-surfaces.js';
import { expectError, pendingUsers } from '../../support/http-shapes.js';
import { newTenant, PASSWORD, type TestTenant } from '../../support/people.js';

const ORIGIN = 'https://shop.example';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const listed = (answer: Answer, name: string): string[] =>
  (answer.headers.get(name) ?? '').split(',').flatMap((entry) => entry.trim().toLowerCase() || []);

/** The parts of a Link header by their relation. */
function linksOf(answer: Answer): Record<string, { path: string; query: Record<string, string> }> {
  const links = (answer.headers.get('link') ?? '').split(/,\s*(?=<)/).map((part) => {
    const [, target = '', rel = ''] = /^<([^>]+)>; rel="(\w+)"$/.exec(part) ?? [];
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    return [rel, { path: pathname, query: Object.fromEntries(searchParams) }] as const;
  });
  return Object.fromEntries(links);
}

describe.each(surfaces)('headers on the $name surface', (on) => {
  let tenant: TestTenant;
  let token: string;

  beforeAll(async () => {
    tenant = await newTenant();
    token = tenant.admin.token;
    await pendingUsers(tenant, 4);
  });

  it('links to the first, previous, next and last page, with everything else that was asked', async () => {
    const links = async (query: string) => linksOf(await on.get(`/users?${query}`, token));
    const to = (page: number, more: object = {}) => ({
      path: on.url('/users'),
      query: { ...more, page: String(page), [on.size]: '2' },
    });
    expect(await links(`${on.size}=2`)).toEqual({ first: to(1), next: to(2), last: to(3) });
    expect(await links(`${on.size}=2&page=2`)).toEqual({ first: to(1), prev: to(1), next: to(3), last: to(3) });
    expect(await links(`${on.size}=2&page=3`)).toEqual({ first: to(1), prev: to(2), last: to(3) });
    expect(await links(`${on.size}=2&page=9`)).toEqual({ first: to(1), prev: to(3), last: to(3) });
    const more = { role: on.role('STAFF'), foo: 'a b&c>,"é' };
    const asked = new URLSearchParams(more).toString();
    expect(await links(`${asked}&${on.size}=2`)).toEqual({ first: to(1, more), next: to(2, more), last: to(2, more) });
    expect(Object.keys(await links(`role=${on.role('MANAGER')}`)).sort()).toEqual(['first', 'last']);
  });

  it('says nothing twice, from every source: an operation, its refusal, the router, or what stands before them', async () => {
    const headers = { origin: ORIGIN, 'accept-language': 'ms', 'access-control-request-method': 'PUT' };
    const asked: [method: string, path: string, token?: string][] = [
      ['GET', '/users', token],
      ['HEAD', '/users', token],
      ['GET', `/users/${tenant.admin.id}`, token],
      ['GET', '/users/%30', token],
      ['GET', '/users'],
      ['DELETE', '/users', token],
      ['GET', '/nowhere', token],
      ['POST', '/users', token],
      ['OPTIONS', '/users'],
    ];
    for (const [method, path, bearer] of asked) {
      const answer = await call(method, on.url(path), { ...(bearer ? { token: bearer } : {}), headers });
      const twice = [...answer.headers].filter(([, value]) => {
        const entries = value.toLowerCase().split(', ');
        return new Set(entries).size < entries.length;
      });
      expect([method, path, twice]).toEqual([method, path, []]);
      expect(answer.headers.get('x-request-id')).toMatch(UUID);
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    }
  });

  it('can be walked by its links alone (A-26)', async () => {
    const seen: string[] = [];
    let next: string | undefined = on.url(`/users?${on.size}=2`);
    while (next !== undefined) {
      const answer: Answer = await call('GET', next, { token });
      seen.push(...on.rows(answer, 'users').map((user) => user.id as string));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  it('says with every 401 how to authenticate, and whether a token was the matter', async () => {
    const none = [
      await on.get('/users'),
      await on
        .send('DELETE', `/tenants/${UNKNOWN_ID}`)
        .then((answer) => (answer.status === 405 ? on.get('/tenants') : answer)),
      await on.post('/auth/logout', undefined),
      await on.login(tenant.admin.email, 'wrong password'),
      await on.post('/auth/refresh', { refresh_token: 'x.y.z' }),
      await on.send('HEAD', '/users'),
    ];
    for (const answer of none)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="usaha"']);
    const refresh = on.data(await on.login(tenant.admin.email, PASSWORD)).refresh_token;
    for (const sent of ['Bearer x', `Bearer ${token}x`, 'Bearer', 'Basic eDp5', token, `Bearer ${refresh}`, ' ']) {
      const answer = await on.send('GET', '/users', { headers: { authorization: sent } });
      expectError(on, answer, 401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="usaha"/);
    }
    const spoilt = await on.send('GET', '/users', { token: `${token}x` });
    expect(spoilt.headers.get('www-authenticate')).toBe('Bearer realm="usaha", error="invalid_token"');
  });

  it('says with a 405 which methods there are, to anybody', async () => {
    const deletes = on === contractSurface ? [] : ['DELETE'];
    const cases: [path: string, method: string, allowed: string[]][] = [
      ['/users', 'PATCH', ['GET', 'HEAD', 'POST']],
      ['/users', 'DELETE', ['GET', 'HEAD', 'POST']],
      [`/users/${UNKNOWN_ID}`, 'POST', [...deletes, 'GET', 'HEAD', 'PUT']],
      [`/tenants/${UNKNOWN_ID}`, 'PATCH', [...deletes, 'GET', 'HEAD', 'PUT']],
      ['/tenants/not-a-uuid', 'POST', [...deletes, 'GET', 'HEAD', 'PUT']],
      ['/auth/login', 'GET', ['POST']],
      ['/auth/logout', 'PUT', ['POST']],
      ['/auth/refresh', 'HEAD', ['POST']],
    ];
    for (const [path, method, allowed] of cases)
      for (const sent of [{}, { token }, { raw: '{bad', headers: { 'content-type': 'application/json' } }]) {
        if (method === 'HEAD' || method === 'GET') delete (sent as { raw?: string }).raw;
        const answer = await on.send(method, path, sent);
        expect([method, path, answer.status]).toEqual([method, path, 405]);
        expect(listed(answer, 'allow')).toEqual(allowed.map((name) => name.toLowerCase()));
        if (method !== 'HEAD') expectError(on, answer, 405);
      }
  });

  it('answers HEAD wherever it answers GET, with the same headers and no body', async () => {
    const paths = ['/users', `/users?${on.size}=1`, `/users/${tenant.admin.id}`, '/tenants', `/tenants/${tenant.id}`];
    const names = ['content-type', 'content-length', 'etag', 'link', 'cache-control', 'vary', 'www-authenticate'];
    for (const path of [...paths, `/users/${UNKNOWN_ID}`, '/users?page=x', '/nowhere'])
      for (const sent of [{ token }, {}]) {
        const [get, head] = [await on.send('GET', path, sent), await on.send('HEAD', path, sent)];
        expect([path, head.status, head.text]).toEqual([path, get.status, '']);
        for (const name of names) expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      }
  });

  it('lets no cache keep what sign-in and users answer, and others only by asking again', async () => {
    const refresh_token = on.data(await on.login(tenant.admin.email, PASSWORD)).refresh_token;
    const never = [
      await on.login(tenant.admin.email, PASSWORD),
      await on.login(tenant.admin.email, 'wrong password'),
      await on.post('/auth/refresh', { refresh_token }),
      await on.post('/auth/refresh', {}),
      await on.get('/users'),
      await on.get(`/users/${UNKNOWN_ID}`, token),
      await on.get('/users', token),
      await on.get(`/users/${tenant.admin.id}`, token),
      await on.put(`/users/${tenant.admin.id}`, {}, token),
    ];
    for (const answer of never) expect(answer.headers.get('cache-control')).toBe('no-store');
    const asking = ['/tenants', `/tenants/${tenant.id}`];
    for (const path of asking)
      expect((await on.get(path, token)).headers.get('cache-control')).toBe('private, no-cache');
  });

  it('says with every answer what it depends on', async () => {
    const answers = [
      await on.get('/users', token),
      await on.get('/users'),
      await on.get('/nowhere'),
      await on.send('PATCH', '/users'),
      await on.login(tenant.admin.email, PASSWORD),
      await on.send('GET', '/users', { token, headers: { origin: ORIGIN } }),
    ];
    for (const answer of answers)
      expect(listed(answer, 'vary')).toEqual(expect.arrayContaining(['authorization', 'origin']));
  });

  it('lets a browser of another origin ask first, then read the headers that it needs', async () => {
    const preflight = { origin: ORIGIN, 'access-control-request-method': 'PUT' };
    const wanted = ['authorization', 'content-type', 'if-match', 'x-request-id', 'mfa-code'];
    const headers = { ...preflight, 'access-control-request-headers': wanted.join(',') };
    for (const path of [`/users/${tenant.admin.id}`, '/auth/login']) {
      const asked = await on.send('OPTIONS', path, { headers });
      expect([asked.status, asked.text]).toEqual([204, '']);
      expect(['*', ORIGIN]).toContain(asked.headers.get('access-control-allow-origin'));
      expect(listed(asked, 'access-control-allow-methods')).toEqual(
        expect.arrayContaining(['get', 'head', 'post', 'put', 'delete']),
      );
      expect(listed(asked, 'access-control-allow-headers')).toEqual(expect.arrayContaining(wanted));
      expect(Number(asked.headers.get('access-control-max-age'))).toBeGreaterThan(0);
    }
    const exposed = [
      'etag',
      'link',
      'retry-after',
      'www-authenticate',
      'x-request-id',
      'allow',
      'ratelimit',
      'ratelimit-policy',
    ];
    for (const sent of [{ token }, {}]) {
      const answer = await on.send('GET', '/users', { ...sent, headers: { origin: ORIGIN } });
      expect(['*', ORIGIN]).toContain(answer.headers.get('access-control-allow-origin'));
      expect(listed(answer, 'access-control-expose-headers')).toEqual(expect.arrayContaining(exposed));
    }
  });

  it('gives every request its id, the sender’s where it is one, also where it refuses', async () => {
    const sane = ['abc', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', 'a.b:c_d-9', 'x'.repeat(128)];
    const odd = ['', ' ', 'a b', 'x'.repeat(129), 'a"b', '{"a":1}', 'ä', 'a,b', '<script>', '../x', 'x'.repeat(5_000)];
    const answers = (id: string) => {
      const headers = { 'x-request-id': id };
      return Promise.all([
        on.send('GET', '/users', { token, headers }),
        on.send('GET', '/users', { headers }),
        on.send('GET', '/nowhere', { headers }),
        on.send('PATCH', '/users', { headers }),
        on.send('POST', '/auth/login', { raw: '{bad', headers: { ...headers, 'content-type': 'application/json' } }),
      ]);
    };
    for (const id of sane) for (const answer of await answers(id)) expect(answer.headers.get('x-request-id')).toBe(id);
    const made: string[] = [];
    for (const id of odd)
      for (const answer of await answers(id)) {
        expect(answer.headers.get('x-request-id')).toMatch(UUID);
        made.push(answer.headers.get('x-request-id') as string);
      }
    expect(new Set(made).size).toBe(made.length);
  });

  it('answers JSON in UTF-8, says so, and does not say what it is made with', async () => {
    for (const answer of [await on.get('/users', token), await on.get('/users'), await on.get('/nowhere')]) {
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('x-powered-by')).toBeNull();
      expect(answer.headers.get('server')).toBeNull();
    }
  });
});
