import fc from 'fast-check';
import { noAttendance, totalsOf } from './attendance-summary.js';

it.each([
  [{ present: 2, late: 1, absent: 1 }, 4, 75],
  [{ present: 2, excused: 1 }, 3, 66.67],
  [{ absent: 3 }, 3, 0],
  [{ late: 1, absent: 7 }, 8, 12.5],
  [{ present: 1, absent: 799 }, 800, 0.13],
  [{}, 0, 0],
])('A-125, A-220: of %j the total is %d and the rate %d', (counts, total, attendance_rate) =>
  expect(totalsOf({ ...noAttendance(), ...counts })).toMatchObject({ total, attendance_rate }),
);

it('A-125: the rate is the nearest hundredth of a percent, for any counts', () => {
  const count = fc.nat(1_000_000);
  fc.assert(
    fc.property(count, count, count, count, (present, absent, late, excused) => {
      const { total, attendance_rate } = totalsOf({ present, absent, late, excused });
      fc.pre(total > 0);
      const hundredths = Math.round(attendance_rate * 100);
      const off = 2 * (hundredths * total - (present + late) * 10_000);
      expect(off).toBeLessThanOrEqual(total);
      expect(-off).toBeLessThan(total);
    }),
  );
});
