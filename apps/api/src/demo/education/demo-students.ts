import { Student, levelOf, type Guardian } from '@usaha/education';
import { dayAfter } from '../core/demo-days.js';
import { demoIc, demoParent, demoReligion, demoName, type DemoName } from '../core/demo-people.js';
import { Lottery, type DemoRandom } from '../core/demo-random.js';
import type { DemoSchool } from './demo-schools.js';
import { YEAR_OPENS } from './school-days.js';
import type { DemoTime } from './demo-time.js';

/** A student, and what the history makes of one. */
export interface DemoStudent {
  student: Student;
  /** The place of this year's level in the school's list; one beyond it has graduated. */
  level: number;
  /** Which of a level's courses. */
  picks: readonly number[];
  /** YYYY-MM-DD within the history; null for one who was there before. */
  joined: string | null;
  /** The first day without the student. */
  left: string | null;
  /** A course that was given up, and from when on. */
  dropped: { pick: number; on: string } | null;
}

const occupations = ['Guru', 'Peniaga', 'Jururawat', 'Jurutera', 'Pegawai kerajaan', 'Pemandu', 'Akauntan', null];
const bloodTypes = ['O+', 'O+', 'A+', 'B+', 'B+', 'AB+', 'O-', null];
const allergies = ['Kacang tanah', 'Udang', 'Debu'];
const conditions = ['Asma', 'Rabun jauh', 'Migrain'];

const CONSENT = 0.92;
const DROPPING = 0.08;
/** Days that a student stays at least, and is there before the history ends. */
const LEAST_STAY = 30;

/** Everybody who was at a school in its history: as many at each level, and who graduated since. */
export function studentsOf(school: DemoSchool, time: DemoTime, random: DemoRandom): DemoStudent[] {
  const each = Math.round(school.students / school.levels.length);
  const graduates = time.years.length > 1 ? each : 0;
  return Array.from({ length: school.students + graduates }, (_, i) => {
    const level = i < school.students ? i % school.levels.length : school.levels.length;
    const number = String(i + 1).padStart(3, '0');
    const stays = staysOf(school, time, level, random);
    const picks = picksOf(school, Math.floor(i / school.levels.length), level, random);
    const student = personOf(school, { level, number, joined: stays.joined, picks }, time, random);
    return { student, level, picks, ...stays, dropped: droppedOf(picks, stays, time, random) };
  });
}

/** Of sections every one gets as many; of courses everybody takes some, in the order of the list. */
function picksOf(school: DemoSchool, place: number, level: number, random: DemoRandom): number[] {
  const all = school.courses(Math.min(level, school.levels.length - 1)).map((_, i) => i);
  if (school.taken.length === 1) return [place % all.length];
  const count = random.pick(school.taken);
  const left = [...all];
  while (left.length > count) left.splice(random.whole(0, left.length - 1), 1);
  return left;
}

type Stays = Pick<DemoStudent, 'joined' | 'left'>;

function staysOf(school: DemoSchool, time: DemoTime, level: number, random: DemoRandom): Stays {
  const [joins, leaves] = [random.chance(school.joining.share), random.chance(school.leaving)];
  if (level >= school.levels.length) return { joined: null, left: null };
  const joining = time.daysBetween(dayAfter(time.from, 1), dayAfter(time.to, -LEAST_STAY));
  const joined = joins && joining.length > 0 ? random.pick(joining) : null;
  const leaving = time.daysBetween(dayAfter(joined ?? time.from, LEAST_STAY), time.to);
  return { joined, left: leaves && leaving.length > 0 ? random.pick(leaving) : null };
}

function droppedOf(
  picks: readonly number[],
  { joined, left }: Stays,
  time: DemoTime,
  random: DemoRandom,
): DemoStudent['dropped'] {
  const drops = random.chance(DROPPING);
  const days = time.daysBetween(dayAfter(joined ?? time.from, LEAST_STAY), time.to);
  if (!drops || left !== null || picks.length < 3 || days.length === 0) return null;
  return { pick: random.pick(picks), on: random.pick(days) };
}

