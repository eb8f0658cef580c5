import { averagesOf, levelOf, studentVerificationOf } from '@usaha/education';
import { malaysianDay, money } from '@usaha/shared';
import { publicHolidays } from '@usaha/shared/malaysia';
import { DocumentNumbers } from '../core/document-numbers.js';
import { historyOf, type DemoHistory } from './demo-history.js';
import { demoSchools, type DemoSchool } from './demo-schools.js';
import { isSchoolDay } from './school-days.js';

const numbers = () => ({
  invoices: new DocumentNumbers({ name: 'education.invoice', prefix: 'EDU' }),
  receipts: new DocumentNumbers({ name: 'education.receipt', prefix: 'RCP' }),
});
const at = (school: DemoSchool, now: string): DemoHistory =>
  historyOf(school, new Date(now), { staff: (teacher) => teacher, numbers: numbers() });
const [centre, secondary] = demoSchools as [DemoSchool, DemoSchool];
const rate = (of: readonly unknown[], all: readonly unknown[]): number => of.length / all.length;

/** Within a year, in one that has just begun, before its first day of school, and after its last one. */
const moments = [
  '2026-11-22T04:00:00Z',
  '2027-03-10T04:00:00Z',
  '2027-01-02T10:00:00Z',
  '2027-01-03T01:00:00Z',
  '2026-12-20T04:00:00Z',
];

describe.each(demoSchools.flatMap((school) => moments.map((now) => [school.tenant_id, now, school] as const)))(
  'the history of %s up to %s',
  (_, now, school) => {
    const history = at(school, now);
    const { people, seats, classes, attendance, grades, accounts, time, withdrawals } = history;
    const today = malaysianDay(new Date(now));

    it('has as many students as the school, of ages and IC numbers that fit their levels', () => {
      const present = people.filter(({ level }) => level < school.levels.length);
      expect(present).toHaveLength(school.students);
      for (const { student } of present) {
        expect(studentVerificationOf(student, today)).toMatchObject({
          format: true,
          age: true,
          gender: true,
          school_age: true,
        });
        const age = time.year - Number(student.date_of_birth?.slice(0, 4));
        expect(age).toBe(levelOf(student.current_grade)?.ages[0]);
      }
    });

    it('has registers on days of school alone, one line for each seat and lesson, and none to come', () => {
      const keys = new Set(attendance.map(({ student_id, class_id, date }) => `${student_id} ${class_id} ${date}`));
      expect(keys.size).toBe(attendance.length);
      const days = new Set(attendance.map(({ date }) => date));
      for (const day of days) {
        expect([day, isSchoolDay(day, school.state), publicHolidays(day, school.state)]).toEqual([day, true, []]);
        expect(day < today).toBe(true);
      }
      expect(attendance.every(({ created_at }) => created_at < new Date(now))).toBe(true);
    });

    it('has registers of students only while they have their seats', () => {
      const spans = new Map(
        seats.map(({ enrollment: e, from, until }) => [`${e.student_id} ${e.class_id}`, { from, until }]),
      );
      const outside = attendance.filter(({ student_id, class_id, date }) => {
        const span = spans.get(`${student_id} ${class_id}`);
        return !span || date < span.from || date > span.until;
      });
      expect(outside).toEqual([]);
    });

    it('A-121: has seats that are the active enrollments, within the capacity', () => {
      for (const { schoolClass, seats: had } of classes) {
        const active = had.filter(({ enrollment }) => enrollment.is_active).length;
        expect([schoolClass.active_enrollments, active <= (schoolClass.capacity ?? 0)]).toEqual([active, true]);
      }
      expect(withdrawals.every(({ position }) => position === 1)).toBe(true);
    });

    it('has nothing that was made before its student, or is still to come', () => {
      const entered = new Map(people.map(({ student }) => [student.id, student.created_at]));
      const { invoices, payments } = accounts;
      const early = [
        ...attendance,
        ...grades,
        ...invoices,
        ...payments,
        ...seats.map(({ enrollment }) => enrollment),
      ].filter(
        ({ student_id, created_at }) =>
          created_at < (entered.get(student_id) ?? new Date(now)) || created_at > new Date(now),
      );
      expect(early).toEqual([]);
    });

    it('has scores within max_score, each of a student who was there', () => {
      const missing = new Set(
        attendance
          .filter(({ status }) => status === 'absent' || status === 'excused')
          .map(({ student_id, date }) => `${student_id} ${date}`),
      );
      const wrong = grades.filter(
        ({ score, max_score, percentage, student_id, assessment_date }) =>
          score === null ||
          percentage === null ||
          score < 0 ||
          score > max_score ||
          percentage > 10_000 ||
          missing.has(`${student_id} ${assessment_date}`),
      );
      expect(wrong).toEqual([]);
    });

    it('A-231: settles no invoice beyond its amount and no payment beyond its own, the void one not at all', () => {
      const { invoices, payments, settlements } = accounts;
      const sumBy = (key: 'invoice_id' | 'payment_id') => {
        const sums = new Map<string, number>();
        for (const entry of settlements) sums.set(entry[key], money.add(sums.get(entry[key]) ?? 0, entry.amount));
        return sums;
      };
      const [ofInvoice, ofPayment] = [sumBy('invoice_id'), sumBy('payment_id')];
      for (const { id, settled, amount } of invoices) {
        expect([id, ofInvoice.get(id) ?? 0]).toEqual([id, settled]);
        expect(settled >= 0 && settled <= amount).toBe(true);
      }
      for (const { id, settled, amount, voided_at } of payments) {
        expect([id, ofPayment.get(id) ?? 0]).toEqual([id, settled]);
        expect(settled <= (voided_at ? 0 : amount)).toBe(true);
      }
    });
  },
);

