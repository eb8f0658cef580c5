import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { call } from '../support/client.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
} from '../support/system-service.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

const TOKEN = 'a-token-that-only-the-scraper-of-these-tests-knows';
const PRODUCTION = { NODE_ENV: 'production', HOST: '127.0.0.1', OPERATOR_PASSWORD: 'a password of production' };

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const figures = (service: Pick<OwnService, 'baseUrl'>, headers = {}) =>
  call('GET', '/metrics', { headers }, service.baseUrl);
/** Another database of the same server. */
const ofServer = ({ name, ownerUrl }: OwnDatabase): string => ownerUrl.replace(`/${name}`, '/postgres');

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const valueOf = (text: string, name: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );

/** Where the service says that it serves its figures. */
const servedAt = (service: OwnService): string => {
  const [, url] = /metrics: (\S+?)\/metrics/.exec(service.output()) ?? [];
  return url as string;
};

describe('/metrics', () => {
  let database: OwnDatabase;
  let service: OwnService;
  beforeAll(async () => {
    database = await clonedDatabase();
    service = await startOwnService(database);
  });

  it('is rendered once for all that scrape while it is kept', async () => {
    const keeping = await startOwnService(database, { METRICS_KEPT_MS: '5000' });
    // What answers are held against is read with the first.
    await at(keeping).get('/v1/users/abc');
    const answers = await Promise.all(Array.from({ length: 16 }, () => figures(keeping)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await at(keeping).get('/v1/users/abc');
    expect((await figures(keeping)).text).toBe(answers[0]?.text);
    await eventually('it is rendered again', async () => (await figures(keeping)).text !== answers[0]?.text, 30);
    await keeping.stop();
  });

  it('tells of the build, jobs, the LISTEN connection, the pool, migrations and requests of a minute', async () => {
    await at(service).get('/v1/users/abc');
    const { text } = await eventually('its jobs have come to their end', async () => {
      const answer = await figures(service);
      const known = ['dispatcher', 'settling', 'renewals', 'housekeeping', 'school_fees', 'notifications', 'last_seen'];
      const ended = known.every(
        (job) => valueOf(answer.text, `job_last_success_timestamp_seconds{job="${job}"}`) > Date.now() / 1_000 - 600,
      );
      return ended && answer;
    });
    expect(text).toMatch(/^usaha_build_info\{version="\d+\.\d+\.\d+",commit="(?:[0-9a-f]{7,40}|unknown)"\} 1$/m);
    expect(valueOf(text, 'database_listen_up')).toBe(1);
    expect(valueOf(text, 'database_pool_size')).toBe(10);
    expect(valueOf(text, 'database_migrations_pending')).toBe(0);
    expect(text).toMatch(/^http_request_duration_seconds_bucket\{le="60",/m);
    expect(valueOf(text, 'database_unavailable_total{cause="disk_full"}')).toBe(0);
  });

  it('counts requests of unknown methods together', async () => {
    for (const method of ['PROPFIND', 'MKCOL', 'REPORT']) await fetch(`${service.baseUrl}/v1/users`, { method });
    const { text } = await eventually('they are counted', async () => {
      const answer = await figures(service);
      return answer.text.includes('method="other"') && answer;
    });
    expect(text).not.toMatch(/PROPFIND|MKCOL|REPORT/);
  });

  it('waits for no database', async () => {
    const [name] = [database.name];
    const other = ofServer(database);
    await sql(other, `alter database ${name} allow_connections false`);
    await sql(other, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    const begun = performance.now();
    expect((await figures(service)).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(2_000);
    await at(service).get('/v1/tenants', 'x.y.z');
    await eventually(
      'the LISTEN connection is told to be down',
      async () => valueOf((await figures(service)).text, 'database_listen_up') === 0,
      30,
    );
    await sql(other, `alter database ${name} allow_connections true`);
  });
});

describe('where figures are served', () => {
  let database: OwnDatabase;
  beforeAll(async () => {
    database = await clonedDatabase();
  });

  it('with METRICS_TOKEN: to a caller that presents it, alone', async () => {
    const service = await startOwnService(database, { METRICS_TOKEN: TOKEN });
    for (const headers of [{}, bearer('another'), { authorization: `Basic ${TOKEN}` }, bearer(TOKEN.slice(1))])
      expect((await figures(service, headers)).status).toBe(401);
    expect((await figures(service, bearer(TOKEN))).text).toContain('usaha_build_info');
    await service.stop();
  });

  it('with METRICS_PORT: there, and no longer where clients come in', async () => {
    const service = await startOwnService(database, { METRICS_PORT: '0', METRICS_TOKEN: TOKEN });
    expect((await figures(service, bearer(TOKEN))).status).toBe(404);
    const scraped = (path: string, init?: RequestInit) => fetch(`${servedAt(service)}${path}`, init);
    expect((await scraped('/metrics')).status).toBe(401);
    const answer = await scraped('/metrics', { headers: bearer(TOKEN) });
    expect([answer.status, (await answer.text()).includes('usaha_build_info')]).toEqual([200, true]);
    expect((await scraped('/health/live')).status).toBe(404);
    expect((await scraped('/metrics', { method: 'POST' })).status).toBe(405);
    await service.stop();
  });

  describe('on a port that is taken', () => {
    let taken: Server;
    beforeAll(async () => {
      taken = createServer().listen(9_464, '127.0.0.1');
      // Another program may have it: then it is taken as well.
      await once(taken, 'listening').catch(() => undefined);
    });
    afterAll(() => void taken.close());

    it('that is the default of production: a warning, and the service goes on', async () => {
      const service = await startOwnService(database, PRODUCTION);
      expect((await at(service).get('/health/live')).status).toBe(200);
      expect((await figures(service)).status).toBe(404);
      const warned = service
        .log()
        .filter(({ level, msg }) => level === 'warn' && /^Metrics cannot be served/.test(msg));
      expect(warned).toHaveLength(1);
      await service.stop();
    });

    it('that METRICS_PORT states: no start', async () => {
      const port = (taken.address() as AddressInfo | null)?.port ?? 9_464;
      await expect(startOwnService(database, { METRICS_PORT: String(port) })).rejects.toThrow(
        `Metrics cannot be served on port ${port} of 127.0.0.1 (EADDRINUSE); set another METRICS_PORT or METRICS_HOST`,
      );
    });
  });
});

describe('a database that takes no writes', () => {
  it('is told by readiness, the log and a figure, by its cause', async () => {
    const database = await clonedDatabase();
    const service = await startOwnService(database);
    const tenant = await newTenantAt(service);
    expect((await at(service).get('/health/ready')).body).not.toHaveProperty('writes');
    const setReadOnly = async (value: string): Promise<void> => {
      await sql(ofServer(database), `alter database ${database.name} set default_transaction_read_only = ${value}`);
      await sql(
        database.ownerUrl,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [database.name],
      );
    };
    await setReadOnly('on');
    const ready = await eventually('readiness says so', async () => {
      const answer = await at(service).get('/health/ready');
      return answer.status === 503 && answer.body.writes !== undefined && answer;
    });
    expect(ready.body).toMatchObject({ status: 'down', database: 'up', migrations: 'done', writes: 'read_only' });
    const write = () =>
      at(service).post('/api/v1/retail/customers/', { first_name: 'Siti', last_name: 'Nur' }, tenant.admin.token);
    const refused = await eventually('a write is refused', async () => {
      const answer = await write();
      return answer.status !== 201 && answer;
    });
    expect([refused.status, refused.text]).toEqual([503, expect.any(String)]);
    expect(refused.headers.get('retry-after')).toBe('1');
    await eventually('the log says why', () =>
      service.log().find(({ level, cause }) => level === 'error' && cause === 'read_only'),
    );
    expect(valueOf((await figures(service)).text, 'database_unavailable_total{cause="read_only"}')).toBeGreaterThan(0);

    await setReadOnly('off');
    await eventually('it is ready again', async () => (await at(service).get('/health/ready')).status === 200, 20);
    await service.stop();
  });
});

describe('the build', () => {
  it('is named by the first line of the log and by /health', async () => {
    const commit = 'c0ffee1234567';
    const service = await startOwnService(await clonedDatabase(), { USAHA_COMMIT: commit });
    const [first = ''] = service.output().split('\n');
    expect(first).toMatch(/^Usaha \d+\.\d+\.\d+ \(commit c0ffee1234567\)$/);
    const version = first.split(' ')[1];
    for (const path of ['/health/live', '/health/ready'])
      expect((await at(service).get(path)).body).toMatchObject({ status: 'up', version, commit });
    await service.stop();
  });
});
