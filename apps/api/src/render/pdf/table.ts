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
/** Letters of a cell that widths are taken from: more of them are wider than a page. */
const MEASURED_LETTERS = 600;
/** Points of a word that is not broken: a day, a document number; longer ones are. */
const MOST_WORD_WIDTH = 75;
/** Letters of a table with many columns are smaller rather than that figures are broken, and no smaller than this part. */
const LEAST_SCALE = 0.62;

interface Placed extends TableColumn {
  x: number;
  width: number;
}

/** A table's columns, and how large its letters are: 1 unless there are many columns. */
interface Layout {
  columns: Placed[];
  scale: number;
}

const scaled = (style: Style, scale: number): Style => ({ ...style, size: style.size * scale });

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
  const [headStyle, bodyStyle, footStyle] = [HEAD, BODY, FOOT].map((style) => scaled(style, placed.scale)) as [
    Style,
    Style,
    Style,
  ];
  const titles = columns.map(({ title }) => title);
  const head = (): void => drawRow(sheet, placed, titles, headStyle, { rule: true, shade: true });
  head();
  for (const [i, row] of rows.entries()) {
    await sheet.takeTurns();
    const style = isStrong(i) ? footStyle : bodyStyle;
    if (sheet.room < heightOf(sheet, placed, row, style)) {
      sheet.newPage();
      head();
    }
    drawRow(sheet, placed, row, style, { rule: true });
  }
  if (!totals) return;
  if (sheet.room < heightOf(sheet, placed, totals, footStyle)) {
    sheet.newPage();
    head();
  }
  drawRow(sheet, placed, totals, footStyle, { shade: true });
}

/**
 * Every column gets the width it needs, or, where that is too much, figures do and texts share what is left. Where figures and words
 * alone are too wide, all letters are smaller.
 */
function place(sheet: Sheet, columns: TableColumn[], rows: string[][]): Layout {
  const measured = rows.length > MEASURED_ROWS ? [...rows.slice(0, MEASURED_ROWS), ...rows.slice(-1)] : rows;
  const widest = (texts: readonly string[], style: Style): number =>
    texts.reduce((most, text) => Math.max(most, sheet.type.width(text, style)), 0);
  const widths = columns.map(({ title, align }, i) => {
    const cells = [...new Set(measured.map((row) => (row[i] ?? '').slice(0, MEASURED_LETTERS)))];
    const words = widest(title.split(' '), HEAD);
    const whole = widest(cells, FOOT);
    const longest = Math.min(widest([...new Set(cells.flatMap((cell) => cell.split(' ')))], FOOT), MOST_WORD_WIDTH);
    const padding = 2 * PADDING.x;
    return align === 'right'
      ? { need: Math.max(words, whole) + padding, least: Math.max(words, whole) + padding }
      : { need: Math.max(sheet.type.width(title, HEAD), whole) + padding, least: Math.max(words, longest) + padding };
  });
  const least = widths.reduce((sum, width) => sum + width.least, 0);
  const scale = Math.max(LEAST_SCALE, Math.min(1, sheet.width / least));
  const shared = shareOut(
    widths.map(({ need }) => need * scale),
    widths.map((width) => width.least * scale),
    sheet.width,
  );
  let x = 0;
  const placed = columns.map((column, i) => {
    const width = shared[i] ?? 0;
    const one = { ...column, x, width };
    x += width;
    return one;
  });
  return { columns: placed, scale };
}

/**
 * Widths that make up the whole: the rest is given to all alike; where there is too little, none gets less than its least unless
 * those are too wide together, and those that need the most beyond it give way first.
 */
export function shareOut(needs: readonly number[], least: readonly number[], whole: number): number[] {
  const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
  if (total(needs) <= whole) return needs.map((need) => (need * whole) / total(needs));
  const widths = [...least];
  let left = Math.max(0, whole - total(least));
  const wanting = needs.map((need, i) => ({ more: need - (least[i] ?? 0), i })).filter(({ more }) => more > 0);
  wanting
    .sort((a, b) => a.more - b.more)
    .forEach(({ more, i }, done) => {
      const given = Math.min(more, left / (wanting.length - done));
      widths[i] = (widths[i] ?? 0) + given;
      left -= given;
    });
  const used = total(widths);
  return widths.map((width) => (width * whole) / used);
}

/** Of a row by column. A figure that just fits is not broken by the last bits of a sum of widths. */
const linesOf = (sheet: Sheet, { columns, scale }: Layout, row: string[], style: Style): string[][] =>
  columns.map(({ width }, i) =>
    sheet.type.lines(row[i] ?? '', width - 2 * PADDING.x * scale + 0.01, MOST_LINES, style),
  );

const rowHeight = (cells: readonly string[][], { size }: Style, scale: number): number =>
  Math.max(...cells.map((lines) => lines.length)) * size * LEADING + 2 * PADDING.y * scale;

const heightOf = (sheet: Sheet, layout: Layout, row: string[], style: Style): number =>
  rowHeight(linesOf(sheet, layout, row, style), style, layout.scale);

function drawRow(
  sheet: Sheet,
  layout: Layout,
  row: string[],
  style: Style,
  { rule = false, shade = false }: { rule?: boolean; shade?: boolean },
): void {
  const { columns, scale } = layout;
  const padding = { x: PADDING.x * scale, y: PADDING.y * scale };
  const cells = linesOf(sheet, layout, row, style);
  const height = rowHeight(cells, style, scale);
  if (shade) sheet.pdf.rect(sheet.left, sheet.y, sheet.width, height).fill(colours.shade);
  columns.forEach((column, i) => {
    (cells[i] ?? []).forEach((line, number) => {
      const free = column.width - 2 * padding.x - sheet.type.width(line, style);
      const x = sheet.left + column.x + padding.x + (column.align === 'right' ? Math.max(0, free) : 0);
      sheet.type.draw(line, x, sheet.y + padding.y + style.size * (1.02 + number * LEADING), style);
    });
  });
  sheet.y += height;
  if (rule) sheet.rule(0, sheet.y, sheet.width);
}
