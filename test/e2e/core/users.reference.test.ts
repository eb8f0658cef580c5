import { everyRole, UNKNOWN_ID, referenceSurface as on, roles, type Role } from '../../support/core-surfaces.js';
import {
  expectConflict,
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  shapes,
  UUID,
  wrongBodies,
} from '../../support/core-shapes.js';
import { newTenant, newUser, PASSWORD, unique, type Person, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const smallest = () => {
  const username = unique('user');
  return { username, email: `${username}@example.com`, password: PASSWORD };
};
const remove = (id: string | number, their: string) => on.send('DELETE', `/users/${id}`, { token: their });
const passwords = { current_password: PASSWORD, new_password: PASSWORD };

describe('POST /api/v1/users/', () => {
  it('answers 201 and the user', async () => {
    const { password, ...body } = {
      ...smallest(),
      first_name: 'Mei Ling',
      last_name: 'Tan',
      phone_number: '+60165550102',
      ic_number: '900101-14-5678',
      role: 'manager',
      permissions: ['reports.view'],
    };
    const answer = await on.post('/users', { ...body, password }, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, shapes.reference.user);
    expect(answer.body.data).toEqual({
      ...body,
      id: expect.stringMatching(UUID),
      user_number: expect.any(Number),
      tenant_id: tenant.id,
      driver_id: null,
      is_active: true,
      last_login: null,
      email_confirmed_at: null,
      mfa_enabled: false,
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
    });
  });

  it('takes the smallest body, and null for what may be left out', async () => {
    const unset = { first_name: null, last_name: null, phone_number: null, ic_number: null };
    for (const extra of [{}, unset]) {
      const answer = await on.post('/users', { ...smallest(), ...extra }, token);
      expect(answer.status).toBe(201);
      expectKeys(answer.body.data, shapes.reference.user);
      expect(answer.body.data).toMatchObject({ ...unset, role: 'user', permissions: [], is_active: true });
    }
  });

  it.each(roles)('takes the role %s', async (role) => {
    const answer = await on.post('/users', { ...smallest(), role: on.role(role) }, token);
    expect(answer.body.data.role).toBe(on.role(role));
  });

  it('refuses a password that is too short (A-45)', async () => {
    expectInvalid(on, await on.post('/users', { ...smallest(), password: 'short' }, token), 'password');
  });

  it('refuses a username and an e-mail that are taken in this tenant with 409 (A-12)', async () => {
    const { username, email } = tenant.admin;
    expectConflict(on, await on.post('/users', { ...smallest(), username }, token), 'username');
    expectConflict(on, await on.post('/users', { ...smallest(), email }, token), 'email');
  });
});

describe('GET /api/v1/users/', () => {
  it('answers an array and its pagination next to it', async () => {
    const own = await newTenant();
    const answer = await on.get('/users', own.admin.token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data', 'pagination']);
    expect(answer.body.pagination).toEqual({ page: 1, page_size: 20, total: 1, pages: 1 });
    expectKeys(answer.body.data[0], shapes.reference.user);
    expect((await on.get(`/users/${own.admin.id}`, own.admin.token)).body.data).toEqual(answer.body.data[0]);
  });

  it('walks page by page over every user once, newest first, and filters by role', async () => {
    const own = await newTenant();
    const made = [own.admin.id];
    for (let i = 0; i < 4; i += 1) {
      const body = { ...smallest(), role: i % 2 === 0 ? 'staff' : 'user' };
      made.unshift((await on.post('/users', body, own.admin.token)).body.data.id);
    }
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await on.get(`/users?page=${page}&page_size=2`, own.admin.token);
      expect(body.pagination).toEqual({ page, page_size: 2, total: 5, pages: 3 });
      seen.push(...body.data.map(({ id }: { id: string }) => id));
    }
    expect(seen).toEqual(made);
    const staff = await on.get('/users?role=staff', own.admin.token);
    expect(staff.body.data.map(({ id }: { id: string }) => id)).toEqual([made[1], made[3]]);
  });

  it('refuses a page, a page_size and filters that are none', async () => {
    const wrongOnes = { page: ['0', 'abc'], page_size: ['-1', '1.5'], role: ['king', 'viewer'], is_active: ['maybe'] };
    for (const [parameter, values] of Object.entries(wrongOnes)) {
      for (const value of values) expectInvalid(on, await on.get(`/users?${parameter}=${value}`, token), parameter);
    }
  });
});

describe('GET /api/v1/users/{user_id}/', () => {
  it('answers the user', async () => {
    const answer = await on.get(`/users/${people.STAFF.id}`, token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, shapes.reference.user);
    const { id, username, email, number } = people.STAFF;
    expect(answer.body.data).toMatchObject({ id, username, email, user_number: number, role: 'staff' });
  });
});

describe('PUT /api/v1/users/{user_id}/', () => {
  let user: Person;
  beforeAll(async () => {
    user = await newUser(tenant, 'staff');
  });
  const put = (body: unknown) => on.put(`/users/${user.id}`, body, token);
  const whole = () => ({
    username: unique('renamed'),
    email: `${unique('moved')}@example.com`,
    first_name: 'Siti',
    last_name: 'Nur',
    phone_number: '+60165550103',
    ic_number: '910202-10-1234',
    role: 'manager',
    permissions: ['a', 'b'],
    is_active: true,
  });

  it('answers the changed user, who signs in under the new names', async () => {
    const body = whole();
    const answer = await put({ ...body, password: PASSWORD });
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, shapes.reference.user);
    expect(answer.body.data).toMatchObject(body);
    expect((await on.get(`/users/${user.id}`, token)).body).toEqual(answer.body);
    for (const name of [body.username, body.email]) {
      expect((await on.login(name, PASSWORD, tenant.id)).body.data.user.id).toBe(user.number);
    }
    expectRefusal(on, await on.login(user.username, PASSWORD, tenant.id), 401);
  });

  it('keeps what is absent, takes an empty body, and clears with null (A-18)', async () => {
    const before = (await put(whole())).body.data;
    expect((await put({})).body.data).toEqual(before);
    const after = (await put({ phone_number: '2' })).body.data;
    expect(after).toEqual({ ...before, phone_number: '2', updated_at: expect.stringMatching(INSTANT) });
    const cleared = { first_name: null, last_name: null, phone_number: null, ic_number: null };
    const { role, username, permissions } = before;
    expect((await put(cleared)).body.data).toMatchObject({ ...cleared, role, username, permissions });
  });

  it('takes back the whole user as it was read, and changes nothing (A-09)', async () => {
    const before = (await put(whole())).body.data;
    const answer = await put(before);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual(before);
  });

  it('refuses a password that is too short (A-45)', async () => {
    expectInvalid(on, await put({ password: 'short' }), 'password');
  });
});

