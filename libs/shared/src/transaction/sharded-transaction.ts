import type { Context } from './context.js';
import { changedMeanwhile } from '../errors.js';
import { grouped } from '../values/grouped.js';
import { Transaction } from './transaction.js';
import type { Words } from '../language/words.js';

/** A record as it was when it was locked. */
export interface HeldVersion {
  id: string;
  version: number;
}

/** The table of held records, and what one of them is called. */
export interface HeldTable {
  /** With its schema: `core.users`. */
  path: string;
  words: Words;
}

interface HeldRow extends HeldVersion {
  tenant_id: string;
  table: HeldTable;
}

/**
 * A transaction of a sharded database, where a row lock does not outlive the move of its shard. A record that was locked and not
 * written is confirmed before it is committed: a write that names the version that was read and changes nothing. So a
 * decision rests on no lock alone (a last administrator, a patient who is not erased), and where one was lost, nothing is
 * done. On one PostgreSQL every lock lasts, and transactions spare this.
 */
export class ShardedTransaction extends Transaction {
  private held = new Map<string, HeldRow>();
  /** Updates whose rows are not counted yet. */
  private expected: Promise<void>[] = [];

  protected override get isSharded(): boolean {
    return true;
  }

  /** @internal Records were locked, in these versions. */
  noteLocked(tenant_id: string, table: HeldTable, records: readonly HeldVersion[]): void {
    for (const { id, version } of records) this.held.set(keyOf(table.path, id), { tenant_id, table, id, version });
  }

  /** @internal Records were written by the versions that were read: nothing is left to be confirmed of them. */
  noteWritten(path: string, ids: readonly string[]): void {
    for (const id of ids) this.held.delete(keyOf(path, id));
  }

  /** Its machines are told the plain UPDATE: how many rows it changed is looked at here, before it is committed. */
  override updateExpecting(rows: number, update: string, values: readonly unknown[], otherwise: () => Error): void {
    const done = this.change(update, values).then((changed) => {
      if (changed !== rows) throw otherwise();
    });
    done.catch(() => undefined);
    this.expected.push(done);
  }

  override async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const before = new Map(this.held);
    try {
      return await super.savepoint(async () => {
        const result = await work();
        await this.expectations();
        return result;
      });
    } catch (error) {
      this.held = before;
      this.expected = [];
      throw error;
    }
  }

  /** The tenant's own rows are confirmed while row level security shows them. @throws unavailable while its node does not answer */
  override async withTenant<T>(tenant_id: string, work: () => Promise<T>): Promise<T> {
    this.source.requireNode(tenant_id);
    return super.withTenant(tenant_id, async () => {
      const result = await work();
      await this.confirm((row) => row.tenant_id === tenant_id);
      return result;
    });
  }

  override async commitAndContinue(): Promise<void> {
    await this.confirm();
    await super.commitAndContinue();
  }

  override async commit(): Promise<void> {
    await this.confirm();
    await super.commit();
  }

  /** @throws unavailable where one of them has another version, or is gone */
  private async confirm(isMeant: (row: HeldRow) => boolean = () => true): Promise<void> {
    await this.expectations();
    const rows = [...this.held.values()].filter(isMeant);
    for (const { table, id } of rows) this.noteWritten(table.path, [id]);
    const alike = grouped(rows, ({ tenant_id, table }) => `${tenant_id} ${table.path}`);
    await Promise.all([...alike.values()].map((some) => this.confirmAlike(some)));
  }

  /** @throws what an update that changed other rows than expected is to be told as */
  private async expectations(): Promise<void> {
    const { expected } = this;
    this.expected = [];
    await Promise.all(expected);
  }

  private async confirmAlike(rows: readonly HeldRow[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const confirmed = await this.change(
      `update ${first.table.path} r set version = r.version from unnest($2::uuid[], $3::integer[]) as v (id, version)
       where r.tenant_id = $1 and r.id = v.id and r.version = v.version`,
      [first.tenant_id, rows.map(({ id }) => id), rows.map(({ version }) => version)],
    );
    if (confirmed !== rows.length) throw changedMeanwhile(first.table.words);
  }
}

/** Whether the database lays tenants on several machines. */
export const isSharded = (ctx: Context): boolean => ctx.db instanceof ShardedTransaction;

/** Notes that records of the context's tenant were locked and read: what is decided now rests on these versions. */
export function noteHeld(ctx: Context, table: HeldTable, records: readonly HeldVersion[]): void {
  if (ctx.db instanceof ShardedTransaction) ctx.db.noteLocked(ctx.tenant_id, table, records);
}

/** Notes that such records were written, by the versions that were read, or deleted. */
export function noteWritten(ctx: Context, path: string, records: readonly { id: string }[]): void {
  if (ctx.db instanceof ShardedTransaction)
    ctx.db.noteWritten(
      path,
      records.map(({ id }) => id),
    );
}

const keyOf = (path: string, id: string): string => `${path} ${id}`;
