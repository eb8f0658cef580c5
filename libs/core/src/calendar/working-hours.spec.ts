import { spansOfDay, workingHoursOf } from './working-hours.js';

const hours = { monday: ['09:00-13:00', '14:00-17:00'], friday: ['09:00-12:15'] };

describe('A-165: working hours', () => {
  it('are those of the configuration', () => {
    expect(workingHoursOf({ 'doc-1': { working_hours: hours, room: 4 } }, 'doc-1')).toEqual(hours);
  });

  it.each([
    ['nothing is known of the person', {}],
    ['somebody else has some', { 'doc-2': { working_hours: hours } }],
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

  it('are nobody’s by inheritance', () => {
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

  it.each(['mornings', '9-5', '17:00-09:00', '09:00-09:00', '09:60-10:00', '09:00-24:01', '-09:00-10:00'])(
    'leave out %s',
    (text) => expect(spansOfDay({ monday: [text] }, MONDAY)).toEqual([]),
  );
});
