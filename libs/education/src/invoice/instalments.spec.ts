import { money } from '@usaha/shared';
import fc from 'fast-check';
import { Fee } from '../fee/fee.entity.js';
import { Student } from '../student/student.entity.js';
import { allocate } from './allocation.js';
import { RULED } from './discount.js';
import { EducationPayment } from '../payment/payment.entity.js';
import { Invoice } from './invoice.entity.js';
import { instalmentsOf, openParts, overdueOf } from './instalments.js';
import { lateFee, lateFeeOf } from './late-fee.js';

let ids = 0;
const inParts = (amount: number, instalments: number, first_due = '2026-01-31'): Invoice => {
  const fee = Object.assign(new Fee(), { id: 'fee', fee_type: 'tuition', amount });
  const terms = { period: '2026', due_date: '', payment_plan: { instalments, first_due } };
  const student = Object.assign(new Student(), { id: 'aisyah' });
  return Object.assign(Invoice.of(student, fee, terms), { id: `invoice ${(ids += 1)}` });
};
const paid = (amount: number): EducationPayment =>
  Object.assign(EducationPayment.of('aisyah', null, { amount, payment_date: '2026-01-01' }), {
    id: `paid ${(ids += 1)}`,
  });
const days = (invoice: Invoice): string[] => invoice.instalments.map(({ due_date }) => due_date);

describe('A-362: instalments', () => {
  it('are equal as far as sen allow, one a month, on the last day of shorter ones', () => {
    expect(instalmentsOf(100, { instalments: 3, first_due: '2026-01-31' })).toEqual([
      { due_date: '2026-01-31', amount: 33.33 },
      { due_date: '2026-02-28', amount: 33.34 },
      { due_date: '2026-03-31', amount: 33.33 },
    ]);
    expect(days(inParts(100, 4, '2027-11-30'))).toEqual(['2027-11-30', '2027-12-30', '2028-01-30', '2028-02-29']);
    expect(instalmentsOf(0, { instalments: 3, first_due: '2026-01-31' })).toEqual([]);
    expect(() => instalmentsOf(100, { instalments: 2, first_due: '9999-12-01' })).toThrow('9999-12-31');
  });

  it('come to the amount to the sen, and differ by a sen at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), fc.integer({ min: 2, max: 60 }), (sen, instalments) => {
        const parts = instalmentsOf(sen / 100, { instalments, first_due: '2026-01-15' }).map(({ amount }) => amount);
        expect(money.add(...parts)).toBe(sen / 100);
        if (parts.length > 0) expect(money.add(Math.max(...parts), -Math.min(...parts))).toBeLessThanOrEqual(0.01);
        expect(parts.length).toBe(Math.min(instalments, sen));
      }),
    );
  });

  it('are settled in order, credited from the last, and due on the next day that has something left', () => {
    const invoice = inParts(90, 3, '2026-01-15');
    expect(invoice.due_date).toBe('2026-01-15');
    allocate([paid(40)], [invoice]);
    expect(openParts(invoice).map(({ amount }) => amount)).toEqual([0, 20, 30]);
    expect([invoice.due_date, invoice.stateOn('2026-02-15'), invoice.stateOn('2026-02-16')]).toEqual([
      '2026-02-15',
      'open',
      'overdue',
    ]);
    expect([overdueOf(invoice, '2026-02-16'), overdueOf(invoice, '2026-04-01')]).toEqual([20, 50]);
    invoice.credit(35);
    expect(openParts(invoice).map(({ amount }) => amount)).toEqual([0, 15, 0]);
    invoice.settle(15);
    expect([invoice.stateOn('2030-01-01'), invoice.due_date]).toEqual(['paid', '2026-03-15']);
    invoice.settle(-55);
    expect(invoice.due_date).toBe('2026-01-15');
  });

  it('are paid part by part where several invoices are open: what is due first comes first', () => {
    const [one, other] = [inParts(90, 3, '2026-01-15'), inParts(60, 2, '2026-01-20')];
    const entries = allocate([paid(70)], [one, other]);
    expect(entries.map(({ invoice_id, amount }) => [invoice_id, amount])).toEqual([
      [one.id, 40],
      [other.id, 30],
    ]);
  });

  it('come to the balance after any settlements and credits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 2, max: 12 }),
        fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 8 }),
        (sen, count, steps) => {
          const invoice = inParts(sen / 100, count);
          steps.forEach((step, i) => {
            const most = Math.min(step / 100, invoice.balance);
            if (most > 0 && i % 2 === 0) invoice.settle(most);
            else if (most > 0) invoice.credit(most);
            expect(money.add(...openParts(invoice).map(({ amount }) => amount))).toBe(invoice.balance);
            expect(overdueOf(invoice, '9999-12-31')).toBe(invoice.balance);
            if (invoice.balance > 0) expect(overdueOf(invoice, invoice.due_date)).toBe(0);
          });
        },
      ),
    );
  });
});

describe('A-362: what is taken off and added', () => {
  const invoiceOf = (amount: number, discounts: Parameters<typeof Invoice.of>[3]): Invoice => {
    const fee = Object.assign(new Fee(), { id: 'fee', fee_type: 'tuition', amount });
    return Invoice.of(new Student(), fee, { period: '2026-03', due_date: '2026-03-31' }, discounts);
  };

  it('a part of a period is asked for by its days, and siblings pay a percentage of it less', () => {
    const discounts = [
      { reason: RULED.partOfPeriod, days: 17, of: 31 },
      { reason: RULED.sibling, percent: 10 },
    ];
    const { amount, discounts: taken } = invoiceOf(180, discounts);
    expect([amount, taken]).toEqual([
      88.84,
      [
        { reason: 'part_of_period', percent: null, amount: 81.29 },
        { reason: 'sibling_discount', percent: 10, amount: 9.87 },
      ],
    ]);
  });

  it('the fee less what is taken off is the amount, to the sen', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 31 }),
        fc.integer({ min: 0, max: 100 }),
        (sen, part, percent) => {
          const { amount, full_amount, discounts } = invoiceOf(sen / 100, [
            { reason: RULED.partOfPeriod, days: part, of: 31 },
            { reason: RULED.sibling, percent },
          ]);
          expect(money.add(amount, ...discounts.map((one) => one.amount))).toBe(full_amount);
          expect(amount).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it.each([
    [
      { amount: 10, grace_days: 7 },
      { amount: 10, percent: null, grace_days: 7 },
    ],
    [{ percent: 1.5 }, { amount: null, percent: 1.5, grace_days: 0 }],
    [{ amount: 10, percent: 5 }, null],
    [{ amount: 0 }, null],
    [{ percent: 101 }, null],
    [{ amount: 10, grace_days: 1.5 }, null],
    [{ grace_days: 3 }, null],
    ['10', null],
    [null, null],
  ])('late_fee %j is read as %j', (given, rule) => {
    expect(lateFee.read(given)).toEqual(rule);
    expect(lateFee.fits(given)).toBe(rule !== null);
  });

  it('a late fee is the amount in MYR, or the percentage of what is overdue in any currency', () => {
    const amount = { amount: 10, percent: null, grace_days: 0 };
    expect([lateFeeOf(amount, 180, 'MYR'), lateFeeOf(amount, 180, 'SGD')]).toEqual([10, 0]);
    expect(lateFeeOf({ amount: null, percent: 2.5, grace_days: 0 }, 180.2, 'SGD')).toBe(4.51);
  });
});
