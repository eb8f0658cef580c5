import { randomInt } from 'node:crypto';
import { malaysianDay } from '@usaha/shared';
import { checkCharacter, isComplete } from './check-character.js';

const COUNTRY = 'MY';
/** Crockford's base 32: no letter is taken for a digit. */
const BASE_32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_LENGTH = 7;
const LENGTH = 16;
const LAST = LENGTH - 1;
const RANDOM_FROM = LAST - RANDOM_LENGTH;

/** Characters at random: a running number would tell competitors how much is sent. */
export const randomCharacters = (): string =>
  Array.from({ length: RANDOM_LENGTH }, () => BASE_32.charAt(randomInt(BASE_32.length))).join('');

const exchanged = (text: string, at: number): string =>
  text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);

/** Whether two neighbours could be exchanged without that being found; those of the date make a number that no shipment has. */
const hidesAnExchange = (number: string): boolean =>
  Array.from({ length: LAST - RANDOM_FROM }, (_, i) => exchanged(number, RANDOM_FROM + i)).some(
    (other) => other !== number && readTrackingNumber(other) !== null,
  );

/**
 * A number by which a shipment is tracked: MY, the day (YYMMDD in UTC+8), seven random characters and a check character.
 * Numbers in whose random part an exchange of two neighbours would not be found are not given out.
 * @param draw seven characters of Crockford's base 32
 */
export function newTrackingNumber(now: Date, draw: () => string = randomCharacters): string {
  const day = malaysianDay(now).slice(2).replaceAll('-', '');
  for (;;) {
    const text = `${COUNTRY}${day}${draw()}`;
    const number = text + checkCharacter(text);
    if (!hidesAnExchange(number)) return number;
  }
}

/**
 * The number that a caller typed: case, spaces and hyphens are ignored, and in date and random part letters that stand for
 * digits are read as these. @returns null for what is no such number
 */
export function readTrackingNumber(typed: string): string | null {
  const text = typed.replace(/[\s-]/g, '').toUpperCase();
  const middle = text.slice(COUNTRY.length, LAST).replaceAll('O', '0').replace(/[IL]/g, '1');
  const number = text.slice(0, COUNTRY.length) + middle + text.slice(LAST);
  return number.length === LENGTH && /^MY\d{6}/.test(number) && isComplete(number) ? number : null;
}
