import { call, type Answer, type CallOptions, type Json } from './client.js';
import { newUser, type Person, type ReferenceRole, type TestTenant } from './people.js';

export const roles = ['ADMIN', 'MANAGER', 'STAFF', 'VIEWER'] as const;
export type Role = (typeof roles)[number];

const referenceRoles: Readonly<Record<Role, ReferenceRole>> = {
  ADMIN: 'admin',
  MANAGER: 'manager',
  STAFF: 'staff',
  VIEWER: 'user',
};

/** One of the two surfaces, so that a promise of both is tested by one text. Paths are given without trailing slash. */
export interface Surface {
  name: 'contract' | 'reference';
  /** The status of a refusal by the domain. */
  conflict: 400 | 409;
  /** The query parameter that says how long a page is. */
  size: 'limit' | 'page_size';
  /** What a user's telephone number is called. */
  phone: 'phone' | 'phone_number';
  url(path: string): string;
  send(method: string, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string, token?: string): Promise<Answer>;
  post(path: string, body: unknown, token?: string): Promise<Answer>;
  put(path: string, body: unknown, token?: string): Promise<Answer>;
  /** The record or result of an answer. */
  data(answer: Answer): Json;
  rows(answer: Answer, list: string): Json[];
  total(answer: Answer): number;
  /** The error of an answer. */
  error(answer: Answer): Json;
  role(role: Role): string;
  businessType(type: string): string;
  /** @param tenant slug or id */
  login(identity: string, password: string, tenant?: string): Promise<Answer>;
}

function surface(
  prefix: string,
  slash: string,
  own: Pick<Surface, 'name' | 'conflict' | 'size' | 'phone' | 'data' | 'rows' | 'error' | 'role' | 'businessType'>,
  names: { identity: string; tenant: string },
): Surface {
  const url = (path: string) => prefix + path.replace(/(\?|$)/, `${slash}$1`);
  const send = (method: string, path: string, options?: CallOptions) => call(method, url(path), options);
  return {
    ...own,
    url,
    send,
    get: (path, token) => send('GET', path, { token }),
    post: (path, body, token) => send('POST', path, { body, token }),
    put: (path, body, token) => send('PUT', path, { body, token }),
    total: (answer) => answer.body.pagination.total,
    login: (identity, password, tenant) =>
      send('POST', '/auth/login', { body: { [names.identity]: identity, password, [names.tenant]: tenant } }),
  };
}

export const contractSurface = surface(
  '/v1',
  '',
  {
    name: 'contract',
    conflict: 400,
    size: 'limit',
    phone: 'phone',
    data: (answer) => answer.body,
    rows: (answer, list) => answer.body[list],
    error: (answer) => answer.body,
    role: (role) => role,
    businessType: (type) => type,
  },
  { identity: 'email', tenant: 'tenant_slug' },
);

export const referenceSurface = surface(
  '/api/v1',
  '/',
  {
    name: 'reference',
    conflict: 409,
    size: 'page_size',
    phone: 'phone_number',
    data: (answer) => answer.body.data,
    rows: (answer) => answer.body.data,
    error: (answer) => answer.body.error,
    role: (role) => referenceRoles[role],
    businessType: (type) => type.toLowerCase(),
  },
  { identity: 'username', tenant: 'tenant_id' },
);

export const surfaces = [contractSurface, referenceSurface];

/** One user of each role, the tenant's first administrator among them. */
export async function everyRole(tenant: TestTenant): Promise<Record<Role, Person>> {
  const [manager, staff, viewer] = await Promise.all([
    newUser(tenant, 'manager'),
    newUser(tenant, 'staff'),
    newUser(tenant, 'user'),
  ]);
  return { ADMIN: tenant.admin, MANAGER: manager, STAFF: staff, VIEWER: viewer };
}

/** A uuid that no record has. */
export const UNKNOWN_ID = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
