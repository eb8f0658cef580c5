import { resolve } from 'node:path';
import { readConfig } from '../config.js';
import { findCluster } from '../embedded/cluster.js';
import { backUp } from '../embedded/backup.js';
import { loadOrMakeSecrets, StartError } from '../embedded/index.js';
import type { Command } from './command.js';
import { withDatabase } from './reach.js';

/** Copies the embedded database and its secrets, while the service runs or not. */
export const run: Command = async (situation) => {
  const { environment, cwd, say } = situation;
  const [folder = ''] = situation.args;
  const { databaseUrl, dataDir, secrets } = readConfig(environment, cwd);
  if (databaseUrl !== null)
    throw new StartError(
      'This backs the embedded database up; that of DATABASE_URL is dumped with pg_dump: see Backups in docs/operations.md',
    );
  // Before anything is started: asking for a backup must not make a database.
  if (!(await findCluster(resolve(dataDir)))?.made)
    throw new StartError(`There is no database in ${dataDir} to back up`);
  const variables = { JWT_KEYS: secrets.jwt_keys, SEAL_KEYS: secrets.seal_keys, SEARCH_KEY: secrets.search_key };
  const given = Object.entries(variables).flatMap(([name, secret]) => (secret ? [name] : []));
  const withSecrets = given.length < Object.keys(variables).length;
  // As every start does: a backup without what opens its sealed fields would not be one.
  if (withSecrets) await loadOrMakeSecrets(dataDir);
  await withDatabase(situation, ({ access }) =>
    backUp({ dir: dataDir, folder: resolve(cwd, folder), url: access.ownerUrl, withSecrets, say }),
  );
  if (given.length > 0)
    say(`Not in it, since the environment gives them: ${given.join(', ')}; keep a copy of these apart`);
  if (withSecrets) say('Keep it where nobody else can read it: its secrets open what is sealed in it');
  return 0;
};
