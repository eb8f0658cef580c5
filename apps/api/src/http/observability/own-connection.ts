import type { Database } from '@usaha/shared';
import { hangUp, type Queryable } from '@usaha/shared/operation';
import type pg from 'pg';

export interface OwnConnectionOptions {
  /** By which PostgreSQL lists it. */
  name: string;
  /** How long a question may take, the connection made for it included. */
  limitMs: number;
  /** After which a newer connection is asked as well; never unless told. */
  doubtMs?: number;
  /** Told when a newer connection is answered after the older one was lost or went unanswered: its host may have vanished; and since when. */
  outlived?: (since: number) => void;
}

type Question<T> = (database: Queryable) => Promise<T>;

/** A connection outside the pool, which is kept open and made again where it was lost. */
export class OwnConnection {
  private kept?: pg.Client;
  private opening?: Promise<pg.Client>;
  /** All that are not closed: being made, kept, or doubted. */
  private readonly clients = new Set<pg.Client>();
  /** When the one before was lost or went unanswered (`performance.now()`); null once one was answered since. */
  private lostAt: number | null = null;
  private isClosed = false;

  constructor(
    private readonly database: Database,
    private readonly options: OwnConnectionOptions,
  ) {}

  /** Asks something. @throws what was wrong, or that there was no answer in time */
  async ask<T>(question: Question<T>): Promise<T> {
    const { kept } = this;
    let late: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, fail) => {
      late = setTimeout(() => {
        if (kept && this.kept === kept) this.doubt(kept);
        // One that is doubted may still answer first, and so prove that the database was merely slow: `askKept` ends it.
        if (kept && this.options.doubtMs === undefined) this.hangUp(kept);
        fail(new Error('The database does not answer'));
      }, this.options.limitMs);
    });
    try {
      return await Promise.race([kept ? this.askKept(kept, question) : this.askNew(question), limit]);
    } finally {
      clearTimeout(late);
    }
  }

  /** Closes it for ever. */
  close(): void {
    this.isClosed = true;
    this.kept = undefined;
    for (const client of this.clients) this.hangUp(client);
  }

  /** One that was kept may have been lost unnoticed: then a new one is asked. */
  private async askKept<T>(kept: pg.Client, question: Question<T>): Promise<T> {
    const asked = question(over(kept));
    const { doubtMs } = this.options;
    if (doubtMs === undefined || (await isSettled(asked, doubtMs))) {
      try {
        return this.told(await asked);
      } catch {
        this.forget(kept);
        return this.askNew(question);
      }
    }
    this.doubt(kept);
    const heard = asked.then((answer) => {
      this.lostAt = null;
      return answer;
    });
    // The one that answers first: the older one where the database was merely slow.
    return Promise.any([heard, this.askNew(question)])
      .catch((error: AggregateError) => Promise.reject(error.errors[1] as Error))
      .finally(() => this.hangUp(kept));
  }

  private async askNew<T>(question: Question<T>): Promise<T> {
    const client = await (this.opening ??= this.open().finally(() => (this.opening = undefined)));
    try {
      return this.told(await question(over(client)));
    } catch (error) {
      this.forget(client);
      throw error;
    }
  }

  /** An answer of a connection that is newer than the one that went unanswered, if one did. */
  private told<T>(answer: T): T {
    if (this.lostAt !== null) this.options.outlived?.(this.lostAt);
    this.lostAt = null;
    return answer;
  }

  private async open(): Promise<pg.Client> {
    const client = this.database.dedicatedConnection(this.options.name);
    this.clients.add(client);
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    try {
      await client.connect();
    } catch (error) {
      this.forget(client);
      throw error;
    }
    if (this.isClosed) this.hangUp(client);
    else this.kept = client;
    return client;
  }

  /** It is not the one to be asked any more, and may answer all the same. */
  private doubt(client: pg.Client): void {
    this.lostAt ??= performance.now();
    if (this.kept === client) this.kept = undefined;
  }

  private lose(client: pg.Client): void {
    if (this.kept === client) this.doubt(client);
    this.forget(client);
  }

  private forget(client: pg.Client): void {
    if (this.kept === client) this.kept = undefined;
    this.hangUp(client);
  }

  private hangUp(client: pg.Client): void {
    if (this.clients.delete(client)) hangUp(client);
  }
}

/** Whether it comes to something, be it a failure, within that time. */
async function isSettled(work: Promise<unknown>, ms: number): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const over = new Promise<boolean>((resolve) => (late = setTimeout(resolve, ms, false)));
  const settled = work.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, over]).finally(() => clearTimeout(late));
}

const over = (client: pg.Client): Queryable => ({
  query: async <T>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as T,
});
