import { contract, reference } from '../../support/client.js';
import { contractSurface, referenceSurface, surfaces, type Surface } from '../../support/core-surfaces.js';
import { expectRefusal } from '../../support/core-shapes.js';
import { newTenant, newUser, PASSWORD, signIn, unique, type TestTenant } from '../../support/people.js';

/** The power over a created tenant rests on the creator's account, and ends when another person can enter that account. */

const KNOWN = 'Kn0wnByAnother!';
const OWN = 'Ch0senByOneself!';

const body = (on: Surface, name = unique('Cawangan')) => ({
  name,
  email: 'hello@example.com',
  business_type: on.businessType('RETAIL'),
});

/** The victim's home with a second administrator, and another tenant that the victim created. */
async function homeAndBranch() {
  const home = await newTenant();
  const other = await newUser(home, 'admin');
  const branch = (await contract.post('/tenants', body(contractSurface), { token: home.admin.token })).body;
  const victim = `/users/${home.admin.id}/`;
  return { home, other, branch: branch as { id: string; slug: string; name: string }, victim };
}

const changePassword = (id: string, token: string, current_password: string, new_password: string) =>
  reference.post(`/users/${id}/change-password/`, { current_password, new_password }, { token });

/** Every way to the branch from the account of its creator. */
async function expectNoPower(token: string, branch: { id: string; name: string }, owner: string): Promise<void> {
  for (const on of surfaces) {
    expectRefusal(on, await on.get(`/tenants/${branch.id}`, token), 404);
    expectRefusal(on, await on.put(`/tenants/${branch.id}`, { name: 'Taken over' }, token), 404);
    expect(on.rows(await on.get('/tenants', token), 'tenants').map(({ id }) => id)).not.toContain(branch.id);
  }
  const path = `/tenants/${branch.id}/`;
  expectRefusal(referenceSurface, await reference.put(path, { is_active: false }, { token }), 404);
  expectRefusal(referenceSurface, await reference.delete(path, { token }), 404);
  const off = await reference.post('/modules/retail/disable/', { tenant_id: branch.id }, { token });
  expect([400, 404]).toContain(off.status);
  const plan = { tenant_id: branch.id, plan_type: 'GROWTH', billing_cycle: 'MONTHLY' };
  expect([400, 404]).toContain((await contract.post('/subscriptions', plan, { token })).status);
  const shown = await contract.get(`/tenants/${branch.id}`, { token: owner });
  expect(shown.body).toMatchObject({ name: branch.name, status: 'ACTIVE' });
}

describe('the power over a created tenant (A-391)', () => {
  it('ends when another administrator sets the password of its creator, and a change of that password does not restore it', async () => {
    const { home, other, branch, victim } = await homeAndBranch();
    const seat = await signIn(home.admin.username, PASSWORD, branch.id);
    expect((await reference.put(victim, { password: KNOWN }, { token: other.token })).status).toBe(200);
    const { token } = await signIn(home.admin.username, KNOWN, home.id);
    await expectNoPower(token, branch, seat.token);
    expect((await changePassword(home.admin.id, token, KNOWN, OWN)).status).toBe(200);
    await expectNoPower(token, branch, seat.token);
    // The creator still administers it as its member.
    expect((await contract.put(`/tenants/${branch.id}`, { name: 'Ours' }, { token: seat.token })).status).toBe(200);
    expect((await contractSurface.login(home.admin.email, KNOWN, branch.slug)).status).toBe(401);
  });

  it('ends when another administrator sets the e-mail of its creator', async () => {
    const { home, other, branch, victim } = await homeAndBranch();
    const seat = await signIn(home.admin.username, PASSWORD, branch.id);
    const email = `${unique('mine')}@example.com`;
    expect((await reference.put(victim, { email }, { token: other.token })).status).toBe(200);
    await expectNoPower(home.admin.token, branch, seat.token);
    const back = { email: home.admin.email, current_password: PASSWORD };
    expect((await reference.put(victim, back, { token: home.admin.token })).status).toBe(200);
    await expectNoPower(home.admin.token, branch, seat.token);
  });

  it('ends while the tenant is being created: the other administrator sets the password at the same time', async () => {
    for (let i = 0; i < 3; i += 1) {
      const home = await newTenant();
      const other = await newUser(home, 'admin');
      const [made, set] = await Promise.all([
        contract.post('/tenants', body(contractSurface), { token: home.admin.token }),
        reference.put(`/users/${home.admin.id}/`, { password: KNOWN }, { token: other.token }),
      ]);
      expect(set.status).toBe(200);
      const { token } = await signIn(home.admin.username, KNOWN, home.id);
      const listed = (await contract.get('/tenants', { token })).body.tenants as { id: string }[];
      expect(listed.map(({ id }) => id)).toEqual([home.id]);
      if (made.status !== 201) continue;
      expectRefusal(contractSurface, await contract.get(`/tenants/${made.body.id}`, { token }), 404);
      expect((await contractSurface.login(home.admin.email, KNOWN, made.body.slug)).status).toBe(401);
    }
  });

  it('stays with what is sent back unchanged, with other changes, and with what creators change of themselves', async () => {
    const { home, other, branch, victim } = await homeAndBranch();
    const record = (await reference.get(victim, { token: other.token })).body.data;
    expect((await reference.put(victim, record, { token: other.token })).status).toBe(200);
    const named = { first_name: 'Nur', phone_number: '012', permissions: ['all'] };
    expect((await reference.put(victim, named, { token: other.token })).status).toBe(200);
    const { token } = home.admin;
    expect((await changePassword(home.admin.id, token, PASSWORD, OWN)).status).toBe(200);
    const email = `${unique('own')}@example.com`;
    expect((await reference.put(victim, { email, current_password: OWN }, { token })).status).toBe(200);
    for (const on of surfaces) expect((await on.get(`/tenants/${branch.id}`, token)).status).toBe(200);
    expect((await reference.delete(`/tenants/${branch.id}/`, { token })).status).toBe(200);
  });
});

