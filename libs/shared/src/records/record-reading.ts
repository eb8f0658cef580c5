import { BinnedRecords, type BinOptions } from './binned-records.js';
import type { Context } from '../transaction/context.js';
import type { Database } from '../database/database.js';
import { invalid, notFound } from '../errors.js';
import type { RecordEvents } from '../events/record-events.js';
import { searchedIds, where, type Filters } from './filters.js';
import { rowOrFail } from './found-or-fail.js';
import { isUuid } from '../values/ids.js';
import { messages } from '../language/messages.js';
import type { SortColumns } from './list-order.js';
import type { Page, PageRequest } from './page.js';
import { PageReading } from './page-reading.js';
import type { RecordKeys } from './record-key.js';
import { unknownReference } from './references.js';
import { isSharded } from '../transaction/sharded-transaction.js';
import { Table, type EntityClass } from '../schema/table.js';
import type { StoredRecord } from '../schema/tenant-record.js';
import type { Row } from '../wire-protocol/batch.js';
import type { Noun, Words } from '../language/words.js';

export interface RepositoryOptions<Q extends object, T extends StoredRecord = StoredRecord> {
  /** The record's name in messages and on the audit trail. */
  noun: Noun;
  filters?: Filters<Q>;
  /** SQL of further columns, which `hydrate` finds after the table's own; the tenant is $1. */
  extraColumns?: string;
  /** Columns of fields that lists are sorted by and that views call otherwise. */
  sorts?: SortColumns;
  /** The events of its records, announced verb by verb. */
  events?: RecordEvents<T>;
  /** Fields by which records are found in addition to their ids; see `Repository.byKey`. */
  keys?: RecordKeys;
  /** Filters of callers who see a part of a list: no copy can be kept by them, as what leaves a filter is not told. */
  narrowing?: readonly (keyof Q)[];
  /** How its deleted records are shown in the bin; absent where none is restored. */
  bin?: BinOptions<T>;
  /** The column that names the tenant: `tenant_id`, save for the tenants themselves. */
  scope?: 'tenant_id' | 'id';
}

/**
 * The readings of the records of one table, within the tenant of the context. Every statement names the tenant, row level
 * security does not take its word for it, and an id of another tenant does not exist.
 */
export abstract class RecordReading<T extends StoredRecord, Q extends object = object> {
  /** The record's name on the audit trail. */
  readonly noun: string;
  /** Its deleted records, where they can be restored. */
  readonly binned: BinnedRecords<T> | null;
  /** The noun in messages. */
  protected readonly words: Words;
  protected readonly table: Table<T>;
  protected readonly filters: Filters<Q>;
  protected readonly scope: string;
  /** The table's columns, and further ones. */
  protected readonly selected: string;
  private readonly pages: PageReading<T>;
  private readonly narrowing: readonly (keyof Q)[];

  constructor(database: Database, entity: EntityClass<T>, options: RepositoryOptions<Q, T>) {
    this.noun = options.noun.name;
    this.words = options.noun;
    this.filters = options.filters ?? {};
    this.scope = options.scope ?? 'tenant_id';
    this.narrowing = options.narrowing ?? [];
    this.table = database.table(entity);
    this.selected = options.extraColumns ? `${this.table.selected}, ${options.extraColumns}` : this.table.selected;
    const hydrate = (ctx: Context, row: Row): T => this.hydrate(ctx, row);
    const [{ noun, selected, deleted: condition }, { path }] = [this, this.table];
    this.binned = options.bin
      ? new BinnedRecords({ path, noun, selected, condition, hydrate, options: options.bin })
      : null;
    this.pages = new PageReading({
      table: this.table,
      selected: this.selected,
      scope: this.scope,
      sorts: options.sorts,
      hydrate,
    });
  }

  async find(ctx: Context, id: string): Promise<T | null> {
    const isNamed = this.nameIs(id);
    return isNamed ? this.first(ctx, `${this.mine} and ${isNamed}`, [ctx.tenant_id, id]) : null;
  }

  /** One by its id, also a deleted one: for documents that name it. */
  async findWithDeleted(ctx: Context, id: string): Promise<T | null> {
    const isNamed = this.nameIs(id);
    return isNamed ? this.first(ctx, `r.${this.scope} = $1 and ${isNamed}`, [ctx.tenant_id, id]) : null;
  }

