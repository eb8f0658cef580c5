import { ownTerms } from '../report-card/terms.js';
import { daysFrom, frequencyOf, invoicedOn, isOfYear, periodOf } from './period-of-fee.js';

const usual = ownTerms.read(undefined);
const own = ownTerms.read([
  { term: 1, from: '09-01', to: '12-20' },
  { term: 2, from: '01-10', to: '05-31' },
]);

describe('A-362: the period of a fee', () => {
  it.each([
    ['monthly', '2028-02-10', usual, { name: '2028-02', from: '2028-02-01', to: '2028-02-29' }],
    ['termly', '2026-07-01', usual, { name: '2026-T2', from: '2026-07-01', to: '2026-12-31' }],
    ['termly', '2027-01-10', own, { name: '2026-T2', from: '2027-01-10', to: '2027-05-31' }],
    ['termly', '2027-01-09', own, null],
    ['yearly', '2026-03-10', usual, { name: '2026', from: '2026-01-01', to: '2026-12-31' }],
    ['yearly', '2027-01-09', own, { name: '2026/2027', from: '2026-09-01', to: '2027-08-31' }],
  ] as const)('%s on %s is a month, a term or a school year', (frequency, day, terms, period) =>
    expect(periodOf(frequency, day, terms)).toEqual(period),
  );

  it.each([
    [' Monthly ', 'monthly'],
    ['bulanan', 'monthly'],
    ['Setiap  Penggal', 'termly'],
    ['annually', 'yearly'],
    ['once', null],
    [null, null],
  ])('%j is charged %s', (text, frequency) => expect(frequencyOf(text)).toBe(frequency));

  it.each([
    ['2026-02-01', '2026-02-28', 31, '2026-02-28'],
    ['2026-03-01', '2026-03-31', 5, '2026-03-05'],
    ['2026-03-20', '2026-05-31', 5, '2026-04-05'],
    ['2026-12-20', '2027-05-31', 5, '2027-01-05'],
    ['2026-03-20', '2026-03-25', 5, '2026-03-25'],
  ])('from %s to %s with invoice_day %i is invoiced on %s', (from, to, day, on) =>
    expect(invoicedOn({ from, to }, day)).toBe(on),
  );

  it('is asked for in the academic year of the fee alone', () => {
    const march = { from: '2026-03-01', to: '2026-03-31' };
    const years = [2026, '2026/2027', '2025/26', null, ' ', 'Sesi A', 2025, '2027'];
    expect(years.map((academic_year) => isOfYear({ academic_year }, march))).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect([daysFrom(march, '2026-03-15'), daysFrom(march, '2026-01-15')]).toEqual([17, 31]);
  });
});
