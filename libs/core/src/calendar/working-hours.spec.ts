import { requireHours, spansOfDay, workingHoursOf } from './working-hours.js';

const hours = { monday: ['09:00-13:00', '14:00-17:00'], friday: ['09:00-12:15'] };

describe('A-165: working hours', () => {
  it('are those of the configuration', () => {
    expect(workingHoursOf({ 'doc-1': { working_hours: hours, room: 4 } }, 'doc-1')).toEqual(hours);
  });

  it.each([
    ['nothing is known of the person', {}],
    ['another person has some', { 'doc-2': { working_hours: hours } }],
    ['the person has none', { 'doc-1': {} }],
    ['the person is no object', { 'doc-1': 'mornings' }],
    ['they are no object', { 'doc-1': { working_hours: ['09:00-17:00'] } }],
  ])('are null where %s', (_, people) => {
    expect(workingHoursOf(people, 'doc-1')).toBeNull();
  });

  it('leave out a day that is no list of texts', () => {
    const people = { 'doc-1': { working_hours: { ...hours, sunday: '09:00-12:00', saturday: [9], tuesday: null } } };
    expect(workingHoursOf(people, 'doc-1')).toEqual(hours);
  });

  it('are inherited by no person', () => {
    for (const name of ['toString', '__proto__', 'constructor']) expect(workingHoursOf({}, name)).toBeNull();
  });
});

describe('the hours of a day', () => {
  const MONDAY = '2029-03-12';

  it('are spans in minutes, in order', () => {
    const unordered = { monday: ['14:00-17:00', '09:00-13:00'] };
    expect(spansOfDay(unordered, MONDAY)).toEqual([
      { from: 540, to: 780 },
      { from: 840, to: 1020 },
    ]);
  });

  it('are one span where they touch or overlap', () => {
    expect(spansOfDay({ monday: ['09:00-13:00', '13:00-17:00'] }, MONDAY)).toEqual([{ from: 540, to: 1020 }]);
    expect(spansOfDay({ monday: ['09:00-17:00', '10:00-11:00'] }, MONDAY)).toEqual([{ from: 540, to: 1020 }]);
  });

  it('are understood with spaces, weekdays in any case, and until midnight', () => {
    expect(spansOfDay({ ' Monday': ['9:00 - 24:00'] }, MONDAY)).toEqual([{ from: 540, to: 1440 }]);
  });

  it('are none on a day off', () => expect(spansOfDay(hours, '2029-03-13')).toEqual([]));

  it.each(['mornings', '9-5', '24:00-09:00', '09:00-09:00', '09:60-10:00', '09:00-24:01', '-09:00-10:00'])(
    'leave out %s',
    (text) => expect(spansOfDay({ monday: [text] }, MONDAY)).toEqual([]),
  );

  it('A-252: go past midnight, and are those of both days', () => {
    const night = { sunday: ['22:00-02:00'], monday: ['17:00-01:30'] };
    expect(spansOfDay(night, '2029-03-11')).toEqual([{ from: 1320, to: 1560 }]);
    expect(spansOfDay(night, MONDAY)).toEqual([
      { from: 0, to: 120 },
      { from: 1020, to: 1530 },
    ]);
    expect(spansOfDay(night, '2029-03-13')).toEqual([{ from: 0, to: 90 }]);
    expect(spansOfDay(night, '2029-03-14')).toEqual([]);
  });

  it('are one span over midnight, from Saturday to Sunday too', () => {
    const weekend = { saturday: ['20:00-24:00'], sunday: ['00:00-03:00'] };
    expect(spansOfDay(weekend, '2029-03-10')).toEqual([{ from: 1200, to: 1620 }]);
    expect(spansOfDay(weekend, '2029-03-11')).toEqual([{ from: 0, to: 180 }]);
  });
});

describe('A-252: hours that are set', () => {
  it.each([
    {},
    { monday: [] },
    { monday: null },
    { friday: ['22:00-02:00'], public_holiday: [] },
    { Monday: ['00:00-24:00', '09:00-10:00', ' 09:30 - 11:00 '] },
    { public_holiday: ['9-5'], note: 5 },
  ])('may be %j', (hours) => {
    expect(() => requireHours(hours, 'working_hours')).not.toThrow();
  });

  it.each(['9-5', '9:00-17:00', '09:00', '09:00-17:60', '24:00-02:00', '09:00-24:01', '25:00-26:00', '', 9, null])(
    'are refused with %j among them, naming the day',
    (text) => {
      const wrong = expect.objectContaining({
        kind: 'invalid',
        errors: [expect.objectContaining({ field: 'h.MONDAY' })],
      });
      let thrown: unknown;
      try {
        requireHours({ friday: [], MONDAY: ['09:00-10:00', text] }, 'h');
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toEqual(wrong);
    },
  );

  it.each(['09:00-17:00', {}, 5, true])('are refused where the day is %j', (day) => {
    expect(() => requireHours({ monday: day }, 'h')).toThrow('h.monday must be a list of hours');
  });
});
