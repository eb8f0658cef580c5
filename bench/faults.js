/**
 * What faults of the database cost, and whether anything acknowledged is lost or done twice by them:
 *   node bench/faults.js [--seconds 20] [--only kill,cut]
 * Writers create customers through the service, each with an Idempotency-Key that it repeats until it is acknowledged. Afterwards every
 * acknowledged one must be there exactly once. `full` needs a tmpfs that may be mounted, `PgBouncer` one of 1.21 or later: the
 * command that PGBOUNCER names, or the one in PATH.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { letAppRoleLogIn, migrateDatabase } from '../apps/api/dist/database/database-access.js';
import { startEmbeddedPostgres } from '@usaha/embedded-postgres';
import { startPgBouncer, whyNoPgBouncer } from './pgbouncer.js';
import { startService } from './servers.js';
import { startSilentProxy } from './silent-proxy.js';

const WRITERS = 16;
const PATIENCE_MS = 65_000;
const CUSTOMERS = '/api/v1/retail/customers/';
const { values: told } = parseArgs({ options: { seconds: { type: 'string' }, only: { type: 'string' } } });
const seconds = Number(told.seconds ?? 20);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Each breaks the database for some seconds. @returns a reason where it cannot be tried here */
const faults = {
  'killed (SIGKILL)': async ({ postmaster }) => {
    process.kill(postmaster(), 'SIGKILL');
  },
  'frozen (SIGSTOP)': async ({ postmaster }) => {
    const first = postmaster();
    const all = [first, ...childrenOf(first)];
    for (const pid of all) process.kill(pid, 'SIGSTOP');
    await pause(seconds * 1_000);
    for (const pid of all) process.kill(pid, 'SIGCONT');
  },
  'cut silently, new connections pass': async ({ proxy }) => {
    proxy.cut();
  },
  'unreachable, then at another address': async ({ proxy }) => {
    proxy.reachable = false;
    proxy.cut();
    await pause(seconds * 1_000);
    proxy.reachable = true;
  },
  'full disk': async ({ dir, isSmall }) => {
    if (!isSmall) return 'no tmpfs can be mounted here';
    const filler = join(dir, 'filler');
    const { bavail, bsize } = statfsSync(dir);
    spawnSync('fallocate', ['-l', String(Math.max(bsize, (bavail - 40) * bsize)), filler]);
    await pause(seconds * 1_000);
    rmSync(filler, { force: true });
    return undefined;
  },
  'PgBouncer restarted': async ({ pooler }) => {
    await pooler.restart();
  },
};

function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          Number(
            readFileSync(`/proc/${name}/stat`, 'utf8')
              .replace(/^.*\) \S /, '')
              .split(' ')[0],
          ) === pid
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** A small disk, where one may be mounted. */
function mountSmall(dir) {
  mkdirSync(dir, { recursive: true });
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=0755', 'tmpfs', dir]).status === 0;
}

async function call(port, method, path, { token, body, key, ms = PATIENCE_MS } = {}) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  if (key) headers['idempotency-key'] = key;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(ms),
    });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return { status: 0 };
  }
}

async function newTenant(port) {
  const name = `f${randomUUID()}`;
  const account = { username: name, email: `${name}@example.com`, password: 'a password of the faults' };
  await call(port, 'POST', '/api/v1/auth/register/', { body: account });
  const signIn = await call(port, 'POST', '/api/v1/auth/login/', { body: account });
  const token = signIn.body.data.access_token;
  const tenant = { name, email: 'hello@example.com', business_type: 'RETAIL' };
  await call(port, 'POST', '/v1/tenants', { token, body: tenant });
  return token;
}

/** Writes until told to end. @returns what was acknowledged, and which answers there were */
function writing(port, tokens) {
  const [acknowledged, statuses] = [[], {}];
  let isOver = false;
  const write = async (token) => {
    while (!isOver) {
      const [first_name, key] = [`F${randomUUID()}`, randomUUID()];
      for (let isDone = false; !isDone;) {
        const { status } = await call(port, 'POST', CUSTOMERS, { token, key, body: { first_name, last_name: 'Nur' } });
        statuses[status] = (statuses[status] ?? 0) + 1;
        isDone = status === 201;
        if (isDone) acknowledged.push(first_name);
        else if (isOver) isDone = true;
        else await pause(100);
      }
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, i) => write(tokens[i % tokens.length])));
  const end = async () => {
    isOver = true;
    await writers;
  };
  return { acknowledged, statuses, end };
}

