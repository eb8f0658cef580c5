import { resolve } from 'node:path';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { readBackupKey } from '../database/embedded/backup-keys.js';
import { readKeysFile } from '../database/embedded/keys-file.js';
import { restore } from '../database/embedded/restore.js';
import { optionOf, type Command } from './command.js';

/** Puts a backup of an embedded database into an empty data directory. */
export const run: Command = async ({ args, environment, cwd, say }) => {
  const [folder = ''] = args;
  const has = (name: string): boolean => Boolean(environment[name]?.trim());
  if (has('DATABASE_URL'))
    throw new StartError('DATABASE_URL is set: this restores an embedded database, which the service would not use');
  const file = (name: string): string | null => {
    const path = optionOf(args, name);
    return path === undefined ? null : resolve(cwd, path);
  };
  const [keyFile, keysFile] = [file('--key'), file('--seal-keys')];
  const key = keyFile === null ? null : await readBackupKey(keyFile);
  const keys = keysFile === null ? null : await readKeysFile(keysFile, key);
  // Not the whole configuration: a restore needs no more than this.
  const dir = resolve(cwd, environment.DATA_DIR?.trim() || '.data');
  const environmentSeals = has('SEAL_KEYS') && has('SEARCH_KEY');
  const environmentSigns = has('JWT_KEYS');
  const sendLetters = args.includes('--send-letters');
  const from = resolve(cwd, folder);
  await restore({ dir, folder: from, key, keys, environmentSeals, environmentSigns, sendLetters, say });
  say(`All sessions of the backup are over${environmentSigns ? '' : ', and new keys sign tokens from here on'}`);
  return 0;
};
