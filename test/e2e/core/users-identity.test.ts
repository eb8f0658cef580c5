import { contract, reference } from '../../support/client.js';
import {
  contractSurface,
  everyRole,
  referenceSurface,
  roles,
  surfaces,
  type Role,
} from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, shapes, UUID } from '../../support/core-shapes.js';
import { newTenant, newUser, PASSWORD, signIn, unique, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

describe('the integer and the uuid of a user (A-39)', () => {
  it.each(surfaces)('name the same user in every path of the $name surface', async (on) => {
    const user = await newUser(tenant, 'staff');
    const { user: summary } = await signIn(user.username, PASSWORD, tenant.id);
    expect(Number.isInteger(summary.id)).toBe(true);
    for (const id of [user.id, summary.id, user.id.toUpperCase()]) {
      const shown = await on.get(`/users/${id}`, token);
      expect(shown.status).toBe(200);
      expect(on.data(shown).id).toBe(user.id);
      const first_name = unique('Name');
      const changed = await on.put(`/users/${id}`, { first_name }, token);
      expect(on.data(changed)).toMatchObject({ id: user.id, first_name });
    }
    expect(on.data(await on.put(`/users/${summary.id}`, { last_name: 'Own' }, user.token)).last_name).toBe('Own');
  });

  it('stand next to each other in the record of the reference surface, and both delete', async () => {
    const user = await newUser(tenant, 'staff');
    const shown = (await reference.get(`/users/${user.id}/`, { token })).body.data;
    expect(shown.id).toMatch(UUID);
    expect(shown.user_number).toBe(user.number);
    const gone = await reference.delete(`/users/${user.number}/`, { token });
    expect(gone.body).toEqual({ success: true, data: { id: user.id, deleted: true } });
    expectRefusal(referenceSurface, await reference.get(`/users/${user.number}/`, { token }), 404);
  });

  it('stay the same when an account takes a tenant, and belong to no other account', async () => {
    const other = await newTenant();
    const { user } = await signIn(other.admin.username, PASSWORD, other.id);
    expect(user.id).toBe(other.admin.number);
    expectRefusal(referenceSurface, await reference.get(`/users/${other.admin.number}/`, { token }), 404);
  });
});

describe('mfa_enabled (A-47)', () => {
  it.each(surfaces)('is false, and no body on the $name surface sets it', async (on) => {
    const user = await newUser(tenant, 'staff');
    const put = await on.put(`/users/${user.id}`, { mfa_enabled: true }, token);
    expect(put.status).toBe(200);
    expect(on.data(put).mfa_enabled).toBe(false);
    const shown = await contract.get(`/users/${user.id}`, { token });
    expect(shown.body.mfa_enabled).toBe(false);
    expect((await on.login(user.email, PASSWORD, tenant.id)).status).toBe(200);
  });
});

describe('permissions (A-54)', () => {
  it('are kept and shown on the reference surface only, and grant nothing', async () => {
    const permissions = ['x.y', 'users.create', '*'];
    const body = { email: `${unique('p')}@example.com`, first_name: 'A', last_name: 'B', role: 'VIEWER', permissions };
    const made = await contract.post('/users', { ...body, password: PASSWORD }, { token });
    expect(made.status).toBe(201);
    expectKeys(made.body, shapes.contract.user);
    const shown = await reference.get(`/users/${made.body.id}/`, { token });
    expect(shown.body.data.permissions).toEqual(permissions);
    const { token: theirs } = await signIn(body.email, PASSWORD, tenant.id);
    expectRefusal(contractSurface, await contractSurface.post('/users', body, theirs), 403);
    const put = await contract.put(`/users/${made.body.id}`, { permissions: ['z'] }, { token });
    expectKeys(put.body, shapes.contract.user);
    const again = await reference.get(`/users/${made.body.id}/`, { token });
    expect(again.body.data.permissions).toEqual(['z']);
  });

  it.each(surfaces)('are a list of texts on the $name surface, empty unless sent', async (on) => {
    const user = await newUser(tenant, 'staff');
    for (const permissions of ['x', 5, {}, [5], [null]]) {
      expectInvalid(on, await on.put(`/users/${user.id}`, { permissions }, token), 'permissions');
    }
    const shown = await reference.get(`/users/${user.id}/`, { token });
    expect(shown.body.data.permissions).toEqual([]);
  });
});

describe('deactivation (A-55)', () => {
  it('ends sign-in on both surfaces, which activation brings back, and tokens permanently (A-42)', async () => {
    const user = await newUser(tenant, 'staff');
    const put = (is_active: boolean) => reference.put(`/users/${user.id}/`, { is_active }, { token });
    expect((await put(false)).body.data.is_active).toBe(false);
    expect((await contract.get(`/users/${user.id}`, { token })).body.status).toBe('INACTIVE');
    for (const on of surfaces) {
      expectRefusal(on, await on.get('/users', user.token), 401);
      expectRefusal(on, await on.post('/auth/refresh', { refresh_token: user.refresh_token }), 401);
      expectRefusal(on, await on.login(user.email, PASSWORD, tenant.id), 401);
    }
    expect((await put(true)).body.data.is_active).toBe(true);
    expect((await contract.get(`/users/${user.id}`, { token })).body.status).toBe('ACTIVE');
    for (const on of surfaces) {
      expectRefusal(on, await on.get('/users', user.token), 401);
      expectRefusal(on, await on.post('/auth/refresh', { refresh_token: user.refresh_token }), 401);
      expect((await on.login(user.email, PASSWORD, tenant.id)).status).toBe(200);
    }
  });

  it('is found by the filter is_active, and its complement by the other value', async () => {
    const own = await newTenant();
    const [user, pending] = [
      await newUser(own, 'staff'),
      await contract.post(
        '/users',
        { email: `${unique('p')}@example.com`, first_name: 'A', last_name: 'B', role: 'STAFF' },
        { token: own.admin.token },
      ),
    ];
    await reference.put(`/users/${user.id}/`, { is_active: false }, { token: own.admin.token });
    const found = async (query: string) =>
      (await reference.get(`/users/?${query}`, { token: own.admin.token })).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect(await found('is_active=false')).toEqual([pending.body.id, user.id]);
    expect(await found('is_active=true')).toEqual([own.admin.id]);
    expect(await found('is_active=0&role=staff')).toEqual([pending.body.id, user.id]);
  });

  it('of a user on the contract surface is not to be had: a status is ignored (A-59)', async () => {
    const user = await newUser(tenant, 'staff');
    const body = { status: 'DISABLED', is_active: false, email: 'new@example.com', password: 'An0therPass!' };
    const answer = await contract.put(`/users/${user.id}`, body, { token });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'ACTIVE', email: user.email });
    expect((await contract.get('/users', { token: user.token })).status).toBe(200);
    expect((await contractSurface.login(user.email, PASSWORD, tenant.id)).status).toBe(200);
  });
});

