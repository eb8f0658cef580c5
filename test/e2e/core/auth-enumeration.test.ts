import { contract, reference, type Answer } from '../../support/client.js';
import { surfaces, type Surface } from '../../support/core-surfaces.js';
import { expectRefusal, expectSameRefusal } from '../../support/core-shapes.js';
import { newTenant, newUser, PASSWORD, unique, type TestTenant } from '../../support/people.js';

/** Everybody who may not come in, for whatever reason, and the password he tries. */
interface Refused {
  why: string;
  email: () => string;
  password: string;
  tenant: string | undefined;
}

describe.each(surfaces)('who has an account is not told on the $name surface (A-36)', (on) => {
  let everybody: Refused[];

  beforeAll(async () => {
    const tenant = await newTenant();
    const [active, inactive, deleted] = [
      await newUser(tenant, 'staff'),
      await newUser(tenant, 'staff'),
      await newUser(tenant, 'staff'),
    ];
    const token = tenant.admin.token;
    await reference.put(`/users/${inactive.id}/`, { is_active: false }, { token });
    await reference.delete(`/users/${deleted.id}/`, { token });
    const pending = await contract.post(
      '/users',
      { email: `${unique('pending')}@example.com`, first_name: 'A', last_name: 'B', role: 'STAFF' },
      { token },
    );
    const { suspended, member } = await suspendedTenant();
    const stranger = await newTenant();
    const inTenant = (why: string, email: string, password: string, { slug } = tenant): Refused[] => [
      { why, email: () => email, password, tenant: slug },
    ];
    everybody = [
      ...inTenant('wrong password', active.email, 'Wr0ngPass!'),
      { why: 'unknown account', email: () => `${unique('x')}@example.com`, password: PASSWORD, tenant: tenant.slug },
      ...inTenant('inactive user', inactive.email, PASSWORD),
      ...inTenant('deleted user', deleted.email, PASSWORD),
      ...inTenant('pending user', pending.body.email, PASSWORD),
      ...inTenant('suspended tenant', member.email, PASSWORD, suspended),
      ...inTenant("another tenant's user", stranger.admin.email, PASSWORD),
      { why: 'wrong password, no tenant', email: () => active.email, password: 'Wr0ngPass!', tenant: undefined },
      { why: 'unknown, no tenant', email: () => `${unique('x')}@example.com`, password: PASSWORD, tenant: undefined },
    ];
  });

  /** A tenant that its creator has suspended, and a member of it. */
  async function suspendedTenant(): Promise<{ suspended: TestTenant; member: { email: string } }> {
    const owner = await newTenant();
    const body = { name: unique('Kedai'), email: 'hello@example.com', business_type: 'RETAIL' };
    const made = (await contract.post('/tenants', body, { token: owner.admin.token })).body;
    const signedIn = await contract.post('/auth/login', {
      email: owner.admin.email,
      password: PASSWORD,
      tenant_slug: made.slug,
    });
    const suspended = { ...owner, ...made, admin: { ...owner.admin, token: signedIn.body.access_token } } as TestTenant;
    const member = await newUser(suspended, 'staff');
    const put = await reference.put(`/tenants/${made.id}/`, { is_active: false }, { token: owner.admin.token });
    expect(put.body.data.is_active).toBe(false);
    return { suspended, member };
  }

  const attempt = (surface: Surface, { email, password, tenant }: Refused) => surface.login(email(), password, tenant);

  it('by status, body or headers', async () => {
    const answers: Answer[] = [];
    for (const refused of everybody) answers.push(await attempt(on, refused));
    const first = answers[0] as Answer;
    expectRefusal(on, first, 401);
    for (const answer of answers) {
      expectSameRefusal(first, answer);
      const names = (headers: Headers) => [...headers.keys()].sort();
      expect(names(answer.headers)).toEqual(names(first.headers));
      expect(answer.headers.get('www-authenticate')).toBe(first.headers.get('www-authenticate'));
    }
  });

  // A refusal that verifies no password takes a fifth of the time. What else the machine does only ever adds: the
  // fastest of several tries tells, and with every round more truly. Fewer than 20 tries, or the limit would answer.
  it('by the time it takes', async () => {
    const [FEWEST, MOST, FASTEST_TO_SLOWEST] = [4, 18, 0.5];
    const fastest = everybody.map(() => Infinity);
    for (let round = 1; round <= MOST; round += 1) {
      for (const [n, refused] of everybody.entries()) {
        const begun = process.hrtime.bigint();
        expect((await attempt(on, refused)).status).toBe(401);
        fastest[n] = Math.min(fastest[n] as number, Number(process.hrtime.bigint() - begun) / 1e6);
      }
      if (round >= FEWEST && Math.min(...fastest) / Math.max(...fastest) >= FASTEST_TO_SLOWEST) return;
    }
    const seen = everybody.map(({ why }, n) => `${why} ${fastest[n]?.toFixed(1)} ms`);
    throw new Error(`The time tells who has an account: ${seen.join(', ')}`);
  });
});

describe('who is in a tenant is not told to others (A-51)', () => {
  it.each(surfaces)('whether an e-mail is taken in another tenant, on the $name surface', async (on) => {
    const [a, b] = [await newTenant(), await newTenant()];
    const body = { username: unique('u'), email: a.admin.email, password: PASSWORD, first_name: 'A', last_name: 'B' };
    const answer = await on.post('/users', { ...body, role: on.role('STAFF') }, b.admin.token);
    expect(answer.status).toBe(201);
  });
});
