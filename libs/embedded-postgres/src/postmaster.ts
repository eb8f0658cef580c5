import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAs, type Account } from './account.js';
import { program, type Binaries } from './binaries.js';
import { isAlive, servesCluster } from './processes.js';

/** The running server as its own postmaster.pid describes it. */
export interface Postmaster {
  pid: number;
  port: number;
  socket_directory: string;
  ready: boolean;
}

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid');

async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3] ?? 0), socket_directory: lines[4] ?? '', ready: lines[7] === 'ready' };
}

/** The server that is running on this cluster, whichever process started it. */
export async function runningPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const found = await readPidFile(cluster);
  return found && servesCluster(found.pid, cluster) ? found : undefined;
}

/**
 * PostgreSQL sees by itself that the server of a left-over pid file is dead, and then also looks after memory that its children
 * may still hold; only a number that now belongs to a zombie or to another program misleads it, so only then is the file removed.
 */
export async function removeMisleadingPidFile(cluster: string): Promise<void> {
  const found = await readPidFile(cluster);
  if (!found || servesCluster(found.pid, cluster) || !numberIsTaken(found.pid)) return;
  await rm(pidFile(cluster), { force: true });
  if (!found.socket_directory) return;
  const socket = join(found.socket_directory, `.s.PGSQL.${found.port}`);
  await rm(`${socket}.lock`, { force: true });
  await rm(socket, { force: true });
}

function numberIsTaken(pid: number): boolean {
  if (isAlive(pid)) return true;
  try {
    // A zombie is not alive, but takes signals as PostgreSQL's own check does.
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const fastShutdownSeconds = 30;

/** Ends the sessions, writes everything out and returns once the server is gone. */
export async function stopPostmaster(
  pid: number,
  cluster: string,
  binaries: Binaries | undefined,
  account: Account,
): Promise<void> {
  if (process.platform === 'win32') {
    if (binaries)
      await runAs(account, program(binaries, 'pg_ctl'), ['stop', '-w', '-m', 'fast', '-D', cluster]).catch(
        () => undefined,
      );
    return;
  }
  // The number of one that is gone already may be another process's by now.
  if (!servesCluster(pid, cluster)) return;
  signal(pid, 'SIGINT');
  if (await gone(pid, cluster, fastShutdownSeconds)) return;
  // Nothing is lost by leaving at once: the next start recovers from the log.
  signal(pid, 'SIGQUIT');
  if (await gone(pid, cluster, 10)) return;
  signal(pid, 'SIGKILL');
  await gone(pid, cluster, 5);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It was faster.
  }
}

async function gone(pid: number, cluster: string, seconds: number): Promise<boolean> {
  const end = Date.now() + seconds * 1000;
  while (servesCluster(pid, cluster)) {
    if (Date.now() > end) return false;
    await sleep(10);
  }
  return true;
}
