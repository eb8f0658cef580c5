import { cellOf, type Cell } from '../data-tables/columns/cell.js';
import { columnsOf, viewColumns, type Column } from '../data-tables/columns/column.js';
import type { DataTable, WireClass } from '../data-tables/data-table.js';

/**
 * The columns of a list: of a resource that is imported those of its template in their order, so that the file is imported again,
 * then what only its view has; of another list the fields that it answers.
 * @param fields names of the fields that are asked for; all unless given
 */
export function exportColumns(
  view: WireClass,
  table: DataTable | undefined,
  fields: readonly string[] | undefined,
): readonly Column[] {
  const all = table ? columnsOfTable(table) : viewColumns(view);
  return fields ? all.filter(({ path: [root = ''] }) => fields.includes(root)) : all;
}

function columnsOfTable(table: DataTable): readonly Column[] {
  const { columns, viewed } = columnsOf(table);
  return [...columns, ...viewColumns(table.view).filter(({ path: [root = ''] }) => viewed.has(root))];
}

/** Null where an object on the way is. */
const valueAt = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row);

/** The cells of a row, as an import reads them again. */
export const cellsOf = (row: object, columns: readonly Column[]): Cell[] =>
  columns.map((column) => cellOf(valueAt(row, column.path), column));
