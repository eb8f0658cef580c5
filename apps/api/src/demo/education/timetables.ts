import type { DemoCourse, DemoSubject } from './demo-schools.js';

/** What a tuition centre teaches of an evening, one teacher and one room for each subject. */
const evening = [
  ['Bahasa Melayu', 'zulkifli@bijak.example'],
  ['English', 'cikgu.devi@bijak.example'],
  ['Mathematics', 'cikgu.wong@bijak.example'],
  ['Science', 'Norhayati binti Jamal'],
] as const;

const eveningDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const eveningHours = ['17:30-19:00', '20:00-21:30'] as const;
const levels = ['Standard 6', 'Form 1', 'Form 2', 'Form 3', 'Form 4', 'Form 5'] as const;
const LESSON_HOURS = 1.5;

/**
 * The courses of a level, each one evening a week. A subject goes through the ten times of a week level by level, and a
 * level takes every third of them: so no teacher, room or student is in two places at once.
 */
export const evenings = (level: number): DemoCourse[] =>
  evening.map(([name, teacher], i) => {
    const time = (level + 3 * i) % (eveningDays.length * eveningHours.length);
    const day = eveningDays[time % eveningDays.length] as string;
    const hours = eveningHours[Math.floor(time / eveningDays.length)] as string;
    return {
      name: `${name} ${levels[level]}`,
      stream: null,
      room: `Bilik ${i + 1}`,
      teacher,
      subjects: [{ name, teacher, hours_per_week: LESSON_HOURS }],
      schedule: { [day]: [hours] },
    };
  });

/** The teachers of each subject of the school: by e-mail those who have an account. */
const teachers = {
  'Bahasa Melayu': 'cikgu.suhaimi@cahaya.example',
  'Bahasa Inggeris': 'cikgu.letchumi@cahaya.example',
  Matematik: 'cikgu.ooi@cahaya.example',
  Sains: 'cikgu.hanisah@cahaya.example',
  Sejarah: 'Zaiton binti Saad',
  Geografi: 'Chandran a/l Nair',
  Fizik: 'Lim Boon Keat',
  Kimia: 'cikgu.hanisah@cahaya.example',
  Biologi: 'Rosnani binti Ahmad',
  'Matematik Tambahan': 'cikgu.ooi@cahaya.example',
  'Prinsip Perakaunan': 'Saw Mei Chin',
  Ekonomi: 'Saw Mei Chin',
  Perniagaan: 'Faridah binti Noor',
  'Pendidikan Islam': 'Ustaz Hafizuddin',
  'Pendidikan Moral': 'Ong Siew Hoon',
} as const satisfies Record<string, string>;

type SchoolSubject = keyof typeof teachers;

const religion: readonly SchoolSubject[] = ['Pendidikan Islam', 'Pendidikan Moral'];
const common: readonly SchoolSubject[] = ['Bahasa Melayu', 'Bahasa Inggeris', 'Matematik', 'Sejarah', ...religion];
const lower: readonly SchoolSubject[] = [...common, 'Sains', 'Geografi'];
const science: readonly SchoolSubject[] = [...common, 'Fizik', 'Kimia', 'Biologi', 'Matematik Tambahan'];
const business: readonly SchoolSubject[] = [...common, 'Sains', 'Prinsip Perakaunan', 'Ekonomi', 'Perniagaan'];

/** Class teachers of both sections, form by form; each has one class alone. */
const classTeachers = [
  ['cikgu.suhaimi@cahaya.example', 'Zaiton binti Saad'],
  ['cikgu.letchumi@cahaya.example', 'Chandran a/l Nair'],
  ['cikgu.ooi@cahaya.example', 'Faridah binti Noor'],
  ['cikgu.hanisah@cahaya.example', 'Saw Mei Chin'],
  ['Rosnani binti Ahmad', 'Lim Boon Keat'],
] as const;

const MORNING = ['07:30-10:10', '10:40-14:00'] as const;
/** Days of school in Kedah. */
const week = Object.fromEntries(
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday'].map((day) => [day, MORNING] as const),
);
const HOURS_PER_SUBJECT = 3.5;
const FIRST_OF_UPPER = 3;

const subjectOf = (name: SchoolSubject): DemoSubject => ({
  name,
  teacher: teachers[name],
  hours_per_week: HOURS_PER_SUBJECT,
});

/** Two sections of a form, from Form 4 one of science and one of business. */
export const mornings = (level: number): DemoCourse[] =>
  (['A', 'B'] as const).map((section, i) => {
    const isUpper = level >= FIRST_OF_UPPER;
    const taught = isUpper ? (i === 0 ? science : business) : lower;
    return {
      name: `${level + 1}${section}`,
      stream: isUpper ? (i === 0 ? 'Sains' : 'Perniagaan') : null,
      room: `${level + 1}0${i + 1}`,
      teacher: classTeachers[level]?.[i] ?? '',
      subjects: taught.map(subjectOf),
      schedule: week,
    };
  });
