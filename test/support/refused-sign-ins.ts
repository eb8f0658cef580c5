import { contract, reference, type Answer } from './client.js';
import type { Surface } from './core-surfaces.js';
import { newTenant, newUser, PASSWORD, unique, type TestTenant } from './people.js';

/** Every account that may not sign in, for any reason, and the password that is tried. */
export interface Refused {
  why: string;
  email: () => string;
  password: string;
  tenant: string | undefined;
}

export async function refusedSignIns(): Promise<Refused[]> {
  const tenant = await newTenant();
  const [active, inactive, deleted] = [
    await newUser(tenant, 'staff'),
    await newUser(tenant, 'staff'),
    await newUser(tenant, 'staff'),
  ];
  const token = tenant.admin.token;
  await reference.put(`/users/${inactive.id}/`, { is_active: false }, { token });
  await reference.delete(`/users/${deleted.id}/`, { token });
  const pending = await contract.post(
    '/users',
    { email: `${unique('pending')}@example.com`, first_name: 'A', last_name: 'B', role: 'STAFF' },
    { token },
  );
  const { suspended, member } = await suspendedTenant();
  const stranger = await newTenant();
  const inTenant = (why: string, email: string, password: string, { slug } = tenant): Refused[] => [
    { why, email: () => email, password, tenant: slug },
  ];
  return [
    ...inTenant('wrong password', active.email, 'Wr0ngPass!'),
    { why: 'unknown account', email: () => `${unique('x')}@example.com`, password: PASSWORD, tenant: tenant.slug },
    ...inTenant('inactive user', inactive.email, PASSWORD),
    ...inTenant('deleted user', deleted.email, PASSWORD),
    ...inTenant('pending user', pending.body.email, PASSWORD),
    ...inTenant('suspended tenant', member.email, PASSWORD, suspended),
    ...inTenant("another tenant's user", stranger.admin.email, PASSWORD),
    { why: 'wrong password, no tenant', email: () => active.email, password: 'Wr0ngPass!', tenant: undefined },
    { why: 'unknown, no tenant', email: () => `${unique('x')}@example.com`, password: PASSWORD, tenant: undefined },
  ];
}

/** A tenant that its creator has suspended, and a member of it. */
async function suspendedTenant(): Promise<{ suspended: TestTenant; member: { email: string } }> {
  const owner = await newTenant();
  const body = { name: unique('Kedai'), email: 'hello@example.com', business_type: 'RETAIL' };
  const made = (await contract.post('/tenants', body, { token: owner.admin.token })).body;
  const signedIn = await contract.post('/auth/login', {
    email: owner.admin.email,
    password: PASSWORD,
    tenant_slug: made.slug,
  });
  const suspended = { ...owner, ...made, admin: { ...owner.admin, token: signedIn.body.access_token } } as TestTenant;
  const member = await newUser(suspended, 'staff');
  const put = await reference.put(`/tenants/${made.id}/`, { is_active: false }, { token: owner.admin.token });
  expect(put.body.data.is_active).toBe(false);
  return { suspended, member };
}

export const attempt = (surface: Surface, { email, password, tenant }: Refused): Promise<Answer> =>
  surface.login(email(), password, tenant);
