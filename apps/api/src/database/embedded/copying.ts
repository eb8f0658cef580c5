import { createHash } from 'node:crypto';
import { chown, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Account, syncDirectory } from '@usaha/embedded-postgres';
import { codeOf } from '@usaha/embedded-postgres/start-error';
import type { Turning } from './sealed-stream.js';

/** A file as it was copied: its path below the folder, with `/`; its length and SHA-256 are of what it holds, not encrypted. */
export interface Copied {
  path: string;
  bytes: number;
  sha256: string;
}

/**
 * Which folders and files lie below a folder, by path with `/`. Links and the like are neither.
 * @param isSkipped of a file: it is left out; of a folder: what is in it is
 */
export async function contentOf(
  folder: string,
  isSkipped: (path: string) => boolean,
): Promise<{ folders: string[]; files: string[] }> {
  const found = { folders: [] as string[], files: [] as string[] };
  const look = async (at: string): Promise<void> => {
    for (const entry of await readdir(join(folder, at), { withFileTypes: true }).catch(goneAsEmpty)) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isFile() && !isSkipped(path)) found.files.push(path);
      if (!entry.isDirectory()) continue;
      found.folders.push(path);
      if (!isSkipped(path)) await look(path);
    }
  };
  await look('');
  return found;
}

function goneAsEmpty(error: unknown): never[] {
  if (codeOf(error) === 'ENOENT') return [];
  throw error;
}

/** Folders for one account alone, each after the one that it lies in, as PostgreSQL asks of its folders. */
export async function makeFolders(at: string, folders: readonly string[], account: Account): Promise<void> {
  for (const path of folders) {
    await mkdir(join(at, path), { mode: 0o700 });
    if (account) await chown(join(at, path), account.uid, account.gid);
  }
}

/** Makes the entries of folders as lasting as the files themselves. */
export async function syncFolders(at: string, folders: readonly string[]): Promise<void> {
  for (const path of folders) await syncDirectory(join(at, path));
  await syncDirectory(at);
  await syncDirectory(dirname(at));
}

const PART = 1 << 20;
/** Each waits for the disk most of the time. */
const WORKERS = 4;

/** The work on each file on its way: it is opened, or encrypted. */
export interface OnTheWay {
  opening?: (path: string) => Turning;
  sealing?: (path: string) => Turning;
}

/**
 * Copies files from folder to folder, durably, each for its account alone. One that is gone meanwhile is left out; one that
 * grows or shrinks is copied up to where it then ends.
 */
export async function copyFiles(
  paths: readonly string[],
  from: string,
  to: string,
  account: Account,
  copied: (file: Copied) => void,
  onTheWay: OnTheWay = {},
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    const part = Buffer.allocUnsafe(PART);
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
      const file = await copyFile(path, from, to, account, part, onTheWay);
      if (file) copied(file);
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: WORKERS }, worker));
  for (const { status, ...rest } of workers) if (status === 'rejected' && 'reason' in rest) throw rest.reason;
}

async function copyFile(
  path: string,
  from: string,
  to: string,
  account: Account,
  part: Buffer,
  { opening, sealing }: OnTheWay,
): Promise<Copied | undefined> {
  const source = await open(join(from, path), 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!source) return undefined;
  try {
    const target = await open(join(to, path), 'wx', 0o600);
    try {
      const digest = createHash('sha256');
      const [opened, sealed] = [opening?.(path), sealing?.(path)];
      let [place, bytes] = [0, 0];
      const take = async (clear: Buffer): Promise<void> => {
        digest.update(clear);
        bytes += clear.length;
        await target.writeFile(sealed ? sealed.update(clear) : clear);
      };
      for (;;) {
        const { bytesRead } = await source.read(part, 0, part.length, place);
        if (bytesRead === 0) break;
        const read = part.subarray(0, bytesRead);
        await take(opened ? opened.update(read) : read);
        place += bytesRead;
      }
      if (opened) await take(opened.end());
      if (sealed) await target.writeFile(sealed.end());
      await target.sync();
      if (account) await target.chown(account.uid, account.gid);
      return { path, bytes, sha256: digest.digest('hex') };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
