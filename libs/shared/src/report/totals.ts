import { fromSen, quotient, toSen } from '../values/money.js';
import type { CarriedFigure, DerivedTotal, ReportColumn, ReportColumnKind, ReportRow, ReportTotals } from './report.js';

/** How many units of a figure are one: sums are of whole sen, whole thousandths, and ten-thousandths of rates. */
const unitsIn = { count: 1n, quantity: 1_000n, money: 100n, percent: 10_000n, text: 1n, day: 1n, flag: 1n } as const;
/** All of these are parts of one. */
const FINEST = 10_000n;

function unitsOf(kind: ReportColumnKind, value: number): bigint {
  if (kind === 'money') return toSen(value);
  return BigInt(kind === 'count' ? value : Math.round(value * Number(unitsIn[kind])));
}

/** A sum so far. */
interface Sum {
  key: string;
  kind: ReportColumnKind;
  place: number;
  units: bigint;
  /** Whether a total of nothing but nulls is null. */
  unknown: boolean;
  /** Whether a row had it. */
  known: boolean;
}

/** What of a report's declaration is added up. */
interface Added {
  columns: readonly ReportColumn[];
  carried?: readonly CarriedFigure[];
  derived?: Readonly<Record<string, DerivedTotal>>;
}

/** Adds rows up, exactly: amounts in whole sen, quantities in whole thousandths, however many there are. */
export class RunningTotals {
  private rows = 0;
  private readonly totalled: readonly Sum[];
  private readonly sums: ReadonlyMap<string, Sum>;
  private readonly derived: readonly (readonly [key: string, total: DerivedTotal])[];

  constructor({ columns, carried = [], derived = {} }: Added) {
    this.derived = Object.entries(derived);
    const wanted = new Set(
      this.derived.flatMap(([, total]) => (total.as === 'sum' ? total.of : [...total.of, total.by])),
    );
    const isTotalled = new Set(columns.filter(({ totalled }) => totalled).map(({ key }) => key));
    const partly = new Set(columns.filter(({ unknown }) => unknown).map(({ key }) => key));
    const all = [...columns, ...carried].map(({ key, kind }, place): Sum => {
      const unknown = partly.has(key);
      return { key, kind, place, units: 0n, unknown, known: false };
    });
    const added = all.filter(({ key }) => isTotalled.has(key) || wanted.has(key));
    this.totalled = added.filter(({ key }) => isTotalled.has(key));
    this.sums = new Map(added.map((sum) => [sum.key, sum]));
  }

  add(row: ReportRow): void {
    this.rows += 1;
    for (const sum of this.sums.values()) {
      const value = (row[sum.place] ?? null) as number | null;
      if (value === null) continue;
      sum.units += unitsOf(sum.kind, value);
      sum.known = true;
    }
  }

  get result(): ReportTotals {
    return Object.fromEntries([
      ...this.totalled.map(
        ({ key, kind, units, unknown, known }) =>
          [key, unknown && !known && this.rows > 0 ? null : shown(units, unitsIn[kind])] as const,
      ),
      ...this.derived.map(([key, total]) => [key, this.follows(total)] as const),
    ]);
  }

  private follows(total: DerivedTotal): number {
    const parts = total.of.map((key) => this.sumOf(key));
    const part = parts.reduce((units, { units: more, kind }) => units + (more * FINEST) / unitsIn[kind], 0n);
    if (total.as === 'sum') return shown(part, FINEST);
    const { units: by, kind } = this.sumOf(total.by);
    if (by === 0n) return 0;
    const hundredths = part * unitsIn[kind] * (total.as === 'percent' ? 10_000n : 100n);
    const divisor = by * FINEST;
    return fromSen(divisor < 0n ? quotient(-hundredths, -divisor) : quotient(hundredths, divisor));
  }

  private sumOf(key: string): Sum {
    const sum = this.sums.get(key);
    if (!sum) throw new Error(`The report has no figure ${key}`);
    return sum;
  }
}

/** Whole units as the number that JSON writes. */
const shown = (units: bigint, inOne: bigint): number =>
  inOne === 100n ? fromSen(units) : Number(units) / Number(inOne);
