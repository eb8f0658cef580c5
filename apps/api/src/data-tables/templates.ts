import type { Language, Words } from '@usaha/shared';
import type { Column, ColumnKind } from './columns/column.js';
import { columnsOf } from './columns/column.js';
import { labelOf } from './columns/labels.js';
import { BYTE_ORDER_MARK, csvLine } from './csv-line.js';
import type { DataTable } from './data-table.js';

/** How cells of a kind are written. */
const kinds: Readonly<Record<ColumnKind, Words>> = {
  text: { en: 'text', ms: 'teks' },
  number: { en: 'number: 1,234.50', ms: 'nombor: 1,234.50' },
  flag: { en: 'yes or no', ms: 'ya atau tidak' },
  day: { en: 'date: 31/03/2026 or 2026-03-31', ms: 'tarikh: 31/03/2026 atau 2026-03-31' },
  time: { en: 'time: 09:00', ms: 'masa: 09:00' },
  instant: { en: 'date and time: 31/03/2026 09:00', ms: 'tarikh dan masa: 31/03/2026 09:00' },
  choice: { en: 'one of', ms: 'salah satu daripada' },
  texts: { en: 'list: a|b', ms: 'senarai: a|b' },
  json: { en: 'JSON', ms: 'JSON' },
  either: { en: 'text, or a value of another type', ms: 'teks, atau nilai jenis lain' },
};

const heads = {
  label: { en: 'Column', ms: 'Lajur' },
  name: { en: 'Field', ms: 'Medan' },
  needed: { en: 'Needed for a new record', ms: 'Diperlukan bagi rekod baharu' },
  cells: { en: 'Cells', ms: 'Sel' },
  example: { en: 'Example', ms: 'Contoh' },
} as const satisfies Record<string, Words>;
const YES: Words = { en: 'yes', ms: 'ya' };

export const sheetNames = {
  data: { en: 'Data', ms: 'Data' },
  columns: { en: 'Columns', ms: 'Lajur' },
} as const satisfies Record<string, Words>;

/** The header of a template, in the words of a language. */
export const templateHeader = (table: DataTable, language: Language): string[] =>
  columnsOf(table).columns.map(({ path }) => labelOf(path)[language]);

export const csvTemplate = (table: DataTable, language: Language): string =>
  BYTE_ORDER_MARK + csvLine(templateHeader(table, language));

const saidOf = ({ kind, choices }: Column, language: Language): string =>
  choices ? `${kinds[kind][language]}: ${choices.join(', ')}` : kinds[kind][language];

function exampleOf({ example }: Column): string {
  if (example === null || example === undefined) return '';
  return typeof example === 'string' ? example : JSON.stringify(example);
}

/** What the second sheet of a template says of each column, and its head. */
export function explained(table: DataTable, language: Language): string[][] {
  const head = [heads.label, heads.name, heads.needed, heads.cells, heads.example].map((words) => words[language]);
  const rows = columnsOf(table).columns.map((column) => [
    labelOf(column.path)[language],
    column.name,
    column.isRequired ? YES[language] : '',
    saidOf(column, language),
    exampleOf(column),
  ]);
  return [head, ...rows];
}
