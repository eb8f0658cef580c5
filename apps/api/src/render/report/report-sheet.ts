import { printedDay, type Language, type ReportColumn, type ReportFilter } from '@usaha/shared';
import type { ReportReading, ReportRow, ReportTotals } from '@usaha/shared/operation';
import { phrase, printed } from '../pdf/format.js';

/** Rows of a printed report, some hundred pages: more are for a spreadsheet. */
export const MOST_PDF_ROWS = 5_000;

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
  chart: { kind: 'bars' | 'lines'; title: string; label: number; qualifier: number | null; value: number };
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
  const worded = (label: string): string => facts.words?.[label]?.[language] ?? facts.said?.(label, language) ?? label;
  const said = columns.map((column) => column.said);
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
      qualifier: facts.chart.qualifier === undefined ? null : placeOf(facts.chart.qualifier),
      value: placeOf(facts.chart.value),
    },
    rows: rows.map((row) =>
      places.map((place, i) => {
        const cell = row[place] ?? null;
        if (typeof cell !== 'string') return cell;
        return i === labels ? worded(cell) : (said[i]?.(cell, language) ?? cell);
      }),
    ),
    totals: reading.totals,
  };
}

/** The period and what else was asked for: `01/03/2026 – 31/03/2026 · Category: Beverages`. */
function filtersOf({ report, filters }: ReportReading, language: Language): string {
  const { date_from, date_to } = filters;
  const day = (name: 'date_from' | 'date_to'): string =>
    `${report.filters[name]?.title[language] ?? ''} ${printedDay(String(filters[name] ?? ''))}`;
  const dated = 'date_from' in filters || 'date_to' in filters;
  const period = !dated
    ? []
    : date_from && date_to
      ? [`${printedDay(String(date_from))} – ${printedDay(String(date_to))}`]
      : date_from
        ? [day('date_from')]
        : date_to
          ? [day('date_to')]
          : [phrase('all_time', language)];
  const others = Object.entries(filters)
    .filter(([name, value]) => name !== 'date_from' && name !== 'date_to' && value !== null)
    .map(([name, value]) => [report.filters[name], value] as const)
    .map(([filter, value]) => `${filter?.title[language] ?? ''}: ${saidOf(filter, value, language)}`);
  return [...period, ...others].join(' · ');
}

/** The value of a filter, in print. */
function saidOf(filter: ReportFilter | undefined, value: string | boolean | null, language: Language): string {
  if (filter?.kind !== 'choice') return printed(filter?.kind ?? 'text', value, language);
  return filter.words[String(value)]?.[language] ?? String(value);
}
