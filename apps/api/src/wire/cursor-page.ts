/** A part of a list that is followed by a cursor: it has no total, and rows that come later are after it. */
export class CursorPage<T> {
  constructor(
    readonly rows: readonly T[],
    readonly pagination: {
      page_size: number;
      /** Whether more rows are there already. */
      has_more: boolean;
      /** Where to go on; null before the first row. */
      next_cursor: string | null;
    },
  ) {}
}
