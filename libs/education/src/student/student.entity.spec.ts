import { religiousEducationOf } from './religious-education.js';
import { Student } from './student.entity.js';
import { studentVerificationOf } from './student-verification.js';

describe('a student', () => {
  it('A-18: keeps what is not sent again', () => {
    const student = new Student();
    student.describe({ first_name: 'Aisyah', last_name: 'Rahman', allergies: ['kacang'], blood_type: 'O' });
    student.describe({ last_name: 'Ali', blood_type: null });
    expect(student).toMatchObject({ first_name: 'Aisyah', last_name: 'Ali', allergies: ['kacang'], blood_type: null });
    student.describe({ ic_number: '100215-10-1236', date_of_birth: '2010-02-15' });
    student.describe({ date_of_birth: null });
    expect(student).toMatchObject({ ic_number: '100215-10-1236', date_of_birth: null });
  });

  it.each([
    [null, false],
    [{}, false],
    [{ has_scholarship: null, scholarship_name: 'Yayasan', scholarship_percentage: 100 }, false],
    [{ has_scholarship: false }, false],
    [{ has_scholarship: true }, true],
  ])('A-206: with %j has a scholarship: %s', (scholarship_info, has) => {
    const student = new Student();
    student.describe({ scholarship_info });
    expect(student.has_scholarship).toBe(has);
    student.describe({ first_name: 'Aisyah' });
    expect(student.has_scholarship).toBe(has);
  });
});

it.each([
  ['Islam', 'islamic_education'],
  [' ISLAM\n', 'islamic_education'],
  ['muslim', 'islamic_education'],
  ['Islamic', 'islamic_education'],
  ['Buddha', 'moral_education'],
  ['Islam Hadhari', 'moral_education'],
  ['', null],
  ['  ', null],
  [null, null],
])('A-203: to religion %j belongs %j', (religion, taught) => {
  expect(religiousEducationOf(religion)).toBe(taught);
});

describe('A-202: what is found of an IC number', () => {
  const found = (extra: Partial<Student>, today = '2026-06-01') =>
    studentVerificationOf(
      { ic_number: '100215-10-1236', date_of_birth: null, gender: null, current_grade: 'Form 4', ...extra },
      today,
    );

  it('has the age for the level in addition to what is found of every person', () => {
    expect(found({ gender: 'female' })).toMatchObject({ format: true, age_years: 16, gender: true, school_age: true });
  });

  it.each([
    [{ current_grade: 'Standard 1' }, '2026-06-01', false],
    [{ current_grade: null }, '2026-06-01', null],
    [{ current_grade: 'Kelas malam' }, '2026-06-01', null],
    [{ date_of_birth: '1910-02-15' }, '2026-06-01', false],
    [{}, '2024-12-31', false],
    [{}, '2025-01-01', true],
    [{}, '2029-12-31', true],
    [{}, '2030-01-01', false],
    [{ ic_number: 'x' }, '2026-06-01', null],
  ])('of %j on %s: %s', (extra, today, is) => {
    expect(found(extra, today)?.school_age).toBe(is);
  });

  it('is nothing without a number', () => {
    expect(found({ ic_number: null, date_of_birth: '2010-02-15' })).toBeNull();
  });
});
