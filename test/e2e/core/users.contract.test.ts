import {
  contractSurface as on,
  everyRole,
  UNKNOWN_ID,
  referenceSurface,
  roles,
  type Role,
} from '../../support/core-surfaces.js';
import {
  expectConflict,
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  shapes,
  UUID,
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

const smallest = () => ({
  email: `${unique('user')}@example.com`,
  first_name: 'Mei Ling',
  last_name: 'Tan',
  role: 'STAFF',
});

describe('POST /v1/users', () => {
  it('answers 201 and the user', async () => {
    const body = { ...smallest(), role: 'MANAGER', phone: '+60165550102' };
    const answer = await on.post('/users', { ...body, permissions: ['reports.view'] }, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, shapes.contract.user);
    expect(answer.body).toEqual({
      ...body,
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      status: 'PENDING',
      last_login: null,
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
      mfa_enabled: false,
    });
  });

  it('takes the smallest body, and null for what may be left out', async () => {
    for (const body of [smallest(), { ...smallest(), phone: null, password: null }]) {
      const answer = await on.post('/users', body, token);
      expect(answer.status).toBe(201);
      expect(answer.body.phone).toBeNull();
    }
  });

  it.each(roles)('takes the role %s', async (role) => {
    expect((await on.post('/users', { ...smallest(), role }, token)).body.role).toBe(role);
  });

  it.each(['', 'short'])('refuses the password %j (A-45)', async (password) => {
    expectInvalid(on, await on.post('/users', { ...smallest(), password }, token), 'password');
  });

  it('refuses an e-mail that is taken in this tenant with 400, naming it (A-12)', async () => {
    expectConflict(on, await on.post('/users', { ...smallest(), email: tenant.admin.email }, token), 'email');
  });

  it('names no place of a user who was not made, with an Idempotency-Key or without one', async () => {
    const body = { ...smallest(), email: tenant.admin.email };
    for (const headers of [{}, { 'Idempotency-Key': unique('key') }] as Record<string, string>[]) {
      const refused = await on.send('POST', '/users', { body, token, headers });
      expectConflict(on, refused, 'email');
      expect([refused.headers.get('location'), refused.headers.get('etag')]).toEqual([null, null]);
    }
  });
});

describe('GET /v1/users', () => {
  it('answers a named list and its pagination', async () => {
    const own = await newTenant();
    const answer = await on.get('/users', own.admin.token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['users', 'pagination']);
    expect(answer.body.pagination).toEqual({ page: 1, limit: 20, total: 1, pages: 1 });
    expectKeys(answer.body.users[0], shapes.contract.user);
    expect((await on.get(`/users/${own.admin.id}`, own.admin.token)).body).toEqual(answer.body.users[0]);
  });

  it('walks page by page over every user once, newest first, and filters by role', async () => {
    const own = await newTenant();
    const made = [own.admin.id];
    for (let i = 0; i < 4; i += 1) {
      const body = { ...smallest(), role: i % 2 === 0 ? 'STAFF' : 'VIEWER' };
      made.unshift((await on.post('/users', body, own.admin.token)).body.id);
    }
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await on.get(`/users?page=${page}&limit=2`, own.admin.token);
      expect(body.pagination).toEqual({ page, limit: 2, total: 5, pages: 3 });
      seen.push(...body.users.map(({ id }: { id: string }) => id));
    }
    expect(seen).toEqual(made);
    const staff = await on.get('/users?role=STAFF', own.admin.token);
    expect(staff.body.users.map(({ id }: { id: string }) => id)).toEqual([made[1], made[3]]);
  });

  it('refuses a page and a limit that are none', async () => {
    for (const parameter of ['page', 'limit']) {
      for (const value of ['0', '-1', 'abc', '1.5']) {
        expectInvalid(on, await on.get(`/users?${parameter}=${value}`, token), parameter);
      }
    }
  });
});

describe('GET /v1/users/{user_id}', () => {
  it('answers the user', async () => {
    const answer = await on.get(`/users/${people.STAFF.id}`, token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, shapes.contract.user);
    expect(answer.body).toMatchObject({ id: people.STAFF.id, email: people.STAFF.email, role: 'STAFF' });
  });
});

