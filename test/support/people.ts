import { randomBytes } from 'node:crypto';
import { contract, reference, type Json } from './client.js';

export const PASSWORD = 'Str0ngPass!';

/** A name that no other test has: every test makes its own tenants, and nothing is ever cleared away. */
export const unique = (prefix: string): string => `${prefix}-${randomBytes(6).toString('hex')}`;

export interface Person {
  id: string;
  number: number;
  email: string;
  username: string;
  password: string;
  token: string;
  refresh_token: string;
}

export interface TestTenant {
  id: string;
  slug: string;
  name: string;
  admin: Person;
}

export type ReferenceRole = 'admin' | 'manager' | 'staff' | 'user';

function must(answer: { status: number; body: Json }, status: number, what: string): Json {
  if (answer.status !== status)
    throw new Error(`${what}: ${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Signs in on the reference surface. */
export async function signIn(
  username: string,
  password: string,
  tenant_id?: string,
): Promise<{ token: string; refresh_token: string; user: Json }> {
  const { data } = must(await reference.post('/auth/login/', { username, password, tenant_id }), 200, 'sign-in');
  return { token: data.access_token, refresh_token: data.refresh_token, user: data.user };
}

/** A self-registered account without a tenant, signed in. */
export async function newAccount(extra: Record<string, unknown> = {}): Promise<Person> {
  const name = unique('account');
  const body = {
    username: name,
    email: `${name}@example.com`,
    password: PASSWORD,
    first_name: 'Aina',
    last_name: 'Rosli',
    ...extra,
  };
  const { data } = must(await reference.post('/auth/register/', body), 201, 'registration');
  const { token, refresh_token, user } = await signIn(body.username, body.password);
  return {
    id: data.id,
    number: user.id,
    email: body.email,
    username: body.username,
    password: body.password,
    token,
    refresh_token,
  };
}

/** A tenant of this test's own, with its administrator signed in. */
export async function newTenant(extra: Record<string, unknown> = {}): Promise<TestTenant> {
  const admin = await newAccount();
  const body = { name: unique('Kedai'), email: 'hello@example.com', business_type: 'RETAIL', ...extra };
  const tenant = must(await contract.post('/tenants', body, { token: admin.token }), 201, 'tenant');
  return { id: tenant.id, slug: tenant.slug, name: tenant.name, admin };
}

/** Another user of a tenant, signed in. */
export async function newUser(
  tenant: TestTenant,
  role: ReferenceRole,
  extra: Record<string, unknown> = {},
): Promise<Person> {
  const name = unique(role);
  const body = {
    username: name,
    email: `${name}@example.com`,
    password: PASSWORD,
    first_name: 'Mei Ling',
    last_name: 'Tan',
    role,
    ...extra,
  };
  const { data } = must(await reference.post('/users/', body, { token: tenant.admin.token }), 201, 'user');
  const { token, refresh_token } = await signIn(body.username, body.password, tenant.id);
  return {
    id: data.id,
    number: data.user_number,
    email: body.email,
    username: body.username,
    password: body.password,
    token,
    refresh_token,
  };
}

/** The operator's administrator, signed in. */
export async function operator(): Promise<{ token: string; email: string; password: string }> {
  const email = process.env.OPERATOR_EMAIL ?? 'operator@example.com';
  const password = process.env.OPERATOR_PASSWORD ?? 'operator-password';
  const body = must(await contract.post('/auth/login', { email, password, tenant_slug: 'platform' }), 200, 'operator');
  return { token: body.access_token, email, password };
}