async function untilItWorks(port, tokens) {
  const begun = performance.now();
  for (;;) {
    const read = (i) => call(port, 'GET', CUSTOMERS, { token: tokens[i % tokens.length], ms: 3_000 });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => read(i)));
    if (answers.every(({ status }) => status === 200)) return (performance.now() - begun) / 1_000;
    if (performance.now() - begun > 300_000) return Infinity;
    await pause(100);
  }
}

async function measure(name, fault) {
  const lack = name.startsWith('PgBouncer') ? whyNoPgBouncer() : undefined;
  if (lack) return console.log(`${name}: not tried, ${lack}`);
  const folder = mkdtempSync(join(tmpdir(), 'usaha-faults-'));
  chmodSync(folder, 0o755);
  const dir = join(folder, 'data');
  const isSmall = name === 'full disk' && mountSmall(dir);
  const cleanup = [() => rmSync(folder, { recursive: true, force: true })];
  if (isSmall) cleanup.push(() => spawnSync('umount', [dir]));
  try {
    const keep = { patienceMs: 300_000, gaveUp: (reason) => console.error(reason.message) };
    const postgres = await startEmbeddedPostgres({ dir, log: () => undefined, stopWithParent: true, keep });
    cleanup.push(() => postgres.stop());
    const [ownerUrl, socketFolder] = [postgres.url('usaha', 'usaha'), postgres.connection.host];
    await migrateDatabase({ url: ownerUrl, ownerUrl, directUrl: null });
    await letAppRoleLogIn(ownerUrl);
    const proxy = await startSilentProxy(`${socketFolder}/.s.PGSQL.5432`);
    cleanup.push(() => proxy.close());
    const pooler = name.startsWith('PgBouncer') ? await startPgBouncer(folder, socketFolder) : undefined;
    if (pooler) cleanup.push(() => pooler.stop());
    const url = `postgresql://usaha_app@127.0.0.1:${pooler?.port ?? proxy.port}/usaha`;
    const directUrl = `postgresql://usaha_app@127.0.0.1:${proxy.port}/usaha`;
    const service = await startService(join(folder, 'service.log'), {
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: directUrl,
      MIGRATION_DATABASE_URL: ownerUrl,
    });
    cleanup.push(() => service.stop());
    const tokens = [await newTenant(service.port), await newTenant(service.port)];
    const load = writing(service.port, tokens);
    await pause(5_000);
    const postmaster = () => Number(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    const before = load.acknowledged.length;
    const skipped = await fault({ postmaster, proxy, dir, isSmall, pooler });
    const again = skipped ? 0 : await untilItWorks(service.port, tokens);
    if (!skipped) await pause(5_000);
    await load.end();
    if (skipped) return console.log(`${name}: not tried, ${skipped}`);
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    const { rows } = await owner.query(
      'select first_name, count(*)::int from retail.customers where first_name = any($1) group by 1',
      [load.acknowledged],
    );
    await owner.end();
    const doubled = rows.filter(({ count }) => count > 1).length;
    const lost = load.acknowledged.length - rows.length;
    const answers = Object.entries(load.statuses).map(([status, count]) => `${status}: ${count}`);
    console.log(
      `${name}: works again ${again.toFixed(1)} s after it; ${load.acknowledged.length} acknowledged (${before} before), ${lost} lost, ${doubled} doubled; ${answers.join(', ')}`,
    );
    if (lost > 0 || doubled > 0) process.exitCode = 1;
  } finally {
    for (const undo of cleanup.toReversed()) await undo();
  }
}

const only = told.only?.split(',');
for (const [name, fault] of Object.entries(faults))
  if (!only || only.some((part) => name.includes(part))) await measure(name, fault);
