import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { resetDataDirectory } from '../../../apps/api/dist/database/embedded/reset.js';

const script = join(__dirname, 'starter.mjs');

export interface StarterEvent {
  event: 'claimed' | 'log' | 'started' | 'failed';
  message?: string;
  name?: string;
  url?: string;
  adopted?: boolean;
}

export interface User {
  uid: number;
  gid: number;
}

/** A separate process that claims a data directory, or starts its database, and can be killed. */
export class Starter {
  readonly events: StarterEvent[] = [];
  private readonly child;
  private readonly ended: Promise<unknown>;

  constructor(work: 'claim' | 'start', dir: string, options: object = {}, user?: User) {
    this.child = spawn(process.execPath, [script, work, dir, JSON.stringify(options)], {
      ...user,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.ended = once(this.child, 'close');
    createInterface({ input: this.child.stdout }).on('line', (line) =>
      this.events.push(JSON.parse(line) as StarterEvent),
    );
    starters.add(this);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Its last word: claimed, started or failed. */
  async settled(): Promise<StarterEvent> {
    return until(() => this.events.find(({ event }) => event !== 'log'));
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    this.child.kill(signal);
    await this.ended;
    return this.child.exitCode;
  }
}

const starters = new Set<Starter>();
const folders: string[] = [];

/** A folder that every user may pass through, as a system's data folders are. */
export function openFolder(): string {
  const folder = closedFolder();
  chmodSync(folder, 0o711);
  return folder;
}

/** A folder like root's home: no other account passes through it. */
export function closedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'usaha-embedded-'));
  folders.push(folder);
  return folder;
}

export async function cleanUp(): Promise<void> {
  for (const starter of starters) await starter.end('SIGKILL');
  const cleaned = await Promise.allSettled(
    folders.map(async (folder) => {
      await resetDataDirectory(join(folder, 'data'));
      rmSync(folder, { recursive: true, force: true });
    }),
  );
  for (const result of cleaned) if (result.status === 'rejected') throw result.reason;
}

export async function until<T>(look: () => T | undefined | false, seconds = 45): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`Not so within ${seconds} s: ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The number of the server process, as the server wrote it down. */
export const serverPid = (dir: string): number =>
  Number(readFileSync(join(dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A killed server that no parent has reaped yet is no more than a number.
  return process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

/** An ordinary user to become, where we are root and that user can read this checkout. */
export function ordinaryUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  const user = { uid: id('-u'), gid: id('-g') };
  const tried = spawnSync(process.execPath, ['--check', script], { ...user, cwd: '/' });
  return tried.status === 0 ? user : undefined;
}
