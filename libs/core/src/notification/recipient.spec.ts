import { randomBytes } from 'node:crypto';
import { reachedBy, recipientPrint } from './recipient.js';

describe('A-394: a recipient', () => {
  it.each([
    ['Siti@Example.com', 'siti@example.com'],
    [' siti+klinik@example.com ', 'siti@example.com'],
    ['siti+a+b@example.com.', 'siti@example.com'],
    ['S.I.T.I+x@GMail.com', 'siti@gmail.com'],
    ['s.iti@example.com', 's.iti@example.com'],
    ['+siti@example.com', '+siti@example.com'],
    ['siti@münchen.example', 'siti@xn--mnchen-3ya.example'],
    ['012-345 0102', '+60123450102'],
    ['+60 12-345 0102', '+60123450102'],
  ])('by %j is %s', (address, reached) => expect(reachedBy(address)).toBe(reached));

  it('has one fingerprint for each scope and key, however the address is written', () => {
    const key = randomBytes(32);
    const print = (scope: string, address: string, by = key) => recipientPrint(by, scope, address).toString('hex');
    expect(print('2026-11-23', 'Siti+a@Example.com')).toBe(print('2026-11-23', 'siti@example.com'));
    const others = [
      print('2026-11-24', 'siti@example.com'),
      print('2026-11-23', 'ali@example.com'),
      print('2026-11-23', 'siti@example.com', randomBytes(32)),
    ];
    expect(others).not.toContain(print('2026-11-23', 'siti@example.com'));
  });
});
