import type { Sort } from './list-order.js';

/** What part of a list is asked for: `page` counts from 1. Each surface has its own default and maximum for `size`. */
export interface PageRequest {
  page: number;
  size: number;
  /** Another order than newest first. */
  sort?: Sort;
  /** Rows are followed from a place in the list, and not counted. */
  cursor?: Cursor;
  /** The fields that are shown of each row; all unless given. */
  fields?: readonly string[];
  /** Only records that were changed since, deleted ones too, the oldest change first. A cursor is given with it. */
  updated_since?: Date;
}

/** Where a list is followed from. */
export interface Cursor {
  /** The cursor that was answered with the rows before; null: from the first row. */
  after: string | null;
  /** The filters and the order, as they were asked for: a cursor is of one list. */
  asked: string;
}

/** Rows after a cursor: whether there are more, and the cursor of these. */
interface Followed {
  has_more: boolean;
  next_cursor: string | null;
  /** Of changes: when their first page was read. */
  begun?: Date;
}

/** What a copy of the records is told of a deleted one. */
class Tombstone {
  readonly id: string;
  readonly deleted = true;
  readonly deleted_at: Date;
  readonly updated_at: Date;

  constructor({ id, deleted_at, updated_at }: Pick<Tombstone, 'id' | 'deleted_at' | 'updated_at'>) {
    this.id = id;
    this.deleted_at = deleted_at;
    this.updated_at = updated_at;
  }
}

/** The tombstone of a deleted record; null for all else. */
function tombstoneOf(row: unknown): Tombstone | null {
  if (row instanceof Tombstone) return row;
  const { id, deleted_at, updated_at } = row as { id: string; deleted_at?: Date | null; updated_at: Date };
  return deleted_at ? new Tombstone({ id, deleted_at, updated_at }) : null;
}

/** How a row is shown. */
interface RowView<T, U> {
  (row: T): U;
  /** The same with some of its fields: nothing is worked out, and no seal opened, for the others. */
  part?: (fields: readonly string[]) => (row: T) => U;
}

/** One page of a list, with the number of rows that match in all. */
export class Page<T> {
  constructor(
    readonly rows: T[],
    readonly total: number,
    readonly request: PageRequest,
    /** Of rows that are followed by a cursor. */
    readonly followed?: Followed,
  ) {}

  /** How many pages there are: 0 for an empty list. */
  get pages(): number {
    return Math.ceil(this.total / this.request.size);
  }

  /** Whether a shown row is what is told of a deleted record. */
  static isTombstone(row: unknown): boolean {
    return row instanceof Tombstone;
  }

  /** The rows as a view shows them; deleted ones among changes as tombstones. */
  map<U>(view: RowView<T, U>): Page<U> {
    const { fields, updated_since } = this.request;
    const show = (fields && view.part?.(fields)) ?? view;
    const shown = (row: T): U => (tombstoneOf(row) as U | null) ?? show(row);
    return new Page(
      this.rows.map((row) => (updated_since ? shown(row) : show(row))),
      this.total,
      this.request,
      this.followed,
    );
  }
}

/** Past this offset a page is empty without asking: OFFSET is a 64-bit number and `page` may be any integer. */
const LAST_OFFSET = 2 ** 52;

export const offsetOf = ({ page, size }: PageRequest): number => Math.min((page - 1) * size, LAST_OFFSET);