interface Known {
  level: number;
  number: string;
  joined: string | null;
  picks: readonly number[];
}

function personOf(
  school: DemoSchool,
  { level, number, joined, picks }: Known,
  time: DemoTime,
  random: DemoRandom,
): Student {
  const name = demoName(random);
  const last = school.levels.length - 1;
  const current_grade = school.levels[Math.min(level, last)] as string;
  const date_of_birth = birthdayOf(current_grade, Math.max(0, level - last), time.year, random);
  const { streets, city, state, postal_code } = school.home;
  const guardian = guardianOf(school, name, number, random);
  const religion = demoReligion(name, random);
  const scholarship = scholarships(school).draw(random);
  const taught = picks.flatMap((pick) => school.courses(Math.min(level, last))[pick]?.subjects ?? []);
  const student = new Student();
  student.describe({
    first_name: name.first_name,
    last_name: name.last_name,
    gender: name.gender,
    phone_number: null,
    address: {
      street: `${random.whole(1, 180)}, ${random.pick(streets)}`,
      city,
      state,
      postal_code,
      country: 'Malaysia',
    },
    parent_guardian: guardian,
    emergency_contact: {
      name: guardian.name,
      relationship: guardian.relationship,
      phone_number: guardian.phone_number,
    },
    previous_school: `SK ${city} ${random.whole(1, 3)}`,
    previous_grade: level === 0 ? 'Standard 6' : null,
    admission_date: joined ?? `${time.year - Math.min(level, last)}-${YEAR_OPENS}`,
    current_grade,
    stream: /^Form [45]$/.test(current_grade) ? 'academic' : null,
    subjects: taught.map((subject) => subject.name).filter((subject) => isTaught(subject, religion)),
    special_needs: [],
    medical_conditions: random.chance(0.05) ? [random.pick(conditions)] : [],
    allergies: random.chance(0.05) ? [random.pick(allergies)] : [],
    blood_type: random.pick(bloodTypes),
    religion,
    nationality: 'Malaysian',
    scholarship_info:
      scholarship === null
        ? null
        : {
            has_scholarship: true,
            scholarship_name: school.scholarships.name,
            scholarship_percentage: scholarship,
          },
  });
  const ic_number = demoIc(date_of_birth, random.pick(school.birthplaces), name.gender, random);
  student.describe({ ic_number, date_of_birth });
  return student;
}

/** Of religious education everybody has one kind. */
export function isTaught(subject: string, religion: string | null): boolean {
  if (subject === 'Pendidikan Islam') return religion === 'Islam';
  return subject !== 'Pendidikan Moral' || religion !== 'Islam';
}

/** Some day of the year in which those of a level were born. @param beyond years since it */
function birthdayOf(level: string, beyond: number, year: number, random: DemoRandom): string {
  const age = (levelOf(level)?.ages[0] ?? 0) + beyond;
  return dayAfter(`${year - age}-01-01`, random.whole(0, 364));
}

function guardianOf(school: DemoSchool, child: DemoName, number: string, random: DemoRandom): Guardian {
  const parent = demoParent(child, random);
  return {
    name: `${parent.first_name} ${parent.last_name}`,
    relationship: parent.gender === 'female' ? 'Ibu' : 'Bapa',
    phone_number: `+601${random.pick(['2', '3', '6', '9'])}${school.prefix}0${number}`,
    email: random.chance(0.85) ? `penjaga.${school.prefix}${number}@example.com` : null,
    occupation: random.pick(occupations),
  };
}

const scholarships = ({ scholarships: { share, percentages } }: DemoSchool): Lottery<number | null> =>
  new Lottery<number | null>([null, ...percentages], [1 - share, ...percentages.map(() => share / percentages.length)]);

/** Most guardians consent when the student is entered. */
export const consents = (random: DemoRandom): boolean => random.chance(CONSENT);
