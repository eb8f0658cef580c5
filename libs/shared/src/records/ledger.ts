import { insertMany } from './bulk.js';
import type { Context } from '../transaction/context.js';
import type { Database } from '../database/database.js';
import { isUuid, newId } from '../values/ids.js';
import { RecordInsert, type RecordInsertion } from './insert.js';
import { ListOrder } from './list-order.js';
import { Page, offsetOf, type PageRequest } from './page.js';
import { Table, type EntityClass } from '../schema/table.js';
import type { LedgerEntry } from '../schema/tenant-record.js';
import type { Row } from '../wire-protocol/batch.js';

/** What a ledger itself writes into an entry. */
type Written = 'id' | 'tenant_id' | 'created_at' | 'actor_id';

/** An entry as it is enqueued: what the database writes into it is not known yet. */
type Appended<T, Drawn extends keyof T> = [Drawn] extends [never] ? T : Omit<T, Drawn>;

/**
 * Entries that are added and never changed, each about one owner: movements of a product's stock, of a customer's
 * points, refunds of a sale. The ledger is its own trail: it says who, when and why. `Drawn` is what the database writes:
 * a document number.
 */
export abstract class Ledger<T extends LedgerEntry, Drawn extends keyof T = never> {
  protected readonly table: Table<T>;
  private readonly inserted: RecordInsert<T>;

  /** @param owner the column that names what an entry is about */
  constructor(
    database: Database,
    private readonly entity: EntityClass<T>,
    protected readonly owner: string & keyof T,
  ) {
    this.table = database.table(entity);
    this.inserted = new RecordInsert(this.table);
  }

  /** Enqueues entries in the order given. @returns them without what the database writes */
  append(ctx: Context, entries: readonly Omit<T, Written | Drawn>[]): Appended<T, Drawn>[] {
    const made = this.make(ctx, entries);
    const isGenerated = this.table.columns.some((c) => c.generated);
    if (made.length > 1 && !isGenerated) insertMany(ctx, this.table, made);
    else for (const { text, values } of made.map((record) => this.insertOf(ctx, record))) ctx.db.enqueue(text, values);
    return made;
  }

  /** Adds an entry, and waits for what the database writes into it: a document number. */
  async appendNumbered(ctx: Context, entry: Omit<T, Written | Drawn>): Promise<T> {
    const [record] = this.make(ctx, [entry]) as [T];
    const { text, values, generated } = this.insertOf(ctx, record);
    const [row] = await ctx.db.write(text, values);
    generated.forEach((c, i) => ((record as Record<string, unknown>)[c.name] = row?.[i]));
    return record;
  }

  /** One page of an owner's entries, the last first unless sorted by `created_at`. @param only SQL over `r` that narrows them */
  async list(ctx: Context, owner_id: string, page: PageRequest, only = 'true'): Promise<Page<T>> {
    const from = `from ${this.table.path} r where r.tenant_id = $1 and r.${this.owner} = $2 and ${only}`;
    const order = page.sort ? ListOrder.of(this.table, page.sort).text : 'r.position desc';
    const [rows, [count]] = await Promise.all([
      ctx.db.read(`select ${this.table.selected} ${from} order by ${order} limit $3 offset $4`, [
        ctx.tenant_id,
        owner_id,
        page.size,
        offsetOf(page),
      ]),
      ctx.db.read(`select count(*) ${from}`, [ctx.tenant_id, owner_id]),
    ]);
    return new Page(
      rows.map((row) => this.hydrate(ctx, row)),
      count?.[0] as number,
      page,
    );
  }

  /** All entries of several owners, each owner's in their order. */
  async of(ctx: Context, owner_ids: readonly string[]): Promise<T[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
       where r.tenant_id = $1 and r.${this.owner} = any($2) order by r.position`,
      [ctx.tenant_id, owner_ids],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** Entries by their ids, in the order of these. Those that are not there are left out. */
  async findAll(ctx: Context, ids: readonly string[]): Promise<T[]> {
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r where r.tenant_id = $1 and r.id = any($2) order by r.id`,
      [ctx.tenant_id, ids.filter(isUuid)],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  protected hydrate(ctx: Context, row: Row): T {
    return this.table.hydrate(row, ctx.db.keyring);
  }

  private make(ctx: Context, entries: readonly Omit<T, Written | Drawn>[]): T[] {
    return entries.map((entry) => {
      const record = Object.assign(new this.entity(), entry);
      record.id = newId(ctx.now);
      record.tenant_id = ctx.tenant_id;
      record.created_at = ctx.now;
      record.actor_id = ctx.actor?.user_id ?? null;
      return record;
    });
  }

  private insertOf(ctx: Context, record: T): RecordInsertion {
    this.table.cutCards(record);
    return this.inserted.of(ctx, record);
  }
}
