/** The digits of base 62, in the order of their values. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const BASE = 62n;
const values = new Map([...BASE62].map((digit, value) => [digit, BigInt(value)]));

/** A number in base 62, with leading zeros up to the width. @throws where it is below 0 or needs more digits */
export function toBase62(number: bigint, width: number): string {
  let rest = number;
  let text = '';
  for (; rest > 0n; rest /= BASE) text = BASE62.charAt(Number(rest % BASE)) + text;
  if (number < 0n || text.length > width) throw new RangeError(`The number needs more than ${width} digits`);
  return text.padStart(width, '0');
}

/** The number that a text of base 62 writes; null for a text with any other character. */
export function fromBase62(text: string): bigint | null {
  let number = 0n;
  for (const digit of text) {
    const value = values.get(digit);
    if (value === undefined) return null;
    number = number * BASE + value;
  }
  return number;
}
