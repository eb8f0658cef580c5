import type { FieldChange } from '../transaction/audit-change.js';
import { bookkeeping, changesOf } from './record-changes.js';
import { insertMany, updateMany } from './bulk.js';
import type { Context } from '../transaction/context.js';
import type { Database } from '../database/database.js';
import { DomainError, changedMeanwhile } from '../errors.js';
import type { RecordEvents } from '../events/record-events.js';
import { HeldRecords } from './held-records.js';
import { KeyedRecords } from './keyed-records.js';
import { isUuid } from '../values/ids.js';
import { RecordInsert } from './insert.js';
import { messages } from '../language/messages.js';
import { Numbering } from './number-series.js';
import { comparedAs, conditionOf, keyOf, type RecordKey, type RecordKeys } from './record-key.js';
import { RecordReading, type RepositoryOptions } from './record-reading.js';
import { isSharded } from '../transaction/sharded-transaction.js';
import type { EntityClass } from '../schema/table.js';
import type { StoredRecord } from '../schema/tenant-record.js';
import { RecordUpdate } from './update.js';

/** Rows that a scan holds at once. */
const SCANNED = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The records of one table, within the tenant of the context. All writes through it are on the audit trail. */
export abstract class Repository<T extends StoredRecord, Q extends object = object> extends RecordReading<T, Q> {
  private readonly inserted: RecordInsert<T>;
  private readonly written: RecordUpdate<T>;
  private readonly held: HeldRecords<T>;
  private readonly numbering: Numbering<T>;
  private readonly events?: RecordEvents<T>;
  private readonly recordKeys: RecordKeys;

  constructor(database: Database, entity: EntityClass<T>, options: RepositoryOptions<Q, T>) {
    super(database, entity, options);
    this.events = options.events;
    this.recordKeys = options.keys ?? {};
    this.numbering = new Numbering(this.table);
    this.held = new HeldRecords(this.table, options.noun, this.scope === 'tenant_id');
    this.inserted = new RecordInsert(this.table);
    this.written = new RecordUpdate(this.table, this.scope, new Set([...bookkeeping, ...this.table.keys]));
  }

  /**
   * The record, locked until the transaction ends: lock before you change. Refuses (precondition_failed) when the
   * caller names the version last seen and the record has another.
   */
  async lock(ctx: Context, id: string): Promise<T> {
    const record = await this.lockIfExists(ctx, id);
    if (!record) return this.missing();
    return this.asSeen(ctx, record);
  }

  /** A deleted record, locked before `restore`. @param since asked under the lock: one that was deleted before is not found @throws not_found, precondition_failed */
  async lockDeleted(ctx: Context, id: string, since: () => Promise<Date>): Promise<T> {
    const isNamed = this.nameIs(id);
    const condition = `${this.deleted} and ${isNamed} for no key update`;
    const found = isNamed ? this.first(ctx, condition, [ctx.tenant_id, id], 'lock') : null;
    const [record, earliest] = await Promise.all([found, since()]);
    if (!record?.deleted_at || record.deleted_at < earliest) return this.missing();
    this.held.keep(ctx, [record]);
    return this.asSeen(ctx, record);
  }

  /** Locks a record that is not the one the caller names: whichever version it has. */
  async lockIfExists(ctx: Context, id: string): Promise<T | null> {
    const isNamed = this.nameIs(id);
    if (!isNamed) return null;
    // Keys never change, so rows that cite the record may be added meanwhile: that is all FOR UPDATE would forbid, at the price of deadlocks.
    const condition = `${this.mine} and ${isNamed} for no key update`;
    const record = await this.first(ctx, condition, [ctx.tenant_id, id], 'lock');
    if (record) this.held.keep(ctx, [record]);
    return record;
  }

  /** Several records, locked in the order of their ids, so that no two of these wait for each other. Those that are not there are left out. */
  async lockAll(ctx: Context, ids: readonly string[]): Promise<T[]> {
    return this.lockWhere(ctx, 'r.id = any($2)', [ids.filter(isUuid)]);
  }

  /** The same, locked until the transaction ends: nothing is added to what is deleted or erased meanwhile. @throws invalid */
  async lockReferenced(ctx: Context, field: string, id: string): Promise<T> {
    return (await this.lockIfExists(ctx, id)) ?? this.refuseUnknown(field);
  }

  override async assertExists(ctx: Context, field: string, id: string, { lock = false } = {}): Promise<void> {
    // A lock may be lost where tables are spread over machines: there it is confirmed by the version that was read.
    if (lock && isSharded(ctx)) return void (await this.lockReferenced(ctx, field, id));
    await super.assertExists(ctx, field, id, { lock });
  }

