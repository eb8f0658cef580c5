import fc from 'fast-check';
import { DomainError, fromSen, toSen } from '@usaha/shared';
import { Payment, paymentStatuses, paymentTypes } from './payment.entity.js';
import type { Refund } from './refund.entity.js';

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

/** The field that a refusal names, and what it says. */
function refusal(work: () => unknown): [string | undefined, string] | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return [error.errors?.[0]?.field, error.in('en').errors?.[0]?.message ?? ''];
    throw error;
  }
  return undefined;
}

describe('a payment that is told', () => {
  it('is of an amount to the sen, in the currency that is named, and keeps what is said of it', () => {
    const told = { amount: 10.005, currency: ' usd ', description: 'Deposit', metadata: { table: 4 } };
    expect(Payment.of(told, 'key')).toMatchObject({
      amount: 10.01,
      currency: 'USD',
      description: 'Deposit',
      metadata: { table: 4 },
      request_key: 'key',
      status: 'pending',
      payment_method_id: null,
      subscription_id: null,
      failure_reason: null,
      refunds: [],
    });
  });

  it('is in MYR, without description and metadata, where nothing is said of them', () => {
    const bare = { currency: 'MYR', description: null, metadata: {}, request_key: null };
    expect(Payment.of({ amount: 1 }, null)).toMatchObject(bare);
    expect(Payment.of({ amount: 1, currency: null, description: null, metadata: null }, null)).toMatchObject(bare);
  });

  it.each([0, 0.004])('is of more than 0, not of %d', (amount) => {
    expect(refusal(() => Payment.of({ amount }, null))).toEqual(['amount', 'amount must be more than 0']);
  });

  it.each([-1, 1e12])('is of an amount that can be kept, not of %d (A-174)', (amount) => {
    expect(refusal(() => Payment.of({ amount }, null))?.[0]).toBe('amount');
  });

  it.each(['', 'RM', 'MYRX', 'XMYR', 'M1R'])('is in no currency %j (A-78)', (currency) => {
    expect(refusal(() => Payment.of({ amount: 1, currency }, null))?.[0]).toBe('currency');
  });

  it('is made by the method as it was sent, or by a stored one and its type (A-171)', () => {
    const payment = Payment.of({ amount: 1 }, null);
    payment.payWith({ id: 'method', type: 'card' });
    expect(payment).toMatchObject({ payment_method: 'card', payment_method_id: 'method' });
    payment.payWith('fpx');
    expect(payment).toMatchObject({ payment_method: 'fpx', payment_method_id: null });
  });

  it('says what it is for, what of it went back, and its name outside (A-79)', () => {
    const payment = Object.assign(Payment.of({ amount: 1 }, null), { id: 'p' });
    payment.payFor('subscription');
    const refunds = [{ amount: 1 }] as Refund[];
    payment.show(refunds);
    expect(payment).toMatchObject({ subscription_id: 'subscription', refunds, transaction_id: 'p' });
    payment.payFor(null);
    expect(payment.subscription_id).toBeNull();
  });

  it('is of a type and a status that the contract names', () => {
    expect(paymentTypes).toEqual(['charge', 'refund', 'credit', 'adjustment']);
    expect(paymentStatuses).toEqual(['pending', 'completed', 'failed', 'refunded']);
  });
});

describe('a payment', () => {
  it('begins pending, in MYR, with nothing given back', () => {
    expect(new Payment()).toMatchObject({ status: 'pending', currency: 'MYR', type: 'charge', refunded_amount: 0 });
  });

  it('gets its outcome once', () => {
    const failed = Object.assign(new Payment(), { amount: 5 });
    failed.fail('declined', new Date());
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'declined' });
    expect(() => failed.complete()).toThrow('has its outcome');
    expect(() => paid(5).fail('declined', new Date())).toThrow('has its outcome');
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

  it('says why it gives nothing back (A-80)', () => {
    expect(refusal(() => new Payment().reserve())?.[0]).toBe('status');
    const payment = paid(100);
    expect(refusal(() => payment.reserve(0))).toEqual(['amount', 'amount must be more than 0']);
    expect(refusal(() => payment.reserve(100.01))?.[0]).toBe('amount');
    expect(refusal(() => payment.reserve(100.01))?.[1]).toMatch(/100\.01/);
    expect(refusal(() => payment.reserve(-1))?.[0]).toBe('amount');
    expect(payment.reserve(null)).toBe(100);
    expect(refusal(() => payment.reserve(null))?.[0]).toBe('status');
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

  it('never gives back more than was taken, and in the end exactly that, for any requests in any order', () => {
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
