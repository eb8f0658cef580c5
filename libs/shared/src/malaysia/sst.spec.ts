import fc from 'fast-check';
import { DomainError } from '../errors.js';
import { MAX_MONEY } from '../values/money.js';
import { serviceAliases, serviceTaxRates } from './sst-rates.js';
import { calculateSst, sstPercent } from './sst.js';

const TODAY = '2026-11-20';

describe('SST', () => {
  it.each([
    [100, undefined, TODAY, 0.06, 6, 106],
    [100, 'professional', '2024-02-29', 0.06, 6, 106],
    [100, 'professional', '2024-03-01', 0.08, 8, 108],
    [99.99, 'food_beverage', TODAY, 0.06, 6, 105.99],
    [10.25, 'telecommunication', TODAY, 0.06, 0.62, 10.87],
    // A published example refuses more than two decimals; they are rounded.
    [1.005, 'x', TODAY, 0.06, 0.06, 1.07],
    [2000, 'rental_leasing', '2025-12-31', 0.08, 160, 2160],
    [2000, 'rental_leasing', '2026-01-01', 0.06, 120, 2120],
    [2000, 'rental_leasing', '2025-06-30', 0, 0, 2000],
    [500, 'logistics', '2023-12-31', 0, 0, 500],
    [0, 'food_beverage', TODAY, 0.06, 0, 0],
    //
    [0.75, undefined, TODAY, 0.06, 0.05, 0.8],
    [10.75, undefined, TODAY, 0.06, 0.65, 11.4],
    [16.75, undefined, TODAY, 0.06, 1.01, 17.76],
  ])('on %d for %s on %s is at %d: %d, %d together', (amount, service_type, day, sst_rate, sst_amount, total) => {
    const result = calculateSst(amount, service_type, day);
    expect(result).toEqual({ subtotal: Math.round(amount * 100 + 1e-6) / 100, sst_rate, sst_amount, total });
  });

  it('is not calculated on a negative amount, or beyond the largest (A-174)', () => {
    for (const amount of [-1, -0.001, MAX_MONEY + 0.01, 1e300, NaN])
      expect(() => calculateSst(amount, null, TODAY)).toThrow(DomainError);
    expect(() => calculateSst(-1, null, TODAY)).toThrow(/^amount must come to .*, not -1/);
    expect(() => calculateSst(MAX_MONEY, null, TODAY)).toThrow(/^amount must come to/);
    expect(calculateSst(MAX_MONEY, 'exempt', TODAY).total).toBe(MAX_MONEY);
  });

  it('is 6 percent for no kind of service and for one that is not in the table (A-85)', () => {
    for (const kind of [
      undefined,
      null,
      '',
      ' ',
      'general',
      'standard',
      'other',
      'x',
      '__proto__',
      'constructor',
      'toString',
    ])
      expect(sstPercent(kind, TODAY)).toBe(6);
    fc.assert(
      fc.property(
        fc.string(),
        (kind) => Object.hasOwn(serviceTaxRates, kind) || [0, 5, 6, 8, 10].includes(sstPercent(kind, TODAY)),
      ),
    );
  });

  it('knows a kind of service by other words, regardless of case', () => {
    expect(sstPercent('Rental Leasing', '2025-12-31')).toBe(8);
    expect(sstPercent('rental - leasing', '2025-12-31')).toBe(8);
    expect(sstPercent(' CONSULTING ', TODAY)).toBe(8);
    expect(sstPercent('low-value-goods', TODAY)).toBe(10);
    expect(sstPercent('general_8', TODAY)).toBe(8);
    for (const kind of Object.values(serviceAliases)) if (kind !== null) expect(serviceTaxRates).toHaveProperty(kind);
  });

  it('has its table in order of days', () => {
    for (const { rates } of Object.values(serviceTaxRates)) {
      const days = rates.map(([from]) => from);
      expect(days).toEqual([...new Set(days)].sort());
    }
  });

  it('is to the sen what whole numbers say, and its parts make the total', () => {
    const kind = fc.constantFrom(undefined, 'general', ...Object.keys(serviceTaxRates), ...Object.keys(serviceAliases));
    const day = fc.constantFrom('2018-08-31', '2018-09-01', '2024-02-29', '2024-03-01', '2025-07-01', '2026-01-01');
    const sen = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 90_000_000_000_000 }));
    const inSen = (amount: number): bigint => {
      const [whole = '', decimals = ''] = JSON.stringify(amount).split('.');
      expect(decimals.length).toBeLessThanOrEqual(2);
      return BigInt(whole + decimals.padEnd(2, '0'));
    };
    fc.assert(
      fc.property(sen, kind, day, (n, service_type, on) => {
        const amount = Number(`${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`);
        const { subtotal, sst_rate, sst_amount, total } = calculateSst(amount, service_type, on);
        const rate = BigInt(Math.round(sst_rate * 10_000));
        expect(inSen(subtotal)).toBe(BigInt(n));
        expect(inSen(sst_amount)).toBe((BigInt(n) * rate + 5_000n) / 10_000n);
        expect(inSen(total)).toBe(inSen(subtotal) + inSen(sst_amount));
      }),
      { numRuns: 2_000 },
    );
  });
});
