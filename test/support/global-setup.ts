import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from 'jest';
import pg from 'pg';
import { citusUrl, distributedDatabase, type CitusDatabase } from './citus.js';
import { startDatabaseServer, type DatabaseServer } from './database-server.js';
import { makeRunFolder } from './run-folder.js';
import { startServer, testSecrets, type ServerProcess } from './servers.js';
import { STATE_VARIABLE, type TestState, type WorkerState } from './state.js';

export const TEMPLATE = 'usaha_template';

export interface Running {
  folder: string;
  postgres?: DatabaseServer;
  citus: CitusDatabase[];
  servers: ServerProcess[];
}

declare global {
  // The set-up's own hand-over to the tear-down; both run in Jest's parent process.
  var usahaRunning: Running | undefined;
}

/**
 * One database server for the whole run, one migrated template, one clone and one service for each worker. With
 * BASE_URL there is only that deployed server, and nothing is started; with CITUS_URL each worker has a database on that
 * cluster, and nothing can be cloned.
 */
export default async function globalSetup(config: Config): Promise<void> {
  const folder = makeRunFolder();
  const running: Running = { folder, citus: [], servers: [] };
  globalThis.usahaRunning = running;
  const deployed = process.env.BASE_URL?.replace(/\/+$/, '');
  // A change that was compiled and not bundled would leave the tests on the former code.
  const bundle = resolve(__dirname, '../../tools/bundle.js');
  if (!deployed) execFileSync(process.execPath, [bundle, '--maps'], { stdio: 'inherit' });
  const state = deployed
    ? { workers: [deployedWorker(deployed)], ownerUrl: null, template: null }
    : await (citusUrl === null ? startAll : startOnCitus)(running, Number(config.maxWorkers ?? 1));
  const file = join(folder, 'state.json');
  writeFileSync(file, JSON.stringify(state));
  process.env[STATE_VARIABLE] = file;
}

const deployedWorker = (baseUrl: string): WorkerState => ({
  baseUrl,
  logFile: null,
  databaseUrl: null,
  ownerUrl: null,
});

async function startAll(running: Running, count: number): Promise<TestState> {
  const postgres = await startDatabaseServer(join(running.folder, 'data'), { maxConnections: 200 });
  running.postgres = postgres;
  const ownerUrl = postgres.url('usaha', 'usaha');
  await execute(ownerUrl, `create database ${TEMPLATE}`);
  const templateUrl = postgres.url('usaha', TEMPLATE);
  await postgres.migrate(templateUrl);
  await postgres.letAppRoleLogIn(ownerUrl);
  await execute(ownerUrl, `alter database ${TEMPLATE} allow_connections false`);
  const workers = await Promise.all(
    Array.from({ length: count }, (_, i) => startWorker(running, postgres, ownerUrl, i + 1)),
  );
  return { workers, ownerUrl, template: TEMPLATE };
}

async function startOnCitus(running: Running, count: number): Promise<TestState> {
  const workers: WorkerState[] = [];
  // In turn: each is distributed in one transaction that asks every node.
  for (let i = 1; i <= count; i += 1) {
    const database = await distributedDatabase(citusUrl as string);
    running.citus.push(database);
    const urls = { databaseUrl: database.appUrl, ownerUrl: database.ownerUrl };
    workers.push(await serve(running, i, urls));
  }
  return { workers, ownerUrl: null, template: null };
}

async function startWorker(
  running: Running,
  postgres: DatabaseServer,
  ownerUrl: string,
  number: number,
): Promise<WorkerState> {
  const database = `usaha_worker_${number}`;
  await execute(ownerUrl, `create database ${database} template ${TEMPLATE} strategy file_copy`);
  // What a migration did to the database itself is not in its clones.
  await execute(ownerUrl, `revoke temporary on database ${database} from public, usaha_app`);
  return serve(running, number, {
    databaseUrl: postgres.url('usaha_app', database),
    ownerUrl: postgres.url('usaha', database),
  });
}

async function serve(
  running: Running,
  number: number,
  urls: { databaseUrl: string; ownerUrl: string },
): Promise<WorkerState> {
  const logFile = join(running.folder, `server-${number}.log`);
  const server = await startServer(
    {
      DATABASE_URL: urls.databaseUrl,
      MIGRATION_DATABASE_URL: urls.ownerUrl,
      // Its job would write a letter, and with it on the audit trail, whenever five minutes are over.
      MAIL_TENANT_AGE_HOURS: '24',
      STATEMENTS_FILE: join(running.folder, `statements-${number}`),
      ...testSecrets,
    },
    logFile,
  );
  running.servers.push(server);
  return { baseUrl: server.baseUrl, logFile, ...urls };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
