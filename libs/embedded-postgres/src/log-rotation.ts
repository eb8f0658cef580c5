import { copyFile, stat, truncate } from 'node:fs/promises';
import { codeOf } from './start-error.js';

/** Beyond this many bytes the log begins again; its former content is kept once, next to it. */
const MOST_BYTES = 10 * 1_048_576;
const EVERY_MS = 10 * 60_000;

/**
 * Keeps a log that another process appends to within bounds: copied to `<path>.1`, which is replaced, and emptied. The writer keeps
 * its file open and appends at the new end. @returns whether it was rotated
 */
export async function rotateLog(path: string, most = MOST_BYTES): Promise<boolean> {
  try {
    if ((await stat(path)).size <= most) return false;
    await copyFile(path, `${path}.1`);
    await truncate(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Looks every ten minutes. @param log told what could not be done @returns what ends it */
export function keepRotated(path: string, log: (message: string) => void): () => void {
  const rotate = (): void =>
    void rotateLog(path).catch((error: unknown) => log(`${path} could not be rotated (${String(error)})`));
  rotate();
  const timer = setInterval(rotate, EVERY_MS).unref();
  return () => clearInterval(timer);
}
