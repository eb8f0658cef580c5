import type { Type } from '@nestjs/common';
import { DailyClosing, type ModuleKey } from '@usaha/core';
import {
  type Context,
  type Database,
  type EntityClass,
  type Language,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { allRows } from '@usaha/shared/operation';
import { dailyClosingView } from '../surfaces/reference/takings.wire.js';

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

/** Which rows of a table a resource has, and what a line names in addition. */
export interface ResourceRows<T> {
  /** Ids that stand in the path of the list, where its records do not say whose they are: `{ bill_id }`. */
  parent?: (row: T) => Readonly<Record<string, string | null>>;
  /** Whether a row is of the resource; all rows are unless given. */
  isOf?: (row: T) => boolean;
  /** Rows with what the list reads of other tables, a page of them at a time. */
  complete?: (reading: ExportReading, rows: readonly T[]) => Promise<readonly T[]>;
}

/** Rows of a table that are not deleted: of entries whose lists are those of one record each. */
export const rowsOf = <T extends object>(
  resource: string,
  table: string,
  entity: EntityClass<T>,
  view: (ctx: Context) => (record: T) => object,
  { parent, isOf = () => true, complete = (_, rows) => Promise.resolve(rows) }: ResourceRows<T> = {},
): ExportedResource => ({
  resource,
  tables: [table],
  async *read(reading) {
    const { ctx, database } = reading;
    const show = view(ctx);
    const line = parent ? (row: T) => ({ ...parent(row), ...show(row) }) : show;
    for await (const rows of allRows(ctx, database.table(entity))) {
      const live = rows.filter((row) => isLive(row) && isOf(row));
      if (live.length > 0) yield (await complete(reading, live)).map(line);
    }
  },
});

/** Counts of the cash of a day in one context: `retail.daily-closings`. */
export const closingsOf = (context: ModuleKey): ExportedResource =>
  rowsOf(`${context}.daily-closings`, 'core.daily_closings', DailyClosing, always(dailyClosingView), {
    isOf: (closing) => closing.context === context,
  });

/** Whether a row is not deleted, or cannot be. */
export const isLive = (row: object): boolean => !('deleted_at' in row) || row.deleted_at === null;

/** A view that depends on nothing. */
export const always =
  <T>(view: (record: T) => object) =>
  () =>
    view;