describe('DELETE /api/v1/users/{user_id}/', () => {
  it('answers the id, and the user is gone (A-03)', async () => {
    const user = await newUser(tenant, 'staff');
    const answer = await remove(user.id, token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, data: { id: user.id, deleted: true } });
    expectRefusal(on, await remove(user.id, token), 404);
    expectRefusal(on, await on.get(`/users/${user.id}`, token), 404);
    expectRefusal(on, await on.put(`/users/${user.id}`, {}, token), 404);
    expectRefusal(on, await on.get('/users', user.token), 401);
    expectRefusal(on, await on.login(user.username, PASSWORD, tenant.id), 401);
  });
});

describe('POST /api/v1/users/{user_id}/change-password/', () => {
  it('answers the user', async () => {
    const user = await newUser(tenant, 'staff');
    const body = { current_password: PASSWORD, new_password: 'N3xtPass!word' };
    const answer = await on.post(`/users/${user.id}/change-password`, body, user.token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, shapes.reference.user);
    expect(answer.body.data.id).toBe(user.id);
  });

  it.each(wrongBodies(passwords, [], { current_password: ['Wr0ngPass!'], new_password: ['short'] }))(
    'refuses %s',
    async (_, field, body) => {
      const { id, token: own } = people.STAFF;
      expectInvalid(on, await on.post(`/users/${id}/change-password`, body, own), field);
    },
  );
});

