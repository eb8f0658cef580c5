import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { gaugeCombinations } from '../../apps/api/dist/http/observability/metrics-sum.js';
import type { Json } from '../support/client.js';
import { PASSWORD, unique } from '../support/people.js';
import { dropDatabases, emptyDatabase, serverUrl, sql, type OwnDatabase } from '../support/system-database.js';
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

// Several starts of several processes, on a machine that may be busy.
jest.setTimeout(240_000);

/** INSTANCES: several processes serve one port as one service. */

const INSTANCES = { INSTANCES: '2' };

let database: OwnDatabase;
let service: OwnService;

beforeAll(async () => {
  database = await emptyDatabase();
  service = await startOwnService(database, INSTANCES);
  await listening(2);
});

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const listening = (count: number) =>
  eventually(`${count} processes listen`, async () => {
    const rows = await sql(
      database.ownerUrl,
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'usaha listen'`,
    );
    return rows.length === count;
  });

/** The processes that a service has started, by their ids. */
const processesOf = ({ child }: Pick<OwnService, 'child'>): number[] =>
  readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

interface Sent {
  status: number;
  text: string;
}

/** A client with one connection, which it keeps: it speaks to one process. */
class Client {
  /** The connection that is kept, or one for each request. */
  private readonly agent: Agent;

  constructor(
    private readonly target: Pick<OwnService, 'baseUrl'>,
    keepAlive = true,
  ) {
    this.agent = new Agent({ keepAlive, maxSockets: 1 });
  }

  send(
    method: string,
    path: string,
    token?: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Sent> {
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, this.target.baseUrl),
        {
          method,
          agent: this.agent,
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => (text += chunk));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
          answer.on('error', reject);
        },
      );
      sent.setTimeout(20_000, () => sent.destroy(new Error('no answer in 20 s')));
      // On a new connection the service has begun nothing yet.
      sent.on('error', (error) => reject(Object.assign(error, { isNew: !sent.reusedSocket })));
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

type Failure = NodeJS.ErrnoException & {
  /** Whether the request was the first of its connection. */
  isNew?: boolean;
};

/** Clients that send one request after the other, some on kept connections and some on new ones. */
class Load {
  answered = 0;
  readonly wrong: string[] = [];
  private isOver = false;
  private readonly clients: Promise<void>[];

  /** @param isExpected whether a failure is one that the test causes */
  constructor(
    target: Pick<OwnService, 'baseUrl'>,
    token: string,
    private readonly isExpected: (error: Failure) => boolean = () => false,
  ) {
    this.clients = Array.from({ length: 8 }, (_, i) => this.send(new Client(target, i % 2 === 0), token));
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  private async send(client: Client, token: string): Promise<void> {
    while (!this.isOver) {
      try {
        const { status } = await client.send('GET', '/v1/users', token);
        if (status === 200) this.answered += 1;
        else this.wrong.push(`${status}`);
      } catch (error) {
        if (!this.isExpected(error as Failure)) this.wrong.push(String(error));
        await pause(20);
      }
    }
    client.close();
  }
}

const metricsOf = async (): Promise<string> => (await at(service).get('/metrics')).text;
const value = (text: string, name: string): number =>
  Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} ([\\d.e+-]+)$`, 'm').exec(text)?.[1]);

it.each(['0', 'abc', '1.5', '65', '-2'])('INSTANCES=%s: a clear refusal', (count) => {
  const { status, stderr } = spawnSync(process.execPath, ['apps/api/bundle/main.js'], {
    env: { PATH: process.env.PATH, INSTANCES: count, PORT: '0' },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toBe(
    `The configuration is not usable: INSTANCES must be auto, or a whole number from 1 to 64, not "${count}"\n`,
  );
});

it('a process whose event loop stands still is killed and started again; the other one goes on', async () => {
  const own = await startOwnService(database, INSTANCES);
  const [hung, other] = processesOf(own) as [number, number];
  process.kill(hung, 'SIGSTOP');
  try {
    await eventually('it was killed', () => Promise.resolve(!isAlive(hung)), 120);
  } finally {
    if (isAlive(hung)) process.kill(hung, 'SIGCONT');
  }
  await eventually('two serve again', async () => {
    const { text } = await at(own).get('/metrics');
    return value(text, 'usaha_processes') === 2;
  });
  expect(processesOf(own)).toContain(other);
  expect(own.output()).toContain('a process does not answer any more; it is killed');
  expect(own.output().match(/it is started again/g)).toHaveLength(1);
  expect(await own.stop()).toBe(0);
});

describe('two processes on one port', () => {
  it('migrate once, say what is said at a start once, and share the connections to the database', async () => {
    expect(processesOf(service)).toHaveLength(2);
    const output = service.output();
    expect(output.match(/Migrated the database/g)).toHaveLength(1);
    expect(output.match(/serves the contract surface/g)).toHaveLength(1);
    expect(output).toContain('2 processes serve the port, each with 5 of 10 database connections (DATABASE_POOL_SIZE)');
    const text = await metricsOf();
    expect(value(text, 'usaha_processes')).toBe(2);
    expect(value(text, 'database_pool_size')).toBe(10);
    expect(value(text, 'database_listen_up')).toBe(1);
    // Every gauge says how the values of several processes become one.
    const gauges = [...text.matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name = '']) => name);
    expect(gauges.length).toBeGreaterThan(30);
    expect(gauges.filter((name) => !(name in gaugeCombinations))).toEqual([]);
  });

  it('what one revokes, the other refuses within a second', async () => {
    const tenant = await newTenantAt(service);
    const member = await newMemberAt(service, tenant, 'admin');
    const clients = Array.from({ length: 4 }, () => new Client(service));
    const ask = () => Promise.all(clients.map((client) => client.send('GET', '/v1/users', member.token)));
    expect((await ask()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const ended = await clients[0]?.send('POST', '/v1/auth/logout', member.token);
    expect(ended?.status).toBe(200);
    const done = Date.now();
    await eventually('all of them refuse', async () => (await ask()).every(({ status }) => status === 401), 5);
    expect(Date.now() - done).toBeLessThan(1_500);
    // They had more than one process.
    const [first = 0] = processesOf(service);
    process.kill(first, 'SIGSTOP');
    const silent = await Promise.all(
      clients.map((client) =>
        Promise.race([client.send('GET', '/health/live').then(() => false), pause(2_000).then(() => true)]),
      ),
    );
    process.kill(first, 'SIGCONT');
    expect(new Set(silent)).toEqual(new Set([true, false]));
    clients.forEach((client) => client.close());
  });

  it('A-28: count wrong passwords of a name together', async () => {
    const tenant = await newTenantAt(service);
    const member = await newMemberAt(service, tenant, 'user');
    const body = { email: member.email, password: 'not this one', tenant_slug: tenant.slug };
    const statuses: number[] = [];
    for (let i = 0; i < 24; i += 1)
      statuses.push((await new Client(service, false).send('POST', '/v1/auth/login', undefined, body)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(401), ...Array<number>(4).fill(429)]);
  });

  it('A-419: count requests of an API key together', async () => {
    const tenant = await newTenantAt(service);
    const wanted = { name: unique('key'), scopes: ['retail:read'], rate_limit: 30 };
    const made = await at(service).post('/api/v1/api-keys/', wanted, tenant.admin.token);
    expect(made.status).toBe(201);
    const { key } = made.body.data;
    const send = () => new Client(service, false).send('GET', '/v1/retail/products', key);
    const statuses = (await Promise.all(Array.from({ length: 60 }, send))).map(({ status }) => status);
    // The minute may have ended meanwhile.
    const allowed = statuses.filter((status) => status !== 429).length;
    expect([30, 60]).toContain(allowed);
  });

  it('an Idempotency-Key that comes twice at once makes one record', async () => {
    const tenant = await newTenantAt(service);
    const name = unique('twice');
    const body = { username: name, email: `${name}@example.com`, password: PASSWORD, role: 'user' };
    const send = () =>
      new Client(service, false).send('POST', '/api/v1/users/', tenant.admin.token, body, { 'idempotency-key': name });
    const answers = await Promise.all(Array.from({ length: 6 }, send));
    expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    const ids = answers.flatMap(({ status, text }) => (status === 201 ? JSON.parse(text).data.id : []));
    expect(new Set(ids).size).toBe(1);
    const listed = await at(service).get(`/api/v1/users/?search=${name}`, tenant.admin.token);
    expect(listed.body.data.filter((user: Json) => user.username === name)).toHaveLength(1);
  });

  it('show the letters for developers that either sent', async () => {
    const name = unique('letters');
    const email = `${name}@example.com`;
    await at(service).post('/api/v1/auth/register/', { username: name, email, password: PASSWORD });
    const asked = await new Client(service, false).send('POST', '/api/v1/auth/forgot-password/', undefined, { email });
    expect(asked.status).toBe(200);
    const seen = async () => {
      const lists = await Promise.all(
        [1, 2, 3, 4].map(() => new Client(service, false).send('GET', `/dev/letters?to=${email}`)),
      );
      return lists.every(({ text }) => text.includes(email));
    };
    await eventually('all show it', seen, 30);
  });

  it('metrics are the sum of all, and never fall: not by a scrape of another process, and not by the end of one', async () => {
    const counted = async () =>
      value(await metricsOf(), 'http_request_duration_seconds_count{method="GET",route="/health/live",status="200"}') ||
      0;
    const before = await counted();
    for (let i = 0; i < 20; i += 1)
      expect((await new Client(service, false).send('GET', '/health/live')).status).toBe(200);
    const scrapes = await Promise.all(Array.from({ length: 6 }, counted));
    expect(scrapes).toEqual(Array<number>(6).fill(before + 20));
    const [first = 0] = processesOf(service);
    process.kill(first, 'SIGKILL');
    await eventually('another has its place', async () => {
      const pids = processesOf(service);
      return pids.length === 2 && !pids.includes(first) && value(await metricsOf(), 'usaha_processes') === 2;
    });
    expect(await counted()).toBe(before + 20);
    await listening(2);
  });
});

describe('while clients send requests', () => {
  it('a process that is killed comes back, and no request of the other is lost', async () => {
    const { admin } = await newTenantAt(service);
    const isCut = ({ code }: Failure) => code === 'ECONNRESET' || code === 'EPIPE';
    let cut = 0;
    const load = new Load(service, admin.token, (error) => isCut(error) && (cut += 1) > 0);
    for (let round = 0; round < 3; round += 1) {
      await pause(500);
      const [killed = 0, other = 0] = processesOf(service);
      process.kill(killed, 'SIGKILL');
      await eventually('it comes back', () => {
        const pids = processesOf(service);
        return pids.length === 2 && pids.includes(other) && !pids.includes(killed);
      });
      await listening(2);
    }
    await load.end();
    expect(load.wrong).toEqual([]);
    expect(load.answered).toBeGreaterThan(100);
    // Of eight clients those that it had: at most one request each time.
    expect(cut).toBeLessThanOrEqual(3 * 8);
    expect(service.log()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          level: 'error',
          end: 'SIGKILL',
          msg: 'a process has ended unexpectedly; it is started again',
        }),
      ]),
    );
  });

  it('a connection that a killed process had not taken yet is answered by another', async () => {
    const [killed = 0] = processesOf(service);
    // It takes nothing any more, and the primary process does not know.
    process.kill(killed, 'SIGSTOP');
    let answered = 0;
    const asked = Array.from({ length: 4 }, async () => {
      const { status } = await new Client(service, false).send('GET', '/health/live');
      answered += 1;
      return status;
    });
    await pause(1_000);
    expect(answered).toBeLessThan(4);
    process.kill(killed, 'SIGKILL');
    expect(await Promise.all(asked)).toEqual([200, 200, 200, 200]);
    await eventually('it comes back', () => processesOf(service).length === 2);
    await listening(2);
  });

  it('SIGHUP replaces both, and no request is refused or cut', async () => {
    const { admin } = await newTenantAt(service);
    const before = processesOf(service);
    const load = new Load(service, admin.token);
    await pause(300);
    service.child.kill('SIGHUP');
    await eventually('both are replaced', () => service.output().includes('all processes were replaced'), 120);
    const answered = load.answered;
    await eventually('the new ones answer', () => load.answered > answered + 50);
    await load.end();
    expect(load.wrong).toEqual([]);
    expect(before.filter(isAlive)).toEqual([]);
    expect(processesOf(service)).toHaveLength(2);
  });

  it('SIGTERM: what was sent on connections that stand is answered, and no process is left', async () => {
    const { admin } = await newTenantAt(service);
    const pids = processesOf(service);
    // New connections are refused at some moment; those that the system had taken then are reset.
    const isRefused = ({ code, isNew }: Failure) =>
      code === 'ECONNREFUSED' || (isNew === true && code === 'ECONNRESET');
    const load = new Load(service, admin.token, isRefused);
    await pause(500);
    expect(await service.stop()).toBe(0);
    await load.end();
    expect(load.wrong).toEqual([]);
    expect(load.answered).toBeGreaterThan(50);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('SIGTERM with DRAIN_MS: a balancer that asks for readiness loses no request at all', async () => {
    const own = await startOwnService(database, { ...INSTANCES, DRAIN_MS: '1500' });
    const { admin } = await newTenantAt(own);
    const load = new Load(own, admin.token);
    await pause(500);
    const stopped = own.stop();
    const probe = new Client(own, false);
    await eventually('readiness says so', async () => (await probe.send('GET', '/health/ready')).status === 503, 5);
    const answered = load.answered;
    await eventually('requests are answered meanwhile', () => load.answered > answered + 10, 5);
    await load.end();
    expect(load.wrong).toEqual([]);
    expect(await stopped).toBe(0);
  });
});

it('where the primary process is killed, its processes end too', async () => {
  const own = await startOwnService(database, INSTANCES);
  const pids = processesOf(own);
  expect(pids).toHaveLength(2);
  await own.stop('SIGKILL');
  await eventually('they have ended', () => pids.every((pid) => !isAlive(pid)));
});

it('where no process can be started any more, the service ends with the reason', async () => {
  const gone = await emptyDatabase();
  const own = await startOwnService(gone, { ...INSTANCES, DATABASE_WAIT_MS: '0' });
  const ended = new Promise((resolve) => own.child.once('exit', resolve));
  await sql(serverUrl(), `alter database ${gone.name} allow_connections false`);
  for (const pid of processesOf(own)) process.kill(pid, 'SIGKILL');
  expect(await ended).toBe(1);
  expect(own.output()).toContain('a process has ended at its start, for the reason above; it is started again');
  expect(own.output()).toMatch(
    /No process serves, and the last 5 starts failed \(exit code 1\); their reasons stand above/,
  );
});
