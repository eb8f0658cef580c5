import { call, type Answer, type Json } from '../support/client.js';
import { documents, operations, type DocumentedOperation } from '../support/operations.js';
import { newAccount, newTenant, unique, type Person, type TestTenant } from '../support/people.js';

/** Every operation that asks for a password counts tries: the 21st from one address is not looked at, nor is the right one. */

const MOST = 20;
const WRONG = 'Wr0ngPass!';
const NEXT = 'N3xtPass!word';

/** Operations that set a password for an account that has none, or for another user. */
const setting = ['POST /v1/users', 'POST /api/v1/users/', 'POST /api/v1/auth/register/'];

interface Asking {
  path: (person: Person, tenant: TestTenant) => string;
  body: (person: Person, tenant: TestTenant, password: string) => Json;
  /** Whether the request is sent by the user. */
  isSignedIn: boolean;
}

/** Operations that look at a password. */
const asking: Readonly<Record<string, Asking>> = {
  'POST /v1/auth/login': {
    path: () => '/v1/auth/login',
    body: ({ email }, { slug }, password) => ({ email, password, tenant_slug: slug }),
    isSignedIn: false,
  },
  'POST /api/v1/auth/login/': {
    path: () => '/api/v1/auth/login/',
    body: ({ username }, { slug }, password) => ({ username, password, tenant_id: slug }),
    isSignedIn: false,
  },
  'PUT /api/v1/users/{user_id}/': {
    path: ({ id }) => `/api/v1/users/${id}/`,
    body: (_person, _tenant, current_password) => ({ password: NEXT, current_password }),
    isSignedIn: true,
  },
  'POST /api/v1/users/{user_id}/change-password/': {
    path: ({ id }) => `/api/v1/users/${id}/change-password/`,
    body: (_person, _tenant, current_password) => ({ new_password: NEXT, current_password }),
    isSignedIn: true,
  },
  'POST /api/v1/auth/mfa/totp/': {
    path: () => '/api/v1/auth/mfa/totp/',
    body: (_person, _tenant, password) => ({ password }),
    isSignedIn: true,
  },
  'POST /api/v1/tenants/{tenant_id}/exports/': {
    path: (_person, { id }) => `/api/v1/tenants/${id}/exports/`,
    body: (_person, _tenant, password) => ({ password }),
    isSignedIn: true,
  },
  'POST /api/v1/auth/me/email/': {
    path: () => '/api/v1/auth/me/email/',
    body: (_person, _tenant, current_password) => ({ email: `${unique('next')}@example.com`, current_password }),
    isSignedIn: true,
  },
};

function takesPassword({ on, body }: DocumentedOperation): boolean {
  const { properties = {} } = body ? documents[on.name].components.schemas[body.split('/').at(-1) as string] : {};
  return Object.keys(properties).some((name) => /^(current_)?password$/.test(name));
}
const taking = operations.filter(takesPassword).map(({ name }) => name);

it('knows every operation with a password in its body', () => {
  expect(taking.filter((name) => !setting.includes(name) && !(name in asking))).toEqual([]);
  expect(taking.length).toBeGreaterThan(7);
});

it.each(Object.keys(asking).filter((name) => taking.includes(name)))('A-393: %s counts tries', async (name) => {
  const { path, body, isSignedIn } = asking[name] as Asking;
  const tenant = await newTenant();
  const { admin } = tenant;
  const ask = (password: string): Promise<Answer> =>
    call(name.split(' ')[0] as string, path(admin, tenant), {
      body: body(admin, tenant, password),
      ...(isSignedIn ? { token: admin.token } : {}),
    });
  const statuses = [];
  for (let i = 0; i < MOST; i += 1) statuses.push((await ask(WRONG)).status);
  expect(new Set(statuses)).toEqual(new Set([isSignedIn ? 400 : 401]));
  for (const password of [WRONG, admin.password]) {
    const answer = await ask(password);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
  }
  // Another account from the same address is not concerned.
  expect((await newAccount()).token).toBeDefined();
});
