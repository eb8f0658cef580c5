import fc from 'fast-check';
import { DomainError, toSen } from '@usaha/shared';
import { ChargedRecord, type Movement } from './charged-record.js';

class Visit extends ChargedRecord {
  is_completed = true;
  shares: number[] = [];

  protected refundedLines = () => [];
}

const visit = (total_price = 80): Visit => Object.assign(new Visit(), { total_price });

/** The kind of a refusal and the fields that it names. */
function refusal(work: () => unknown): unknown[] {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return [error.kind, ...(error.errors ?? []).map(({ field }) => field)];
    throw error;
  }
  return ['done'];
}

const money = ({ payment_status, amount_paid, amount_refunded }: Visit) => [
  payment_status,
  amount_paid,
  amount_refunded,
];

describe('A-245: payment_status in a body', () => {
  it('is pending by itself; paid receives what is open, once', () => {
    const made = visit();
    expect(money(made)).toEqual(['pending', 0, 0]);
    expect(made.sayPayment('paid')).toMatchObject([
      { position: 1, kind: 'payment', purpose: 'visit', amount: 80, balance: 0 },
    ]);
    expect(made.sayPayment('paid')).toEqual([]);
    expect(money(made)).toEqual(['paid', 80, 0]);
  });

  it('refunded gives back what was paid, and nothing of nothing', () => {
    const made = visit();
    made.sayPayment('paid');
    expect(made.sayPayment('refunded')).toMatchObject([
      { position: 2, kind: 'refund', purpose: 'visit', amount: 80, balance: 0 },
    ]);
    expect(money(made)).toEqual(['refunded', 0, 80]);
    const nothing = visit();
    expect([nothing.sayPayment('refunded'), ...money(nothing)]).toEqual([[], 'refunded', 0, 0]);
  });

  it.each(['partially_paid', 'pending', 'Paid', 'invois bulanan'])('%s is kept as sent and moves nothing', (said) => {
    const made = visit();
    expect([made.sayPayment(said), ...money(made)]).toEqual([[], said, 0, 0]);
  });

  it('paid and partially_paid follow when prices change, what was said otherwise stays', () => {
    const made = visit();
    made.sayPayment('paid');
    for (const [price, status] of [
      [179, 'partially_paid'],
      [80, 'paid'],
      [60, 'paid'],
    ] as const) {
      made.total_price = price;
      made.followAmounts();
      expect(money(made)).toEqual([status, 80, 0]);
    }
    made.sayPayment('invois bulanan');
    made.followAmounts();
    expect(made.payment_status).toBe('invois bulanan');
  });
});

describe('A-246: what is charged and received at completion', () => {
  it.each([
    ['true is all that is open', 80, true, ['paid', 80, 0]],
    ['false is nothing', 80, false, ['pending', 0, 0]],
    ['absent is nothing', 80, null, ['pending', 0, 0]],
    ['a part', 80, 30, ['partially_paid', 30, 0]],
    ['more than is open: the rest is change', 80, 100, ['paid', 80, 0]],
    ['0 of 0', 0, null, ['paid', 0, 0]],
    ['extras at the chair', 95.5, true, ['paid', 95.5, 0]],
    ['less than a sen', 80, 0.004, ['pending', 0, 0]],
  ])('%s', (_, total, received, figures) => {
    const made = visit();
    made.settle(total, received);
    expect(money(made)).toEqual(figures);
    expect([made.total_amount, made.payment_received, made.total_price]).toEqual([total, received, 80]);
  });

  it('counts what was received before', () => {
    const made = visit();
    made.sayPayment('paid');
    expect(made.settle(80, null)).toEqual([]);
    expect(money(made)).toEqual(['paid', 80, 0]);
    const deposit = visit();
    deposit.pay(30, 'card');
    deposit.pay(10, 'cash');
    expect([deposit.payment_method, deposit.payment_status]).toEqual(['card', 'partially_paid']);
    expect(deposit.settle(80, true)).toMatchObject([{ amount: 40, balance: 0 }]);
  });
});

describe('A-248: what is given back of a cancelled visit', () => {
  it('0 and nothing leave the status alone', () => {
    const made = visit();
    expect([made.refund(0), made.refund_amount, ...money(made)]).toEqual([[], 0, 'pending', 0, 0]);
    expect([made.refund(null), made.refund_amount]).toEqual([[], null]);
  });

  it('counts as received too where no payment was recorded, up to the total price', () => {
    const made = visit();
    expect(made.refund(50)).toMatchObject([
      { position: 1, kind: 'payment', purpose: 'visit', amount: 50, balance: 30 },
      { position: 2, kind: 'refund', purpose: 'visit', amount: 50, balance: 0 },
    ]);
    expect([...money(made), made.refund_amount]).toEqual(['refunded', 0, 50, 50]);
  });

  it('A-354: a tip is no payment of it', () => {
    const made = visit();
    made.tip(5);
    expect(made.refund(50)).toMatchObject([{ kind: 'payment' }, { kind: 'refund', amount: 50 }]);
    expect(money(made)).toEqual(['refunded', 0, 50]);
  });

  it.each([
    ['below 0', -0.01, 0],
    ['above the total price', 80.01, 0],
    ['above what was paid', 30.01, 30],
  ])('%s is refused and changes nothing', (_, amount, deposit) => {
    const made = visit();
    if (deposit > 0) made.pay(deposit);
    const before = { ...made };
    expect(refusal(() => made.refund(amount))).toEqual(['invalid', 'refund_amount']);
    expect({ ...made }).toEqual(before);
  });
});

