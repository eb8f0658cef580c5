import { contractSurface as on, everyRole, UNKNOWN_ID, roles, type Role } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  shapes,
  UUID,
} from '../../support/core-shapes.js';
import { newTenant, unique, type Person, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const smallest = () => ({ name: unique('Kedai'), email: 'hello@example.com', business_type: 'RETAIL' });
const address = {
  street: '12, Jalan Telawi 3',
  city: 'Kuala Lumpur',
  state: 'WP',
  postal_code: '59100',
  country: 'Malaysia',
};

describe('POST /v1/tenants', () => {
  it('answers 201 and the tenant', async () => {
    const body = { ...smallest(), business_type: 'EDUCATION', phone: '+60123450101', address };
    const answer = await on.post('/tenants', body, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, shapes.contract.tenant);
    expectKeys(answer.body.address, shapes.address);
    expect(answer.body).toEqual({
      ...body,
      id: expect.stringMatching(UUID),
      slug: body.name.toLowerCase(),
      subscription_plan: 'STARTER',
      pricing_model: 'SUBSCRIPTION',
      status: 'ACTIVE',
      logo_url: null,
      settings: {},
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
    });
  });

  it('takes the smallest body, and null for what may be left out', async () => {
    for (const body of [smallest(), { ...smallest(), phone: null, address: null }]) {
      const answer = await on.post('/tenants', body, token);
      expect(answer.status).toBe(201);
      expectKeys(answer.body, shapes.contract.tenant);
      expect(answer.body).toMatchObject({ phone: null, address: null });
    }
  });

  it.each(['RETAIL', 'HEALTHCARE', 'EDUCATION', 'LOGISTICS', 'BEAUTY'])('takes the business type %s', async (type) => {
    const answer = await on.post('/tenants', { ...smallest(), business_type: type }, token);
    expect(answer.body.business_type).toBe(type);
  });

  it('names every missing field of an empty body', async () => {
    const answer = await on.post('/tenants', {}, token);
    for (const field of ['name', 'email', 'business_type']) expectInvalid(on, answer, field);
  });
});

describe('GET /v1/tenants', () => {
  it('answers a named list and its pagination', async () => {
    const own = await newTenant();
    const answer = await on.get('/tenants', own.admin.token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['tenants', 'pagination']);
    expect(answer.body.pagination).toEqual({ page: 1, limit: 20, total: 1, pages: 1 });
    expectKeys(answer.body.tenants[0], shapes.contract.tenant);
    expect((await on.get(`/tenants/${own.id}`, own.admin.token)).body).toEqual(answer.body.tenants[0]);
  });

  it('walks page by page over every tenant once, newest first', async () => {
    const own = await newTenant();
    const made = [own.id];
    for (let i = 0; i < 4; i += 1) made.unshift((await on.post('/tenants', smallest(), own.admin.token)).body.id);
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await on.get(`/tenants?page=${page}&limit=2`, own.admin.token);
      expect(body.pagination).toEqual({ page, limit: 2, total: 5, pages: 3 });
      seen.push(...body.tenants.map(({ id }: { id: string }) => id));
    }
    expect(seen).toEqual(made);
  });

  it('refuses a page and a limit that are none', async () => {
    for (const parameter of ['page', 'limit']) {
      for (const value of ['0', '-1', 'abc', '1.5']) {
        expectInvalid(on, await on.get(`/tenants?${parameter}=${value}`, token), parameter);
      }
    }
  });
});

describe('GET /v1/tenants/{tenant_id}', () => {
  it('answers the tenant', async () => {
    const answer = await on.get(`/tenants/${tenant.id}`, token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, shapes.contract.tenant);
    expect(answer.body).toMatchObject({ id: tenant.id, slug: tenant.slug });
  });
});

describe('PUT /v1/tenants/{tenant_id}', () => {
  const put = (body: unknown) => on.put(`/tenants/${tenant.id}`, body, token);

  it('answers the changed tenant', async () => {
    const body = {
      name: unique('Baru'),
      phone: '+60123450102',
      address,
      logo_url: 'https://example.com/logo.png',
      settings: { theme: 'dark', nested: { list: [1, 'two', null] } },
    };
    const answer = await put(body);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, shapes.contract.tenant);
    expect(answer.body).toMatchObject(body);
    expect((await on.get(`/tenants/${tenant.id}`, token)).body).toEqual(answer.body);
  });

  it('keeps what is absent, takes an empty body, and clears with null (A-18)', async () => {
    const before = (await put({ phone: '1', logo_url: 'https://example.com/a.png', settings: { a: 1 } })).body;
    expect((await put({})).body).toEqual(before);
    const name = unique('Lain');
    expect((await put({ name })).body).toEqual({ ...before, name, updated_at: expect.stringMatching(INSTANT) });
    expect((await put({ phone: null, logo_url: null, address: null })).body).toMatchObject({
      phone: null,
      logo_url: null,
      address: null,
      settings: { a: 1 },
    });
  });

  it('takes back the whole tenant as it was read, and changes nothing (A-09)', async () => {
    const before = (await on.get(`/tenants/${tenant.id}`, token)).body;
    const answer = await put(before);
    expect(answer.status).toBe(200);
    expect({ ...answer.body, updated_at: '' }).toEqual({ ...before, updated_at: '' });
  });

  it('refuses a logo that is a script', async () => {
    expectInvalid(on, await put({ logo_url: 'javascript:alert(1)' }), 'logo_url');
  });
});

describe('who may do what with tenants (A-53)', () => {
  const table: [string, (token: string) => ReturnType<typeof on.get>, number[]][] = [
    ['read another tenant', (their) => on.get(`/tenants/${UNKNOWN_ID}`, their), [404, 404, 404, 404]],
    ['change the own tenant', (their) => on.put(`/tenants/${tenant.id}`, {}, their), [200, 403, 403, 403]],
    ['change another tenant', (their) => on.put(`/tenants/${UNKNOWN_ID}`, {}, their), [404, 403, 403, 403]],
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
      ['GET', '/tenants'],
      ['POST', '/tenants'],
      ['GET', `/tenants/${tenant.id}`],
      ['PUT', `/tenants/${tenant.id}`],
    ] as const) {
      const rubbish = method === 'GET' ? {} : { raw: '{bad', headers: { 'content-type': 'application/json' } };
      expectRefusal(on, await on.send(method, path, rubbish), 401);
    }
  });

  it("says of another's tenant what it says of none", async () => {
    const stranger = await newTenant();
    const none = await on.get(`/tenants/${UNKNOWN_ID}`, token);
    expectRefusal(on, none, 404);
    expectSameRefusal(none, await on.get(`/tenants/${stranger.id}`, token));
    expectSameRefusal(none, await on.put(`/tenants/${stranger.id}`, { name: 'X' }, token));
    expectSameRefusal(none, await on.put(`/tenants/${stranger.id}`, { name: 5 }, token));
    expectSameRefusal(none, await on.put(`/tenants/${UNKNOWN_ID}`, { name: 5 }, token));
  });
});