  /** Several that fields of a body name, locked. @returns which one an id is of, invalid for its field when there is none */
  async lockAllReferenced(ctx: Context, ids: readonly string[]): Promise<(field: string, id: string) => T> {
    const records = await this.lockAll(ctx, [...new Set(ids.map((id) => id.toLowerCase()))]);
    const known = new Map(records.map((record) => [record.id, record]));
    return (field, id) => known.get(id.toLowerCase()) ?? this.refuseUnknown(field);
  }

  /**
   * Live records that have one of several texts of a key, in one round trip, locked in the order of their ids.
   * @param name `id`, or a key that the repository declares
   * @param options `lock` false: for tables of which other records are locked before
   */
  async byKey(ctx: Context, name: string, texts: readonly string[], { lock = true } = {}): Promise<KeyedRecords<T>> {
    const key = keyOf(this.recordKeys, name);
    const given = new Map<string, string>();
    for (const text of texts) {
      const compared = comparedAs(key, text);
      if (compared !== null) given.set(compared, text);
    }
    const asked = given.size === 0 ? null : conditionOf(ctx, key, given);
    if (asked === null) return new KeyedRecords(key, name, await this.scan(ctx, key, name, given));
    const values = [asked.value];
    const records = lock
      ? await this.lockWhere(ctx, asked.condition, values)
      : await this.readWhere(ctx, `${asked.condition} order by r.id`, values);
    return new KeyedRecords(key, name, records);
  }

  /**
   * Enqueues the INSERT of a record. A duplicate of a declared key is a conflict.
   * @param ifTaken what is thrown where another record has one of its keys, of what PostgreSQL says; unless told, the declared conflict
   * @throws where the database writes something into it, such as a number: see `insertNumbered`
   */
  insert(ctx: Context, record: T, action = 'create', ifTaken?: (error: Error) => Error): T {
    this.begin(ctx, record);
    const { text, values, written, generated } = this.inserted.of(ctx, record);
    if (generated.length > 0)
      throw new Error(`The database writes into ${this.table.path}: insertNumbered waits for it`);
    ctx.db.enqueue(text, values, ifTaken);
    this.enterInTrail(ctx, action, record, changesOf(this.table, record, null, written));
    this.events?.changed(ctx, { action, record, before: null, changed: written });
    return record;
  }

  /** Inserts a record, and waits for what the database writes into it: a document number. */
  async insertNumbered(ctx: Context, record: T, action = 'create'): Promise<T> {
    this.begin(ctx, record);
    const { text, values, written, generated } = this.inserted.of(ctx, record);
    if (generated.length === 0) return this.insert(ctx, record, action);
    const sent = ctx.db.write(text, values);
    this.enterInTrail(ctx, action, record, changesOf(this.table, record, null, written));
    const [row] = await sent;
    generated.forEach((c, i) => ((record as Record<string, unknown>)[c.name] = row?.[i]));
    this.events?.changed(ctx, { action, record, before: null, changed: written });
    return record;
  }

  /** Enqueues the INSERT of records. Those that need document numbers get them before, in one round trip and in the order given. */
  async insertMany(ctx: Context, records: readonly T[], action = 'create'): Promise<void> {
    for (const record of records) this.begin(ctx, record);
    await this.numbering.give(ctx, records);
    insertMany(ctx, this.table, records);
    const changed = this.table.columns;
    for (const record of records) {
      this.enterInTrail(ctx, action, record, changesOf(this.table, record, null, changed));
      this.events?.changed(ctx, { action, record, before: null, changed });
    }
  }

  /**
   * Enqueues the UPDATE of what was changed on a locked record, if anything was: then its version is one higher.
   * @param tells false where another event says what happened
   */
  save(ctx: Context, record: T, action = 'update', { tells = true }: { tells?: boolean } = {}): T {
    const before = this.held.snapshotOf(record);
    const stated = this.table.changed(record, before);
    const written = this.table.cutCards(record, stated) ? this.table.changed(record, before) : stated;
    const changed = written.filter((c) => !bookkeeping.has(c.name));
    if (changed.length === 0) return record;
    const read = record.version;
    record.version += 1;
    record.updated_at = ctx.now;
    const { text, values } = this.written.of(ctx, record, read, changed);
    ctx.db.updateExpecting(1, text, values, () => changedMeanwhile(this.words));
    this.held.written(ctx, [record]);
    this.enterInTrail(ctx, action, record, changesOf(this.table, record, before, changed));
    if (tells) this.events?.changed(ctx, { action, record, before, changed });
    this.held.remember(record);
    return record;
  }

