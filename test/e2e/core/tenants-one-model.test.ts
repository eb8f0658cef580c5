import { contract, reference } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';

const address = { street: '12, Jalan Telawi 3', city: 'Kuala Lumpur', state: 'WP', postal_code: '59100' };

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

describe('one model of tenants (A-62)', () => {
  it('shows a tenant made on the contract surface on the reference surface, under the mapped names', async () => {
    const body = { name: unique('Kedai'), email: 'a@example.com', phone: '03-1', address, business_type: 'LOGISTICS' };
    const made = (await contract.post('/tenants', body, { token })).body;
    const seen = (await reference.get(`/tenants/${made.id}/`, { token })).body.data;
    expect(seen).toEqual({
      id: made.id,
      name: body.name,
      schema_name: made.slug.replaceAll('-', '_'),
      domain: null,
      business_type: 'logistics',
      registration_number: null,
      business_address: { ...address, country: 'Malaysia' },
      contact_email: 'a@example.com',
      contact_phone: '03-1',
      logo_url: null,
      logo_file_id: null,
      settings: {},
      is_active: true,
      created_at: made.created_at,
      updated_at: made.updated_at,
    });
  });

  it('shows a tenant made on the reference surface on the contract surface, under the mapped names', async () => {
    const body = {
      name: unique('Salun'),
      business_type: 'beauty',
      contact_email: 'b@example.com',
      contact_phone: '03-2',
      business_address: { city: 'Ipoh', country: 'Brunei' },
    };
    const made = (await reference.post('/tenants/', body, { token })).body.data;
    const seen = (await contract.get(`/tenants/${made.id}`, { token })).body;
    expect(seen).toEqual({
      id: made.id,
      name: body.name,
      slug: body.name.toLowerCase(),
      email: 'b@example.com',
      phone: '03-2',
      address: { street: null, city: 'Ipoh', state: null, postal_code: null, country: 'Brunei' },
      business_type: 'BEAUTY',
      subscription_plan: 'STARTER',
      pricing_model: 'SUBSCRIPTION',
      status: 'ACTIVE',
      logo_url: null,
      settings: {},
      created_at: made.created_at,
      updated_at: made.updated_at,
    });
  });

  it('shows a change of either on both', async () => {
    await contract.put(`/tenants/${tenant.id}`, { phone: '1', address: { city: 'Klang' } }, { token });
    const seen = (await reference.get(`/tenants/${tenant.id}/`, { token })).body.data;
    expect(seen).toMatchObject({ contact_phone: '1', business_address: { city: 'Klang', country: 'Malaysia' } });
    const changes = { contact_phone: '2', contact_email: 'c@example.com', business_type: 'healthcare' };
    await reference.put(`/tenants/${tenant.id}/`, changes, { token });
    const back = (await contract.get(`/tenants/${tenant.id}`, { token })).body;
    expect(back).toMatchObject({ phone: '2', email: 'c@example.com', business_type: 'HEALTHCARE' });
  });

  it('deletes for both', async () => {
    const made = (await reference.post('/tenants/', { name: unique('X'), business_type: 'retail' }, { token })).body
      .data;
    const { email, password } = tenant.admin;
    const seat = (await contractSurface.login(email, password, made.id)).body.access_token;
    expect((await reference.delete(`/tenants/${made.id}/`, { token: seat })).status).toBe(200);
    for (const on of surfaces) {
      expectRefusal(on, await on.get(`/tenants/${made.id}`, token), 404);
      expectRefusal(on, await on.put(`/tenants/${made.id}`, {}, token), 404);
      const listed = on.rows(await on.get(`/tenants?${on.size}=100`, token), 'tenants').map(({ id }) => id);
      expect(listed).not.toContain(made.id);
    }
    expectRefusal(referenceSurface, await reference.delete(`/tenants/${made.id}/`, { token }), 404);
  });
});

