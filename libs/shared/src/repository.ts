import type { FieldChange } from './audit/audit-change.js';
import type { ColumnFacts } from './column.js';
import type { Context } from './context.js';
import type { Database } from './database.js';
import { DomainError, notFound } from './errors.js';
import { searchedIds, where, type Filters } from './filters.js';
import { isUuid, newId } from './ids.js';
import { insertOf } from './insert.js';
import { messages } from './messages.js';
import { Page, offsetOf, type PageRequest } from './page.js';
import { changedParts } from './sealed-parts.js';
import type { SealedSlot } from './sealed-slot.js';
import { Table, type EntityClass } from './table.js';
import type { StoredRecord } from './tenant-record.js';
import type { Row } from './transaction.js';
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

/** The page size that both surfaces take when none is asked for. */
const USUAL_SIZE = 20;

/** What every change moves by itself: not a change of its own. */
const bookkeeping = new Set(['id', 'tenant_id', 'created_at', 'updated_at', 'version']);

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
  private readonly selected: string;
  private readonly held = new WeakMap<T, Map<string, unknown>>();

  constructor(database: Database, entity: EntityClass<T>, options: RepositoryOptions<Q>) {
    this.noun = options.noun.name;
    this.words = options.noun;
    this.filters = options.filters ?? {};
    this.scope = options.scope ?? 'tenant_id';
    this.table = Table.of(entity, database.dataSource);
    this.selected = options.beside ? `${this.table.selected}, ${options.beside}` : this.table.selected;
  }

  async find(ctx: Context, id: string): Promise<T | null> {
    const named = this.named(id);
    return named ? this.first(ctx, `${this.mine} and ${named}`, [ctx.tenant_id, id]) : null;
  }

  /** The record, or not_found. */
  async get(ctx: Context, id: string): Promise<T> {
    return (await this.find(ctx, id)) ?? this.missing();
  }

  /**
   * The record, locked until the transaction ends: hold before you change. Refuses (precondition_failed) when the
   * caller says which version he saw last and this is another.
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
    const named = this.named(id);
    // Keys never change, so rows that cite the record may be added meanwhile: that is all FOR UPDATE would forbid, at the price of deadlocks.
    const record = named
      ? await this.first(ctx, `${this.mine} and ${named} for no key update`, [ctx.tenant_id, id])
      : null;
    if (record) this.held.set(record, this.table.snapshot(record));
    return record;
  }

  /** Several records, locked in the order of their ids, so that no two of these wait for each other. Those that are not there are left out. */
  async holdAll(ctx: Context, ids: readonly string[]): Promise<T[]> {
    const rows = await ctx.db.query(
      `select ${this.selected} from ${this.table.path} r where ${this.mine} and r.id = any($2) order by r.id for no key update`,
      [ctx.tenant_id, ids.filter(isUuid)],
    );
    const records = rows.map((row) => this.hydrate(ctx, row));
    for (const record of records) this.held.set(record, this.table.snapshot(record));
    return records;
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
    return ids ? this.pageOfFound(ctx, ids, values, page) : this.page(ctx, condition(), values, page);
  }

  async insert(ctx: Context, record: T, action = 'create'): Promise<T> {
    record.id ??= newId(ctx.now);
    record.created_at ??= ctx.now;
    record.updated_at = ctx.now;
    if (this.scope === 'tenant_id') (record as T & { tenant_id: string }).tenant_id = ctx.tenant_id;
    const written = this.table.columns.filter((c) => !(c.generated && this.value(record, c) === undefined));
    const generated = this.table.columns.filter((c) => !written.includes(c));
    const { text, values } = insertOf(ctx, this.table.path, this.toStore(ctx, record, written), generated);
    const sent = ctx.db.write(text, values);
    ctx.db.record(ctx, {
      action,
      record_type: this.noun,
      record_id: record.id,
      changes: this.changes(record, new Map(), written),
    });
    const [row] = await sent;
    generated.forEach((c, i) => ((record as Record<string, unknown>)[c.name] = row?.[i]));
    return record;
  }

  /** Writes what was changed on a record that is held, if anything was: then its version is one higher. */
  async save(ctx: Context, record: T, action = 'update'): Promise<T> {
    const before = this.held.get(record);
    if (!before) throw new Error(`A ${this.noun} is changed only while it is held`);
    const changed = this.table.changed(record, before).filter((c) => !bookkeeping.has(c.name));
    if (changed.length === 0) return record;
    record.version += 1;
    record.updated_at = ctx.now;
    const moved = [...changed, ...this.table.columns.filter((c) => c.name === 'version' || c.name === 'updated_at')];
    const { names, values } = this.toStore(ctx, record, moved);
    const sets = names.map((name, i) => `${name} = $${i + 3}`).join(', ');
    const sent = ctx.db.change(`update ${this.table.path} r set ${sets} where r.${this.scope} = $1 and r.id = $2`, [
      ctx.tenant_id,
      record.id,
      ...values,
    ]);
    ctx.db.record(ctx, {
      action,
      record_type: this.noun,
      record_id: record.id,
      changes: this.changes(record, before, changed),
    });
    if ((await sent) !== 1) throw new Error(`A held ${this.noun} could not be written`);
    this.held.set(record, this.table.snapshot(record));
    return record;
  }

  /** Which fields of a held record have been changed and not saved yet. */
  changedFields(record: T): string[] {
    const before = this.held.get(record);
    return before ? this.table.changed(record, before).map((column) => column.name) : [];
  }

  /** Deletes a held record for every observer; history that cites it keeps it. */
  async remove(ctx: Context, record: T): Promise<void> {
    record.deleted_at = ctx.now;
    await this.save(ctx, record, 'delete');
  }

  /** `r` is in this tenant and not deleted; the tenant is always $1. */
  protected get mine(): string {
    return `r.${this.scope} = $1 and r.deleted_at is null`;
  }

  /** The condition by which $2 names a record, or null when it cannot name one: that is not found, never an error. */
  protected named(id: string): string | null {
    return isUuid(id) ? 'r.id = $2' : null;
  }

  protected missing(): never {
    throw notFound(this.words);
  }

  protected hydrate(ctx: Context, row: Row): T {
    return this.table.hydrate(row, ctx.db.keyring);
  }

  protected async first(ctx: Context, condition: string, values: unknown[]): Promise<T | null> {
    const [row] = await ctx.db.query(`select ${this.selected} from ${this.table.path} r where ${condition}`, values);
    return row ? this.hydrate(ctx, row) : null;
  }

  protected page(ctx: Context, condition: string, values: unknown[], request: PageRequest): Promise<Page<T>> {
    const from = `from ${this.table.path} r where ${condition}`;
    const total = `select count(*) ${from}`;
    // Later pages pass over the rows before them by their ids, which an index has, not by the rows.
    const rows = (part: string): string =>
      request.page === 1 || this.scope !== 'tenant_id'
        ? `${from} order by r.id desc ${part}`
        : this.rowsOf(`select r.id ${from} order by r.id desc ${part}`);
    return this.read(ctx, { prelude: '', total, rows }, values, request);
  }

  /** A page of the records whose ids a SELECT finds: it runs once, for rows and total. */
  private pageOfFound(ctx: Context, ids: string, values: unknown[], request: PageRequest): Promise<Page<T>> {
    const prelude = `with found (id) as materialized (${ids}) `;
    const rows = (part: string): string => this.rowsOf(`select f.id from found f order by f.id desc ${part}`);
    return this.read(ctx, { prelude, total: 'select count(*) from found', rows }, values, request);
  }

  private rowsOf(ids: string): string {
    return `from (${ids}) i join ${this.table.path} r on r.${this.scope} = $1 and r.id = i.id order by r.id desc`;
  }

  private async read(
    ctx: Context,
    { prelude, total, rows }: { prelude: string; total: string; rows: (part: string) => string },
    values: unknown[],
    { page, size }: PageRequest,
  ): Promise<Page<T>> {
    // With figures in its text PostgreSQL can tell that one plan does for all tenants, and plans this once.
    const usual = page === 1 && size === USUAL_SIZE;
    const part = usual ? `limit ${USUAL_SIZE}` : `limit $${values.length + 1} offset $${values.length + 2}`;
    const found = await ctx.db.query(`${prelude}select ${this.selected}, (${total}) ${rows(part)}`, [
      ...values,
      ...(usual ? [] : [size, offsetOf({ page, size })]),
    ]);
    // The count comes with the rows; a page beyond the last has none to come with.
    const counted = found[0]?.at(-1) ?? (page === 1 ? 0 : (await ctx.db.query(`${prelude}${total}`, values))[0]?.[0]);
    return new Page(
      found.map((row) => this.hydrate(ctx, row)),
      counted as number,
      { page, size },
    );
  }

  private value(record: T, column: ColumnFacts): unknown {
    return (record as Record<string, unknown>)[column.name];
  }

  private toStore(ctx: Context, record: T, columns: readonly ColumnFacts[]): { names: string[]; values: unknown[] } {
    const names = columns.map((c) => c.name);
    const values = columns.map((c) => this.table.stored(c, record, ctx.db.keyring));
    for (const c of columns) {
      if (!c.tokens) continue;
      names.push(`${c.name}_tokens`);
      values.push(this.table.tokens(c, record, ctx.db.keyring));
    }
    return { names, values };
  }

  private changes(
    record: T,
    before: Map<string, unknown>,
    columns: readonly ColumnFacts[],
  ): Record<string, FieldChange> {
    const shown = columns.filter((c) => !bookkeeping.has(c.name));
    return Object.fromEntries(
      shown
        .filter((c) => before.size > 0 || (this.value(record, c) ?? null) !== null)
        .flatMap((c): [string, FieldChange][] => {
          const was = before.get(c.name);
          if (c.parts)
            return changedParts(record, c.name, (was ?? null) as SealedSlot).map((name) => [name, { withheld: true }]);
          if (c.withheld) return [[c.name, { withheld: true }]];
          return [[c.name, { before: this.table.asItWas(c, was), after: this.value(record, c) ?? null }]];
        }),
    );
  }
}
