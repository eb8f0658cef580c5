import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { sql } from '../support/system-database.js';
import { at, eventually, newTenantAt, startOwnService, stopOwnServices } from '../support/system-service.js';

/** On the PostgreSQL that Debian has, where it is installed: not the one that comes along, and older. */

const cliFile = resolve(__dirname, '../../apps/api/bundle/cli.js');
const versions = '/usr/lib/postgresql';
const installed = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : [];
/** The newest of Debian's, or the folder with `initdb` that POSTGRES_PROGRAMS names, to try another version. */
const programs = [
  process.env.POSTGRES_PROGRAMS ?? '',
  ...installed.map((version) => join(versions, version, 'bin')),
].find((bin) => existsSync(join(bin, 'initdb')));
const title = programs
  ? `Debian’s PostgreSQL in ${programs}`
  : `Debian’s PostgreSQL is not tested: none in ${versions}`;
// Jest counts what is skipped, and does not say why.
if (!programs) process.stderr.write(`${title}\n`);

(programs ? describe : describe.skip)(title, () => {
  const folder = mkdtempSync(join(tmpdir(), 'usaha-debian-'));
  const [data, sockets] = [join(folder, 'data'), join(folder, 's')];
  const url = `postgresql://usaha@/postgres?host=${encodeURIComponent(sockets)}`;
  let server: ChildProcess;

  beforeAll(async () => {
    // PostgreSQL does not run as root.
    const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres']).toString());
    const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
    for (const path of [folder, data, sockets]) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
    }
    const run = (name: string, args: string[]) => [join(programs as string, name), args] as const;
    execFileSync(...run('initdb', ['-D', data, '-U', 'usaha', '-A', 'trust', '-N', '--locale=C.UTF-8', '-E', 'UTF8']), {
      ...account,
      stdio: 'ignore',
    });
    const settings = [`unix_socket_directories=${sockets}`, 'listen_addresses=', 'fsync=off', 'shared_buffers=16MB'];
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    server = spawn(...run('postgres', args), { ...account, stdio: 'ignore' });
    await eventually('PostgreSQL answers', async () => {
      const client = new pg.Client({ connectionString: url });
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      );
    });
  }, 30_000);
  afterAll(async () => {
    await stopOwnServices();
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it('is migrated and served on: a shop sells, searches and reports', async () => {
    const service = await startOwnService({ appUrl: url, ownerUrl: url });
    const { admin } = await newTenantAt(service);
    const product = { name: 'Kopi O', sku: 'KOPI-1', price: 10, cost: 6, stock_quantity: 5 };
    const made = await at(service).post('/v1/retail/products', product, admin.token);
    expect(made.status).toBe(201);
    const sale = { items: [{ product_id: made.body.id, quantity: 2 }], payment_method: 'cash' };
    expect((await at(service).post('/api/v1/retail/sales/', sale, admin.token)).status).toBe(201);
    const found = await at(service).get('/api/v1/retail/products/?search=kopi', admin.token);
    expect(found.body.data).toMatchObject([{ sku: 'KOPI-1', current_stock: 3 }]);
    const report = await at(service).get('/api/v1/retail/reports/sales/?format=csv', admin.token);
    expect(report.status).toBe(200);
    expect(await service.stop()).toBe(0);
  }, 60_000);

  it('is dumped by docker/backup.sh without secrets, and restored into an empty database only, under the same keys, without sessions', async () => {
    const docker = join(folder, 'docker');
    const backup = join(folder, 'backup');
    const env = join(docker, '.env');
    mkdirSync(docker);
    copyFileSync('docker/backup.sh', join(docker, 'backup.sh'));
    writeFileSync(join(docker, 'docker'), standIn(programs as string, sockets), { mode: 0o755 });
    const call = (command: string, database: string, at = backup, key: string[] = []) => {
      const environment = { PATH: `${docker}:${process.env.PATH}`, DATABASE: database };
      const { status, stdout, stderr } = spawnSync('sh', [join(docker, 'backup.sh'), command, at, ...key], {
        env: environment,
      });
      return { code: status, out: stdout.toString(), err: stderr.toString() };
    };
    const refused = (text: string) => ({
      code: 1,
      out: '',
      err: expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`)),
    });

    expect(call('dump', 'postgres')).toEqual(refused('There is no docker/.env'));
    const environment = 'JWT_KEYS=k0:signs\nSEAL_KEYS=k1:one\nSEARCH_KEY=two\n';
    writeFileSync(env, environment);
    expect(call('dump', 'postgres')).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(backup)).toEqual(['usaha.dump']);
    for (const name of ['', 'usaha.dump']) expect(statSync(join(backup, name)).mode & 0o077).toBe(0);
    const keyFile = join(folder, 'backup.key');
    const publicKey = execFileSync(process.execPath, [cliFile, 'backup:keygen', keyFile], { cwd: folder })
      .toString()
      .split('\n')[0] as string;
    const encrypted = join(folder, 'encrypted');
    expect(call('dump', 'postgres', encrypted, [publicKey])).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(encrypted).sort()).toEqual(['keys.env.encrypted', 'usaha.dump.encrypted']);
    for (const name of readdirSync(encrypted)) {
      expect(statSync(join(encrypted, name)).mode & 0o077).toBe(0);
      expect(readFileSync(join(encrypted, name), 'latin1')).toMatch(/^USAHABK1/);
    }
    const broken = join(folder, 'broken');
    expect(call('dump', 'nothing-there', broken, [publicKey]).code).toBe(1);
    expect(readdirSync(broken)).toEqual([]);
    expect(call('dump', 'postgres')).toEqual(refused('is not empty'));

    expect(call('restore', 'postgres')).toEqual(refused('The database is not empty'));
    const restored = url.replace('/postgres?', '/restored?');
    await sql(url, 'create database restored');
    writeFileSync(env, 'SEAL_KEYS=k2:another\nSEARCH_KEY=two\n');
    const wrong = refused('SEAL_KEYS in docker/.env is not the one of the backup');
    expect(call('restore', 'restored', encrypted, [keyFile])).toEqual(wrong);
    expect(call('restore', 'restored', encrypted)).toEqual(refused('The backup is encrypted; give the key file'));
    expect(call('restore', 'restored', backup, [keyFile])).toEqual(
      refused('is not encrypted, but a key file is given'),
    );
    rmSync(env);
    expect(call('restore', 'restored')).toEqual(refused('There is no docker/.env'));
    writeFileSync(env, environment);
    // A dump that was cut off: the database sees none of it.
    const dump = join(encrypted, 'usaha.dump.encrypted');
    const whole = readFileSync(dump);
    writeFileSync(dump, whole.subarray(0, -1));
    expect(call('restore', 'restored', encrypted, [keyFile])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/The backup cannot be opened: usaha\.dump\n$/),
    });
    writeFileSync(dump, whole);

    const live = 'select count(*)::int as live from core.sessions where ended_at is null';
    const [before] = await sql<{ live: number }>(url, live);
    expect(before?.live).toBeGreaterThan(0);
    for (const [at, key] of [[backup], [encrypted, keyFile]] as [string, string?][]) {
      await sql(url, 'drop database restored');
      await sql(url, 'create database restored');
      expect(call('restore', 'restored', at, key ? [key] : [])).toMatchObject({ code: 0, err: '' });
      for (const rows of ['select * from retail.sales', 'select * from core.users order by id'])
        expect(await sql(restored, rows)).toEqual(await sql(url, rows));
      expect(await sql(restored, live)).toEqual([{ live: 0 }]);
    }
    const service = await startOwnService({ appUrl: restored, ownerUrl: restored });
    expect(await service.stop()).toBe(0);
  }, 60_000);
});

/** What the script asks of Docker, where there is none: a command in the database's container is one of the programs here. */
const standIn = (programs: string, sockets: string): string => `#!/bin/sh
case " $* " in
*" api node apps/api/bundle/cli.js "*)
  while [ "$1" != apps/api/bundle/cli.js ]; do shift; done
  shift
  exec "${process.execPath}" "${cliFile}" "$@"
  ;;
*" exec -T api printenv "*)
  while [ $# -gt 1 ]; do shift; done
  sed -n "s/^$1=//p" "$(dirname "$0")/.env"
  exit 0
  ;;
*" exec -T database "*) ;;
*) exit 0 ;;
esac
while [ "$1" != database ]; do shift; done
program=$2
shift 2
exec "${programs}/$program" --host="${sockets}" "$@" --dbname="$DATABASE"
`;
