import fc from 'fast-check';
import { DomainError, fromSen, toSen } from '@usaha/shared';
import { Payment } from './payment.entity.js';

const paid = (amount: number): Payment => {
  const payment = Object.assign(new Payment(), { id: 'p', amount });
  payment.complete();
  return payment;
};

function kindOf(work: () => unknown): string {
  try {
    work();
    return 'done';
  } catch (error) {
    if (error instanceof DomainError) return error.kind;
    throw error;
  }
}

describe('a payment', () => {
  it('begins pending, in MYR, with nothing given back', () => {
    expect(new Payment()).toMatchObject({ status: 'pending', currency: 'MYR', type: 'charge', refunded_amount: 0 });
  });

  it('gets its outcome once', () => {
    const failed = Object.assign(new Payment(), { amount: 5 });
    failed.fail('declined');
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'declined' });
    expect(() => failed.complete()).toThrow('has its outcome');
    expect(() => paid(5).fail('declined')).toThrow('has its outcome');
  });

  it.each(['pending', 'failed', 'refunded'] as const)('that is %s is not refunded (A-80)', (status) => {
    const payment = Object.assign(new Payment(), { amount: 100, status });
    expect(kindOf(() => payment.reserve())).toBe('conflict');
    expect(kindOf(() => payment.reserve(1_000))).toBe('conflict');
  });

  it('of 100 gives back 30, not 80, then 70, and nothing more (A-80)', () => {
    const payment = paid(100);
    payment.giveBack(payment.reserve(30));
    expect(payment).toMatchObject({ status: 'completed', refunded_amount: 30, remaining_amount: 70 });
    expect(kindOf(() => payment.reserve(80))).toBe('invalid');
    payment.giveBack(payment.reserve(70));
    expect(payment).toMatchObject({ status: 'refunded', refunded_amount: 100, remaining_amount: 0 });
    expect(kindOf(() => payment.reserve(1))).toBe('conflict');
  });

  it.each([0, -1, 0.004, 100.01])('of 100 does not give back %d', (amount) => {
    const payment = paid(100);
    expect(kindOf(() => payment.reserve(amount))).toBe('invalid');
    expect(payment.reserved_amount).toBe(0);
  });

  it('sets aside what is on its way back, and takes it up again when it does not get there', () => {
    const payment = paid(100);
    expect(payment.reserve()).toBe(100);
    expect(kindOf(() => payment.reserve())).toBe('conflict');
    expect(kindOf(() => payment.reserve(1))).toBe('invalid');
    payment.release(100);
    expect(payment).toMatchObject({ status: 'completed', refunded_amount: 0, reserved_amount: 0 });
    expect(payment.reserve(0.005)).toBe(0.01);
  });

  it('never gives back more than was taken, and in the end exactly that, whatever is asked for in whatever order', () => {
    const sen = fc.bigInt({ min: 1n, max: 10_000_000n });
    const steps = fc.array(fc.record({ sen, fails: fc.boolean() }), { maxLength: 30 });
    fc.assert(
      fc.property(sen, steps, (whole, asked) => {
        const payment = paid(fromSen(whole));
        let [back, underway] = [0n, 0n];
        const flying: { sen: bigint; fails: boolean }[] = [];
        const land = () => {
          const first = flying.shift();
          if (!first) return;
          underway -= first.sen;
          if (first.fails) payment.release(fromSen(first.sen));
          else {
            payment.giveBack(fromSen(first.sen));
            back += first.sen;
          }
        };
        for (const step of asked) {
          const fits = back < whole && back + underway + step.sen <= whole;
          expect(kindOf(() => payment.reserve(fromSen(step.sen))) === 'done').toBe(fits);
          if (fits) {
            underway += step.sen;
            flying.push(step);
          }
          if (flying.length > 2) land();
          expect(toSen(payment.refunded_amount)).toBe(back);
          expect(toSen(payment.reserved_amount)).toBe(underway);
          expect(back + underway).toBeLessThanOrEqual(whole);
        }
        while (flying.length > 0) land();
        if (back < whole) payment.giveBack(payment.reserve());
        expect(payment).toMatchObject({ status: 'refunded', refunded_amount: fromSen(whole), reserved_amount: 0 });
      }),
    );
  });
});
