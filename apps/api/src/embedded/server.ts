import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childOptions, runAs, type Account } from './account.js';
import { program, type Binaries } from './binaries.js';
import { giveToOwnerOf, replaceFile } from './files.js';
import { removeMisleadingPidFile, runningPostmaster, stopPostmaster } from './postmaster.js';
import { isRunning, thisProcess, type ProcessIdentity } from './processes.js';
import { socketDirectory } from './socket-directory.js';
import { reasonOf, StartError } from './start-error.js';

export const logName = 'postgres.log';

export interface ServerOptions {
  dir: string;
  cluster: string;
  binaries: Binaries;
  account: Account;
  durable: boolean;
  maxConnections: number;
  log: (message: string) => void;
}

export interface Server {
  pid: number;
  /** The socket's folder, or an address. */
  host: string;
  port: number;
  adopted: boolean;
  stop(): Promise<void>;
}

/** Who started the server, and with what: lies in the cluster itself, since that is what must not be served twice. */
interface ServerRecord {
  started_by: ProcessIdentity;
  settings: string;
}

const recordFile = (cluster: string): string => join(cluster, 'usaha-server.json');
const windows = process.platform === 'win32';
const patience = 20_000;

export async function startServer(options: ServerOptions): Promise<Server> {
  const { cluster, binaries, account } = options;
  const address = await addressFor(options);
  const settings = await settingsOf(options, address);
  const record = JSON.stringify({ started_by: thisProcess(), settings: settings.join(' ') } satisfies ServerRecord);
  const deadline = Date.now() + patience;
  for (;;) {
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
    const outcome = await launch(options, settings);
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

interface Address {
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
  // Programs that were installed anew under a running server are other programs: such a server is not adopted.
  const { ino, mtimeMs } = await stat(program(options.binaries, 'postgres'));
  const identity = `usaha.programs=${options.binaries.version}/${ino}/${Math.trunc(mtimeMs)}`;
  return [...Object.entries(settings).map(([name, value]) => `${name}=${value}`), identity].flatMap((setting) => [
    '-c',
    setting,
  ]);
}

async function launch(
  options: ServerOptions,
  settings: string[],
): Promise<{ pid: number; child?: ChildProcess } | { failure: string }> {
  const path = join(options.dir, logName);
  const begun = await logLength(path);
  return windows ? launchOnWindows(options, settings, path) : launchHere(options, settings, path, begun);
}

async function launchHere(
  { cluster, binaries, account, dir, log }: ServerOptions,
  settings: string[],
  path: string,
  begun: number,
): Promise<{ pid: number; child: ChildProcess } | { failure: string }> {
  // Opened here, so that it works whatever the account may write, and handed down.
  const output = await open(path, begun === 0 ? 'w' : 'a', 0o600);
  await giveToOwnerOf(dir, path);
  // Detached, so that Ctrl-C at the terminal reaches us alone and we end it in order.
  const child = spawn(program(binaries, 'postgres'), ['-D', cluster, ...settings], {
    ...childOptions(account),
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  const failed = once(child, 'error').catch(() => undefined);
  child.on('error', () => undefined);
  child.unref();
  await output.close();
  const { pid } = child;
  if (pid === undefined) {
    await failed;
    return { failure: 'the program cannot be run' };
  }
  const started = Date.now();
  for (let reported = 0; child.exitCode === null && child.signalCode === null;) {
    const running = await runningPostmaster(cluster);
    if (running?.pid === pid && running.ready) return { pid, child };
    const waited = Math.floor((Date.now() - started) / 5000);
    if (waited > reported)
      log(`PostgreSQL is recovering what was not yet written out when it was killed (${(reported = waited) * 5} s)`);
    await sleep(5);
  }
  return { failure: (await failureIn(path, begun)) ?? `it ended with ${child.signalCode ?? child.exitCode}` };
}

/** Written after the manual: no Windows machine was at hand. pg_ctl lets an administrator start the server with lesser rights. */
async function launchOnWindows(
  { cluster, binaries, account }: ServerOptions,
  settings: string[],
  path: string,
): Promise<{ pid: number } | { failure: string }> {
  try {
    const words = settings.map((setting) => (setting === '-c' ? setting : `"${setting}"`));
    await runAs(account, program(binaries, 'pg_ctl'), [
      'start',
      '-w',
      '-D',
      cluster,
      '-l',
      path,
      '-o',
      words.join(' '),
    ]);
  } catch (error) {
    return { failure: reasonOf(error) };
  }
  const running = await runningPostmaster(cluster);
  return running ? { pid: running.pid } : { failure: 'it ended at once' };
}

/** Until node has taken note of its end, a child is an open handle; and one that nothing refers to would let node leave before it has. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  await once(child, 'exit');
}

/** A log that has grown beyond use begins anew. */
async function logLength(path: string): Promise<number> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  return size > 1_000_000 ? 0 : size;
}

async function failureIn(path: string, begun: number): Promise<string | undefined> {
  const text = (await readFile(path)).subarray(begun).toString('utf8').trim();
  const lines = text.split('\n');
  const fatal = lines.find((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1);
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, '') || undefined;
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
    await rm(recordFile(cluster), { force: true });
    if (!windows) await rmdir(address.host).catch(() => undefined);
  };
  return { pid, ...address, adopted, stop };
}
