import fc from 'fast-check';
import { toSen } from '@usaha/shared';
import { isCash } from '@usaha/shared/malaysia';
import { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import { AppointmentPayment } from './appointment-payment.entity.js';
import { settlementOf } from './cash-in-hand.js';
import type { Movement } from './charged-record.js';

type Paid = readonly [amount: number, payment_method: string];

/** A visit that costs so much, after these payments; more than is open is not taken. */
function visit(total_amount: number, payment_method: string | null, paid: readonly Paid[] = []) {
  const appointment = Object.assign(new BeautyAppointment(), { lines: [], total_price: total_amount, total_amount });
  const entries: AppointmentPayment[] = [];
  const enter = (moved: readonly Movement[], by: string | null): void => {
    for (const { kind, amount } of moved) {
      const receipt_number = `RCP-${entries.length + 1}`;
      const made = { receipt_number, kind, amount, payment_method: by, created_at: new Date(0) };
      entries.push(Object.assign(new AppointmentPayment(), made));
    }
  };
  for (const [amount, by] of paid) if (amount <= appointment.open) enter(appointment.pay(amount, by), by);
  if (payment_method !== null) appointment.payment_method = payment_method;
  const shown = () => settlementOf(appointment, entries);
  return { appointment, entries, enter, shown };
}

const figures = ({ rounding, payable, paid_so_far }: ReturnType<typeof settlementOf>) => [
  rounding,
  payable,
  paid_so_far.payments.map(({ amount }) => amount),
  paid_so_far.balance,
];

it.each<[string, number, string | null, Paid[], unknown[]]>([
  ['all that is left', 100.02, 'Tunai', [], [-0.02, 100, [], 100]],
  ['what a deposit by card leaves', 100.04, 'cash', [[30.01, 'card']], [0.02, 100.06, [30.01], 70.05]],
  [
    'the cash that was taken',
    100.02,
    'cash',
    [
      [20, 'card'],
      [80.02, 'cash'],
    ],
    [-0.02, 100, [20, 80], 0],
  ],
  [
    'the cash that followed a deposit by card',
    100.02,
    null,
    [
      [20, 'card'],
      [80.02, 'cash'],
    ],
    [-0.02, 100, [20, 80], 0],
  ],
  ['nothing where no cash is moved', 100.02, 'cash', [[100.02, 'card']], [null, 100.02, [100.02], 0]],
  ['nothing that is left to a card', 100.02, 'card', [[20, 'card']], [null, 100.02, [20], 80.02]],
  ['what is left until it is nothing', 100.02, 'cash', [[100, 'cash']], [-0.02, 100, [100], 0]],
  ['the payment where less than that is left', 100.02, 'cash', [[100.01, 'cash']], [-0.02, 100, [99.99], 0.01]],
])('cash is rounded to five sen, once: %s', (_, total, method, paid, expected) =>
  expect(figures(visit(total, method, paid).shown())).toEqual(expected),
);

it('of a cancelled visit, and of one that was given back, nothing is asked and nothing rounded', () => {
  const cancelled = visit(100.02, 'cash', [[50.02, 'cash']]);
  cancelled.appointment.cancel(new Date(0), null, null);
  expect(figures(cancelled.shown())).toEqual([null, 100.02, [50.02], 0]);
  const refunded = visit(100.02, 'cash', [[100.02, 'cash']]);
  refunded.enter(refunded.appointment.sayPayment('refunded'), 'cash');
  expect(figures(refunded.shown())).toEqual([null, 100.02, [100.02, -100.02], 0]);
});

it('what is payable, less the payments, is what is left to be paid, and cash comes in whole five sen', () => {
  const sen = (max: number) => fc.integer({ min: 1, max }).map((amount) => amount / 100);
  const method = fc.constantFrom('cash', 'Tunai', 'card', 'duitnow');
  const paid = fc.array(fc.tuple(sen(4_000), method), { maxLength: 5 });
  fc.assert(
    fc.property(sen(10_000), fc.option(method), paid, fc.boolean(), (total, by, payments, isAllPaid) => {
      const { appointment, entries, enter, shown } = visit(total, by, payments);
      const how = appointment.payment_method;
      if (isAllPaid) enter(appointment.pay(appointment.open), how);
      const { rounding, payable, paid_so_far } = shown();
      const printed = paid_so_far.payments.reduce((sum, { amount }) => sum + toSen(amount), 0n);
      expect(toSen(payable) - printed).toBe(toSen(paid_so_far.balance));
      expect(toSen(payable)).toBe(toSen(total) + toSen(rounding ?? 0));
      for (const { amount } of paid_so_far.payments) expect(amount).toBeGreaterThanOrEqual(0);
      expect(paid_so_far.balance).toBeGreaterThanOrEqual(0);
      // The ledger is as it was.
      expect(entries.reduce((sum, { amount }) => sum + toSen(amount), 0n)).toBe(toSen(appointment.amount_paid));
      if (rounding === null) return;
      const inCash = paid_so_far.payments.filter(({ payment_method }) => isCash(payment_method));
      const left = isCash(how) ? toSen(paid_so_far.balance) : 0n;
      expect((inCash.reduce((sum, { amount }) => sum + toSen(amount), 0n) + left) % 5n).toBe(0n);
    }),
  );
});
