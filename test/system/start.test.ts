import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { execute, oneLine, refused, type Ended } from '../support/command-line.js';
import { demoDatabase } from '../support/demo-database.js';
import { testSecrets } from '../support/servers.js';
import { dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { eventually, startOwnService, stopOwnServices } from '../support/system-service.js';
/** What the service says where it does not start: one clear line, and exit code 1; and how npm start builds, starts and stops it. */

const root = resolve(__dirname, '../..');
const cliFile = join(root, 'apps/api/bundle/cli.js');
const mainFile = join(root, 'apps/api/bundle/main.js');

let folder: string;
let database: OwnDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usaha-start-'));
  // As root the embedded database runs under another account, which has to pass through.
  chmodSync(folder, 0o711);
  database = await demoDatabase();
  environment = { DATABASE_URL: database.appUrl, MIGRATION_DATABASE_URL: database.ownerUrl, ...testSecrets };
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

const start = (extra: Record<string, string>): Promise<Ended> =>
  execute(mainFile, [], { PORT: '0', DATA_DIR: join(folder, 'unused'), ...extra }, folder);

describe('a start that cannot be', () => {
  it('in production names every missing and weak secret in a separate line, which is JSON as all of its log is', async () => {
    const weak = { NODE_ENV: 'production', SEARCH_KEY: 'short', OPERATOR_PASSWORD: 'operator-password' };
    const { code, out, err } = await start(weak);
    const lines = err
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: string; msg: string });
    expect({ code, out, levels: [...new Set(lines.map(({ level }) => level))] }).toEqual({
      code: 1,
      out: '',
      levels: ['fatal'],
    });
    const faults = ['SEARCH_KEY', 'JWT_KEYS', 'SEAL_KEYS', 'OPERATOR_PASSWORD'];
    expect(lines.map(({ msg }) => msg)).toEqual(
      faults.map((name) => expect.stringMatching(new RegExp(`^The configuration is not usable: ${name} must`))),
    );
  });

  it('for a Node that is too old says which is there and which is needed, before anything else', async () => {
    const older = join(folder, 'older-node.cjs');
    const versions = "{ ...process.versions, node: '18.20.4' }";
    writeFileSync(older, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    const needed = '^20.19.0 || ^22.12.0 || >=24';
    for (const file of ['tools/start.js', 'tools/cli.js', 'apps/api/bundle/main.js'])
      expect(await execute(join(root, file), [], { NODE_OPTIONS: `--require=${older}` }, folder)).toEqual({
        code: 1,
        out: '',
        err: `Usaha needs Node ${needed}, and this is 18.20.4 (${process.execPath}); install one that fits\n`,
      });
  });

  it('for a wrong PORT names it in one line', async () => {
    expect(await start({ PORT: 'http' })).toEqual(
      refused('The configuration is not usable: PORT must be a whole number from 0 to 65535, not "http"'),
    );
  });

  it('for a NODE_ENV that is none says which there are: a misspelt production has default secrets', async () => {
    expect(await start({ NODE_ENV: 'prod' })).toEqual(
      refused(
        'The configuration is not usable: NODE_ENV must be one of production, development, test, or not set, not "prod"',
      ),
    );
  });

  it('beyond this machine names accounts whose stored password is public, until they have others', async () => {
    // The first start makes the operator's account.
    await (await startOwnService(database)).stop();
    const open = { HOST: '0.0.0.0', OPERATOR_PASSWORD: 'a password of ours' };
    const { code, err } = await start({ ...environment, ...open });
    expect(code).toBe(1);
    expect(err).toMatch(oneLine('operator@example.com \\(platform\\).*HOST=127.0.0.1'));
    expect(err).toMatch(/din@pakdin\.example \(demo-kedai-pak-din\).* and \d+ more/);
    const reset = ['user:reset-password', 'platform', 'operator@example.com'];
    expect(await execute(cliFile, reset, environment, folder)).toMatchObject({ code: 0 });
    await sql(database.ownerUrl, `update core.users set password_hash = null where email like '%.example'`);
    const service = await startOwnService(database, open);
    await service.stop();
  });

  it('for an unreachable database says so in one line, without its password', async () => {
    const unreachable = { DATABASE_URL: 'postgresql://app:geheim@localhost:1/usaha', DATABASE_WAIT_MS: '0' };
    expect(await start({ ...unreachable, ...testSecrets })).toEqual(
      refused(/^The database at localhost:1\/usaha cannot be used: [^\n]*ECONNREFUSED[^\n]*\n$/),
    );
  });

  it('for too few open files says in one line how many there are and how many are needed', async () => {
    const limited = spawn('sh', ['-c', 'ulimit -n 200 && exec "$0" "$1"', process.execPath, mainFile], {
      env: environment,
    });
    let said = '';
    for (const stream of [limited.stdout, limited.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(limited, 'close')) as [number];
    expect(said).toMatch(
      oneLine('may have 200 files and connections open at once, and needs at least 700; raise that limit'),
    );
    expect(code).toBe(1);
  });

  it('for a busy port says in one line who has it, before anything is made', async () => {
    const holder = createServer().listen(0);
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const never = { PORT: String(port), DATA_DIR: join(folder, 'never') };
    const ended = [await start(never), await execute(join(root, 'tools/start.js'), [], never, folder)];
    holder.close();
    const who =
      process.platform === 'linux'
        ? `process ${process.pid} \\(${basename(realpathSync(process.execPath))}\\)`
        : '[^;]+';
    for (const one of ended)
      expect(one).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(new RegExp(`^Port ${port} is in use by ${who}; stop it, or set another PORT\n$`)),
      });
    expect(existsSync(never.DATA_DIR)).toBe(false);
  });

  it('for a folder that cannot be written says so in one line, before anything is made', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const never = { PORT: '0', DATA_DIR: join(file, 'data') };
    const message = `The data directory ${never.DATA_DIR} cannot be written (a part of that path is a file); set DATA_DIR to a directory that can\n`;
    for (const start of [mainFile, join(root, 'tools/start.js')])
      expect(await execute(start, [], never, folder)).toEqual({ code: 1, out: '', err: message });
  });
});

