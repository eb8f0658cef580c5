import { money } from '@usaha/shared';
import fc from 'fast-check';
import { hasValue, isNextNumber, runsOf, type CountedSource, type NumberRun } from './runs.js';

const numbered = (n: number): string => `INV-2026-${String(n).padStart(6, '0')}`;
const counted = (n: number, taxable = 10, amount = 0.6): CountedSource => ({
  number: numbered(n),
  refs: [{ module: 'retail', kind: 'sale', id: String(n) }],
  taxes: [{ type: '01', rate: 6, taxable, amount }],
  rounding: 0,
});

const collected = (sources: readonly CountedSource[]): NumberRun[] => [...runsOf(sources)].filter(hasValue);
const spans = (runs: readonly NumberRun[]) => runs.map(({ first, last }) => [first.slice(-6), last.slice(-6)]);

it.each([
  ['INV-2026-000002', 'INV-2026-000001', true],
  ['INV-2026-000010', 'INV-2026-000009', true],
  ['INV-2026-1000000', 'INV-2026-999999', true],
  ['INV-2026-000003', 'INV-2026-000001', false],
  ['INV-2026-000001', 'INV-2026-000001', false],
  ['INV-2026-000002', 'INV-2025-000001', false],
  ['INV-2026-2', 'INV-2026-000001', false],
  ['RCP-2026-000002', 'INV-2026-000001', false],
  ['B', 'A', false],
])('A-524: %s follows %s: %s', (number, before, follows) => expect(isNextNumber(number, before)).toBe(follows));

describe('A-524: runs of printed numbers', () => {
  it('are ended by a number that is elsewhere', () => {
    const runs = collected([1, 2, 4, 5, 6].map((n) => counted(n)));
    expect(spans(runs)).toEqual([
      ['000001', '000002'],
      ['000004', '000006'],
    ]);
    expect(runs.map(({ count, taxes }) => [count, taxes])).toEqual([
      [2, [{ type: '01', rate: 6, taxable: 20, amount: 1.2 }]],
      [3, [{ type: '01', rate: 6, taxable: 30, amount: 1.8 }]],
    ]);
  });

  it('go on over a cancelled sale, which is 0; a run of 0 is none', () => {
    const cancelled = (n: number): CountedSource => ({ number: numbered(n), refs: [], taxes: [], rounding: 0 });
    expect(spans(collected([counted(1), cancelled(2), counted(3), cancelled(5), counted(7, 0, 0)]))).toEqual([
      ['000001', '000003'],
    ]);
    expect(collected([])).toEqual([]);
  });

  it('have the sums of each type and rate, in their order', () => {
    const untaxed: CountedSource = {
      number: numbered(2),
      refs: [],
      taxes: [
        { type: '06', rate: 0, taxable: 5, amount: 0 },
        { type: '01', rate: 10, taxable: 1, amount: 0.1 },
      ],
      rounding: -0.02,
    };
    const [run] = collected([counted(1), untaxed, counted(3)]);
    expect(run?.taxes).toEqual([
      { type: '01', rate: 6, taxable: 20, amount: 1.2 },
      { type: '01', rate: 10, taxable: 1, amount: 0.1 },
      { type: '06', rate: 0, taxable: 5, amount: 0 },
    ]);
    expect(run?.rounding).toBe(-0.02);
  });

  it('say each document once, and come to the sum of all', () => {
    const sen = fc.integer({ min: 1, max: 100_000 }).map((n) => n / 100);
    const sold = fc.array(fc.record({ isElsewhere: fc.boolean(), taxable: sen, amount: sen }), { maxLength: 60 });
    fc.assert(
      fc.property(sold, (told) => {
        const pooled = told.flatMap((one, i) => (one.isElsewhere ? [] : [counted(i + 1, one.taxable, one.amount)]));
        const runs = collected(pooled);
        const said = runs.flatMap(({ first, count }) => {
          const from = Number(first.slice(-6));
          return Array.from({ length: count }, (_, i) => numbered(from + i));
        });
        expect(said).toEqual(pooled.map(({ number }) => number));
        expect(runs.flatMap(({ refs }) => refs)).toEqual(pooled.flatMap(({ refs }) => refs));
        const sum = (of: 'taxable' | 'amount', from: readonly { taxes: CountedSource['taxes'] }[]) =>
          money.add(0, ...from.flatMap(({ taxes }) => taxes.map((tax) => tax[of])));
        for (const one of ['taxable', 'amount'] as const) expect(sum(one, runs)).toBe(sum(one, pooled));
      }),
      { numRuns: 300 },
    );
  });
});
