import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from '../../support/command-line.js';
import { startServer, type ServerProcess } from '../../support/servers.js';
import { at, newMemberAt, newTenantAt, signInAt } from '../../support/system-service.js';
import { cleanUp, openFolder } from './starter.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(240_000);

/** A backup that is stolen tells nothing, and one that was changed is not restored; its owner restores it whole. */

const folder = openFolder();
const dir = join(folder, 'data');
const backup = join(folder, 'backup');
const keyFile = join(folder, 'backup.key');
const commandLine = new CommandLine();
const cli = (args: string[], environment: Record<string, string> = { DATA_DIR: dir }) =>
  commandLine.run(args, environment, folder);
const IC = '870615-10-6127';

let service: ServerProcess;
let publicKey: string;
const started: ServerProcess[] = [];
async function serve(path: string, environment: Record<string, string> = {}): Promise<ServerProcess> {
  const log = join(folder, `server-${started.length}.log`);
  const server = await startServer({ SEED_DEMO: 'false', DATA_DIR: path, ...environment }, log);
  started.push(server);
  return server;
}

beforeAll(async () => {
  service = await serve(dir);
});
afterAll(async () => {
  commandLine.close();
  for (const server of started) await server.stop('SIGKILL');
  await cleanUp();
});

const line = (text: string) => ({
  code: 1,
  err: expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`)),
});

it('a key pair is made once: the private key lies in a file for its owner, the public one is printed', async () => {
  const made = await cli(['backup:keygen', keyFile]);
  expect(made).toMatchObject({ code: 0, err: '' });
  publicKey = made.out.split('\n')[0] ?? '';
  expect(publicKey).toMatch(/^usaha-backup-to-[\w-]{48}$/);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(made.out).not.toContain(readFileSync(keyFile, 'utf8').split('\n')[1]);
  expect(await cli(['backup:keygen', keyFile])).toMatchObject(line('exists already'));
});

it('is of no use without the private key, and restored with it: data and sealed fields are there, sessions are over', async () => {
  const tenant = await newTenantAt(service);
  const member = await newMemberAt(service, tenant, 'staff', { ic_number: IC });
  const made = await cli(['backup', backup, '--to', publicKey]);
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(
    /^The backup in \S+ is complete: \d+ files, \d+ MB, encrypted, with the keys of sealed fields$/m,
  );
  const { jwt_keys, seal_keys, search_key } = JSON.parse(readFileSync(join(dir, 'secrets.json'), 'utf8'));
  const secrets = [jwt_keys, seal_keys, search_key].map((text: string) => text.split(':').at(-1) as string);
  // Nothing of what the database or the secrets say stands in any file.
  for (const text of [tenant.admin.email, tenant.slug, 'usaha_migrations', 'PostgreSQL', ...secrets])
    expect(() => execFileSync('grep', ['-rlaF', '-e', text, backup])).toThrow(/Command failed/);
  for (const name of ['', 'keys.json', 'postgres/PG_VERSION'])
    expect(statSync(join(backup, name)).mode & 0o077).toBe(0);

  const restored = join(folder, 'restored');
  const done = await cli(['restore', backup, '--key', keyFile], { DATA_DIR: restored });
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toMatch(/^All sessions of the backup are over, and new keys sign tokens from here on$/m);
  const now = JSON.parse(readFileSync(join(restored, 'secrets.json'), 'utf8'));
  expect(now).toEqual({ jwt_keys: expect.any(String), seal_keys, search_key });
  expect(now.jwt_keys).not.toBe(jwt_keys);
  const other = await serve(restored);
  const path = `/api/v1/users/${member.id}/`;
  expect((await at(other).get(path, tenant.admin.token)).status).toBe(401);
  const body = { refresh_token: tenant.admin.refresh_token };
  expect((await at(other).post('/v1/auth/refresh', body)).status).toBe(401);
  const { token } = await signInAt(other, tenant.admin.email);
  expect(await at(other).get(path, token)).toMatchObject({ status: 200, body: { data: { ic_number: IC } } });
  await other.stop();
});

it('ends its sessions when it is restored, though the environment gives the keys that signed their tokens', async () => {
  const tenant = await newTenantAt(service);
  const [made, restored] = [join(folder, 'same-keys'), join(folder, 'restored-with-the-same-keys')];
  expect(await cli(['backup', made, '--to', publicKey])).toMatchObject({ code: 0 });
  const { jwt_keys } = JSON.parse(readFileSync(join(dir, 'secrets.json'), 'utf8'));
  const environment = { JWT_KEYS: jwt_keys as string };
  const done = await cli(['restore', made, '--key', keyFile], { DATA_DIR: restored, ...environment });
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toMatch(/^All sessions of the backup are over$/m);
  const other = await serve(restored, environment);
  expect((await at(other).get('/v1/users', tenant.admin.token)).status).toBe(401);
  const body = { refresh_token: tenant.admin.refresh_token };
  expect((await at(other).post('/v1/auth/refresh', body)).status).toBe(401);
  // Those of the running service go on.
  expect((await at(service).get('/v1/users', tenant.admin.token)).status).toBe(200);
  expect((await at(other).get('/v1/users', (await signInAt(other, tenant.admin.email)).token)).status).toBe(200);
  await other.stop();
});

it('does not open without a key, with another one, or in clear where a key is given', async () => {
  const into = { DATA_DIR: join(folder, 'never') };
  const other = join(folder, 'other.key');
  await cli(['backup:keygen', other]);
  expect(await cli(['restore', backup], into)).toMatchObject(line('is encrypted; give the key file'));
  expect(await cli(['restore', backup, '--key', other], into)).toMatchObject(line('encrypted to another key'));
  expect(await cli(['restore', backup, '--key', join(backup, 'keys.json')], into)).toMatchObject(
    line('is no key file'),
  );
  const clear = join(folder, 'clear');
  expect(await cli(['backup', clear])).toMatchObject({ code: 0, err: '' });
  expect(await cli(['restore', clear, '--key', keyFile], into)).toMatchObject(
    line('is not encrypted, but --key is given'),
  );
  expect(existsSync(into.DATA_DIR)).toBe(false);
  expect(await cli(['backup', join(folder, 'to-unknown'), '--to', 'age1nobody'])).toMatchObject(
    line('This is no public key of backups'),
  );
});

describe('a backup that was changed', () => {
  const version = join(backup, 'postgres', 'PG_VERSION');
  const control = join(backup, 'postgres', 'global', 'pg_control');
  const filenode = () =>
    readdirSync(join(backup, 'postgres', 'base', '1')).find((name) => /^\d+$/.test(name)) as string;

  it.each<[string, () => void, string]>([
    [
      'by one bit',
      () => {
        const bytes = readFileSync(control);
        bytes[100] = (bytes[100] as number) ^ 1;
        writeFileSync(control, bytes);
      },
      'The backup is damaged: postgres/global/pg_control cannot be opened',
    ],
    [
      'by a cut',
      () => writeFileSync(control, readFileSync(control).subarray(0, -1)),
      'The backup is damaged: postgres/global/pg_control cannot be opened',
    ],
    [
      'by two files in each other’s place',
      () => {
        renameSync(version, `${version}.away`);
        renameSync(control, version);
        renameSync(`${version}.away`, control);
      },
      'The backup is damaged: postgres/(PG_VERSION|global/pg_control) cannot be opened',
    ],
    ['by a file that is gone', () => rmSync(control), 'The backup is damaged: global/pg_control is missing'],
    [
      'by a file of another backup under its name',
      () => execFileSync('cp', [join(folder, 'second', 'postgres', 'global', 'pg_control'), control]),
      'The backup is damaged: global/pg_control is not as it was written',
    ],
    [
      'in its list of files',
      () => {
        const list = join(backup, 'usaha-backup.json');
        const contents = JSON.parse(readFileSync(list, 'utf8')) as { encrypted: string };
        const bytes = Buffer.from(contents.encrypted, 'base64');
        bytes[bytes.length - 40] = (bytes[bytes.length - 40] as number) ^ 1;
        writeFileSync(list, JSON.stringify({ ...contents, encrypted: bytes.toString('base64') }));
      },
      'usaha-backup.json cannot be read',
    ],
  ])('%s is refused in one line, and nothing is left of the restore', async (_, change, refusal) => {
    const kept = join(folder, 'kept');
    execFileSync('cp', ['-a', backup, kept]);
    if (!existsSync(join(folder, 'second'))) await cli(['backup', join(folder, 'second'), '--to', publicKey]);
    expect(filenode()).toBeTruthy();
    try {
      change();
      const into = join(folder, 'changed');
      expect(await cli(['restore', backup, '--key', keyFile], { DATA_DIR: into })).toMatchObject(line(refusal));
      expect(existsSync(into)).toBe(false);
    } finally {
      rmSync(backup, { recursive: true });
      renameSync(kept, backup);
    }
  });
});

it('keys that are kept apart can be encrypted, too, and are restored with a backup in clear', async () => {
  const apart = join(folder, 'apart.json');
  expect(await cli(['backup:keys', apart, '--to', publicKey])).toMatchObject({ code: 0, err: '' });
  expect(statSync(apart).mode & 0o777).toBe(0o600);
  expect(readFileSync(apart, 'latin1')).not.toContain('seal_keys');
  const into = { DATA_DIR: join(folder, 'together') };
  const clear = join(folder, 'clear');
  expect(await cli(['restore', clear, '--seal-keys', apart], into)).toMatchObject(
    line('is encrypted; give the key file'),
  );
  const decrypted = join(folder, 'apart-in-clear.json');
  writeFileSync(
    decrypted,
    execFileSync(
      process.execPath,
      [join(process.cwd(), 'apps/api/bundle/cli.js'), 'backup:decrypt', 'keys.json', keyFile],
      {
        input: readFileSync(apart),
        cwd: folder,
      },
    ),
  );
  expect(await cli(['restore', clear, '--seal-keys', decrypted], into)).toMatchObject({ code: 0, err: '' });
});
