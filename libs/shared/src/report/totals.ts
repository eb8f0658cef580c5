import { fromSen, toSen } from '../money.js';
import type { ReportColumn, ReportRow, ReportTotals } from './report.js';

/** Adds rows up, exactly: amounts in whole sen, however many there are. */
export class RunningTotals {
  private readonly places: readonly (readonly [place: number, column: ReportColumn])[];
  private readonly sums: bigint[];

  constructor(columns: readonly ReportColumn[]) {
    this.places = columns.map((column, place) => [place, column] as const).filter(([, { totalled }]) => totalled);
    this.sums = this.places.map(() => 0n);
  }

  add(row: ReportRow): void {
    this.places.forEach(([place, { kind }], i) => {
      const value = (row[place] ?? 0) as number;
      this.sums[i] = (this.sums[i] ?? 0n) + (kind === 'money' ? toSen(value) : BigInt(value));
    });
  }

  get result(): ReportTotals {
    return Object.fromEntries(
      this.places.map(([, { key, kind }], i) => {
        const sum = this.sums[i] ?? 0n;
        return [key, kind === 'money' ? fromSen(sum) : Number(sum)];
      }),
    );
  }
}
