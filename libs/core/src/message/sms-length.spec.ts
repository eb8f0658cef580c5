import { smsParts } from './sms-length.js';

describe('parts of a short message (A-477)', () => {
  it.each([
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    // 153 septets hold 76 characters of two.
    ['€'.repeat(153), 3],
    ['学'.repeat(70), 1],
    ['学'.repeat(71), 2],
    ['学'.repeat(134), 2],
    ['学'.repeat(135), 3],
    ['😀'.repeat(35), 1],
    // 67 characters hold 33 pairs.
    ['😀'.repeat(67), 3],
    ['naïve', 1],
  ])('%# are counted', (text, parts) => expect(smsParts(text)).toBe(parts));

  it('a single character of another alphabet makes all of them longer', () => {
    expect(smsParts(`${'a'.repeat(159)}à`)).toBe(1);
    expect(smsParts(`${'a'.repeat(159)}í`)).toBe(3);
  });
});
