import { PASSWORD, unique } from '../support/people.js';
import { dropDatabases, emptyDatabase, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newMemberAt,
  newTenantAt,
  pause,
  signInAt,
  startOwnService,
  stopOwnServices,
  type Member,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** Any number of instances on one database are one service: what one does counts on all. */

/** Where people reach both of them, as the operator says. */
const PUBLIC_URL = 'https://usaha.example/perniagaan';

let database: OwnDatabase;
let one: OwnService;
let two: OwnService;

beforeAll(async () => {
  database = await emptyDatabase();
  [one, two] = await Promise.all([
    startOwnService(database, { PUBLIC_URL }),
    startOwnService(database, { PUBLIC_URL }),
  ]);
  await listening(2);
});

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const listening = (count: number) =>
  eventually(`${count} instances listen`, async () => {
    const rows = await sql(
      database.ownerUrl,
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'usaha listen' and query like 'LISTEN%'`,
    );
    return rows.length === count;
  });

describe('two instances that start at once on an empty database', () => {
  it('run every migration once', async () => {
    expect([one, two].filter((service) => service.output().includes('Migrated the database'))).toHaveLength(1);
    const run = await sql<{ name: string }>(database.ownerUrl, 'select name from usaha_migrations');
    expect(run.length).toBeGreaterThanOrEqual(2);
    expect(new Set(run.map(({ name }) => name)).size).toBe(run.length);
  });

  it('make the operator once', async () => {
    const tenants = await sql(database.ownerUrl, `select id from core.tenants where slug = 'platform'`);
    const operators = await sql(database.ownerUrl, `select id from core.users where tenant_id = $1`, [tenants[0]?.id]);
    expect([tenants.length, operators.length]).toEqual([1, 1]);
    const body = { email: 'operator@example.com', password: 'operator-password', tenant_slug: 'platform' };
    for (const service of [one, two]) expect((await at(service).post('/v1/auth/login', body)).status).toBe(200);
  });
});

const USERS = '/v1/users';

/** Whether the rights of a token are seen: reads and, where it may, a write. */
const reads = (service: OwnService, token: string) => async () => (await at(service).get(USERS, token)).status;
const writes = (service: OwnService, token: string) => async () =>
  (await at(service).post(USERS, { email: 'unknown' }, token)).status;

/**
 * Does something on the first instance, and says how each instance answers from then on: the first at once, the second
 * to requests that are sent later than a second after the answer.
 */
async function afterwards(
  act: () => Promise<{ status: number }>,
  ask: (service: OwnService) => () => Promise<number>,
): Promise<{ before: number[]; first: number; second: number }> {
  const before = [await ask(one)(), await ask(two)()];
  // Now both have cached the rights, as fresh as they can be.
  expect((await act()).status).toBe(200);
  const done = Date.now();
  const first = await ask(one)();
  let sent: number;
  let second: number;
  do {
    sent = Date.now();
    second = await ask(two)();
    if (second === before[1]) await pause(10);
  } while (second === before[1] && sent - done < 1_000);
  return { before, first, second };
}

describe('what one instance changes, the other sees within a second and it itself at once:', () => {
  let tenant: OwnTenant;
  let member: Member;
  beforeEach(async () => {
    tenant = await newTenantAt(one);
    member = await newMemberAt(one, tenant, 'admin');
  });

  it('a sign-out (A-43)', async () => {
    const seen = await afterwards(
      () => at(one).post('/v1/auth/logout', undefined, member.token),
      (service) => reads(service, member.token),
    );
    expect(seen).toEqual({ before: [200, 200], first: 401, second: 401 });
    for (const service of [one, two]) {
      const refresh = await at(service).post('/v1/auth/refresh', { refresh_token: member.refresh_token });
      expect(refresh.status).toBe(401);
    }
  });

  it('A-410: the end of one session, by its user', async () => {
    const [{ id }] = (await at(one).get('/api/v1/auth/sessions/', member.token)).body.data;
    const other = await signInAt(one, member.email);
    const seen = await afterwards(
      () => at(one).delete(`/api/v1/auth/sessions/${id}/`, other.token),
      (service) => reads(service, member.token),
    );
    expect(seen).toEqual({ before: [200, 200], first: 401, second: 401 });
    for (const service of [one, two]) expect(await reads(service, other.token)()).toBe(200);
  });

  it('A-410: the end of all other sessions of a user', async () => {
    const other = await signInAt(one, member.email);
    const seen = await afterwards(
      () => at(one).post('/api/v1/auth/sessions/end-others/', undefined, other.token),
      (service) => reads(service, member.token),
    );
    expect(seen).toEqual({ before: [200, 200], first: 401, second: 401 });
    for (const service of [one, two]) expect(await reads(service, other.token)()).toBe(200);
  });

  it('A-410: the end of all sessions of a user, by an administrator', async () => {
    const seen = await afterwards(
      () => at(one).post(`/api/v1/users/${member.id}/end-sessions/`, undefined, tenant.admin.token),
      (service) => reads(service, member.token),
    );
    expect(seen).toEqual({ before: [200, 200], first: 401, second: 401 });
  });

  it('a deactivation (A-55)', async () => {
    const seen = await afterwards(
      () => at(one).put(`/api/v1/users/${member.id}/`, { is_active: false }, tenant.admin.token),
      (service) => reads(service, member.token),
    );
    expect(seen).toEqual({ before: [200, 200], first: 401, second: 401 });
  });

  it('a deletion (A-55)', async () => {
    const seen = await afterwards(
      () => at(one).delete(`/api/v1/users/${member.id}/`, tenant.admin.token),
      (service) => reads(service, member.token),
    );
    expect(seen).toEqual({ before: [200, 200], first: 401, second: 401 });
  });

  it('a demotion (A-53)', async () => {
    const seen = await afterwards(
      () => at(one).put(`/v1/users/${member.id}`, { role: 'VIEWER' }, tenant.admin.token),
      (service) => writes(service, member.token),
    );
    expect(seen).toEqual({ before: [400, 400], first: 403, second: 403 });
  });

  it('a tenant’s suspension (A-58)', async () => {
    const seen = await afterwards(
      () => at(one).put(`/api/v1/tenants/${tenant.id}/`, { is_active: false }, tenant.admin.token),
      (service) => reads(service, member.token),
    );
    expect(seen).toEqual({ before: [200, 200], first: 401, second: 401 });
  });

  it('a new password, which ends the other sessions (A-45)', async () => {
    const seen = await afterwards(
      () => at(one).put(`/api/v1/users/${member.id}/`, { password: 'An0ther-Pass!' }, tenant.admin.token),
      (service) => reads(service, member.token),
    );
    expect(seen).toEqual({ before: [200, 200], first: 401, second: 401 });
  });

  it('a setting of a module (A-60)', async () => {
    const { token } = tenant.admin;
    const product = () => ({
      name: 'Kopi O',
      sku: unique('sku'),
      category: 'Minuman',
      purchase_price: 7,
      selling_price: 9,
    });
    const taxRate = (service: OwnService) => async () => {
      const made = await at(service).post('/api/v1/retail/products/', product(), token);
      expect(made.status).toBe(201);
      return made.body.data.tax_rate as number;
    };
    const enable = (default_tax_rate: number) =>
      at(one).post('/api/v1/modules/retail/enable/', { configuration: { retail: { default_tax_rate } } }, token);
    expect((await enable(6)).status).toBe(200);
    const seen = await afterwards(() => enable(10), taxRate);
    expect(seen).toEqual({ before: [6, 6], first: 10, second: 10 });
  });
});

describe('without their LISTEN connections', () => {
  it('instances see at once what the others changed, and listen again', async () => {
    const tenant = await newTenantAt(one);
    const [member, second] = [await newMemberAt(one, tenant, 'staff'), await newMemberAt(one, tenant, 'staff')];
    const asked = reads(two, member.token);
    expect(await asked()).toBe(200);

    const losses = () => two.output().split('the LISTEN connection is down').length;
    const before = losses();
    const killed = await sql(
      database.ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'usaha listen'`,
    );
    expect(killed).toHaveLength(2);
    await eventually('the loss is noticed', () => losses() > before);
    expect((await at(one).post('/v1/auth/logout', undefined, member.token)).status).toBe(200);
    expect(await asked()).toBe(401);

    await listening(2);
    const seen = await afterwards(
      () => at(one).post('/v1/auth/logout', undefined, second.token),
      (service) => reads(service, second.token),
    );
    expect(seen).toEqual({ before: [200, 200], first: 401, second: 401 });
  });
});

