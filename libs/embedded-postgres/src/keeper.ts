import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from './server.js';
import { reasonOf, StartError, StartStopped } from './start-error.js';

/** A server that ends again so soon has not been back: what went before counts on. */
const STEADY_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;

/** None before the first attempt, then half a second, one, two, four … @param attempt from 0 */
const pauseBefore = (attempt: number): number =>
  attempt === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 250 * 2 ** Math.min(attempt, 10));

export interface KeepOptions {
  /** Starts the server once more, at the same address, and makes sure that it answers. */
  start(signal: AbortSignal): Promise<Server>;
  log(message: string): void;
  /** Milliseconds without success after which it is given up. */
  patienceMs: number;
  /** Told once, with one line that says why. */
  gaveUp(reason: StartError): void;
}

/** Starts a server again that ended by itself, until it is told to stop or its patience is over. */
export class Keeper {
  private readonly stopping = new AbortController();
  private readonly kept: Promise<void>;
  private outage = { since: -Infinity, over: -Infinity, attempts: 0, reason: '' };

  constructor(
    private server: Server,
    private readonly options: KeepOptions,
  ) {
    this.kept = this.keep();
  }

  /** Stops the server, or the attempt to start it. */
  async stop(): Promise<void> {
    this.stopping.abort(new StartStopped());
    await this.kept;
    await this.server.stop();
  }

  private async keep(): Promise<void> {
    const { signal } = this.stopping;
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    for (;;) {
      await Promise.race([this.server.ended, stopped]);
      if (signal.aborted) return;
      this.options.log(`PostgreSQL (process ${this.server.pid}) has ended unexpectedly; starting it again`);
      if (performance.now() - this.outage.over > STEADY_MS)
        this.outage = { since: performance.now(), over: 0, attempts: 0, reason: 'it keeps ending' };
      if (!(await this.startAgain(signal))) return;
    }
  }

  /** @returns whether it runs again */
  private async startAgain(signal: AbortSignal): Promise<boolean> {
    const { outage } = this;
    const { patienceMs, log, gaveUp } = this.options;
    const end = outage.since + patienceMs;
    for (;;) {
      const left = end - performance.now();
      if (left <= 0) {
        gaveUp(
          new StartError(
            `PostgreSQL ended unexpectedly and could not be started again within ${Math.round(patienceMs / 1000)} s (${outage.reason}); giving up`,
          ),
        );
        return false;
      }
      // A timer may be over a little early: then there would be time left for one more.
      const pause = Math.min(pauseBefore(outage.attempts), Math.ceil(left) + 1);
      outage.attempts += 1;
      try {
        await sleep(pause, undefined, { signal });
        this.server = await this.options.start(signal);
        outage.over = performance.now();
        log(`PostgreSQL runs again (process ${this.server.pid})`);
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        outage.reason = reasonOf(error);
        log(`PostgreSQL cannot be started again (${outage.reason}); the next attempt follows`);
      }
    }
  }
}
