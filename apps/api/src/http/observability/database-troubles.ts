import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { translateDatabaseError } from '@usaha/shared';
import { databaseTroubleOf, type DatabaseTrouble } from '@usaha/shared/operation';
import { LOGGER } from './logger.js';
import { Metrics } from './metrics.js';

/** One line at `error` for each cause in so long: it waits for the disk, and a database that is gone fails every request. */
const EVERY_MS = 10_000;

/** Transient causes: requests that get in each other's way. */
const ordinary: ReadonlySet<DatabaseTrouble> = new Set(['contention', 'statement_timeout', 'pool_exhausted']);

/** Counts what the database could not serve, by cause, and says the cause in the log. */
@Injectable()
export class DatabaseTroubles {
  private readonly told = new Map<DatabaseTrouble, { at: number; since: number }>();

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Of a request. @param about what the line says of it @returns whether the database was the cause */
  heard(error: unknown, about: Record<string, unknown>): boolean {
    const cause = this.count(error);
    if (cause === null) return false;
    const line = { ...about, cause, err: (error as Error).cause ?? error };
    const told = this.told.get(cause) ?? { at: -Infinity, since: 0 };
    this.told.set(cause, told);
    if (ordinary.has(cause) || performance.now() - told.at < EVERY_MS) {
      told.since += 1;
      this.logger.warn(line, 'unavailable');
      return true;
    }
    this.logger.error({ ...line, since_last: told.since }, `the database cannot serve: ${cause}`);
    this.told.set(cause, { at: performance.now(), since: 0 });
    return true;
  }

  /** Of a job, which says itself what has failed. @returns the cause; null where the database was none */
  count(error: unknown): DatabaseTrouble | null {
    const known = translateDatabaseError(error) as { kind?: unknown };
    const cause = known.kind === 'unavailable' ? databaseTroubleOf(known) : null;
    if (cause !== null) this.metrics.databaseFailed(cause);
    return cause;
  }
}
