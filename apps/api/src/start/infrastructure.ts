import type { Logger } from 'pino';
import { parseSecrets, type Config, type Secrets } from './config.js';
import {
  claimDataDirectory,
  type DataDirectory,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@usaha/embedded-postgres';
import type { StartError } from '@usaha/embedded-postgres/start-error';
import { loadOrMakeSecrets } from '../database/embedded/secrets-file.js';
import type { Teardown } from './teardown.js';

/** After so long nothing but the embedded database is waited for: all of it ends within ten seconds, as Docker asks, and DRAIN_MS. */
export const STOP_MS = 7_000;

/** What must be there before the server is built: configuration, secrets, data directory, database, log. */
export interface Infrastructure {
  config: Config;
  say: (line: string) => void;
  logger: Logger;
  teardown: Teardown;
  directory: DataDirectory | null;
  secrets: Secrets;
  /** null: the database is another's. */
  embedded: SupervisedPostgres | null;
}

/** The embedded PostgreSQL, which is started again when it ends by itself. */
export interface SupervisedPostgres {
  postgres: EmbeddedPostgres;
  /** Settles when it cannot be. */
  failed: Promise<StartError>;
}

/** The data directory is needed for an embedded database, and for secrets that the environment does not give. */
export async function prepare(
  config: Config,
  teardown: Teardown,
): Promise<{ directory: DataDirectory | null; secrets: Secrets }> {
  const { jwt_keys, seal_keys, search_key } = config.secrets;
  const given = jwt_keys && seal_keys && search_key ? { jwt_keys, seal_keys, search_key } : null;
  if (given && config.databaseUrl !== null) return { directory: null, secrets: given };
  const claiming = claimDataDirectory(config.dataDir, config.port);
  teardown.deferEssential('data directory', async () => (await claiming.catch(() => null))?.release());
  const directory = await claiming;
  if (given) return { directory, secrets: given };
  const kept = parseSecrets(await loadOrMakeSecrets(config.dataDir));
  return {
    directory,
    secrets: {
      jwt_keys: jwt_keys ?? kept.jwt_keys,
      seal_keys: seal_keys ?? kept.seal_keys,
      search_key: search_key ?? kept.search_key,
    },
  };
}

/**
 * Starts the embedded PostgreSQL, and again whenever it ends by itself.
 * @param underWay told when nearly all that is left of the start is done by other processes
 */
export async function superviseEmbeddedPostgres(
  config: Config,
  log: (line: string) => void,
  teardown: Teardown,
  underWay: () => void,
  signal?: AbortSignal,
): Promise<SupervisedPostgres> {
  let gaveUp: (reason: StartError) => void = () => undefined;
  const failed = new Promise<StartError>((resolve) => (gaveUp = resolve));
  const keep = { patienceMs: config.databaseRestartSeconds * 1_000, gaveUp };
  const starting = startEmbeddedPostgres({ dir: config.dataDir, log, signal, keep, underWay });
  teardown.deferEssential('database', async () => (await starting.catch(() => null))?.stop());
  return { postgres: await starting, failed };
}
