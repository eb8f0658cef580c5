import { nameOf, servedRoutes } from '../support/system-routes.js';

/** A-427, written here as the reading has it: these routes need a code of the last ten minutes, and no other route does. */
const needStepUp: readonly RegExp[] = [
  /^(POST|PUT|DELETE) \/api\/v1\/api-keys(\/|$)/,
  /^PUT \/api\/v1\/account-policy$/,
  /^POST \/api\/v1\/users\/\{user_id\}\/reset-mfa$/,
  //
  /^POST \/api\/v1\/tenants\/\{tenant_id\}\/exports$/,
  /\/(patients|students|drivers|clients|staff|customers|users)\/\{\w+\}\/(export|erase)$/,
];

it('A-427: exactly the routes of the reading ask for a recent code, and none of the specification', async () => {
  const { declared } = await servedRoutes();
  const asking = declared.filter(({ needsStepUp }) => needsStepUp);
  const expected = declared.map(nameOf).filter((name) => needStepUp.some((pattern) => pattern.test(name)));
  expect(asking.map(nameOf).sort()).toEqual(expected.sort());
  expect(expected.filter((name) => /\/(export|erase)$/.test(name))).toHaveLength(14);
  expect(asking.filter(({ addition }) => !addition)).toEqual([]);
});
