import type { PoolClient, QueryConfig } from 'pg';
import type { Durations } from './durations.js';
import { sendTogether } from './insides/pg.js';
import type { Row } from './transaction.js';

/** Where a session gets its connection, and how far it may trust it. */
export interface SessionSource {
  connect(): Promise<PoolClient>;
  /** Whether the connection's own role could see past row level security. */
  readonly isElevated: boolean;
  /** Where the time of each statement is counted. */
  readonly durations: { readonly statements: Durations };
}

/** What a statement answers. */
export interface Answer {
  rows: Row[];
  rowCount: number | null;
  /** The first word of what was done, as PostgreSQL says it. */
  command: string;
}

/**
 * One connection from BEGIN to COMMIT or ROLLBACK. However that ends, and in whatever order opening and end come: the
 * connection goes back to the pool exactly once, and nothing is sent on it afterwards.
 */
export class Session {
  /** From when it is there until the session ends. */
  private client?: PoolClient;
  /** The same once statements may be sent on it. */
  private usable?: PoolClient;
  private opened: Promise<unknown> = Promise.resolve();
  private isOver = false;
  private isReleased = false;
  /** What failed first: all that was sent behind it fails because of it, and says something else (25P02, 26000). */
  private failure?: Error;
  /** The one opening that all statements wait for, in the order in which they were asked. */
  private readonly ready: Promise<PoolClient>;

  /**
   * @param opening BEGIN and the settings, one message that fails as a whole
   * @param refusal what is thrown at statements that come after the end
   */
  constructor(
    private readonly source: SessionSource,
    opening: string,
    private readonly refusal: () => Error,
  ) {
    this.ready = this.open(source, opening);
    // The first that waits for it, so that no statement passes by those that were asked before and wait for it too. Whoever
    // sends a statement hears of a failure; an end that nobody sent anything before has nobody to tell.
    this.ready.then(
      (client) => (this.usable = client),
      () => undefined,
    );
  }

  /** Sends a statement after those that were asked before it. @throws what failed first, be it another statement */
  async send(statement: string | QueryConfig): Promise<Answer> {
    const client = this.usable ?? (await this.ready);
    if (this.isOver) throw this.refusal();
    sendTogether(client);
    const sent = performance.now();
    try {
      const [, result] = await Promise.all([this.opened, this.ask(client, statement)]);
      // Back at a savepoint, the transaction is as if nothing had failed.
      if (result.command === 'ROLLBACK') this.failure = undefined;
      return result;
    } finally {
      this.source.durations.statements.since(sent);
    }
  }

  /** Commits. @param last sent before COMMIT, in its packet @throws where nothing was committed, or nobody knows */
  async commit(last?: QueryConfig): Promise<void> {
    try {
      const client = this.usable ?? (await this.ready);
      if (this.isOver) throw this.refusal();
      const sent = last && this.send(last);
      sendTogether(client);
      const committed = this.ask(client, 'COMMIT');
      this.isOver = true;
      const [, , result] = await Promise.all([this.opened, sent, committed]);
      // In an aborted transaction COMMIT succeeds as ROLLBACK; then nothing was written and nothing may be answered.
      if (result.command !== 'COMMIT')
        throw this.failure ?? new Error('The transaction was rolled back by the database');
      this.release();
    } catch (error) {
      this.isOver = true;
      this.release(error as Error);
      throw error;
    }
  }

  /** A transaction that only read has nothing to lose: the answer does not wait for its COMMIT. A failing connection is closed. */
  letGo(): void {
    void this.end('COMMIT');
  }

  /** Takes back what was done. A connection still being made is not waited for: it goes back once it is there. */
  rollback(): Promise<void> {
    return this.end('ROLLBACK');
  }

  /** Gives up at once: the connection is closed, and with it whatever statement is still running. */
  abandon(): void {
    this.isOver = true;
    this.release(true);
  }

  private async end(text: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    if (!this.client) return;
    try {
      await this.client.query(text);
      this.release();
    } catch (error) {
      this.release(error as Error);
    }
  }

  /** @param broken why the connection is closed, where it cannot be used again */
  private release(broken?: Error | true): void {
    if (!this.client || this.isReleased) return;
    this.isReleased = true;
    this.client.release(broken);
  }

  private async open(source: SessionSource, opening: string): Promise<PoolClient> {
    const client = await source.connect();
    this.client = client;
    if (this.isOver) {
      this.release();
      throw this.refusal();
    }
    sendTogether(client);
    this.opened = this.ask(client, opening);
    // A role that row level security does not bind must never run a statement that its opening has not fenced in.
    if (source.isElevated) await this.fence();
    else this.opened.catch(() => undefined); // awaited together with the first statement
    return client;
  }

  private async ask(client: PoolClient, statement: string | QueryConfig): Promise<Answer> {
    try {
      return await client.query<Row>(statement as QueryConfig);
    } catch (error) {
      throw (this.failure ??= error as Error);
    }
  }

  private async fence(): Promise<void> {
    try {
      await this.opened;
    } catch (error) {
      this.isOver = true;
      this.release(error as Error);
      throw error;
    }
  }
}
