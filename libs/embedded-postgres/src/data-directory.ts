import { dirname, join, resolve } from 'node:path';
import { giveToOwnerOf } from './files.js';
import { makeFolders } from './folders.js';
import { acquireLock, lockHolder, type LockContent, type LockFile } from './lock-file.js';
import { reasonOf, StartError } from './start-error.js';

export const lockName = 'usaha.lock.json';

/** A data directory that this process, and no other, works in. */
export interface DataDirectory {
  readonly path: string;
  /** For a port that the system chose: known only once the server listens. */
  setPort(port: number): Promise<void>;
  release(): Promise<void>;
}

export async function claimDataDirectory(dir: string, port: number): Promise<DataDirectory> {
  const path = resolve(dir);
  const lock = await claim(path, port);
  return {
    path,
    setPort: (known) => lock.setPort(known),
    release: () => lock.release(),
  };
}

/** The process that works in the directory just now, without claiming or changing anything. */
export const dataDirectoryHolder = (dir: string): Promise<LockContent | undefined> =>
  lockHolder(join(resolve(dir), lockName));

async function claim(path: string, port: number): Promise<LockFile> {
  await makeDirectory(path);
  const acquired = await acquireLock(join(path, lockName), port).catch((error: unknown) => {
    throw new StartError(
      `The data directory ${path} cannot be written (${reasonOf(error)}); set DATA_DIR to a directory that can`,
    );
  });
  if (acquired.held) return acquired.lock;
  const { pid, port: theirs } = acquired.holder;
  const serving = theirs > 0 ? `serving on port ${theirs}` : 'which is just starting';
  throw new StartError(
    `The data directory ${path} is in use by process ${pid}, ${serving}; stop it, or set another DATA_DIR`,
  );
}

async function makeDirectory(path: string): Promise<void> {
  try {
    const first = await makeFolders(path);
    if (first === undefined) return;
    for (let made = path; made.length >= first.length; made = dirname(made)) await giveToOwnerOf(dirname(first), made);
  } catch (error) {
    throw new StartError(
      `The data directory ${path} cannot be made (${reasonOf(error)}); set DATA_DIR to one that can`,
    );
  }
}
