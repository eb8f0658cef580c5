import { nameOf, servedRoutes, type DeclaredRoute } from '../support/system-routes.js';

/** A-417, written here as the reading has it: a route that its patterns name needs a session, and no other route does. */
const needSession: readonly RegExp[] = [
  /\/auth\/(?!me$)/,
  /\/api-keys(\/|$)/,
  /\/account-policy$/,
  //
  /\/(payment-account|message-accounts)(\/|$)/,
  //
  /\/einvoices\/settings(\/(certificate|check))?$/,
  /\/users\/\{user_id\}\/(change-password|invitation|end-sessions|reset-mfa)$/,
  /\/users\/invitations$/,
  //
  /\/tenants\/\{tenant_id\}\/exports(\/\{export_id\})?$/,
  /^POST \/(api\/)?v1\/tenants$/,
  /^DELETE \/api\/v1\/tenants\/\{tenant_id\}$/,
  /\/(patients|students|drivers|clients|staff|customers|users)\/\{\w+\}\/(export|erase)$/,
];

/** Public routes read no token, and so no key. */
const expected = (route: DeclaredRoute): boolean =>
  !route.isPublic && needSession.some((pattern) => pattern.test(nameOf(route)));

let declared: DeclaredRoute[];
beforeAll(async () => {
  ({ declared } = await servedRoutes());
});

it('A-417: exactly the routes of the reading are closed to API keys', () => {
  const closed = declared.filter(({ isSessionOnly }) => isSessionOnly).map(nameOf);
  expect(closed.sort()).toEqual(declared.filter(expected).map(nameOf).sort());
  expect(closed).toEqual(
    expect.arrayContaining([
      'POST /v1/auth/logout',
      'POST /api/v1/auth/logout',
      'POST /v1/tenants',
      'POST /api/v1/tenants',
      'DELETE /api/v1/tenants/{tenant_id}',
      'POST /api/v1/users/{user_id}/change-password',
    ]),
  );
});

it('A-417: export and erasure of each kind of persons are closed to API keys', () => {
  const closed = declared.filter(({ isSessionOnly }) => isSessionOnly).map(nameOf);
  expect(closed.filter((name) => /\/(export|erase)$/.test(name))).toHaveLength(14);
});
