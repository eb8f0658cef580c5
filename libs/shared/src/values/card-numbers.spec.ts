import fc from 'fast-check';
import { withoutCardNumbers } from './card-numbers.js';

const MASKED = '•••• 1111';

describe('A-168: a text without card numbers', () => {
  it.each([
    ['4111 1111 1111 1111', MASKED],
    ['4111111111111111', MASKED],
    ['4111-1111-1111-1111', MASKED],
    ['Kad 4111 1111 1111 1111, tamat 12/26', `Kad ${MASKED}, tamat 12/26`],
    ['4111 1111 1111 1111 12/26', `${MASKED} 12/26`],
    ['4111 1111 1111 1111 123', `${MASKED} 123`],
    ['2026-03-10 4111 1111 1111 1111', `2026-03-10 ${MASKED}`],
    ['No. 12 4111111111111111', `No. 12 ${MASKED}`],
    ['card:4111111111111111.', `card:${MASKED}.`],
    ['4111111111111111 5555555555554444', `${MASKED} •••• 4444`],
    ['378282246310005', '•••• 0005'],
    ['3530111333300000', '•••• 0000'],
    ['30569309025904', '•••• 5904'],
    ['2221000000000009', '•••• 0009'],
    ['2720990000000007', '•••• 0007'],
    ['6011111111111117', '•••• 1117'],
    ['4222222222222', '•••• 2222'],
    ['6304000000000000', '•••• 0000'],
  ])('%s → %s', (text, kept) => expect(withoutCardNumbers(text)).toBe(kept));

  it.each([
    ['fails the check digit', '4111 1111 1111 1112'],
    ['begins as no card', '9111111111111111'],
    ['begins below Mastercard’s range', '2220990000000006'],
    ['begins above Mastercard’s range', '2721000000000004'],
    ['has 15 digits and is not American Express', '411111111111116'],
    ['touches a letter', 'A4111111111111111'],
    ['touches a letter at its end', '4111111111111111a'],
    ['touches a letter of another script', '4111111111111111க'],
    ['touches a letter across a hyphen', 'TXN-4111111111111111'],
    ['touches a letter across a hyphen at its end', '4111111111111111-A'],
    ['has two spaces inside', '4111  1111  1111  1111'],
    ['is written with full stops', '4111.1111.1111.1111'],
    ['is part of a longer number', '41111111111111110000'],
    ['is a uuid', '0198f3a2-4111-1111-1111-111111111111'],
    ['has twelve digits', '411111111111'],
    ['is a telephone number', '+60 12-345 6789'],
    ['is an IC number', '080215-10-1235'],
  ])('is left alone where a number %s: %s', (_, text) => expect(withoutCardNumbers(text)).toBe(text));

  it('holds no card, wherever it stood between words', () => {
    const word = fc.stringMatching(/^[a-z]{0,8}$/);
    const card = fc.constantFrom('4111111111111111', '5555 5555 5555 4444', '3782-822463-10005');
    fc.assert(
      fc.property(word, card, word, (before, number, after) => {
        const kept = withoutCardNumbers(`${before} ${number}, ${after}`);
        expect(kept).toBe(`${before} •••• ${number.replace(/\D/g, '').slice(-4)}, ${after}`);
      }),
    );
  });

  it('changes nothing else: a text of fewer than 13 digits stays', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((t) => t.replace(/\D/g, '').length < 13);
    fc.assert(fc.property(text, (t) => expect(withoutCardNumbers(t)).toBe(t)));
  });

  it('takes no longer for long texts of digits than for others', () => {
    const long = '4 '.repeat(50_000);
    const began = process.hrtime.bigint();
    withoutCardNumbers(long);
    expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(2_000);
  });
});
