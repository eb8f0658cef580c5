import { randomBytes } from 'node:crypto';
import { link, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ArchiveFacts } from '@usaha/core';
import { syncDirectory } from '@usaha/embedded-postgres';
import { StartError, codeOf, reasonOf } from '@usaha/embedded-postgres/start-error';
import type { Progress } from '../start/progress.js';
import { asAdministrator } from './as-administrator.js';
import type { TenantArchive } from './tenant-archive.js';

/** The service itself asks: the id is of no user. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

/** What a command writes into a file. */
export interface ArchiveFile {
  tenant_id: string;
  /** Not there yet. */
  path: string;
  include_files: boolean;
}

/**
 * Writes the archive of a tenant into a new file for its owner alone. The file appears once it is whole: an interrupted command leaves
 * one that ends in `.partial`. @throws StartError; then nothing is left
 */
export async function writeArchiveFile(
  archive: TenantArchive,
  { tenant_id, path, include_files }: ArchiveFile,
  progress: Progress,
): Promise<ArchiveFacts> {
  if (await stat(path).catch(() => null)) throw isThere(path);
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
  const who = { tenant_id, actor: asAdministrator(NO_USER, NO_USER), now: new Date() };
  const file = await create(partial);
  try {
    let bytes = 0;
    const goOn = (): void => progress.at(`${(bytes / 1e6).toFixed(1)} MB`);
    const facts = await archive.write(who, { include_files, goOn }, async (part) => {
      await writeAll(file, part);
      bytes += part.byteLength;
    });
    await file.sync();
    await link(partial, path);
    await syncDirectory(dirname(path));
    return { ...facts, bytes };
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw isThere(path);
    throw new StartError(`The export failed, and its file was removed (${reasonOf(error)})`, { cause: error });
  } finally {
    await file.close();
    await rm(partial, { force: true });
  }
}

const isThere = (path: string): StartError => new StartError(`The file ${path} is there already; name a new one`);

async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    throw new StartError(`The file ${path} cannot be written (${reasonOf(error)})`);
  }
}

/** Where the disk takes a part, as when it fills up, the rest or the reason comes with the next write. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) at += (await file.write(bytes, at)).bytesWritten;
}
