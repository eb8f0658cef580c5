import fc from 'fast-check';
import { DomainError } from '@usaha/shared';
import { SchoolClass } from './school-class.entity.js';

function classWith(capacity: number | null, taken = 0): SchoolClass {
  const schoolClass = new SchoolClass();
  schoolClass.describe({ name: 'Tingkatan 4', capacity });
  schoolClass.stateEnrollment(taken);
  return schoolClass;
}

/** Whether there was a seat. */
function seated(schoolClass: SchoolClass): boolean {
  try {
    schoolClass.takeSeat('class_id');
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect([error.kind, error.errors?.[0]?.field]).toEqual(['conflict', 'class_id']);
    return false;
  }
}

describe('the seats of a class', () => {
  it('A-120: start with those stated to be taken, and are counted up and down', () => {
    const schoolClass = classWith(21, 20);
    expect([seated(schoolClass), schoolClass.current_enrollment, seated(schoolClass)]).toEqual([true, 21, false]);
    schoolClass.freeSeats();
    expect([schoolClass.current_enrollment, seated(schoolClass)]).toEqual([20, true]);
  });

  it('A-209: without a limit are never full, and with a limit of none no student is admitted', () => {
    expect(seated(classWith(null, 1_000_000))).toBe(true);
    expect(seated(classWith(0))).toBe(false);
    // More cannot be counted.
    expect(seated(classWith(null, 2 ** 31 - 1))).toBe(false);
  });

  it('A-212: a capacity below the seats taken puts no student out; seats stated are corrected, never below the enrollments', () => {
    const schoolClass = classWith(5);
    for (let i = 0; i < 3; i += 1) seated(schoolClass);
    schoolClass.describe({ capacity: 2 });
    expect([schoolClass.current_enrollment, seated(schoolClass)]).toEqual([3, false]);
    schoolClass.stateEnrollment(0);
    expect(schoolClass.current_enrollment).toBe(3);
    schoolClass.stateEnrollment(5);
    schoolClass.freeSeats();
    expect(schoolClass.current_enrollment).toBe(4);
  });

  it('A-212: the number as it was read states nothing', () => {
    const schoolClass = classWith(9, 4);
    seated(schoolClass);
    schoolClass.stateEnrollment(schoolClass.current_enrollment);
    expect([schoolClass.seats_elsewhere, schoolClass.active_enrollments]).toEqual([4, 1]);
  });

  it('A-215: are those elsewhere and the active enrollments, and no taking goes beyond the capacity, in any order', () => {
    const step = fc.oneof(
      fc.constant({ what: 'take' as const }),
      fc.constant({ what: 'free' as const }),
      fc.record({ what: fc.constant('state' as const), value: fc.nat(12) }),
      fc.record({ what: fc.constant('capacity' as const), value: fc.option(fc.nat(12)) }),
    );
    fc.assert(
      fc.property(fc.nat(12), fc.array(step, { maxLength: 40 }), (start, steps) => {
        const schoolClass = classWith(8, start);
        let [elsewhere, active, capacity] = [start, 0, 8 as number | null];
        for (const one of steps) {
          if (one.what === 'take') {
            const free = capacity === null || elsewhere + active < capacity;
            expect(seated(schoolClass)).toBe(free);
            active += Number(free);
          } else if (one.what === 'free') {
            if (active === 0) continue;
            schoolClass.freeSeats();
            active -= 1;
          } else if (one.what === 'state') {
            schoolClass.stateEnrollment(one.value);
            elsewhere = Math.max(0, one.value - active);
          } else {
            schoolClass.describe({ capacity: one.value });
            capacity = one.value;
          }
          expect([schoolClass.seats_elsewhere, schoolClass.active_enrollments]).toEqual([elsewhere, active]);
          expect(schoolClass.current_enrollment).toBe(elsewhere + active);
        }
      }),
    );
  });
});
