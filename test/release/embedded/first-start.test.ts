import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { runningEmbeddedPostgres } from '@usaha/embedded-postgres';
import { startServer, type ServerProcess } from '../../support/servers.js';
import { sql } from '../../support/system-database.js';
import { eventually } from '../../support/system-service.js';
import { cleanUp, openFolder, serverPid } from './starter.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

const folder = openFolder();
const dir = join(folder, 'data');

const main = resolve(__dirname, '../../../apps/api/bundle/main.js');
const dieWithParent = resolve(__dirname, '../../support/die-with-parent.mjs');
const toldWhileLoading = resolve(__dirname, '../../support/told-while-loading.mjs');
const started: ServerProcess[] = [];

afterAll(async () => {
  for (const server of started) await server.stop('SIGKILL');
  await cleanUp();
});

async function serve(): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dir }, join(folder, `server-${started.length}.log`));
  started.push(server);
  return server;
}

const query = async (text: string) => {
  const url = (await runningEmbeddedPostgres(dir).catch(() => undefined))?.url('usaha', 'usaha');
  return url === undefined ? [] : sql(url, text).catch(() => []);
};

/** How many demo businesses have what one of their kind has first. */
async function made(): Promise<Record<string, number>> {
  const tables = [
    'retail.products',
    'healthcare.patients',
    'education.students',
    'beauty.clients',
    'logistics.vehicles',
  ];
  const counts = tables.map((table) => `(select count(distinct tenant_id)::int from ${table}) as "${table}"`);
  const [row] = await query(`select ${counts.join(', ')}`);
  return (row ?? {}) as Record<string, number>;
}

const all = {
  'retail.products': 3,
  'healthcare.patients': 2,
  'education.students': 2,
  'beauty.clients': 3,
  'logistics.vehicles': 2,
};

/** A start that is ended by a signal once the first business of a kind is made. */
async function breakOff(table: keyof typeof all, signal: NodeJS.Signals): Promise<void> {
  const env = { PATH: process.env.PATH, DATA_DIR: dir, PORT: '0' };
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const;
  const child = spawn(process.execPath, ['--import', dieWithParent, main], { env, stdio: [...stdio] });
  const ended = once(child, 'exit');
  await eventually(`${table} are made`, async () => ((await made())[table] ?? 0) > 0);
  child.kill(signal);
  await ended;
}

it.each([
  ['while it migrates', 'select 1 from usaha_migrations limit 1'],
  ['while it makes the demo businesses', `select 1 from core.tenants where slug like 'demo-%'`],
])('a start whose PostgreSQL dies %s ends with 1 and one line that says why', async (_, moment) => {
  const env = { PATH: process.env.PATH, DATA_DIR: dir, PORT: '0', LOG_PRETTY: 'false' };
  const child = spawn(process.execPath, ['--import', dieWithParent, main], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const closed = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await eventually('the moment has come', async () => (await query(moment)).length > 0);
  process.kill(serverPid(dir), 'SIGKILL');
  const [code] = (await closed) as [number | null];
  expect(said.trimEnd().split('\n').at(-1)).toMatch(
    /^The database (was lost during the start \(.+\); start again once it runs|at \S+ cannot be used: .+)$/,
  );
  expect([code, said.match(/^ +at .*/gm)]).toEqual([1, null]);
  expect(await runningEmbeddedPostgres(dir)).toBeUndefined();
});

it.each([
  ['apps/api/bundle/main.js', '/bundle/main-'],
  ['tools/start.js', 'tools/build.js'],
])('%s is told to stop before all of it is read: it ends with 0', async (entry, module) => {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'never'), PORT: '0', TOLD_AT: module };
  const child = spawn(process.execPath, ['--import', toldWhileLoading, resolve(__dirname, '../../..', entry)], {
    env,
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('a first start that is broken off leaves the demo businesses that are missing to the next, each whole or not at all', async () => {
  await breakOff('retail.products', 'SIGKILL');
  await breakOff('healthcare.patients', 'SIGTERM');
  await serve();
  expect(await made()).toEqual(all);
});

it('what is thrown away after a first start that was through is not made again', async () => {
  await query('truncate logistics.vehicles cascade');
  await started[0]?.stop();
  await serve();
  expect(await made()).toEqual({ ...all, 'logistics.vehicles': 0 });
});
