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

  map<U>(view: RowView<T, U>): Page<U> {
    const { fields } = this.request;
    const show = (fields && view.part?.(fields)) ?? view;
    return new Page(
      this.rows.map((row) => show(row)),
      this.total,
      this.request,
      this.followed,
    );
  }
}

/** Past this offset a page is empty without asking: OFFSET is a 64-bit number and `page` may be any integer. */
const LAST_OFFSET = 2 ** 52;

export const offsetOf = ({ page, size }: PageRequest): number => Math.min((page - 1) * size, LAST_OFFSET);
