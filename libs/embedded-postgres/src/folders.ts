import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './start-error.js';

/** Folders that root makes on the way to a data directory: PostgreSQL runs as another account and has to pass them. */
const PASSABLE = 0o711;

/**
 * Makes a folder for its owner alone, and those above it that are missing: where root makes them, others may pass them and
 * see nothing. Node's own way (`recursive`) never ends where a
 * folder that is there takes none, as /proc. @returns the uppermost that was made; undefined where all were there
 */
export async function makeFolders(path: string, mode = 0o700): Promise<string | undefined> {
  const found = await make(path, mode);
  if (found !== 'nothing above') return found === 'made' ? path : undefined;
  const uppermost = await makeFolders(dirname(path), process.getuid?.() === 0 ? PASSABLE : mode);
  const then = await make(path, mode);
  if (then === 'nothing above') throw new Error(`${dirname(path)} takes no folders`);
  return uppermost ?? (then === 'made' ? path : undefined);
}

async function make(path: string, mode: number): Promise<'made' | 'there' | 'nothing above'> {
  try {
    await mkdir(path, { mode });
    return 'made';
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && dirname(path) !== path) return 'nothing above';
    // Of the root of a drive the system may say otherwise than that it is there.
    if ((await stat(path).catch(() => undefined))?.isDirectory()) return 'there';
    throw error;
  }
}
