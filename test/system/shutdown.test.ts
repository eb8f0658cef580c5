import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { call, type Answer, type Json } from '../support/client.js';
import { runningEmbeddedPostgres } from '@usaha/embedded-postgres';
import { startServer } from '../support/servers.js';
import { clonedDatabase, dropDatabases, sql, throwawayServer, type OwnDatabase } from '../support/system-database.js';
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

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** How the service ends, waits, and tells how it is doing. */

let database: OwnDatabase;
beforeAll(async () => {
  database = await clonedDatabase();
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

/** Holds a user's row, so that every other change of it has to wait. @returns what lets it go */
async function lockUser(id: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from core.users where id = $1 for update', [id]);
  return () => client.end();
}

const waitsForLock = () =>
  eventually('a request waits for the row', async () => {
    const rows = await sql(
      database.ownerUrl,
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });

/** A PUT by a client that keeps its connection open afterwards. */
function changeBy(agent: Agent, service: OwnService, id: string, body: object, token: string): Promise<object> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${service.baseUrl}/v1/users/${id}`, { method: 'PUT', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { first_name } = JSON.parse(Buffer.concat(chunks).toString());
        resolve({ status: response.statusCode, first_name });
      });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

describe('SIGTERM and SIGINT', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: requests in flight are finished, and the exit code is 0',
    async (signal) => {
      const service = await startOwnService(database);
      const tenant = await newTenantAt(service);
      const member = await newMemberAt(service, tenant, 'staff');
      const release = await lockUser(member.id);
      const agent = new Agent({ keepAlive: true });
      const change = changeBy(agent, service, member.id, { first_name: 'Late' }, tenant.admin.token);
      await waitsForLock();

      const ended = once(service.child, 'exit');
      service.child.kill(signal);
      // A second one changes nothing.
      await pause(100);
      service.child.kill(signal);
      await expect(fetch(`${service.baseUrl}/health/live`)).rejects.toThrow();
      await release();
      expect(await change).toEqual({ status: 200, first_name: 'Late' });
      const answered = Date.now();
      expect(await ended).toEqual([0, null]);
      // It does not wait for the client to close the connection that it keeps alive, which this one never does.
      expect(Date.now() - answered).toBeLessThan(4_500);
      agent.destroy();
      expect(service.output()).toContain(`${signal}: finishing requests in flight, then stopping`);
      const [row] = await sql(database.ownerUrl, 'select first_name from core.users where id = $1', [member.id]);
      expect(row).toEqual({ first_name: 'Late' });
    },
  );
});

describe('what hangs while the service is told to stop', () => {
  it('is left behind: it ends within ten seconds with code 0, and the embedded database ends before it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'usaha-hanging-'));
    // As root the embedded database runs under another account, which has to pass through.
    chmodSync(folder, 0o711);
    const dataDir = join(folder, 'data');
    const service = await startServer({ DATA_DIR: dataDir, SEED_DEMO: 'false' }, join(folder, 'server.log'));
    const tenant = await newTenantAt(service);
    const running = await runningEmbeddedPostgres(dataDir);
    const client = new pg.Client({ connectionString: running?.url('usaha', 'usaha') });
    client.on('error', () => undefined); // it is cut off with the database
    await client.connect();
    // The next statement of every job and request waits.
    await client.query('begin; lock table kernel.outbox, core.users, core.tenants in access exclusive mode');
    const asked = at(service)
      .get('/v1/users', tenant.admin.token)
      .catch(() => 'cut off');
    await eventually('jobs and the request wait', async () => {
      const { rows } = await client.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`);
      return rows.length >= 2;
    });
    const before = Date.now();
    expect(await service.stop()).toBe(0);
    expect(Date.now() - before).toBeLessThan(10_000);
    await asked;
    expect(await runningEmbeddedPostgres(dataDir)).toBeUndefined();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('while it serves', () => {
  let service: OwnService;
  beforeAll(async () => {
    // A sign-in takes long enough to be given up on the way.
    service = await startOwnService(database, {}, { costlyPasswords: true });
  });

  it('outside production listens for this machine alone unless HOST says otherwise', async () => {
    expect(service.output()).toMatch(
      /^Listening on 127\.0\.0\.1, for this machine alone; HOST=0\.0\.0\.0 lets others in \(with an OPERATOR_PASSWORD\)$/m,
    );
    const { port } = new URL(service.baseUrl);
    const others = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    for (const { address } of others.filter(({ family, internal }) => family === 'IPv4' && !internal))
      await expect(fetch(`http://${address}:${port}/health/live`)).rejects.toThrow();
  });

  const metrics = async () => (await call('GET', '/metrics', {}, service.baseUrl)).text;

  it('/health/live and /health/ready say so, without a token', async () => {
    expect(await at(service).get('/health/live')).toMatchObject({ status: 200, body: { status: 'up' } });
    // Just after a start its jobs may wait for connections ("busy"), which is 200 all the same.
    await eventually('no work waits for a connection', async () => {
      const ready = await at(service).get('/health/ready');
      expect(ready).toMatchObject({ status: 200, body: { status: 'up', migrations: 'done' } });
      return ready.body.database === 'up';
    });
  });

  it('/metrics counts requests by the template of their route, and the connections of the pool', async () => {
    const tenant = await newTenantAt(service);
    const { token, id } = tenant.admin;
    expect((await at(service).get(`/v1/users/${id}`, token)).status).toBe(200);
    expect((await at(service).get('/v1/nothing-of-the-kind', token)).status).toBe(404);
    const text = await metrics();
    expect(text).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/v1\/users\/:user_id",status="200"\} 1$/m,
    );
    expect(text).toMatch(/^http_request_duration_seconds_bucket\{le="0.1",method="GET",route="\/v1\/users\/:user_id"/m);
    for (const state of ['busy', 'idle', 'waiting'])
      expect(text).toMatch(new RegExp(`^database_pool_connections\\{state="${state}"\\} \\d+$`, 'm'));
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
    // Labels are a closed set: neither ids nor unknown paths.
    expect(text).not.toContain(id);
    expect(text).not.toContain('nothing-of-the-kind');
  });

  it('/metrics tells of the outbox, letters, refused sign-ins, requests in flight, statements and waits for a connection', async () => {
    const tenant = await newTenantAt(service);
    const login = '/api/v1/auth/login/';
    const reasons = async () => {
      const found = (await metrics()).matchAll(/^sign_ins_refused_total\{reason="(\w+)"\} (\d+)$/gm);
      return Object.fromEntries([...found].map(([, reason = '', count]) => [reason, Number(count)]));
    };
    const before = await reasons();
    const wrong = { username: tenant.admin.email, password: 'not the password' };
    expect((await at(service).post(login, wrong)).status).toBe(401);
    expect((await at(service).post(login, { ...wrong, tenant_id: 'no-such-tenant' })).status).toBe(404);
    expect((await at(service).post(login, {})).status).toBe(400);
    const more = { credentials: 1, unknown_tenant: 1, invalid: 1, too_many: 0, unavailable: 0 };
    expect(await reasons()).toEqual(
      Object.fromEntries(Object.entries(more).map(([reason, count]) => [reason, (before[reason] ?? 0) + count])),
    );

    const text = await metrics();
    const value = (name: string) => Number(new RegExp(`^${name} ([\\d.]+)$`, 'm').exec(text)?.[1]);
    expect(value('http_requests_in_flight')).toBe(1);
    expect(value('outbox_events_due')).toBeGreaterThanOrEqual(0);
    expect(value('outbox_oldest_due_seconds')).toBeGreaterThanOrEqual(0);
    expect(value('outbox_events_parked')).toBe(0);
    for (const outcome of ['accepted', 'refused', 'postponed', 'unreachable', 'unknown'])
      expect(value(`notifications_total\\{channel="email",outcome="${outcome}"\\}`)).toBe(0);
    for (const name of ['database_statement_seconds', 'database_connection_wait_seconds']) {
      expect(text).toContain(`# TYPE ${name} histogram`);
      expect(value(`${name}_count`)).toBeGreaterThan(10);
      expect(value(`${name}_bucket\\{le="\\+Inf"\\}`)).toBe(value(`${name}_count`));
      expect(value(`${name}_bucket\\{le="10"\\}`)).toBeGreaterThanOrEqual(value(`${name}_bucket\\{le="0.01"\\}`));
      expect(value(`${name}_sum`)).toBeGreaterThan(0);
    }
    expect(text).not.toContain(tenant.id);
  });

  it('/metrics knows the route of requests that were refused at the door, too', async () => {
    const tenant = await newTenantAt(service);
    const viewer = await newMemberAt(service, tenant, 'user');
    expect((await at(service).get('/v1/users/abc')).status).toBe(401);
    expect((await at(service).post('/v1/users', {}, viewer.token)).status).toBe(403);
    const text = await metrics();
    expect(text).toMatch(/_count\{method="GET",route="\/v1\/users\/:user_id",status="401"\} \d+$/m);
    expect(text).toMatch(/_count\{method="POST",route="\/v1\/users",status="403"\} \d+$/m);
  });

  it('every request leaves one line of JSON: which, who, how long, and never its query', async () => {
    const tenant = await newTenantAt(service);
    const { token, id } = tenant.admin;
    const headers = { 'x-request-id': 'my-own-request-1' };
    await at(service).send('GET', '/v1/tenants?search=geheim&limit=5', { token, headers });
    const line = await eventually('the line is written', () =>
      service.log().find((entry: Json) => entry.request_id === 'my-own-request-1'),
    );
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      request_id: 'my-own-request-1',
      method: 'GET',
      path: '/v1/tenants',
      status: 200,
      duration_ms: expect.any(Number),
      tenant_id: tenant.id,
      user_id: id,
    });
    const answer = await at(service).get('/api/v1/users/?role=staff');
    const own = answer.headers.get('x-request-id');
    const unknown = await eventually('the line is written', () =>
      service.log().find((entry: Json) => entry.request_id === own),
    );
    expect(unknown).toMatchObject({ path: '/api/v1/users/', status: 401 });
    expect(Object.keys(unknown)).not.toEqual(expect.arrayContaining(['tenant_id']));
    expect(service.output()).not.toContain('geheim');
    expect(service.output()).not.toContain('role=staff');
    expect(service.output()).not.toContain(token);
    for (const text of service
      .output()
      .split('\n')
      .filter((entry) => entry.includes('request_id')))
      expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  it('an answer that a client did not wait for is logged, and the service goes on', async () => {
    const abort = new AbortController();
    const sent = fetch(`${service.baseUrl}/api/v1/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'gone-1' },
      body: JSON.stringify({ username: 'user@example.com', password: 'any-password-1' }),
      signal: abort.signal,
    });
    await pause(15);
    abort.abort();
    await sent.catch(() => undefined);
    await eventually('the line is written', () => service.log().find((entry: Json) => entry.request_id === 'gone-1'));
    expect((await at(service).get('/health/ready')).status).toBe(200);
  });

  it('a request that takes too long is a 503 in the shape of its surface, changes nothing, and gives its connection back', async () => {
    // The preparation may take as long as it takes; both instances know the same tokens.
    const tenant = await newTenantAt(service);
    const member = await newMemberAt(service, tenant, 'staff');
    const impatient = await startOwnService(database, { REQUEST_TIMEOUT_MS: '1500', DATABASE_POOL_SIZE: '2' });
    const { token } = tenant.admin;
    const release = await lockUser(member.id);
    const body = { first_name: 'Never' };
    // More of them than there are connections: one that was not given back would be missed afterwards.
    const paths = [`/v1/users/${member.id}`, `/api/v1/users/${member.id}/`];
    const answers = await Promise.all([...paths, ...paths].map((path) => at(impatient).put(path, body, token)));
    const [contract, reference] = answers as [Answer, Answer, Answer, Answer];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(Object.keys(contract.body).sort()).toEqual(['code', 'details', 'message', 'timestamp']);
    expect(contract.body.code).toBe('UNAVAILABLE');
    expect(reference.body).toMatchObject({ success: false, error: { code: 'UNAVAILABLE' } });
    for (const { headers } of answers) {
      expect(headers.get('retry-after')).toBe('1');
      expect(headers.get('x-request-id')).toBeTruthy();
    }
    await release();
    const shown = await eventually('the service answers again', async () => {
      const both = await Promise.all(paths.map((path) => at(impatient).get(path, token)));
      return both.every(({ status }) => status === 200) && both;
    });
    expect(shown[0]?.body).toMatchObject({ first_name: null });
    await impatient.stop();
  });

  it('ends at once when it is idle, though clients keep their connections open', async () => {
    expect((await at(service).get('/health/live')).status).toBe(200);
    const socket: Socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n');
    await once(socket, 'data');
    const before = Date.now();
    expect(await service.stop()).toBe(0);
    expect(Date.now() - before).toBeLessThan(8_000);
    socket.destroy();
    const left = await sql(
      database.ownerUrl,
      `select pid from pg_stat_activity where datname = current_database() and application_name like 'usaha%'`,
    );
    expect(left).toEqual([]);
  });
});

/** The answer to exactly these bytes, until the service closes the connection. */
async function answerTo(bytes: string, { baseUrl }: Pick<OwnService, 'baseUrl'>): Promise<string> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

it('for people, as in development, every request is one line, and probes are none', async () => {
  const service = await startOwnService(database, { LOG_PRETTY: 'true' });
  const { admin } = await newTenantAt(service);
  const before = service.output().split('\n').length;
  for (const path of ['/v1/users', '/api/v1/users/', '/health/live', '/v1/users/x'])
    await at(service).get(path, admin.token);
  expect(await service.stop()).toBe(0);
  const lines = service
    .output()
    .trimEnd()
    .split('\n')
    .slice(before - 1);
  const plain = lines.map((line) => line.replace(/\u001b\[\d+m/g, '')).filter((line) => line.includes(' GET '));
  const request = (path: string, status: number) =>
    expect.stringMatching(
      new RegExp(`^\\[[\\d:]+\\] INFO: GET ${path} ${status} [\\d.]+ ms \\{"tenant_id":"\\S+","user_id":"\\S+"\\}$`),
    );
  expect(plain).toEqual([
    request('/v1/users', 200),
    request('/api/v1/users/', 200),
    request('/v1/users/:user_id', 404),
  ]);
});

describe('in production', () => {
  let service: OwnService;
  beforeAll(async () => {
    const production = { NODE_ENV: 'production', OPERATOR_PASSWORD: 'a password of production', DRAIN_MS: '1200' };
    // Another's operator would still have the default password, which a start in production refuses.
    database = await clonedDatabase();
    service = await startOwnService(database, production);
  });

  it.each([
    ['headers that are too large', 'GET', `Host: x\r\nX-Long: ${'a'.repeat(20_000)}`, 431],
    ['an expectation that the service does not meet', 'GET', 'Host: x\r\nExpect: miracles', 417],
    ['no Host', 'GET', 'Accept: */*', 400],
    ['two Hosts', 'GET', 'Host: x\r\nhOST: y', 400],
    ['two lengths', 'POST', 'Host: x\r\nContent-Length: 1\r\nContent-Length: 2', 400],
    ['a method that there is not', 'FETCH', 'Host: x', 400],
  ])('%s: refused in JSON, in the shape of the surface, with a request id', async (_, method, headers, status) => {
    for (const path of ['/v1/users', '/api/v1/users/', '/elsewhere']) {
      const answer = await answerTo(`${method} ${path} HTTP/1.1\r\n${headers}\r\n\r\n`, service);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(head).toMatch(/^content-type: application\/json; charset=utf-8\r?$/im);
      expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im);
      const [, id] = /^x-request-id: (\S+)\r?$/im.exec(head) ?? [];
      const refusal = JSON.parse(body);
      const code = status === 431 ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_ERROR';
      expect(path.startsWith('/api/') ? refusal.error : refusal).toMatchObject({ code, message: expect.any(String) });
      expect(refusal.success).toBe(path.startsWith('/api/') ? false : undefined);
      await eventually('the line is written', () => service.log().find((entry: Json) => entry.request_id === id));
    }
  });

  it('what is no HTTP at all is refused in JSON, too', async () => {
    const answer = await answerTo('hello there\r\n\r\n', service);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('the log says of a path what we know of it, and neither probes nor scrapes', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) await call('GET', path, {}, service.baseUrl);
    const headers = { 'x-request-id': 'unknown-path-1' };
    await at(service).send('GET', '/v1/users/siti@example.com/a-token', { headers });
    const line = await eventually('the line is written', () =>
      service.log().find((entry: Json) => entry.request_id === 'unknown-path-1'),
    );
    expect(line.path).toBe('/v1/users/:user_id/…');
    expect(service.log().filter(({ path }: Json) => /health|metrics/.test(path ?? ''))).toEqual([]);
  });

  it('the health check of the image, as docker/Dockerfile has it, says whether it is ready', async () => {
    const dockerfile = readFileSync(join(__dirname, '../../docker/Dockerfile'), 'utf8');
    const [, check = ''] = /^HEALTHCHECK [^\n]*\\\n {2}CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    const [command, ...args] = JSON.parse(check) as [string, ...string[]];
    const codeAt = (port: string) => spawnSync(command, args, { env: { ...process.env, PORT: port } }).status;
    // While this waits nothing else is served: the service is a separate process.
    expect(codeAt(new URL(service.baseUrl).port)).toBe(0);
    expect(codeAt('1')).not.toBe(0);
  });

  it('SIGTERM: not ready any more, new connections are taken for DRAIN_MS, and every line from first to last is JSON', async () => {
    expect((await at(service).get('/health/ready')).status).toBe(200);
    const ended = once(service.child, 'exit');
    const told = Date.now();
    service.child.kill('SIGTERM');
    const ready = await eventually('readiness says so', async () => {
      const answer = await at(service).get('/health/ready');
      return answer.status === 503 && answer;
    });
    expect(ready.body).toMatchObject({ status: 'down', database: 'up', stopping: true });
    // A separate connection.
    expect(await answerTo('GET /health/live HTTP/1.0\r\n\r\n', service)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ended).toEqual([0, null]);
    expect(Date.now() - told).toBeGreaterThanOrEqual(1_200);
    const lines = service.output().trimEnd().split('\n');
    const [first, last] = [lines[0], lines.at(-1)].map((line) => JSON.parse(line ?? ''));
    expect(first).toMatchObject({ level: expect.any(String), time: expect.any(String) });
    expect(last).toMatchObject({ level: 'info', time: expect.any(String) });
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
    const said = lines.map((line) => JSON.parse(line).msg as string);
    expect(said).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Usaha serves the contract surface/),
        'Listening on all addresses',
        'SIGTERM: finishing requests in flight, then stopping',
      ]),
    );
  });
});

describe('when the database is down', () => {
  it('is alive, is not ready, and says 503 in the shape of each surface', async () => {
    const server = await throwawayServer();
    const ownerUrl = server.url('usaha', 'usaha');
    await server.migrate(ownerUrl);
    await server.letAppRoleLogIn(ownerUrl);
    const service = await startOwnService({ appUrl: server.url('usaha_app', 'usaha'), ownerUrl });
    const tenant = await newTenantAt(service);
    const { token } = tenant.admin;
    expect((await at(service).get('/v1/users', token)).status).toBe(200);
    await server.remove();

    expect((await at(service).get('/health/live')).status).toBe(200);
    const ready = await at(service).get('/health/ready');
    expect(ready).toMatchObject({ status: 503, body: { status: 'down', database: 'down' } });
    for (let i = 0; i < 3; i += 1) {
      const contract = await at(service).get('/v1/users', token);
      expect(contract).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      const reference = await at(service).post('/api/v1/auth/login/', { username: 'a', password: 'b' });
      expect(reference).toMatchObject({ status: 503, body: { success: false, error: { code: 'UNAVAILABLE' } } });
      for (const { headers } of [contract, reference]) expect(headers.get('retry-after')).toBe('1');
    }
    expect(await service.stop()).toBe(0);
  });
});
