import { DomainError } from '@usaha/shared';
import { EducationPayment } from './payment.entity.js';

const told = { amount: 100, payment_date: '2026-03-10' };
const payment = (more = {}): EducationPayment => EducationPayment.of('aisyah', null, { ...told, ...more });

function kindOf(work: () => unknown): [string, string[]] {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return [error.kind, (error.errors ?? []).map(({ field }) => field)];
    throw error;
  }
  return ['done', []];
}

it('A-231: is in the currency of its fee, MYR without one; what is absent is null', () => {
  expect(payment()).toMatchObject({
    currency: 'MYR',
    fee_id: null,
    payment_method: null,
    transaction_id: null,
    notes: null,
    voided_at: null,
    rest: 100,
  });
  expect(EducationPayment.of('aisyah', { id: 'fee', fee_type: 'tuition', currency: 'SGD' }, told)).toMatchObject({
    fee_id: 'fee',
    currency: 'SGD',
  });
});

it.each([0, -1, 0.004])('A-126: is above 0, not %p', (amount) =>
  expect(kindOf(() => payment({ amount }))).toEqual(['invalid', ['amount']]),
);

it('A-22: is kept to the sen, half-up', () => expect(payment({ amount: 0.005 }).amount).toBe(0.01));

it('A-231: keeps a receipt number that is sent, and leaves one to be drawn for a blank one', () => {
  expect(payment({ receipt_number: 'R-1' }).receipt_number).toBe('R-1');
  for (const receipt_number of [' ', '', null]) expect(payment({ receipt_number }).receipt_number).toBeUndefined();
});

it('is void once, and then has nothing left', () => {
  const made = payment();
  made.void('Dua kali', new Date(0));
  expect([made.rest, made.voided_at]).toEqual([0, new Date(0)]);
  expect(kindOf(() => made.void('again', new Date(1)))).toEqual(['conflict', ['voided_at']]);
  expect(made.voided_at).toEqual(new Date(0));
});
