import { call, contract, reference, type Answer } from '../../support/client.js';
import { contractSurface, everyRole, UNKNOWN_ID, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectError, expectWrong, pendingUsers } from '../../support/http-shapes.js';
import { newAccount, newTenant, newUser, PASSWORD, unique } from '../../support/people.js';

const json = { 'content-type': 'application/json' };

describe.each(surfaces)('refusals on the $name surface', (on) => {
  const tooLarge = { raw: JSON.stringify({ email: 'x'.repeat(1_100_000) }), headers: json };

  it('has one schema with exact keys and code for every status (A-13, A-14)', async () => {
    const tenant = await newTenant();
    const staff = await newUser(tenant, 'staff');
    const account = await newAccount();
    const { token } = tenant.admin;
    expectError(on, await on.post('/users', {}, token), 400);
    expectError(on, await on.send('POST', '/users', { token, raw: '{bad', headers: json }), 400);
    expectError(on, await on.get('/users'), 401);
    expectError(on, await on.login(tenant.admin.email, 'wrong password'), 401);
    expectError(on, await on.get('/tenants', staff.token), 403);
    expectError(on, await on.get('/users', account.token), 403, 'TENANT_REQUIRED');
    expectError(on, await on.get(`/users/${UNKNOWN_ID}`, token), 404);
    expectError(on, await on.login(tenant.admin.email, PASSWORD, unique('no-such-tenant')), 404);
    expectError(on, await on.get('/no-such-path', token), 404);
    expectError(on, await on.send('PATCH', '/users', { token }), 405);
    const conditions = { token, body: { first_name: 'X' }, headers: { 'if-match': '"1.999999"' } };
    expectError(on, await on.send('PUT', `/users/${staff.id}`, conditions), 412);
    expectError(on, await on.send('POST', '/users', { token, ...tooLarge }), 413);
  });

  it('answers every unknown path below its prefix in its own words, with and without a token (A-13, A-14)', async () => {
    const { admin } = await newTenant();
    for (const path of ['', '/nowhere', '/users/a/b/c', '/auth', '/auth/login/x', '/tenants/x/users', '/%20', '/docs'])
      for (const token of [undefined, admin.token]) expectError(on, await on.get(path, token), 404);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expectError(on, await on.send(method, '/nowhere', { raw: '{bad', headers: json }), 404);
  });

  it('names every wrong field once, with a message for people (A-13, A-14)', async () => {
    const { admin } = await newTenant();
    const body = {
      email: 5,
      username: '',
      first_name: [],
      last_name: {},
      role: 'KING',
      permissions: 'all',
      password: 1,
    };
    const answer = await on.post('/users', body, admin.token);
    expectError(on, answer, 400);
    const fields = on.error(answer).errors.map((error: { field: string }) => error.field);
    expect(new Set(fields).size).toBe(fields.length);
    for (const field of ['email', 'first_name', 'last_name', 'role', 'permissions']) expect(fields).toContain(field);
  });

  it('names a wrong field within an address by its path (A-13, A-14)', async () => {
    const tenant = await newTenant();
    const field = on === contractSurface ? 'address' : 'business_address';
    const answer = await on.put(`/tenants/${tenant.id}`, { [field]: { city: 5 } }, tenant.admin.token);
    expectWrong(on, answer, `${field}.city`);
  });

  it('refuses a second user of the same e-mail, regardless of case, and names the field (A-12)', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const email = `${unique('Double')}@example.com`;
    const names = { first_name: 'Ravi', last_name: 'Kumar', password: PASSWORD, role: on.role('STAFF') };
    expect((await on.post('/users', { ...names, email, username: unique('one') }, token)).status).toBe(201);
    for (const again of [email, email.toUpperCase()]) {
      const refused = await on.post('/users', { ...names, email: again, username: unique('two') }, token);
      expectError(on, refused, on.conflict, on === contractSurface ? 'VALIDATION_ERROR' : 'DUPLICATE');
      expect(on.error(refused).errors).toMatchObject([{ field: 'email', message: expect.stringMatching(/\S/) }]);
    }
    expect(on.total(await on.get('/users', token))).toBe(2);
  });

  it('asks for the token before it looks at the body or the id (A-15)', async () => {
    const bodies = [{ body: {} }, { raw: '{bad', headers: json }, { raw: 'x', headers: { 'content-type': 'a/b' } }];
    for (const body of [...bodies, tooLarge]) {
      expectError(on, await on.send('POST', '/users', body), 401);
      expectError(on, await on.send('PUT', `/users/${UNKNOWN_ID}`, body), 401);
      expectError(on, await on.send('PUT', '/tenants/not-a-uuid', body), 401);
    }
  });

  it('knows paths and methods before it asks for the token (A-15)', async () => {
    expectError(on, await on.get('/nowhere'), 404);
    expectError(on, await on.send('PATCH', '/users'), 405);
  });

  it('reads the body before it looks at the role, and the role before the fields (A-15)', async () => {
    const tenant = await newTenant();
    const { MANAGER, STAFF, VIEWER } = await everyRole(tenant);
    for (const { token } of [MANAGER, STAFF, VIEWER]) {
      expectError(on, await on.send('POST', '/users', { token, raw: '{bad', headers: json }), 400);
      expectError(on, await on.post('/users', {}, token), 403);
      expectError(on, await on.put(`/users/${UNKNOWN_ID}`, { role: 'KING' }, token), 403);
      expectError(on, await on.put(`/tenants/${tenant.id}`, { name: 5 }, token), 403);
    }
  });

  it('answers 404 for an id that is not there, however wrong the body is (A-15)', async () => {
    const [mine, other] = [await newTenant(), await newTenant()];
    const { token } = mine.admin;
    for (const id of [UNKNOWN_ID, other.admin.id, 'not-a-uuid'])
      for (const body of [{}, { role: 'KING' }, { first_name: 5, role: null }])
        expectError(on, await on.put(`/users/${id}`, body, token), 404);
    for (const id of [UNKNOWN_ID, other.id, 'not-a-uuid'])
      for (const body of [{}, { name: 5 }]) expectError(on, await on.put(`/tenants/${id}`, body, token), 404);
  });

  it('says the same of what is not there and of what is another tenant’s (A-13, A-51)', async () => {
    const [mine, other] = [await newTenant(), await newTenant()];
    const { token } = mine.admin;
    const timeless = ({ status, text }: Answer) => [status, text.replace(/"timestamp":"[^"]*"/, '')];
    for (const [path, id] of [['/users', other.admin.id] as const, ['/tenants', other.id] as const]) {
      const there = await on.get(`${path}/${id}`, token);
      expect(timeless(there)).toEqual(timeless(await on.get(`${path}/${UNKNOWN_ID}`, token)));
      expect(timeless(there)).toEqual(timeless(await on.get(`${path}/not-a-uuid`, token)));
    }
  });

  it('answers 404 for ids that are none (A-16)', async () => {
    const { admin } = await newTenant();
    const { token } = admin;
    const ids = [
      'not-a-uuid',
      '0',
      '-1',
      '1.5',
      '1e3',
      '2147483648',
      '99999999999999999999',
      '%00',
      '%ff',
      'null',
      '%20',
    ];
    const more = ['undefined', '__proto__', 'constructor', '*', '%27%20or%201=1--', `${admin.id}0`, admin.id.slice(1)];
    for (const id of [...ids, ...more, admin.id.replaceAll('-', ''), `%7B${admin.id}%7D`, 'x'.repeat(2_000)]) {
      for (const path of ['/users', '/tenants']) {
        expectError(on, await on.get(`${path}/${id}`, token), 404);
        expectError(on, await on.put(`${path}/${id}`, {}, token), 404);
      }
    }
  });
});

