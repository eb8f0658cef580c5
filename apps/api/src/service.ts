import type { Logger } from 'pino';
import type { Config } from './config.js';
import { reasonOf, StartError } from './embedded/start-error.js';
import { STOP_MS, keepPostgres, prepare } from './ground.js';
import type { RunningService } from './serving.js';
import { UndoStack } from './undo-stack.js';
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

/**
 * Starts everything; whatever fails, nothing is left running.
 * @throws StartError with one clear line, or what the signal was aborted with
 */
export async function startService(start: Start): Promise<RunningService> {
  const { say, signal } = start;
  const undo = new UndoStack((name, error) => {
    const why = error === undefined ? 'has not ended in time' : `failed (${reasonOf(error)})`;
    say(`Stopping the ${name} ${why}; going on without it`);
  });
  try {
    // What is left behind ends with what it stands on: all that must not outlive the process is on the stack before it is begun.
    return await unlessAborted(begin(start, undo), signal);
  } catch (error) {
    await undo.unwind(STOP_MS);
    if (error instanceof StartError || signal?.aborted) throw error;
    throw (await import('./loss.js')).asLoss(error);
  }
}

async function begin({ config, say, openLog, signal }: Start, undo: UndoStack): Promise<RunningService> {
  signal?.throwIfAborted();
  const { directory, secrets } = await prepare(config, undo);
  // PostgreSQL starts in processes of its own, while this one loads the service: most of its start, in which its event loop
  // stands still. Each step before the first of those processes would wait for the end of that.
  let underWay = (): void => undefined;
  const processes = new Promise<void>((resolve) => (underWay = resolve));
  const starting = config.databaseUrl === null ? keepPostgres(config, say, undo, underWay, signal) : null;
  await Promise.race([starting, processes]);
  const [embedded, logger, { serve }] = await Promise.all([starting, openLog(), import('./serving.js')]);
  return serve({ config, say, logger, undo, directory, secrets, embedded });
}
