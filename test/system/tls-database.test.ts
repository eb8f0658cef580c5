import pg from 'pg';
import { bytesHeardOn } from '../../libs/shared/dist/internals/pg.js';
import { sql } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices } from '../support/system-service.js';
import { debianPrograms, startTlsDatabase, type TlsDatabase } from '../support/tls-database.js';

/** A database that is reached over a network: by TLS, with its certificate looked at. */

jest.setTimeout(120_000);

const title = debianPrograms
  ? 'a database that speaks TLS alone'
  : 'a database that speaks TLS is not tested: no PostgreSQL of Debian is installed';
if (!debianPrograms) process.stderr.write(`${title}\n`);

(debianPrograms ? describe : describe.skip)(title, () => {
  let database: TlsDatabase;
  beforeAll(async () => {
    database = await startTlsDatabase(debianPrograms as string);
  });
  afterAll(async () => {
    await stopOwnServices();
    await database.remove();
  });
  const urlOf = (host: string, options: string) => `postgresql://usaha@${host}:${database.port}/postgres?${options}`;
  const trusted = () => `sslmode=verify-full&sslrootcert=${database.authority}`;

  it('is served on, and every connection is encrypted', async () => {
    const url = urlOf('localhost', trusted());
    const service = await startOwnService({ appUrl: url, ownerUrl: url });
    await newTenantAt(service);
    expect((await at(service).get('/health/ready')).status).toBe(200);
    const rows = await sql<{ ssl: boolean; application_name: string }>(
      url,
      `select s.ssl, a.application_name from pg_stat_ssl s join pg_stat_activity a using (pid)
       where a.application_name like 'usaha%'`,
    );
    const names = new Set(rows.map(({ application_name }) => application_name));
    expect([...names].toSorted()).toEqual(['usaha', 'usaha listen', 'usaha ready']);
    expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
    expect(await service.stop()).toBe(0);
  });

  it.each([
    ['the name of another host', () => urlOf('127.0.0.1', trusted()), /does not match certificate's altnames/],
    ['an authority that is not trusted', () => urlOf('localhost', 'sslmode=verify-full'), /certificate/],
    [
      'a file of certificates that is not there',
      () => urlOf('localhost', 'sslmode=verify-full&sslrootcert=/not/there.pem'),
      /ENOENT.*\/not\/there\.pem/,
    ],
    ['no TLS', () => urlOf('localhost', 'sslmode=disable'), /no encryption|no pg_hba\.conf entry/],
  ])('with %s the start ends at once in one line', async (_, url, reason) => {
    const starting = startOwnService({ appUrl: url(), ownerUrl: url() });
    const message = await starting.then(
      () => 'it started',
      (error: Error) => error.message,
    );
    const [line, ...more] = message.split('\n').filter((one) => one.includes('cannot be used'));
    expect(line).toMatch(reason);
    expect(more).toEqual([]);
    expect(message).not.toMatch(/Waiting|^ +at /m);
  });

  it('what comes in is counted there too, by which silence is told from slowness', async () => {
    const client = new pg.Client({ connectionString: urlOf('localhost', trusted()) });
    await client.connect();
    const before = bytesHeardOn(client);
    await client.query(`select repeat('x', 1000)`);
    expect(bytesHeardOn(client)).toBeGreaterThan(before + 1_000);
    await client.end();
  });
});
