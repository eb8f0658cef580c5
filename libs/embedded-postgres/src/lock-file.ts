import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFile, replaceFile } from './files.js';
import { isRunning, thisProcess, type ProcessIdentity } from './processes.js';
import { codeOf } from './start-error.js';

export interface LockContent extends ProcessIdentity {
  port: number;
  started_at: string;
  /** Tells two locks of one process apart. */
  claim: string;
}

export type Acquired = { held: true; lock: LockFile } | { held: false; holder: LockContent };

/**
 * A lock is a file that names a living process. A process that finds one of a dead process may replace it, but only while holding
 * a second lock named after exactly that content: of several starters that found it, one replaces it and none replaces the winner's.
 */
export async function acquireLock(path: string, port: number): Promise<Acquired> {
  const content: LockContent = { ...thisProcess(), port, started_at: new Date().toISOString(), claim: randomUUID() };
  const lock = new LockFile(path, content);
  for (;;) {
    if (await createFile(path, lock.text, 0o644)) return { held: true, lock };
    const found = await readIfThere(path);
    if (found === undefined) continue;
    const holder = parseLock(found);
    if (holder && isRunning(holder)) return { held: false, holder };
    const takeover = await acquireLock(
      `${path}.${createHash('sha256').update(found).digest('hex').slice(0, 16)}`,
      port,
    );
    if (!takeover.held) {
      await sleep(5);
      continue;
    }
    try {
      if ((await readIfThere(path)) !== found) continue;
      await replaceFile(path, lock.text, 0o644);
      return { held: true, lock };
    } finally {
      await takeover.lock.release();
    }
  }
}

export class LockFile {
  /** The content that is being written; null once the lock was given back. */
  private writing: Promise<void> | null = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly content: LockContent,
  ) {}

  get text(): string {
    return `${JSON.stringify(this.content, null, 2)}\n`;
  }

  async setPort(port: number): Promise<void> {
    // A start that is broken off may have given it back meanwhile: it must not come again.
    if (this.writing === null) return;
    this.content.port = port;
    await (this.writing = replaceFile(this.path, this.text, 0o644));
  }

  async release(): Promise<void> {
    const { writing } = this;
    this.writing = null;
    await writing?.catch(() => undefined); // its caller gets the error
    // A lock taken from us (its directory was deleted and made again) is not ours to remove.
    if (parseLock((await readIfThere(this.path)) ?? '')?.claim === this.content.claim)
      await rm(this.path, { force: true });
  }
}

/** The living process that holds the lock, if any. */
export async function lockHolder(path: string): Promise<LockContent | undefined> {
  const holder = parseLock((await readIfThere(path)) ?? '');
  return holder && isRunning(holder) ? holder : undefined;
}

function parseLock(text: string): LockContent | undefined {
  try {
    const value = JSON.parse(text) as Partial<LockContent> | null;
    return typeof value?.pid === 'number'
      ? { port: 0, started_at: '', claim: '', process_start: null, ...value, pid: value.pid }
      : undefined;
  } catch {
    return undefined;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
