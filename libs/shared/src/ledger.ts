import { insertMany } from './bulk.js';
import type { Context } from './context.js';
import type { Database } from './database.js';
import { newId } from './ids.js';
import { RecordInsert, type RecordInsertion } from './insert.js';
import { Page, offsetOf, type PageRequest } from './page.js';
import { Table, type EntityClass } from './table.js';
import type { LedgerEntry } from './tenant-record.js';
import type { Row } from './transaction.js';

/** What a ledger itself writes into an entry. */
type Written = 'id' | 'tenant_id' | 'created_at' | 'actor_id';

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

  /** Adds entries in the order given, in one statement where the database has nothing to say to each of them. */
  async append(ctx: Context, entries: readonly Omit<T, Written | Drawn>[]): Promise<T[]> {
    const made = this.make(ctx, entries);
    const together = made.length > 1 && this.table.columns.every((c) => !c.generated);
    await (together ? insertMany(ctx, this.table, made) : Promise.all(made.map((record) => this.insert(ctx, record))));
    return made;
  }

  /** The same where nobody asks for what the database writes, such as a number: then nobody waits for it. */
  async put(ctx: Context, entries: readonly Omit<T, Written | Drawn>[]): Promise<void> {
    for (const record of this.make(ctx, entries)) {
      const { text, values } = this.insertOf(ctx, record);
      ctx.db.put(text, values);
    }
  }

  /** One page of an owner's entries, the last first. @param only SQL over `r` that narrows them */
  async list(ctx: Context, owner_id: string, page: PageRequest, only = 'true'): Promise<Page<T>> {
    const from = `from ${this.table.path} r where r.tenant_id = $1 and r.${this.owner} = $2 and ${only}`;
    const [rows, [count]] = await Promise.all([
      ctx.db.query(`select ${this.table.selected} ${from} order by r.position desc limit $3 offset $4`, [
        ctx.tenant_id,
        owner_id,
        page.size,
        offsetOf(page),
      ]),
      ctx.db.query(`select count(*) ${from}`, [ctx.tenant_id, owner_id]),
    ]);
    return new Page(
      rows.map((row) => this.hydrate(ctx, row)),
      count?.[0] as number,
      page,
    );
  }

  /** All entries of several owners, each owner's in their order. */
  async of(ctx: Context, owner_ids: readonly string[]): Promise<T[]> {
    const rows = await ctx.db.query(
      `select ${this.table.selected} from ${this.table.path} r
       where r.tenant_id = $1 and r.${this.owner} = any($2) order by r.position`,
      [ctx.tenant_id, owner_ids],
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

  private async insert(ctx: Context, record: T): Promise<void> {
    const { text, values, generated } = this.insertOf(ctx, record);
    if (generated.length === 0) return ctx.db.put(text, values);
    const [row] = await ctx.db.write(text, values);
    generated.forEach((c, i) => ((record as Record<string, unknown>)[c.name] = row?.[i]));
  }
}
