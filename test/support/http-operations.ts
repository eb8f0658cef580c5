import type { Answer } from './client.js';
import { contractSurface, referenceSurface, type Surface } from './core-surfaces.js';
import { newUser, PASSWORD, unique, type TestTenant } from './people.js';

export type Body = Record<string, unknown>;

/** An operation with a body, of which every field can be spoilt. */
export interface BodyOperation {
  on: Surface;
  name: string;
  /** A body that succeeds, with every field that the operation knows; names are new each time. */
  right(): Body;
  send(body: Body): Promise<Answer>;
  /** Every status that it may answer, with any body. */
  statuses: number[];
  /** Where the record that it answers can be read again. */
  stored?: (id: string) => string;
}

const address = { street: '1', city: 'Ipoh', state: 'Perak', postal_code: '30000', country: 'Malaysia' };

const userBody = (on: Surface): Body => {
  const email = `${unique('weird')}@example.com`;
  const shared = { email, password: PASSWORD, first_name: 'A', last_name: 'B', [on.phone]: '0123', permissions: ['x'] };
  const role = on.role('STAFF');
  return on === contractSurface
    ? { ...shared, role }
    : { ...shared, role, username: unique('weird'), ic_number: '900101-14-5678' };
};

const tenantBody = (on: Surface): Body => {
  const name = unique('Kedai');
  const business_type = on.businessType('RETAIL');
  if (on === contractSurface) return { name, business_type, email: 'a@example.com', phone: '0123', address };
  const contact = { contact_email: 'a@example.com', contact_phone: '0123', business_address: address };
  const names = {
    schema_name: unique('schema'),
    domain: `${unique('d')}.example`,
    registration_number: '202101012345',
  };
  return { name, business_type, ...contact, ...names };
};

const omit = (body: Body, ...names: string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** The operations of a surface that create or change users and tenants, done by the tenant's administrator. */
export function recordOperations(on: Surface, tenant: () => TestTenant, ids: () => { user: string; tenant: string }) {
  const token = () => tenant().admin.token;
  const users = (id: string) => `/users/${id}`;
  const tenants = (id: string) => `/tenants/${id}`;
  const refusals = on === contractSurface ? [400] : [400, 409];
  const put = (path: () => string, body: () => Body): Pick<BodyOperation, 'right' | 'send' | 'statuses'> => ({
    right: body,
    send: (sent) => on.put(path(), sent, token()),
    statuses: [200, ...refusals],
  });
  const operations: BodyOperation[] = [
    {
      on,
      name: 'POST /users',
      right: () => userBody(on),
      send: (body) => on.post('/users', body, token()),
      statuses: [201, ...refusals],
      stored: users,
    },
    {
      on,
      name: 'POST /tenants',
      right: () => tenantBody(on),
      send: (body) => on.post('/tenants', body, token()),
      statuses: [201, ...refusals],
      stored: tenants,
    },
    {
      on,
      name: 'PUT /users/{user_id}',
      ...put(
        () => users(ids().user),
        () => (on === contractSurface ? omit(userBody(on), 'email', 'password') : { ...userBody(on), is_active: true }),
      ),
      stored: users,
    },
    {
      on,
      name: 'PUT /tenants/{tenant_id}',
      ...put(
        () => tenants(ids().tenant),
        () =>
          on === contractSurface
            ? { ...omit(tenantBody(on), 'email', 'business_type'), logo_url: 'https://a.example/l', settings: { a: 1 } }
            : { ...tenantBody(on), is_active: true },
      ),
      stored: tenants,
    },
  ];
  return operations;
}

/** The operations of signing in, which anybody may call with anything. */
export function authOperations(on: Surface, tenant: () => TestTenant): BodyOperation[] {
  const post = (path: string, right: () => Body, ...statuses: number[]): BodyOperation => ({
    on,
    name: `POST ${path}`,
    right,
    send: (body) => on.post(path, body),
    statuses,
  });
  const { identity, place } =
    on === contractSurface ? { identity: 'email', place: 'tenant_slug' } : { identity: 'username', place: 'tenant_id' };
  const login = () => ({ [identity]: tenant().admin.email, password: PASSWORD, [place]: tenant().slug });
  const operations = [
    post('/auth/login', login, 200, 400, 401, 404, 429),
    post('/auth/refresh', () => ({ refresh_token: tenant().admin.refresh_token }), 200, 400, 401),
  ];
  if (on === contractSurface) return operations;
  const register = () => omit(userBody(referenceSurface), 'role', 'permissions');
  return [...operations, post('/auth/register', register, 201, 400, 409)];
}

/** A user's own change of password, which may or may not succeed from one body to the next. */
export async function passwordOperation(tenant: TestTenant): Promise<BodyOperation> {
  const { id, token } = await newUser(tenant, 'staff');
  return {
    on: referenceSurface,
    name: 'POST /users/{user_id}/change-password',
    right: () => ({ current_password: PASSWORD, new_password: PASSWORD }),
    send: (body) => referenceSurface.post(`/users/${id}/change-password`, body, token),
    statuses: [200, 400],
  };
}