  /**
   * Enqueues the UPDATE of columns of locked records, all of them changed or not, in one statement: then their versions are one
   * higher. Nothing else that was changed on them is written.
   * @param action what the audit trail calls it; null where a ledger says who did it and why
   * @param tells false where another event says what happened
   * @throws unavailable when one of them is not the version that was read
   */
  updateMany(
    ctx: Context,
    records: readonly T[],
    names: readonly (keyof T & string)[],
    action: string | null = 'update',
    { tells = true }: { tells?: boolean } = {},
  ): void {
    const columns = this.table.columns.filter((c) => (names as readonly string[]).includes(c.name));
    const kept = [...names, 'version', 'updated_at'];
    const held = records.map((record) => [record, this.held.snapshotOf(record)] as const);
    updateMany(ctx, this.table, records, names, () => changedMeanwhile(this.words));
    this.held.written(ctx, records);
    for (const [record, before] of held) {
      const changed = this.table.changed(record, before).filter((c) => columns.includes(c));
      record.version += 1;
      record.updated_at = ctx.now;
      if (action !== null) {
        this.enterInTrail(ctx, action, record, changesOf(this.table, record, before, changed));
        if (tells) this.events?.changed(ctx, { action, record, before, changed });
      }
      before.takeOver(this.table.snapshot(record), kept);
    }
  }

  /** Which fields of a locked record have been changed and not saved yet. */
  changedFields(record: T): string[] {
    const before = this.held.before(record);
    return before ? this.table.changed(record, before).map((column) => column.name) : [];
  }

  /** Deletes a locked record: it can no longer be found, but records that refer to it keep its id. */
  remove(ctx: Context, record: T): void {
    record.deleted_at = ctx.now;
    this.save(ctx, record, 'delete');
  }

  /** Takes a locked record out of the bin; what its deletion ended stays ended. A declared key that is taken by now is a conflict. */
  restore(ctx: Context, record: T): void {
    record.deleted_at = null;
    this.save(ctx, record, 'restore');
  }

  /** All that a condition is true of, locked in the order of their ids. @param values of its placeholders, from $2 */
  protected async lockWhere(ctx: Context, condition: string, values: readonly unknown[]): Promise<T[]> {
    const rows = await ctx.db.lock(this.selectWhere(`${this.mine} and ${condition} order by r.id for no key update`), [
      ctx.tenant_id,
      ...values,
    ]);
    const records = rows.map((row) => this.hydrate(ctx, row));
    this.held.keep(ctx, records);
    return records;
  }

  /** The same without a lock. */
  private async readWhere(ctx: Context, condition: string, values: readonly unknown[]): Promise<T[]> {
    const rows = await ctx.db.read(this.selectWhere(`${this.mine} and ${condition}`), [ctx.tenant_id, ...values]);
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** Goes through all records of the tenant, some at a time, for a sealed key without tokens; locks those that have one. */
  private async scan(
    ctx: Context,
    key: RecordKey,
    name: string,
    given: ReadonlyMap<string, string>,
  ): Promise<readonly T[]> {
    if (given.size === 0) return [];
    const found: string[] = [];
    let after = FIRST_ID;
    for (;;) {
      const some = await this.readWhere(ctx, `r.id > $2 order by r.id limit ${SCANNED}`, [after]);
      for (const record of some) {
        const value = (record as Readonly<Record<string, unknown>>)[name];
        const compared = typeof value === 'string' ? comparedAs(key, value) : null;
        if (compared !== null && given.has(compared)) found.push(record.id);
      }
      const last = some.at(-1);
      if (!last || some.length < SCANNED) return this.lockAll(ctx, found);
      after = last.id;
    }
  }

  /**
   * The number of the next record of a numbered kind, for one that is inserted later in this transaction: with it nothing has to be
   * waited for then. Others of the tenant wait for theirs until the transaction ends: draw it last.
   */
  protected drawNumber(ctx: Context): Promise<string> {
    return this.numbering.draw(ctx);
  }

  /** Refuses where the caller names the version last seen and the record has another. */
  private asSeen(ctx: Context, record: T): T {
    if (ctx.expected_versions && !ctx.expected_versions.includes(record.version))
      throw new DomainError('precondition_failed', messages.changedSinceRead({ noun: this.words }));
    return record;
  }

  private begin(ctx: Context, record: T): void {
    this.table.cutCards(record);
    record.giveId(ctx.now);
    record.created_at ??= ctx.now;
    record.updated_at = ctx.now;
    if (this.scope === 'tenant_id') (record as T & { tenant_id: string }).tenant_id = ctx.tenant_id;
  }

  private enterInTrail(ctx: Context, action: string, record: T, changes: Record<string, FieldChange>): void {
    ctx.db.record(ctx, { action, record_type: this.noun, record_id: record.id, changes });
  }
}