describe('what it brings', () => {
  it('A-351: is what was charged less what was given back; a completion by hand counts the prices', () => {
    const made = visit();
    made.settle(100, true);
    expect([made.charged, made.open, made.revenue]).toEqual([100, 0, 100]);
    made.sayPayment('refunded');
    expect(made.revenue).toBe(0);
    made.chargeByPrices();
    expect([made.charged, made.revenue]).toEqual([80, 80]);
  });

  it('A-351: what was given back and received again counts as if never refunded', () => {
    const made = visit();
    for (const said of ['paid', 'refunded', 'paid']) made.sayPayment(said);
    expect([...money(made), made.revenue]).toEqual(['paid', 80, 80, 80]);
  });

  it('A-351: what was given back before the completion changes nothing', () => {
    const made = Object.assign(visit(), { is_completed: false });
    for (const said of ['paid', 'refunded']) made.sayPayment(said);
    made.is_completed = true;
    made.settle(80, 30);
    expect([...money(made), made.revenue, made.open]).toEqual(['partially_paid', 30, 80, 80, 50]);
  });

  it('A-351: follows min(charged, payments less refunds) from the first refund after the completion on', () => {
    const amount = fc.integer({ min: 1, max: 20_000 }).map((sen) => sen / 100);
    const step = fc.record({ kind: fc.constantFrom('pay', 'refund'), amount });
    const booked = fc.array(step, { maxLength: 8 });
    fc.assert(
      fc.property(booked, amount, fc.array(step, { maxLength: 12 }), (before, charged, after) => {
        const made = Object.assign(visit(1_000_000), { is_completed: false });
        let paid = 0n;
        let isRefunded = false;
        const move = (moves: Movement[]) => {
          for (const { kind, amount: moved } of moves) paid += kind === 'payment' ? toSen(moved) : -toSen(moved);
          return moves.some(({ kind }) => kind === 'refund');
        };
        const run = ({ kind, amount: moved }: { kind: string; amount: number }) =>
          kind === 'pay' ? (moved <= made.open ? move(made.pay(moved)) : false) : move(made.sayPayment('refunded'));
        before.forEach(run);
        made.is_completed = true;
        made.chargeByPrices();
        move(made.settle(charged, null));
        for (const one of after) {
          isRefunded = run(one) || isRefunded;
          const due = toSen(charged);
          expect(toSen(made.revenue)).toBe(isRefunded && paid < due ? paid : due);
        }
      }),
    );
  });

  it('A-271: lines of packages are not asked for', () => {
    const made = Object.assign(visit(125.5), { package_amount: 80 });
    expect([made.charged, made.open]).toEqual([45.5, 45.5]);
  });
});

it('more money than can be kept is refused, however it came about', () => {
  const made = visit(999_999_999_999.99);
  made.sayPayment('paid');
  made.sayPayment('refunded');
  made.sayPayment('paid');
  expect(refusal(() => made.sayPayment('refunded'))).toEqual(['invalid', 'amount_refunded']);
});

describe('the ledger of payments', () => {
  const amount = fc.integer({ min: 1, max: 20_000 }).map((sen) => sen / 100);
  const received = fc.oneof(fc.boolean(), amount, fc.constant(null));
  const step: fc.Arbitrary<(v: Visit) => Movement[]> = fc.oneof(
    fc.constantFrom('paid', 'refunded', 'pending', 'ansuran').map((said) => (v: Visit) => v.sayPayment(said)),
    fc.tuple(amount, received).map(
      ([total, paid]) =>
        (v: Visit) =>
          v.settle(total, paid),
    ),
    amount.map((paid) => (v: Visit) => (paid <= v.open ? v.pay(paid) : [])),
    amount.map(
      (back) => (v: Visit) => (back <= (v.payment_entries > 0 ? v.amount_paid : v.total_price) ? v.refund(back) : []),
    ),
    amount.map((price) => (v: Visit) => {
      v.total_price = price;
      v.followAmounts();
      return [];
    }),
    fc.constant((v: Visit) => {
      v.chargeByPrices();
      return [];
    }),
  );

  it('A-245: adds up to amount_paid after every sequence, in consecutive positions, and no client is given back more than was paid', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const made = visit();
        let [paid, refunded] = [0n, 0n];
        const positions: number[] = [];
        for (const one of steps) {
          for (const { position, kind, amount: moved, balance } of one(made)) {
            if (kind === 'payment') paid += toSen(moved);
            else refunded += toSen(moved);
            positions.push(position);
            expect(moved).toBeGreaterThan(0);
            expect(balance).toBeGreaterThanOrEqual(0);
          }
          expect(toSen(made.amount_paid)).toBe(paid - refunded);
          expect(toSen(made.amount_refunded)).toBe(refunded);
          expect(paid >= refunded).toBe(true);
          expect(made.revenue).toBeGreaterThanOrEqual(0);
          expect(made.revenue).toBeLessThanOrEqual(made.charged);
        }
        expect(positions).toEqual(positions.map((_, i) => i + 1));
        expect(made.payment_entries).toBe(positions.length);
      }),
    );
  });
});
