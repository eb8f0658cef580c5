import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { claimDataDirectory, type EmbeddedPostgres, startEmbeddedPostgres } from '@usaha/embedded-postgres';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { loadOrMakeSecrets } from '../../../apps/api/dist/database/embedded/secrets-file.js';
import { resetDataDirectory } from '../../../apps/api/dist/database/embedded/reset.js';
import { cleanUp, closedFolder, isThere, openFolder, ordinaryUser, serverPid, Starter, until } from './starter.js';

const root = process.getuid?.() === 0;
const user = ordinaryUser();
const asOrdinaryUser = user ? it : it.skip;
const asRoot = root ? it : it.skip;
const skipped = user
  ? ''
  : ' (skipped: only root can become another user, and only where that user can read this checkout)';
const skippedUnlessRoot = root ? '' : ' (skipped: we are not root)';

const newDirectory = (): string => join(openFolder(), 'data');

const messages: string[] = [];
const start = (dir: string, options: object = {}): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dir, log: (message) => messages.push(message), ...options });

async function query(url: string | undefined, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(sql)).rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}

/** The one line that a refused start shows. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StartError)) throw new Error(`No StartError: ${String(error)}`);
  expect(error.message).not.toContain('\n');
  return error.message;
}

afterAll(cleanUp);

describe('a data directory', () => {
  it('is made for its owner alone, and is free again after its release', async () => {
    const dir = newDirectory();
    const first = await claimDataDirectory(dir, 3000);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    await first.release();
    const second = await claimDataDirectory(dir, 3000);
    await second.release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('in use is refused with the process and the port that it serves on', async () => {
    const dir = newDirectory();
    const other = new Starter('claim', dir);
    await other.settled();
    expect(await refusal(claimDataDirectory(dir, 3000))).toBe(
      `The data directory ${dir} is in use by process ${other.pid}, serving on port 4321; stop it, or set another DATA_DIR`,
    );
    await other.end('SIGKILL');
    const mine = await claimDataDirectory(dir, 3000);
    await mine.release();
  });

  it('whose lock names a process number that now belongs to another process is taken over', async () => {
    const dir = newDirectory();
    mkdirSync(dir);
    writeFileSync(
      join(dir, 'usaha.lock.json'),
      JSON.stringify({ pid: process.ppid, process_start: 'earlier', port: 1 }),
    );
    const claimed = await claimDataDirectory(dir, 3000);
    expect(JSON.parse(readFileSync(join(dir, 'usaha.lock.json'), 'utf8'))).toMatchObject({
      pid: process.pid,
      port: 3000,
    });
    await claimed.release();
  });

  it.each(['{"pid":1,"process_start":"earlier","port":1}', ''])(
    'with a stale lock (%j) goes to one of several starters',
    async (stale) => {
      const dir = newDirectory();
      mkdirSync(dir);
      writeFileSync(join(dir, 'usaha.lock.json'), stale);
      const claims = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => claimDataDirectory(dir, 3000 + i)));
      const won = claims.filter((claim) => claim.status === 'fulfilled');
      expect(won).toHaveLength(1);
      await won[0]?.value.release();
      expect(readdirSync(dir)).toEqual([]);
    },
  );

  it('that cannot be made is one line', async () => {
    const file = join(openFolder(), 'file');
    writeFileSync(file, '');
    expect(await refusal(claimDataDirectory(join(file, 'data'), 3000))).toContain('cannot be made');
    expect(await refusal(claimDataDirectory(file, 3000))).toContain('cannot be made');
    // Linux answers there as if the folder above were missing, however often one asks.
    if (process.platform === 'linux')
      expect(await refusal(claimDataDirectory('/proc/usaha/data', 3000))).toContain('cannot be made');
  });

  // Modes bind everybody but root.
  (root ? asOrdinaryUser : it)(`that is read-only is one line${root ? skipped : ''}`, async () => {
    const dir = openFolder();
    chmodSync(dir, 0o555);
    const other = new Starter('claim', dir, {}, user);
    expect(await other.settled()).toEqual({
      event: 'failed',
      name: 'StartError',
      message: `The data directory ${dir} cannot be written (permission denied); set DATA_DIR to a directory that can`,
    });
  });
});

describe('the secrets', () => {
  it('are made once, for their owner alone, and stay the same', async () => {
    const dir = openFolder();
    const [one, other] = await Promise.all([loadOrMakeSecrets(dir), loadOrMakeSecrets(dir)]);
    expect(other).toEqual(one);
    expect(await loadOrMakeSecrets(dir)).toEqual(one);
    expect(statSync(join(dir, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(Buffer.from(one.jwt_keys.replace(/^k[0-9a-f]{12}:/, ''), 'base64url')).toHaveLength(48);
    expect(Buffer.from(one.seal_keys.replace(/^k[0-9a-f]{12}:/, ''), 'base64')).toHaveLength(32);
    expect(Buffer.from(one.search_key, 'base64')).toHaveLength(32);
    expect(await loadOrMakeSecrets(openFolder())).not.toEqual(one);
  });

  it.each(['', '{"jwt_keys":"k1:secret"', '{"jwt_keys":"k1:secret"}', 'null'])(
    'of a damaged file (%j) are never replaced',
    async (text) => {
      const dir = openFolder();
      writeFileSync(join(dir, 'secrets.json'), text);
      const message = await refusal(loadOrMakeSecrets(dir));
      expect(message).toContain(join(dir, 'secrets.json'));
      expect(message).not.toContain('k1:secret');
      expect(readFileSync(join(dir, 'secrets.json'), 'utf8')).toBe(text);
    },
  );
});

describe('the embedded PostgreSQL', () => {
  it('makes its database at the first start; the second is quick and keeps the data', async () => {
    const dir = newDirectory();
    const first = await start(dir);
    await query(first.url('usaha', 'usaha'), 'create table kept as select 42 as value');
    await first.stop();
    const before = performance.now();
    const second = await start(dir);
    expect(performance.now() - before).toBeLessThan(5000);
    expect(second.adopted).toBe(false);
    expect(await query(second.url('usaha', 'usaha'), 'select value from kept')).toEqual([42]);
    expect(await query(second.url('usaha', 'usaha'), `select current_setting('listen_addresses') as value`)).toEqual([
      '',
    ]);
    expect(statSync(second.connection.host).mode & 0o777).toBe(0o700);
    await second.stop();
    expect(existsSync(second.connection.host)).toBe(false);
    expect(messages.filter((message) => message.includes(dir))).toHaveLength(1);
  });

  it('knows Unicode letters, regardless of the locale of the machine', async () => {
    const postgres = await start(newDirectory(), { durable: false });
    expect(await query(postgres.url('usaha', 'usaha'), `select upper('é') as value`)).toEqual(['É']);
    await postgres.stop();
  });

  it('of a node process that was killed is adopted by the next start', async () => {
    const dir = newDirectory();
    const killed = new Starter('start', dir);
    const { url } = await killed.settled();
    await query(url, 'create table kept as select 1 as value');
    const pid = serverPid(dir);
    await killed.end('SIGKILL');
    expect(isThere(pid)).toBe(true);
    const next = await start(dir);
    expect(next.adopted).toBe(true);
    expect(await query(next.url('usaha', 'usaha'), 'select value from kept')).toEqual([1]);
    await next.stop();
    expect(isThere(pid)).toBe(false);
  });

  it('that was killed together with its node process recovers what it had answered', async () => {
    const dir = newDirectory();
    const killed = new Starter('start', dir);
    const { url } = await killed.settled();
    await query(url, 'create table kept as select 1 as value');
    const pid = serverPid(dir);
    await killed.end('SIGKILL');
    process.kill(pid, 'SIGKILL');
    const next = await start(dir);
    expect(next.adopted).toBe(false);
    expect(await query(next.url('usaha', 'usaha'), 'select value from kept')).toEqual([1]);
    await next.stop();
  });

  it('of a node process that lives is not shared', async () => {
    const dir = newDirectory();
    const other = new Starter('start', dir, { durable: false });
    await other.settled();
    expect(await refusal(start(dir))).toContain(`in use by process ${other.pid}`);
    expect(await refusal(resetDataDirectory(dir))).toContain(`in use by process ${other.pid}`);
    expect(await other.end('SIGTERM')).toBe(0);
  });

  it('takes no half-made database for one', async () => {
    const dir = newDirectory();
    const killed = new Starter('start', dir);
    const unfinished = () =>
      existsSync(dir) && readdirSync(dir).some((name) => name.startsWith('postgres.unfinished-'));
    await until(unfinished);
    await killed.end('SIGKILL');
    expect(existsSync(join(dir, 'postgres'))).toBe(false);
    const next = await start(dir);
    expect(await query(next.url('usaha', 'usaha'), 'select 1 as value')).toEqual([1]);
    expect(unfinished()).toBe(false);
    await next.stop();
  });

  it('is not misled by a process number that now belongs to another program', async () => {
    const dir = newDirectory();
    await (await start(dir, { durable: false })).stop();
    const pidFile = join(dir, 'postgres', 'postmaster.pid');
    writeFileSync(pidFile, [process.pid, join(dir, 'postgres'), 1, 5432, dir, '', '', 'ready', ''].join('\n'), {
      mode: 0o600,
    });
    const { uid, gid } = statSync(join(dir, 'postgres'));
    if (root) chownSync(pidFile, uid, gid);
    const next = await start(dir, { durable: false });
    expect(next.adopted).toBe(false);
    await next.stop();
  });

  it('made by another version of PostgreSQL is refused in one line and left as it is', async () => {
    const dir = newDirectory();
    await (await start(dir, { durable: false })).stop();
    writeFileSync(join(dir, 'postgres', 'PG_VERSION'), '17\n');
    expect(await refusal(start(dir))).toMatch(/made by PostgreSQL 17, but PostgreSQL \d+ is installed/);
    expect(readFileSync(join(dir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('17\n');
  });

  it('runs for several data directories at once', async () => {
    const both = await Promise.all([
      start(newDirectory(), { durable: false }),
      start(newDirectory(), { durable: false }),
    ]);
    expect(both[0].connection.host).not.toBe(both[1].connection.host);
    for (const postgres of both) expect(await query(postgres.url('usaha', 'usaha'), 'select 1 as value')).toEqual([1]);
    await Promise.all(both.map((postgres) => postgres.stop()));
  });

  it('ends with its parent where told so, however that ends', async () => {
    const dir = newDirectory();
    const parent = new Starter('start', dir, { durable: false, stopWithParent: true });
    await parent.settled();
    const pid = serverPid(dir);
    await parent.end('SIGKILL');
    await until(() => !isThere(pid));
  });

  asOrdinaryUser(`runs as an ordinary user, and as root on what that user made${skipped}`, async () => {
    const folder = openFolder();
    if (user) chownSync(folder, user.uid, user.gid);
    const dir = join(folder, 'data');
    const ordinary = new Starter('start', dir, { durable: false }, user);
    expect(await ordinary.settled().then(() => ordinary.events.at(-1))).toMatchObject({ event: 'started' });
    expect(await ordinary.end('SIGTERM')).toBe(0);
    const postgres = await start(dir, { durable: false });
    expect(statSync(`/proc/${serverPid(dir)}`).uid).toBe(user?.uid);
    await postgres.stop();
    const again = new Starter('start', dir, { durable: false }, user);
    expect(await again.settled().then(() => again.events.at(-1))).toMatchObject({ event: 'started' });
    expect(await again.end('SIGTERM')).toBe(0);
  });

  asRoot(
    `lies where it is told to, below folders that a start as root makes on the way${skippedUnlessRoot}`,
    async () => {
      const dir = join(openFolder(), 'not', 'there', 'yet');
      const postgres = await start(dir, { durable: false });
      expect(postgres.place).toBe(join(dir, 'postgres'));
      expect(existsSync(join(dir, 'postgres-elsewhere.json'))).toBe(false);
      // Others may pass them and see nothing.
      expect(statSync(join(dir, '../..')).mode & 0o777).toBe(0o711);
      expect(statSync(join(dir, '..')).mode & 0o777).toBe(0o711);
      await postgres.stop();
    },
  );

  asRoot(
    `keeps its data elsewhere where its account cannot reach the directory, and reset finds it${skippedUnlessRoot}`,
    async () => {
      const dir = join(closedFolder(), 'data');
      const postgres = await start(dir, { durable: false });
      await query(postgres.url('usaha', 'usaha'), 'create table kept as select 1 as value');
      await postgres.stop();
      const { place } = JSON.parse(readFileSync(join(dir, 'postgres-elsewhere.json'), 'utf8')) as { place: string };
      expect(postgres.place).toBe(join(place, 'postgres'));
      const next = await start(dir, { durable: false });
      expect(await query(next.url('usaha', 'usaha'), 'select value from kept')).toEqual([1]);
      await next.stop();
      expect(await resetDataDirectory(dir)).toContain(place);
      expect(existsSync(place)).toBe(false);
    },
  );
});

/** The secrets of a folder as they are once its file of them is gone, which is put back. */
async function lost(dir: string): Promise<unknown> {
  const path = join(dir, 'secrets.json');
  renameSync(path, `${path}.away`);
  return loadOrMakeSecrets(dir).finally(() => renameSync(`${path}.away`, path));
}

describe('a reset', () => {
  it('stops a server left over from a kill, deletes all of ours and nothing else, and says what', async () => {
    const dir = newDirectory();
    await claimDataDirectory(dir, 0).then((claimed) => claimed.release());
    await loadOrMakeSecrets(dir);
    const killed = new Starter('start', dir, { durable: false });
    await killed.settled();
    const pid = serverPid(dir);
    await killed.end('SIGKILL');
    expect(await refusal(lost(dir))).toContain('secrets.json');
    writeFileSync(join(dir, 'notes.txt'), 'not ours');
    expect(await resetDataDirectory(dir)).toEqual(
      ['first-start.txt', 'postgres', 'postgres.log', 'secrets.json'].map((name) => join(dir, name)),
    );
    expect(isThere(pid)).toBe(false);
    expect(readdirSync(dir)).toEqual(['notes.txt']);
  });

  it('of a directory that is not there does nothing', async () => {
    const dir = newDirectory();
    expect(await resetDataDirectory(dir)).toEqual([]);
    expect(existsSync(dir)).toBe(false);
  });
});
