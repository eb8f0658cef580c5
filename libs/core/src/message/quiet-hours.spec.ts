import { quietUntil } from './quiet-hours.js';

const night = { quiet_from: '21:00', quiet_to: '09:00' };
const noon = { quiet_from: '12:00', quiet_to: '14:00' };

describe('A-476: quiet hours', () => {
  it.each([
    [night, '2026-03-10T20:59:59+08:00', null],
    [night, '2026-03-10T21:00:00+08:00', '2026-03-11T09:00:00+08:00'],
    [night, '2026-03-11T00:00:00+08:00', '2026-03-11T09:00:00+08:00'],
    [night, '2026-03-11T08:59:59+08:00', '2026-03-11T09:00:00+08:00'],
    [night, '2026-03-11T09:00:00+08:00', null],
    [noon, '2026-03-11T11:59:59+08:00', null],
    [noon, '2026-03-11T12:00:00+08:00', '2026-03-11T14:00:00+08:00'],
    [noon, '2026-03-11T14:00:00+08:00', null],
    [noon, '2026-03-11T23:00:00+08:00', null],
    [{ quiet_from: '10:00', quiet_to: '10:00' }, '2026-03-11T10:00:00+08:00', null],
    [{ quiet_from: '00:00', quiet_to: '00:00' }, '2026-03-11T03:00:00+08:00', null],
  ])('%j, at %s, last until %s', (hours, now, until) => {
    expect(quietUntil(hours, new Date(now))).toEqual(until === null ? null : new Date(until));
  });
});
