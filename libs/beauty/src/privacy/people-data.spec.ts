import { blankPerson } from '@usaha/core';
import { Client } from '../client/client.entity.js';
import { StaffMember } from '../staff/staff-member.entity.js';
import { clientData } from './client-data.js';
import { staffData } from './staff-data.js';

const NOW = new Date('2026-03-10T08:30:00Z');
const LATER = new Date('2026-03-11T08:30:00Z');
const PERSON = {
  first_name: 'Aisyah',
  last_name: 'Rahman',
  email: 'aisyah@example.com',
  phone_number: '012',
  ic_number: '900101-14-5678',
  date_of_birth: '1990-01-01',
  gender: 'female',
  address: { street: 'Jalan', city: 'Ipoh', state: null, postal_code: null, country: 'Malaysia' },
  emergency_contact: { name: 'Siti', relationship: null, phone_number: null },
  notes: 'sulit',
};
const told = /Aisyah|Rahman|aisyah@|012|5678|1990|female|Jalan|Siti|sulit|dry|asma|kacang|Facial|CIDESCO|Mandarin/;
const gone = {
  first_name: 'Erased',
  last_name: 'Erased',
  ic_number: null,
  notes: null,
  pdpa_consent: false,
  pdpa_consent_date: null,
  erased_at: LATER,
  deleted_at: LATER,
};

it('A-255: leaves of an erased client how often one came, and nothing of who it was', () => {
  const client = new Client();
  client.describe({
    ...PERSON,
    skin_type: 'dry',
    hair_type: 'dry',
    allergies: ['kacang'],
    medical_conditions: ['asma'],
    preferred_services: ['Facial'],
    frequency: 'weekly',
    membership_level: 'gold',
    marketing_consent: true,
  });
  client.setPoints(5);
  client.consent(true, NOW);
  blankPerson(clientData, client, LATER);
  expect(JSON.stringify(Object.fromEntries(Object.entries(client)))).not.toMatch(told);
  expect(client).toMatchObject({ ...gone, frequency: 'weekly', membership_level: 'gold', loyalty_points: 5 });
  expect(client).toMatchObject({ allergies: [], medical_conditions: [], marketing_consent: false });
});

it('A-255: leaves of an erased member of staff what the work was, and nothing of who did it', () => {
  const member = new StaffMember();
  const certificate = { name: 'CIDESCO', issuing_body: null, certificate_number: null, issue_date: null };
  member.describe({
    ...PERSON,
    position: 'stylist',
    specializations: ['Facial'],
    certifications: [{ ...certificate, expiry_date: null }],
    skills: ['Facial'],
    languages: ['Mandarin'],
  });
  member.pay({ hourly_rate: 25, commission_rate: 10 });
  member.setWorkingHours({ monday: ['09:00-17:00'] });
  member.consent(true, NOW);
  blankPerson(staffData, member, LATER);
  expect(JSON.stringify(Object.fromEntries(Object.entries(member)))).not.toMatch(told);
  expect(member).toMatchObject({ ...gone, position: 'stylist', hourly_rate: null, commission_rate: null });
  expect(member).toMatchObject({ specialization_keys: [], working_hours: {}, hours: null });
});

it.each([
  ['/api/v1/beauty/clients/', true],
  ['/api/v1/beauty/appointments/', true],
  ['/api/v1/beauty/appointments/0198/complete/', true],
  ['/api/v1/beauty/appointments/0198/payments/', false],
  ['/api/v1/beauty/appointments/0198/payments', false],
  ['/api/v1/beauty/appointments/0198/refunds/', false],
  ['/api/v1/beauty/appointments/0198/tips/', false],
  ['/api/v1/beauty/client-packages/0198/refund/', false],
  ['/api/v1/beauty/client-packages/0198/redeem/', true],
  ['/api/v1/beauty/payments/', true],
  ['/api/v1/retail/customers/', false],
])('forgets answers to %s: %s', (path, forgotten) => {
  expect(clientData.forgetsAnswersTo(path)).toBe(forgotten);
  expect(staffData.forgetsAnswersTo(path)).toBe(forgotten);
});
