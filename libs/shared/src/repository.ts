import type { FieldChange } from './audit/audit-change.js';
import { bookkeeping, changesOf } from './audit/record-changes.js';
import { insertMany, updateMany } from './bulk.js';
import type { ColumnFacts } from './column.js';
import type { Context } from './context.js';
import type { Database } from './database.js';
import { DomainError, changedMeanwhile, notFound } from './errors.js';
import { searchedIds, where, type Filters } from './filters.js';
import { isUuid } from './ids.js';
import { HeldRecords } from './held-records.js';
import { insertOf } from './insert.js';
import { messages } from './messages.js';
import { Numbering } from './number-series.js';
import type { Page, PageRequest } from './page.js';
import { PageReading } from './page-reading.js';
import { unknownReference } from './references.js';
import { isSharded } from './sharded-transaction.js';
import { Table, type EntityClass } from './table.js';
import type { StoredRecord } from './tenant-record.js';
import type { Row } from './transaction.js';
import { RecordUpdate } from './update.js';
import type { Noun, Words } from './words.js';

export interface RepositoryOptions<Q extends object> {
  /** The record's name in messages and on the audit trail. */
  noun: Noun;
  filters?: Filters<Q>;
  /** SQL of what is read beside the table's own columns, which `hydrate` finds after them; the tenant is $1. */
  beside?: string;
  /** The column that names the tenant: `tenant_id`, save for the tenants themselves. */
  scope?: 'tenant_id' | 'id';
}

/**
 * The records of one table, within the tenant of the context. Every statement names the tenant, row level security
 * does not take its word for it, and an id of another tenant does not exist. What is written through here is
 * on the audit trail.
 */
export abstract class Repository<T extends StoredRecord, Q extends object = object> {
  /** The record's name on the audit trail. */
  readonly noun: string;
  /** The same in messages. */
  protected readonly words: Words;
  protected readonly table: Table<T>;
  protected readonly filters: Filters<Q>;
  protected readonly scope: string;
  /** The table's columns, and what is read beside them. */
  protected readonly selected: string;
  private readonly pages: PageReading<T>;
  private readonly written: RecordUpdate<T>;
  private readonly held: HeldRecords<T>;
  private readonly numbering: Numbering<T>;

  constructor(database: Database, entity: EntityClass<T>, options: RepositoryOptions<Q>) {
    this.noun = options.noun.name;
    this.words = options.noun;
    this.filters = options.filters ?? {};
    this.scope = options.scope ?? 'tenant_id';
    this.table = Table.of(entity, database.dataSource);
    this.numbering = new Numbering(this.table);
    this.held = new HeldRecords(this.table, options.noun, this.scope === 'tenant_id');
    this.selected = options.beside ? `${this.table.selected}, ${options.beside}` : this.table.selected;
    this.written = new RecordUpdate(this.table, this.scope, new Set([...bookkeeping, ...this.table.keys]));
    this.pages = new PageReading({
      path: this.table.path,
      selected: this.selected,
      scope: this.scope,
      hydrate: (ctx, row) => this.hydrate(ctx, row),
    });
  }

  async find(ctx: Context, id: string): Promise<T | null> {
    const isNamed = this.nameIs(id);
    return isNamed ? this.first(ctx, `${this.mine} and ${isNamed}`, [ctx.tenant_id, id]) : null;
  }

  /** The record, or not_found. */
  async get(ctx: Context, id: string): Promise<T> {
    return (await this.find(ctx, id)) ?? this.missing();
  }

  /** The record, or not_found; that it was read is on the trail, in the same packet. For records whose reading is sensitive. */
  async readOnTrail(ctx: Context, id: string): Promise<T> {
    const isNamed = this.nameIs(id);
    if (!isNamed) return this.missing();
    const entry = { action: 'read', record_type: this.noun, record_id: id.toLowerCase(), changes: {} };
    // A join with one row of constants is nothing for a database that looks for the machine by the tenant of each table.
    if (isSharded(ctx)) {
      const record = await this.get(ctx, id);
      ctx.db.record(ctx, entry);
      return record;
    }
    const [row] = await ctx.db.readOnTrail(
      ctx,
      {
        text: `select ${this.selected} from (values (1)) one left join ${this.table.path} r on ${this.mine} and ${isNamed}
          where 1 / (r.id is not null)::integer = 1`,
        values: [ctx.tenant_id, id],
        otherwise: () => notFound(this.words),
      },
      entry,
    );
    return this.hydrate(ctx, row as Row);
  }

  /**
   * The record, locked until the transaction ends: hold before you change. Refuses (precondition_failed) when the
   * caller names the version last seen and the record has another.
   */
  async hold(ctx: Context, id: string): Promise<T> {
    const record = await this.holdIfThere(ctx, id);
    if (!record) return this.missing();
    if (ctx.expected_versions && !ctx.expected_versions.includes(record.version)) {
      throw new DomainError('precondition_failed', messages.changedSinceRead({ noun: this.words }));
    }
    return record;
  }