describe('who may do what with users (A-53)', () => {
  const own = (their: string) => Object.values(people).find((person) => person.token === their) as Person;
  const change = (id: string, their: string) => on.post(`/users/${id}/change-password`, passwords, their);
  const victim = async () => (await on.post('/users', smallest(), token)).body.data.id as string;
  const table: [string, (token: string) => ReturnType<typeof on.get>, number[]][] = [
    ['read an unknown user', (their) => on.get(`/users/${UNKNOWN_ID}`, their), [404, 404, 404, 404]],
    ['change a user', async (their) => on.put(`/users/${await victim()}`, {}, their), [200, 403, 403, 403]],
    ['change an unknown user', (their) => on.put(`/users/${UNKNOWN_ID}`, {}, their), [404, 403, 403, 403]],
    ['delete a user', async (their) => remove(await victim(), their), [200, 403, 403, 403]],
    ['delete an unknown user', (their) => remove(UNKNOWN_ID, their), [404, 403, 403, 403]],
    ['delete the own account', (their) => remove(own(their).id, their), [409, 403, 403, 403]],
    [
      'change the own names',
      (their) => on.put(`/users/${own(their).id}`, { last_name: 'X' }, their),
      [200, 200, 200, 200],
    ],
    [
      'change the own IC number',
      (their) => on.put(`/users/${own(their).id}`, { ic_number: '1' }, their),
      [200, 403, 403, 403],
    ],
    [
      'change the own username',
      (their) => on.put(`/users/${own(their).id}`, { username: unique('n') }, their),
      [200, 403, 403, 403],
    ],
    ['change the own password', (their) => change(own(their).id, their), [200, 200, 200, 200]],
    ['change a password of another', async (their) => change(await victim(), their), [403, 403, 403, 403]],
    ['change a password of an unknown user', (their) => change(UNKNOWN_ID, their), [404, 404, 404, 404]],
  ];

  it.each(table)('%s', async (_, act, statuses) => {
    const seen = [];
    for (const role of roles) {
      const answer = await act(people[role].token);
      seen.push(answer.status);
      if (answer.status >= 400) expectRefusal(on, answer, answer.status);
    }
    expect(seen).toEqual(statuses);
  });

  it('nothing without a token, nor with rubbish in the body (A-15)', async () => {
    const { id } = people.STAFF;
    for (const [method, path] of [
      ['GET', '/users'],
      ['POST', '/users'],
      ['GET', `/users/${id}`],
      ['PUT', `/users/${id}`],
      ['DELETE', `/users/${id}`],
      ['POST', `/users/${id}/change-password`],
    ] as const) {
      const rubbish = method === 'GET' ? {} : { raw: '{bad', headers: { 'content-type': 'application/json' } };
      expectRefusal(on, await on.send(method, path, rubbish), 401);
    }
  });

  it("says of another tenant's user what it says of none", async () => {
    const { admin } = await newTenant();
    const none = await on.get(`/users/${UNKNOWN_ID}`, token);
    expectRefusal(on, none, 404);
    for (const id of [admin.id, String(admin.number)]) {
      expectSameRefusal(none, await on.get(`/users/${id}`, token));
      expectSameRefusal(none, await on.put(`/users/${id}`, { first_name: 'X' }, token));
      expectSameRefusal(none, await on.put(`/users/${id}`, { role: 5 }, token));
      expectSameRefusal(none, await remove(id, token));
      expectSameRefusal(none, await change(id, token));
    }
  });
});