describe('wrong sign-ins', () => {
  it('are counted together: the 21st is refused wherever it comes (A-28)', async () => {
    const tenant = await newTenantAt(one);
    const wrong = { email: tenant.admin.email, password: 'not his password', tenant_slug: tenant.slug };
    const statuses = new Set<number>();
    for (let i = 0; i < 20; i += 1)
      statuses.add((await at(i % 2 === 0 ? one : two).post('/v1/auth/login', wrong)).status);
    expect([...statuses]).toEqual([401]);
    for (const service of [one, two]) {
      const refused = await at(service).post('/v1/auth/login', { ...wrong, password: PASSWORD });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const stranger = { ...wrong, email: `${unique('stranger')}@example.com` };
    expect((await at(two).post('/v1/auth/login', stranger)).status).toBe(401);
  });
});

describe('links of public tracking', () => {
  it('that one makes name the public address, and show the shipment at the other (A-317)', async () => {
    const { admin } = await newTenantAt(one);
    const shipments = '/api/v1/logistics/shipments/';
    const sent = { origin: {}, destination: { address: { city: 'Kuching', state: 'Sarawak' } } };
    const { body } = await at(one).post(shipments, sent, admin.token);
    const link = await at(one).get(`${shipments}${body.data.id}/tracking-link/`, admin.token);
    const url = link.body.data.url as string;
    expect(url).toMatch(/^https:\/\/usaha\.example\/perniagaan\/track\/[\w-]{72}$/);
    const path = url.slice(PUBLIC_URL.length);
    for (const service of [one, two]) {
      const shown = await at(service).send('GET', path, { headers: { accept: 'application/json' } });
      expect(shown).toMatchObject({ status: 200, body: { destination: { city: 'Kuching', state: 'Sarawak' } } });
    }
    await at(two).post(`${shipments}${body.data.id}/tracking-link/`, {}, admin.token);
    for (const service of [one, two]) expect((await at(service).get(path)).status).toBe(404);
  });
});
