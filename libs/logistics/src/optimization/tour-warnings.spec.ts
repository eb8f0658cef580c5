import { warningsOf, type TourTimes } from './tour-warnings.js';

const tour = (told: Partial<TourTimes>): TourTimes => ({
  load_kg: 0,
  capacity_kg: null,
  duration_minutes: 120,
  operating_hours: null,
  arrivals: [],
  ...told,
});
const hours = (start: string | null, end: string | null) => ({ start, end });

describe('A-308: capacity, windows and hours warn', () => {
  it.each([
    [100, 99.5, ['capacity_exceeded']],
    [100, 100, []],
    [100, null, []],
  ])('%d kg on a vehicle for %s', (load_kg, capacity_kg, warnings) => {
    expect(warningsOf(tour({ load_kg, capacity_kg }))).toEqual(warnings);
  });

  it.each([
    [hours('08:00:00', '10:00:00'), []],
    [hours('08:00:00', '09:59:59'), ['outside_operating_hours']],
    [hours('23:00:00', '01:00:00'), []],
    [hours('23:00:00', '00:30:00'), ['outside_operating_hours']],
    [hours('08:00:00', null), []],
    [hours(null, '08:00:00'), []],
    [null, []],
  ])('two hours of driving within %j', (operating_hours, warnings) => {
    expect(warningsOf(tour({ operating_hours }))).toEqual(warnings);
  });

  it.each([
    [90, hours('09:00:00', '09:30:00'), []],
    [91, hours('09:00:00', '09:30:00'), ['delivery_window_missed']],
    [91, hours('22:00:00', '02:00:00'), []],
    [91, hours('09:00:00', null), []],
    [91, null, []],
  ])('a stop after %d minutes from 08:00, promised for %j', (minutes, window, warnings) => {
    const operating_hours = hours('08:00:00', '18:00:00');
    expect(warningsOf(tour({ operating_hours, arrivals: [{ minutes, window }] }))).toEqual(warnings);
    expect(warningsOf(tour({ arrivals: [{ minutes, window }] }))).toEqual([]);
  });
});
