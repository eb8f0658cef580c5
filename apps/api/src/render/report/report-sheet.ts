import {
  printedDay,
  type Language,
  type ReportColumn,
  type ReportReading,
  type ReportRow,
  type ReportTotals,
} from '@usaha/shared';
import { MOST_BARS, drawBars, drawLine, type ChartPoint } from '../pdf/chart.js';
import { phrase, printed, printedInstant } from '../pdf/format.js';
import { Sheet, colours } from '../pdf/sheet.js';
import { drawTable } from '../pdf/table.js';

/** Rows of a printed report, some hundred pages: more are for a spreadsheet. */
export const MOST_PDF_ROWS = 5_000;
/** A table of more columns lies across. */
const MOST_UPRIGHT_COLUMNS = 6;

/** A report as it is to be printed: plain data, so that another thread can do it. */
export interface ReportSheet {
  title: string;
  business: string;
  language: Language;
  /** Milliseconds since 1970. */
  printed_at: number;
  /** What it was narrowed to, ready to be read. */
  filters: string;
  columns: { key: string; title: string; kind: ReportColumn['kind'] }[];
  chart: { kind: 'bars' | 'lines'; title: string; label: number; value: number };
  rows: ReportRow[];
  totals: ReportTotals;
}

interface Facts {
  business: string;
  language: Language;
  now: Date;
}

/** @param rows all of the reading's, which has been read to its end */
export function sheetOf(
  reading: ReportReading,
  rows: readonly ReportRow[],
  { business, language, now }: Facts,
): ReportSheet {
  const { report, facts } = reading;
  const columns = reading.columns.filter(({ unprinted }) => !unprinted);
  const places = columns.map((column) => report.columns.indexOf(column));
  const placeOf = (key: string): number => columns.findIndex((column) => column.key === key);
  const value = columns[placeOf(facts.chart.value)];
  const labels = placeOf('label');
  const worded = (label: string): string => facts.words?.[label]?.[language] ?? label;
  return {
    title: report.title[language],
    business,
    language,
    printed_at: now.getTime(),
    filters: filtersOf(reading, language),
    columns: columns.map(({ key, title, kind }) =>
      key === 'label'
        ? { key, title: facts.title[language], kind: facts.labels }
        : { key, title: title[language], kind },
    ),
    chart: {
      kind: facts.chart.kind,
      title: value?.title[language] ?? '',
      label: placeOf(facts.chart.label),
      value: placeOf(facts.chart.value),
    },
    rows: rows.map((row) =>
      places.map((place, i) => {
        const cell = row[place] ?? null;
        return i === labels && typeof cell === 'string' ? worded(cell) : cell;
      }),
    ),
    totals: reading.totals,
  };
}

/** The period and what else was asked for: `01/03/2026 – 31/03/2026 · Category: Beverages`. */
function filtersOf({ report, filters }: ReportReading, language: Language): string {
  const { date_from, date_to } = filters;
  const day = (name: 'date_from' | 'date_to'): string =>
    `${report.filters[name]?.title[language] ?? ''} ${printedDay(filters[name] ?? '')}`;
  const dated = 'date_from' in filters || 'date_to' in filters;
  const period = !dated
    ? []
    : date_from && date_to
      ? [`${printedDay(date_from)} – ${printedDay(date_to)}`]
      : date_from
        ? [day('date_from')]
        : date_to
          ? [day('date_to')]
          : [phrase('all_time', language)];
  const others = Object.entries(filters)
    .filter(([name, value]) => name !== 'date_from' && name !== 'date_to' && value !== null)
    .map(([name, value]) => `${report.filters[name]?.title[language] ?? name}: ${value}`);
  return [...period, ...others].join(' · ');
}

/** Prints a report: heading, chart, table with totals. */
export function drawReport(data: ReportSheet): Promise<Uint8Array> {
  const { title, business, language, columns, rows, totals } = data;
  const sheet = new Sheet({
    title,
    author: business,
    language,
    landscape: columns.length > MOST_UPRIGHT_COLUMNS,
    foot: `${business} · ${title}`,
  });
  const when = printedInstant(new Date(data.printed_at));
  sheet.paragraph(business, { size: 10, weight: 'bold', colour: colours.soft }, 2);
  sheet.paragraph(title, { size: 17, weight: 'bold', colour: colours.ink }, 1);
  if (data.filters !== '') sheet.paragraph(data.filters, { size: 9, colour: colours.ink });
  sheet.paragraph(phrase('printed', language, { when }), { size: 7.5, colour: colours.soft });
  sheet.y += 8;
  drawChart(sheet, data);
  const body = rows.map((row) => columns.map(({ kind }, i) => printed(kind, row[i] ?? null)));
  const summed = columns.map(({ key, kind }, i) => {
    if (i === 0) return phrase('total', language);
    const total = totals[key];
    return total === undefined ? '' : printed(kind, total);
  });
  const heads = columns.map(({ title: head, kind }) => ({
    title: head,
    align: kind === 'text' || kind === 'day' ? ('left' as const) : ('right' as const),
  }));
  drawTable(sheet, heads, body, summed);
  if (rows.length === 0) {
    sheet.y += 6;
    sheet.paragraph(phrase('empty', language), { size: 8.5, colour: colours.soft });
  }
  return sheet.finish();
}

function drawChart(sheet: Sheet, { chart, columns, rows, language }: ReportSheet): void {
  if (rows.length === 0) return;
  const kind = columns[chart.value]?.kind ?? 'count';
  const labelKind = columns[chart.label]?.kind ?? 'text';
  const points: ChartPoint[] = rows.map((row) => {
    const value = Number(row[chart.value] ?? 0);
    return { label: printed(labelKind, row[chart.label] ?? null), value, shown: printed(kind, value) };
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
