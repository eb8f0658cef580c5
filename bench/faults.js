/**
 * What faults cost, and whether anything acknowledged is lost or done twice by them:
 *   node bench/faults.js [--seconds 20] [--writes 2600] [--only kill,cut] [--from /a/built/checkout]
 * Writers create customers through the service, each with an Idempotency-Key that it repeats until it is acknowledged. Afterwards every
 * acknowledged one must be there exactly once, with the sealed number that was sent. Each fault goes on until --writes are acknowledged.
 *
 * `full disk` needs a tmpfs that may be mounted; `PgBouncer` one of 1.21 or later: the command that PGBOUNCER names, or the one in
 * PATH; `upgrade` a checkout of an earlier release with its bundle (`npm ci && npm run build`), which --from names.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { letAppRoleLogIn, migrateDatabase } from '../apps/api/dist/database/database-access.js';
import { startEmbeddedPostgres } from '@usaha/embedded-postgres';
import { compare, newTenant, pause, untilItWorks, writing } from './fault-ledger.js';
import { faults } from './fault-list.js';
import { startPgBouncer, whyNoPgBouncer } from './pgbouncer.js';
import { startService } from './servers.js';
import { startSilentProxy } from './silent-proxy.js';

/** However slowly the machine writes, no fault goes on for longer. */
const LONGEST_MS = 600_000;
const METRICS_TOKEN = 'a-token-that-only-the-scraper-of-the-faults-knows';

const { values: told } = parseArgs({
  options: {
    seconds: { type: 'string' },
    writes: { type: 'string' },
    only: { type: 'string' },
    from: { type: 'string' },
  },
});
const seconds = Number(told.seconds ?? 20);
const writes = Number(told.writes ?? 0);
const earlier = told.from && join(resolve(told.from), 'apps/api/bundle/main.js');

/** Why a fault cannot be tried here; undefined where it can. */
function lackOf(needs) {
  if (needs === 'pooler') return whyNoPgBouncer();
  if (needs === 'earlier release' && !(earlier && existsSync(earlier)))
    return 'name a checkout of an earlier release with its bundle by --from';
  return undefined;
}

/** A small disk, where one may be mounted. */
function mountSmall(dir) {
  mkdirSync(dir, { recursive: true });
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=0755', 'tmpfs', dir]).status === 0;
}

/** The database, what stands before it, and the instances, each with its end in `cleanup`. */
async function setUp({ needs, instances: count = 1 }, folder, cleanup) {
  const dir = join(folder, 'data');
  if (needs === 'small disk') {
    if (!mountSmall(dir)) return { lack: 'no tmpfs can be mounted here' };
    cleanup.push(() => spawnSync('umount', [dir]));
  }
  const keep = { patienceMs: 300_000, gaveUp: (reason) => console.error(reason.message) };
  const postgres = await startEmbeddedPostgres({ dir, log: () => undefined, stopWithParent: true, keep });
  cleanup.push(() => postgres.stop());
  const [ownerUrl, socketFolder] = [postgres.url('usaha', 'usaha'), postgres.connection.host];
  const isUpgrade = needs === 'earlier release';
  if (!isUpgrade) {
    await migrateDatabase({ url: ownerUrl, ownerUrl, directUrl: null });
    await letAppRoleLogIn(ownerUrl);
  }
  const proxy = await startSilentProxy(`${socketFolder}/.s.PGSQL.5432`);
  cleanup.push(() => proxy.close());
  const pooler = needs === 'pooler' ? await startPgBouncer(folder, socketFolder) : undefined;
  if (pooler) cleanup.push(() => pooler.stop());
  const at = (port) => `postgresql://usaha_app@127.0.0.1:${port}/usaha`;
  // An earlier release migrates first: until then there is no role but the owner.
  const urls = isUpgrade
    ? { DATABASE_URL: ownerUrl }
    : { DATABASE_URL: at(pooler?.port ?? proxy.port), DATABASE_DIRECT_URL: at(proxy.port) };
  const environment = { ...urls, MIGRATION_DATABASE_URL: ownerUrl, METRICS_TOKEN };
  let started = 0;
  const start = async (more = {}, main) => {
    const log = join(folder, `service-${(started += 1)}.log`);
    const service = await startService(log, { ...environment, ...more }, [], main);
    cleanup.push(() => service.stop());
    return service;
  };
  const instances = [];
  for (let i = 0; i < count; i += 1)
    instances.push(await start({}, isUpgrade ? pathToFileURL(earlier).href : undefined));
  const postmaster = () => Number(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  return { dir, ownerUrl, proxy, pooler, environment, start, instances, postmaster };
}

/** @returns the row of the table, or undefined where it was not tried */
async function measure(name, fault) {
  const lack = lackOf(fault.needs);
  if (lack) return console.log(`${name}: not tried, ${lack}`);
  const folder = mkdtempSync(join(tmpdir(), 'usaha-faults-'));
  chmodSync(folder, 0o755);
  const cleanup = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const { lack: missing, ...situation } = await setUp(fault, folder, cleanup);
    if (missing) return console.log(`${name}: not tried, ${missing}`);
    const { instances, ownerUrl } = situation;
    const tokens = [await newTenant(instances[0].port), await newTenant(instances[0].port)];
    const { acknowledged, statuses, end } = writing(instances, tokens);
    const begun = performance.now();
    while (acknowledged.length < writes / 2 && performance.now() - begun < LONGEST_MS / 2) await pause(100);
    await pause(5_000);
    const before = acknowledged.length;
    const since = (await fault.breaks({ ...situation, seconds, metricsToken: METRICS_TOKEN }))?.since;
    const again = await untilItWorks(instances, tokens, since ?? performance.now());
    await pause(5_000);
    while (acknowledged.length < writes && performance.now() - begun < LONGEST_MS) await pause(100);
    await end();
    const row = { name, again, before, acknowledged: acknowledged.length };
    Object.assign(row, await compare(ownerUrl, instances[0].port, tokens, acknowledged));
    const answers = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
    console.log(
      `${name}: works again ${again.toFixed(1)} s after it; ${row.acknowledged} acknowledged (${before} before), ${row.lost} lost, ${row.doubled} doubled, ${row.changed} changed; ${answers.join(', ')}`,
    );
    return row;
  } finally {
    for (const undo of cleanup.toReversed()) await undo();
  }
}

const only = told.only?.split(',');
const rows = [];
for (const [name, fault] of Object.entries(faults)) {
  if (only && !only.some((part) => name.includes(part))) continue;
  try {
    const row = await measure(name, fault);
    if (row) rows.push(row);
    if (row && row.lost + row.doubled + row.changed > 0) process.exitCode = 1;
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
  }
}
if (rows.length > 0) {
  const sum = (key) => rows.reduce((all, row) => all + row[key], 0);
  const cells = [
    ['Fault', 'Works again after, s', 'Acknowledged', 'Lost', 'Doubled', 'Changed'],
    ['---', '---', '---', '---', '---', '---'],
    ...rows.map((row) => [row.name, row.again.toFixed(1), row.acknowledged, row.lost, row.doubled, row.changed]),
    ['all', '', ...['acknowledged', 'lost', 'doubled', 'changed'].map(sum)],
  ];
  console.log(`\n${cells.map((line) => `| ${line.join(' | ')} |`).join('\n')}`);
}
