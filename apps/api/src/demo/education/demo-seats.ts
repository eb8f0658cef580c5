import { Enrollment, SchoolClass, Withdrawal } from '@usaha/education';
import { malaysianInstant, newId } from '@usaha/shared';
import { dayAfter, minutesAfter } from '../core/demo-days.js';
import type { DemoRandom } from '../core/demo-random.js';
import { born, touch } from '../core/demo-records.js';
import type { DemoCourse, DemoSchool } from './demo-schools.js';
import { consents, type DemoStudent } from './demo-students.js';
import type { DemoTime } from './demo-time.js';
import { YEAR_ENDS, YEAR_OPENS } from './school-days.js';

/** A class, and what it is at this school. */
export interface DemoClass {
  schoolClass: SchoolClass;
  course: DemoCourse;
  /** Its place among the courses of its level. */
  pick: number;
  year: number;
  level: number;
  /** All that anybody ever had in it. */
  seats: DemoSeat[];
}

/** That a student is in a class, and when. */
export interface DemoSeat {
  person: DemoStudent;
  of: DemoClass;
  enrollment: Enrollment;
  /** YYYY-MM-DD: the first and the last day of it within the history. */
  from: string;
  until: string;
}

/** The students of each class, as the services would have left it had all come one by one. */
export interface DemoSeating {
  classes: DemoClass[];
  seats: DemoSeat[];
  withdrawals: Withdrawal[];
}

/** Staff by e-mail; who has no account is known by name. */
export type DemoStaff = (teacher: string) => string;

const schools = ['Taman Desa', 'Seri Mutiara', 'Bandar Baharu'];
const reasons = ['Berpindah ke daerah lain', 'Masalah pengangkutan', 'Bertukar sekolah', 'Masalah kewangan'];
const OFFICE_MINUTES = 7 * 60;

/** Makes the classes of every school year of the history, enters the students, and gives them seats. */
export function seatingOf(
  school: DemoSchool,
  time: DemoTime,
  people: readonly DemoStudent[],
  { staff, random }: { staff: DemoStaff; random: DemoRandom },
): DemoSeating {
  const classes = time.years.flatMap((year): DemoClass[] =>
    school.levels.flatMap((grade_level, level) =>
      school.courses(level).map((course, pick) => {
        const schoolClass = classOf(school, course, { grade_level, year }, staff);
        return { schoolClass, course, pick, year, level, seats: [] };
      }),
    ),
  );
  classes.forEach(({ schoolClass, year }, i) => born(schoolClass, minutesAfter(time.openingOf(year), i / 10)));
  enter(people, time, random);
  const planned = people.flatMap((person) => wishesOf(person, time, classes));
  planned.sort((a, b) => a.at.getTime() - b.at.getTime());
  const seats = planned.map(({ at, ...wish }) => take(wish, at, { school, time }));
  complete(seats.filter(({ of }) => of.year < time.year));
  return { classes, seats, withdrawals: leave(seats, time, random) };
}

function classOf(
  school: DemoSchool,
  { name, stream, room, teacher, subjects, schedule }: DemoCourse,
  { grade_level, year }: { grade_level: string; year: number },
  staff: DemoStaff,
): SchoolClass {
  const schoolClass = new SchoolClass();
  schoolClass.describe({
    name,
    grade_level,
    stream,
    academic_year: year,
    room_number: room,
    capacity: school.capacity,
    teacher_id: staff(teacher),
    schedule,
    subjects: subjects.map((subject) => ({
      name: subject.name,
      teacher_id: staff(subject.teacher),
      hours_per_week: subject.hours_per_week,
    })),
  });
  return schoolClass;
}

/** The first school year of the history in which a student is there. */
const firstYearOf = ({ level, joined }: DemoStudent, { years, year }: DemoTime): number =>
  (joined === null ? years.find((one) => level - (year - one) >= 0) : undefined) ?? year;

/** Enters students in the order in which they come. */
function enter(people: readonly DemoStudent[], time: DemoTime, random: DemoRandom): void {
  const coming = people.map((person, i) => {
    const opening = minutesAfter(time.openingOf(firstYearOf(person, time)), 60 + i / 2);
    const at = person.joined === null ? opening : onDay(person.joined, i * 7);
    return { person, at };
  });
  coming.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { person, at } of coming) born(person.student, at).consent(consents(random), at);
}

