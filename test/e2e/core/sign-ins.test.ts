import { reference } from '../../support/client.js';
import { surfaces } from '../../support/core-surfaces.js';
import { newTenant, newUser, PASSWORD, unique } from '../../support/people.js';

const WRONG = 'Wr0ngPass!';

const listed = async (query: string, token: string) => {
  const { status, body } = await reference.get(`/audit/?${query}`, { token });
  expect(status).toBe(200);
  return body.data;
};

describe.each(surfaces)('sign-ins on the $name surface', (on) => {
  it('are listed for administrators: successes, failures, address, user agent and way (A-397)', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff');
    const send = (password: string, agent: string) =>
      on.send('POST', '/auth/login', {
        body: { email: user.email, username: user.email, password, tenant_slug: tenant.slug, tenant_id: tenant.slug },
        headers: { 'user-agent': agent },
      });
    expect((await send(PASSWORD, 'Till/2.1 (Kedai)')).status).toBe(200);
    expect((await send(WRONG, `Guess\u0085er \u009b2J${'x'.repeat(400)}`)).status).toBe(401);

    const { token } = tenant.admin;
    const [success] = await listed(`action=login&record_id=${user.id}`, token);
    expect(success).toMatchObject({ actor_id: user.id, action: 'login', record_type: 'user', record_id: user.id });
    expect(success.changes).toEqual({
      way: { before: null, after: 'password' },
      address: { before: null, after: expect.stringMatching(/^[\da-f.:]+$/) },
      user_agent: { before: null, after: 'Till/2.1 (Kedai)' },
    });
    const [failure, ...others] = await listed(`action=LOGIN_FAILED&record_type=user&record_id=${user.id}`, token);
    expect(others).toEqual([]);
    expect(failure).toMatchObject({ actor_id: null, action: 'login_failed', record_id: user.id });
    const agent = failure.changes.user_agent.after as string;
    expect(agent).toMatch(/^Guesser 2Jx+$/);
    expect(agent).toHaveLength(200);
    expect(await listed(`action=login_failed&actor_id=${user.id}`, token)).toEqual([]);
    expect(await listed(`action=login&date_to=2020-01-01`, token)).toEqual([]);

    expect((await reference.get('/audit/?action=login', { token: user.token })).status).toBe(403);
    const stranger = await newTenant();
    expect(await listed(`action=login&record_id=${user.id}`, stranger.admin.token)).toEqual([]);
  });

  it('that the limits refuse are not kept (A-397)', async () => {
    const tenant = await newTenant();
    const user = await newUser(tenant, 'staff');
    for (let i = 0; i < 25; i += 1) await on.login(user.email, WRONG, tenant.slug);
    const { body } = await reference.get(`/audit/?action=login_failed&record_id=${user.id}`, {
      token: tenant.admin.token,
    });
    expect(body.pagination.total).toBe(20);
  });

  it('without a tenant tell a tenant no address of a person who may have meant another (A-397)', async () => {
    const [home, planted] = [await newTenant(), await newTenant()];
    const name = unique('both');
    const extra = { username: name, email: `${name}@example.com` };
    const body = { ...extra, password: 'Str4ngers!', first_name: 'A', last_name: 'B', role: 'staff' };
    const made = await reference.post('/users/', body, { token: planted.admin.token });
    await reference.post('/users/', { ...body, password: PASSWORD }, { token: home.admin.token });
    expect((await on.login(extra.email, WRONG)).status).toBe(401);
    const [failure] = await listed(`action=login_failed&record_id=${made.body.data.id}`, planted.admin.token);
    expect(failure.changes).toEqual({ way: { before: null, after: 'password' } });
  });
});

it('a wrong current password is listed with the sign-ins (A-397)', async () => {
  const tenant = await newTenant();
  const user = await newUser(tenant, 'staff');
  const body = { current_password: WRONG, new_password: 'N3xtPass!word' };
  expect((await reference.post(`/users/${user.id}/change-password/`, body, { token: user.token })).status).toBe(400);
  const [failure] = await listed(`action=login_failed&record_id=${user.id}`, tenant.admin.token);
  expect(failure.changes.way.after).toBe('password_again');
});