describe('refusals that only one surface has', () => {
  it('answers 404 for ids that are none where one deletes or changes a password (A-15, A-16)', async () => {
    const { admin } = await newTenant();
    const { token } = admin;
    for (const id of ['not-a-uuid', '0', '%00', UNKNOWN_ID]) {
      expectError(referenceSurface, await reference.delete(`/users/${id}/`, { token }), 404);
      expectError(referenceSurface, await reference.delete(`/tenants/${id}/`, { token }), 404);
      for (const body of [{ current_password: PASSWORD, new_password: 'An0therPass!' }, {}])
        expectError(referenceSurface, await reference.post(`/users/${id}/change-password/`, body, { token }), 404);
    }
  });

  it('answers a taken username and a taken domain with 409, naming them (A-12)', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const [taken] = await pendingUsers(tenant, 1);
    const user = { username: taken?.email, email: `${unique('x')}@example.com`, password: PASSWORD };
    const name = await reference.post('/users/', user, { token });
    expectError(referenceSurface, name, 409, 'DUPLICATE');
    expect(name.body.error.errors).toEqual([{ field: 'username', message: expect.any(String) }]);
    const body = { name: unique('Kedai'), business_type: 'retail', domain: `${unique('d')}.example` };
    expect((await reference.post('/tenants/', body, { token })).status).toBe(201);
    const domain = await reference.post('/tenants/', { ...body, domain: body.domain.toUpperCase() }, { token });
    expectError(referenceSurface, domain, 409, 'DUPLICATE');
    expect(domain.body.error.errors).toEqual([{ field: 'domain', message: expect.any(String) }]);
  });

  it('does not take a text that is left empty for a name that is taken (A-12)', async () => {
    const { admin } = await newTenant();
    for (let i = 0; i < 2; i += 1) {
      const body = { name: unique('Kedai'), business_type: 'retail', domain: '', schema_name: '' };
      expect((await reference.post('/tenants/', body, { token: admin.token })).status).toBe(201);
    }
  });

  it('answers unknown paths outside of both surfaces with a JSON 404, too (A-13)', async () => {
    for (const path of ['/nowhere', '/v2/users', '/v10/users', '/v1x', '/api', '/api/v2/users/', '/api/v10', '/apiv1'])
      for (const method of ['GET', 'POST'])
        expectError(contractSurface, await call(method, path, { headers: json }), 404);
  });

  it('keeps the contract surface to its closed list of statuses where a user is concerned (A-12)', async () => {
    const tenant = await newTenant();
    const { token, id } = tenant.admin;
    expectError(contractSurface, await contract.put(`/users/${id}`, { role: 'STAFF' }, { token }), 400);
    expectError(referenceSurface, await reference.put(`/users/${id}/`, { role: 'staff' }, { token }), 409);
  });
});
