/** Digits of one card, with single spaces or hyphens inside them. */
const LEAST_DIGITS = 13;
const MOST_DIGITS = 19;

/** A text without a run of this number of digits holds no card: nearly every text. */
const PERHAPS = /\d(?:[ -]?\d){12}/;

/** What such a number touches: a letter or digit next to it, also across one hyphen, makes it part of something else. */
const BEFORE = String.raw`(?<![\p{L}\p{N}]|[\p{L}\p{N}]-)`;
const AFTER = String.raw`(?![\p{L}\p{N}]|-[\p{L}\p{N}])`;
const START = new RegExp(`${BEFORE}\\d`, 'gu');
const END = new RegExp(AFTER, 'uy');

/** How the numbers of cards begin: 15 digits are American Express, the others by their ranges. */
const beginsAsCard = (digits: string): boolean =>
  digits.length === 15
    ? /^3[47]/.test(digits)
    : /^(?:30|3[5689]|4|5\d|6)/.test(digits) || (digits >= '2221' && digits.slice(0, 4) <= '2720');

/** The check digit that card numbers end with (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The longest card number that begins here: its digits and where it ends. What follows after a space is not part of it. */
function cardAt(text: string, start: number): { digits: string; end: number } | null {
  let found: { digits: string; end: number } | null = null;
  let digits = '';
  for (let at = start; digits.length < MOST_DIGITS; at++) {
    digits += text[at];
    END.lastIndex = at + 1;
    const whole = digits.length >= LEAST_DIGITS && END.test(text);
    if (whole && beginsAsCard(digits) && passesLuhn(digits)) found = { digits, end: at + 1 };
    if (/[ -]/.test(text[at + 1] ?? '')) at++;
    if (!/\d/.test(text[at + 1] ?? '')) break;
  }
  return found;
}

/**
 * A text without the numbers of cards that a user wrote into it: of each the last four digits are kept. Numbers of
 * accounts, receipts and telephones stay, as long as they are not written as a card's is.
 */
export function withoutCardNumbers(text: string): string {
  if (!PERHAPS.test(text)) return text;
  let kept = '';
  let done = 0;
  for (const { index } of text.matchAll(START)) {
    const card = index < done ? null : cardAt(text, index);
    if (!card) continue;
    kept += `${text.slice(done, index)}•••• ${card.digits.slice(-4)}`;
    done = card.end;
  }
  return kept + text.slice(done);
}
