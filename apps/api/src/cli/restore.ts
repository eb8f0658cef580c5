import { resolve } from 'node:path';
import { StartError } from '../embedded/index.js';
import { restore } from '../embedded/restore.js';
import type { Command } from './command.js';

/** Puts a backup of an embedded database into an empty data directory. */
export const run: Command = async ({ args, environment, cwd, say }) => {
  const [folder = ''] = args;
  if (environment.DATABASE_URL?.trim())
    throw new StartError('DATABASE_URL is set: this restores an embedded database, which the service would not use');
  // Not the whole configuration: the secrets come with the backup.
  const dir = resolve(cwd, environment.DATA_DIR?.trim() || '.data');
  if (!(await restore({ dir, folder: resolve(cwd, folder), say })))
    say('Its secrets came from the environment: give JWT_KEYS, SEAL_KEYS and SEARCH_KEY as they were then');
  return 0;
};
