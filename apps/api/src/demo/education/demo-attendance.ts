import { Attendance, type AttendanceStatus } from '@usaha/education';
import { malaysianInstant } from '@usaha/shared';
import { dayAfter, minutesAfter, weekdayOf, weekdays } from '../core/demo-days.js';
import { Lottery, type DemoRandom } from '../core/demo-random.js';
import { born } from '../core/demo-records.js';
import type { DemoClass, DemoStaff } from './demo-seats.js';
import type { DemoTime } from './demo-time.js';

/** What became of a student on each day of school: what is not here was spent in class, in time. */
export type DemoDays = ReadonlyMap<string, Exclude<AttendanceStatus, 'present'>>;

/** How often students fall ill or stay away, against an average one: some are hardly ever absent, a few often. */
const frailties = new Lottery([0.3, 0.8, 1.2, 5], [45, 30, 20, 5]);
/** Of days, on how many they are late. */
const latenesses = new Lottery([0.003, 0.02, 0.12], [70, 23, 7]);
/** Days of school that an absence takes. */
const lengths = new Lottery([1, 2, 3, 4, 5], [50, 25, 13, 8, 4]);

/** That an absence begins on a day. */
const BEGINS = 0.014;
/** Of absences, how many are excused by a letter. */
const EXCUSED = 0.6;
/** The day before a break or long weekend, and the week of influenza. */
const TEMPTATION = 2.2;
const INFLUENZA = 6;
const INFLUENZA_DAYS = 5;

/** How much likelier than otherwise an absence begins on each of some days of school. */
export function temptationsOf(days: readonly string[], random: DemoRandom): number[] {
  const outbreak = random.whole(0, Math.max(0, days.length - 1));
  return days.map((day, i) => {
    const next = days[i + 1];
    const isLastForNow = next !== undefined && next > dayAfter(day, 3);
    const isOutbreak = i >= outbreak && i < outbreak + INFLUENZA_DAYS;
    return (isLastForNow ? TEMPTATION : 1) * (isOutbreak ? INFLUENZA : 1);
  });
}

/** One student's half a year: absences last for days, and who is late once is late again. */
export function daysOf(days: readonly string[], temptations: readonly number[], random: DemoRandom): DemoDays {
  const [frailty, lateness] = [frailties.draw(random), latenesses.draw(random)];
  const found = new Map<string, Exclude<AttendanceStatus, 'present'>>();
  for (let i = 0; i < days.length; i += 1) {
    const day = days[i] as string;
    const begins = random.chance(BEGINS * frailty * (temptations[i] ?? 1));
    if (begins) {
      const status = random.chance(EXCUSED) ? 'excused' : 'absent';
      const absence = days.slice(i, i + lengths.draw(random));
      for (const missed of absence) found.set(missed, status);
      i += absence.length - 1;
    } else if (random.chance(lateness)) found.set(day, 'late');
  }
  return found;
}

/** `HH:MM` at which a class begins on a day; null where it has no lesson then. */
export function lessonOf({ course }: Pick<DemoClass, 'course'>, day: string): string | null {
  const hours = course.schedule[weekdays[weekdayOf(day)] as string];
  return hours?.[0]?.slice(0, 5) ?? null;
}

const letters = ['Surat doktor', 'Demam', 'Urusan keluarga', 'Mewakili sekolah'];
/** Minutes by which a register is written after the lesson has begun. */
const REGISTER_AFTER = 20;

/** The registers of all classes in the order in which they were written: one line for each student and day of lessons. */
export function registersOf(
  classes: readonly DemoClass[],
  habits: ReadonlyMap<string, DemoDays>,
  { time, staff, random }: { time: DemoTime; staff: DemoStaff; random: DemoRandom },
): Attendance[] {
  return time.days.flatMap((date) => {
    const lessons = classes.flatMap((of, i) => {
      const begins = of.year === Number(date.slice(0, 4)) ? lessonOf(of, date) : null;
      // A class's own seconds, so that no two registers are one.
      const at = begins && minutesAfter(malaysianInstant(date, `${begins}:00`), REGISTER_AFTER + i / 60);
      return at
        ? [{ of, begins, at, seated: of.seats.filter(({ from, until }) => from <= date && date <= until) }]
        : [];
    });
    lessons.sort((a, b) => a.at.getTime() - b.at.getTime());
    return lessons.flatMap(({ of, begins, at, seated }) => {
      const recorded_by = staff(of.course.teacher);
      return seated.map(({ person: { student } }) => {
        const status = habits.get(student.id)?.get(date) ?? 'present';
        const record = born(new Attendance(), at);
        record.describe({
          student_id: student.id,
          class_id: of.schoolClass.id,
          date,
          status,
          time_in: status === 'late' ? lateBy(begins, random) : null,
          remarks: status === 'excused' ? random.pick(letters) : null,
          recorded_by,
        });
        return record;
      });
    });
  });
}

const two = (n: number): string => String(n).padStart(2, '0');

function lateBy(begins: string, random: DemoRandom): string {
  const [hour = 0, minute = 0] = begins.split(':').map(Number);
  const at = hour * 60 + minute + random.whole(5, 19);
  return `${two(Math.floor(at / 60))}:${two(at % 60)}:00`;
}