describe('enumerated values in bodies are of the surface, filters take any case (A-70)', () => {
  it('refuses the other surface’s business type', async () => {
    const body = { name: unique('X'), email: 'x@example.com' };
    const onContract = await contract.post('/tenants', { ...body, business_type: 'retail' }, { token });
    expectInvalid(contractSurface, onContract, 'business_type');
    const onReference = await reference.post('/tenants/', { ...body, business_type: 'RETAIL' }, { token });
    expectInvalid(referenceSurface, onReference, 'business_type');
  });

  it.each(surfaces)('finds users of a role in any case on the $name surface (A-11)', async (on) => {
    const role = on.role('ADMIN');
    for (const asked of [role, role.toLowerCase(), role.toUpperCase()]) {
      expect(on.total(await on.get(`/users?role=${asked}`, token))).toBe(1);
    }
    expect(on.total(await on.get('/users?role=', token))).toBe(1);
  });

  it('finds users of a role with white space around it on the contract surface (A-173)', async () => {
    expect(contractSurface.total(await contract.get('/users?role=%20Admin%20', { token }))).toBe(1);
  });

  it('answers an unknown role with an empty list on the contract surface, with 400 on the other (A-11)', async () => {
    const empty = await contract.get('/users?role=NOSUCH', { token });
    expect(empty.body).toEqual({ users: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } });
    expectInvalid(referenceSurface, await reference.get('/users/?role=nosuch', { token }), 'role');
  });
});

describe.each(surfaces)('addresses on the $name surface (A-71)', (on) => {
  const key = on.name === 'contract' ? 'address' : 'business_address';
  const put = async (value: unknown) => on.put(`/tenants/${tenant.id}`, { [key]: value }, token);

  it('are in Malaysia unless they say otherwise', async () => {
    const empty = { street: null, city: null, state: null, postal_code: null, country: 'Malaysia' };
    expect(on.data(await put({}))[key]).toEqual(empty);
    expect(on.data(await put(address))[key]).toEqual({ ...address, country: 'Malaysia' });
    expect(on.data(await put({ country: 'Singapore' }))[key]).toEqual({ ...empty, country: 'Singapore' });
    expect(on.data(await put({ country: null }))[key]).toEqual(empty);
    expect(on.data(await put({ country: '' }))[key]).toEqual(empty);
  });

  it('are replaced whole, kept when they are absent, and cleared by null (A-18)', async () => {
    await put(address);
    expect(on.data(await put({ city: 'Ipoh' }))[key]).toMatchObject({ street: null, city: 'Ipoh' });
    const other = await on.put(`/tenants/${tenant.id}`, {}, token);
    expect(on.data(other)[key]).toMatchObject({ city: 'Ipoh', country: 'Malaysia' });
    expect(on.data(await put(null))[key]).toBeNull();
  });

  it('are refused where a part is no text', async () => {
    for (const part of ['street', 'city', 'state', 'postal_code', 'country']) {
      expectInvalid(on, await put({ [part]: 5 }), `${key}.${part}`);
    }
  });

  it('are absent until they are given', async () => {
    const body = { name: unique('X'), email: 'x@example.com', business_type: on.businessType('RETAIL') };
    expect(on.data(await on.post('/tenants', body, token))[key]).toBeNull();
  });
});

describe('e-mails and telephone numbers (A-154)', () => {
  it('are any text on the reference surface, and an e-mail where the contract surface says so', async () => {
    const wrong = { name: unique('X'), email: 'x', business_type: 'RETAIL' };
    expectInvalid(contractSurface, await contract.post('/tenants', wrong, { token }), 'email');
    const body = { name: unique('X'), business_type: 'retail', contact_email: 'call us', contact_phone: 'ask Din' };
    const made = await reference.post('/tenants/', body, { token });
    expect(made.body.data).toMatchObject(body);
    const seen = await contract.get(`/tenants/${made.body.data.id}`, { token });
    expect(seen.body).toMatchObject({ email: null, phone: 'ask Din' });
  });
});
