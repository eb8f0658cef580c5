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
    [100, 99.5, [{ code: 'capacity_exceeded', stops: [] }]],
    [100, 100, []],
    [100, null, []],
  ])('%d kg on a vehicle for %s', (load_kg, capacity_kg, warnings) => {
    expect(warningsOf(tour({ load_kg, capacity_kg }))).toEqual(warnings);
  });

  it.each([
    [hours('08:00:00', '10:00:00'), []],
    [hours('08:00:00', '09:59:59'), [{ code: 'outside_operating_hours', stops: [] }]],
    [hours('23:00:00', '01:00:00'), []],
    [hours('23:00:00', '00:30:00'), [{ code: 'outside_operating_hours', stops: [] }]],
    [hours('08:00:00', null), []],
    [hours(null, '08:00:00'), []],
    [null, []],
  ])('two hours of driving within %j', (operating_hours, warnings) => {
    expect(warningsOf(tour({ operating_hours }))).toEqual(warnings);
  });

  it.each([
    [90, hours('09:00:00', '09:30:00'), []],
    [91, hours('09:00:00', '09:30:00'), [{ code: 'delivery_window_missed', stops: ['a'] }]],
    [91, hours('22:00:00', '02:00:00'), []],
    [91, hours('09:00:00', null), []],
    [91, null, []],
  ])('a stop after %d minutes from 08:00, promised for %j', (minutes, window, warnings) => {
    const operating_hours = hours('08:00:00', '18:00:00');
    expect(warningsOf(tour({ operating_hours, arrivals: [{ stop: 'a', minutes, window }] }))).toEqual(warnings);
    expect(warningsOf(tour({ arrivals: [{ stop: 'a', minutes, window }] }))).toEqual([]);
  });

  it('names the stops that are late, and those after closing', () => {
    const arrivals = [
      { stop: 'a', minutes: 30, window: hours(null, '08:20:00') },
      { stop: 'waypoints.0', minutes: 90, window: null },
      { stop: 'b', minutes: 100, window: hours(null, '09:30:00') },
    ];
    expect(warningsOf(tour({ operating_hours: hours('08:00:00', '09:00:00'), arrivals }))).toEqual([
      { code: 'outside_operating_hours', stops: ['waypoints.0', 'b'] },
      { code: 'delivery_window_missed', stops: ['a', 'b'] },
    ]);
  });
});
