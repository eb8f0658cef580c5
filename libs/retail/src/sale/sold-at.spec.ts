import { DomainError } from '@usaha/shared';
import { soldAt } from './sold-at.js';

const now = new Date('2026-03-10T04:00:00.000Z');
const at = (sold_at?: string | null) => soldAt({ sold_at }, now, 31);

/** The field that is found wrong. */
function wrongIn(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error.errors?.[0]?.field;
  }
  return undefined;
}

describe('A-510: when a sale was made', () => {
  it('is now unless told, and where the clock of the till is up to 5 minutes ahead', () => {
    for (const told of [undefined, null, '2026-03-10T04:00:00Z', '2026-03-10T12:05:00+08:00'])
      expect(at(told)).toBe(now);
    expect(wrongIn(() => at('2026-03-10T04:05:00.001Z'))).toBe('sold_at');
  });

  it('is up to the days of the configuration ago, to the millisecond', () => {
    expect(at('2026-02-07T04:00:00.000Z')).toEqual(new Date('2026-02-07T04:00:00.000Z'));
    expect(wrongIn(() => at('2026-02-07T03:59:59.999Z'))).toBe('sold_at');
    expect(soldAt({ sold_at: '2026-02-07T03:59:59.999Z' }, now, 32)).toEqual(new Date('2026-02-07T03:59:59.999Z'));
  });

  it('is needed of a sale without a network, as its reference is', () => {
    const told = { sold_at: '2026-03-09T04:00:00Z', client_reference: 'TILL-1' };
    expect(soldAt({ ...told, offline: true }, now, 31)).toEqual(new Date(told.sold_at));
    expect(wrongIn(() => soldAt({ ...told, offline: true, sold_at: null }, now, 31))).toBe('sold_at');
    expect(wrongIn(() => soldAt({ sold_at: told.sold_at, offline: true }, now, 31))).toBe('client_reference');
  });
});
