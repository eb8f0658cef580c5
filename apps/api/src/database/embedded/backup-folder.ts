import type { KeyObject } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Copied } from './copying.js';
import { makeFolders, replaceFile } from '@usaha/embedded-postgres';
import { codeOf, reasonOf, StartError } from '@usaha/embedded-postgres/start-error';
import { opening, sealing, turnedBy } from './sealed-stream.js';

/** Where the cluster lies within a backup. */
export const backupCluster = 'postgres';
/** The name that a file of the cluster is encrypted under. */
export const inCluster = (path: string): string => `${backupCluster}/${path}`;
/** Written last: a folder without it is no backup, or one that was broken off. */
const contentsName = 'usaha-backup.json';
/** The first had secrets.json in it, whole and in clear. */
const FORMAT = 2;

/** What a backup consists of. */
export interface BackupContents {
  format: 1 | typeof FORMAT;
  made_at: string;
  /** PostgreSQL's version: another major one cannot start it. */
  postgres: string;
  folders: string[];
  files: Copied[];
  /** Of secrets.json, in a backup of the first format. */
  secrets?: Copied | null;
  /** Of the keys that open sealed fields; null where they are kept elsewhere. */
  keys?: Copied | null;
}

/** What an encrypted backup consists of, encrypted itself (base64). */
interface SealedContents {
  format: typeof FORMAT;
  encrypted: string;
}

/** Makes the folder of a backup, or takes one that is empty. @returns what removes again what was put into it */
export async function makeBackupFolder(folder: string, outside: readonly string[]): Promise<() => Promise<void>> {
  const around = outside.find((place) => `${folder}${sep}`.startsWith(`${place}${sep}`));
  if (around !== undefined)
    throw new StartError(`A backup must lie outside the folder that it copies: ${folder} is within ${around}`);
  try {
    const made = await makeFolders(folder);
    const [found] = await readdir(folder);
    if (found !== undefined)
      throw new StartError(`The folder ${folder} is not empty (${found}); give one that is, or that is not there yet`);
    return async () => {
      if (made !== undefined) return rm(made, { recursive: true, force: true });
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The folder ${folder} cannot be made or read (${reasonOf(error)})`);
  }
}

export function writeContents(
  folder: string,
  contents: Omit<BackupContents, 'format'>,
  recipient: KeyObject | null,
): Promise<void> {
  const clear = JSON.stringify({ format: FORMAT, ...contents });
  const sealed = recipient && turnedBy(sealing(recipient, contentsName), Buffer.from(clear)).toString('base64');
  const text = sealed === null ? clear : JSON.stringify({ format: FORMAT, encrypted: sealed } satisfies SealedContents);
  return replaceFile(join(folder, contentsName), `${text}\n`, 0o600);
}

/**
 * @param key opens an encrypted backup; given, one in clear is refused, which may stand in its place
 * @throws StartError where the folder is not a whole backup
 */
export async function readContents(folder: string, key: KeyObject | null): Promise<BackupContents> {
  const path = join(folder, contentsName);
  try {
    const contents = JSON.parse(await readFile(path, 'utf8')) as BackupContents | SealedContents;
    if ('encrypted' in contents) {
      if (!key)
        throw new StartError(`The backup in ${folder} is encrypted; give the key file that opens it with --key`);
      const clear = turnedBy(opening(key, contentsName), Buffer.from(contents.encrypted, 'base64'));
      return JSON.parse(clear.toString()) as BackupContents;
    }
    if (key) throw new StartError(`The backup in ${folder} is not encrypted, but --key is given`);
    if (contents.format === FORMAT || contents.format === 1) return contents;
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (codeOf(error) === 'ENOENT')
      throw new StartError(
        `There is no complete backup in ${folder}: it has no ${contentsName}, which is written last`,
      );
    throw new StartError(`${path} cannot be read (${reasonOf(error)})`);
  }
  throw new StartError(`${path} was written by another version of Usaha, which can restore it`);
}