  /** Locks a record that is not the one the caller names: whichever version it has. */
  async holdIfThere(ctx: Context, id: string): Promise<T | null> {
    const isNamed = this.nameIs(id);
    // Keys never change, so rows that cite the record may be added meanwhile: that is all FOR UPDATE would forbid, at the price of deadlocks.
    const record = isNamed
      ? await this.first(ctx, `${this.mine} and ${isNamed} for no key update`, [ctx.tenant_id, id])
      : null;
    if (record) this.held.keep(ctx, [record]);
    return record;
  }

  /** Several records, locked in the order of their ids, so that no two of these wait for each other. Those that are not there are left out. */
  async holdAll(ctx: Context, ids: readonly string[]): Promise<T[]> {
    return this.holdWhere(ctx, 'r.id = any($2)', [ids.filter(isUuid)]);
  }

  /** The record that a field of a body names. @throws invalid for that field when there is none */
  async named(ctx: Context, field: string, id: string): Promise<T> {
    return (await this.find(ctx, id)) ?? this.refuseUnknown(field);
  }

  /** The same, locked until the transaction ends: nothing is added to what is deleted or erased meanwhile. @throws invalid */
  async holdNamed(ctx: Context, field: string, id: string): Promise<T> {
    return (await this.holdIfThere(ctx, id)) ?? this.refuseUnknown(field);
  }

  /**
   * The record that a field of a body names is there, and stays as it is until the transaction ends. Nobody waits for it: where there
   * is none, what comes next is refused, COMMIT at the latest. @throws invalid
   */
  async requireHeld(ctx: Context, field: string, id: string): Promise<void> {
    // A lock may be lost where tables are spread over machines: there it is confirmed by the version that was read.
    if (isSharded(ctx)) return void (await this.holdNamed(ctx, field, id));
    await this.require(ctx, field, id, ' for no key update');
  }

  /** The same of a record that is not locked: there is one when it is looked for. @throws invalid */
  async requireNamed(ctx: Context, field: string, id: string): Promise<void> {
    if (isSharded(ctx)) return void (await this.named(ctx, field, id));
    await this.require(ctx, field, id, '');
  }

  /** Several that fields of a body name, locked. @returns which one an id is of, invalid for its field when there is none */
  async holdAllNamed(ctx: Context, ids: readonly string[]): Promise<(field: string, id: string) => T> {
    const records = await this.holdAll(ctx, [...new Set(ids.map((id) => id.toLowerCase()))]);
    const known = new Map(records.map((record) => [record.id, record]));
    return (field, id) => known.get(id.toLowerCase()) ?? this.refuseUnknown(field);
  }

  /** Refuses a field that names none of these records. @throws invalid */
  refuseUnknown(field: string): never {
    throw unknownReference(field, this.words);
  }

  /** One page, newest first, and how many rows match in all: one round trip. */
  async list(ctx: Context, query: Q, page: PageRequest): Promise<Page<T>> {
    const values: unknown[] = [ctx.tenant_id];
    const condition = (): string => where(this.filters, query, [this.mine], values);
    const ids = searchedIds(
      this.filters,
      query,
      values,
      () => `select r.id from ${this.table.path} r where ${condition()}`,
    );
    return ids ? this.pages.found(ctx, ids, values, page) : this.page(ctx, condition(), values, page);
  }

  async insert(ctx: Context, record: T, action = 'create'): Promise<T> {
    this.begin(ctx, record);
    const written = this.table.columns.filter((c) => !(c.generated && this.value(record, c) === undefined));
    const generated = this.table.columns.filter((c) => !written.includes(c));
    const { text, values } = insertOf(ctx, this.table.path, this.table.row(record, written, ctx.db.keyring), generated);
    const sent = generated.length > 0 ? ctx.db.write(text, values) : ctx.db.put(text, values);
    this.enterInTrail(ctx, action, record, changesOf(this.table, record, new Map(), written));
    const [row] = (await sent) ?? [];
    generated.forEach((c, i) => ((record as Record<string, unknown>)[c.name] = row?.[i]));
    return record;
  }

  /** Inserts a record unless another has its key. @param key the columns of a unique index @returns whether it was inserted */
  protected async insertIfFree(ctx: Context, record: T, key: readonly (keyof T & string)[]): Promise<boolean> {
    this.begin(ctx, record);
    const { columns } = this.table;
    const { text, values } = insertOf(ctx, this.table.path, this.table.row(record, columns, ctx.db.keyring), []);
    const [row] = await ctx.db.write(`${text} on conflict (${key.join(', ')}) do nothing returning id`, values);
    if (row) this.enterInTrail(ctx, 'create', record, changesOf(this.table, record, new Map(), columns));
    return row !== undefined;
  }

  /** Inserts records in one round trip; in one more before it they get their document numbers, in the order given. */
  async insertMany(ctx: Context, records: readonly T[], action = 'create'): Promise<void> {
    for (const record of records) this.begin(ctx, record);
    await this.numbering.give(ctx, records);
    const sent = insertMany(ctx, this.table, records);
    for (const record of records)
      this.enterInTrail(ctx, action, record, changesOf(this.table, record, new Map(), this.table.columns));
    await sent;
  }

