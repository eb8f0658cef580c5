/** How a row of a list is shown, as `Page.map` takes it. */
export interface RowView<T, U> {
  (row: T): U;
  /** The same with some of its fields: nothing is worked out, and no seal opened, for the others. */
  part?: (fields: readonly string[]) => (row: T) => U;
}
