import { contract, reference, type Json } from '../../support/client.js';
import { shapes } from '../../support/core-shapes.js';
import { contractSurface, referenceSurface, surfaces, type Surface } from '../../support/core-surfaces.js';
import { expectWrong, pendingUsers } from '../../support/http-shapes.js';
import { newTenant, newUser, PASSWORD, unique } from '../../support/people.js';

const keysOf = (record: Json) => Object.keys(record).sort();
/** Everything but when it was last changed. */
const lasting = ({ updated_at: _, ...rest }: Json) => rest;
const addressName = (on: Surface) => (on === contractSurface ? 'address' : 'business_address');
const address = {
  street: '1, Jalan Ampang',
  city: 'Kuala Lumpur',
  state: 'WP',
  postal_code: '50450',
  country: 'Brunei',
};
const emptyAddress = { street: null, city: null, state: null, postal_code: null, country: 'Malaysia' };

const record = async (on: Surface, path: string, token: string) => {
  const answer = await on.get(path, token);
  expect([path, answer.status]).toEqual([path, 200]);
  return on.data(answer);
};

describe.each(surfaces)('changing a record on the $name surface', (on) => {
  /** A tenant and a user in which every field that this surface can set is set. */
  async function filled() {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const names = { first_name: 'Nurul', last_name: 'Huda', ic_number: '900101-14-5678', permissions: ['a.b', 'c'] };
    const user = await newUser(tenant, 'staff', { ...names, phone_number: '03-1234 5678' });
    const contact = { contact_email: 'x@example.com', contact_phone: '03-9', business_address: address };
    const own = { registration_number: '202101012345', domain: `${unique('d')}.example` };
    await reference.put(`/tenants/${tenant.id}/`, { ...contact, ...own }, { token });
    const shown = {
      logo_url: 'https://pakdin.example/logo.png',
      settings: { theme: 'dark', nested: { a: [1, null] } },
    };
    await contract.put(`/tenants/${tenant.id}`, shown, { token });
    return { tenant, token, user, paths: [`/users/${user.id}`, `/tenants/${tenant.id}`] };
  }

  it('takes back what it has shown, and nothing changes (A-09)', async () => {
    const { token, paths } = await filled();
    for (const path of paths) {
      const before = await record(on, path, token);
      const answer = await on.put(path, before, token);
      expect([answer.status, lasting(on.data(answer))]).toEqual([200, lasting(before)]);
      expect(lasting(await record(on, path, token))).toEqual(lasting(before));
    }
  });

  it('takes back a record in which nothing but what must be is set (A-09)', async () => {
    const tenant = await newTenant();
    const [pending] = await pendingUsers(tenant, 1);
    for (const path of [`/users/${pending?.id}`, `/tenants/${tenant.id}`]) {
      const before = await record(on, path, tenant.admin.token);
      const answer = await on.put(path, before, tenant.admin.token);
      expect([answer.status, lasting(on.data(answer))]).toEqual([200, lasting(before)]);
    }
  });

  it('keeps what is not sent: one field of many, or none (A-18, A-157)', async () => {
    const { token, user, tenant, paths } = await filled();
    for (const path of paths) {
      const before = await record(on, path, token);
      const answer = await on.put(path, {}, token);
      expect([answer.status, lasting(on.data(answer))]).toEqual([200, lasting(before)]);
    }
    const changes: [path: string, change: Record<string, unknown>][] = [
      [`/users/${user.id}`, { first_name: 'Siti' }],
      [`/users/${user.id}`, { [on.phone]: '0123' }],
      [`/users/${user.id}`, { role: on.role('MANAGER') }],
      [`/users/${user.id}`, { permissions: [] }],
      [`/tenants/${tenant.id}`, { name: 'Kedai Lain' }],
    ];
    for (const [path, change] of changes) {
      const before = await record(on, path, token);
      const answer = await on.put(path, change, token);
      expect(answer.status).toBe(200);
      // The contract surface shows no permissions.
      const shown = Object.entries(change).filter(([name]) => name in before);
      const after = { ...lasting(before), ...Object.fromEntries(shown) };
      expect(lasting(on.data(answer))).toEqual(after);
      expect(lasting(await record(on, path, token))).toEqual(after);
    }
  });

  it('keeps what only the other surface shows (A-18)', async () => {
    const { token, user, tenant } = await filled();
    const other = on === contractSurface ? referenceSurface : contractSurface;
    const changes: [path: string, change: Record<string, unknown>][] = [
      [`/users/${user.id}`, { last_name: 'Lain' }],
      [`/tenants/${tenant.id}`, { name: 'Kedai Lain' }],
    ];
    for (const [path, change] of changes) {
      const before = await record(other, path, token);
      expect((await on.put(path, change, token)).status).toBe(200);
      expect(lasting(await record(other, path, token))).toEqual({ ...lasting(before), ...change });
    }
  });

  it('clears an optional field by null, and refuses null for what a record must have (A-18)', async () => {
    const { token, user, tenant } = await filled();
    // Both names are stated as required of the contract's users.
    const optional = on === contractSurface ? { [on.phone]: null } : { [on.phone]: null, last_name: null };
    const cleared = on.data(await on.put(`/users/${user.id}`, optional, token));
    expect(cleared).toMatchObject({ ...optional, first_name: 'Nurul' });
    const bare = on.data(await on.put(`/tenants/${tenant.id}`, { [addressName(on)]: null }, token));
    expect(bare).toMatchObject({ [addressName(on)]: null, name: tenant.name });
    for (const name of on === contractSurface
      ? ['role', 'first_name', 'last_name']
      : ['role', 'username', 'email', 'is_active'])
      expectWrong(on, await on.put(`/users/${user.id}`, { [name]: null }, token), name);
    for (const name of on === contractSurface ? ['name'] : ['name', 'business_type', 'is_active'])
      expectWrong(on, await on.put(`/tenants/${tenant.id}`, { [name]: null }, token), name);
  });

  it('replaces an object that is sent as a whole, with Malaysia for a missing country (A-18, A-71)', async () => {
    const { token, tenant } = await filled();
    const name = addressName(on);
    const path = `/tenants/${tenant.id}`;
    expect((await record(on, path, token))[name]).toEqual(address);
    for (const sent of [{ city: 'Ipoh' }, {}, { country: '' }, { country: null, street: null }, { planet: 'Mars' }]) {
      const expected = { ...emptyAddress, ...('city' in sent ? sent : {}) };
      expect(on.data(await on.put(path, { [name]: sent }, token))[name]).toEqual(expected);
    }
    expect(on.data(await on.put(path, { name: 'Kedai' }, token))[name]).toEqual(emptyAddress);
  });

  it('gives an address the country Malaysia, unless it says another, and leaves no address null (A-71)', async () => {
    const { admin } = await newTenant();
    const made = async (sent?: object) => {
      const body = { name: unique('Kedai'), email: 'a@example.com', business_type: on.businessType('RETAIL') };
      const answer = await on.post('/tenants', { ...body, [addressName(on)]: sent }, admin.token);
      expect(answer.status).toBe(201);
      return on.data(answer)[addressName(on)];
    };
    expect(await made({ city: 'Kuching' })).toEqual({ ...emptyAddress, city: 'Kuching' });
    expect(await made(address)).toEqual(address);
    expect(await made({})).toEqual(emptyAddress);
    expect(await made()).toBeNull();
  });

  it('ignores what it does not know and what is not the client’s to say, and never moves a row (A-09)', async () => {
    const [mine, other] = [await newTenant(), await newTenant()];
    const { token } = mine.admin;
    const user = await newUser(mine, 'staff');
    const foreign = { tenant_id: other.id, id: other.admin.id, user_number: 1, mfa_enabled: true, version: 99 };
    const times = { created_at: '2001-01-01T00:00:00Z', updated_at: null, deleted_at: '2001-01-01', last_login: 5 };
    const inside = { password_hash: 'x', status: 'DISABLED', created_by: other.admin.id, slug: 'x', __proto__x: 1 };
    for (const path of [`/users/${user.id}`, `/tenants/${mine.id}`]) {
      const before = await record(on, path, token);
      const answer = await on.put(path, { ...foreign, ...times, ...inside, nonsense: { deep: [1] } }, token);
      expect([answer.status, lasting(on.data(answer))]).toEqual([200, lasting(before)]);
    }
    const email = `${unique('moved')}@example.com`;
    const body = {
      email,
      username: email,
      first_name: 'A',
      last_name: 'B',
      password: PASSWORD,
      role: on.role('STAFF'),
    };
    const made = on.data(await on.post('/users', { ...body, ...foreign, ...times }, token));
    expect(made).toMatchObject({ tenant_id: mine.id, mfa_enabled: false, last_login: null });
    expect(made.id).not.toBe(other.admin.id);
    expect(made.created_at > '2020').toBe(true);
    expect(on.total(await on.get('/users', other.admin.token))).toBe(1);
  });

  it('refuses a wrong value in a change and stores nothing of the request (A-19)', async () => {
    const { token, user, tenant } = await filled();
    const wrong: [path: string, body: Record<string, unknown>, field: string][] = [
      [`/users/${user.id}`, { first_name: 'Nobody', role: 'KING' }, 'role'],
      [`/users/${user.id}`, { first_name: 'Nobody', [on.phone]: 60123 }, on.phone],
      [`/users/${user.id}`, { first_name: 'Nobody', permissions: 'all' }, 'permissions'],
      [`/tenants/${tenant.id}`, { name: '   ' }, 'name'],
      [`/tenants/${tenant.id}`, { name: 'Nobody', [addressName(on)]: 'Ipoh' }, addressName(on)],
      [`/tenants/${tenant.id}`, { name: 'Nobody', [addressName(on)]: [] }, addressName(on)],
    ];
    for (const [path, body, field] of wrong) {
      const before = await record(on, path, token);
      expectWrong(on, await on.put(path, body, token), field);
      expect(await record(on, path, token)).toEqual(before);
    }
  });

  it('shows every field of a record, null where nothing is set, lists and objects empty (A-20, A-27)', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const { user: userKeys, tenant: tenantKeys } = shapes[on.name];
    const email = `${unique('least')}@example.com`;
    const body =
      on === contractSurface
        ? { email, first_name: 'A', last_name: 'B', role: 'STAFF' }
        : { email, username: email, password: PASSWORD };
    const made = on.data(await on.post('/users', body, token));
    const rows = on.rows(await on.get('/users', token), 'users');
    for (const user of [made, await record(on, `/users/${made.id}`, token), ...rows]) {
      expect(keysOf(user)).toEqual([...userKeys].sort());
      expect(Object.values(user)).not.toContain(undefined);
    }
    expect(made).toMatchObject({ [on.phone]: null, last_login: null, mfa_enabled: false });
    const business = { name: unique('Kedai'), email, business_type: on.businessType('LOGISTICS') };
    const there = on.data(await on.post('/tenants', business, token));
    // Said once, when the business is made.
    delete there.warnings;
    const tenants = on.rows(await on.get('/tenants', token), 'tenants');
    for (const shown of [there, await record(on, `/tenants/${there.id}`, token), ...tenants])
      expect(keysOf(shown)).toEqual([...tenantKeys].sort());
    expect(there[addressName(on)]).toBeNull();
    if (on === contractSurface) expect(there).toMatchObject({ settings: {}, logo_url: null, phone: null });
    else expect(made.permissions).toEqual([]);
  });

  it('shows instants in UTC with Z, and they do not move by themselves (A-23)', async () => {
    const { token, paths } = await filled();
    for (const path of paths) {
      const shown = await record(on, path, token);
      for (const name of ['created_at', 'updated_at'])
        expect(shown[name]).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
      expect(Math.abs(Date.parse(shown.created_at) - Date.now())).toBeLessThan(15 * 60_000);
      expect(await record(on, path, token)).toEqual(shown);
    }
  });
});
