import { resolve } from 'node:path';
import { citusUrl, distributedDatabase, type CitusDatabase } from '../support/citus.js';
import type { Answer } from '../support/client.js';
import { execute } from '../support/command-line.js';
import { PASSWORD, unique } from '../support/people.js';
import { testSecrets } from '../support/servers.js';
import { sql } from '../support/system-database.js';
import {
  at,
  eventually,
  newMemberAt,
  newTenantAt,
  pause,
  startOwnService,
  stopOwnServices,
  type OwnService,
} from '../support/system-service.js';

jest.setTimeout(180_000);

/** Instances at the coordinator and at each worker of a Citus cluster: they are one service. */

const PRODUCT = { sku: 'KOPI-1', name: 'Kopi', selling_price: 4.5 };

const cli = resolve(__dirname, '../../apps/api/bundle/cli.js');

(citusUrl ? describe : describe.skip)('instances at every node of a Citus cluster', () => {
  let database: CitusDatabase;
  let services: OwnService[];
  beforeAll(async () => {
    database = await distributedDatabase(citusUrl as string);
    services = await Promise.all(database.appUrls.map((appUrl) => startOwnService({ ...database, appUrl })));
    await listening();
  }, 300_000);
  afterAll(async () => {
    await stopOwnServices();
    await database.drop();
  });

  /** All of them, at the coordinator. */
  const listening = () =>
    eventually('all listen', async () => {
      const rows = await sql(
        database.ownerUrl,
        `select from pg_stat_activity where datname = current_database() and application_name = 'usaha listen' and query like 'LISTEN%'`,
      );
      return rows.length === database.appUrls.length;
    });
  const [coordinator, first, second] = [0, 1, 2].map((i) => () => services[i] as OwnService) as [
    () => OwnService,
    () => OwnService,
    () => OwnService,
  ];

  it('are ready, with nothing pending', async () => {
    expect(database.appUrls.length).toBeGreaterThan(2);
    for (const service of services) {
      const { status, body } = await at(service).get('/health/ready');
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'up', database: 'up', migrations: 'done', machines: { down: 0 } });
      expect(body).not.toHaveProperty('distribution');
    }
  });

  it('register users, whose numbers are of one line and of 32 bits (A-39)', async () => {
    const numbers: number[] = [];
    for (let round = 0; round < 3; round += 1)
      for (const service of services) {
        const name = unique('node');
        const body = { username: name, email: `${name}@example.com`, password: PASSWORD };
        expect((await at(service).post('/api/v1/auth/register/', body)).status).toBe(201);
        const { data } = (await at(service).post('/api/v1/auth/login/', { username: name, password: PASSWORD })).body;
        numbers.push(data.user.id);
      }
    expect(new Set(numbers).size).toBe(3 * services.length);
    expect(Math.max(...numbers)).toBeLessThan(1_000);
  });

  it('register at once, each user with another number', async () => {
    const names = Array.from({ length: 24 }, () => unique('many'));
    const answers = await Promise.all(
      names.map((username, i) =>
        at(services[i % services.length] as OwnService).post('/api/v1/auth/register/', {
          username,
          email: `${username}@example.com`,
          password: PASSWORD,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    const rows = await sql<{ number: number }>(
      database.ownerUrl,
      'select number from core.users where username = any ($1)',
      [names],
    );
    expect(new Set(rows.map(({ number }) => number)).size).toBe(names.length);
  });

  it('give an account as many tenants as it may have, also where they are created at once at several (A-395)', async () => {
    const most = 4;
    const limited = await Promise.all(
      database.appUrls.map((appUrl) => startOwnService({ ...database, appUrl }, { TENANTS_PER_ACCOUNT: String(most) })),
    );
    const create = async (i: number, token: string): Promise<Answer> => {
      const body = { name: unique('Kedai'), email: 'hello@example.com', business_type: 'retail' };
      const answer = await at(limited[i % limited.length] as OwnService).post('/api/v1/tenants/', body, token);
      // Creations wait for each other: one that has waited too long on a busy machine is sent again.
      return answer.status === 503 ? create(i, token) : answer;
    };
    for (let round = 0; round < 4; round += 1) {
      // The members that one account has in two of its tenants: neither waits for the row of the other.
      const { admin } = await newTenantAt(coordinator());
      const { body } = await create(0, admin.token);
      const there = { username: admin.email, password: PASSWORD, tenant_id: body.data.schema_name };
      const other = (await at(coordinator()).post('/api/v1/auth/login/', there)).body.data.access_token;
      const tokens = [admin.token, other, admin.token, other, admin.token, other];
      const answers = await Promise.all(tokens.map((token, i) => create(i, token)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403, 403, 403]);
    }
    await Promise.all(limited.map((service) => service.stop()));
  });

  it.each([
    ['a worker', 'another worker', first, second],
    ['a worker', 'the coordinator', first, coordinator],
    ['the coordinator', 'a worker', coordinator, second],
  ])('hear at once of a sign-out: one at %s, the other at %s', async (_, __, from, to) => {
    const tenant = await newTenantAt(from());
    const member = await newMemberAt(from(), tenant, 'admin');
    const seen = async () => (await at(to()).get('/v1/users', member.token)).status;
    // Twice: the second answer is of rights that the first has kept, as fresh as they can be.
    expect([await seen(), await seen()]).toEqual([200, 200]);
    expect((await at(from()).post('/v1/auth/logout', undefined, member.token)).status).toBe(200);
    const done = Date.now();
    await pause(100);
    expect(await seen()).toBe(401);
    // Within the second for which rights are kept without a notification.
    expect(Date.now() - done).toBeLessThan(900);
  });

  it('are one for a tenant: what one writes, each of the others reads and changes', async () => {
    const { admin } = await newTenantAt(first());
    const made = await at(second()).post('/api/v1/retail/products/', PRODUCT, admin.token);
    expect(made.status).toBe(201);
    for (const service of services) {
      const read = await at(service).get(`/api/v1/retail/products/${made.body.data.id}/`, admin.token);
      expect(read).toMatchObject({ status: 200, body: { data: { name: 'Kopi' } } });
    }
  });

  it('listen at the coordinator again after the connection was lost', async () => {
    await sql(
      database.ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'usaha listen'`,
    );
    await eventually('the loss is told', () => services.every((one) => one.output().includes('the LISTEN connection')));
    await listening();
  });

  it('are examined and migrated by way of the coordinator', async () => {
    const [, worker] = database.appUrls as [string, string];
    const asOwner = new URL(worker);
    asOwner.username = new URL(database.ownerUrl).username;
    const environment = { DATABASE_URL: worker, MIGRATION_DATABASE_URL: asOwner.toString(), ...testSecrets };
    const { code, out } = await execute(cli, ['doctor'], environment);
    expect(out).toMatch(/✓ Distribution +this is a worker; migrations and LISTEN go to the coordinator at /);
    expect(out).toMatch(/✓ Distribution +Citus \S+ with 2 workers: all \d+ tables and /);
    expect(out).not.toContain('✗');
    expect(code).toBe(0);
    expect(await execute(cli, ['distribute'], environment)).toEqual({
      code: 0,
      out: 'Everything is distributed already\n',
      err: '',
    });
    expect(await execute(cli, ['migrate'], environment)).toEqual({
      code: 0,
      out: 'The schema is up to date already\n',
      err: '',
    });
  });
});
