import { blankPerson } from '@usaha/core';
import { Patient } from '../patient/patient.entity.js';
import { patientData } from './patient-data.js';

const NOW = new Date('2026-03-10T08:30:00Z');
const LATER = new Date('2026-03-11T08:30:00Z');

it('leaves of an erased patient the numbers, and nothing of whom the patient was or what was treated', () => {
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
  patient.describe({ ic_number: '900101-14-5678', date_of_birth: '1990-01-01' });
  patient.consent(true, NOW);
  blankPerson(patientData, patient, LATER);
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