it('the same moment has the same history', () => {
  const told = ({ attendance, grades, accounts, people }: DemoHistory) => [
    people.map(({ student }) => [student.first_name, student.ic_number, student.pdpa_consent]),
    attendance.map(({ date, status, time_in }) => [date, status, time_in]),
    grades.map(({ score, assessment_date }) => [score, assessment_date]),
    accounts.payments.map(({ amount, receipt_number, settled }) => [amount, receipt_number, settled]),
  ];
  expect(told(at(centre, moments[0]!))).toEqual(told(at(centre, moments[0]!)));
});

describe('the secondary school in November', () => {
  const { attendance, grades, people, accounts, withdrawals } = at(secondary, moments[0]!);

  it('sees most students most days, and absences that last', () => {
    const missed = attendance.filter(({ status }) => status === 'absent' || status === 'excused');
    expect(rate(missed, attendance)).toBeGreaterThan(0.02);
    expect(rate(missed, attendance)).toBeLessThan(0.09);
    const late = attendance.filter(({ status }) => status === 'late');
    expect(rate(late, attendance)).toBeGreaterThan(0.005);
    expect(rate(late, attendance)).toBeLessThan(0.05);
    // A student who is absent on a day is absent on the day of school before far more often than others are.
    const ofStudent = new Map<string, boolean[]>();
    for (const { student_id, status } of attendance)
      ofStudent.set(student_id, [...(ofStudent.get(student_id) ?? []), status === 'absent' || status === 'excused']);
    const pairs = [...ofStudent.values()].flatMap((days) => days.slice(1).map((day, i) => [days[i], day] as const));
    const after = pairs.filter(([before]) => before);
    expect(
      rate(
        after.filter(([, day]) => day),
        after,
      ),
    ).toBeGreaterThan(0.3);
  });

  it('marks students apart, and the same student alike', () => {
    const averages = people.flatMap(({ student }) => {
      const own = grades.filter(({ student_id }) => student_id === student.id);
      return own.length === 0
        ? []
        : [
            averagesOf(own.map((grade) => Object.assign(grade, { subject_key: grade.subject_id }))).overall
              .average_percentage ?? 0,
          ];
    });
    const mean = averages.reduce((a, b) => a + b, 0) / averages.length;
    const deviation = Math.sqrt(averages.reduce((sum, average) => sum + (average - mean) ** 2, 0) / averages.length);
    expect(mean).toBeGreaterThan(55);
    expect(mean).toBeLessThan(70);
    expect(deviation).toBeGreaterThan(8);
    expect(deviation).toBeLessThan(18);
    expect(new Set(grades.map(({ scale }) => scale))).toEqual(new Set(['uasa', 'spm']));
  });

  it('asks for the term and for registration, gives scholarships where a fee allows them, and waits for some of its money', () => {
    const { invoices, payments } = accounts;
    expect(new Set(invoices.map(({ period }) => period))).toEqual(new Set(['Penggal 2 2026', '2026']));
    const granted = invoices.filter(({ scholarship_percentage }) => scholarship_percentage !== null);
    expect(granted.length).toBeGreaterThan(10);
    for (const { fee_type, full_amount, amount, scholarship_percentage } of granted)
      expect([fee_type, amount]).toEqual([
        'tuition',
        money.round(full_amount * (1 - (scholarship_percentage ?? 0) / 100)),
      ]);
    expect(invoices.some(({ settled, balance }) => settled > 0 && balance > 0)).toBe(true);
    const owing = invoices.filter(({ balance }) => balance > 0);
    expect(rate(owing, invoices)).toBeGreaterThan(0.03);
    expect(rate(owing, invoices)).toBeLessThan(0.3);
    expect(payments.filter(({ voided_at }) => voided_at)).toHaveLength(1);
  });

  it('has guardians at example.com, most of whom consent, and students who left', () => {
    const consenting = people.filter(({ student }) => student.pdpa_consent);
    expect(rate(consenting, people)).toBeGreaterThan(0.8);
    for (const { student } of people)
      expect(student.parent_guardian?.email ?? '@example.com').toMatch(/@example\.com$/);
    expect(withdrawals.length).toBeGreaterThan(1);
  });
});

it('a history that reaches back into the last school year has both: classes completed, fees of the new year', () => {
  const { classes, seats, accounts, people } = at(secondary, '2027-03-10T04:00:00Z');
  const graduated = seats.filter(({ enrollment }) => enrollment.status === 'graduated');
  expect(graduated.length).toBeGreaterThan(190);
  expect(classes.filter(({ year, schoolClass }) => year === 2026 && schoolClass.active_enrollments > 0)).toEqual([]);
  expect(new Set(accounts.invoices.map(({ period }) => period))).toContain('Penggal 1 2027');
  const leavers = people.filter(({ level }) => level === secondary.levels.length);
  expect(leavers).toHaveLength(40);
  expect(leavers.every(({ student }) => student.current_grade === 'Form 5')).toBe(true);
});
