import { newId } from '@usaha/shared';
import { createdFromDay, createdToDay } from './created-days.js';

/** What a filter compares ids with. */
function idOf(filter: typeof createdFromDay, day: string): string {
  const values: unknown[] = [];
  filter(day, (value) => `$${values.push(value)}`);
  return values[1] as string;
}

describe('A-24: days of the creation, by ids', () => {
  it('begin and end at midnight, UTC+8, to the millisecond', () => {
    const [first, last] = ['2026-03-09T16:00:00.000Z', '2026-03-10T15:59:59.999Z'].map((at) => newId(new Date(at)));
    const [before, after] = ['2026-03-09T15:59:59.999Z', '2026-03-10T16:00:00.000Z'].map((at) => newId(new Date(at)));
    const [from, to] = [idOf(createdFromDay, '2026-03-10'), idOf(createdToDay, '2026-03-10')];
    expect([before, first, last, after].map((id) => (id as string) >= from && (id as string) < to)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each(['0001-01-01', '1969-12-31', '9999-12-31'])('are ids of PostgreSQL for %s too', (day) => {
    for (const filter of [createdFromDay, createdToDay])
      expect(idOf(filter, day)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-0{12}$/);
  });

  it('say both of a creation', () => {
    const bind = () => '$n';
    expect(createdFromDay('2026-03-10', bind)).toBe('r.created_at >= $n and r.id >= $n');
    expect(createdToDay('2026-03-10', bind)).toBe('r.created_at < $n and r.id < $n');
  });
});
