import { workingHoursOf } from './working-hours.js';

const hours = { monday: ['09:00-13:00', '14:00-17:00'], friday: ['09:00-12:15'] };

describe("A-165: a doctor's working hours", () => {
  it('are those of the configuration', () => {
    expect(workingHoursOf({ 'doc-1': { working_hours: hours, room: 4 } }, 'doc-1')).toEqual(hours);
  });

  it.each([
    ['nothing is known of him', {}],
    ['another doctor has some', { 'doc-2': { working_hours: hours } }],
    ['he has none', { 'doc-1': {} }],
    ['he is no object', { 'doc-1': 'mornings' }],
    ['they are no object', { 'doc-1': { working_hours: ['09:00-17:00'] } }],
  ])('are null where %s', (_, doctors) => {
    expect(workingHoursOf(doctors, 'doc-1')).toBeNull();
  });

  it('leave out a day that is no list of texts', () => {
    const doctors = { 'doc-1': { working_hours: { ...hours, sunday: '09:00-12:00', saturday: [9], tuesday: null } } };
    expect(workingHoursOf(doctors, 'doc-1')).toEqual(hours);
  });

  it('are nobody’s by inheritance', () => {
    for (const name of ['toString', '__proto__', 'constructor']) expect(workingHoursOf({}, name)).toBeNull();
  });
});
