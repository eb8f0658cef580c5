import fc from 'fast-check';
import type { ReportColumn } from './report.js';
import { RunningTotals } from './totals.js';

const title = { en: 'x', ms: 'x' };
const columns: ReportColumn[] = [
  { key: 'label', title, kind: 'text' },
  { key: 'count', title, kind: 'count', totalled: true },
  { key: 'total', title, kind: 'money', totalled: true },
  { key: 'price', title, kind: 'money' },
];

it('totals of nothing are zeros, of the columns that are totalled', () =>
  expect(new RunningTotals({ columns }).result).toEqual({ count: 0, total: 0 }));

it('amounts are added to the sen, however many there are', () => {
  const sen = fc.integer({ min: -10_000_000, max: 10_000_000 });
  fc.assert(
    fc.property(fc.array(sen, { maxLength: 200 }), (amounts) => {
      const totals = new RunningTotals({ columns });
      for (const amount of amounts) totals.add(['x', 1, amount / 100, 9.99]);
      const sum = amounts.reduce((a, b) => a + b, 0);
      expect(totals.result).toEqual({ count: amounts.length, total: sum === 0 ? 0 : sum / 100 });
    }),
  );
});

it('quantities are added to the thousandth', () => {
  const totals = new RunningTotals({ columns: [{ key: 'km', title, kind: 'quantity', totalled: true }] });
  for (const km of [0.1, 0.2, 86.731]) totals.add([km]);
  expect(totals.result).toEqual({ km: 87.031 });
});

it('what is not known adds nothing', () => {
  const totals = new RunningTotals({ columns });
  totals.add(['x', 3, null, null]);
  totals.add(['y', null, 0.1, null]);
  totals.add(['z', 4, 0.2, null]);
  expect(totals.result).toEqual({ count: 7, total: 0.3 });
});

it('of what is unknown in every row the total is unknown, where the column says so', () => {
  const partly = columns.map((column) => (column.key === 'total' ? { ...column, unknown: true } : column));
  const totals = new RunningTotals({ columns: partly });
  expect(totals.result).toEqual({ count: 0, total: 0 });
  totals.add(['x', null, null, null]);
  expect(totals.result).toEqual({ count: 0, total: null });
  totals.add(['y', 1, 0, null]);
  expect(totals.result).toEqual({ count: 1, total: 0 });
});

describe('what follows from sums', () => {
  const counts: ReportColumn[] = [
    { key: 'on_time', title, kind: 'count', totalled: true },
    { key: 'delivered', title, kind: 'count' },
    { key: 'rate', title, kind: 'percent' },
  ];
  const derived = {
    rate: { title, as: 'percent', of: ['on_time'], by: 'delivered' },
    each: { title, as: 'mean', of: ['on_time'], by: 'delivered' },
  } as const;
  const of = (...rows: (number | null)[][]) => {
    const totals = new RunningTotals({ columns: counts, derived });
    for (const row of rows) totals.add(row);
    return totals.result;
  };

  it('is a rate of the whole, not the mean of rates', () =>
    expect(of([1, 2, 50], [0, 1, 0])).toEqual({ on_time: 1, rate: 33.33, each: 0.33 }));

  it('is rounded half away from zero, as PostgreSQL rounds', () => {
    expect(of([1, 800, 0.13]).rate).toBe(0.13);
    expect(of([-1, 800, 0.13]).rate).toBe(-0.13);
    expect(of([1, -800, 0.13]).rate).toBe(-0.13);
    expect(of([201, 200, 0]).each).toBe(1.01);
    expect(of([2_003, 800, 0]).rate).toBe(250.38);
  });

  it('is 0 of nothing, and where figures are not known', () => {
    expect(of()).toEqual({ on_time: 0, rate: 0, each: 0 });
    expect(of([3, 0, null])).toMatchObject({ rate: 0, each: 0 });
    expect(of([null, null, null])).toMatchObject({ rate: 0, each: 0 });
  });

  it('is exact, for any numbers', () => {
    const count = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(count, count), { minLength: 1, maxLength: 20 }), (pairs) => {
        const [part, whole] = [0, 1].map((i) => pairs.reduce((sum, pair) => sum + BigInt(pair[i] as number), 0n));
        const hundredths = whole ? ((part as bigint) * 20_000n + whole) / (2n * whole) : 0n;
        expect(of(...pairs).rate).toBe(Number(hundredths) / 100);
      }),
    );
  });

  it('may be of several figures, and of those that a row carries behind its columns', () => {
    const totals = new RunningTotals({
      columns: counts,
      carried: [
        { key: 'saved', kind: 'percent' },
        { key: 'runs', kind: 'count' },
        { key: 'spent', kind: 'money' },
      ],
      derived: {
        saving: { title, as: 'mean', of: ['saved'], by: 'runs' },
        runs: { title, as: 'sum', of: ['runs'] },
        came: { title, as: 'percent', of: ['on_time', 'runs'], by: 'delivered' },
        share: { title, as: 'percent', of: ['on_time'], by: 'spent' },
      },
    });
    totals.add([1, 6, 0, 12.3456, 2, 0.5]);
    totals.add([1, 3, 0, 0.0004, 1, 1.5]);
    expect(totals.result).toEqual({ on_time: 2, saving: 4.12, runs: 3, came: 55.56, share: 100 });
  });

  it('a figure that no row has is no report', () =>
    expect(() => new RunningTotals({ columns, derived }).result).toThrow('on_time'));
});
