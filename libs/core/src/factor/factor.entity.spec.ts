import { MfaFactor } from './factor.entity.js';

const now = new Date('2026-03-10T08:30:00Z');
const after = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

function enrolled(): MfaFactor {
  const factor = Object.assign(new MfaFactor(), { id: 'a' });
  factor.begin('FIRST', now);
  factor.confirm(7, now);
  return factor;
}

describe('A-422: enrolment', () => {
  it('waits fifteen minutes for the first code, and the factor before holds until then', () => {
    const factor = enrolled();
    expect(factor.begin('SECOND', now)).toEqual(after(15));
    expect(factor).toMatchObject({ secret: 'FIRST', is_enabled: true, last_step: 7 });
    expect(factor.secretToConfirm(after(14.9))).toBe('SECOND');
    expect(factor.secretToConfirm(after(15))).toBeNull();
    factor.confirm(9, after(1));
    expect(factor).toMatchObject({ secret: 'SECOND', new_secret: null, last_step: 9, confirmed_at: after(1) });
    expect(factor.secretToConfirm(after(1))).toBeNull();
  });

  it('begun twice, knows the second secret alone', () => {
    const factor = new MfaFactor();
    factor.begin('FIRST', now);
    factor.begin('SECOND', after(1));
    expect(factor.secretToConfirm(after(15.5))).toBe('SECOND');
    expect(factor.is_enabled).toBe(false);
  });

  it('ends with the factor, and nothing of its secrets remains', () => {
    const factor = enrolled();
    factor.begin('SECOND', now);
    factor.end();
    expect(factor).toMatchObject({ secret: null, new_secret: null, new_secret_until: null, is_enabled: false });
  });

  it('moves whole with its account', () => {
    const factor = enrolled();
    factor.wrong_codes = [now.toISOString()];
    const moved = factor.moved();
    expect({ ...moved, secret: moved.secret }).toEqual({ ...factor, secret: 'FIRST' });
  });
});

describe('A-424: wrong codes', () => {
  const counted = (minutes: number[]): MfaFactor =>
    Object.assign(new MfaFactor(), { wrong_codes: minutes.map((minute) => after(minute).toISOString()) });

  it('of an hour are ten at most; then the next is looked at when the oldest of the last ten no longer counts', () => {
    const minutes = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    expect(counted(minutes).lockedUntil(after(9))).toBeNull();
    expect(counted([...minutes, 9]).lockedUntil(after(9))).toEqual(after(60));
    expect(counted([...minutes, 9]).lockedUntil(after(59.99))).toEqual(after(60));
    expect(counted([...minutes, 9]).lockedUntil(after(60))).toBeNull();
    expect(counted([...minutes, 9, 60]).lockedUntil(after(60))).toEqual(after(61));
  });

  it('are told of once while they go on, and again after a pause of an hour', () => {
    const factor = new MfaFactor();
    const told: number[] = [];
    const guess = (minute: number): void => {
      if (factor.lockedUntil(after(minute)) !== null) return;
      if (factor.locksAt(after(minute))) told.push(minute);
      factor.wrong_codes = [...factor.wrong_codes, after(minute).toISOString()].slice(-10);
    };
    for (let minute = 0; minute < 600; minute += 1) guess(minute);
    expect(told).toEqual([9]);
    for (let minute = 700; minute < 720; minute += 1) guess(minute);
    expect(told).toEqual([9, 709]);
  });
});
