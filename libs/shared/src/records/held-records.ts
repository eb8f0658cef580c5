import type { Context } from '../transaction/context.js';
import { noteHeld, noteWritten } from '../transaction/sharded-transaction.js';
import type { Snapshot } from '../schema/snapshot.js';
import type { Table } from '../schema/table.js';
import type { StoredRecord } from '../schema/tenant-record.js';
import type { Noun } from '../language/words.js';

/** Records that are locked, and what they were when they were read. */
export class HeldRecords<T extends StoredRecord> {
  private readonly held = new WeakMap<T, Snapshot>();

  /** @param isMoved whether a lock may be lost on a sharded database: not of what stands on every machine */
  constructor(
    private readonly table: Table<T>,
    private readonly noun: Noun,
    private readonly isMoved: boolean,
  ) {}

  keep(ctx: Context, records: readonly T[]): void {
    for (const record of records) this.remember(record);
    if (this.isMoved) noteHeld(ctx, { path: this.table.path, words: this.noun }, records);
  }

  /** They are written by the versions that were read. */
  written(ctx: Context, records: readonly T[]): void {
    noteWritten(ctx, this.table.path, records);
  }

  remember(record: T): void {
    this.held.set(record, this.table.snapshot(record));
  }

  /** @throws Error for one that is not held */
  snapshotOf(record: T): Snapshot {
    const snapshot = this.held.get(record);
    if (!snapshot) throw new Error(`A ${this.noun.name} is changed only while it is held`);
    return snapshot;
  }

  before(record: T): Snapshot | undefined {
    return this.held.get(record);
  }
}
