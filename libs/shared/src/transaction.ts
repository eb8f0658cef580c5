import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';
import type { AuditChange } from './audit/audit-change.js';
import { insertAudit } from './audit/audit-change.js';
import type { Context } from './context.js';
import type { Database } from './database.js';
import { translateDatabaseError } from './database-errors.js';
import { unavailable } from './errors.js';
import { isUuid } from './ids.js';
import { messages } from './messages.js';

/** A row as the driver returns it: values in the order of the SELECT list. */
export type Row = unknown[];

const names = new Map<string, string>();

/** Every statement is a prepared one; its name stands for its text on all connections. */
function statementName(text: string): string {
  let name = names.get(text);
  if (!name) names.set(text, (name = `s${names.size}`));
  return name;
}

const tenantSetting = (tenant_id: string): string => {
  if (!isUuid(tenant_id)) throw new Error('A tenant is named by a uuid');
  return `SET LOCAL app.tenant_id = '${tenant_id}'`;
};

/**
 * What is sent in this turn of the event loop leaves in one packet: the opening with the first statement, all rows of a
 * record with each other, the trail with COMMIT. A packet costs more than the statement in it.
 */
function sendTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * One tenant's transaction. It opens with the first statement, in one message that fails as a whole: BEGIN, the
 * tenant that row level security compares with, and (where the connection's own role could see more) the role that
 * cannot. Statements are pipelined, so opening costs a read no round trip of its own.
 */
export class Transaction {
  private client?: PoolClient;
  /** The one opening that all statements wait for, in the order in which they were asked. */
  private opening?: Promise<PoolClient>;
  private opened?: Promise<unknown>;
  private abandoned = false;
  private wrote = false;
  private platform = false;
  private audit: AuditChange[] = [];
  private hooks: (() => void)[] = [];

  constructor(
    private readonly database: Database,
    private tenant_id: string,
  ) {}

  /** Keys that seal and open personal fields. */
  get keyring(): Database['keyring'] {
    return this.database.keyring;
  }

  /** Who hears of the events announced here. */
  get events(): Database['events'] {
    return this.database.events;
  }

  /** Reads. @returns rows in the order of the SELECT list. */
  query(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.send(text, values).then((result) => result.rows);
  }

  /** Changes rows: from here on the answer waits for COMMIT. @returns the RETURNING rows. */
  async write(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.wrote = true;
    return (await this.send(text, values)).rows;
  }

  /** Like write, for statements without RETURNING. @returns how many rows were changed. */
  async change(text: string, values: readonly unknown[] = []): Promise<number> {
    this.wrote = true;
    return (await this.send(text, values)).rowCount ?? 0;
  }

  /** Does a part that may fail by itself: then nothing of it remains, and the transaction goes on. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const marked = { audit: this.audit.length, hooks: this.hooks.length };
    await this.plain('SAVEPOINT part');
    try {
      const result = await work();
      await this.plain('RELEASE SAVEPOINT part');
      return result;
    } catch (error) {
      await this.plain('ROLLBACK TO SAVEPOINT part');
      this.audit.length = marked.audit;
      this.hooks.length = marked.hooks;
      throw error;
    }
  }

  /** Puts a change on the audit trail; it is written with the change or not at all. */
  record(ctx: Context, change: Omit<AuditChange, 'tenant_id' | 'at' | 'actor_id'>): void {
    this.wrote = true;
    this.audit.push({ ...change, tenant_id: ctx.tenant_id, at: ctx.now, actor_id: ctx.actor?.user_id ?? null });
  }

  /** Runs `hook` once the transaction is committed, before anything is answered. */
  afterCommit(hook: () => void): void {
    this.hooks.push(hook);
  }

  /** Tells other instances through NOTIFY, when the transaction commits. */
  async notify(channel: string, payload: string): Promise<void> {
    await this.write('select pg_notify($1, $2)', [channel, payload]);
  }

  /** @internal Use `inPlatform`. */
  async withPlatform<T>(work: () => Promise<T>): Promise<T> {
    if (this.platform) return work();
    this.platform = true;
    const on = this.plain("SET LOCAL app.platform = 'on'");
    try {
      const [, result] = await Promise.all([on, work()]);
      await this.plain("SET LOCAL app.platform = ''");
      return result;
    } catch (error) {
      // An aborted transaction refuses this, and forgets the setting by itself.
      await this.plain("SET LOCAL app.platform = ''").catch(() => undefined);
      throw error;
    } finally {
      this.platform = false;
    }
  }

  /** @internal Use `inTenant`. */
  async withTenant<T>(tenant_id: string, work: () => Promise<T>): Promise<T> {
    const home = this.tenant_id;
    await this.flushAudit();
    const entered = this.plain(tenantSetting(tenant_id));
    this.tenant_id = tenant_id;
    try {
      const [, result] = await Promise.all([entered, work()]);
      await this.flushAudit();
      await this.plain(tenantSetting(home));
      return result;
    } catch (error) {
      // An aborted transaction refuses this, and forgets the setting by itself.
      await this.plain(tenantSetting(home)).catch(() => undefined);
      throw error;
    } finally {
      this.tenant_id = home;
    }
  }

  /**
   * Commits what was done so far and lets go of the connection; the next statement opens a new transaction. For the
   * few pieces of work that must not hold one while they think: a password being verified, a gateway asked.
   */
  settle(): Promise<void> {
    return this.commit();
  }

  async commit(): Promise<void> {
    const client = this.client;
    if (client) {
      if (this.wrote) await this.commitWrites(client);
      else this.letGo(client);
    }
    const hooks = this.hooks;
    this.reset();
    for (const hook of hooks) hook();
  }

  async rollback(): Promise<void> {
    // A connection still being made is waited for: it must go back to the pool.
    const client = this.client ?? (await this.opening?.catch(() => undefined));
    this.reset();
    if (!client) return;
    try {
      await client.query('ROLLBACK');
      client.release();
    } catch (error) {
      client.release(error as Error);
    }
  }

  /** Gives up at once: the connection is closed, and with it whatever statement is still running. */
  abandon(): void {
    this.abandoned = true;
    const client = this.client;
    this.reset();
    client?.release(true);
  }

  private async commitWrites(client: PoolClient): Promise<void> {
    try {
      sendTogether(client);
      const [, , result] = await Promise.all([this.opened, this.flushAudit(), client.query('COMMIT')]);
      // In an aborted transaction COMMIT succeeds as ROLLBACK; then nothing was written and nothing may be answered.
      if (result.command !== 'COMMIT') throw new Error('The transaction was rolled back by the database');
      client.release();
    } catch (error) {
      this.reset();
      client.release(error as Error);
      throw translateDatabaseError(error);
    }
  }

  /** A transaction that only read has nothing to lose: the answer does not wait for its COMMIT. A failing connection is closed. */
  private letGo(client: PoolClient): void {
    client.query('COMMIT').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }

  private reset(): void {
    this.client = this.opening = this.opened = undefined;
    this.wrote = this.platform = false;
    this.audit = [];
    this.hooks = [];
  }

  private async flushAudit(): Promise<void> {
    if (this.audit.length === 0) return;
    const entries = this.audit;
    this.audit = [];
    const { text, values } = insertAudit(entries);
    await this.change(text, values);
  }

  private async send(text: string, values: readonly unknown[]): Promise<{ rows: Row[]; rowCount: number | null }> {
    try {
      const client = this.client ?? (await (this.opening ??= this.open()));
      sendTogether(client);
      const sent = client.query<Row>({
        name: statementName(text),
        text,
        values: values as unknown[],
        rowMode: 'array',
      });
      const [, result] = await Promise.all([this.opened, sent]);
      return result;
    } catch (error) {
      throw translateDatabaseError(error);
    }
  }

  private async plain(text: string): Promise<void> {
    const client = this.client ?? (await (this.opening ??= this.open()));
    await Promise.all([this.opened, client.query(text)]);
  }

  private async open(): Promise<PoolClient> {
    const opening = `BEGIN; ${tenantSetting(this.tenant_id)}${this.database.role}`;
    const client = await this.database.connect();
    if (this.abandoned) {
      client.release();
      throw unavailable(messages.tookTooLong());
    }
    sendTogether(client);
    this.opened = client.query(opening);
    // A role that row level security does not bind must never run a statement that its opening has not fenced in.
    if (this.database.isElevated) await this.fence(client, this.opened);
    else this.opened.catch(() => undefined); // awaited together with the first statement
    this.client = client;
    return client;
  }

  private async fence(client: PoolClient, opened: Promise<unknown>): Promise<void> {
    try {
      await opened;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }
}
