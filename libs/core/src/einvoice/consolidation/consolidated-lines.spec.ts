import { money } from '@usaha/shared';
import fc from 'fast-check';
import { einvoiceContent } from '../../../../../test/support/einvoice-documents.js';
import { checkContent, totalsOf, ublOf } from '../document/index.js';
import type { SourceDocument, SourceLine } from '../source/index.js';
import {
  MOST_CONSOLIDATED_BYTES,
  countedSource,
  lessChanges,
  lineOfRun,
  partsOf,
  type ConsolidatedPart,
  type ModuleTaxRules,
} from './consolidated-lines.js';
import { runsOf, type CountedSource, type NumberRun } from './runs.js';

const {
  lines: _lines,
  rounding: _rounding,
  ...head
} = {
  ...einvoiceContent,
  number: 'CON-2026-000001',
  period: { from: '2026-10-01', to: '2026-10-31' },
};
const rules = { is_registered: true, type: '01' } as const;

const line = (net: number, tax_amount: number, tax_rate = 6): SourceLine => ({
  ...{ place: 1, category: null, description: 'Beras', quantity: 1, unit_price: net },
  ...{ net, tax_rate, tax_amount },
});
const source = (n: number, lines: SourceLine[], changes: Partial<SourceDocument> = {}): SourceDocument => ({
  ...{ module: 'retail', kind: 'sale', id: `s${n}`, number: `INV-2026-${String(n).padStart(6, '0')}` },
  ...{ dated_at: new Date(0), currency: 'MYR', changes: null, has_returned_money: false, subject: null },
  ...{ lines, taxes_within: false, rounding: 0, payment_method: 'cash', is_cancelled: false },
  total: money.add(0, ...lines.flatMap(({ net, tax_amount }) => [net, tax_amount])),
  ...changes,
});

const parts = (sources: Iterable<CountedSource>, most?: number): ConsolidatedPart[] => [
  ...partsOf(runsOf(sources), head, most),
];
const lessOf = (sold: SourceDocument, changes: readonly SourceDocument[], of: ModuleTaxRules = rules): CountedSource =>
  lessChanges(countedSource(sold, of), changes, { ...of, is_cancelled: sold.is_cancelled });

describe('A-524: a pooled document', () => {
  it('is counted without what its refunds took off, and a cancelled one is 0', () => {
    const sold = source(1, [line(100, 6), line(50, 0, 0)], { rounding: 0.02 });
    const refund = source(9, [line(40, 2.4)], { kind: 'refund', rounding: -0.01 });
    const refs = [
      { module: 'retail', kind: 'sale', id: 's1' },
      { module: 'retail', kind: 'refund', id: 's9' },
    ];
    expect(lessOf(sold, [refund])).toEqual({
      refs,
      number: 'INV-2026-000001',
      taxes: [
        { type: '01', rate: 6, taxable: 60, amount: 3.6 },
        { type: '06', rate: 0, taxable: 50, amount: 0 },
      ],
      rounding: 0.03,
    });
    const cancelled = { ...sold, is_cancelled: true };
    expect(lessOf(cancelled, [refund])).toEqual({ refs, number: sold.number, taxes: [], rounding: 0 });
  });

  it('of a seller without SST has what was charged as tax in its amount', () => {
    const { taxes } = countedSource(source(1, [line(100, 6)]), { is_registered: false, type: '01' });
    expect(taxes).toEqual([{ type: '06', rate: 0, taxable: 106, amount: 0 }]);
  });
});

describe('A-524: a run as a line', () => {
  const run = (first: string, last: string): NumberRun => ({
    ...{ first, last, count: 2, rounding: 0, refs: [] },
    taxes: [
      { type: '01', rate: 6, taxable: 60, amount: 3.6 },
      { type: '06', rate: 0, taxable: 0, amount: 0 },
    ],
  });

  it('says its first and last number, one by itself its own', () => {
    expect(lineOfRun(run('INV-2026-000001', 'INV-2026-000418'))).toEqual({
      ...{ description: 'INV-2026-000001 - INV-2026-000418', classification: '004', quantity: 1, price: 60 },
      ...{ extension: 60, discount: 0, charge: 0, net: 60 },
      taxes: [{ type: '01', rate: 6, taxable: 60, amount: 3.6 }],
    });
    expect(lineOfRun(run('INV-2026-000001', 'INV-2026-000001')).description).toBe('INV-2026-000001');
  });
});

describe('A-524: consolidated documents', () => {
  it('come to the sum of their sales less refunds, with sums that the service takes', () => {
    const sen = fc.integer({ min: 1, max: 100_000 }).map((n) => n / 100);
    const taxed = fc
      .tuple(sen, fc.constantFrom(0, 6, 8, 10))
      .map(([net, rate]) => line(net, money.percent(net, rate), rate));
    const sale = fc.record({
      lines: fc.array(taxed, { minLength: 1, maxLength: 4 }),
      isElsewhere: fc.boolean(),
      is_cancelled: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      isRefunded: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(sale, { maxLength: 30 }), fc.boolean(), (told, is_registered) => {
        const pooled = told.flatMap(({ isElsewhere, isRefunded, is_cancelled, lines }, i) => {
          const sold = source(i + 1, lines, { is_cancelled });
          const refunds = isRefunded ? [source(i, lines.slice(0, 1), { kind: 'refund' })] : [];
          return isElsewhere ? [] : [{ sold, refunds }];
        });
        const made = parts(pooled.map((one) => lessOf(one.sold, one.refunds, { ...rules, is_registered })));
        const expected = pooled
          .filter(({ sold }) => !sold.is_cancelled)
          .map(({ sold, refunds }) => money.add(sold.total, ...refunds.map(({ total }) => -total)));
        expect(money.add(0, ...made.map((part) => totalsOf(part).including_tax))).toBe(money.add(0, ...expected));
        for (const part of made)
          expect(checkContent({ ...head, ...part }, 1).filter(({ code }) => code === 'SUMS_DIFFER')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('have links to a run of 0 where another run comes to something, and no line of it', () => {
    const cancelled = countedSource(source(1, [line(10, 0.6)], { is_cancelled: true }), rules);
    const sold = countedSource(source(3, [line(10, 0.6)]), rules);
    for (const order of [
      [cancelled, sold],
      [sold, { ...cancelled, number: 'INV-2026-000009' }],
    ]) {
      const [made, ...others] = parts(order);
      expect(others).toEqual([]);
      expect(made?.lines.map(({ description }) => description)).toEqual([sold.number]);
      expect(made?.refs.map(({ id }) => id).sort()).toEqual(['s1', 's3']);
    }
    expect(parts([cancelled])).toEqual([]);
  });

  it('are split before they are too large, and lose no line', () => {
    // Every second number: no two of them are one run.
    const sources = Array.from({ length: 2000 }, (_, i) => countedSource(source(2 * i + 1, [line(10, 0.6)]), rules));
    const made = parts(sources);
    expect(made.length).toBeGreaterThan(1);
    expect(made.flatMap(({ lines }) => lines).map(({ description }) => description)).toEqual(
      sources.map(({ number }) => number),
    );
    const bytes = made.map((part) => Buffer.byteLength(JSON.stringify(ublOf({ ...head, ...part }))));
    expect(Math.max(...bytes)).toBeLessThanOrEqual(MOST_CONSOLIDATED_BYTES);
    // All but the last are nearly full.
    expect(Math.min(...bytes.slice(0, -1))).toBeGreaterThan(MOST_CONSOLIDATED_BYTES - 5000);
  });
});
