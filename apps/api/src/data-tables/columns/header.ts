import { languages } from '@usaha/shared/operation';
import type { DataTable } from '../data-table.js';
import { columnsOf, type Column } from './column.js';
import { labelOf } from './labels.js';

/** The column that a list of failed rows has in addition, which imports pass over. */
export const ERROR_COLUMN = 'error';

/** What the names of a header mean. */
export interface Header {
  /** By place: a column, or null for one that says nothing. */
  readonly columns: readonly (Column | null)[];
  /** Places without a name. */
  readonly unnamed: ReadonlySet<number>;
  /** Names that are no field's. */
  readonly unknown: readonly string[];
  /** Fields that several columns hold. */
  readonly repeated: readonly string[];
}

const known = new WeakMap<DataTable, ReadonlyMap<string, Column>>();

const keyOf = (name: string): string => name.trim().toLowerCase();

/** Columns by all their names: those of fields, and labels of templates in every language. */
function namesOf(table: DataTable): ReadonlyMap<string, Column> {
  const found = known.get(table);
  if (found) return found;
  const names = new Map<string, Column>();
  const { columns } = columnsOf(table);
  // A field's own name counts before a label that reads the same.
  for (const column of columns)
    for (const language of languages) names.set(keyOf(labelOf(column.path)[language]), column);
  for (const column of columns) names.set(keyOf(column.name), column);
  known.set(table, names);
  return names;
}

/** Reads the first row of a file. @param names as they stand there */
export function readHeader(table: DataTable, names: readonly string[]): Header {
  const byName = namesOf(table);
  const { viewed } = columnsOf(table);
  const isPassedOver = (name: string): boolean => name === ERROR_COLUMN || viewed.has(name.split('.')[0] ?? '');
  const unnamed = new Set<number>();
  const unknown: string[] = [];
  const columns = names.map((name, place): Column | null => {
    const key = keyOf(name);
    if (key === '') unnamed.add(place);
    const column = byName.get(key);
    if (!column && key !== '' && !isPassedOver(key)) unknown.push(name.trim());
    return column ?? null;
  });
  const held = columns.flatMap((column) => (column ? [column.name] : []));
  const repeated = [...new Set(held.filter((name, i) => held.indexOf(name) !== i))];
  return { columns, unnamed, unknown, repeated };
}
