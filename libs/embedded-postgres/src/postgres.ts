import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { installedBinaries, usableBinaries } from './binaries.js';
import { checkVersion, makeCluster, settleCluster } from './cluster.js';
import { createFile } from './files.js';
import { beginFirstStart } from './first-start.js';
import { makeFolders } from './folders.js';
import { logName } from './launch.js';
import { keepRotated } from './log-rotation.js';
import { Keeper } from './keeper.js';
import { startServer, type Address, type Server, type ServerOptions } from './server.js';
import { knownVulnerabilities } from './security-release.js';
import { codeOf, reasonOf, StartError } from './start-error.js';
import { watchOver } from './watchdog.js';

export interface EmbeddedPostgresOptions {
  /** A data directory that this process has claimed. */
  dir: string;
  log: (message: string) => void;
  /** false: faster, and worth nothing after a power cut; for tests. */
  durable?: boolean;
  maxConnections?: number;
  /** The server stops when this process ends by any means; otherwise one that outlives a kill is adopted by the next start. */
  stopWithParent?: boolean;
  /** Ends the start early, with what it was aborted with; nothing is left running. */
  signal?: AbortSignal;
  /**
   * Told when nearly all that is left to do is done by other processes: this one may hold its event loop from then on. Not told
   * where the server is there already.
   */
  underWay?: () => void;
  /** Starts the server again when it ends by itself; without it, it stays down. */
  keep?: { patienceMs: number; gaveUp(reason: StartError): void };
}

export interface Connection {
  /** A folder with a socket in it, or an address: pg takes either as its host. */
  host: string;
  port: number;
  user: string;
  password?: string;
}

export interface EmbeddedPostgres {
  /** As the owner of everything, who is a superuser. */
  connection: Connection;
  /** For what takes a URL: pg and libpq understand it. TypeORM's own reading of URLs knows no sockets: give it `connection`. */
  url(user: string, database: string): string;
  /** The folder that the database lies in: DATA_DIR's, or another where PostgreSQL's account cannot reach DATA_DIR. */
  place: string;
  /** What its release lacks; null where nothing is known. */
  warning: string | null;
  /** Was the server already running, left over from a start that was killed? */
  adopted: boolean;
  stop(): Promise<void>;
}

const owner = 'usaha';
const database = 'usaha';
export const passwordName = 'postgres-password';

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dir = resolve(options.dir);
  const { log, durable = true, maxConnections = 100, signal, underWay } = options;
  await makeFolders(dir);
  const installed = await installedBinaries();
  const { cluster, account } = await settleCluster(dir);
  if (cluster.made) await checkVersion(cluster, installed);
  const binaries = await usableBinaries(installed, account, cluster.place);
  const password = await passwordFor(dir);
  if (!cluster.made) {
    await beginFirstStart(dir);
    log(`making a PostgreSQL ${binaries.major} database in ${cluster.path}`);
    await makeCluster(cluster, binaries, account, {
      dir,
      owner,
      durable,
      passwordFile: password && join(dir, passwordName),
      signal,
      underWay,
    });
  }
  const settings = { dir, cluster: cluster.path, binaries, account, durable, maxConnections, log };
  const startAt = async (serverOptions: Pick<ServerOptions, 'address' | 'signal' | 'underWay'>): Promise<Server> => {
    const server = await startServer({ ...settings, ...serverOptions });
    try {
      await makeDatabase({ host: server.host, port: server.port, user: owner, password });
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  };
  const server = await startAt({ signal, underWay });
  const { host, port } = server;
  const endRotation = keepRotated(join(dir, logName), log);
  const unwatch = options.stopWithParent ? watchOver(server.pid, host, account) : undefined;
  const keeper =
    options.keep &&
    new Keeper(server, {
      ...options.keep,
      log,
      start: (ending) => startAt({ address: { host, port }, signal: ending }),
    });
  const stop = once(async () => {
    endRotation();
    await (keeper ?? server).stop();
    await unwatch?.();
  });
  const connection: Connection = { host, port, user: owner, password };
  const url = (user: string, name: string): string => urlOf(server, user, password, name);
  const warning = knownVulnerabilities(installed.version);
  return { connection, url, place: cluster.path, warning, adopted: server.adopted, stop };
}

/** Only where the server is reached by TCP, and so by every user of the machine. */
async function passwordFor(dir: string): Promise<string | undefined> {
  if (process.platform !== 'win32') return undefined;
  const path = join(dir, passwordName);
  await createFile(path, randomBytes(24).toString('base64url'), 0o600);
  return readFile(path, 'utf8');
}

async function makeDatabase(connection: Connection): Promise<void> {
  if (await answers(connection, database)) return;
  const client = new pg.Client({ ...connection, database: 'postgres' });
  client.on('error', () => undefined); // its statement is told as well
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}

/** Also the proof that the server does answer. */
async function answers(connection: Connection, name: string): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: name, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // what comes of it is the answer below
  try {
    await client.connect();
    return true;
  } catch (error) {
    // invalid_catalog_name: no such database yet
    if (codeOf(error) === '3D000') return false;
    throw new StartError(`The embedded PostgreSQL does not answer (${reasonOf(error)})`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function urlOf({ host, port }: Address, user: string, password: string | undefined, name: string): string {
  const credentials = [user, ...(password ? [password] : [])].map(encodeURIComponent).join(':');
  const place = host.startsWith('/') ? encodeURIComponent(host) : `${host}:${port}`;
  return `postgresql://${credentials}@${place}/${encodeURIComponent(name)}`;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
