import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Bytes: the databases of a run take a quarter of it. */
const ROOM = 4 * 2 ** 30;
/** Bytes of memory that the run's processes take besides. */
const OTHERS = 4 * 2 ** 30;
const PREFIX = 'usaha-test-';

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM && freemem() >= ROOM + OTHERS;
  } catch {
    return false;
  }
}

/** What a run has left in memory that was killed with its tear-down undone. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Makes the folder of a run, with its databases: in memory where there is room. A copy of a database is a thousand files, which a
 * busy disk takes half a second of processor to make, and memory a twentieth of it.
 */
export function makeRunFolder(): string {
  const inMemory = hasRoom();
  if (inMemory) removeAbandoned();
  const folder = mkdtempSync(join(inMemory ? MEMORY : tmpdir(), `${PREFIX}${process.pid}-`));
  // As root the database server runs under another account, which has to pass through.
  chmodSync(folder, 0o711);
  return folder;
}
