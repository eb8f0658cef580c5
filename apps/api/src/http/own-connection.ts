import type { Database, Queryable } from '@usaha/shared';
import type pg from 'pg';

/** A connection beside the pool, which is kept open and made anew where it was lost. */
export class OwnConnection {
  private client?: pg.Client;

  /** @param name by which PostgreSQL lists it */
  constructor(
    private readonly database: Database,
    private readonly name: string,
    private readonly limitMs: number,
  ) {}

  /** Asks something. @throws what was wrong, or that there was no answer in time */
  async ask<T>(question: (database: Queryable) => Promise<T>): Promise<T> {
    let late: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, fail) => {
      late = setTimeout(() => {
        this.close();
        fail(new Error('The database does not answer'));
      }, this.limitMs);
    });
    try {
      return await Promise.race([this.askSoon(question), limit]);
    } finally {
      clearTimeout(late);
    }
  }

  close(): void {
    const client = this.client;
    this.client = undefined;
    // What is lost already has nothing to close.
    client?.end().catch(() => undefined);
  }

  /** One that was kept may have been lost unnoticed: then a new one is asked. */
  private async askSoon<T>(question: (database: Queryable) => Promise<T>): Promise<T> {
    const kept = this.client;
    if (!kept) return this.askAnew(question);
    try {
      return await question(over(kept));
    } catch {
      this.forget(kept);
      return this.askAnew(question);
    }
  }

  private async askAnew<T>(question: (database: Queryable) => Promise<T>): Promise<T> {
    const client = this.database.besidePool(this.name);
    this.client = client;
    client.on('error', () => this.forget(client));
    client.on('end', () => this.forget(client));
    try {
      await client.connect();
      return await question(over(client));
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
