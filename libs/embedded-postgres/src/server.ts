import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, rmdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.js';
import { program, type Binaries } from './binaries.js';
import { replaceFile } from './files.js';
import { ended, launch, logName } from './launch.js';
import { removeMisleadingPidFile, runningPostmaster, stopPostmaster } from './postmaster.js';
import { isRunning, servesCluster, thisProcess, type ProcessIdentity } from './processes.js';
import { socketDirectory } from './socket-directory.js';
import { StartError } from './start-error.js';

export interface ServerOptions {
  dir: string;
  cluster: string;
  binaries: Binaries;
  account: Account;
  durable: boolean;
  maxConnections: number;
  log: (message: string) => void;
  /** Where it was before: those who know it there find it again. */
  address?: Address;
  /** Ends the start early. */
  signal?: AbortSignal;
  /** Told when nearly all that is left to do is done by separate processes, unless the server is there already. */
  underWay?: () => void;
}

export interface Server extends Address {
  pid: number;
  adopted: boolean;
  /** Resolves when it is gone, by any means. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** The starter of the server, and its settings: lies in the cluster itself, since that is what must not be served twice. */
interface ServerRecord {
  started_by: ProcessIdentity;
  settings: string;
}

const recordFile = (cluster: string): string => join(cluster, 'usaha-server.json');
const windows = process.platform === 'win32';
const patience = 20_000;

export async function startServer(options: ServerOptions): Promise<Server> {
  const { cluster, binaries, account } = options;
  const address = options.address ?? (await addressFor(options));
  const settings = await settingsOf(options, address);
  const record = JSON.stringify({ started_by: thisProcess(), settings: settings.join(' ') } satisfies ServerRecord);
  const deadline = Date.now() + patience;
  for (;;) {
    options.signal?.throwIfAborted();
    const running = await runningPostmaster(cluster);
    if (running) {
      const left = await readRecord(cluster);
      if (left && isRunning(left.started_by)) {
        throw new StartError(
          `The database in ${options.dir} is in use by process ${left.started_by.pid}; stop it, or set another DATA_DIR`,
        );
      }
      if (running.ready && left?.settings === settings.join(' ')) {
        options.log(`adopting the PostgreSQL server (process ${running.pid}) of a start that was killed`);
        await replaceFile(recordFile(cluster), record, 0o600);
        return serverOf(options, running.pid, address, true, undefined);
      }
      options.log(`stopping the PostgreSQL server (process ${running.pid}) of a start that was killed`);
      await stopPostmaster(running.pid, cluster, binaries, account);
    }
    await removeMisleadingPidFile(cluster);
    await replaceFile(recordFile(cluster), record, 0o600);
    const outcome = await launch(options, settings).catch(async (error: unknown) => {
      await tidyUp(cluster, address);
      throw error;
    });
    if ('pid' in outcome) return serverOf(options, outcome.pid, address, false, outcome.child);
    // The memory of a killed server is held until its last child has noticed; another starter's lock file says to look again who runs.
    const passing = /shared memory block|lock file .* already exists/.test(outcome.failure);
    if (!passing || Date.now() > deadline) {
      throw new StartError(
        `PostgreSQL did not start in ${cluster} (${outcome.failure}); its log is ${join(options.dir, logName)}`,
      );
    }
    await sleep(100);
  }
}

export interface Address {
  /** The socket's folder, or an address. */
  host: string;
  port: number;
}

async function addressFor({ cluster, account }: ServerOptions): Promise<Address> {
  return windows
    ? { host: '127.0.0.1', port: await freePort() }
    : { host: await socketDirectory(cluster, account), port: 5432 };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function settingsOf(options: ServerOptions, { host, port }: Address): Promise<string[]> {
  const settings: Record<string, string | number> = {
    listen_addresses: windows ? host : '',
    port,
    // Quoted, since it is a list to PostgreSQL.
    unix_socket_directories: windows ? '' : `"${host}"`,
    unix_socket_permissions: '0700',
    max_connections: options.maxConnections,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A failed statement is reported to the one who sent it; the log would keep its values, personal ones among them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  // Programs that were installed again under a running server are other programs: such a server is not adopted.
  const { ino, mtimeMs } = await stat(program(options.binaries, 'postgres'));
  const identity = `usaha.programs=${options.binaries.version}/${ino}/${Math.trunc(mtimeMs)}`;
  return [...Object.entries(settings).map(([name, value]) => `${name}=${value}`), identity].flatMap((setting) => [
    '-c',
    setting,
  ]);
}

async function readRecord(cluster: string): Promise<ServerRecord | undefined> {
  try {
    return JSON.parse(await readFile(recordFile(cluster), 'utf8')) as ServerRecord;
  } catch {
    return undefined;
  }
}

function serverOf(
  { cluster, binaries, account }: ServerOptions,
  pid: number,
  address: Address,
  adopted: boolean,
  child: ChildProcess | undefined,
): Server {
  const stop = async (): Promise<void> => {
    await stopPostmaster(pid, cluster, binaries, account);
    if (child) await ended(child);
    await tidyUp(cluster, address);
  };
  return { pid, ...address, adopted, ended: child ? exited(child) : disappeared(pid, cluster), stop };
}

/** What a server that ended in order leaves behind. */
async function tidyUp(cluster: string, { host }: Address): Promise<void> {
  await rm(recordFile(cluster), { force: true });
  if (!windows) await rmdir(host).catch(() => undefined);
}

const exited = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

/** The operating system reports the end of a server only to the process that started it. */
const disappeared = (pid: number, cluster: string): Promise<void> =>
  new Promise((resolve) => {
    const look = setInterval(() => {
      if (servesCluster(pid, cluster)) return;
      clearInterval(look);
      resolve();
    }, 500).unref();
  });
