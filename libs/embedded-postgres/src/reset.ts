import { lstat, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ownerOf } from './account.js';
import { copyPrefix, installedBinaries } from './binaries.js';
import { belongsToName, clusterName, elsewhereName, elsewherePattern, readElsewhere } from './cluster.js';
import { claimDataDirectory, lockName } from './data-directory.js';
import { firstStartName } from './first-start.js';
import { logName } from './launch.js';
import { passwordName } from './postgres.js';
import { runningPostmaster, stopPostmaster } from './postmaster.js';
import { reasonOf, StartError } from './start-error.js';

/**
 * Deletes the cluster and what belongs to it, and leaves all other files of the directory as they are.
 * @param others names of files and folders of the caller, which are deleted too
 * @returns the paths that were deleted
 * @throws StartError where one cannot be deleted, or another process works in the directory
 */
export async function resetDataDirectory(dir: string, others: readonly string[] = []): Promise<string[]> {
  const path = resolve(dir);
  if (!(await exists(path))) return [];
  const claimed = await claimDataDirectory(path, 0);
  try {
    const elsewhere = await ownedElsewhere(path);
    const deleted: string[] = [];
    for (const cluster of [join(path, clusterName), ...(elsewhere ? [join(elsewhere, clusterName)] : [])])
      await stopOrphan(cluster);
    if (elsewhere) deleted.push(await remove(elsewhere));
    for (const name of (await readdir(path)).sort())
      if (isOurs(name) || others.includes(name)) deleted.push(await remove(join(path, name)));
    return deleted;
  } finally {
    await claimed.release();
    // Empty, it was ours alone.
    await rmdir(path).catch(() => undefined);
  }
}

const isOurs = (name: string): boolean =>
  [clusterName, elsewhereName, logName, passwordName, firstStartName].includes(name) ||
  name.startsWith(`${clusterName}.unfinished-`) ||
  name.startsWith(copyPrefix) ||
  // Left over from takeovers that were killed; the lock itself is released.
  name.startsWith(`${lockName}.`);

async function stopOrphan(cluster: string): Promise<void> {
  const running = await runningPostmaster(cluster);
  if (!running) return;
  await stopPostmaster(running.pid, cluster, await installedBinaries().catch(() => undefined), await ownerOf(cluster));
  if (running.socket_directory) await rmdir(running.socket_directory).catch(() => undefined);
}

/** A copied data directory names the same place as its original, whose data it is. */
async function ownedElsewhere(dir: string): Promise<string | undefined> {
  const place = (await readElsewhere(dir).catch(() => undefined))?.place;
  if (!place || !elsewherePattern.test(place)) return undefined;
  const note = await readFile(join(place, belongsToName), 'utf8').catch(() => '{}');
  const { data_directory } = JSON.parse(note) as { data_directory?: string };
  return data_directory === dir ? place : undefined;
}

async function remove(path: string): Promise<string> {
  try {
    await rm(path, { recursive: true });
    return path;
  } catch (error) {
    throw new StartError(`${path} cannot be deleted (${reasonOf(error)})`);
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
