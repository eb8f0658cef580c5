import type { Attendance, Grade, Withdrawal } from '@usaha/education';
import { DemoRandom } from '../core/demo-random.js';
import { DemoAccounts, type DemoNumbers } from './demo-accounts.js';
import { daysOf, registersOf, temptationsOf } from './demo-attendance.js';
import { chargesOf, demandsOf, type DemoCharge } from './demo-fees.js';
import { gradesOf } from './demo-marks.js';
import { enterMoney } from './demo-payments.js';
import type { DemoSchool } from './demo-schools.js';
import { seatingOf, type DemoClass, type DemoSeat, type DemoStaff } from './demo-seats.js';
import { studentsOf, type DemoStudent } from './demo-students.js';
import { DemoTime } from './demo-time.js';

/** All that a school has after half a year. */
export interface DemoHistory {
  time: DemoTime;
  people: DemoStudent[];
  classes: DemoClass[];
  seats: DemoSeat[];
  withdrawals: Withdrawal[];
  attendance: Attendance[];
  grades: Grade[];
  charges: DemoCharge[];
  accounts: DemoAccounts;
}

/** The half a year of a school up to `now`. Each part is drawn for itself, so that a change to one leaves the others as they are. */
export function historyOf(
  school: DemoSchool,
  now: Date,
  { staff, numbers }: { staff: DemoStaff; numbers: DemoNumbers },
): DemoHistory {
  const drawn = (part: number): DemoRandom => new DemoRandom(school.seed + part);
  const time = new DemoTime(now, school.state);
  const people = studentsOf(school, time, drawn(1));
  const { classes, seats, withdrawals } = seatingOf(school, time, people, { staff, random: drawn(2) });
  const random = drawn(3);
  const temptations = temptationsOf(time.days, random);
  const habits = new Map(people.map(({ student }) => [student.id, daysOf(time.days, temptations, random)]));
  const charges = chargesOf(school, time);
  const accounts = new DemoAccounts(numbers);
  enterMoney(accounts, demandsOf(charges, seats, time), { now, random: drawn(6) });
  return {
    time,
    people,
    classes,
    seats,
    withdrawals,
    attendance: registersOf(classes, habits, { time, staff, random: drawn(4) }),
    grades: gradesOf(school, classes, habits, { time, staff, random: drawn(5) }),
    charges,
    accounts,
  };
}
