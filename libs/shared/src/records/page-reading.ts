import type { Context } from '../transaction/context.js';
import { ListOrder, type SortColumns } from './list-order.js';
import { Page, offsetOf, type PageRequest } from './page.js';
import { DomainError, invalid } from '../errors.js';
import { messages } from '../language/messages.js';
import type { Table } from '../schema/table.js';
import { isUuid } from '../values/ids.js';
import type { Row } from '../wire-protocol/batch.js';

/** The page size that both surfaces take when none is asked for. */
const USUAL_SIZE = 20;

/** How a page of a table `r` is read. */
interface PageSource<T extends object> {
  table: Table<T>;
  /** The SELECT list. */
  selected: string;
  /** The column that names the tenant, who is $1; null where rows of all tenants are read. */
  scope: string | null;
  hydrate: (ctx: Context, row: Row) => T;
  /** Columns of fields that a list is sorted by and that are called otherwise. */
  sorts?: SortColumns;
}

/** The count and the reading, as SQL. @param part LIMIT and OFFSET */
interface Reading {
  prelude: string;
  total: string;
  rows: (part: string) => string;
}

/** Pages of a table, newest first unless another order is asked for, each with the number of rows that match in all: one round trip. */
export class PageReading<T extends object> {
  constructor(private readonly source: PageSource<T>) {}

  /** Of the rows that a condition is true of. */
  where(ctx: Context, condition: string, values: unknown[], request: PageRequest): Promise<Page<T>> {
    if (request.cursor) return this.follow(ctx, condition, values, request);
    const from = `from ${this.source.table.path} r where ${condition}`;
    const total = `select count(*) ${from}`;
    const order = this.orderOf(request);
    // Later pages pass over the rows before them by their ids, which an index has, not by the rows.
    const rows = (part: string): string =>
      request.page === 1 || this.source.scope !== 'tenant_id'
        ? `${from} order by ${order.text} ${part}`
        : this.rowsOf(`select r.id ${from} order by ${order.text} ${part}`, order);
    return this.read(ctx, { prelude: '', total, rows }, values, request);
  }

  /** Of the rows whose ids a SELECT finds: it runs once, for rows and total. */
  found(ctx: Context, ids: string, values: unknown[], request: PageRequest): Promise<Page<T>> {
    if (request.cursor) return this.follow(ctx, `${this.mine}r.id = any(array(${ids}))`, values, request);
    const prelude = `with found (id) as materialized (${ids}) `;
    const order = this.orderOf(request);
    const { path } = this.source.table;
    const sorted = order.key === null ? 'from found r' : `from found f join ${path} r on ${this.mine}r.id = f.id`;
    const rows = (part: string): string => this.rowsOf(`select r.id ${sorted} order by ${order.text} ${part}`, order);
    return this.read(ctx, { prelude, total: 'select count(*) from found', rows }, values, request);
  }

  /** The rows after a cursor, and one more that tells whether there are others: a row that stays comes once. @throws invalid */
  private async follow(
    ctx: Context,
    condition: string,
    values: readonly unknown[],
    request: PageRequest,
  ): Promise<Page<T>> {
    const { table, selected } = this.source;
    const { updated_since } = request;
    const order = this.orderOf(request);
    const place = placeOf(ctx, request, [
      table.path,
      condition,
      ...values.filter((value) => isText(value) && isUuid(value)),
    ]);
    const bound = [...values];
    const bind = (value: unknown): string => `$${bound.push(value)}`;
    const after = request.cursor?.after ?? null;
    const from = after === null ? null : openCursor(ctx, after, place);
    const behind = from === null ? '' : ` and ${order.after(from.value, from.id, bind)}`;
    const rows = await ctx.db.read(
      `select ${selected}, (${order.key ?? 'null'})::text from ${table.path} r
        where ${condition}${behind} order by ${order.text} limit ${bind(request.size + 1)}`,
      bound,
    );
    const shown = rows.slice(0, request.size);
    const records = shown.map((row) => this.source.hydrate(ctx, row));
    const has_more = rows.length > shown.length;
    const last = records.at(-1) as { id?: string } | undefined;
    // Changes that are committed behind a cursor come with the next reading, which goes by the beginning of this one.
    const begun = updated_since && (from?.begun ?? ctx.now);
    const told = [shown.at(-1)?.at(-1) ?? null, last?.id, ...(begun ? [begun.getTime()] : [])];
    const next_cursor = has_more ? ctx.db.keyring.seal(JSON.stringify(told), place) : null;
    return new Page(records, 0, request, { has_more, next_cursor, begun });
  }

  private rowsOf(ids: string, order: ListOrder): string {
    return `from (${ids}) i join ${this.source.table.path} r on ${this.mine}r.id = i.id order by ${order.text}`;
  }

  private get mine(): string {
    const { scope } = this.source;
    return scope === null ? '' : `r.${scope} = $1 and `;
  }

  private orderOf({ sort, updated_since }: PageRequest): ListOrder {
    if (updated_since) return ListOrder.changes;
    return sort ? ListOrder.of(this.source.table, sort, this.source.sorts) : ListOrder.newest;
  }

  private async read(
    ctx: Context,
    { prelude, total, rows }: Reading,
    values: unknown[],
    request: PageRequest,
  ): Promise<Page<T>> {
    const { page, size } = request;
    // With figures in its text PostgreSQL can tell that one plan does for all tenants, and plans this once.
    const usual = page === 1 && size === USUAL_SIZE;
    const part = usual ? `limit ${USUAL_SIZE}` : `limit $${values.length + 1} offset $${values.length + 2}`;
    const found = await ctx.db.read(`${prelude}select ${this.source.selected}, (${total}) ${rows(part)}`, [
      ...values,
      ...(usual ? [] : [size, offsetOf({ page, size })]),
    ]);
    // The count comes with the rows; a page beyond the last has none to come with.
    const counted = found[0]?.at(-1) ?? (page === 1 ? 0 : (await ctx.db.read(`${prelude}${total}`, values))[0]?.[0]);
    return new Page(
      found.map((row) => this.source.hydrate(ctx, row)),
      counted as number,
      request,
    );
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** What a cursor is sealed for: the list with its filters and order, and whose it is. */
const placeOf = ({ tenant_id }: Context, { cursor, sort }: PageRequest, list: readonly unknown[]): string =>
  JSON.stringify(['cursor', tenant_id, cursor?.asked, sort ?? null, ...list]);

/** Where a cursor stands. */
interface Position {
  /** Of the row before it: the value by which it is ordered, and its id. */
  value: string | null;
  id: string;
  /** Of changes: when their first page was read. */
  begun?: Date;
}

/** @throws invalid for a cursor of another list, or of none */
function openCursor({ db }: Context, cursor: string, place: string): Position {
  try {
    const [value, id, begun] = JSON.parse(db.keyring.open(cursor, place)) as [string | null, string, number?];
    return { value, id, ...(begun === undefined ? {} : { begun: new Date(begun) }) };
  } catch (error) {
    if (error instanceof DomainError) throw invalid('cursor', messages.cursorUnknown());
    throw error;
  }
}
