import fc from 'fast-check';
import { Fee } from '../fee/fee.entity.js';
import { Student, type Scholarship } from '../student/student.entity.js';
import { Invoice } from './invoice.entity.js';

const terms = { period: ' 2026-03 ', due_date: '2026-03-31' };

function invoiceOf(amount: number, scholarship_info: Scholarship | null, scholarship_applicable = true): Invoice {
  const student = Object.assign(new Student(), { id: 'aisyah' });
  student.describe({ scholarship_info });
  const fee = Object.assign(new Fee(), { id: 'fee', fee_type: 'tuition', amount, scholarship_applicable });
  return Invoice.of(student, fee, terms);
}

const scholarship = (scholarship_percentage: number | null): Scholarship => ({
  has_scholarship: true,
  scholarship_percentage,
});

describe('the amount of an invoice', () => {
  it.each([
    [180, scholarship(50), 90, 50],
    [10.05, scholarship(50), 5.03, 50],
    [100, scholarship(33.33), 66.67, 33.33],
    [0.01, scholarship(50), 0.01, 50],
    [100, scholarship(99.99996), 0, 100],
    [180, scholarship(0), 180, 0],
    [180, scholarship(null), 180, null],
    [180, { has_scholarship: false, scholarship_percentage: 50 }, 180, null],
    [180, { scholarship_percentage: 50 }, 180, null],
    [180, null, 180, null],
  ])('of a fee of %p with %j is %p', (full_amount, info, amount, scholarship_percentage) => {
    const made = invoiceOf(full_amount, info);
    expect(made).toMatchObject({ full_amount, amount, scholarship_percentage, balance: amount, settled: 0 });
  });

  it('is the whole fee where the fee allows no scholarship', () =>
    expect(invoiceOf(180, scholarship(100), false)).toMatchObject({ amount: 180, scholarship_percentage: null }));

  it('is never below 0 nor above the fee, and falls as the scholarship rises', () => {
    const fee = fc.integer({ min: 0, max: 10 ** 9 }).map((sen) => sen / 100);
    const percent = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(fee, percent, percent, (full, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((p) => invoiceOf(full, scholarship(p)).amount);
        expect([0, more, less, full]).toEqual([0, more, less, full].sort((x, y) => (x as number) - (y as number)));
      }),
    );
  });
});

describe('the state of an invoice', () => {
  it('is overdue from the day after it was due, until it is paid', () => {
    const made = invoiceOf(100, null);
    expect([made.stateOn('2026-03-31'), made.stateOn('2026-04-01')]).toEqual(['open', 'overdue']);
    made.settle(99.99);
    expect([made.balance, made.stateOn('2026-04-01')]).toEqual([0.01, 'overdue']);
    made.settle(0.01);
    expect([made.balance, made.stateOn('2026-04-01'), made.settlements]).toEqual([0, 'paid', 2]);
    made.settle(-100);
    expect([made.balance, made.stateOn('2026-03-31')]).toEqual([100, 'open']);
  });

  it('is paid at once where nothing is to be paid', () =>
    expect(invoiceOf(180, scholarship(100)).stateOn('2999-01-01')).toBe('paid'));
});

it('keeps the fee’s type and currency of that day, and its period trimmed', () =>
  expect(invoiceOf(1, null)).toMatchObject({ fee_type: 'tuition', currency: 'MYR', period: '2026-03' }));
