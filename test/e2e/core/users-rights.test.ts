import { contract, reference, type Answer } from '../../support/client.js';
import { everyRole, referenceSurface, roles, surfaces, type Surface } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { newTenant, newUser, PASSWORD, unique, type Person, type TestTenant } from '../../support/people.js';

const admins = async (tenant: TestTenant, count: number): Promise<Person[]> => [
  tenant.admin,
  ...(await Promise.all(Array.from({ length: count - 1 }, () => newUser(tenant, 'admin')))),
];

describe.each(surfaces)('rights on the $name surface', (on) => {
  it('are those of the database: a demoted user has less at once, with the current token (A-53)', async () => {
    const tenant = await newTenant();
    const other = await newUser(tenant, 'admin');
    expect((await on.get('/tenants', other.token)).status).toBe(200);
    const demoted = await on.put(`/users/${other.id}`, { role: on.role('STAFF') }, tenant.admin.token);
    expect(on.data(demoted).role).toBe(on.role('STAFF'));
    expectRefusal(on, await on.get('/tenants', other.token), 403);
    expectRefusal(on, await on.put(`/users/${tenant.admin.id}`, { role: on.role('STAFF') }, other.token), 403);
    await on.put(`/users/${other.id}`, { role: on.role('ADMIN') }, tenant.admin.token);
    expect((await on.get('/tenants', other.token)).status).toBe(200);
  });

  it('let every user change the own names and phone, and no user the own role or permissions (A-53)', async () => {
    const people = await everyRole(await newTenant());
    for (const role of ['MANAGER', 'STAFF', 'VIEWER'] as const) {
      const { id, number, token } = people[role];
      const own = { first_name: 'Own', last_name: 'Name', [on.phone]: '019' };
      for (const path of [`/users/${id}`, `/users/${number}`, `/users/${id.toUpperCase()}`]) {
        const changed = await on.put(path, own, token);
        expect(changed.status).toBe(200);
        expect(on.data(changed)).toMatchObject(own);
      }
      for (const beyond of [{ role: on.role('ADMIN') }, { permissions: ['all'] }]) {
        expectRefusal(on, await on.put(`/users/${id}`, { first_name: 'Never', ...beyond }, token), 403);
      }
      expect(on.data(await on.get(`/users/${id}`, token))).toMatchObject({ ...own, role: on.role(role) });
    }
  });

  it('let every user send back the own record as it was read (A-09)', async () => {
    const people = await everyRole(await newTenant());
    for (const role of roles) {
      const { id, token } = people[role];
      const before = on.data(await on.get(`/users/${id}`, token));
      const answer = await on.put(`/users/${id}`, before, token);
      expect(answer.status).toBe(200);
      expect(on.data(answer)).toEqual(before);
    }
  });

  it('let no user below administrator change another (A-53)', async () => {
    const people = await everyRole(await newTenant());
    for (const role of ['MANAGER', 'STAFF', 'VIEWER'] as const) {
      const other = people[role === 'STAFF' ? 'VIEWER' : 'STAFF'];
      for (const body of [{}, { first_name: 'X' }, { role: on.role('ADMIN') }, { role: 'KING' }]) {
        expectRefusal(on, await on.put(`/users/${other.id}`, body, people[role].token), 403);
      }
    }
  });

  it('keep the last administrator of a tenant, who cannot be demoted (A-53)', async () => {
    const tenant = await newTenant();
    const { id, token } = tenant.admin;
    await newUser(tenant, 'manager');
    for (const role of ['MANAGER', 'STAFF', 'VIEWER'] as const) {
      expectConflict(on, await on.put(`/users/${id}`, { role: on.role(role) }, token), 'role');
    }
    expect(on.data(await on.get(`/users/${id}`, token)).role).toBe(on.role('ADMIN'));
    expect((await on.put(`/users/${id}`, { role: on.role('ADMIN'), first_name: 'Still' }, token)).status).toBe(200);
  });

  it('let one of two administrators step down (A-53)', async () => {
    const tenant = await newTenant();
    await newUser(tenant, 'admin');
    const down = await on.put(`/users/${tenant.admin.id}`, { role: on.role('STAFF') }, tenant.admin.token);
    expect(down.status).toBe(200);
    expectRefusal(on, await on.get('/tenants', tenant.admin.token), 403);
  });

  it('count neither an inactive nor a pending administrator as one (A-53)', async () => {
    const tenant = await newTenant();
    const other = await newUser(tenant, 'admin');
    await reference.put(`/users/${other.id}/`, { is_active: false }, { token: tenant.admin.token });
    const step = await on.put(`/users/${tenant.admin.id}`, { role: on.role('STAFF') }, tenant.admin.token);
    expectConflict(on, step, 'role');
    expect((await on.put(`/users/${other.id}`, { role: on.role('STAFF') }, tenant.admin.token)).status).toBe(200);
  });

  it('leave one administrator when two demote each other at once (A-53)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const tenant = await newTenant();
      const [a, b] = (await admins(tenant, 2)) as [Person, Person];
      const demote = (who: Person, by: Person) => on.put(`/users/${who.id}`, { role: on.role('STAFF') }, by.token);
      await expectOneLeft(on, tenant, [a, b], await Promise.all([demote(a, b), demote(b, a)]));
    }
  });

  it('leave one administrator when three step down at once (A-53)', async () => {
    const tenant = await newTenant();
    const three = await admins(tenant, 3);
    const answers = await Promise.all(
      three.map(({ id, token }) => on.put(`/users/${id}`, { role: on.role('VIEWER') }, token)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, on.conflict]);
  });

  it('lose nothing when different fields of one user are changed at once (A-30)', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const user = await newUser(tenant, 'staff');
    const changes = [
      { first_name: 'First' },
      { last_name: 'Last' },
      { [on.phone]: '011' },
      { role: on.role('MANAGER') },
      { permissions: ['a', 'b'] },
    ];
    const answers = await Promise.all(changes.map((change) => on.put(`/users/${user.id}`, change, token)));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const shown = (await reference.get(`/users/${user.id}/`, { token })).body.data;
    expect(shown).toMatchObject({
      first_name: 'First',
      last_name: 'Last',
      phone_number: '011',
      role: 'manager',
      permissions: ['a', 'b'],
    });
  });

  it('make one user of ten that are created with the same e-mail at once (A-34)', async () => {
    const tenant = await newTenant();
    const name = unique('same');
    const body = { email: `${name}@example.com`, username: name, password: PASSWORD, first_name: 'A', last_name: 'B' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => on.post('/users', { ...body, role: on.role('STAFF') }, tenant.admin.token)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => on.conflict)]);
    expect(on.total(await on.get('/users', tenant.admin.token))).toBe(2);
  });

  it('refuse a role that is none, and leave the old one (A-19, A-70)', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff');
    const othersCase = on.name === 'contract' ? 'staff' : 'STAFF';
    for (const role of ['KING', othersCase, '', null, 5, ['x']]) {
      expectInvalid(on, await on.put(`/users/${user.id}`, { role }, tenant.admin.token), 'role');
    }
    expect(on.data(await on.get(`/users/${user.id}`, tenant.admin.token)).role).toBe(on.role('STAFF'));
  });
});

