import { colours, type Sheet } from './sheet.js';
import type { Style } from './typesetter.js';

export interface TableColumn {
  title: string;
  /** Figures stand at the right, texts at the left. */
  align: 'left' | 'right';
}

const BODY: Style = { size: 8, colour: colours.ink };
const HEAD: Style = { size: 7.5, weight: 'bold', colour: colours.ink };
const FOOT: Style = { ...BODY, weight: 'bold' };
const LEADING = 1.35;
const PADDING = { x: 5, y: 2.8 };
/** The lines of a long name before it is cut. */
const MOST_LINES = 3;
/** Rows that widths are taken from: a wider text further down is broken or cut. */
const MEASURED_ROWS = 1_000;
const LEAST_TEXT_WIDTH = 60;

interface Placed extends TableColumn {
  x: number;
  width: number;
}

/**
 * A table from here down, over as many pages as it needs, its head on each.
 * @param totals the last row, set apart @param isStrong whether a row is a sum of those above it, by its place
 */
export async function drawTable(
  sheet: Sheet,
  columns: TableColumn[],
  rows: string[][],
  totals: string[] | null,
  isStrong: (row: number) => boolean = () => false,
): Promise<void> {
  const placed = place(sheet, columns, totals ? [...rows, totals] : rows);
  const head = (): void =>
    drawRow(
      sheet,
      placed,
      columns.map(({ title }) => title),
      HEAD,
      { rule: true, shade: true },
    );
  head();
  for (const [i, row] of rows.entries()) {
    await sheet.takeTurns();
    const style = isStrong(i) ? FOOT : BODY;
    if (sheet.room < heightOf(sheet, placed, row, style)) {
      sheet.newPage();
      head();
    }
    drawRow(sheet, placed, row, style, { rule: true });
  }
  if (!totals) return;
  if (sheet.room < heightOf(sheet, placed, totals, FOOT)) {
    sheet.newPage();
    head();
  }
  drawRow(sheet, placed, totals, FOOT, { shade: true });
}

/** Every column gets the width it needs, or, where that is too much, figures do and texts share what is left. */
function place(sheet: Sheet, columns: TableColumn[], rows: string[][]): Placed[] {
  const measured = rows.length > MEASURED_ROWS ? [...rows.slice(0, MEASURED_ROWS), ...rows.slice(-1)] : rows;
  const needs = columns.map(({ title, align }, i) => {
    const words = align === 'right' ? title.split(' ') : [title];
    const cells = measured.map((row) => sheet.type.width(row[i] ?? '', FOOT));
    return Math.max(...words.map((word) => sheet.type.width(word, HEAD)), ...cells) + 2 * PADDING.x;
  });
  const widths = shareOut(
    needs,
    columns.map(({ align }) => align === 'left'),
    sheet.width,
  );
  let x = 0;
  return columns.map((column, i) => {
    const width = widths[i] ?? 0;
    const one = { ...column, x, width };
    x += width;
    return one;
  });
}

/**
 * Widths that make up the whole: what is over is given to all alike; where there is too little, texts give way, those
 * that need the most first.
 */
export function shareOut(needs: readonly number[], isText: readonly boolean[], whole: number): number[] {
  const sum = needs.reduce((total, need) => total + need, 0);
  if (sum <= whole) return needs.map((need) => (need * whole) / sum);
  const widths = [...needs];
  const texts = needs.map((need, i) => ({ need, i })).filter(({ i }) => isText[i]);
  let left = whole - needs.reduce((total, need, i) => (isText[i] ? total : total + need), 0);
  left = Math.max(left, texts.length * LEAST_TEXT_WIDTH);
  texts
    .sort((a, b) => a.need - b.need)
    .forEach(({ need, i }, done) => {
      widths[i] = Math.min(need, left / (texts.length - done));
      left -= widths[i];
    });
  const used = widths.reduce((total, width) => total + width, 0);
  return widths.map((width) => (width * whole) / used);
}

const cellLines = (sheet: Sheet, { width }: Placed, text: string, style: Style): string[] =>
  sheet.type.lines(text, width - 2 * PADDING.x, MOST_LINES, style);

const rowHeight = (lines: number, { size }: Style): number => lines * size * LEADING + 2 * PADDING.y;

const heightOf = (sheet: Sheet, columns: Placed[], row: string[], style: Style): number =>
  rowHeight(Math.max(...columns.map((column, i) => cellLines(sheet, column, row[i] ?? '', style).length)), style);

function drawRow(
  sheet: Sheet,
  columns: Placed[],
  row: string[],
  style: Style,
  { rule = false, shade = false }: { rule?: boolean; shade?: boolean },
): void {
  const cells = columns.map((column, i) => cellLines(sheet, column, row[i] ?? '', style));
  const height = rowHeight(Math.max(...cells.map((lines) => lines.length)), style);
  if (shade) sheet.pdf.rect(sheet.left, sheet.y, sheet.width, height).fill(colours.shade);
  columns.forEach((column, i) => {
    (cells[i] ?? []).forEach((line, number) => {
      const free = column.width - 2 * PADDING.x - sheet.type.width(line, style);
      const x = sheet.left + column.x + PADDING.x + (column.align === 'right' ? Math.max(0, free) : 0);
      sheet.type.draw(line, x, sheet.y + PADDING.y + style.size * (1.02 + number * LEADING), style);
    });
  });
  sheet.y += height;
  if (rule) sheet.rule(0, sheet.y, sheet.width);
}
