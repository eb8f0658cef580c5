import fc from 'fast-check';
import { contract, reference, type Answer } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces } from '../../support/core-surfaces.js';
import {
  authOperations,
  passwordOperation,
  recordOperations,
  type BodyOperation,
} from '../../support/http-operations.js';
import { expectError, pendingUsers } from '../../support/http-shapes.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { propertyRuns } from '../../support/property-runs.js';

/** FUZZ_SEED and FUZZ_RUNS repeat what failed, or look longer. */
const seed = Number(process.env.FUZZ_SEED ?? 20_260_310);
const numRuns = propertyRuns();

const weird: unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, 5e-324],
  ...['', ' ', '0', 'null', '%', "'; --", '\\', '\u202e', '\ufeff', '\u2028', '🍜', 'x'.repeat(10_001), '\ud800', '\0'],
  ...[[], [null], [[]], ['x', 5], [{}], {}, { a: 1 }, { length: 5 }, { toString: null, valueOf: 1 }, { then: 'x' }],
  ...[{ constructor: { name: 'x' } }, { toJSON: 'x' }, JSON.parse('{"__proto__":{"polluted":true}}')],
];

let tenant: TestTenant;
let target: { user: string; tenant: string };

beforeAll(async () => {
  tenant = await newTenant();
  const [user] = await pendingUsers(tenant, 1);
  const body = { name: unique('Kedai'), email: 'a@example.com', business_type: 'RETAIL' };
  const made = await contract.post('/tenants', body, { token: tenant.admin.token });
  target = { user: user?.id, tenant: made.body.id };
});

afterAll(async () => {
  // Every stored value can be listed.
  for (const on of surfaces)
    for (const path of ['/users', '/tenants'])
      expect((await on.get(`${path}?${on.size}=1000`, tenant.admin.token)).status).toBe(200);
  expect((await reference.get('/audit/?page_size=100', { token: tenant.admin.token })).status).toBe(200);
});

/** A proper answer: success in the surface's shape, or one of the surface's refusals; and the answer agrees with what is stored. */
async function expectProper({ on, name, statuses, stored }: BodyOperation, answer: Answer): Promise<void> {
  if (!statuses.includes(answer.status)) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
  if (answer.status >= 400) return expectError(on, answer, answer.status);
  if (on === referenceSurface) expect(answer.body).toEqual({ success: true, data: expect.any(Object) });
  if (!stored) return;
  const shown = { ...on.data(answer) };
  // Said once, when the record is made.
  delete shown.warnings;
  const read = await on.get(stored(shown.id), tenant.admin.token);
  expect([read.status, on.data(read)]).toEqual([200, shown]);
  // An account may have a limited number of tenants at a time.
  if (name === 'POST /tenants')
    expect((await reference.delete(`/tenants/${shown.id}/`, { token: tenant.admin.token })).status).toBe(200);
}

/** Where a text was taken, it was taken as it is. */
function expectVerbatim({ on }: BodyOperation, answer: Answer, field: string, value: unknown): void {
  if (answer.status >= 300 || typeof value !== 'string' || value.trim() === '') return;
  const shown = on.data(answer);
  if (field in shown && field !== 'refresh_token') expect(shown[field]).toBe(value);
}

/** A password that was tried out may stand in no answer, not even as a person's name: the test gives it a form that no name has. */
const ownSecret = (field: string, value: unknown): unknown =>
  field.includes('password') && typeof value === 'string' && value.length >= 8 ? `${unique('secret')}${value}` : value;

async function tryOut(operation: BodyOperation, field: string, any: unknown): Promise<void> {
  const value = ownSecret(field, any);
  const answer = await operation.send({ ...operation.right(), [field]: value });
  try {
    await expectProper(operation, answer);
    expectVerbatim(operation, answer, field, value);
  } catch (error) {
    const sent = JSON.stringify(value)?.slice(0, 200);
    throw new Error(`${operation.name} with ${field} = ${sent}: ${(error as Error).message}`, { cause: error });
  }
}

/** Operations that make a separate record can be tried out with this number of values at once; others share a record or session. */
const AT_ONCE = 8;
async function tryOutAll(operation: BodyOperation, fields: readonly string[]): Promise<void> {
  const pairs = fields.flatMap((field) => weird.map((value) => [field, value] as const));
  const atOnce = operation.statuses.includes(201) ? AT_ONCE : 1;
  while (pairs.length > 0)
    await Promise.all(pairs.splice(0, atOnce).map(([field, value]) => tryOut(operation, field, value)));
}

const ofSurface = (on: typeof contractSurface): BodyOperation[] => [
  ...recordOperations(
    on,
    () => tenant,
    () => target,
  ),
  ...authOperations(on, () => tenant),
];

const anything = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });

describe.each(surfaces)('any value of a field, on the $name surface', (on) => {
  const operations = ofSurface(on);

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s takes it or refuses it in the surface’s own words, and never fails (A-13, A-14, A-22)',
    async (_, operation) => {
      await tryOutAll(operation, Object.keys(operation.right()));
    },
    120_000,
  );

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s answers any JSON in any field properly (A-13, A-14, A-22)',
    async (_, operation) => {
      const field = fc.constantFrom(...Object.keys(operation.right()));
      const property = fc.asyncProperty(field, anything, (name, value) => tryOut(operation, name, value));
      await fc.assert(property, { seed, numRuns });
    },
    120_000,
  );

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s answers any object at all properly (A-09, A-13, A-14)',
    async (_, operation) => {
      const names = [...Object.keys(operation.right()), 'id', '__proto__', 'constructor', 'toString', 'then', ''];
      const bodies = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), anything, { maxKeys: 6 });
      const property = fc.asyncProperty(bodies, async (body) => {
        const sent = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, ownSecret(name, value)]));
        await expectProper(operation, await operation.send(sent));
      });
      await fc.assert(property, { seed, numRuns });
    },
    120_000,
  );

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s succeeds with its right body, so that the above says something',
    async (name, operation) => {
      // By now the account may have met its limit of wrong passwords.
      const account = name.endsWith('/login') ? await newTenant() : null;
      const body = operation.right();
      if (account) Object.assign(body, { email: account.admin.email, username: account.admin.email });
      if (account) Object.assign(body, { tenant_slug: account.slug, tenant_id: account.slug });
      const answer = await operation.send(body);
      expect([200, 201]).toContain(answer.status);
      await expectProper(operation, answer);
    },
  );
});

describe('any value of a field, on the reference surface alone', () => {
  it('POST /users/{user_id}/change-password takes it or refuses it, and never fails (A-14, A-45)', async () => {
    const operation = await passwordOperation(tenant);
    await tryOutAll(operation, ['current_password', 'new_password']);
    const property = fc.asyncProperty(anything, (value) => tryOut(operation, 'new_password', value));
    await fc.assert(property, { seed, numRuns });
  }, 120_000);

  it('does not let a body reach what all objects share', async () => {
    const { token } = tenant.admin;
    const raw = '{"first_name":"X","__proto__":{"is_admin":true},"constructor":{"prototype":{"is_admin":true}}}';
    const headers = { 'content-type': 'application/json' };
    for (const on of surfaces) {
      expect((await on.send('PUT', `/users/${target.user}`, { token, raw, headers })).status).toBe(200);
      expect((await on.get('/users', token)).text).not.toContain('is_admin');
    }
  });
});
