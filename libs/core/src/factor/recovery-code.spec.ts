import { newRecoveryCodes, readRecoveryCode } from './recovery-code.js';

describe('A-425: recovery codes', () => {
  it('are ten different ones of ten characters', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  });

  it('use every character of the alphabet about as often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 400; i += 1)
      for (const character of newRecoveryCodes().join('').replaceAll('-', ''))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(32);
    // 40,000 characters: 1,250 of each, with a deviation of 35.
    for (const count of counts.values()) expect(Math.abs(count - 1_250)).toBeLessThan(6 * 35);
  });

  it('are read in any case, with and without hyphen, and with letters for digits', () => {
    const [code] = newRecoveryCodes() as [string];
    const compared = code.replace('-', '');
    for (const text of [code, code.toLowerCase(), compared, ` ${compared.toLowerCase()} `, code.replace('-', ' ')])
      expect(readRecoveryCode(text)).toBe(compared);
    expect(readRecoveryCode('oOiIl-01aBc')).toBe('0011101ABC');
  });

  it('are told from every other text', () => {
    for (const text of ['', '123456', 'ABCDE-FGHJ', 'ABCDE-FGHJKM', 'ABCDE-FGHJU', 'ÄBCDE-FGHJK'])
      expect(readRecoveryCode(text)).toBeNull();
  });
});
