import type { Context } from '../transaction/context.js';
import { Page, offsetOf, type PageRequest } from './page.js';
import type { Row } from '../wire-protocol/batch.js';

/** The page size that both surfaces take when none is asked for. */
const USUAL_SIZE = 20;

/** How a page of a table `r` is read. */
interface PageSource<T> {
  path: string;
  /** The SELECT list. */
  selected: string;
  /** The column that names the tenant, who is $1; null where rows of all tenants are read. */
  scope: string | null;
  hydrate: (ctx: Context, row: Row) => T;
}

/** The count and the reading, as SQL. @param part LIMIT and OFFSET */
interface Reading {
  prelude: string;
  total: string;
  rows: (part: string) => string;
}

/** Pages of a table, newest first, each with the number of rows that match in all: one round trip. */
export class PageReading<T> {
  constructor(private readonly source: PageSource<T>) {}

  /** Of the rows that a condition is true of. */
  where(ctx: Context, condition: string, values: unknown[], request: PageRequest): Promise<Page<T>> {
    const from = `from ${this.source.path} r where ${condition}`;
    const total = `select count(*) ${from}`;
    // Later pages pass over the rows before them by their ids, which an index has, not by the rows.
    const rows = (part: string): string =>
      request.page === 1 || this.source.scope !== 'tenant_id'
        ? `${from} order by r.id desc ${part}`
        : this.rowsOf(`select r.id ${from} order by r.id desc ${part}`);
    return this.read(ctx, { prelude: '', total, rows }, values, request);
  }

  /** Of the rows whose ids a SELECT finds: it runs once, for rows and total. */
  found(ctx: Context, ids: string, values: unknown[], request: PageRequest): Promise<Page<T>> {
    const prelude = `with found (id) as materialized (${ids}) `;
    const rows = (part: string): string => this.rowsOf(`select f.id from found f order by f.id desc ${part}`);
    return this.read(ctx, { prelude, total: 'select count(*) from found', rows }, values, request);
  }

  private rowsOf(ids: string): string {
    const { path, scope } = this.source;
    const mine = scope === null ? '' : `r.${scope} = $1 and `;
    return `from (${ids}) i join ${path} r on ${mine}r.id = i.id order by r.id desc`;
  }

  private async read(
    ctx: Context,
    { prelude, total, rows }: Reading,
    values: unknown[],
    { page, size }: PageRequest,
  ): Promise<Page<T>> {
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
      { page, size },
    );
  }
}
