import {
  contractSurface as contract,
  everyRole,
  UNKNOWN_ID,
  referenceSurface as on,
  roles,
  type Role,
  type Surface,
} from '../../support/core-surfaces.js';
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

const smallest = () => ({ name: unique('Kedai'), business_type: 'retail' });
const whole = () => ({
  ...smallest(),
  schema_name: unique('schema'),
  domain: `${unique('d')}.example`,
  registration_number: '202101012345',
  business_address: { street: '12', city: 'KL', state: 'WP', postal_code: '59100', country: 'Malaysia' },
  contact_email: 'hello@example.com',
  contact_phone: '+60123450101',
});
const remove = (id: string, their: string) => on.send('DELETE', `/tenants/${id}`, { token: their });
const optional = ['schema_name', 'domain', 'registration_number', 'business_address', 'contact_email', 'contact_phone'];

describe('POST /api/v1/tenants/', () => {
  it('answers 201 and the tenant', async () => {
    const body = whole();
    const answer = await on.post('/tenants', body, token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, ['success', 'data']);
    const { warnings, ...shown } = answer.body.data;
    expectKeys(shown, shapes.reference.tenant);
    expect(warnings).toEqual([expect.stringContaining('sst_registration_number')]);
    expectKeys(answer.body.data.business_address, shapes.address);
    expect(shown).toEqual({
      ...body,
      id: expect.stringMatching(UUID),
      is_active: true,
      logo_file_id: null,
      logo_url: null,
      settings: {},
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
    });
  });

  it('takes the smallest body, and null for what may be left out', async () => {
    const unset = Object.fromEntries(optional.map((name) => [name, null]));
    for (const extra of [{}, unset]) {
      const answer = await on.post('/tenants', { ...smallest(), ...extra }, token);
      expect(answer.status).toBe(201);
      expectKeys(answer.body.data, [...shapes.reference.tenant, 'warnings']);
      expect(answer.body.data).toMatchObject({ ...unset, schema_name: expect.stringMatching(/^kedai_/) });
    }
  });

  it.each(['retail', 'healthcare', 'education', 'logistics', 'beauty'])('takes the business type %s', async (type) => {
    const answer = await on.post('/tenants', { ...smallest(), business_type: type }, token);
    expect(answer.body.data.business_type).toBe(type);
  });
});

describe('GET /api/v1/tenants/', () => {
  it('answers an array and its pagination next to it', async () => {
    const own = await newTenant();
    const answer = await on.get('/tenants', own.admin.token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data', 'pagination']);
    expect(answer.body.success).toBe(true);
    expect(answer.body.pagination).toEqual({ page: 1, page_size: 20, total: 1, pages: 1 });
    expectKeys(answer.body.data[0], shapes.reference.tenant);
    expect((await on.get(`/tenants/${own.id}`, own.admin.token)).body.data).toEqual(answer.body.data[0]);
  });

  it('walks page by page over every tenant once, newest first', async () => {
    const own = await newTenant();
    const made = [own.id];
    for (let i = 0; i < 4; i += 1) made.unshift((await on.post('/tenants', smallest(), own.admin.token)).body.data.id);
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await on.get(`/tenants?page=${page}&page_size=2`, own.admin.token);
      expect(body.pagination).toEqual({ page, page_size: 2, total: 5, pages: 3 });
      seen.push(...body.data.map(({ id }: { id: string }) => id));
    }
    expect(seen).toEqual(made);
  });

  it('refuses a page and a page_size that are none, and reports 100 for more (A-07)', async () => {
    for (const parameter of ['page', 'page_size']) {
      for (const value of ['0', '-1', 'abc', '1.5']) {
        expectInvalid(on, await on.get(`/tenants?${parameter}=${value}`, token), parameter);
      }
    }
    expect((await on.get('/tenants?page_size=500', token)).body.pagination.page_size).toBe(100);
  });
});

describe('GET /api/v1/tenants/{tenant_id}/', () => {
  it('answers the tenant', async () => {
    const answer = await on.get(`/tenants/${tenant.id}`, token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, shapes.reference.tenant);
    expect(answer.body.data).toMatchObject({ id: tenant.id, name: tenant.name, is_active: true });
  });
});

