import { fromSen, toSen } from '../money.js';
import type { ReportColumn, ReportColumnKind, ReportRow, ReportTotals } from './report.js';

/** A figure in its smallest units. */
function unitsOf(kind: ReportColumnKind, value: number): bigint {
  if (kind === 'money') return toSen(value);
  return BigInt(kind === 'quantity' ? Math.round(value * 1_000) : value);
}

/** Adds rows up, exactly: amounts in whole sen, quantities in whole thousandths, however many there are. */
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
      this.sums[i] = (this.sums[i] ?? 0n) + unitsOf(kind, value);
    });
  }

  get result(): ReportTotals {
    return Object.fromEntries(
      this.places.map(([, { key, kind }], i) => {
        const sum = this.sums[i] ?? 0n;
        return [key, kind === 'money' ? fromSen(sum) : Number(sum) / (kind === 'quantity' ? 1_000 : 1)];
      }),
    );
  }
}
