import { Fee, type InvoiceTerms } from '@usaha/education';
import { malaysianInstant } from '@usaha/shared';
import { dayAfter, minutesAfter } from '../core/demo-days.js';
import { born } from '../core/demo-records.js';
import type { DemoFee, DemoSchool } from './demo-schools.js';
import type { DemoSeat } from './demo-seats.js';
import type { DemoTime } from './demo-time.js';
import { YEAR_OPENS, schoolTerms } from './school-days.js';
import type { DemoStudent } from './demo-students.js';

/** A fee of a level in a school year. */
export interface DemoCharge {
  fee: Fee;
  of: DemoFee;
  year: number;
  level: number;
}

/** That a student is asked for a fee. */
export interface DemoDemand {
  at: Date;
  person: DemoStudent;
  fee: Fee;
  terms: InvoiceTerms;
}

/** The fees of every level and school year. */
export function chargesOf(school: DemoSchool, time: DemoTime): DemoCharge[] {
  const charges = time.years.flatMap((year) =>
    school.levels.flatMap((grade_level, level) =>
      school.fees.flatMap((of): DemoCharge[] => {
        const amount = of.amount(level);
        if (amount === null) return [];
        const { fee_type, description, frequency: payment_frequency, scholarship_applicable } = of;
        const fee = new Fee();
        fee.describe({ grade_level, fee_type, description, payment_frequency, scholarship_applicable, amount });
        fee.describe({ academic_year: year, is_mandatory: of.courses === undefined });
        return [{ fee, of, year, level }];
      }),
    ),
  );
  charges.forEach(({ fee, year }, i) => born(fee, minutesAfter(time.openingOf(year), 15 + i / 30)));
  return charges;
}

/** A run of invoices: of which period, when they are made, and when they are due. */
interface Run extends InvoiceTerms {
  day: string;
}

const MONTHLY_DUE_DAYS = 9;
const TERMLY_DUE_DAYS = 30;
const ONCE_DUE_DAYS = 14;
/** Days that must be left of a term that began before the history, for it to be asked for. */
const LEAST_OF_TERM = 60;
/** Invoices are made in the afternoon: on the day on which a year opens, all have their seats by then. */
const INVOICED_AT = '15:00:00';
/** The year-end break is in it. */
const FREE_MONTH = '12';

/** When a fee is asked for in a school year, of what lies in the history. */
function runsOf(frequency: DemoFee['frequency'], year: number, { from, to }: DemoTime): Run[] {
  const first = `${year}-${YEAR_OPENS}`;
  if (frequency === 'termly')
    return schoolTerms.flatMap((term) => {
      const [begins, ends] = [`${year}-${term.from}`, `${year}-${term.to}`];
      const day = [first, begins, dayAfter(from, 1)].reduce((a, b) => (a > b ? a : b));
      const terms = { period: `Penggal ${term.term} ${year}`, due_date: dayAfter(day, TERMLY_DUE_DAYS) };
      return dayAfter(day, LEAST_OF_TERM) > ends || day > to ? [] : [{ ...terms, day }];
    });
  const months = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));
  return months
    .filter((month) => month !== FREE_MONTH)
    .map((month) => ({ month, day: month === '01' ? first : `${year}-${month}-01` }))
    .filter(({ day }) => day > from && day <= to)
    .map(({ month, day }) => ({ period: `${year}-${month}`, due_date: dayAfter(day, MONTHLY_DUE_DAYS), day }));
}

/** The fees that a school asks for in its history. A student who gave up a course is asked for the smaller package from then on. */
export function demandsOf(charges: readonly DemoCharge[], seats: readonly DemoSeat[], time: DemoTime): DemoDemand[] {
  const seatsOf = new Map<DemoStudent, DemoSeat[]>();
  for (const seat of seats) seatsOf.set(seat.person, [...(seatsOf.get(seat.person) ?? []), seat]);
  return charges.flatMap(({ fee, of, year, level }, i) => {
    const able = [...seatsOf.keys()].filter((person) => person.level - (time.year - year) === level);
    if (of.frequency === 'once') return able.flatMap((person) => onceOf(person, fee, year));
    return runsOf(of.frequency, year, time).flatMap(({ day, ...terms }) => {
      const at = minutesAfter(malaysianInstant(day, INVOICED_AT), i);
      const asked = able.filter((person) => {
        const seated = (seatsOf.get(person) ?? []).filter(({ from, until }) => from <= day && day <= until);
        return seated.length > 0 && (of.courses === undefined || seated.length === of.courses);
      });
      return asked.map((person) => ({ at, person, fee, terms }));
    });
  });
}

/** Of those who join in the course of a year. */
function onceOf(person: DemoStudent, fee: Fee, year: number): DemoDemand[] {
  if (person.joined === null || Number(person.joined.slice(0, 4)) !== year) return [];
  const due_date = dayAfter(person.joined, ONCE_DUE_DAYS);
  return [{ at: minutesAfter(person.student.created_at, 10), person, fee, terms: { period: String(year), due_date } }];
}
