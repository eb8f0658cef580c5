import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandLine, execute, oneLine, refused, type Ended } from '../../support/command-line.js';
import { startServer, type ServerProcess } from '../../support/servers.js';
import { at } from '../../support/system-service.js';
/** The command line with the embedded database: next to a running service, without one, and for `reset`. */

const root = resolve(__dirname, '../../..');
const cliFile = join(root, 'apps/api/bundle/cli.js');
const mainFile = join(root, 'apps/api/bundle/main.js');

const commandLine = new CommandLine();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'usaha-cli-'));
  // As root the embedded database runs under another account, which has to pass through.
  chmodSync(folder, 0o711);
});
afterAll(() => {
  commandLine.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (extra: Record<string, string>): Promise<Ended> =>
  execute(mainFile, [], { PORT: '0', DATA_DIR: join(folder, 'unused'), ...extra }, folder);

describe('the embedded database', () => {
  let service: ServerProcess;
  let data: Record<string, string>;
  const port = (): string => new URL(service.baseUrl).port;

  beforeAll(async () => {
    data = { DATA_DIR: join(folder, 'data'), PORT: '0' };
    service = await startServer(data, join(folder, 'server.log'));
  }, 60_000);
  afterAll(() => service.stop());

  const embedded = (args: string[]): Promise<Ended> => commandLine.run(args, data, folder);
  const signIn = (password: string) =>
    at(service).post('/v1/auth/login', { email: 'din@pakdin.example', password, tenant_slug: 'demo-kedai-pak-din' });
  const reset = ['user:reset-password', 'demo-kedai-pak-din', 'din@pakdin.example'];

  it('in use is one line that names process and port', async () => {
    expect(await start(data)).toEqual(
      refused(
        `The data directory ${data.DATA_DIR} is in use by process ${service.child.pid}, serving on port ${port()}; stop it, or set another DATA_DIR`,
      ),
    );
  });

  it('serves commands while the service runs', async () => {
    expect((await signIn('demo-password')).status).toBe(200);
    const { out } = await embedded(reset);
    const [, password = ''] = /: (\S+)$/m.exec(out) ?? [];
    expect((await signIn('demo-password')).status).toBe(401);
    expect((await signIn(password)).status).toBe(200);
    expect((await embedded(['migrate'])).out).toBe('The schema is up to date already\n');
    expect((await embedded(['doctor'])).out).toContain(
      `is in use by process ${service.child.pid}, which serves on port ${port()}`,
    );
    expect(await embedded(['reset', '--yes'])).toEqual(
      refused(`The data directory ${data.DATA_DIR} is in use by process ${service.child.pid}; stop it first`),
    );
  });

  it('serves commands while the service is stopped, and is thrown away only when that is said', async () => {
    await service.stop();
    // This one starts the database and stops it again.
    const { code, out } = await execute(cliFile, reset, data, folder);
    expect(code).toBe(0);
    const [, password = ''] = /: (\S+)$/m.exec(out) ?? [];
    const stopped = await embedded(['doctor']);
    expect(stopped.out).toMatch(/^✓ Data folder .* can be written, and no process uses it$/m);
    expect(stopped.out).toMatch(/^✓ Migrations +all done$/m);
    // What a start refuses is not well.
    renameSync(join(folder, 'data', 'secrets.json'), join(folder, 'secrets-away'));
    const lost = await embedded(['doctor']);
    renameSync(join(folder, 'secrets-away'), join(folder, 'data', 'secrets.json'));
    expect(lost.code).toBe(1);
    expect(lost.out).toMatch(/^✗ SEAL_KEYS +There is a database in \S+, but not secrets\.json/m);
    service = await startServer(data, join(folder, 'again.log'));
    expect((await signIn(password)).status).toBe(200);
    // Every start names the accounts, not only the first.
    expect(readFileSync(join(folder, 'again.log'), 'utf8')).toMatch(
      /^Demo: din@pakdin\.example, tenant demo-kedai-pak-din, password demo-password/m,
    );
    await service.stop();

    expect(await embedded(['reset'])).toEqual(refused(oneLine('npm run reset -- --yes deletes it without asking')));
    expect(existsSync(join(folder, 'data', 'secrets.json'))).toBe(true);
    // Letters and messages that were laid into the folder hold names and addresses.
    for (const box of ['outbox-mail', 'outbox-messages']) mkdirSync(join(folder, 'data', box), { recursive: true });
    expect(await embedded(['reset', '--yes'])).toMatchObject({ code: 0, out: expect.stringMatching(/^Deleted: /) });
    expect(existsSync(join(folder, 'data'))).toBe(false);
    expect((await embedded(['reset', '--yes'])).out).toBe(`There was nothing to delete in ${data.DATA_DIR}\n`);
  }, 60_000);
});
