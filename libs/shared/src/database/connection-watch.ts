import type { Pool, PoolClient } from 'pg';
import { Batch } from '../wire-protocol/batch.js';
import { bytesHeardOn, hangUp, unansweredOn } from '../internals/pg.js';
import { ANSWER_GRACE_MS, DOUBTED_MS, IDLE_TRUST_MS, PROOF_MS } from './waits.js';

/** Connections are looked at so often; silence is counted in looks, since a busy event loop is no silence of the database. */
const LOOK_MS = 1_000;

/** Connections that were given up because nothing came back on them. */
export interface Loss {
  /**
   * `silent`: statements were not answered in their time. `unproved`: one that was idle did not answer. `outlived`: a newer
   * connection was answered while an older one was not.
   */
  kind: 'silent' | 'unproved' | 'outlived';
  connections: number;
}

interface Watched {
  /** What `performance.now()` said when it was made. */
  made: number;
  /** What `performance.now()` said when it came back to the pool; null while it is in use. */
  idleSince: number | null;
  /** How long it had been idle when it was taken. */
  idleFor: number;
  bytes: number;
  /** How many looks have found it unanswered, with nothing new. */
  silent: number;
  isDoubted: boolean;
  isClosed: boolean;
}

/**
 * Finds connections of a pool whose host has vanished without a reset: nothing that is sent on such a connection is answered, and
 * the system says so only after a quarter of an hour. It costs no packet while connections are in use.
 */
export class ConnectionWatch {
  private readonly watched = new Map<PoolClient, Watched>();
  private timer?: NodeJS.Timeout;

  /**
   * @param statementMs what PostgreSQL gives one statement; null: any time
   * @param lost told what was given up
   */
  constructor(
    pool: Pool,
    private readonly statementMs: number | null,
    private readonly lost: (loss: Loss) => void,
  ) {
    pool.on('acquire', (client) => {
      const state = this.watched.get(client) ?? this.begin(client);
      state.idleFor = state.idleSince === null ? 0 : performance.now() - state.idleSince;
      state.idleSince = null;
    });
    pool.on('release', (error, client) => {
      const state = this.watched.get(client);
      if (state) state.idleSince = performance.now();
      // The pool says goodbye to it, and goes on only after what is under way: that may never be answered.
      if (error && unansweredOn(client) !== null) hangUp(client);
    });
    pool.on('remove', (client) => this.end(client));
  }

  /** A connection that answers, as far as one can know: one that was idle for long is asked first. */
  async trusted(connect: () => Promise<PoolClient>): Promise<PoolClient> {
    for (;;) {
      const client = await connect();
      const state = this.watched.get(client);
      if (!state || (await this.isTrusted(client, state))) return client;
      hangUp(client);
      client.release(true);
    }
  }

  /**
   * A newer connection was answered while an older one was not: all that are there are given up, the idle ones at once, those in use
   * when they come back, or where they stay unanswered for some seconds.
   * @param since what `performance.now()` said when the older one was lost: what was made afterwards is not meant
   */
  outlived(since = Infinity): void {
    const older = [...this.watched].filter(([, { made }]) => made < since);
    for (const [client, state] of older) {
      if (state.isDoubted) continue;
      if (state.idleSince !== null) {
        close(client, state, PROOF_MS / LOOK_MS);
        continue;
      }
      state.isDoubted = true;
      state.silent = 0;
      const { release } = client;
      client.release = () => release.call(client, true);
    }
    if (older.length > 0) this.lost({ kind: 'outlived', connections: older.length });
  }

  private async isTrusted(client: PoolClient, { isClosed, idleFor }: Watched): Promise<boolean> {
    if (isClosed) return false;
    if (idleFor < IDLE_TRUST_MS) return true;
    const asked = performance.now();
    if (await answers(client)) return true;
    this.lost({ kind: 'unproved', connections: 1 + this.closeIdle(asked) });
    return false;
  }

  private begin(client: PoolClient): Watched {
    const state = {
      made: performance.now(),
      idleSince: null,
      idleFor: 0,
      bytes: 0,
      silent: 0,
      isDoubted: false,
      isClosed: false,
    };
    this.watched.set(client, state);
    this.timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    return state;
  }

  private end(client: PoolClient): void {
    this.watched.delete(client);
    if (this.watched.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private look(): void {
    let connections = 0;
    let longest = 0;
    for (const [client, state] of this.watched) {
      const unanswered = state.isClosed ? null : unansweredOn(client);
      const bytes = bytesHeardOn(client);
      state.silent = unanswered !== null && bytes === state.bytes ? state.silent + 1 : 0;
      state.bytes = bytes;
      if (state.silent * LOOK_MS <= this.patience(unanswered, state)) continue;
      connections += 1;
      longest = Math.max(longest, state.silent);
      close(client, state, state.silent);
    }
    if (connections === 0) return;
    const asked = performance.now() - longest * LOOK_MS;
    this.lost({ kind: 'silent', connections: connections + this.closeIdle(asked) });
  }

  /** PostgreSQL gives each statement its time, and sends the answers of a packet together. */
  private patience(unanswered: unknown, { isDoubted }: Watched): number {
    if (isDoubted) return DOUBTED_MS;
    if (this.statementMs === null) return Infinity;
    const statements = unanswered instanceof Batch ? Math.max(1, unanswered.left) : 1;
    return statements * this.statementMs + ANSWER_GRACE_MS;
  }

  /**
   * Closes what is idle: the pool hears of it as of any connection that breaks.
   * @param since what came back later has been answered since @returns how many there were
   */
  private closeIdle(since = Infinity): number {
    const idle = [...this.watched].filter(([, { idleSince }]) => idleSince !== null && idleSince < since);
    for (const [client, state] of idle) close(client, state, PROOF_MS / LOOK_MS);
    return idle.length;
  }
}

/** Closed for a reason that its statements fail with, as the system would say it in the end. */
function close(client: PoolClient, state: Watched, seconds: number): void {
  state.isClosed = true;
  const message = `The database has not answered for ${seconds} s: the connection was closed`;
  hangUp(client, Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
}

async function answers(client: PoolClient): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => (late = setTimeout(resolve, PROOF_MS, false)));
  const answered = client.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answered, limit]).finally(() => clearTimeout(late));
}
