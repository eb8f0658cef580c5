import cluster from 'node:cluster';
import { ENTRY } from '../entry.js';
import { prepare, STOP_MS, superviseEmbeddedPostgres, type SupervisedPostgres } from '../infrastructure.js';
import { processesText } from '../instances.js';
import type { RunningService } from '../server.js';
import { undoneOnFailure, type Start } from '../start-service.js';
import type { Teardown } from '../teardown.js';
import { ProcessGroup } from './process-group.js';
import { embeddedRoles, type MemberStart } from './protocol.js';

/** Several processes as one service. */
export type RunningGroup = RunningService & {
  /** Replaces all processes, one after the other. */
  restart(): Promise<void>;
};

/**
 * Starts the processes that serve one port, from this one, which keeps the data directory and the embedded database.
 * @throws as startService
 */
export const startGroup = (start: Start): Promise<RunningGroup> =>
  undoneOnFailure(start, (teardown) => begin(start, teardown));

async function begin({ config, say, openLog, signal }: Start, teardown: Teardown): Promise<RunningGroup> {
  signal?.throwIfAborted();
  // This process takes connections and gives each process its turn. With SO_REUSEPORT those that wait at a process which stops
  // would be lost, and where all accept from one socket the first takes what arrives together.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: ENTRY, args: [], serialization: 'advanced' });
  const { directory } = await prepare(config, teardown);
  const starting =
    config.databaseUrl === null ? superviseEmbeddedPostgres(config, say, teardown, () => undefined, signal) : null;
  const group = new ProcessGroup(config, groundOf(starting), await openLog());
  teardown.deferEssential('processes', () => group.stop());
  // Begun before the database is there: a process loads the service meanwhile.
  const [embedded, { port, metrics, demo }] = await Promise.all([starting, group.start()]);
  await directory?.setPort(port);
  say(processesText(config));
  return {
    port,
    metrics,
    demo,
    embedded: embedded?.postgres ?? null,
    failed: Promise.race([group.failed, ...(embedded ? [embedded.failed] : [])]),
    restart: () => group.restart(),
    stop: async () => {
      await group.stop();
      await teardown.dispose(STOP_MS);
    },
  };
}

async function groundOf(starting: Promise<SupervisedPostgres> | null): Promise<Pick<MemberStart, 'embedded'>> {
  if (starting === null) return { embedded: null };
  const { postgres } = await starting;
  const urls = Object.fromEntries(embeddedRoles.map((role) => [role, postgres.url(role, 'usaha')]));
  return { embedded: { urls, place: postgres.place, warning: postgres.warning } };
}
