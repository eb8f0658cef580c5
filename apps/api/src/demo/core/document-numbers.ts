import { malaysianDay, type Table } from '@usaha/shared';

/** Numbers a demo shop's documents as the database would have, had they been made one by one: see `columns.numbered`. */
export class DocumentNumbers {
  private readonly years = new Map<number, number>();

  constructor(private readonly series: { name: string; prefix: string }) {}

  /** The number of the next document; documents come in the order of their instants. */
  next(instant: Date): string {
    const year = Number(malaysianDay(instant).slice(0, 4));
    const last = (this.years.get(year) ?? 0) + 1;
    this.years.set(year, last);
    return `${this.series.prefix}-${year}-${String(last).padStart(6, '0')}`;
  }

  /** How far the series has come in every year. */
  rows(): { series: string; year: number; last: number }[] {
    return [...this.years].map(([year, last]) => ({ series: this.series.name, year, last }));
  }
}

/** The series of a table's document numbers, none of which was given out. */
export function numbersOf<T extends object>(table: Table<T>): DocumentNumbers {
  const series = table.columns.find((column) => column.series)?.series;
  if (!series) throw new Error(`${table.path} has no document numbers`);
  return new DocumentNumbers(series);
}