/** Some time of a day's office hours. */
const onDay = (day: string, minutes: number): Date =>
  minutesAfter(malaysianInstant(day, '09:00:00'), minutes % OFFICE_MINUTES);

type Wish = Pick<DemoSeat, 'person' | 'of'> & { returns: boolean };

/** In which classes of which years a student wants a seat, and when. */
function wishesOf(person: DemoStudent, time: DemoTime, classes: readonly DemoClass[]): (Wish & { at: Date })[] {
  const first = firstYearOf(person, time);
  return time.years.flatMap((year) => {
    const level = person.level - (time.year - year);
    if (year < first) return [];
    const offered = classes.filter((one) => one.year === year && one.level === level);
    const arrived = person.student.created_at.getTime();
    const opened = year === first ? arrived : minutesAfter(time.openingOf(year), 120).getTime() + (arrived % 3_600_000);
    return person.picks.flatMap((pick, i) => {
      const of = offered[pick];
      return of ? [{ person, of, returns: year > first, at: minutesAfter(new Date(opened), 0.1 * (i + 1)) }] : [];
    });
  });
}

function take(
  { person, of, returns }: Wish,
  at: Date,
  { school, time }: { school: DemoSchool; time: DemoTime },
): DemoSeat {
  const { schoolClass, year } = of;
  const enrollment = born(new Enrollment(), at);
  const enrollment_date = person.joined ?? `${year}-${YEAR_OPENS}`;
  enrollment.describe({
    enrollment_date,
    enrollment_type: person.joined !== null ? school.joining.as : returns || of.level > 0 ? 'returning' : 'new',
    fees: { payment_plan: school.fees[0]?.frequency ?? null },
  });
  enrollment.place(person.student.id, schoolClass.id);
  schoolClass.takeSeat('class_id');
  touch(schoolClass, at);
  // A student who is entered in the course of a day is in class from the next one on.
  const first = person.joined === null ? enrollment_date : dayAfter(person.joined, 1);
  const from = first > time.from ? first : time.from;
  const seat = { person, of, enrollment, from, until: year < time.year ? `${year}-12-31` : time.to };
  of.seats.push(seat);
  return seat;
}

/** A school year that is over: everybody has completed the class. */
function complete(seats: readonly DemoSeat[]): void {
  for (const { of, enrollment } of seats) {
    const at = malaysianInstant(`${of.year}-${YEAR_ENDS}`, '15:00:00');
    enrollment.setStatus('graduated');
    of.schoolClass.freeSeats();
    touch(enrollment, at);
    touch(of.schoolClass, at);
  }
}

/** The students who leave, or give up a course, in the order of time. */
function leave(seats: readonly DemoSeat[], time: DemoTime, random: DemoRandom): Withdrawal[] {
  const leaving = seats.flatMap((seat, i) => {
    const { left, dropped } = seat.person;
    const day = left ?? (dropped?.pick === seat.of.pick ? dropped.on : null);
    return day === null || seat.of.year < time.year ? [] : [{ seat, day, at: onDay(day, 60 + i) }];
  });
  leaving.sort((a, b) => a.at.getTime() - b.at.getTime());
  return leaving.map(({ seat, day, at }) => {
    const { enrollment, of, person } = seat;
    enrollment.withdraw();
    of.schoolClass.freeSeats();
    touch(enrollment, at);
    touch(of.schoolClass, at);
    seat.until = dayAfter(day, -1);
    const { left } = person;
    return Object.assign(new Withdrawal(), {
      id: newId(at),
      created_at: at,
      position: enrollment.withdrawals,
      enrollment_id: enrollment.id,
      student_id: enrollment.student_id,
      withdrawal_date: day,
      reason: left === null ? 'Jadual terlalu padat' : random.pick(reasons),
      notes: null,
      destination_school: left !== null && random.chance(0.4) ? `SMK ${random.pick(schools)}` : null,
      refund_amount: left !== null && random.chance(0.3) ? random.whole(2, 6) * 10 : null,
    });
  });
}
