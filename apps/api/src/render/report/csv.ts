import type { ReportColumn } from '@usaha/shared';
import type { ReportReading, ReportRow } from '@usaha/shared/operation';

/** Excel reads UTF-8 only where the file begins with this. */
const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would take for a formula, in halfwidth or fullwidth letters; some pass over spaces before it. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
/** The same behind a semicolon, at which a spreadsheet of many countries begins another cell. */
const formulaBehind = /;(\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** A text that no spreadsheet works out: shown as it is, with an apostrophe before what would be a formula. */
export const neutral = (text: string): string =>
  (formula.test(text) ? `'${text}` : text).replace(formulaBehind, ";$1'");

type Value = ReportRow[number];

/** Amounts with two decimals, dates as YYYY-MM-DD: for programs, too. Numbers are ours, and stay numbers when negative. */
export function csvCell({ kind }: ReportColumn, value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string') return neutral(value);
  return kind === 'money' ? Number(value).toFixed(2) : String(value);
}

/** RFC 4180: what has a separator, a quote or any kind of line break in it is quoted. */
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const line = (cells: string[]): string => `${cells.map(quoted).join(',')}\r\n`;

/**
 * The report as CSV: a header of column keys, then the rows as they are read. The header comes with the first rows,
 * so that a report that cannot be read fails before anything is sent.
 */
export async function* csvOf(reading: ReportReading): AsyncGenerator<string> {
  const places = reading.columns.map((column) => [column, reading.report.columns.indexOf(column)] as const);
  const header = line(places.map(([{ key }]) => key));
  let begun = false;
  for await (const rows of reading.batches()) {
    const text = rows.map((row) => line(places.map(([column, place]) => csvCell(column, row[place] ?? null)))).join('');
    yield begun ? text : `${BYTE_ORDER_MARK}${header}${text}`;
    begun = true;
  }
  if (!begun) yield `${BYTE_ORDER_MARK}${header}`;
}