  /** Writes what was changed on a record that is held, if anything was: then its version is one higher. */
  async save(ctx: Context, record: T, action = 'update'): Promise<T> {
    const before = this.held.snapshotOf(record);
    const stated = this.table.changed(record, before);
    const written = this.table.cutCards(record, stated) ? this.table.changed(record, before) : stated;
    const changed = written.filter((c) => !bookkeeping.has(c.name));
    if (changed.length === 0) return record;
    const read = record.version;
    record.version += 1;
    record.updated_at = ctx.now;
    const { text, values } = this.written.of(ctx, record, read, changed);
    const sent = ctx.db.changeExactly(1, text, values, () => changedMeanwhile(this.words));
    this.held.written(ctx, [record]);
    this.enterInTrail(ctx, action, record, changesOf(this.table, record, before, changed));
    await sent;
    this.held.remember(record);
    return record;
  }

  /**
   * Writes columns of records that are held, all of them changed or not, in one round trip: then their versions are one
   * higher. Nothing else that was changed on them is written.
   * @param action what the audit trail calls it; null where a ledger says who did it and why
   * @throws unavailable when one of them is not the version that was read
   */
  async updateMany(
    ctx: Context,
    records: readonly T[],
    names: readonly (keyof T & string)[],
    action: string | null = 'update',
  ): Promise<void> {
    const columns = this.table.columns.filter((c) => (names as readonly string[]).includes(c.name));
    const moved = this.table.columns.filter((c) => c.name === 'version' || c.name === 'updated_at');
    const held = records.map((record) => [record, this.held.snapshotOf(record)] as const);
    const sent = updateMany(ctx, this.table, records, names, () => changedMeanwhile(this.words));
    this.held.written(ctx, records);
    for (const [record, before] of held) {
      const changed = this.table.changed(record, before).filter((c) => columns.includes(c));
      if (action !== null) this.enterInTrail(ctx, action, record, changesOf(this.table, record, before, changed));
      record.version += 1;
      record.updated_at = ctx.now;
      const after = this.table.snapshot(record);
      for (const { name } of [...columns, ...moved]) before.set(name, after.get(name));
    }
    await sent;
  }

  /** Which fields of a held record have been changed and not saved yet. */
  changedFields(record: T): string[] {
    const before = this.held.before(record);
    return before ? this.table.changed(record, before).map((column) => column.name) : [];
  }

  /** Deletes a locked record: it can no longer be found, but records that refer to it keep its id. */
  async remove(ctx: Context, record: T): Promise<void> {
    record.deleted_at = ctx.now;
    await this.save(ctx, record, 'delete');
  }

  /** `r` is in this tenant and not deleted; the tenant is always $1. */
  protected get mine(): string {
    return `r.${this.scope} = $1 and r.deleted_at is null`;
  }

  /** The condition by which $2 names a record, or null when it cannot name one: that is not found, never an error. */
  protected nameIs(id: string): string | null {
    return isUuid(id) ? 'r.id = $2' : null;
  }

  protected missing(): never {
    throw notFound(this.words);
  }

  /** All that a condition is true of, locked in the order of their ids. @param values of its placeholders, from $2 */
  protected async holdWhere(ctx: Context, condition: string, values: readonly unknown[]): Promise<T[]> {
    const rows = await ctx.db.query(
      `select ${this.selected} from ${this.table.path} r where ${this.mine} and ${condition} order by r.id for no key update`,
      [ctx.tenant_id, ...values],
    );
    const records = rows.map((row) => this.hydrate(ctx, row));
    this.held.keep(ctx, records);
    return records;
  }

  protected hydrate(ctx: Context, row: Row): T {
    return this.table.hydrate(row, ctx.db.keyring);
  }

  protected async first(ctx: Context, condition: string, values: unknown[]): Promise<T | null> {
    const [row] = await ctx.db.query(`select ${this.selected} from ${this.table.path} r where ${condition}`, values);
    return row ? this.hydrate(ctx, row) : null;
  }

  protected page(ctx: Context, condition: string, values: unknown[], request: PageRequest): Promise<Page<T>> {
    return this.pages.where(ctx, condition, values, request);
  }

  /**
   * The number of the next record of a numbered kind, for one that is inserted later in this transaction: with it nothing has to be
   * waited for then. Others of the tenant wait for theirs until the transaction ends: draw it last.
   */
  protected drawNumber(ctx: Context): Promise<string> {
    return this.numbering.draw(ctx);
  }

  private async require(ctx: Context, field: string, id: string, lock: string): Promise<void> {
    const isNamed = this.nameIs(id);
    if (!isNamed) return this.refuseUnknown(field);
    const select = `select 1 from ${this.table.path} r where ${this.mine} and ${isNamed}${lock}`;
    await ctx.db.require(select, [ctx.tenant_id, id], () => unknownReference(field, this.words));
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

  private value(record: T, column: ColumnFacts): unknown {
    return (record as Record<string, unknown>)[column.name];
  }
}
