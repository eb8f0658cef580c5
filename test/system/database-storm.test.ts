import pg from 'pg';
import { unique } from '../support/people.js';
import { sql, throwawayServer } from '../support/system-database.js';
import { at, eventually, newTenantAt, pause, startOwnService, stopOwnServices } from '../support/system-service.js';

// A database server and a start of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** The process lives through the loss of any of its connections, tells the truth, and has all of them back afterwards. */

const ENDED = 200;
const RESTARTS = 3;

let server: Awaited<ReturnType<typeof throwawayServer>>;
beforeAll(async () => {
  server = await throwawayServer();
});
afterAll(async () => {
  await stopOwnServices();
  await server.remove();
});

it('hundreds of connections that are ended, and restarts of PostgreSQL one after the other, lose nothing that was answered', async () => {
  const ownerUrl = server.url('usaha', 'usaha');
  await server.migrate(ownerUrl);
  await server.letAppRoleLogIn(ownerUrl);
  const service = await startOwnService({ appUrl: server.url('usaha_app', 'usaha'), ownerUrl });
  const { admin } = await newTenantAt(service);
  const customers = '/api/v1/retail/customers/';

  const written: string[] = [];
  const statuses = new Map<number, number>();
  let isOver = false;
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const writer = async (): Promise<void> => {
    while (!isOver) {
      const body = { first_name: unique('Siti'), last_name: 'Nur' };
      const answer = await at(service).post(customers, body, admin.token);
      count(answer.status);
      if (answer.status === 201) written.push(answer.body.data.id);
      await pause(answer.status === 201 ? 5 : 50);
    }
  };
  const reader = async (): Promise<void> => {
    while (!isOver) {
      count((await at(service).get(customers, admin.token)).status);
      await pause(20);
    }
  };
  const load = Promise.all([writer(), writer(), writer(), reader(), reader()]);

  const killer = new pg.Client({ connectionString: ownerUrl });
  await killer.connect();
  let ended = 0;
  for (; ended < ENDED; await pause(40)) {
    const { rows } = await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'usaha%' order by random() limit 2`,
    );
    ended += rows.length;
  }
  await killer.end();
  for (let i = 0; i < RESTARTS; i += 1) {
    await server.restart();
    await pause(i * 200);
  }
  isOver = true;
  await load;

  expect([...statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  expect(service.child.exitCode).toBeNull();
  expect(service.log().filter(({ msg }) => msg === 'unexpected error')).toEqual([]);

  await eventually('it is ready', async () => (await at(service).get('/health/ready')).status === 200);
  for (let i = 0; i < 30; i += 1) expect((await at(service).get(customers, admin.token)).status).toBe(200);
  expect((await at(service).post(customers, { first_name: 'Siti', last_name: 'Nur' }, admin.token)).status).toBe(201);
  await eventually('all connections are back', async () => {
    const { text } = await at(service).get('/metrics');
    return ['busy', 'waiting'].every((state) => text.includes(`database_pool_connections{state="${state}"} 0\n`));
  });
  const rows = await sql<{ id: string }>(ownerUrl, 'select id from retail.customers where id = any($1)', [written]);
  expect(written.length).toBeGreaterThan(5);
  expect(rows).toHaveLength(written.length);
});
