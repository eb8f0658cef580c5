import { randomBytes } from 'node:crypto';
import { chown, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './start-error.js';

/** Writes the whole file or nothing, surviving a power cut, in place of what was there. */
export async function replaceFile(path: string, content: string, mode: number): Promise<void> {
  await throughTemporaryFile(path, content, mode, (temporary) => rename(temporary, path));
}

/** Writes the whole file or nothing; false where there is one already: of two writers exactly one wins. */
export async function createFile(path: string, content: string | Buffer, mode: number): Promise<boolean> {
  try {
    await throughTemporaryFile(path, content, mode, (temporary) => link(temporary, path));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function throughTemporaryFile(
  path: string,
  content: string | Buffer,
  mode: number,
  publish: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await giveToOwnerOf(dirname(path), temporary);
    await publish(temporary);
    await syncDirectory(dirname(path));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** What root writes into a user's directory belongs to that user, who can then start without root the next time. */
export async function giveToOwnerOf(directory: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(directory);
  if (uid !== 0) await chown(path, uid, gid);
}

/** A new name is only as lasting as the directory it stands in. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
