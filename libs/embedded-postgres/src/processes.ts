import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { codeOf } from './start-error.js';

/** Process numbers are given out again, so a process is known by its number and its birth. */
export interface ProcessIdentity {
  pid: number;
  /** null where the system does not tell it (Windows). */
  process_start: string | null;
}

export const thisProcess = (): ProcessIdentity => ({ pid: process.pid, process_start: birthOf(process.pid) });

/** True only for that very process: a dead or zombie one, or another under the same number, is not it. */
export function isRunning({ pid, process_start }: ProcessIdentity): boolean {
  if (!isAlive(pid)) return false;
  const birth = birthOf(pid);
  if (birth !== null && process_start !== null) return birth === process_start;
  // Without births our own number can only be left over from a predecessor of ours.
  return pid !== process.pid;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: there is such a process, it is just not ours to signal.
    if (codeOf(error) !== 'EPERM') return false;
  }
  const state = process.platform === 'linux' ? stat(pid)?.state : ps(pid, 'stat')?.charAt(0);
  return state !== 'Z' && state !== 'X';
}

/** Is this process the PostgreSQL server (which works in its own data directory) of that cluster? */
export function servesCluster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    // Not readable means another user's process, while a cluster is only ever served by its owner.
    return false;
  }
  return ps(pid, 'command')?.includes(cluster) ?? false;
}

function birthOf(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'lstart') ?? null;
  const start = stat(pid)?.start;
  // Ticks count from boot, so two boots are told apart by the boot's own id.
  return start === undefined ? null : `${bootId()}/${start}`;
}

function stat(pid: number): { state: string; start: string } | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a command name in parentheses that may itself hold spaces and parentheses.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

let boot: string | undefined;
function bootId(): string {
  try {
    return (boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  } catch {
    return (boot = 'unknown');
  }
}

function ps(pid: number, column: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const text = execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text.trim() || undefined;
  } catch {
    return undefined;
  }
}
