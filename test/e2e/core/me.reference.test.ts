import { expectKeys, shapes } from '../../support/core-shapes.js';
import { everyRole, referenceSurface as on } from '../../support/core-surfaces.js';
import { newAccount, newTenant, newUser, type Person, type TestTenant } from '../../support/people.js';
import { enrol } from '../../support/second-factor.js';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const me = async (token: string) => {
  const answer = await on.get('/auth/me', token);
  expect(answer.status).toBe(200);
  return on.data(answer);
};

describe('A-409: GET auth/me/', () => {
  it('answers user, tenant, session and permissions of the caller', async () => {
    const { admin } = tenant;
    const answer = await me(admin.token);
    expectKeys(answer, ['user', 'tenant', 'session', 'api_key', 'may', 'mfa']);
    expectKeys(answer.user, shapes.reference.user);
    expect(answer.user).toEqual(on.data(await on.get(`/users/${admin.id}`, admin.token)));
    expect(answer.tenant).toEqual({ id: tenant.id, name: tenant.name, slug: tenant.slug, business_type: 'retail' });
    const [session] = on.data(await on.get('/auth/sessions', admin.token));
    // A job may have written it meanwhile.
    expect(answer.session).toEqual({ ...session, last_seen_at: expect.any(String) });
    expect(answer.mfa).toEqual({ enabled: false, required: false, enrolment_required: false });
  });

  it('names the permissions of each role: an administrator may all, a viewer reads', async () => {
    const people = await everyRole(tenant);
    const of = async (role: keyof typeof people): Promise<string[]> => (await me(people[role].token)).may;
    const [admin, manager, staff, viewer] = [
      await of('ADMIN'),
      await of('MANAGER'),
      await of('STAFF'),
      await of('VIEWER'),
    ];
    expect(viewer).toEqual(['read', 'users.change_password']);
    expect(staff).toEqual(['read', 'write', 'users.change_password']);
    expect(manager).toEqual(expect.arrayContaining(['payments.write', 'bills.correct']));
    expect(manager).not.toContain('users.administer');
    expect(admin).toEqual(expect.arrayContaining([...manager, 'users.administer', 'tenants.create']));
  });

  it('tells whether the caller has a second factor, and whether the policy asks for one', async () => {
    const own = await newTenant();
    const staff = await newUser(own, 'staff');
    const admin = await enrol(own.admin);
    const mfaOf = async ({ token }: Person) => (await me(token)).mfa;
    expect(await mfaOf(admin)).toEqual({ enabled: true, required: false, enrolment_required: false });
    for (const [mfa, asked] of [
      ['administrators', false],
      ['everyone', true],
    ] as const) {
      expect((await on.put('/account-policy', { mfa }, admin.token)).status).toBe(200);
      expect(await mfaOf(admin)).toEqual({ enabled: true, required: true, enrolment_required: false });
      expect(await mfaOf(staff)).toEqual({ enabled: false, required: asked, enrolment_required: asked });
    }
  });

  it('answers an account without a tenant', async () => {
    const account = await newAccount();
    const { user, tenant: none, session, may } = await me(account.token);
    expect([user.id, user.tenant_id, none, session.is_current]).toEqual([account.id, null, null, true]);
    expect(may).toEqual(['read', 'tenants.create', 'users.change_password']);
  });

  it('needs a token', async () => {
    expect((await on.get('/auth/me')).status).toBe(401);
  });
});
