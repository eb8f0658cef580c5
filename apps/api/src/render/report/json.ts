import type { Language } from '@usaha/shared';
import type { ReportReading, ReportRow, ReportTotals } from '@usaha/shared/operation';

/** Rows of a JSON report: more are a file's business. */
export const MOST_JSON_ROWS = 20_000;

export interface ReportJson {
  report: string;
  title: string;
  filters: Record<string, string | boolean | null>;
  rows: Record<string, ReportRow[number]>[];
  totals: ReportTotals;
}

export async function jsonOf(reading: ReportReading, language: Language): Promise<ReportJson> {
  const { report, grouping } = reading;
  const keys = report.columns.map(({ key }) => key);
  const rows = await reading.all(MOST_JSON_ROWS);
  return {
    report: report.name,
    title: report.title[language],
    filters: { ...reading.filters, ...(report.parameter === undefined ? {} : { [report.parameter]: grouping }) },
    rows: rows.map((row) => Object.fromEntries(keys.map((key, place) => [key, row[place] ?? null]))),
    totals: reading.totals,
  };
}
