import fc from 'fast-check';
import { fromSen, money, toSen } from '@usaha/shared';
import { cashRounding, isCash } from '@usaha/shared/malaysia';
import {
  creditedBy,
  methodOf,
  outstandingOf,
  paidOutOf,
  payBack,
  payLater,
  payOut,
  reverse,
  settle,
} from './payment-arithmetic.js';
import type { PaymentEntry } from './sale-payment.entity.js';

const sum = (entries: readonly PaymentEntry[], of: 'amount' | 'rounding' = 'amount'): number =>
  money.add(0, ...entries.map((entry) => entry[of]));
const received = (entries: readonly PaymentEntry[]): number => sum(entries.filter(({ is_owed }) => !is_owed));
/** What changed hands in cash, to five sen. */
const inCash = (entries: readonly PaymentEntry[]): number => {
  const cash = entries.filter(({ is_owed, method }) => !is_owed && isCash(method));
  return money.add(sum(cash), sum(cash, 'rounding'));
};
const inFives = (amount: number): boolean => toSen(amount) % 5n === 0n;

const methods = fc.constantFrom('cash', 'Tunai', 'card', 'duitnow', 'Cash ');
const sen = (most: number) => fc.integer({ min: 0, max: most }).map((units) => fromSen(BigInt(units)));
const parts = fc.array(fc.record({ method: methods, weight: fc.integer({ min: 0, max: 10 }) }), { maxLength: 4 });

/** Payments of at most a total, and whether something is left. */
function told(total: number, of: readonly { method: string; weight: number }[]) {
  const whole = of.reduce((all, { weight }) => all + weight, 0) + 1;
  return of.map(({ method, weight }) => ({ method, amount: money.share(total, weight, whole * 2) }));
}

describe('A-345: what is received, owed and given back', () => {
  it('comes to the total of the sale, through payments, refunds and changes of status', () => {
    const steps = fc.array(
      fc.record({
        kind: fc.constantFrom('pay', 'back', 'refund', 'out', 'in'),
        amount: sen(30_000),
        method: fc.option(methods, { nil: null }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(sen(100_000), parts, steps, (total, of, moves) => {
        let entries = settle(total, told(total, of), true);
        let [given, credited, isOut] = [0, 0, false];
        const check = (): void => {
          const expected = isOut ? 0 : money.add(total, -given);
          expect(sum(entries)).toBe(expected);
          expect(money.add(received(entries), outstandingOf(entries))).toBe(expected);
          expect(outstandingOf(entries)).toBeGreaterThanOrEqual(0);
          expect(entries.every(({ amount, rounding }) => !Object.is(amount, -0) && !Object.is(rounding, -0))).toBe(
            true,
          );
        };
        check();
        for (const { kind, amount, method } of moves) {
          if (kind === 'pay') {
            const owed = outstandingOf(entries);
            if (owed > 0 && amount > 0)
              entries = [
                ...entries,
                ...payLater(entries, { method: method ?? 'card', amount: Math.min(amount, owed) }),
              ];
          } else if (kind === 'back') {
            const cards = entries.filter(
              ({ is_owed, method: by, kind: of }) => !is_owed && by === 'card' && of !== 'reversal',
            );
            const part = Math.min(amount, Math.max(0, sum(cards)));
            if (part === 0) continue;
            const owedBefore = outstandingOf(isOut ? [...entries, ...reverse(entries, false)] : entries);
            const back = { method: 'card', reference: null, payment_request_id: 'request' };
            entries = [...entries, ...payBack(part, back)];
            expect(outstandingOf(isOut ? [...entries, ...reverse(entries, false)] : entries)).toBe(
              money.add(owedBefore, part),
            );
            entries = [...entries, ...reverse(entries, isOut)];
          } else if (kind === 'refund') {
            const part = Math.min(amount, money.add(total, -given));
            const made = payOut(entries, 'refund', part, method);
            given = money.add(given, part);
            credited = money.add(credited, creditedBy(made));
            expect(sum(made)).toBe(money.add(0, -part));
            entries = [...entries, ...made];
            entries = [...entries, ...reverse(entries, isOut)];
          } else {
            isOut = kind === 'out';
            entries = [...entries, ...reverse(entries, isOut)];
            if (isOut) expect(inFives(inCash(entries))).toBe(true);
          }
          check();
        }
        expect(credited).toBeLessThanOrEqual(total);
        expect(inFives(inCash(entries))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('cash that is sent exact or in coins is the same; the cash part alone is rounded', () => {
    fc.assert(
      fc.property(sen(100_000), sen(100_000), (cash, card) => {
        const total = money.add(cash, card);
        const exact = settle(
          total,
          [
            { method: 'card', amount: card },
            { method: 'cash', amount: cash },
          ],
          false,
        );
        const inCoins = money.add(cash, cashRounding(cash));
        const coins = settle(
          total,
          [
            { method: 'card', amount: card },
            { method: 'cash', amount: inCoins },
          ],
          false,
        );
        expect(coins).toEqual(exact);
        expect(sum(exact)).toBe(total);
        expect(sum(exact, 'rounding')).toBe(cashRounding(cash));
      }),
    );
  });
});

it('a sale is called after its payments', () => {
  const of = (...told: string[]) =>
    methodOf(
      settle(
        told.length * 10,
        told.map((method) => ({ method, amount: 10 })),
        false,
      ),
    );
  expect([of('cash'), of('cash', 'CASH '), of('cash', 'card'), of()]).toEqual(['cash', 'cash', 'mixed', null]);
  expect(methodOf(settle(10, [{ method: 'cash', amount: 5 }], true))).toBe('on_account');
});

it('A-469: what is paid out goes back by the requests that paid in the same method', () => {
  const online = payLater(settle(50, [], true), { method: 'FPX', amount: 50, payment_request_id: 'one' });
  const entries = [...settle(50, [], true), ...online];
  expect(paidOutOf(entries, payOut(entries, 'refund', 20, null))).toEqual([
    { payment_request_ids: ['one'], amount: 20 },
  ]);
  expect(paidOutOf(entries, payOut(entries, 'void', 50, 'fpx'))).toEqual([
    { payment_request_ids: ['one'], amount: 50 },
  ]);
  expect(paidOutOf(entries, payOut(entries, 'refund', 20, 'cash'))).toEqual([]);
  const owed = settle(50, [], true);
  expect(paidOutOf(owed, payOut(owed, 'void', 50, null))).toEqual([]);
});
