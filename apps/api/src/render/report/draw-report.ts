import type { ReportColumnKind } from '@usaha/shared/operation';
import { MOST_BARS, drawBars, drawLine, type ChartPoint } from '../pdf/chart.js';
import { decimalsOf, phrase, printed, printedInstant, printedQuantity } from '../pdf/format.js';
import type { Logo } from '../pdf/logo.js';
import { Sheet, colours } from '../pdf/sheet.js';
import { drawTable } from '../pdf/table.js';
import type { ReportSheet } from './report-sheet.js';

/** Figures stand by their last digits, all else by its beginning. */
const leftward: ReadonlySet<ReportColumnKind> = new Set<ReportColumnKind>(['text', 'day', 'flag']);

/** A table of more columns lies across. */
const MOST_UPRIGHT_COLUMNS = 6;

/** Prints a report: heading, chart, table with totals. */
export async function drawReport(data: ReportSheet, logo: Logo | null = null): Promise<Uint8Array> {
  const { title, business, language, columns, rows, totals } = data;
  const sheet = new Sheet({
    title,
    author: business,
    language,
    landscape: columns.length > MOST_UPRIGHT_COLUMNS,
    foot: `${business} · ${title}`,
    logo,
  });
  const when = printedInstant(new Date(data.printed_at));
  sheet.nextToLogo(() => {
    sheet.paragraph(business, { size: 10, weight: 'bold', colour: colours.soft }, 2);
    sheet.paragraph(title, { size: 17, weight: 'bold', colour: colours.ink }, 1);
    if (data.filters !== '') sheet.paragraph(data.filters, { size: 9, colour: colours.ink });
    sheet.paragraph(phrase('printed', language, { when }), { size: 7.5, colour: colours.soft });
  });
  sheet.y += 8;
  drawChart(sheet, data);
  const decimals = columns.map(({ key }, i) =>
    mostDecimals([...rows.map((row) => row[i] ?? null), totals[key] ?? null]),
  );
  const cell = (value: Cell, i: number): string =>
    columns[i]?.kind === 'quantity' && value !== null
      ? printedQuantity(Number(value), decimals[i])
      : printed(columns[i]?.kind ?? 'text', value, language);
  const body = rows.map((row) => columns.map((_, i) => cell(row[i] ?? null, i)));
  const summed = columns.map(({ key }, i) => {
    if (i === 0) return phrase('total', language);
    const total = totals[key];
    return total === undefined ? '' : cell(total, i);
  });
  const heads = columns.map(({ title: head, kind }) => ({
    title: head,
    align: leftward.has(kind) ? ('left' as const) : ('right' as const),
  }));
  await drawTable(sheet, heads, body, summed);
  if (rows.length === 0) {
    sheet.y += 6;
    sheet.paragraph(phrase('empty', language), { size: 8.5, colour: colours.soft });
  }
  return sheet.finish();
}

type Cell = ReportSheet['rows'][number][number];

/** The figures of a column stand with their points below each other. */
const mostDecimals = (column: readonly Cell[]): number =>
  column.reduce<number>((most, value) => (typeof value === 'number' ? Math.max(most, decimalsOf(value)) : most), 0);

function drawChart(sheet: Sheet, { chart, columns, rows, language }: ReportSheet): void {
  if (rows.length === 0) return;
  const kind = columns[chart.value]?.kind ?? 'count';
  const named = [chart.label, chart.qualifier].filter((place) => place !== null);
  const points: ChartPoint[] = rows.map((row) => {
    const value = Number(row[chart.value] ?? 0);
    const label = named.map((place) => printed(columns[place]?.kind ?? 'text', row[place] ?? null)).join(' · ');
    return { label, value, shown: printed(kind, value) };
  });
  const isCut = chart.kind === 'bars' && points.length > MOST_BARS;
  const note = phrase('greatest', language, { count: String(MOST_BARS), all: String(points.length) });
  sheet.paragraph(isCut ? `${chart.title}: ${note}` : chart.title, { size: 8.5, weight: 'bold' }, 1);
  sheet.y += 3;
  if (chart.kind === 'lines') drawLine(sheet, points);
  else drawBars(sheet, isCut ? greatest(points) : points);
}

const greatest = (points: ChartPoint[]): ChartPoint[] =>
  [...points].sort((a, b) => b.value - a.value).slice(0, MOST_BARS);
