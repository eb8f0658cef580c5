import { contract, reference } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectError } from '../../support/http-shapes.js';
import { newTenant, newUser, PASSWORD, signIn, unique } from '../../support/people.js';

describe.each(surfaces)('success on the $name surface', (on) => {
  it('answers a create with 201 and everything else with 200 (A-02)', async () => {
    const tenant = await newTenant();
    const { admin } = tenant;
    const signedIn = await on.login(on === contractSurface ? admin.email : admin.username, PASSWORD);
    expect(signedIn.status).toBe(200);
    const { access_token: token, refresh_token } = on.data(signedIn);
    expect((await on.post('/auth/refresh', { refresh_token })).status).toBe(200);

    const email = `${unique('made')}@example.com`;
    const names = { username: email, first_name: 'Hui Min', last_name: 'Ong' };
    const user = await on.post('/users', { ...names, email, password: PASSWORD, role: on.role('VIEWER') }, token);
    expect(user.status).toBe(201);
    const name = unique('Klinik');
    const business = { name, email, business_type: on.businessType('HEALTHCARE') };
    expect((await on.post('/tenants', business, token)).status).toBe(201);

    const { id } = on.data(user);
    for (const path of ['/users', '/tenants', `/users/${id}`, `/tenants/${tenant.id}`])
      expect((await on.get(path, token)).status).toBe(200);
    expect((await on.put(`/users/${id}`, { first_name: 'Mei' }, token)).status).toBe(200);
    expect((await on.put(`/tenants/${tenant.id}`, { name }, token)).status).toBe(200);
    expect((await on.post('/auth/logout', undefined, token)).status).toBe(200);
  });

  it('takes actions without a body as they come: none, empty, with or without a content type (A-02, A-29)', async () => {
    const { admin } = await newTenant();
    const forms = [
      {},
      { body: {} },
      { headers: { 'content-type': 'application/json' } },
      { headers: { 'content-type': 'text/plain' } },
    ];
    for (const form of forms) {
      const { token } = await signIn(admin.username, PASSWORD);
      expect((await on.send('POST', '/auth/logout', { token, ...form })).status).toBe(200);
    }
  });
});

describe('success of what only the reference surface has', () => {
  it('answers register with 201, change-password and DELETE with 200 (A-02)', async () => {
    const tenant = await newTenant();
    const username = unique('status');
    const account = { username, email: `${username}@example.com`, password: PASSWORD };
    expect((await reference.post('/auth/register/', account)).status).toBe(201);
    const { id, token } = await newUser(tenant, 'staff');
    const passwords = { current_password: PASSWORD, new_password: 'An0therPass!' };
    expect((await reference.post(`/users/${id}/change-password/`, passwords, { token })).status).toBe(200);
    expect((await reference.delete(`/users/${id}/`, { token: tenant.admin.token })).status).toBe(200);
    expect((await reference.delete(`/tenants/${tenant.id}/`, { token: tenant.admin.token })).status).toBe(200);
  });
});

describe('deletion (A-03)', () => {
  it('answers 200 with the id, and the user is gone for every reader and every later change (A-03)', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const { id, number, email } = await newUser(tenant, 'staff');
    const gone = await reference.delete(`/users/${id}/`, { token });
    expect([gone.status, gone.body]).toEqual([200, { success: true, data: { id, deleted: true } }]);

    for (const on of surfaces)
      for (const name of [id, String(number)]) {
        expectError(on, await on.get(`/users/${name}`, token), 404);
        expectError(on, await on.put(`/users/${name}`, { first_name: 'Back' }, token), 404);
        expectError(on, await on.put(`/users/${name}`, { role: 'KING' }, token), 404);
      }
    expectError(referenceSurface, await reference.delete(`/users/${id}/`, { token }), 404);
    for (const on of surfaces)
      for (const query of ['', `?role=${on.role('STAFF')}`]) {
        const list = await on.get(`/users${query}`, token);
        expect(on.rows(list, 'users').map((user) => user.id)).not.toContain(id);
        expect(on.total(list)).toBe(query === '' ? 1 : 0);
      }
    const again = { email, first_name: 'Kavitha', last_name: 'Raj', role: 'STAFF' };
    expect((await contract.post('/users', again, { token })).status).toBe(201);
  });

  it('takes a deleted tenant out of what its creator sees on both surfaces (A-03)', async () => {
    const { admin } = await newTenant();
    const { token } = admin;
    const body = { name: unique('Salon'), email: 'salon@example.com', business_type: 'BEAUTY' };
    const { id } = (await contract.post('/tenants', body, { token })).body;
    const there = await signIn(admin.username, PASSWORD, id);
    const gone = await reference.delete(`/tenants/${id}/`, { token: there.token });
    expect([gone.status, gone.body]).toEqual([200, { success: true, data: { id, deleted: true } }]);
    for (const on of surfaces) {
      expectError(on, await on.get(`/tenants/${id}`, token), 404);
      expectError(on, await on.put(`/tenants/${id}`, { name: 'Back' }, token), 404);
      const list = await on.get('/tenants', token);
      expect(on.rows(list, 'tenants').map((tenant) => tenant.id)).not.toContain(id);
      expect(on.total(list)).toBe(1);
    }
    expectError(referenceSurface, await reference.delete(`/tenants/${id}/`, { token }), 404);
  });
});
