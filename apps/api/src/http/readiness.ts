import { pendingMigrations, type Database, type Queryable } from '@usaha/shared';
import type pg from 'pg';
import { migrations } from '../persistence.js';

/** A load balancer asks every few seconds, and takes no answer for a no. */
const LIMIT_MS = 2_000;

/** SQLSTATE too_many_connections. */
const TOO_MANY = '53300';

/** What `/health/ready` says. `busy`: requests wait for a connection, which the instance must not be taken out for. */
export interface Health {
  status: 'up' | 'down';
  database: 'up' | 'busy' | 'down';
  migrations: 'done' | 'pending' | 'unknown';
  stopping?: true;
}

/**
 * Whether the service can do its work. It asks the database on a connection of its own beside the pool, which is kept open
 * and made anew where it was lost: a pool that is exhausted says nothing about the database.
 */
export class Readiness {
  private client?: pg.Client;
  private looking?: Promise<Health>;

  constructor(
    private readonly database: Database,
    private readonly isStopping: () => boolean,
  ) {}

  /** Answers within two seconds; those who ask at once get one answer. */
  async look(): Promise<Health> {
    this.looking ??= this.judge().finally(() => (this.looking = undefined));
    const health = await this.looking;
    return this.isStopping() ? { ...health, status: 'down', stopping: true } : health;
  }

  /** Closes the connection. */
  close(): void {
    const client = this.client;
    this.client = undefined;
    // What is lost already has nothing to close.
    client?.end().catch(() => undefined);
  }

  private async judge(): Promise<Health> {
    const { waiting, total } = this.database.poolState;
    try {
      const pending = await this.pending();
      const isDone = pending.length === 0;
      const [status, done] = isDone ? (['up', 'done'] as const) : (['down', 'pending'] as const);
      return { status, database: waiting > 0 ? 'busy' : 'up', migrations: done };
    } catch (error) {
      // All of the server's connections are taken: not least by the pool, which goes on with those that it has.
      if ((error as { code?: unknown }).code === TOO_MANY && total > 0)
        return { status: 'up', database: 'busy', migrations: 'unknown' };
      // That the database does not answer is the answer.
      return { status: 'down', database: 'down', migrations: 'unknown' };
    }
  }

  private async pending(): Promise<string[]> {
    let late: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, fail) => {
      late = setTimeout(() => {
        this.close();
        fail(new Error('The database does not answer'));
      }, LIMIT_MS);
    });
    try {
      return await Promise.race([this.ask(), limit]);
    } finally {
      clearTimeout(late);
    }
  }

  /** One that was kept may have been lost unnoticed: then a new one is asked. */
  private async ask(): Promise<string[]> {
    const kept = this.client;
    if (!kept) return this.askAnew();
    try {
      return await pendingMigrations(over(kept), migrations);
    } catch {
      this.forget(kept);
      return this.askAnew();
    }
  }

  private async askAnew(): Promise<string[]> {
    const client = this.database.besidePool('usaha ready');
    this.client = client;
    client.on('error', () => this.forget(client));
    client.on('end', () => this.forget(client));
    try {
      await client.connect();
      return await pendingMigrations(over(client), migrations);
    } catch (error) {
      this.forget(client);
      throw error;
    }
  }

  private forget(client: pg.Client): void {
    if (this.client === client) this.close();
  }
}

const over = (client: pg.Client): Queryable => ({
  query: async <T>(text: string) => (await client.query(text)).rows as T,
});
