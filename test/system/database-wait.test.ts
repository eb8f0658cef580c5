import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, testSecrets } from '../support/servers.js';
import { startSilentProxy, type SilentProxy } from '../support/silent-proxy.js';
import { clonedDatabase, dropDatabases, urlWith, type OwnDatabase } from '../support/system-database.js';
import { at, eventually, startOwnService, stopOwnServices } from '../support/system-service.js';

/** A start waits for a database that is not there yet, and for nothing that time does not mend. */

jest.setTimeout(120_000);

let database: OwnDatabase;
const folder = mkdtempSync(join(tmpdir(), 'usaha-wait-'));
let proxy: SilentProxy | undefined;
beforeAll(async () => {
  database = await clonedDatabase();
});
afterAll(async () => {
  await stopOwnServices();
  proxy?.close();
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

it('one that refuses connections at first is waited for, said in a line, and served on', async () => {
  const port = await freePort();
  const through = (url: string) => url.replace(/@[^/]+\//, `@127.0.0.1:${port}/`);
  const logFile = join(folder, 'server.log');
  const urls = { DATABASE_URL: through(database.appUrl), MIGRATION_DATABASE_URL: through(database.ownerUrl) };
  const starting = startServer({ ...urls, ...testSecrets, DATABASE_WAIT_MS: '60000' }, logFile);
  const waits = () =>
    existsSync(logFile) && readFileSync(logFile, 'utf8').match(/Waiting up to \d+ s for the database at [^\n"]*/g);
  await eventually('it waits', waits, 60);
  proxy = await startSilentProxy(decodeURIComponent(/@([^/]+)\//.exec(database.appUrl)?.[1] ?? ''), port);
  const service = await starting;
  expect((await at(service).get('/health/ready')).status).toBe(200);
  expect(waits()).toEqual([
    expect.stringContaining(`127.0.0.1:${port}/${database.name} (connect ECONNREFUSED`) as string,
  ]);
  expect(await service.stop()).toBe(0);
});

it('a database that does not exist is refused at once', async () => {
  const missing = urlWith(database.ownerUrl, { database: 'not_there' });
  const begun = Date.now();
  await expect(startOwnService({ appUrl: missing, ownerUrl: missing })).rejects.toThrow(
    /^The server did not start:\n(?:(?!Waiting)[^])*cannot be used: database "not_there" does not exist/,
  );
  expect(Date.now() - begun).toBeLessThan(25_000);
});
