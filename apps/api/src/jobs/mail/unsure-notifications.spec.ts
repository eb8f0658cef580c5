import { UnsureNotifications } from './unsure-notifications.js';

const found = (...ids: string[]) => ids.map((id) => ({ id }));
const ids = (notifications: { id: string }[]) => notifications.map(({ id }) => id);

describe('the notifications of which it is not known whether they were sent', () => {
  const where = ['tenant', 'healthcare.reminder'] as const;

  it('are reported once, however often they are found', () => {
    const unsure = new UnsureNotifications();
    expect(ids(unsure.unreported(...where, found('a', 'b')))).toEqual(['a', 'b']);
    expect(ids(unsure.unreported(...where, found('a', 'b', 'c')))).toEqual(['c']);
    expect(ids(unsure.unreported(...where, found('b', 'c')))).toEqual([]);
  });

  it('are remembered only while they are found: those of a hundred rounds are not kept', () => {
    const unsure = new UnsureNotifications();
    for (let round = 0; round < 100; round += 1) unsure.unreported(...where, found(`${round}`, `${round + 1}`));
    expect(unsure.size).toBe(where.join(' ').length + 2 * 36);
    unsure.unreported(...where, []);
    expect(unsure.size).toBe(0);
    expect(ids(unsure.unreported(...where, found('5')))).toEqual(['5']);
  });

  it('are told apart by tenant and kind: one without any forgets none of another', () => {
    const unsure = new UnsureNotifications();
    unsure.unreported(...where, found('a'));
    expect(ids(unsure.unreported('another', where[1], []))).toEqual([]);
    expect(ids(unsure.unreported(where[0], 'beauty.reminder', []))).toEqual([]);
    expect(ids(unsure.unreported(...where, found('a')))).toEqual([]);
  });
});