it('npm start asks the compiler only where something that a build reads or writes was touched', async () => {
  const { isUnchanged, readBy, rememberBuild } = (await import(join(root, 'tools/build-stamp.js'))) as {
    isUnchanged(root: string): boolean;
    readBy(root: string): string;
    rememberBuild(root: string, sources: string): void;
  };
  const { BundleFiles } = (await import(join(root, 'tools/bundle-files.js'))) as {
    BundleFiles: new (root: string) => { write(files: [string, string][], modules: string[], begun: number): void };
  };
  const checkout = join(folder, 'checkout');
  const write = (name: string, text: string) => {
    mkdirSync(join(checkout, name, '..'), { recursive: true });
    writeFileSync(join(checkout, name), text);
  };
  const build = () => {
    const sources = readBy(checkout);
    for (const project of ['libs/a', 'apps/api']) write(`${project}/dist/.tsbuildinfo`, 'built');
    new BundleFiles(checkout).write([['main.js', 'all of it']], ['apps/api/preflight/index.js'], Date.now());
    rememberBuild(checkout, sources);
  };
  const bundler = ['tools/bundle.js', 'tools/bundle-files.js', 'node_modules/.package-lock.json'];
  for (const name of [...bundler, 'package-lock.json', 'apps/api/preflight/index.js']) write(name, '1');
  for (const name of ['libs/a/src/index.ts', 'apps/api/src/deep/er.ts']) write(name, '1');
  expect(isUnchanged(checkout)).toBe(false);
  build();
  expect(isUnchanged(checkout)).toBe(true);
  const read = ['package-lock.json', 'tsconfig.json', 'libs/a/src/index.ts', 'apps/api/src/deep/new.ts'];
  for (const name of [...read, 'apps/api/preflight/index.js', 'tools/bundle.js']) {
    write(name, `changed ${name}`);
    expect([name, isUnchanged(checkout)]).toEqual([name, false]);
    build();
  }
  for (const lost of ['libs/a/dist', 'apps/api/bundle/main.js']) {
    rmSync(join(checkout, lost), { recursive: true });
    expect([lost, isUnchanged(checkout)]).toEqual([lost, false]);
    build();
  }
  // A change during a build is built the next time.
  const sources = readBy(checkout);
  write('libs/a/src/index.ts', 'changed meanwhile');
  rememberBuild(checkout, sources);
  expect(isUnchanged(checkout)).toBe(false);
});

it('a build states the commit that is checked out, though no source has changed', async () => {
  const { stateCommit } = (await import(join(root, 'tools/bundle-files.js'))) as {
    stateCommit(root: string, commit: string | undefined): void;
  };
  const { commitOf } = (await import(join(root, 'tools/commit.js'))) as { commitOf(root: string): string | undefined };
  const repository = join(folder, 'repository');
  for (const path of [repository, join(folder, 'no repository')]) mkdirSync(path);
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: repository,
      encoding: 'utf8',
    });
  const stated = (): unknown => JSON.parse(readFileSync(join(repository, 'apps/api/bundle/build.json'), 'utf8'));
  git('init', '--quiet');
  for (const message of ['first', 'second']) {
    git('commit', '--quiet', '--allow-empty', '--message', message);
    const commit = git('rev-parse', '--short=12', 'HEAD').trim();
    stateCommit(repository, commitOf(repository));
    expect(stated()).toEqual({ commit });
  }
  const before = stated();
  stateCommit(repository, commitOf(join(folder, 'no repository')));
  expect(stated()).toEqual(before);
});

it('npm start stops when the shell that npm puts in between is ended', async () => {
  const env = { ...process.env, ...environment, PORT: '0', LOG_PRETTY: 'false', npm_lifecycle_event: 'start' };
  // The second command keeps the shell from becoming node itself.
  const shell = spawn('sh', ['-c', `"$0" tools/start.js; true`, process.execPath], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  shell.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await eventually('the service serves', () => said.includes('serves the contract surface'));
  shell.kill('SIGTERM');
  await eventually('the service has stopped', () => said.includes('SIGTERM: finishing requests in flight'));
  await once(shell.stdout, 'end');
});
