import type { Type } from '@nestjs/common';
import {
  type Context,
  type Database,
  type EntityClass,
  type Language,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { allRows } from '@usaha/shared/operation';

/** Of sentences within records. */
export const LANGUAGE: Language = 'en';
/** Rows of a page that is read at once. */
const PAGE = 100;

/** What a resource is read with. */
export interface ExportReading {
  ctx: Context;
  database: Database;
  /** A service of any context. */
  get: <T>(service: Type<T>) => T;
}

/** Records of a tenant that an archive has in one file, as the reference surface answers them. */
export interface ExportedResource {
  /** The path of the collection below /api/v1/ with dots: `retail.products`; what a path has in braces is left out. */
  resource: string;
  /** Tables whose rows are in these records. */
  tables: readonly string[];
  /** The records, some at a time; texts are lines of JSON already. */
  read: (reading: ExportReading) => AsyncIterable<readonly (object | string)[]>;
}

/** The list of a service, page by page in one transaction: memory does not grow with it. */
export function listOf<S, T>(
  resource: string,
  tables: readonly string[],
  service: Type<S>,
  list: (service: S, ctx: Context, page: PageRequest) => Promise<Page<T>>,
  view: (ctx: Context) => (record: T) => object,
): ExportedResource {
  return {
    resource,
    tables,
    async *read({ ctx, get }) {
      const [found, show] = [get(service), view(ctx)];
      let after: string | null = null;
      for (;;) {
        const read = await list(found, ctx, { page: 1, size: PAGE, cursor: { after, asked: resource } });
        if (read.rows.length > 0) yield read.rows.map(show);
        if (!read.followed) throw new Error(`The list of ${resource} is not followed by a cursor`);
        after = read.followed.next_cursor;
        if (after === null) return;
      }
    },
  };
}

/** The same of a list that is short and not paged. */
export const wholeOf = <S, T>(
  resource: string,
  tables: readonly string[],
  service: Type<S>,
  read: (service: S, ctx: Context) => Promise<readonly T[]>,
  view: (ctx: Context) => (record: T) => object,
): ExportedResource => ({
  resource,
  tables,
  async *read({ ctx, get }) {
    const records = await read(get(service), ctx);
    if (records.length > 0) yield records.map(view(ctx));
  },
});

/** Rows of a table that are not deleted: of entries whose lists are those of one record each. */
export const rowsOf = <T extends object>(
  resource: string,
  table: string,
  entity: EntityClass<T>,
  view: (ctx: Context) => (record: T) => object,
): ExportedResource => ({
  resource,
  tables: [table],
  async *read({ ctx, database }) {
    const show = view(ctx);
    for await (const rows of allRows(ctx, database.table(entity))) {
      const live = rows.filter(isLive);
      if (live.length > 0) yield live.map(show);
    }
  },
});

/** Whether a row is not deleted, or cannot be. */
export const isLive = (row: object): boolean => !('deleted_at' in row) || row.deleted_at === null;

/** A view that depends on nothing. */
export const always =
  <T>(view: (record: T) => object) =>
  () =>
    view;
