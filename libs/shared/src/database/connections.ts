import type { Pool, PoolClient } from 'pg';
import { CONNECTION_WAIT_MS } from './waits.js';

/** Milliseconds until the server is asked again for one connection more than it would give; twice as long each time. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** SQLSTATE too_many_connections: of the server, of the database or of the role. */
const TOO_MANY = '53300';

const isRefused = (error: Error): boolean => (error as { code?: unknown }).code === TOO_MANY;

interface Waiting {
  take: (client: PoolClient) => void;
  fail: (error: Error) => void;
}

/**
 * The connections of a pool, on a server that may have fewer left than the pool would like: a caller that is refused one waits,
 * as if the pool were smaller. Those who wait get in turn what others give back, and the server is asked again after
 * growing pauses.
 */
export class Connections {
  private waiting: Waiting[] = [];
  private refusal = new Error('The server has no connection left');
  private isServing = false;
  private pause = FIRST_PAUSE_MS;
  private timer?: NodeJS.Timeout;

  /** @param patience milliseconds after which a caller that waits is told that the server has none left */
  constructor(
    private readonly pool: Pool,
    private readonly patience = CONNECTION_WAIT_MS,
  ) {
    // The pool says so before it has the connection back.
    pool.on('release', () => this.waiting.length > 0 && setImmediate(() => void this.serve()));
  }

  /** How many wait because the server has no connection left. */
  get refused(): number {
    return this.waiting.length;
  }

  /** @throws what the pool or the server says: that the server has none left, only after the whole wait */
  async connect(): Promise<PoolClient> {
    if (this.waiting.length > 0) return this.wait();
    try {
      return await this.pool.connect();
    } catch (error) {
      if (!isRefused(error as Error)) throw error;
      this.refusal = error as Error;
      return this.wait();
    }
  }

  private wait(): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        take: (client) => {
          clearTimeout(patience);
          resolve(client);
        },
        fail: (error) => {
          clearTimeout(patience);
          this.waiting = this.waiting.filter((one) => one !== waiting);
          reject(error);
        },
      };
      const patience = setTimeout(() => waiting.fail(this.refusal), this.patience);
      this.waiting.push(waiting);
      this.rest();
    });
  }

  /** Asks for the first that waits, and goes on as long as there is a connection for each. */
  private async serve(): Promise<void> {
    if (this.isServing) return;
    this.isServing = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      while (this.waiting.length > 0) {
        const client = await this.pool.connect();
        this.pause = FIRST_PAUSE_MS;
        const first = this.waiting.shift();
        if (first) first.take(client);
        else client.release();
      }
    } catch (error) {
      if (isRefused(error as Error)) {
        this.refusal = error as Error;
        this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
      } else this.waiting[0]?.fail(error as Error);
    }
    this.isServing = false;
    if (this.waiting.length > 0) this.rest();
  }

  private rest(): void {
    if (!this.isServing) this.timer ??= setTimeout(() => void this.serve(), this.pause);
  }
}
