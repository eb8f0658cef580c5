import type { Logger } from 'pino';
import type { Config } from './config.js';
import { reasonOf, StartError } from '@usaha/embedded-postgres/start-error';
import { STOP_MS, superviseEmbeddedPostgres, prepare, type Infrastructure } from './infrastructure.js';
import type { RunningService } from './server.js';
import { Teardown } from './teardown.js';
import { unlessAborted } from './unless-aborted.js';

/** What a start is told. */
export interface Start {
  config: Config;
  say: (line: string) => void;
  /** Makes the log, for which much has to be loaded. */
  openLog: () => Promise<Logger>;
  /** Breaks the start off wherever it is. */
  signal?: AbortSignal;
}

/** What a process finds or makes before it serves. */
export type Ground = Pick<Infrastructure, 'directory' | 'secrets' | 'embedded' | 'group'>;

/**
 * Starts everything; after any failure nothing is left running.
 * @throws StartError with one clear line, or what the signal was aborted with
 */
export const startService = (start: Start): Promise<RunningService> =>
  undoneOnFailure(start, (teardown) => begin(start, teardown));

/** Serves on what other processes have made. @param ground waited for while the service is loaded @throws as startService */
export const startOn = (start: Start, ground: () => Promise<Ground>): Promise<RunningService> =>
  undoneOnFailure(start, async (teardown) => {
    const { config, say, openLog } = start;
    const [made, logger, { serve }] = await Promise.all([ground(), openLog(), import('./server.js')]);
    return serve({ config, say, logger, teardown, ...made });
  });

/** Begins something, and undoes what of it was done where it fails or the signal breaks it off. */
export async function undoneOnFailure<T>(
  { say, signal }: Pick<Start, 'say' | 'signal'>,
  work: (teardown: Teardown) => Promise<T>,
): Promise<T> {
  const teardown = new Teardown((name, error) => {
    const why = error === undefined ? 'has not ended in time' : `failed (${reasonOf(error)})`;
    say(`Stopping the ${name} ${why}; going on without it`);
  });
  try {
    // Abandoned work ends with its base: all that must not outlive the process is on the stack before it is begun.
    return await unlessAborted(work(teardown), signal);
  } catch (error) {
    await teardown.dispose(STOP_MS);
    if (error instanceof StartError || signal?.aborted) throw error;
    throw (await import('./start-errors.js')).asStartError(error);
  }
}

async function begin({ config, say, openLog, signal }: Start, teardown: Teardown): Promise<RunningService> {
  signal?.throwIfAborted();
  const { directory, secrets } = await prepare(config, teardown);
  // PostgreSQL starts in separate processes, while this one loads the service: most of its start, in which its event loop
  // stands still. Each step before the first of those processes would wait for the end of that.
  let underWay = (): void => undefined;
  const processes = new Promise<void>((resolve) => (underWay = resolve));
  const starting =
    config.databaseUrl === null ? superviseEmbeddedPostgres(config, say, teardown, underWay, signal) : null;
  await Promise.race([starting, processes]);
  const [embedded, logger, { serve }] = await Promise.all([starting, openLog(), import('./server.js')]);
  return serve({ config, say, logger, teardown, directory, secrets, embedded, group: null });
}
