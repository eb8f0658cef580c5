import { resolve } from 'node:path';
import { readConfig } from '../start/config.js';
import { readRecipient } from '../database/embedded/backup-keys.js';
import { backUp } from '../database/embedded/backup.js';
import { findCluster } from '@usaha/embedded-postgres';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { loadOrMakeSecrets } from '../database/embedded/secrets-file.js';
import { optionOf, type Command } from './command.js';
import { withDatabase } from './reach.js';

/** Copies the embedded database, while the service runs or not; encrypted to a key, with what opens its sealed fields too. */
export const run: Command = async (situation) => {
  const { environment, cwd, say, args } = situation;
  const [folder = ''] = args;
  const { databaseUrl, dataDir, secrets } = readConfig(environment, cwd);
  if (databaseUrl !== null)
    throw new StartError(
      'This backs the embedded database up; that of DATABASE_URL is dumped with pg_dump: see Backups in docs/operations.md',
    );
  const to = optionOf(args, '--to');
  const recipient = to === undefined ? null : readRecipient(to);
  // Before anything is started: asking for a backup must not make a database.
  if (!(await findCluster(resolve(dataDir)))?.made)
    throw new StartError(`There is no database in ${dataDir} to back up`);
  const given = Object.entries({ SEAL_KEYS: secrets.seal_keys, SEARCH_KEY: secrets.search_key })
    .filter(([, secret]) => secret)
    .map(([name]) => name);
  // As every start does: a backup of what no key opens any more would not be one.
  const kept = given.length < 2 ? await loadOrMakeSecrets(dataDir) : null;
  const keys = recipient && kept ? { seal_keys: kept.seal_keys, search_key: kept.search_key } : null;
  await withDatabase(situation, ({ access }) =>
    backUp({ dir: dataDir, folder: resolve(cwd, folder), url: access.ownerUrl, recipient, keys, say }),
  );
  if (given.length > 0)
    say(`Not in it, since the environment gives them: ${given.join(', ')}; keep a copy of these apart`);
  if (kept && !keys)
    say(
      'Not in it: the keys that open its sealed fields. Keep these apart: npm run cli -- backup:keys <file> copies them',
    );
  say('No key that signs tokens is in it: a restore ends all sessions');
  say(
    recipient
      ? 'It opens with the private key alone: keep that elsewhere'
      : 'It is not encrypted: keep it where no other user can read it, or give --to',
  );
  return 0;
};
