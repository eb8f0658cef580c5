import { call } from '../../support/client.js';
import { contractSurface, surfaces } from '../../support/core-surfaces.js';
import { expectError } from '../../support/http-shapes.js';
import { newTenant, newUser, PASSWORD, unique } from '../../support/people.js';

/** A path with its trailing slash put on or taken off. */
function otherForm(url: string): string {
  const [path = '', query] = url.split('?');
  const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  return query === undefined ? other : `${other}?${query}`;
}

describe.each(surfaces)('slashes at the end of paths of the $name surface', (on) => {
  const both = (path: string) => [on.url(path), otherForm(on.url(path))] as const;

  it('serves both slash forms of every reading alike and never redirects (A-01)', async () => {
    const tenant = await newTenant();
    const { token, id } = tenant.admin;
    const reads = ['/users', `/users?${on.size}=1`, `/users/${id}`, '/tenants', `/tenants/${tenant.id}`];
    if (on !== contractSurface) reads.push('/audit');
    for (const path of reads) {
      const [stated, other] = await Promise.all(both(path).map((url) => call('GET', url, { token })));
      expect([path, stated?.status]).toEqual([path, 200]);
      expect(other?.status).toBe(200);
      expect(other?.body).toEqual(stated?.body);
      expect(other?.headers.get('location')).toBeNull();
    }
  });

  it('serves both slash forms of every change alike: the body is not lost on the way (A-01)', async () => {
    const tenant = await newTenant();
    const { token, id } = tenant.admin;
    for (const url of both('/users')) {
      const email = `${unique('slash')}@example.com`;
      const body = { email, username: email, password: PASSWORD, first_name: 'Aina', last_name: 'Lim' };
      const made = await call('POST', url, { token, body: { ...body, role: on.role('STAFF') } });
      expect([made.status, on.data(made).email]).toEqual([201, email]);
    }
    for (const url of both('/tenants')) {
      const name = unique('Kedai');
      const body = { name, email: 'kedai@example.com', business_type: on.businessType('BEAUTY') };
      const made = await call('POST', url, { token, body });
      expect([made.status, on.data(made).name]).toEqual([201, name]);
    }
    for (const url of both(`/users/${id}`)) {
      const first_name = unique('Nur');
      const changed = await call('PUT', url, { token, body: { first_name } });
      expect([changed.status, on.data(changed).first_name]).toEqual([200, first_name]);
    }
  });

  it('serves both slash forms of signing in, refreshing and signing out (A-01)', async () => {
    const { admin } = await newTenant();
    const body = { email: admin.email, username: admin.username, password: PASSWORD };
    const [login, refresh, logout] = [both('/auth/login'), both('/auth/refresh'), both('/auth/logout')];
    for (const form of [0, 1] as const) {
      const signedIn = await call('POST', login[form], { body });
      expect(signedIn.status).toBe(200);
      const { access_token, refresh_token } = on.data(signedIn);
      expect((await call('POST', refresh[form], { body: { refresh_token } })).status).toBe(200);
      expect((await call('POST', logout[form], { token: access_token })).status).toBe(200);
    }
  });

  it('refuses alike in both slash forms: 401, 404, 405, unknown paths (A-01)', async () => {
    const { admin } = await newTenant();
    const cases: [method: string, path: string, token: string | undefined, status: number][] = [
      ['GET', '/users', undefined, 401],
      ['GET', '/users/unknown', admin.token, 404],
      ['PATCH', '/users', undefined, 405],
      ['GET', '/nowhere', undefined, 404],
    ];
    for (const [method, path, token, status] of cases)
      for (const url of both(path)) expectError(on, await call(method, url, { token }), status);
  });

  it('names pages in the stated form, in whichever form they were asked for (A-01)', async () => {
    const { admin } = await newTenant();
    for (const url of both(`/users?${on.size}=1`)) {
      const link = (await call('GET', url, { token: admin.token })).headers.get('link') ?? '';
      expect(link).toContain(`<${on.url('/users')}?`);
      expect(link).not.toContain(`<${otherForm(on.url('/users'))}?`);
    }
  });
});

describe('slashes at the end of paths that only the reference surface has', () => {
  it('serves both slash forms of registering, changing a password and deleting (A-01)', async () => {
    const tenant = await newTenant();
    for (const slash of ['', '/']) {
      const name = unique('slash');
      const body = { username: name, email: `${name}@example.com`, password: PASSWORD };
      expect((await call('POST', `/api/v1/auth/register${slash}`, { body })).status).toBe(201);
      const { id, token } = await newUser(tenant, 'staff');
      const passwords = { current_password: PASSWORD, new_password: 'An0therPass!' };
      const changed = await call('POST', `/api/v1/users/${id}/change-password${slash}`, { token, body: passwords });
      expect(changed.status).toBe(200);
      const gone = await call('DELETE', `/api/v1/users/${id}${slash}`, { token: tenant.admin.token });
      expect([gone.status, gone.body.data]).toEqual([200, { id, deleted: true }]);
    }
  });
});