/** One of the two won, the other was refused, and one active administrator is left. */
async function expectOneLeft(on: Surface, tenant: TestTenant, both: Person[], answers: Answer[]): Promise<void> {
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  expect([400, 401, 403, 409]).toContain(statuses[1]);
  const left: string[] = [];
  for (const { token } of both) {
    const list = await on.get(`/users?role=${on.role('ADMIN')}`, token);
    if (list.status === 401) continue;
    const active = on.rows(list, 'users').filter((user) => user.status === 'ACTIVE' || user.is_active);
    expect(active.map(({ tenant_id }) => tenant_id)).toEqual([tenant.id]);
    left.push(token);
  }
  expect(left.length).toBeGreaterThan(0);
}

describe('the last administrator on the reference surface (A-53)', () => {
  const put = (id: string, body: object, token: string) => referenceSurface.put(`/users/${id}`, body, token);
  const remove = (id: string, token: string) => reference.delete(`/users/${id}/`, { token });

  it('cannot be deactivated, and no user deletes the own account', async () => {
    const tenant = await newTenant();
    const { id, token } = tenant.admin;
    expectConflict(referenceSurface, await put(id, { is_active: false }, token), 'is_active');
    expectRefusal(referenceSurface, await remove(id, token), 409);
    await newUser(tenant, 'admin');
    expectRefusal(referenceSurface, await remove(id, token), 409);
    expect((await reference.get('/users/', { token })).status).toBe(200);
  });

  it('is one who can sign in: a user without a password counts as none, and is_active does not make one (A-53, A-41)', async () => {
    const tenant = await newTenant();
    const { id, token } = tenant.admin;
    const email = `${unique('invited')}@example.com`;
    const invited = { email, role: 'ADMIN', first_name: 'Siti', last_name: 'Ali' };
    const { body: data } = await contract.post('/users', invited, { token });
    expect(data.status).toBe('PENDING');
    expectConflict(referenceSurface, await put(data.id, { is_active: true }, token), 'is_active');
    expectConflict(referenceSurface, await put(id, { role: 'staff' }, token), 'role');
    expectConflict(referenceSurface, await put(id, { is_active: false }, token), 'is_active');
    expect((await put(data.id, { is_active: true, password: PASSWORD }, token)).body.data.is_active).toBe(true);
    expect((await put(id, { role: 'staff' }, token)).status).toBe(200);
    const there = await reference.post('/auth/login/', { username: email, password: PASSWORD, tenant_id: tenant.id });
    expect(there.status).toBe(200);
  });

  it('is left when two delete each other at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const tenant = await newTenant();
      const [a, b] = (await admins(tenant, 2)) as [Person, Person];
      const answers = await Promise.all([remove(a.id, b.token), remove(b.id, a.token)]);
      await expectOneLeft(referenceSurface, tenant, [a, b], answers);
    }
  });

  it('is left when two deactivate each other, or delete and demote each other, at once', async () => {
    for (let round = 0; round < 2; round += 1) {
      const tenant = await newTenant();
      const [a, b] = (await admins(tenant, 2)) as [Person, Person];
      const answers = await Promise.all([
        put(a.id, { is_active: false }, b.token),
        put(b.id, { is_active: false }, a.token),
      ]);
      await expectOneLeft(referenceSurface, tenant, [a, b], answers);
      const other = await newTenant();
      const [c, d] = (await admins(other, 2)) as [Person, Person];
      const mixed = await Promise.all([remove(c.id, d.token), put(d.id, { role: 'staff' }, c.token)]);
      await expectOneLeft(referenceSurface, other, [c, d], mixed);
    }
  });
});
