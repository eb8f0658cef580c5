import type { Cell } from './columns/cell.js';
import { guarded } from './columns/formula-guard.js';

/** Excel reads UTF-8 only where the file begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180: quotes what has a separator, a quote or a line break in it. Semicolons begin another cell in many countries. */
const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const textOf = (cell: Cell): string => {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'string' ? guarded(cell) : String(cell);
};

/** A row of a CSV file. Texts are guarded against formulas, which an import takes back. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map((cell) => quoted(textOf(cell))).join(',')}\r\n`;
