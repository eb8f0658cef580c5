import { malaysianTime } from '@usaha/shared';
import { DemoRandom } from '../core/demo-random.js';
import { DemoDiary, slotsOf } from './demo-hours.js';

const times = (day: string) => slotsOf(day, '10').map(malaysianTime);

it('visits begin every half an hour, apart from lunch', () => {
  const monday = times('2026-03-09');
  expect([monday.at(0), monday.at(-1), monday.length]).toEqual(['09:00:00', '17:00:00', 15]);
  expect(monday).not.toContain('13:00:00');
});

it('none begins at Friday prayers, on Saturday afternoons, on Sundays and on public holidays', () => {
  expect(times('2026-03-13')).not.toContain('12:30:00');
  expect(times('2026-03-13')).toContain('14:45:00');
  expect(times('2026-03-14').at(-1)).toBe('12:30:00');
  expect(times('2026-03-15')).toEqual([]);
  expect(times('2026-08-31')).toEqual([]);
});

it('a doctor’s slot is given out once, and none is left when three days are full', () => {
  const diary = new DemoDiary('10', new DemoRandom(1));
  const near = new Date('2026-03-09T04:00:00Z');
  const given = Array.from({ length: 45 }, () => diary.book('dr', near)?.getTime());
  expect(new Set(given).size).toBe(45);
  expect(given).not.toContain(undefined);
  expect(diary.book('dr', near)).toBeNull();
  expect(diary.book('dr-other', near)).not.toBeNull();
});
