import fc from 'fast-check';
import { NO_TENANT, derivedId, firstId, instantOfId, isUuid, newId } from './ids.js';

const at = (ms: number) => new Date(ms);
const instantOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

describe('newId', () => {
  it('is a uuid v7 of the instant it is given, regardless of the clock', () => {
    const id = newId(new Date('2024-03-10T08:30:00.123Z'));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(at(instantOf(id)).toISOString()).toBe('2024-03-10T08:30:00.123Z');
  });

  it('counts up within a millisecond, for far more ids than one can hold', () => {
    const now = new Date('2026-01-01T00:00:00Z');
    const ids = Array.from({ length: 20_000 }, () => newId(now));
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('sorts as time does, and never gives an id twice', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 4_102_444_800_000 }), { maxLength: 50 });
    fc.assert(
      fc.property(instants, (times) => {
        const ordered = times.sort((a, b) => a - b);
        const ids = ordered.map((ms) => newId(at(ms)));
        expect(ids).toEqual([...ids].sort());
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.map(instantOf)).toEqual(ordered);
      }),
    );
  });

  it('gives different ids when time goes back and forth', () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => newId(at(1_700_000_000_000 + (i % 2))));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('firstId', () => {
  it('stands between the ids of what was before an instant and of what came from then on', () => {
    const instants = fc.integer({ min: 1, max: 4_102_444_800_000 });
    fc.assert(
      fc.property(instants, (ms) => {
        const first = firstId(at(ms));
        expect(isUuid(first)).toBe(true);
        expect([newId(at(ms - 1)) < first, first <= newId(at(ms))]).toEqual([true, true]);
      }),
    );
  });

  it('is the least of all for what was before 1970', () => {
    expect(firstId(at(-1))).toBe('00000000-0000-7000-8000-000000000000');
  });
});

describe('instantOfId', () => {
  it('tells the instant that an id was made of', () => {
    const instants = fc.integer({ min: 0, max: 4_102_444_800_000 });
    fc.assert(fc.property(instants, (ms) => expect(instantOfId(newId(at(ms)))).toEqual(at(ms))));
  });
});

describe('isUuid', () => {
  it.each([NO_TENANT, '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', '0198F3A2-6B1C-7C3E-9D2A-1F2E3D4C5B6A'])(
    'takes %s',
    (text) => expect(isUuid(text)).toBe(true),
  );

  it.each([
    '',
    '1',
    '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6',
    '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a0',
    '0198f3a26b1c7c3e9d2a1f2e3d4c5b6a',
    "0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a'; --",
    '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a\n',
    null,
    7,
    ['0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a'],
  ])('refuses %j', (text) => expect(isUuid(text)).toBe(false));
});

describe('derivedId', () => {
  const tenant = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';

  it('is the same uuid for the same text of a tenant, and another for any other', () => {
    expect(isUuid(derivedId(tenant, 'T-1'))).toBe(true);
    expect(derivedId(tenant, 'T-1')).toBe(derivedId(tenant, 'T-1'));
    expect(derivedId(tenant, 'T-1')).not.toBe(derivedId(tenant, 'T-2'));
    expect(derivedId(tenant, 'T-1')).not.toBe(derivedId(NO_TENANT, 'T-1'));
  });
});
