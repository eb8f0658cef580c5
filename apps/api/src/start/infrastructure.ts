import type { Logger } from 'pino';
import { parseSecrets, type Config, type Secrets } from './config.js';
import {
  claimDataDirectory,
  type DataDirectory,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@usaha/embedded-postgres';
import type { StartError } from '@usaha/embedded-postgres/start-error';
import type { MetricsReading } from '../http/observability/metrics-sum.js';
import type { AskForSum } from '../http/observability/summed-page.js';
import type { RecentLetter } from '../jobs/mail/recent-letters.js';
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
  /** null: none is used. */
  directory: Pick<DataDirectory, 'setPort'> | null;
  secrets: Secrets;
  /** null: the database is another's. */
  embedded: SupervisedPostgres | null;
  /** The other processes that serve the same port; null: there are none. */
  group: GroupLink | null;
}

/** What a process has of the others that serve the same port. */
export interface GroupLink {
  /** Whether this process does what is done once. */
  isFirst: boolean;
  /** The figures of all. */
  askForSum: AskForSum;
  /** The letters for developers that were sent before, newest first. */
  letters: readonly RecentLetter[];
  /** @param others told of each letter that another process sends @returns tells the others of one */
  shareLetters(others: (letter: RecentLetter) => void): (letter: RecentLetter) => void;
  /** @param reading of the figures of this process */
  readMetrics(reading: () => Promise<MetricsReading>): void;
}

/** The embedded PostgreSQL, which is started again when it ends by itself. */
export interface SupervisedPostgres {
  postgres: Pick<EmbeddedPostgres, 'url' | 'place' | 'warning'>;
  /** Settles when it cannot be. */
  failed: Promise<StartError>;
}

/** Whether there is a data directory: for an embedded database, and for secrets that the environment does not give. */
export const usesDirectory = ({ databaseUrl, secrets }: Config): boolean =>
  databaseUrl === null || !(secrets.jwt_keys && secrets.seal_keys && secrets.search_key);

/** Claims the data directory where there is one, and reads or makes the secrets in it. */
export async function prepare(
  config: Config,
  teardown: Teardown,
): Promise<{ directory: DataDirectory | null; secrets: Secrets }> {
  if (!usesDirectory(config)) return { directory: null, secrets: await secretsOf(config) };
  const claiming = claimDataDirectory(config.dataDir, config.port);
  teardown.deferEssential('data directory', async () => (await claiming.catch(() => null))?.release());
  return { directory: await claiming, secrets: await secretsOf(config) };
}

/** The secrets of the environment, and of the data directory what that does not give. */
export async function secretsOf({ secrets, dataDir }: Config): Promise<Secrets> {
  const { jwt_keys, seal_keys, search_key } = secrets;
  if (jwt_keys && seal_keys && search_key) return { jwt_keys, seal_keys, search_key };
  const kept = parseSecrets(await loadOrMakeSecrets(dataDir));
  return {
    jwt_keys: jwt_keys ?? kept.jwt_keys,
    seal_keys: seal_keys ?? kept.seal_keys,
    search_key: search_key ?? kept.search_key,
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
