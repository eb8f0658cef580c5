import type { Json } from '../../support/client.js';
import { expectConflict, expectKeys, expectRefusal, INSTANT } from '../../support/core-shapes.js';
import { everyRole, contractSurface, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import { must, trailOf } from '../../support/healthcare.js';
import { newTenant, unique, type Person, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** The data of a user, exported and erased on request. */

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const exportOf = (id: string, by = token) => on.get(`/users/${id}/export`, by);
const erase = (id: string, by = token) => on.send('POST', `/users/${id}/erase`, { token: by });
const stored = async (table: string, column: string, id: string): Promise<string> =>
  JSON.stringify(
    await sql(workerState().ownerUrl as string, `select to_jsonb(r) from ${table} r where ${column} = $1`, [id]),
  );
const PASSWORD = 'kata laluan yang panjang';

async function made(extra: Json = {}): Promise<Json> {
  const username = unique('rahsia');
  const body = {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    first_name: 'Rahsia',
    last_name: 'Sulit',
    phone_number: '+60129876543',
    ic_number: '900101-14-5678',
    ...extra,
  };
  return { ...must(await on.post('/users', body, token), 201), username, email: body.email };
}
const login = (username: string) => on.post('/auth/login', { username, password: PASSWORD, tenant_id: tenant.id });

it('A-503: an export holds the account, its sessions, the trail and what the user did', async () => {
  const user = await made({ role: 'staff' });
  const own = on.data(await login(user.username)).access_token as string;
  must(
    await on.post('/auth/login', { username: user.username, password: 'salah sama sekali', tenant_id: tenant.id }),
    401,
  );
  must(await on.put(`/users/${user.id}`, { first_name: 'Rahsia Baharu' }, own), 200);
  const held = must(await exportOf(user.id), 200);
  expectKeys(held, ['exported_at', 'user', 'sessions', 'former_names', 'files', 'sign_ins', 'audit_entries', 'deeds']);
  expect(held.exported_at).toMatch(INSTANT);
  expect(held.user).toMatchObject({ id: user.id, first_name: 'Rahsia Baharu', ic_number: '900101-14-5678' });
  expect(held.sessions).toEqual([expect.objectContaining({ ended_at: null, address: expect.any(String) })]);
  expect(held.former_names.map(({ name }: Json) => name)).toEqual(['Rahsia Sulit']);
  expect(held.sign_ins.map(({ action }: Json) => action)).toEqual(['login_failed', 'login']);
  expect(held.audit_entries.map(({ action }: Json) => action)).toEqual(['update', 'create']);
  expect(held.deeds).toEqual([expect.objectContaining({ action: 'update', actor_id: user.id })]);
  expect(JSON.stringify(held)).not.toContain('argon2');
});

it('A-503: users export what is held on themselves, by both ids, and on no colleague', async () => {
  const { VIEWER, MANAGER } = people;
  const own = must(await exportOf(VIEWER.id, VIEWER.token), 200);
  expect(own.user.id).toBe(VIEWER.id);
  expect(must(await exportOf(String(VIEWER.number), VIEWER.token), 200).user.id).toBe(VIEWER.id);
  expectRefusal(on, await exportOf(VIEWER.id, MANAGER.token), 403);
  expectRefusal(on, await erase(VIEWER.id, MANAGER.token), 403);
  expectRefusal(on, await erase(VIEWER.id, VIEWER.token), 403);
  const other = await newTenant();
  expectRefusal(on, await exportOf(VIEWER.id, other.admin.token), 404);
  expectRefusal(on, await erase(VIEWER.id, other.admin.token), 404);
});

it('A-503: an erased user signs in no more and is found on neither surface; the deeds stay, by id', async () => {
  const user = await made({ role: 'staff' });
  const own = on.data(await login(user.username)).access_token as string;
  const product = must(
    await on.post('/retail/products', { sku: unique('SKU'), name: 'Kopi', selling_price: 5 }, own),
    201,
  );
  const answer = must(await erase(user.id), 200);
  expect(answer).toEqual({ id: user.id, erased: true, erased_at: expect.stringMatching(INSTANT), files: 0 });
  expectRefusal(on, await on.get('/auth/me', own), 401);
  expectRefusal(on, await login(user.username), 401);
  expectRefusal(on, await on.get(`/users/${user.id}`, token), 404);
  expectRefusal(contractSurface, await contractSurface.get(`/users/${user.id}`, token), 404);
  for (const [table, column] of [
    ['core.users', 'id'],
    ['core.sessions', 'user_id'],
    ['core.sign_in_entries', 'user_id'],
    ['core.account_letters', 'user_id'],
    ['core.account_links', 'user_id'],
    ['core.former_parties', 'owner_id'],
    ['kernel.audit_entries', 'record_id'],
  ] as const)
    expect([table, await stored(table, column, user.id)]).toEqual([
      table,
      expect.not.stringMatching(/rahsia|sulit|9876543|900101|argon2|127\.0\.0\.1/i),
    ]);
  expect(await trailOf(tenant, product.id)).toEqual([expect.objectContaining({ actor_id: user.id })]);
  expectRefusal(on, await erase(user.id), 404);
  expectRefusal(on, await exportOf(user.id), 404);
  // Username and e-mail are free again.
  must(await on.post('/users', { username: user.username, email: user.email, password: PASSWORD }, token), 201);
});

it('A-503: a deleted user can be erased; oneself and the last administrator cannot', async () => {
  const user = await made();
  must(await on.send('DELETE', `/users/${user.id}`, { token }), 200);
  must(await erase(user.id), 200);
  expect(await stored('core.users', 'id', user.id)).not.toMatch(/rahsia|sulit/i);
  const alone = await newTenant();
  expectConflict(on, await on.send('POST', `/users/${alone.admin.id}/erase`, { token: alone.admin.token }), 'user_id');
  expect((await on.get('/auth/me', alone.admin.token)).status).toBe(200);
});

it('A-503: two administrators who erase each other at once leave one', async () => {
  const own = await newTenant();
  const body = { username: unique('dua'), email: `${unique('dua')}@example.com`, password: PASSWORD, role: 'admin' };
  const second = must(await on.post('/users', body, own.admin.token), 201);
  const login2 = await on.post('/auth/login', { username: body.username, password: PASSWORD, tenant_id: own.id });
  const token2 = on.data(login2).access_token as string;
  const answers = await Promise.all([
    on.send('POST', `/users/${second.id}/erase`, { token: own.admin.token }),
    on.send('POST', `/users/${own.admin.id}/erase`, { token: token2 }),
  ]);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  expect([401, 404, 409]).toContain(statuses[1]);
});
