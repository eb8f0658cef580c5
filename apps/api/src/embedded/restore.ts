import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { backupCluster, readContents, type BackupContents } from './backup-folder.js';
import { installedBinaries } from './binaries.js';
import { fillCluster, settleCluster } from './cluster.js';
import { copyFiles, makeFolders, syncFolders, type Copied } from './copying.js';
import { claimDataDirectory, dataDirectoryHolder, lockName } from './data-directory.js';
import { giveToOwnerOf, syncDirectory } from './files.js';
import { resetDataDirectory } from './reset.js';
import { secretsName } from './secrets-file.js';
import { reasonOf, StartError } from './start-error.js';

export interface RestoreOptions {
  /** The data directory: empty, or not there yet. */
  dir: string;
  /** A backup. */
  folder: string;
  say: (line: string) => void;
}

/**
 * Puts a backup into an empty data directory, for the account that will serve it; its next start recovers it.
 * @returns whether its secrets came with it
 * @throws StartError; then the data directory is as it was
 */
export async function restore({ dir, folder, say }: RestoreOptions): Promise<boolean> {
  const path = resolve(dir);
  const contents = await readContents(folder);
  const { major } = await installedBinaries();
  if (contents.postgres.split('.')[0] !== major)
    throw new StartError(
      `The backup in ${folder} is of PostgreSQL ${contents.postgres}, but PostgreSQL ${major} is installed; restore it with the version of Usaha that made it`,
    );
  const holder = await dataDirectoryHolder(path);
  if (holder) throw new StartError(`The data directory ${path} is in use by process ${holder.pid}; stop it first`);
  await refuseContent(path);
  const claimed = await claimDataDirectory(path, 0);
  let isOurs = false;
  try {
    await refuseContent(path);
    isOurs = true;
    await fill(path, folder, contents, say);
    isOurs = false;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The backup could not be restored (${reasonOf(error)}); ${path} is as it was`, {
      cause: error,
    });
  } finally {
    await claimed.release();
    // Nothing of a restore that failed is taken for a database.
    if (isOurs) await resetDataDirectory(path);
  }
  say(`Restored ${contents.files.length} files of ${contents.made_at} into ${path}; the next start serves them`);
  return contents.secrets !== null;
}

async function refuseContent(path: string): Promise<void> {
  const names = (await readdir(path).catch(() => [])).filter((name) => name !== lockName);
  if (names.length > 0)
    throw new StartError(
      `The data directory ${path} is not empty (${names.sort().join(', ')}); restore into one that is, named by DATA_DIR, or throw this one away with npm run reset`,
    );
}

async function fill(
  path: string,
  folder: string,
  { folders, files, secrets }: BackupContents,
  say: (line: string) => void,
): Promise<void> {
  const { cluster, account } = await settleCluster(path);
  say(`Restoring ${folder} into ${cluster.path}`);
  await fillCluster(cluster, account, path, async (unfinished) => {
    await makeFolders(unfinished, folders, account);
    const expected = new Map(files.map((file) => [file.path, file]));
    const taken = taking(expected);
    await copyFiles([...expected.keys()], join(folder, backupCluster), unfinished, account, taken);
    refuseMissing(expected);
    await syncFolders(unfinished, folders);
    // Before the cluster has its name: one without its secrets would be refused.
    if (secrets) await copySecrets(path, folder, secrets);
  });
}

async function copySecrets(path: string, folder: string, secrets: Copied): Promise<void> {
  const expected = new Map([[secretsName, secrets]]);
  await copyFiles([secretsName], folder, path, undefined, taking(expected));
  refuseMissing(expected);
  await giveToOwnerOf(path, join(path, secretsName));
  await syncDirectory(path);
}

/** Crosses off what arrives, where it is what was written. */
const taking =
  (expected: Map<string, Copied>) =>
  ({ path, bytes, sha256 }: Copied): void => {
    const written = expected.get(path);
    if (written?.bytes !== bytes || written.sha256 !== sha256) throw damaged(path, 'is not as it was written');
    expected.delete(path);
  };

function refuseMissing(expected: ReadonlyMap<string, Copied>): void {
  for (const path of expected.keys()) throw damaged(path, 'is missing');
}

const damaged = (path: string, how: string): StartError =>
  new StartError(`The backup is damaged: ${path} ${how}; nothing was restored`);
