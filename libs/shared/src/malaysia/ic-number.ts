import { isCalendarDate } from '../values/day.js';
import { birthplaces, type Birthplace } from './birthplaces.js';

/**
 * Identity card numbers (MyKad, National Registration Regulations 1990): YYMMDD-PB-###G, issued by the National
 * Registration Department (Jabatan Pendaftaran Negara). No check digit was ever published.
 */

/** What an identity card number says by itself. */
export interface IcNumber {
  /** The 12 digits. */
  digits: string;
  /**
   * YYYY-MM-DD: the later of the two dates that the six digits can mean and that is not to come. The number does not
   * say the century; where the date of birth is known, see `fitsBirthDate`.
   */
  date_of_birth: string;
  /** By the last digit: odd for men, even for women. Custom, not law: reported, and never a reason to refuse. */
  gender: 'male' | 'female';
  /** null when the code is not assigned: reported, and never a reason to refuse. */
  birthplace: Birthplace | null;
}

/** The 12 digits of an identity card number, wherever it has hyphens or spaces; null when it has other than 12 digits. */
export function icDigits(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{12}$/.test(digits) ? digits : null;
}

/** Whether it is grouped 6-2-4, with both hyphens or none. */
const isGrouped = (text: string): boolean => /^(?:\d{12}|\d{6}-\d{2}-\d{4})$/.test(text.trim());

/** A number that was typed with spaces between its groups, with hyphens. */
export const hyphenatedIc = (text: string): string => text.trim().replace(/ ?- ?| /g, '-');

/**
 * Whether a text has the form of a passport number: one to three letters and five to nine digits. Each country has a form, and
 * none is published for all: this tells a passport from a typing error, and nothing else.
 */
export const isPassportNumber = (text: string): boolean => /^[A-Z]{1,3}\d{5,9}$/.test(searchedIc(text));

/**
 * Reads an identity card number.
 * @param today YYYY-MM-DD @returns null unless it is 12 digits in groups of 6-2-4 that begin with a calendar date
 */
export function readIcNumber(text: string, today: string): IcNumber | null {
  const digits = icDigits(text);
  if (digits === null || !isGrouped(text)) return null;
  const date_of_birth = ['20', '19']
    .map((century) => `${century}${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`)
    .find((date) => isCalendarDate(date) && date <= today);
  if (date_of_birth === undefined) return null;
  return {
    digits,
    date_of_birth,
    gender: Number(digits.slice(-1)) % 2 === 1 ? 'male' : 'female',
    birthplace: birthplaces[digits.slice(6, 8)] ?? null,
  };
}

/** Whether a date of birth (YYYY-MM-DD) is the one in the number: its last six digits are the first six. */
export const fitsBirthDate = (ic: Pick<IcNumber, 'digits'>, date_of_birth: string): boolean =>
  date_of_birth.replaceAll('-', '').slice(2) === ic.digits.slice(0, 6);

/** How a number is compared in a search: without hyphens and spaces, in capitals (some are of foreign papers). */
export const searchedIc = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/**
 * The texts by which a number can be found while it lies encrypted: its first 6 to 12 characters, its last 4, and, for
 * a foreign one of another length, all of it. A search compares `searchedIc` of what was asked with them.
 */
export function icSearchTexts(text: string): string[] {
  const whole = searchedIc(text);
  const beginnings = Array.from({ length: 7 }, (_, i) => whole.slice(0, 6 + i));
  return [...new Set([...beginnings, whole.slice(-4), whole])].filter((part) => part !== '');
}

/** A number as colleagues see it: its last four characters, and of a document shorter than eight none. */
export function maskedIc(text: string): string {
  const hidden = text.length >= 8 ? text.length - 4 : text.length;
  return text.slice(0, hidden).replace(/[^-\s]/g, '*') + text.slice(hidden);
}
