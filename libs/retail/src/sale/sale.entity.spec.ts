import { money, toSen } from '@usaha/shared';
import { cashRounding } from '@usaha/shared/malaysia';
import { Sale, saleStatuses, type SaleStatus, type StatusChange } from './sale.entity.js';
import type { SoldLine } from './sale-line.entity.js';

const line = (quantity: number, refunded_quantity = 0) => ({ quantity, refunded_quantity }) as SoldLine;
const sale = (...lines: SoldLine[]): Sale => Object.assign(new Sale(), { total: 100, lines, refunds: [] });
const to = (status: SaleStatus, reason: string | null = null): StatusChange => ({
  status,
  reason,
  changed_at: '2026-03-10T08:30:00.000Z',
  changed_by: null,
});

describe('A-96: the status', () => {
  it('is completed and paid from the start, with no history', () => {
    const made = sale(line(1));
    expect([made.status, made.payment_status, made.status_history]).toEqual(['completed', 'completed', []]);
  });

  it.each(saleStatuses.flatMap((from) => saleStatuses.map((then) => [from, then] as const)))(
    'may go from %s to %s',
    (from, then) => {
      const made = sale(line(1));
      made.setStatus(to(from));
      made.setStatus(to(then, 'so'));
      expect([made.status, made.status_reason, made.counted]).toEqual([then, 'so', then === 'completed']);
      expect(made.payment_status).toBe(then === 'refunded' ? 'refunded' : 'completed');
    },
  );

  it('keeps every change, oldest first, and the reason of the last', () => {
    const made = sale(line(1));
    const changes = [to('cancelled', 'rung up twice'), to('completed')];
    for (const change of changes) made.setStatus(change);
    expect(made.status_history).toEqual(changes);
    expect(made.status_reason).toBeNull();
  });

  it('does not undo what was given back: the money says so for every status', () => {
    const partly = sale(line(3, 1), line(1));
    partly.setStatus(to('pending'));
    expect(partly.payment_status).toBe('partially_refunded');
    const whole = sale(line(3, 3));
    whole.setStatus(to('completed'));
    expect(whole.payment_status).toBe('refunded');
  });
});

describe('A-97: giving back', () => {
  it('of a part leaves the sale completed and partially refunded', () => {
    const made = sale(line(3, 1));
    made.giveBack(9.54, 2);
    expect(made).toMatchObject({ status: 'completed', payment_status: 'partially_refunded' });
    expect([made.refunded_total, made.points_returned, made.counted]).toEqual([9.54, 2, true]);
  });

  it('of all makes both refunded', () => {
    const made = sale(line(3, 3), line(1, 1));
    made.refunded_total = 9.54;
    made.giveBack(19.08, 1);
    expect(made).toMatchObject({ status: 'refunded', payment_status: 'refunded', refunded_total: 28.62 });
    expect(made.counted).toBe(false);
  });

  it('of a part of a pending sale leaves it pending', () => {
    const made = sale(line(2, 1));
    made.setStatus(to('pending'));
    made.giveBack(5, 0);
    expect(made).toMatchObject({ status: 'pending', payment_status: 'partially_refunded' });
  });
});

describe('what the status of a sale takes out of the figures (A-184)', () => {
  interface Given {
    refund_method: string | null;
    amount: number;
  }
  const cancelled = (total: number, payment_method: string | null, refunds: Given[]) => {
    const made = Object.assign(sale(line(9, refunds.length)), { total, payment_method });
    made.refunded_total = money.add(0, ...refunds.map(({ amount }) => amount));
    made.setStatus(to('cancelled'));
    return made.reversedWith(refunds);
  };

  it('is nothing while it counts, what was not given back once it does not, and no rounding of what was not paid in cash', () => {
    const made = Object.assign(sale(line(2)), { total: 2.03, payment_method: 'cash' });
    expect(made.reversedWith([])).toEqual({ amount: 0, rounding: 0 });
    expect(cancelled(2.03, 'card', [{ refund_method: 'cash', amount: 1.02 }])).toEqual({ amount: 1.01, rounding: 0 });
    expect(cancelled(2.03, null, [])).toEqual({ amount: 2.03, rounding: 0 });
    expect(cancelled(2.03, ' Tunai', [])).toEqual({ amount: 2.03, rounding: 0.02 });
  });

  it('is of cash what is left of the money received, in coins: 2.05 for 2.03, of which 1.02 went back to a card, leaves 1.03', () => {
    expect(cancelled(2.03, 'cash', [{ refund_method: 'card', amount: 1.02 }])).toEqual({
      amount: 1.01,
      rounding: 0.04,
    });
  });

  it('never leaves more than 2 sen between what was received and all that was given back, nor moves parts of a coin', () => {
    const cash = (amount: number): number => money.add(amount, cashRounding(amount));
    const sen = Array.from({ length: 12 }, (_, i) => i / 100);
    for (const total of sen.map((more) => money.add(3, more)))
      for (const inCash of sen)
        for (const byCard of sen) {
          const refunds = [
            { refund_method: null, amount: inCash },
            { refund_method: 'card', amount: byCard },
          ];
          const { amount, rounding } = cancelled(total, 'cash', refunds);
          const rest = money.add(amount, rounding);
          expect(toSen(rest) % 5n).toBe(0n);
          const back = money.add(cash(inCash), byCard, rest);
          expect(Math.abs(money.add(back, -cash(total)))).toBeLessThanOrEqual(0.02);
        }
  });

  it('is nothing of what was given back whole, in any way', () => {
    const refunds = [
      { refund_method: 'card', amount: 1.02 },
      { refund_method: null, amount: 1.01 },
    ];
    expect(cancelled(2.03, 'cash', refunds)).toEqual({ amount: 0, rounding: 0 });
  });
});
