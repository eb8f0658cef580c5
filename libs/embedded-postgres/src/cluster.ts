import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { accountFor, canEnter, ownerOf, runAs, type Account } from './account.js';
import { program, type Binaries } from './binaries.js';
import { withCause } from './failure.js';
import { replaceFile, syncDirectory } from './files.js';
import { isAlive } from './processes.js';
import { codeOf, reasonOf, StartError, StartStopped } from './start-error.js';

/** PostgreSQL's data: normally DATA_DIR/postgres, elsewhere where the account that serves it cannot reach DATA_DIR. */
export interface Cluster {
  /** The folder it lies in, next to other things of the same account. */
  place: string;
  path: string;
  made: boolean;
}

export const clusterName = 'postgres';
export const elsewhereName = 'postgres-elsewhere.json';
export const belongsToName = 'belongs-to.json';
const unfinishedPrefix = `${clusterName}.unfinished-`;
/** Outside the temporary folder, whose old files the system may delete. */
const elsewhereParent = '/var/lib';
export const elsewherePattern = /^\/var\/lib\/usaha-[A-Za-z0-9]{6}$/;

interface Elsewhere {
  place: string;
  /** Set once there was a cluster: from then on a missing one is a loss, not a beginning. */
  made: boolean;
}

/** Where the cluster lies or is going to lie, as far as that is already settled. */
export async function findCluster(dir: string): Promise<Cluster | undefined> {
  const here = await clusterIn(dir);
  if (here.made) return here;
  const elsewhere = await readElsewhere(dir);
  if (!elsewhere) return undefined;
  const cluster = await clusterIn(elsewhere.place);
  if (!cluster.made && elsewhere.made) {
    throw new StartError(
      `The database of ${dir} lies in ${cluster.path}, but it is not there; bring it back, or start again with npm run reset`,
    );
  }
  return cluster;
}

const clusterIn = async (place: string): Promise<Cluster> => {
  const path = join(place, clusterName);
  return { place, path, made: (await versionOf(path)) !== undefined };
};

export async function readElsewhere(dir: string): Promise<Elsewhere | undefined> {
  try {
    return JSON.parse(await readFile(join(dir, elsewhereName), 'utf8')) as Elsewhere;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new StartError(
      `${join(dir, elsewhereName)}, which says where the database lies, cannot be read (${reasonOf(error)})`,
    );
  }
}

const writeElsewhere = (dir: string, elsewhere: Elsewhere): Promise<void> =>
  replaceFile(join(dir, elsewhereName), `${JSON.stringify(elsewhere, null, 2)}\n`, 0o644);

/** Settles which account serves the cluster of this directory, and where it lies. */
export async function settleCluster(dir: string): Promise<{ cluster: Cluster; account: Account }> {
  const found = await findCluster(dir);
  if (found?.made) {
    const account = await ownerOf(found.path);
    if (await openTo(account, found.place, dir)) return { cluster: found, account };
    throw new StartError(
      `The database in ${found.path} cannot be reached by its owner, user ${account?.uid}; make the directories above it passable (chmod o+x)`,
    );
  }
  const account = await accountFor(dir);
  const place = found?.place ?? ((await openTo(account, dir, dir)) ? dir : await placeElsewhere(dir, account));
  return { cluster: await clusterIn(place), account };
}

/** Lets the account pass through our own directory: nothing in it is readable to others, and the cluster is the account's alone. */
async function openTo(account: Account, place: string, dir: string): Promise<boolean> {
  if (await canEnter(account, place)) return true;
  if (place !== dir || !(await canEnter(account, dirname(dir)))) return false;
  const { mode, uid } = await stat(dir);
  if (uid !== 0) return false;
  await chmod(dir, (mode & 0o7777) | 0o011);
  return canEnter(account, dir);
}

async function placeElsewhere(dir: string, account: Account): Promise<string> {
  await mkdir(elsewhereParent, { recursive: true });
  const place = await mkdtemp(join(elsewhereParent, 'usaha-'));
  // Recorded in both directions: from the data directory to the server, and from the server to its data directory.
  await writeFile(join(place, belongsToName), `${JSON.stringify({ data_directory: dir }, null, 2)}\n`);
  if (account) await chown(place, account.uid, account.gid);
  await writeElsewhere(dir, { place, made: false });
  return place;
}

export async function checkVersion(cluster: Cluster, binaries: Binaries): Promise<void> {
  const version = await versionOf(cluster.path);
  if (version === binaries.major) return;
  throw new StartError(
    `The database in ${cluster.path} was made by PostgreSQL ${version}, but PostgreSQL ${binaries.major} is installed; ` +
      'start the version of Usaha that made it, or set another DATA_DIR',
  );
}

/** The file that initdb's result always has; the folder appears under its name only once initdb is through. */
async function versionOf(path: string): Promise<string | undefined> {
  try {
    return (await readFile(join(path, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new StartError(`The database in ${path} cannot be read (${reasonOf(error)})`);
  }
}

export interface MakeOptions {
  dir: string;
  owner: string;
  durable: boolean;
  /** Where the server is reached by TCP, the owner signs in with this. */
  passwordFile?: string;
  signal?: AbortSignal;
  /** Told when nearly all that is left to do is done by a separate process. */
  underWay?: () => void;
}

export async function makeCluster(
  cluster: Cluster,
  binaries: Binaries,
  account: Account,
  options: MakeOptions,
): Promise<void> {
  await fillCluster(cluster, account, options.dir, (unfinished) => {
    const running = runAs(
      account,
      program(binaries, 'initdb'),
      [
        `--pgdata=${unfinished}`,
        `--username=${options.owner}`,
        ...(options.passwordFile ? ['--auth=scram-sha-256', `--pwfile=${options.passwordFile}`] : ['--auth=trust']),
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(options.durable ? [] : ['--no-sync']),
      ],
      options.signal,
    );
    options.underWay?.();
    return running;
  });
}

/**
 * Puts a cluster where there is none: it appears under its name only once it is whole, and where that fails nothing is left.
 * @param fill fills the folder that it is given, which belongs to the account
 */
export async function fillCluster(
  cluster: Cluster,
  account: Account,
  dir: string,
  fill: (folder: string) => Promise<unknown>,
): Promise<void> {
  await removeUnfinished(cluster.place);
  const unfinished = join(cluster.place, `${unfinishedPrefix}${process.pid}-${randomBytes(3).toString('hex')}`);
  await mkdir(unfinished, { mode: 0o700 });
  try {
    if (account) await chown(unfinished, account.uid, account.gid);
    await fill(unfinished);
    await rename(unfinished, cluster.path);
    await syncDirectory(cluster.place);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    if (error instanceof StartError || error instanceof StartStopped) throw error;
    throw new StartError(`The database in ${cluster.path} cannot be made (${withCause(reasonOf(error))})`);
  }
  if (cluster.place !== dir) await writeElsewhere(dir, { place: cluster.place, made: true });
}

/** What an interrupted first start left behind. */
async function removeUnfinished(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    const maker = Number(name.slice(unfinishedPrefix.length).split('-')[0]);
    if (maker === process.pid || !isAlive(maker))
      await rm(join(place, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