describe('one model of users (A-62)', () => {
  it('shows a user made on either surface on both, under the same id and the mapped names', async () => {
    const name = unique('u');
    const onReference = await reference.post(
      '/users/',
      {
        username: name,
        email: `${name}@example.com`,
        password: PASSWORD,
        first_name: 'Siti',
        last_name: 'Nur',
        phone_number: '012-3456789',
        ic_number: '900101-14-5678',
        role: 'user',
        permissions: ['a'],
      },
      { token },
    );
    const shared = { email: `${name}@example.com`, first_name: 'Siti', last_name: 'Nur' };
    const seen = await contract.get(`/users/${onReference.body.data.id}`, { token });
    expect(seen.body).toMatchObject({ ...shared, phone: '012-3456789', role: 'VIEWER', status: 'ACTIVE' });
    expect(seen.body.id).toBe(onReference.body.data.id);
    expect(seen.body.created_at).toBe(onReference.body.data.created_at);

    const email = `${unique('c')}@example.com`;
    const onContract = await contract.post(
      '/users',
      { email, first_name: 'Ravi', last_name: 'Kumar', role: 'MANAGER', phone: '03-1' },
      { token },
    );
    const back = (await reference.get(`/users/${onContract.body.id}/`, { token })).body.data;
    expect(back).toMatchObject({
      id: onContract.body.id,
      email,
      username: email,
      first_name: 'Ravi',
      last_name: 'Kumar',
      phone_number: '03-1',
      role: 'manager',
      is_active: false,
      ic_number: null,
      permissions: [],
      last_login: null,
      mfa_enabled: false,
    });
  });

  it('lists all users on both, in the same order', async () => {
    const own = await newTenant();
    await newUser(own, 'staff');
    const body = { email: `${unique('c')}@example.com`, first_name: 'A', last_name: 'B', role: 'VIEWER' };
    await contract.post('/users', body, { token: own.admin.token });
    const [here, there] = await Promise.all(
      surfaces.map(async (on) => on.rows(await on.get('/users', own.admin.token), 'users').map(({ id }) => id)),
    );
    expect(here).toHaveLength(3);
    expect(there).toEqual(here);
  });

  it('shows a change of either on both, and deletes for both', async () => {
    const user = await newUser(tenant, 'staff');
    await contract.put(`/users/${user.id}`, { phone: '1', role: 'MANAGER' }, { token });
    expect((await reference.get(`/users/${user.id}/`, { token })).body.data).toMatchObject({
      phone_number: '1',
      role: 'manager',
    });
    await reference.put(`/users/${user.id}/`, { phone_number: '2', role: 'user' }, { token });
    expect((await contract.get(`/users/${user.id}`, { token })).body).toMatchObject({ phone: '2', role: 'VIEWER' });
    await reference.delete(`/users/${user.id}/`, { token });
    for (const on of surfaces) {
      expectRefusal(on, await on.get(`/users/${user.id}`, token), 404);
      expectRefusal(on, await on.put(`/users/${user.id}`, {}, token), 404);
      const listed = on.rows(await on.get(`/users?${on.size}=100`, token), 'users').map(({ id }) => id);
      expect(listed).not.toContain(user.id);
    }
    expectRefusal(referenceSurface, await reference.delete(`/users/${user.id}/`, { token }), 404);
  });

  it.each(roles)('maps the role %s', async (role: Role) => {
    const people = await everyRole(await newTenant());
    const reader = people.ADMIN;
    const seen = await Promise.all(surfaces.map((on) => on.get(`/users/${people[role].id}`, reader.token)));
    expect(seen.map((answer, i) => surfaces[i]?.data(answer).role)).toEqual(surfaces.map((on) => on.role(role)));
  });
});

