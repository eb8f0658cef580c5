import { readdir, readFile, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Copied } from './copying.js';
import { replaceFile } from './files.js';
import { makeFolders } from './folders.js';
import { codeOf, reasonOf, StartError } from './start-error.js';

/** Where the cluster lies within a backup. */
export const backupCluster = 'postgres';
/** Written last: a folder without it is no backup, or one that was broken off. */
const contentsName = 'usaha-backup.json';
const FORMAT = 1;

/** What a backup consists of. */
export interface BackupContents {
  format: typeof FORMAT;
  made_at: string;
  /** PostgreSQL's version: another major one cannot start it. */
  postgres: string;
  folders: string[];
  files: Copied[];
  /** Of the secrets; null where all of them came from the environment. */
  secrets: Copied | null;
}

/** Makes the folder of a backup, or takes one that is empty. @returns what removes again what was put into it */
export async function makeBackupFolder(folder: string, outside: readonly string[]): Promise<() => Promise<void>> {
  const around = outside.find((place) => `${folder}${sep}`.startsWith(`${place}${sep}`));
  if (around !== undefined)
    throw new StartError(`A backup must lie outside of what it is one of: ${folder} is within ${around}`);
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

export const writeContents = (folder: string, contents: Omit<BackupContents, 'format'>): Promise<void> =>
  replaceFile(join(folder, contentsName), `${JSON.stringify({ format: FORMAT, ...contents })}\n`, 0o600);

/** @throws StartError where the folder is not a whole backup */
export async function readContents(folder: string): Promise<BackupContents> {
  const path = join(folder, contentsName);
  try {
    const contents = JSON.parse(await readFile(path, 'utf8')) as BackupContents;
    if (contents.format === FORMAT) return contents;
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      throw new StartError(`There is no whole backup in ${folder}: it has no ${contentsName}, which is written last`);
    throw new StartError(`${path} cannot be read (${reasonOf(error)})`);
  }
  throw new StartError(`${path} was written by another version of Usaha, which can restore it`);
}
