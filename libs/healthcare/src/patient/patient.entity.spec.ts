import { Patient } from './patient.entity.js';

const NOW = new Date('2026-03-10T08:30:00Z');
const LATER = new Date('2026-03-11T08:30:00Z');

describe('a patient', () => {
  it('A-18: keeps what is not told anew', () => {
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

  it('A-116: has the date of his consent while he agrees', () => {
    const patient = new Patient();
    patient.consent(false, NOW);
    expect(patient.pdpa_consent_date).toBeNull();
    patient.consent(true, NOW);
    patient.consent(true, LATER);
    expect(patient.pdpa_consent_date).toBe(NOW);
    patient.consent(false, LATER);
    expect([patient.pdpa_consent, patient.pdpa_consent_date]).toEqual([false, null]);
  });

  it('keeps, erased, his numbers and nothing that tells who he was or how he fared', () => {
    const patient = new Patient();
    Object.assign(patient, { id: 'id', medical_record_number: 'MRN-2026-000001' });
    patient.describe({
      first_name: 'Siti',
      last_name: 'Nur',
      email: 'siti@example.com',
      phone_number: '012',
      gender: 'female',
      emergency_contact: { name: 'Ahmad', relationship: null, phone_number: null },
      address: { street: 'Jalan', city: 'Ipoh', state: null, postal_code: null, country: 'Malaysia' },
      blood_type: 'O',
      allergies: ['Penicillin'],
      chronic_conditions: ['Asthma'],
      medications: ['Salbutamol'],
      insurance_info: { provider: 'AIA' },
      data_retention_period: 7,
      notes: 'Takut',
    });
    patient.identify({ ic_number: '900101-14-5678', date_of_birth: '1990-01-01' });
    patient.consent(true, NOW);
    patient.erase(LATER);
    const text = JSON.stringify(Object.fromEntries(Object.entries(patient)));
    expect(text).not.toMatch(/Siti|Nur|012|female|Ahmad|Jalan|AIA|siti@|1990/);
    expect(patient).toMatchObject({
      medical_record_number: 'MRN-2026-000001',
      first_name: 'Erased',
      last_name: 'Erased',
      ic_number: null,
      date_of_birth: null,
      blood_type: null,
      allergies: [],
      chronic_conditions: [],
      medications: [],
      notes: null,
      has_insurance: false,
      data_retention_period: null,
      pdpa_consent: false,
      pdpa_consent_date: null,
      erased_at: LATER,
      deleted_at: LATER,
    });
  });
});