describe('PUT /v1/users/{user_id}', () => {
  let user: Person;
  beforeAll(async () => {
    user = await newUser(tenant, 'staff');
  });
  const put = (body: unknown) => on.put(`/users/${user.id}`, body, token);

  it('answers the changed user', async () => {
    const body = { first_name: 'Siti', last_name: 'Nur', phone: '+60165550103', role: 'MANAGER' };
    const answer = await put({ ...body, permissions: ['a'] });
    expect(answer.status).toBe(200);
    expectKeys(answer.body, shapes.contract.user);
    expect(answer.body).toMatchObject(body);
    expect((await on.get(`/users/${user.id}`, token)).body).toEqual(answer.body);
  });

  it('keeps what is absent, takes an empty body, and clears with null (A-18)', async () => {
    const before = (await put({ first_name: 'Siti', last_name: 'Nur', phone: '1' })).body;
    expect((await put({})).body).toEqual(before);
    const after = (await put({ phone: '2' })).body;
    expect(after).toEqual({ ...before, phone: '2', updated_at: expect.stringMatching(INSTANT) });
    const cleared = (await put({ phone: null })).body;
    expect(cleared).toMatchObject({ first_name: 'Siti', last_name: 'Nur', phone: null, role: before.role });
  });

  it.each(['first_name', 'last_name'])(
    'refuses an empty, blank or null %s, and changes nothing (A-18)',
    async (name) => {
      const before = (await put({ first_name: 'Siti', last_name: 'Nur' })).body;
      for (const wrong of ['', '  ', null]) expectInvalid(on, await put({ [name]: wrong, phone: '9' }), name);
      expect((await on.get(`/users/${user.id}`, token)).body).toEqual(before);
    },
  );

  it('takes back a user without names, who was made on the other surface (A-09)', async () => {
    const made = { username: unique('u'), email: `${unique('u')}@example.com`, password: PASSWORD };
    const { id } = (await referenceSurface.post('/users', made, token)).body.data;
    const { body } = await on.get(`/users/${id}`, token);
    expect(body).toMatchObject({ first_name: null, last_name: null });
    expect((await on.put(`/users/${id}`, body, token)).body).toEqual(body);
  });

  it('takes back the whole user as it was read, and changes nothing (A-09)', async () => {
    const before = (await on.get(`/users/${user.id}`, token)).body;
    const answer = await put(before);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(before);
  });
});

describe('who may do what with users (A-53)', () => {
  const other = () => people.STAFF.id;
  const self = async (their: string) =>
    Object.values(people).find((person) => person.token === their)?.id ?? Promise.reject(new Error('unknown'));
  const table: [string, (token: string) => ReturnType<typeof on.get>, number[]][] = [
    ['read an unknown user', (their) => on.get(`/users/${UNKNOWN_ID}`, their), [404, 404, 404, 404]],
    ['change the administrator', (their) => on.put(`/users/${tenant.admin.id}`, {}, their), [200, 403, 403, 403]],
    ['change a staff member', (their) => on.put(`/users/${other()}`, {}, their), [200, 403, 200, 403]],
    ['change an unknown user', (their) => on.put(`/users/${UNKNOWN_ID}`, {}, their), [404, 403, 403, 403]],
    [
      'change the own name',
      async (their) => on.put(`/users/${await self(their)}`, { first_name: unique('N') }, their),
      [200, 200, 200, 200],
    ],
    [
      'change the own permissions',
      async (their) => on.put(`/users/${await self(their)}`, { permissions: ['x'] }, their),
      [200, 403, 403, 403],
    ],
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
    for (const [method, path] of [
      ['GET', '/users'],
      ['POST', '/users'],
      ['GET', `/users/${other()}`],
      ['PUT', `/users/${other()}`],
    ] as const) {
      const rubbish = method === 'GET' ? {} : { raw: '{bad', headers: { 'content-type': 'application/json' } };
      expectRefusal(on, await on.send(method, path, rubbish), 401);
    }
  });

  it("says of another tenant's user what it says of none", async () => {
    const { admin } = await newTenant();
    const none = await on.get(`/users/${UNKNOWN_ID}`, token);
    expectRefusal(on, none, 404);
    for (const id of [admin.id, admin.number]) {
      expectSameRefusal(none, await on.get(`/users/${id}`, token));
      expectSameRefusal(none, await on.put(`/users/${id}`, { first_name: 'X' }, token));
      expectSameRefusal(none, await on.put(`/users/${id}`, { role: 5 }, token));
    }
  });
});
