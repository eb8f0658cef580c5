import { DomainError } from '@usaha/shared';
import { billFigures, billedItem } from './bill-arithmetic.js';
import { Bill, awaitingStatuses, billStatuses, sentBillStatuses, type BillDetails } from './bill.entity.js';

const details: BillDetails = {
  payment_method: null,
  insurance_claim: false,
  insurance_provider: null,
  policy_number: null,
  due_date: null,
};
const item = (unit_price: number, quantity = 1, tax_rate = 0) =>
  billedItem({ description: 'Consultation', quantity, unit_price, tax_rate }, 0);
const bill = (more: Partial<BillDetails> = {}): Bill => Bill.of('patient', [item(100)], { ...details, ...more });

/** The fields that a refusal names. */
function blamed(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return (error.errors ?? []).map(({ field }) => field);
    throw error;
  }
  return [];
}

describe('a bill', () => {
  it('is what its lines come to, and the fields that are given', () => {
    const told: BillDetails = {
      payment_method: 'card',
      insurance_claim: true,
      insurance_provider: 'Etiqa',
      policy_number: 'P-1',
      due_date: '2026-03-31',
    };
    expect(Bill.of('patient', [item(100, 1, 6)], told)).toMatchObject({
      ...told,
      patient_id: 'patient',
      items: [{ description: 'Consultation', quantity: 1, unit_price: 100, tax_rate: 6, total: 106 }],
      subtotal: 100,
      tax_amount: 6,
      total: 106,
      rest: 106,
    });
  });

  it('A-18: owes everything and says nothing more where nothing more is given', () => {
    expect(Bill.of('patient', [item(1)], {})).toMatchObject({
      ...details,
      status: 'pending',
      amount_paid: 0,
      payments_made: 0,
      appointment_id: null,
      service_type: null,
      doctor_id: null,
    });
    expect(new Bill().items).toEqual([]);
  });

  it('keeps of its visit the type and the doctor', () => {
    const made = bill();
    made.billVisit({ id: 'visit', appointment_type: 'Check-up', doctor_id: 'dr' });
    expect(made).toMatchObject({ appointment_id: 'visit', service_type: 'Check-up', doctor_id: 'dr' });
  });

  it('A-166: takes any status that it is given when it is made', () => {
    expect(billStatuses).toEqual([...sentBillStatuses, 'cancelled']);
    for (const status of sentBillStatuses) {
      const made = bill({ due_date: '2026-03-31' });
      made.setStatus(status);
      const awaits = (awaitingStatuses as readonly string[]).includes(status);
      expect([made.status, made.statusOn('2026-04-01')]).toEqual([status, awaits ? 'overdue' : status]);
    }
    expect(awaitingStatuses).toEqual(['pending', 'partially_paid']);
  });
});

describe('figures', () => {
  it('A-136: 1 × 80 at 6 % and 2 × 25.50 without tax come to 131.00, 4.80 and 135.80', () => {
    expect(billFigures([item(80, 1, 6), item(25.5, 2)])).toEqual({ subtotal: 131, tax_amount: 4.8, total: 135.8 });
  });

  it('A-136: tax is rounded half-up for every line', () => {
    expect(item(16.75, 1, 6)).toMatchObject({ subtotal: 16.75, tax_amount: 1.01, total: 17.76 });
    expect(billFigures([item(16.75, 1, 6), item(16.75, 1, 6)]).tax_amount).toBe(2.02);
  });

  it('A-174: what comes to more than can be kept is refused, and the line is named', () => {
    expect(() => item(999_999_999_999.99, 2)).toThrow(/items\.0\.quantity/);
    const most = item(999_999_999_999.99);
    expect(() => billFigures([most, most])).toThrow(/items/);
    const priced = (unit_price: number, quantity: number) => () =>
      billedItem({ description: 'Consultation', quantity, unit_price, tax_rate: 0 }, 3);
    expect(blamed(priced(-1, 1))).toEqual(['items.3.unit_price']);
    expect(blamed(priced(999_999_999_999.99, 2))).toEqual(['items.3.quantity']);
    expect(blamed(() => billFigures([most, most]))).toEqual(['items']);
    expect(most.total).toBe(999_999_999_999.99);
  });

  it('A-136: keeps a price to the sen and a rate with four decimals, and counts with what it keeps', () => {
    expect(item(10.005, 2, 6.12345)).toEqual({
      description: 'Consultation',
      quantity: 2,
      unit_price: 10.01,
      tax_rate: 6.1235,
      subtotal: 20.02,
      tax_amount: 1.23,
      total: 21.25,
    });
  });
});

describe('payments', () => {
  it('move a bill from pending over partially paid to paid', () => {
    const made = bill();
    expect([made.status, made.rest]).toEqual(['pending', 100]);
    made.pay(33.33, 'cash');
    expect([made.status, made.amount_paid, made.rest]).toEqual(['partially_paid', 33.33, 66.67]);
    made.pay(66.67, 'card');
    expect([made.status, made.amount_paid, made.rest, made.payments_made]).toEqual(['paid', 100, 0, 2]);
    expect(made.payment_method).toBe('cash');
  });

  it('of more than remains are refused, and change nothing', () => {
    const made = bill();
    made.pay(60, null);
    expect(() => made.pay(40.01, null)).toThrow(/40\.01 is more than 40/);
    expect([made.amount_paid, made.payments_made]).toEqual([60, 1]);
    expect(blamed(() => made.pay(40.01, null))).toEqual(['amount']);
  });

  it('are refused of a bill that is paid, or that comes to nothing', () => {
    const made = bill();
    made.pay(100, null);
    expect(() => made.pay(1, null)).toThrow(/already paid in full/);
    expect(blamed(() => made.pay(1, null))).toEqual(['status']);
    const stated = bill();
    stated.setStatus('paid');
    expect(() => stated.pay(1, null)).toThrow(/already paid in full/);
    expect(() => Bill.of('patient', [item(0)], details).pay(1, null)).toThrow(/already paid in full/);
  });
});

describe('A-166: the status on a day', () => {
  it('is overdue from the day after the due date, until the bill is paid', () => {
    const made = bill({ due_date: '2026-03-31' });
    expect([made.statusOn('2026-03-31'), made.statusOn('2026-04-01')]).toEqual(['pending', 'overdue']);
    made.pay(1, null);
    expect([made.statusOn('2026-03-31'), made.statusOn('2026-04-01')]).toEqual(['partially_paid', 'overdue']);
    made.pay(99, null);
    expect(made.statusOn('2026-04-01')).toBe('paid');
  });

  it('is never overdue without a due date, unless it was sent so', () => {
    const made = bill();
    expect(made.statusOn('2999-01-01')).toBe('pending');
    made.setStatus('overdue');
    expect(made.statusOn('2000-01-01')).toBe('overdue');
  });
});
