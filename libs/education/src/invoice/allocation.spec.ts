import fc from 'fast-check';
import { money } from '@usaha/shared';
import { Fee } from '../fee/fee.entity.js';
import { EducationPayment } from '../payment/payment.entity.js';
import { sumsOf } from '../account/statement.service.js';
import { Student } from '../student/student.entity.js';
import { allocate, allocateAll, settle, type Settled } from './allocation.js';
import { Invoice } from './invoice.entity.js';

const ids = (prefix: string, n: number): string => `${prefix}-${String(n).padStart(4, '0')}`;

let made = 0;
function invoice(amount: number, more: Partial<Invoice> = {}): Invoice {
  const student = Object.assign(new Student(), { id: 'aisyah' });
  const fee = Object.assign(new Fee(), { id: 'tuition', fee_type: 'tuition', amount });
  const terms = { period: '2026-03', due_date: '2026-03-31' };
  return Object.assign(Invoice.of(student, fee, terms), { id: ids('invoice', (made += 1)) }, more);
}

function payment(amount: number, more: Partial<EducationPayment> = {}): EducationPayment {
  const told = { amount, payment_date: '2026-03-10' };
  return Object.assign(EducationPayment.of('aisyah', null, told), { id: ids('payment', (made += 1)) }, more);
}

const amounts = (entries: readonly Settled[]) => entries.map(({ invoice_id, amount }) => [invoice_id, amount]);

describe('a payment', () => {
  it('settles what is due first, of one day what was made first, and keeps what is left', () => {
    const late = invoice(100, { due_date: '2026-04-30' });
    const [first, second] = [invoice(30), invoice(20)];
    const paid = payment(120);
    expect(amounts(allocate([paid], [late, second, first]))).toEqual([
      [first.id, 30],
      [second.id, 20],
      [late.id, 70],
    ]);
    expect([paid.settled, paid.rest, late.balance]).toEqual([120, 0, 30]);
    const more = payment(50);
    expect(amounts(allocate([more], [late, second, first]))).toEqual([[late.id, 30]]);
    expect(more.rest).toBe(20);
  });

  it('that names a fee settles that fee’s first, and with what is left the others', () => {
    const old = invoice(50, { due_date: '2026-01-31' });
    const exam = invoice(80, { fee_id: 'exam' });
    const entries = allocate([payment(100, { fee_id: 'exam' })], [old, exam]);
    expect(amounts(entries)).toEqual([
      [exam.id, 80],
      [old.id, 20],
    ]);
  });

  it('settles nothing of another student or in another currency, and nothing when it is void', () => {
    const entries = (more: Partial<EducationPayment>) => allocate([payment(10, more)], [invoice(10)]);
    expect(entries({})).toHaveLength(1);
    expect(entries({ student_id: 'badrul' })).toEqual([]);
    expect(entries({ currency: 'SGD' })).toEqual([]);
    expect(entries({ voided_at: new Date(0) })).toEqual([]);
  });

  it('of several the oldest settles first', () => {
    const [older, newer] = [payment(10), payment(10)];
    const owed = invoice(15);
    expect(allocate([newer, older], [owed]).map((e) => [e.payment_id, e.amount, e.position])).toEqual([
      [older.id, 10, 1],
      [newer.id, 5, 2],
    ]);
  });

  it('of several students settle each their own', () => {
    const his = invoice(10, { student_id: 'badrul' });
    const entries = allocateAll([payment(5), payment(7, { student_id: 'badrul' })], [his, invoice(10)]);
    expect(entries.map(({ amount }) => amount)).toEqual([5, 7]);
    expect(his.settled).toBe(7);
    expect(allocateAll([payment(5, { student_id: 'unknown' })], [invoice(5)])).toEqual([]);
  });
});

/** What happens to an account, in any order. */
type Step = { pay: number; fee: string | null } | { ask: number; fee: string; due: number } | { void: number };

const sen = fc.integer({ min: 1, max: 50_000 }).map((n) => n / 100);
const fees = fc.constantFrom('tuition', 'exam', 'books');
const steps = fc.array(
  fc.oneof(
    fc.record({ pay: sen, fee: fc.option(fees) }),
    fc.record({ ask: fc.oneof(sen, fc.constant(0)), fee: fees, due: fc.integer({ min: 10, max: 28 }) }),
    fc.record({ void: fc.nat(30) }),
  ),
  { maxLength: 40 },
);

it('A-234: after any payments, invoices and voids, the sum paid is what is settled and what is left of it', () => {
  fc.assert(
    fc.property(steps, (all: Step[]) => {
      const [payments, invoices, ledger]: [EducationPayment[], Invoice[], Settled[]] = [[], [], []];
      for (const step of all) {
        if ('pay' in step) {
          const paid = payment(step.pay, { fee_id: step.fee });
          payments.push(paid);
          ledger.push(...allocate([paid], invoices));
        } else if ('ask' in step) {
          const asked = invoice(step.ask, { fee_id: step.fee, due_date: `2026-03-${step.due}` });
          invoices.push(asked);
          ledger.push(...allocate(payments, [asked]));
        } else {
          const target = payments[step.void];
          if (!target || target.voided_at) continue;
          const touched = invoices.filter(({ id }) => sumOf(ledger, id, target.id) > 0);
          for (const one of touched) ledger.push(settle(target, one, -sumOf(ledger, one.id, target.id)));
          target.void('twice', new Date(0));
          ledger.push(...allocate(payments, touched));
        }
        expectConsistent(payments, invoices, ledger);
      }
    }),
    { numRuns: 200 },
  );
});

const sumOf = (ledger: readonly Settled[], invoice_id?: string, payment_id?: string): number =>
  money.add(
    ...ledger
      .filter((e) => invoice_id === undefined || e.invoice_id === invoice_id)
      .filter((e) => payment_id === undefined || e.payment_id === payment_id)
      .map(({ amount }) => amount),
  );

function expectConsistent(payments: EducationPayment[], invoices: Invoice[], ledger: Settled[]): void {
  const { charged, paid, settled, balance, unallocated } = sumsOf(invoices, payments);
  expect(paid).toBe(money.add(settled, unallocated));
  expect(charged).toBe(money.add(settled, balance));
  expect(sumOf(ledger)).toBe(settled);
  // No student owes while there is money that could settle it.
  expect(Math.min(balance, unallocated)).toBe(0);
  for (const one of invoices) {
    expect(one.settled).toBe(sumOf(ledger, one.id));
    expect(one.settled >= 0 && one.settled <= one.amount).toBe(true);
    expect(ledger.filter((e) => e.invoice_id === one.id).map(({ position }) => position)).toEqual(
      Array.from({ length: one.settlements }, (_, i) => i + 1),
    );
  }
  for (const one of payments) {
    expect(one.settled).toBe(sumOf(ledger, undefined, one.id));
    expect(one.settled >= 0 && one.settled <= (one.voided_at ? 0 : one.amount)).toBe(true);
  }
}
