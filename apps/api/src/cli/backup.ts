import { resolve } from 'node:path';
import { readConfig } from '../start/config.js';
import { readRecipient } from '../database/embedded/backup-keys.js';
import { backUp } from '../database/embedded/backup.js';
import { findCluster } from '@usaha/embedded-postgres';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { loadOrMakeSecrets } from '../database/embedded/secrets-file.js';
import { optionOf, type Command } from './command.js';
import { filesElsewhere, inMb } from './files/counted-files.js';
import { withDatabase } from './reach.js';

/** Copies the embedded database, while the service runs or not; encrypted to a key, with what opens its sealed fields too. */
export const run: Command = async (situation) => {
  const { environment, cwd, say, args } = situation;
  const [folder = ''] = args;
  const { databaseUrl, dataDir, secrets } = readConfig(environment, cwd);
  if (databaseUrl !== null)
    throw new StartError(
      'This command backs up the embedded database; dump that of DATABASE_URL with pg_dump: see Backups in docs/operations.md',
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
  const elsewhere = await withDatabase(situation, async ({ access }) => {
    await backUp({ dir: dataDir, folder: resolve(cwd, folder), url: access.ownerUrl, recipient, keys, say });
    return filesElsewhere(access.ownerUrl);
  });
  if (elsewhere.files > 0)
    say(
      `It has no content of ${elsewhere.files} files (${inMb(elsewhere.bytes)}), which lie outside of the database: copy the bucket of FILE_STORE, too`,
    );
  if (given.length > 0) say(`It has no copy of these keys of the environment: ${given.join(', ')}; keep one apart`);
  if (kept && !keys)
    say('It has no keys that open its sealed fields. npm run cli -- backup:keys <file> copies them: keep these apart');
  say('It has no key that signs tokens: a restore ends all sessions');
  say(
    recipient
      ? 'Only the private key opens it: keep that elsewhere'
      : 'It is not encrypted: keep it where no other user can read it, or give --to',
  );
  return 0;
};
