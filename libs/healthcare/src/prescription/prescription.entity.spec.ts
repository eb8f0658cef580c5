import { DomainError } from '@usaha/shared';
import { Prescription, prescriptionStatuses } from './prescription.entity.js';

/** The kind of a refusal and the field that it names. */
function refused(work: () => unknown): [string, string | undefined] | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return [error.kind, error.errors?.[0]?.field];
    throw error;
  }
}

const allowing = (refills_allowed: number, refills_used = 0): Prescription => {
  const prescription = new Prescription();
  prescription.describe({ medication: 'Metformin', refills_allowed, refills_used });
  return prescription;
};

describe('a prescription', () => {
  it('begins active, without refills and without warnings', () => {
    const prescription = new Prescription();
    expect(prescription).toMatchObject({ status: 'active', refills_allowed: 0, refills_used: 0, quantity: null });
    expect([prescription.warnings, prescription.notes, prescription.medication]).toEqual([[], null, null]);
  });

  it('A-18: keeps what is absent, and clears what is null', () => {
    const prescription = new Prescription();
    prescription.describe({ medication: 'Metformin', dosage: '500 mg', quantity: 60, notes: 'x' });
    prescription.describe({ dosage: null, notes: undefined, quantity: 30 });
    expect(prescription.medication).toBe('Metformin');
    expect([prescription.dosage, prescription.notes, prescription.quantity]).toEqual([null, 'x', 30]);
  });

  it('is described by each of its details', () => {
    const told = {
      patient_id: 'patient',
      doctor_id: 'dr',
      appointment_id: 'visit',
      medication: 'Metformin',
      dosage: '500 mg',
      frequency: 'twice a day',
      duration: '30 days',
      quantity: 60,
      instructions: 'with food',
      refills_allowed: 3,
      refills_used: 1,
      status: 'completed',
      notes: 'x',
    } as const;
    const prescription = new Prescription();
    prescription.describe(told);
    for (const [name, value] of Object.entries(told))
      expect([name, prescription[name as keyof typeof told]]).toEqual([name, value]);
  });

  it('keeps the last warnings, also that there are none any more', () => {
    const prescription = new Prescription();
    prescription.warn([]);
    expect(prescription.warnings).toEqual([]);
    const warning = { allergy: 'penicillin', medication: 'Penicillin V' };
    prescription.warn([warning]);
    expect(prescription.warnings).toEqual([warning]);
    prescription.warn([]);
    expect(prescription.warnings).toEqual([]);
  });

  it('is active, completed or expired', () => {
    expect(prescriptionStatuses).toEqual(['active', 'completed', 'expired']);
  });

  it('is described by nothing but the details', () => {
    const prescription = new Prescription();
    const more = { medication: 'Metformin', tenant_id: 'another', version: 9, warnings: ['none'] };
    prescription.describe(more);
    expect([prescription.version, prescription.tenant_id, prescription.warnings]).toEqual([1, undefined, []]);
  });

  it('A-135: has never used more refills than it allows, neither at first nor after a change', () => {
    expect(refused(() => allowing(1, 2))).toEqual(['invalid', 'refills_used']);
    expect(() => allowing(1, 2)).toThrow(/2.*1/);
    expect(refused(() => allowing(2, 2))).toBeNull();
    expect(refused(() => allowing(2, 2).describe({ refills_allowed: 1 }))).toEqual(['invalid', 'refills_used']);
    expect(refused(() => allowing(2, 2).describe({ refills_allowed: 1, refills_used: 1 }))).toBeNull();
  });
});

describe('A-135: a refill', () => {
  it('is counted, as often as is allowed, and leaves the status alone', () => {
    const prescription = allowing(2);
    prescription.refill();
    prescription.refill();
    expect(prescription).toMatchObject({ refills_used: 2, status: 'active' });
    expect(refused(() => prescription.refill())).toEqual(['conflict', 'refills_used']);
    expect(prescription.refills_used).toBe(2);
  });

  it('is refused where none is allowed', () => {
    expect(refused(() => allowing(0).refill())).toEqual(['conflict', 'refills_used']);
    expect(() => allowing(2, 2).refill()).toThrow(/2/);
  });

  it.each(prescriptionStatuses)('is for active ones alone: %s', (status) => {
    const prescription = allowing(1);
    prescription.describe({ status });
    const expected = status === 'active' ? null : ['conflict', 'status'];
    expect(refused(() => prescription.refill())).toEqual(expected);
    expect(prescription.refills_used).toBe(status === 'active' ? 1 : 0);
  });
});
