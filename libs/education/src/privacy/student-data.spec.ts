import { blankPerson } from '@usaha/core';
import { Student } from '../student/student.entity.js';
import { studentData } from './student-data.js';

const NOW = new Date('2026-03-10T08:30:00Z');
const LATER = new Date('2026-03-11T08:30:00Z');

it('leaves of an erased student what was attended, and nothing of who the student was or believed', () => {
  const student = new Student();
  student.describe({
    first_name: 'Aisyah',
    last_name: 'Rahman',
    gender: 'female',
    email: 'aisyah@example.com',
    phone_number: '012',
    address: { street: 'Jalan', city: 'Ipoh', state: null, postal_code: null, country: 'Malaysia' },
    parent_guardian: { name: 'Ali', relationship: null, phone_number: null, email: null, occupation: null },
    emergency_contact: { name: 'Siti', relationship: null, phone_number: null },
    previous_school: 'SK Melati',
    previous_grade: 'Form 3',
    admission_date: '2026-01-12',
    current_grade: 'Form 4',
    stream: 'academic',
    subjects: ['Pendidikan Islam'],
    special_needs: ['disleksia'],
    medical_conditions: ['asma'],
    allergies: ['kacang'],
    blood_type: 'O',
    religion: 'Islam',
    nationality: 'Malaysian',
    scholarship_info: { has_scholarship: true },
  });
  student.describe({ ic_number: '100215-10-1236', date_of_birth: '2010-02-15' });
  student.consent(true, NOW);
  blankPerson(studentData, student, LATER);
  const text = JSON.stringify(Object.fromEntries(Object.entries(student)));
  expect(text).not.toMatch(/Aisyah|Rahman|female|aisyah@|012|Jalan|Ali|Siti|Melati|Form 3|Malaysian|2010|Islam/);
  expect(student).toMatchObject({
    first_name: 'Erased',
    last_name: 'Erased',
    ic_number: null,
    religion: null,
    subjects: [],
    special_needs: [],
    medical_conditions: [],
    allergies: [],
    blood_type: null,
    scholarship_info: null,
    has_scholarship: false,
    admission_date: '2026-01-12',
    current_grade: 'Form 4',
    stream: 'academic',
    pdpa_consent: false,
    pdpa_consent_date: null,
    erased_at: LATER,
    deleted_at: LATER,
  });
});

it.each([
  ['/api/v1/education/students/', true],
  ['/api/v1/education/payments-of-others/', true],
  ['/api/v1/education/payments/', false],
  ['/api/v1/education/payments', false],
  ['/api/v1/healthcare/patients/', false],
])('forgets answers to %s: %s', (path, forgotten) => {
  expect(studentData.forgetsAnswersTo(path)).toBe(forgotten);
});
