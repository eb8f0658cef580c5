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
  expect(new RunningTotals(columns).result).toEqual({ count: 0, total: 0 }));

it('amounts are added to the sen, however many there are', () => {
  const sen = fc.integer({ min: -10_000_000, max: 10_000_000 });
  fc.assert(
    fc.property(fc.array(sen, { maxLength: 200 }), (amounts) => {
      const totals = new RunningTotals(columns);
      for (const amount of amounts) totals.add(['x', 1, amount / 100, 9.99]);
      const sum = amounts.reduce((a, b) => a + b, 0);
      expect(totals.result).toEqual({ count: amounts.length, total: sum === 0 ? 0 : sum / 100 });
    }),
  );
});

it('quantities are added to the thousandth', () => {
  const totals = new RunningTotals([{ key: 'km', title, kind: 'quantity', totalled: true }]);
  for (const km of [0.1, 0.2, 86.731]) totals.add([km]);
  expect(totals.result).toEqual({ km: 87.031 });
});

it('what is not known adds nothing', () => {
  const totals = new RunningTotals(columns);
  totals.add(['x', 3, null, null]);
  totals.add(['y', null, 0.1, null]);
  totals.add(['z', 4, 0.2, null]);
  expect(totals.result).toEqual({ count: 7, total: 0.3 });
});