describe('PUT /api/v1/tenants/{tenant_id}/', () => {
  const put = (body: unknown) => on.put(`/tenants/${tenant.id}`, body, token);

  it('answers the changed tenant', async () => {
    const body = { ...whole(), business_type: 'beauty' };
    const answer = await put(body);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data']);
    expectKeys(answer.body.data, shapes.reference.tenant);
    expect(answer.body.data).toMatchObject(body);
    expect((await on.get(`/tenants/${tenant.id}`, token)).body).toEqual(answer.body);
  });

  it('keeps what is absent, takes an empty body, and clears with null (A-18)', async () => {
    const before = (await put(whole())).body.data;
    expect((await put({})).body.data).toEqual(before);
    const name = unique('Lain');
    expect((await put({ name })).body.data).toEqual({ ...before, name, updated_at: expect.stringMatching(INSTANT) });
    const cleared = Object.fromEntries(optional.filter((key) => key !== 'schema_name').map((key) => [key, null]));
    expect((await put(cleared)).body.data).toMatchObject({ ...cleared, name, schema_name: before.schema_name });
  });

  it('takes back the whole tenant as it was read, and changes nothing (A-09)', async () => {
    const before = (await put(whole())).body.data;
    const answer = await put(before);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual(before);
  });
});

describe('DELETE /api/v1/tenants/{tenant_id}/', () => {
  it('answers the id, and the tenant is gone (A-03)', async () => {
    const own = await newTenant();
    const answer = await remove(own.id, own.admin.token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, data: { id: own.id, deleted: true } });
    expectRefusal(on, await remove(own.id, own.admin.token), 401);
    expectRefusal(on, await remove(own.id, token), 404);
  });
});

describe('who may do what with tenants (A-53)', () => {
  const table: [string, (token: string) => ReturnType<typeof on.get>, number[]][] = [
    ['read another tenant', (their) => on.get(`/tenants/${UNKNOWN_ID}`, their), [404, 404, 404, 404]],
    ['change the own tenant', (their) => on.put(`/tenants/${tenant.id}`, {}, their), [200, 403, 403, 403]],
    ['change another tenant', (their) => on.put(`/tenants/${UNKNOWN_ID}`, {}, their), [404, 403, 403, 403]],
    ['delete another tenant', (their) => remove(UNKNOWN_ID, their), [404, 403, 403, 403]],
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
      ['DELETE', `/tenants/${tenant.id}`],
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
    expectSameRefusal(none, await remove(stranger.id, token));
    expectSameRefusal(none, await remove('not-a-uuid', token));
  });
});

describe('A-336: settings of a tenant', () => {
  const put = async (body: unknown, surface: Surface = on) => {
    const answer = await surface.send('PUT', `/tenants/${tenant.id}`, { token, body });
    expect(answer.status).toBe(200);
    return surface.data(answer);
  };

  it('that the service reads stay when a PUT does not name them, on both surfaces', async () => {
    await put({ settings: { sst_registration_number: 'W10-1', ssm_number: '202101012345', theme: 'light' } });
    expect((await put({ settings: { theme: 'dark' } }, contract)).settings).toEqual({
      theme: 'dark',
      sst_registration_number: 'W10-1',
      ssm_number: '202101012345',
    });
    expect((await put({ settings: { ssm_number: null } })).settings).toEqual({ sst_registration_number: 'W10-1' });
    expect((await put({ settings: { sst_registration_number: null } }, contract)).settings).toEqual({});
  });

  it('are kept as they were sent where they do not fit', async () => {
    const settings = { sst_registration_number: 5, list: [1, null] };
    expect((await put({ settings })).settings).toEqual(settings);
    await put({ settings: { sst_registration_number: null } });
  });

  it('and the logo are set and shown on both surfaces', async () => {
    const logo_url = 'https://example.com/logo.png';
    expect(await put({ logo_url })).toMatchObject({ logo_url });
    expect((await contract.get(`/tenants/${tenant.id}`, token)).body).toMatchObject({ logo_url, settings: {} });
    expectInvalid(on, await on.send('PUT', `/tenants/${tenant.id}`, { token, body: { logo_url: 'x' } }), 'logo_url');
  });
});
