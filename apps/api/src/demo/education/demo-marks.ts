import { Grade, scaleOfLevel } from '@usaha/education';
import { malaysianInstant } from '@usaha/shared';
import { dayAfter, minutesAfter } from '../core/demo-days.js';
import type { DemoRandom } from '../core/demo-random.js';
import { born } from '../core/demo-records.js';
import { lessonOf, type DemoDays } from './demo-attendance.js';
import type { DemoAssessment, DemoSchool } from './demo-schools.js';
import type { DemoClass, DemoStaff } from './demo-seats.js';
import { isTaught } from './demo-students.js';
import type { DemoTime } from './demo-time.js';

/** In percent: what an average student gets, and how far students, their subjects and their days lie apart. */
const AVERAGE = 63;
const OF_STUDENTS = 13;
const OF_SUBJECTS = 7;
const OF_ASSESSMENTS = 4;
const OF_DAYS = 5;
const LEAST = 6;
const MOST = 99;

/** Days until an assessment is marked. */
const MARKING_DAYS = 3;
const EXCELLENT = 90;
const FAILED = 35;

/** About as a normal distribution has it, mean 0 and deviation 1: a sum of twelve. */
export function spread(random: DemoRandom): number {
  let sum = -6;
  for (let i = 0; i < 12; i += 1) sum += random.next();
  return sum;
}

/** What one student can do in each subject, drawn once: good ones are good in most, and everybody has a favourite. */
export class DemoTalent {
  private readonly subjects = new Map<string, number>();
  private readonly ability: number;

  constructor(private readonly random: DemoRandom) {
    this.ability = AVERAGE + OF_STUDENTS * spread(random);
  }

  /** @param difficulty of the assessment, in percent @returns the score of one day, a whole number within max_score */
  scoreIn(subject: string, { difficulty, max_score }: { difficulty: number; max_score: number }): number {
    const liking = this.subjects.get(subject) ?? OF_SUBJECTS * spread(this.random);
    this.subjects.set(subject, liking);
    const percent = this.ability + liking - difficulty + OF_DAYS * spread(this.random);
    return Math.round((Math.min(MOST, Math.max(LEAST, percent)) * max_score) / 100);
  }
}

/** An assessment of one subject in one class. */
interface Sitting {
  of: DemoClass;
  assessment: DemoAssessment;
  subject: { name: string; teacher: string };
  date: string;
  difficulty: number;
}

/** The marks by now; a student who was absent that day has none. */
export function gradesOf(
  school: DemoSchool,
  classes: readonly DemoClass[],
  habits: ReadonlyMap<string, DemoDays>,
  { time, staff, random }: { time: DemoTime; staff: DemoStaff; random: DemoRandom },
): Grade[] {
  const people = new Set(classes.flatMap(({ seats }) => seats.map(({ person }) => person)));
  const talents = new Map([...people].map((person) => [person, new DemoTalent(random)]));
  const sittings = classes.flatMap((of) => sittingsOf(school, of, time, random));
  sittings.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return sittings.flatMap(({ of, assessment, subject, date, difficulty }, i) => {
    const at = minutesAfter(malaysianInstant(dayAfter(date, MARKING_DAYS), '15:00:00'), i / 60);
    if (at > time.now) return [];
    const { max_score } = assessment;
    const teacher_id = staff(subject.teacher);
    const sat = of.seats.filter(({ person: { student }, from, until }) => {
      const status = habits.get(student.id)?.get(date);
      const isThere = status !== 'absent' && status !== 'excused' && from <= date && date <= until;
      return isThere && isTaught(subject.name, student.religion);
    });
    return sat.map(({ person }) => {
      const score = (talents.get(person) as DemoTalent).scoreIn(subject.name, { difficulty, max_score });
      const grade = born(new Grade(), at);
      grade.measureBy({ scale: scaleOfLevel(school.levels[of.level] as string), own_scale: null });
      grade.describe({
        student_id: person.student.id,
        subject_id: subject.name,
        assessment_type: assessment.type,
        assessment_name: assessment.name,
        score,
        max_score,
        assessment_date: date,
        teacher_id,
        remarks: remarkOf((score / max_score) * 100),
      });
      return grade;
    });
  });
}

const remarkOf = (percent: number): string | null =>
  percent >= EXCELLENT ? 'Cemerlang' : percent < FAILED ? 'Perlu bimbingan tambahan' : null;

/** Subjects of a spread assessment come day by day; one that is not spread is written in the next lesson. */
function sittingsOf(school: DemoSchool, of: DemoClass, time: DemoTime, random: DemoRandom): Sitting[] {
  return school.assessments.flatMap((assessment) => {
    const opens = `${of.year}-${assessment.from}`;
    const days = time.days.filter((day) => day >= opens && day <= `${of.year}-12-31` && lessonOf(of, day) !== null);
    return of.course.subjects.flatMap((subject, i) => {
      const difficulty = OF_ASSESSMENTS * spread(random);
      const date = opens < time.from ? undefined : days[assessment.is_spread ? i : 0];
      return date === undefined ? [] : [{ of, assessment, subject, date, difficulty }];
    });
  });
}
