import { hash } from '@node-rs/argon2';
import { PASSWORD } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newMemberAt,
  newTenantAt,
  signInAt,
  startOwnService,
  stopOwnServices,
  type Member,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** What happens to a tenant or a user while a password is looked at, which takes a second here: its hash is that dear. */

jest.setTimeout(120_000);

const surfaces = [
  {
    name: 'contract',
    login: (email: string, slug: string) =>
      ['/v1/auth/login', { email, password: PASSWORD, tenant_slug: slug }] as const,
  },
  {
    name: 'reference',
    login: (email: string, slug: string) =>
      ['/api/v1/auth/login/', { username: email, password: PASSWORD, tenant_id: slug }] as const,
  },
  {
    name: 'reference, no tenant named,',
    login: (email: string) => ['/api/v1/auth/login/', { username: email, password: PASSWORD }] as const,
  },
];

let database: OwnDatabase;
let service: OwnService;
let dear: string;
let tenant: OwnTenant;
let member: Member;

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  dear = await hash(PASSWORD, { memoryCost: 65_536, timeCost: 40 });
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

beforeEach(async () => {
  tenant = await newTenantAt(service);
  // The one who signed up may have signed in without a tenant: the administrator's token is the tenant's from here on.
  tenant.admin.token = (await signInAt(service, tenant.admin.email)).token;
  member = await newMemberAt(service, tenant, 'staff');
  await sql(database.ownerUrl, 'delete from core.sessions where user_id = $1', [member.id]);
  await sql(database.ownerUrl, 'update core.users set password_hash = $2 where id = $1', [member.id, dear]);
});

const sessions = () =>
  sql(database.ownerUrl, 'select id from core.sessions where user_id = $1 and expires_at > now()', [member.id]);

/** Sends a sign-in, and returns once its password is being looked at. */
async function begun([path, body]: readonly [string, unknown]) {
  let answered = false;
  const answer = at(service)
    .post(path, body)
    .finally(() => (answered = true));
  await eventually('the attempt is counted, and so committed', async () => {
    const counted = await sql(
      database.ownerUrl,
      'select 1 from core.sign_in_counts where account = $1 and cardinality(attempts) > 0',
      [member.id],
    );
    return counted.length > 0;
  });
  return { answer, isAnswered: () => answered };
}

describe.each(surfaces)('while a password is looked at on the $name surface', ({ login }) => {
  it('no transaction is open (A-28)', async () => {
    const { answer, isAnswered } = await begun(login(member.email, tenant.slug));
    const open = await sql(
      database.ownerUrl,
      "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(isAnswered()).toBe(false);
    expect(open).toEqual([]);
    expect((await answer).status).toBe(200);
  });

  it('who is shut out with the tenant gets no session, which would outlive the suspension (A-36, A-58)', async () => {
    const { answer, isAnswered } = await begun(login(member.email, tenant.slug));
    const suspended = await at(service).put(`/api/v1/tenants/${tenant.id}/`, { is_active: false }, tenant.admin.token);
    expect([suspended.status, isAnswered()]).toEqual([200, false]);
    expect((await answer).status).toBe(401);
    expect(await sessions()).toEqual([]);
  });

  it('who is deactivated gets no session, which would outlive that (A-36)', async () => {
    const { answer, isAnswered } = await begun(login(member.email, tenant.slug));
    const changed = await at(service).put(`/api/v1/users/${member.id}/`, { is_active: false }, tenant.admin.token);
    expect([changed.status, isAnswered()]).toEqual([200, false]);
    expect((await answer).status).toBe(401);
    expect(await sessions()).toEqual([]);
  });

  it('whose password is set again by an administrator gets no session for the one before', async () => {
    const { answer, isAnswered } = await begun(login(member.email, tenant.slug));
    const set = { password: 'An0therPass!' };
    expect((await at(service).put(`/api/v1/users/${member.id}/`, set, tenant.admin.token)).status).toBe(200);
    expect(isAnswered()).toBe(false);
    expect((await answer).status).toBe(401);
    expect(await sessions()).toEqual([]);
  });

  it('who is left alone is signed in, and counted no longer (A-28)', async () => {
    const { answer } = await begun(login(member.email, tenant.slug));
    expect((await answer).status).toBe(200);
    expect(await sessions()).toHaveLength(1);
    expect(
      await sql(
        database.ownerUrl,
        'select 1 from core.sign_in_counts where account = $1 and cardinality(attempts) > 0',
        [member.id],
      ),
    ).toEqual([]);
  });
});