describe.each(surfaces)('a password that another person set, on the $name surface (A-391)', (on) => {
  let home: TestTenant;
  beforeAll(async () => {
    home = await newTenant();
  });

  it('is taken over by no membership: a further tenant waits until the user has changed it', async () => {
    const user = await newUser(home, 'admin');
    const refused = await on.post('/tenants', body(on), user.token);
    expectRefusal(on, refused, 403);
    expect(JSON.stringify(refused.body)).toContain('change-password');
    expect((await changePassword(user.id, user.token, PASSWORD, OWN)).status).toBe(200);
    const made = await on.post('/tenants', body(on), user.token);
    expect(made.status).toBe(201);
    const { id } = on.data(made);
    expect((await on.login(user.email, OWN, id)).status).toBe(200);
    expectRefusal(on, await on.login(user.email, PASSWORD, id), 401);
    // Tenants created since are the account's own, until another person sets its password once more.
    expect((await on.put(`/tenants/${id}`, { name: 'Ours' }, user.token)).status).toBe(200);
    const set = await reference.put(`/users/${user.id}/`, { password: KNOWN }, { token: home.admin.token });
    expect(set.status).toBe(200);
    const { token } = await signIn(user.username, KNOWN, home.id);
    expectRefusal(on, await on.get(`/tenants/${id}`, token), 404);
    expectRefusal(on, await on.post('/tenants', body(on), token), 403);
  });
});

describe('administrators who change their own password or e-mail (A-391)', () => {
  it('are asked for the current password, and change nothing with a wrong one', async () => {
    const { admin, id } = await newTenant();
    const { token } = admin;
    const email = `${unique('own')}@example.com`;
    for (const path of [`/users/${admin.id}/`, `/users/${admin.number}/`, `/users/${admin.id.toUpperCase()}/`])
      for (const change of [{ password: OWN }, { email }])
        for (const current of [{}, { current_password: 'Wr0ngPass!' }, { current_password: null }]) {
          const answer = await reference.put(path, { ...change, ...current, first_name: 'Never' }, { token });
          expect(answer.status).toBe(400);
          expect(JSON.stringify(answer.body)).toContain('current_password');
        }
    const shown = (await reference.get(`/users/${admin.id}/`, { token })).body.data;
    expect(shown).toMatchObject({ first_name: 'Aina', email: admin.email });
    const both = { password: OWN, email, current_password: PASSWORD };
    expect((await reference.put(`/users/${admin.id}/`, both, { token })).status).toBe(200);
    for (const on of surfaces) {
      expect((await on.login(email, OWN, id)).status).toBe(200);
      expectRefusal(on, await on.login(email, PASSWORD, id), 401);
    }
    expect((await contract.get('/users', { token })).status).toBe(200);
  });

  it('need none for other fields, for their record as it was read, and for other users', async () => {
    const tenant = await newTenant();
    const { id, token, email } = tenant.admin;
    expect((await reference.put(`/users/${id}/`, { first_name: 'Nur', email }, { token })).status).toBe(200);
    const user = await newUser(tenant, 'staff');
    const change = { password: OWN, email: `${unique('set')}@example.com` };
    expect((await reference.put(`/users/${user.id}/`, change, { token })).status).toBe(200);
  });

  it('lose one of two changes that were proved with the same password', async () => {
    const { admin, id } = await newTenant();
    const path = `/users/${admin.id}/`;
    const answers = await Promise.all(
      ['F1rstPass!word', 'S3condPass!word'].map((password) =>
        reference.put(path, { password, current_password: PASSWORD }, { token: admin.token }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect([400, 409]).toContain(statuses[1]);
    expectRefusal(referenceSurface, await referenceSurface.login(admin.username, PASSWORD, id), 401);
  });
});
