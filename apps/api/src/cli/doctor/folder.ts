import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { dataDirectoryHolder } from '@usaha/embedded-postgres';
import { neutral, reasonOf, unwell, well, type Check } from './finding.js';

export const checkFolder: Check = async ({ dataDir, databaseUrl, secrets }) => {
  const dir = resolve(dataDir);
  if (databaseUrl !== null && secrets.jwt_keys && secrets.seal_keys && secrets.search_key)
    return [neutral('Data folder', 'not used: database and secrets come from the environment')];
  const holder = await dataDirectoryHolder(dir);
  if (holder) {
    const what = holder.port > 0 ? `which serves on port ${holder.port}` : 'which is just starting';
    return [well('Data folder', `${dir} is in use by process ${holder.pid}, ${what}`)];
  }
  const there = await nearest(dir);
  try {
    await access(there, constants.W_OK | constants.X_OK);
  } catch (error) {
    return [unwell('Data folder', `${there} cannot be written (${reasonOf(error)}); set DATA_DIR to one that can`)];
  }
  if (there !== dir) return [well('Data folder', `${dir} is not there yet; the first start makes it`)];
  return [well('Data folder', `${dir} can be written, and no process uses it`)];
};

/** The folder itself, or the nearest one above it that is there. */
async function nearest(dir: string): Promise<string> {
  const isThere = await access(dir).then(
    () => true,
    () => false,
  );
  return isThere || dirname(dir) === dir ? dir : nearest(dirname(dir));
}
