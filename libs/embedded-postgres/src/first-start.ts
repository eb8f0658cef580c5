import { rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createFile, syncDirectory } from './files.js';

/** Lies in a data directory until a first start is through: a start that is broken off leaves the rest of it to the next. */
export const firstStartName = 'first-start.txt';
const CONTENT = 'The first start is not through yet: the next start goes on with it.\n';

/** Before there is anything that the next start could take for the work of one that is through. */
export async function beginFirstStart(dir: string): Promise<void> {
  await createFile(join(dir, firstStartName), CONTENT, 0o600);
}

export const isFirstStart = (dir: string): Promise<boolean> =>
  stat(join(resolve(dir), firstStartName)).then(
    () => true,
    () => false,
  );

export async function endFirstStart(dir: string): Promise<void> {
  await rm(join(resolve(dir), firstStartName), { force: true });
  await syncDirectory(resolve(dir));
}
