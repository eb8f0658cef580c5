import fc from 'fast-check';
import { encodeBase32 } from './base32.js';
import { hotp, newSecret, stepOf, stepOfCode } from './totp.js';

const KEY = Buffer.from('12345678901234567890');
const SECRET = encodeBase32(KEY);

describe('A-421: codes', () => {
  it('are those of RFC 4226, appendix D', () => {
    const codes = Array.from({ length: 10 }, (_, counter) => hotp(KEY, counter));
    expect(codes).toEqual('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '));
  });

  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238, appendix B: %i seconds after 1970', (seconds, code) => {
    const now = new Date(seconds * 1_000);
    expect(hotp(KEY, stepOf(now), 8)).toBe(code);
    expect(stepOfCode(SECRET, code.slice(2), now, 0)).toBe(stepOf(now));
  });

  it('are accepted one step before and after their time, and not two', () => {
    const now = new Date('2026-03-10T08:30:10Z');
    const accepted = [-2, -1, 0, 1, 2].filter(
      (away) => stepOfCode(SECRET, hotp(KEY, stepOf(now) + away), now, 0) !== null,
    );
    expect(accepted).toEqual([-1, 0, 1]);
  });

  it('are refused from the last step that was used backwards', () => {
    const now = new Date('2026-03-10T08:30:10Z');
    const present = stepOf(now);
    const found = (away: number, used: number) => stepOfCode(SECRET, hotp(KEY, present + away), now, used);
    expect(found(0, present)).toBeNull();
    expect(found(-1, present)).toBeNull();
    expect(found(1, present)).toBe(present + 1);
    expect(found(0, present + 1)).toBeNull();
  });

  it('are six digits and nothing else', () => {
    const now = new Date(59_000);
    for (const code of ['', '87082', '0287082', '28708２', '28708a', ' 28708', '-28708'])
      expect(stepOfCode(SECRET, code, now, 0)).toBeNull();
    expect(stepOfCode(SECRET, '287082', now, 0)).toBe(1);
  });

  it('come from secrets of 160 random bits', () => {
    const secrets = new Set(Array.from({ length: 100 }, newSecret));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('of any moments, sent in any order, are each accepted once at most, and never after a later one', () => {
    const key = fc.uint8Array({ minLength: 20, maxLength: 20 });
    const begun = fc.integer({ min: 1_000_000_000, max: 2 ** 31 });
    const sent = fc.array(fc.record({ wait: fc.nat(90), away: fc.integer({ min: -3, max: 3 }) }), { maxLength: 40 });
    fc.assert(
      fc.property(key, begun, sent, (bytes, first, codes) => {
        let seconds = first;
        let used = 0;
        for (const { wait, away } of codes) {
          seconds += wait;
          const now = new Date(seconds * 1_000);
          const code = hotp(bytes, stepOf(now) + away);
          const near = [-1, 0, 1].map((steps) => stepOf(now) + steps);
          const unused = near.filter((step) => step > used && hotp(bytes, step) === code);
          const found = stepOfCode(encodeBase32(bytes), code, now, used);
          expect(found).toBe(unused[0] ?? null);
          used = found ?? used;
          expect(stepOfCode(encodeBase32(bytes), hotp(bytes, used), now, used)).not.toBe(used);
        }
      }),
    );
  });
});