describe('IC numbers', () => {
  it('are whole for administrators and their owner, and masked for colleagues', async () => {
    const ic_number = '880212-10-4321';
    const owner = await newUser(tenant, 'staff', { ic_number });
    const colleague = await newUser(tenant, 'manager');
    const seenBy = async (theirs: string) =>
      (await reference.get(`/users/${owner.id}/`, { token: theirs })).body.data.ic_number;
    expect(await seenBy(token)).toBe(ic_number);
    expect(await seenBy(owner.token)).toBe(ic_number);
    expect(await seenBy(colleague.token)).toBe('******-**-4321');
    const list = await reference.get('/users/?page_size=100', { token: colleague.token });
    expect(list.text).not.toContain(ic_number);
  });
});

describe('A-337: a duplicate is told apart by a code, not by its sentence', () => {
  it('by errors[].reason on the contract surface, whose 400 keeps its keys, and by the code on the reference surface', async () => {
    const { token } = (await newTenant()).admin;
    const email = `${unique('twice')}@example.com`;
    const [first, last] = ['Aina', 'Rahman'];
    const body = { email, first_name: first, last_name: last, role: 'STAFF' };
    expect((await contractSurface.post('/users', body, token)).status).toBe(201);
    const onContract = await contractSurface.post('/users', body, token);
    expect([onContract.status, Object.keys(onContract.body).sort()]).toEqual([400, ['code', 'errors', 'message']]);
    expect(onContract.body.errors).toEqual([{ field: 'email', message: expect.any(String), reason: 'duplicate' }]);
    const other = { ...body, username: unique('user'), password: 'a password of mine', role: 'staff' };
    const onReference = await referenceSurface.post('/users', other, token);
    expect([onReference.status, onReference.body.error.code]).toEqual([409, 'DUPLICATE']);
    expect(onReference.body.error.errors).toEqual([{ field: 'email', message: expect.any(String) }]);
  });
});
