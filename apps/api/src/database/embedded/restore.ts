import { createHash, type KeyObject } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { backupCluster, inCluster, readContents, type BackupContents } from './backup-folder.js';
import {
  claimDataDirectory,
  createFile,
  dataDirectoryHolder,
  fillCluster,
  installedBinaries,
  lockName,
  settleCluster,
} from '@usaha/embedded-postgres';
import { reasonOf, StartError } from '@usaha/embedded-postgres/start-error';
import { resetDataDirectory } from './reset.js';
import { endSessions } from './end-sessions.js';
import { copyFiles, makeFolders, syncFolders, type Copied, type OnTheWay } from './copying.js';
import { parseKeys } from './keys-file.js';
import { holdLetters } from './held-letters.js';
import { opening, SealBroken, turnedBy, type Turning } from './sealed-stream.js';
import { keysName, restoredSecrets, secretsName, type SealSecrets } from './secrets-file.js';

export interface RestoreOptions {
  /** The data directory: empty, or not there yet. */
  dir: string;
  /** A backup. */
  folder: string;
  /** Opens an encrypted one. */
  key: KeyObject | null;
  /** What opens its sealed fields, where that was kept apart. */
  keys: SealSecrets | null;
  /** Whether the environment gives that. */
  environmentSeals: boolean;
  /** Whether the environment gives what signs tokens. */
  environmentSigns: boolean;
  /** Whether it sends letters from its first start on; otherwise they are held. */
  sendLetters: boolean;
  say: (line: string) => void;
}

/**
 * Puts a backup into an empty data directory, for the account that will serve it, recovers it, and ends all its sessions. No
 * backup holds the keys that signed tokens: new ones are made where the environment gives none.
 * @throws StartError; then the data directory is as it was
 */
export async function restore({ dir, folder, key, sendLetters, say, ...keys }: RestoreOptions): Promise<void> {
  const path = resolve(dir);
  const contents = await readContents(folder, key);
  const secrets = await secretsFor(folder, contents, key, keys);
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
    if (!sendLetters) await holdLetters(path);
    await fill({ path, folder, contents, key, secrets, say });
    await endSessions(path);
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
}

/** The text of secrets.json for the data directory; null where the environment gives all of it. @throws StartError where nothing opens sealed fields */
async function secretsFor(
  folder: string,
  { keys, secrets }: BackupContents,
  key: KeyObject | null,
  given: Pick<RestoreOptions, 'keys' | 'environmentSeals' | 'environmentSigns'>,
): Promise<string | null> {
  if (given.keys) return restoredSecrets(given.keys);
  if (keys) return restoredSecrets(await keptKeys(folder, keysName, keys, key));
  if (secrets) return restoredSecrets(await keptKeys(folder, secretsName, secrets, null));
  if (!given.environmentSeals)
    throw new StartError(
      `The backup in ${folder} holds no keys that open its sealed fields; give the file that they were kept in with --seal-keys, or SEAL_KEYS and SEARCH_KEY in the environment`,
    );
  return given.environmentSigns ? null : restoredSecrets(null);
}

async function keptKeys(folder: string, name: string, written: Copied, key: KeyObject | null): Promise<SealSecrets> {
  const found = await readFile(join(folder, name)).catch(() => {
    throw damaged(name, 'is missing');
  });
  const clear = key ? turnedBy(openingOf(key, name), found) : found;
  taking(new Map([[name, written]]))({
    path: name,
    bytes: clear.length,
    sha256: createHash('sha256').update(clear).digest('hex'),
  });
  return parseKeys(clear.toString(), join(folder, name));
}

/** What cannot be opened is damage to the backup, and its name is said. */
function openingOf(key: KeyObject, name: string): Turning {
  const turning = opening(key, name);
  const told = (work: () => Buffer): Buffer => {
    try {
      return work();
    } catch (error) {
      throw error instanceof SealBroken ? damaged(name, `cannot be opened, since ${error.message}`) : error;
    }
  };
  return { update: (part) => told(() => turning.update(part)), end: () => told(() => turning.end()) };
}

async function refuseContent(path: string): Promise<void> {
  const names = (await readdir(path).catch(() => [])).filter((name) => name !== lockName);
  if (names.length > 0)
    throw new StartError(
      `The data directory ${path} is not empty (${names.sort().join(', ')}); restore into one that is, named by DATA_DIR, or delete this one with npm run reset`,
    );
}

interface Filling extends Pick<RestoreOptions, 'folder' | 'key' | 'say'> {
  path: string;
  contents: BackupContents;
  secrets: string | null;
}

async function fill({ path, folder, contents: { folders, files }, key, secrets, say }: Filling): Promise<void> {
  const { cluster, account } = await settleCluster(path);
  say(`Restoring ${folder} into ${cluster.path}`);
  await fillCluster(cluster, account, path, async (unfinished) => {
    await makeFolders(unfinished, folders, account);
    const expected = new Map(files.map((file) => [file.path, file]));
    const taken = taking(expected);
    const onTheWay: OnTheWay = key ? { opening: (file) => openingOf(key, inCluster(file)) } : {};
    await copyFiles([...expected.keys()], join(folder, backupCluster), unfinished, account, taken, onTheWay);
    refuseMissing(expected);
    await syncFolders(unfinished, folders);
    // Before the cluster has its name: one without its secrets would be refused.
    if (secrets !== null) await createFile(join(path, secretsName), secrets, 0o600);
  });
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
