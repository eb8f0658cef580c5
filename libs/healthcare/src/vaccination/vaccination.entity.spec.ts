import { DomainError } from '@usaha/shared';
import { Vaccination, type VaccinationDetails } from './vaccination.entity.js';

const details = (more: Partial<VaccinationDetails> = {}): Parameters<typeof Vaccination.of>[0] => ({
  patient_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
  vaccine_type: 'MMR',
  vaccine_name: null,
  batch_number: null,
  administration_date: '2026-01-15',
  administered_by: 'dr-lim',
  dose_number: 1,
  total_doses: 2,
  notes: null,
  ...more,
});

/** The field that is found wrong. */
function wrongIn(more: Partial<VaccinationDetails>): string | undefined {
  try {
    Vaccination.of(details(more));
    return undefined;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.errors?.[0]?.field;
    throw error;
  }
}

describe('a vaccination', () => {
  it('A-137: works out the next date only when none is given', () => {
    expect(Vaccination.of(details()).next_due_date).toBe('2026-04-15');
    expect(Vaccination.of(details({ next_due_date: undefined })).next_due_date).toBe('2026-04-15');
    expect(Vaccination.of(details({ next_due_date: null })).next_due_date).toBeNull();
    expect(Vaccination.of(details({ next_due_date: '2027-07-01' })).next_due_date).toBe('2027-07-01');
  });

  it('A-137: is of no dose beyond the last', () => {
    expect(wrongIn({ dose_number: 3, total_doses: 2 })).toBe('dose_number');
    expect(wrongIn({ dose_number: 2, total_doses: 2 })).toBeUndefined();
    expect(wrongIn({ dose_number: 3, total_doses: null })).toBeUndefined();
    expect(wrongIn({ dose_number: null, total_doses: 2 })).toBeUndefined();
  });

  it('names a vaccine, by type or by name', () => {
    expect(wrongIn({ vaccine_type: null, vaccine_name: null })).toBe('vaccine_name');
    expect(wrongIn({ vaccine_type: ' ', vaccine_name: '' })).toBe('vaccine_name');
    expect(wrongIn({ vaccine_type: null, vaccine_name: 'Priorix' })).toBeUndefined();
    expect(wrongIn({ vaccine_type: 'MMR', vaccine_name: null })).toBeUndefined();
  });
});
