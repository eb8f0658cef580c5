import fc from 'fast-check';
import { DomainError, MAX_MONEY } from '@usaha/shared';
import { Enrollment } from './enrollment.entity.js';
import { feesOf } from './enrollment-fees.js';

const nothing = { tuition_fee: null, registration_fee: null, material_fee: null, total_fee: null, payment_plan: null };

function thrown(work: () => unknown): DomainError {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('Nothing was refused');
}

describe('the fees of an enrollment', () => {
  it('A-123: come to the sum of the three unless a total is sent', () => {
    expect(feesOf({ tuition_fee: 100, registration_fee: 50, material_fee: 25 }).total_fee).toBe(175);
    expect(feesOf({ tuition_fee: 100, total_fee: 90 }).total_fee).toBe(90);
    expect(feesOf({ tuition_fee: 100, total_fee: 0 }).total_fee).toBe(0);
  });

  it('A-218: have no total where none of the three is given', () => {
    expect(feesOf({ tuition_fee: 100 })).toEqual({ ...nothing, tuition_fee: 100, total_fee: 100 });
    expect(feesOf({ payment_plan: 'monthly' })).toEqual({ ...nothing, payment_plan: 'monthly' });
    expect(feesOf({ tuition_fee: null, total_fee: null })).toEqual(nothing);
    expect(feesOf({ material_fee: 0 }).total_fee).toBe(0);
  });

  it('A-22: are rounded half-up to the sen, the total being the sum of what is shown', () => {
    const sen = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(sen, sen, sen, (a, b, c) => {
        const fees = feesOf({ tuition_fee: a / 1000, registration_fee: b / 1000, material_fee: c / 1000 });
        const shown = [a, b, c].map((mills) => Math.floor((mills + 5) / 10));
        expect(fees.total_fee).toBe((shown[0]! + shown[1]! + shown[2]!) / 100);
      }),
    );
  });

  it('A-174: are refused where they come to more than can be kept', () => {
    const error = thrown(() => feesOf({ tuition_fee: MAX_MONEY, material_fee: 1 }));
    expect([error.kind, error.errors?.[0]?.field]).toEqual(['invalid', 'fees.total_fee']);
  });
});

describe('an enrollment', () => {
  it('A-122: is left once: it becomes inactive, and is counted', () => {
    const enrollment = new Enrollment();
    enrollment.withdraw();
    expect([enrollment.status, enrollment.withdrawals]).toEqual(['inactive', 1]);
    expect(thrown(() => enrollment.withdraw()).kind).toBe('conflict');
    expect(enrollment.withdrawals).toBe(1);
  });

  it('A-216: of a graduate cannot be withdrawn', () => {
    const enrollment = new Enrollment();
    enrollment.setStatus('graduated');
    expect(enrollment.is_active).toBe(false);
    expect(thrown(() => enrollment.withdraw()).errors?.[0]?.field).toBe('status');
  });

  it('A-18: keeps what is absent; fees that are sent replace the old ones whole', () => {
    const enrollment = new Enrollment();
    enrollment.describe({ notes: 'a', fees: { tuition_fee: 100, payment_plan: 'monthly' } });
    enrollment.describe({ enrollment_type: 'transfer' });
    expect(enrollment.fees).toMatchObject({ tuition_fee: 100, payment_plan: 'monthly' });
    enrollment.describe({ fees: { material_fee: 7 } });
    expect(enrollment.fees).toEqual({ ...nothing, material_fee: 7, total_fee: 7 });
    enrollment.describe({ fees: null, scholarship_info: { scholarship_amount: 10.005 } });
    expect([enrollment.fees, enrollment.scholarship_info, enrollment.notes]).toEqual([
      null,
      { scholarship_amount: 10.01 },
      'a',
    ]);
  });
});