  /** Several by their ids, in the order of these. Those that are not there are left out. */
  async findAll(ctx: Context, ids: readonly string[]): Promise<T[]> {
    const values = [ctx.tenant_id, ids.filter(isUuid)];
    const rows = await ctx.db.read(this.selectWhere(`${this.mine} and r.id = any($2) order by r.id`), values);
    return rows.map((row) => this.hydrate(ctx, row));
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
    const text = rowOrFail(this.selected, this.table.path, `${this.mine} and ${isNamed}`);
    const read = { text, values: [ctx.tenant_id, id], otherwise: () => notFound(this.words) };
    const [row] = await ctx.db.readOnTrail(ctx, read, entry);
    return this.hydrate(ctx, row as Row);
  }

  /** The record that a field of a body names. @throws invalid for that field when there is none */
  async named(ctx: Context, field: string, id: string): Promise<T> {
    return (await this.find(ctx, id)) ?? this.refuseUnknown(field);
  }

  /**
   * Checks with the next statement that is awaited, COMMIT at the latest, that the record which a field of a body names is there.
   * @param options `lock`: it stays as it is until the transaction ends @throws invalid
   */
  async assertExists(ctx: Context, field: string, id: string, { lock = false } = {}): Promise<void> {
    const isNamed = this.nameIs(id);
    if (!isNamed) return this.refuseUnknown(field);
    const select = `select 1 from ${this.table.path} r where ${this.mine} and ${isNamed}${lock ? ' for no key update' : ''}`;
    ctx.db.assertExists(select, [ctx.tenant_id, id], () => unknownReference(field, this.words));
    return Promise.resolve();
  }

  /** Refuses a field that names none of these records. @throws invalid */
  refuseUnknown(field: string): never {
    throw unknownReference(field, this.words);
  }

  /**
   * One page, newest first unless sorted, and how many rows match in all: one round trip.
   * @throws invalid for changes where the caller sees a part of the list
   */
  async list(ctx: Context, query: Q, page: PageRequest): Promise<Page<T>> {
    const values: unknown[] = [ctx.tenant_id];
    if (page.updated_since) {
      if (this.narrowing.some((name) => query[name] !== undefined)) this.refuseChanges();
      values.push(page.updated_since);
      return this.page(ctx, where(this.filters, query, [this.ever, 'r.updated_at >= $2'], values), values, page);
    }
    const condition = (): string => where(this.filters, query, [this.mine], values);
    const ids = searchedIds(
      this.filters,
      query,
      values,
      () => `select r.id from ${this.table.path} r where ${condition()}`,
    );
    return ids ? this.pages.found(ctx, ids, values, page) : this.page(ctx, condition(), values, page);
  }

  /** `r` is in this tenant, deleted or not; the tenant is always $1. */
  protected get ever(): string {
    return `r.${this.scope} = $1`;
  }

  /** `r` is in this tenant and not deleted. */
  protected get mine(): string {
    return `${this.ever} and r.deleted_at is null`;
  }

  /** Refuses to tell what was changed since an instant: of what leaves the caller's part of a list a copy would not hear. @throws invalid */
  protected refuseChanges(): never {
    throw invalid('updated_since', messages.changesOfPart());
  }

  /** `r` is in this tenant and deleted, and its data were not erased: it can be restored. */
  protected get deleted(): string {
    const isErasable = this.table.columns.some(({ name }) => name === 'erased_at');
    return `r.${this.scope} = $1 and r.deleted_at is not null${isErasable ? ' and r.erased_at is null' : ''}`;
  }

  /** The condition by which $2 names a record, or null when it cannot name one: that is not found, never an error. */
  protected nameIs(id: string): string | null {
    return isUuid(id) ? 'r.id = $2' : null;
  }

  protected missing(): never {
    throw notFound(this.words);
  }

  protected hydrate(ctx: Context, row: Row): T {
    return this.table.hydrate(row, ctx.db.keyring);
  }

  /** Every record that is found by itself comes through here, locked ones too: what a repository hides it hides here. */
  protected async first(
    ctx: Context,
    condition: string,
    values: unknown[],
    way: 'read' | 'lock' = 'read',
  ): Promise<T | null> {
    const [row] = await ctx.db[way](this.selectWhere(condition), values);
    return row ? this.hydrate(ctx, row) : null;
  }

  protected selectWhere(condition: string): string {
    return `select ${this.selected} from ${this.table.path} r where ${condition}`;
  }

  protected page(ctx: Context, condition: string, values: unknown[], request: PageRequest): Promise<Page<T>> {
    return this.pages.where(ctx, condition, values, request);
  }
}
