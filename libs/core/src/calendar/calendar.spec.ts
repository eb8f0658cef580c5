import { overlapWithin } from './calendar.js';

const at = (id: string, from: string, to: string, kind = 'beauty.staff') => ({
  owner: { kind, id },
  field: `${from} of ${id}`,
  from: new Date(`2029-03-12T${from}:00Z`),
  to: new Date(`2029-03-12T${to}:00Z`),
});

it('times of one request that touch, or are of others, do not overlap', () => {
  expect(overlapWithin([at('a', '10:00', '10:30'), at('a', '10:30', '11:00'), at('a', '09:00', '10:00')])).toBeNull();
  expect(overlapWithin([at('a', '10:00', '11:00'), at('b', '10:00', '11:00')])).toBeNull();
  expect(overlapWithin([at('a', '10:00', '11:00'), at('a', '10:00', '11:00', 'beauty.room')])).toBeNull();
});

it('the first that overlaps an earlier one of its owner is named', () => {
  const wanted = [at('a', '10:00', '11:00'), at('b', '10:00', '11:00'), at('b', '10:59', '12:00')];
  expect(overlapWithin([...wanted, at('a', '10:30', '10:40')])).toBe(wanted[2]);
});
