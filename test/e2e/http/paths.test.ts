import { call } from '../../support/client.js';
import { contractSurface, surfaces } from '../../support/core-surfaces.js';
import { raw } from '../../support/http-raw.js';
import { expectError } from '../../support/http-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const rubbish = [
  ...['%', '%%', '%zz', '%0', '%00', '%ff', '%c0%af', '%ed%a0%80', '%F0%9F%8D%9C', '%u0041', '%25zz', '%2500', 'a%00b'],
  ...[
    '..',
    '.',
    '%2e%2e',
    '..%2f..%2fusers',
    '%2F',
    '%5c',
    '~',
    ';',
    ';id=1',
    ':',
    '@',
    '$',
    '!',
    '*',
    '(',
    ')',
    '[]',
    '{}',
  ],
  ...["'", '%22', "1'--", '1%3Bselect', '-0', '+1', '1.0', '01', '0x1', '1e1', 'NaN', 'true', 'null', 'undefined'],
  ...['__proto__', 'constructor', 'toString', 'prototype', 'a'.repeat(7_000), '%61'.repeat(2_000), '1'.repeat(5_000)],
];

describe.each(surfaces)('paths of the $name surface', (on) => {
  let tenant: TestTenant;
  let token: string;

  beforeAll(async () => {
    tenant = await newTenant();
    token = tenant.admin.token;
  });

  it('finds nothing by rubbish for an id, with any method, and never fails (A-16)', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const id of rubbish)
      for (const path of [`/users/${id}`, `/tenants/${id}`]) {
        const url = on.url(path);
        for (const answer of [
          await raw('GET', url, { token }),
          await raw('PUT', url, { token, headers, body: '{"first_name":5,"name":5}' }),
          ...(on === contractSurface ? [] : [await raw('DELETE', url, { token })]),
        ]) {
          expect([id.slice(0, 40), answer.status]).toEqual([id.slice(0, 40), 404]);
          expectError(on, answer, 404);
        }
      }
  });

  it('asks for a token before it says anything of an id, rubbish or not (A-15)', async () => {
    for (const id of rubbish) {
      const { status } = await raw('GET', on.url(`/users/${id}`));
      // A path that cannot be read is no path.
      expect([id.slice(0, 40), [401, 404].includes(status)]).toEqual([id.slice(0, 40), true]);
    }
  });

  it('never fails and never redirects for rubbish anywhere in a path', async () => {
    const prefix = on.url('').replace(/\/$/, '');
    for (const part of rubbish)
      for (const path of [
        `${prefix}/${part}`,
        `${prefix}/users/${part}/x`,
        `/${part}${prefix}/users`,
        `${prefix}${part}`,
      ])
        for (const sent of [{ token }, {}]) {
          const { status, body } = await raw('GET', path, sent);
          expect([path.slice(0, 60), status >= 400 && status < 500]).toEqual([path.slice(0, 60), true]);
          expect(body).toBeDefined();
        }
  });

  it('serves its paths in lower case only, and everything else is unknown', async () => {
    const [upper, mixed] = [on.url('/users').toUpperCase(), on.url('/users').replace('users', 'Users')];
    for (const path of [upper, mixed, on.url('/users').replace('v1', 'V1')])
      for (const sent of [{ token }, {}]) {
        const answer = await call('GET', path, sent);
        expect([path, answer.status]).toEqual([path, 404]);
        // `/api/V1` is not the other surface's: such a request is answered in the shape that its caller meant.
        expectError(on, answer, 404);
      }
  });

  it('takes an id in either case of its letters, and an integer as it is (A-39)', async () => {
    const { id, number } = tenant.admin;
    for (const name of [
      id,
      id.toUpperCase(),
      String(number),
      encodeURIComponent(id),
      `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
    ])
      expect(on.data(await on.get(`/users/${name}`, token)).id).toBe(id);
    expect(on.data(await on.get(`/tenants/${tenant.id.toUpperCase()}`, token)).id).toBe(tenant.id);
    for (const name of [`0${number}x`, `${number}.0`, `+${number}`, `${number}%20`])
      expectError(on, await on.get(`/users/${name}`, token), 404);
  });

  it('never fails for doubled slashes, and answers them as unknown or as what they mean', async () => {
    const prefix = on.url('').replace(/\/$/, '');
    for (const path of [
      `/${prefix}/users`,
      `${prefix}//users`,
      `${prefix}/users//`,
      `${prefix}///`,
      `${prefix}/users//x`,
    ]) {
      const { status } = await raw('GET', path, { token });
      expect([path, [200, 404].includes(status)]).toEqual([path, true]);
    }
  });

  it('never fails for rubbish in a query', async () => {
    const names = ['page', on.size, 'role', 'is_active', 'search', 'business_type'];
    for (const list of ['/users', '/tenants'])
      for (const value of [
        '%',
        '%zz',
        '%ff',
        '%00',
        '[]',
        '{}',
        "'",
        '%27%3B--',
        'a'.repeat(3_000),
        '%F0%9F%8D%9C',
        '=',
        '&',
      ]) {
        for (const query of [...names.map((name) => `${name}=${value}`), value, `${value}=${value}`]) {
          const answer = await raw('GET', `${on.url(list)}?${query}`, { token });
          expect([query.slice(0, 60), [200, 400].includes(answer.status)]).toEqual([query.slice(0, 60), true]);
          if (answer.status === 400) expectError(on, answer, 400);
        }
      }
    const many = Array.from({ length: 1_200 }, (_, i) => `p${i}=1`).join('&');
    expect((await raw('GET', `${on.url('/users')}?${many}`, { token })).status).toBe(200);
  });

  it('refuses every method that it does not know', async () => {
    for (const method of ['PATCH', 'TRACE', 'PROPFIND', 'LINK', 'PURGE', 'SEARCH', 'LOCK', 'MOVE'])
      for (const sent of [{ token }, {}]) expectError(on, await raw(method, on.url('/users'), sent), 405);
  });
});
