import { Patient } from './patient.entity.js';

describe('a patient', () => {
  it('A-18: keeps what is not sent again', () => {
    const patient = new Patient();
    patient.describe({ first_name: 'Siti', last_name: 'Nur', allergies: ['Penicillin'], notes: 'x' });
    patient.describe({ last_name: 'Ali', notes: null });
    expect(patient).toMatchObject({ first_name: 'Siti', last_name: 'Ali', allergies: ['Penicillin'], notes: null });
  });

  it.each([
    [null, false],
    [{}, false],
    [{ provider: '', policy_number: '  ' }, false],
    [{ expiry_date: '2027-01-01' }, false],
    [{ provider: null }, false],
    [{ provider: 'AIA' }, true],
    [{ policy_number: 'P-1' }, true],
    [{ policy_number: 1 }, true],
  ])('A-138: with insurance %j is insured: %s', (insurance_info, insured) => {
    const patient = new Patient();
    patient.describe({ insurance_info });
    expect(patient.has_insurance).toBe(insured);
    patient.describe({ first_name: 'Siti' });
    expect(patient.has_insurance).toBe(insured);
  });
});
