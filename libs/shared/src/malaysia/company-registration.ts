/**
 * Registration numbers of businesses, as the Companies Commission of Malaysia (Suruhanjaya Syarikat Malaysia, SSM)
 * issues them: the 12 digits of all entities since 2019-10-11, and the older forms of the Companies Act (ROC), the
 * Registration of Businesses Act (ROB) and the Limited Liability Partnerships Act 2012 (LLP), which stay valid.
 */

/** The fifth and sixth digit of the new form. */
export const entityTypes = {
  '01': 'local company',
  '02': 'foreign company',
  '03': 'business',
  '04': 'local limited liability partnership',
  '05': 'foreign limited liability partnership',
  '06': 'limited liability partnership for professional practice',
} as const;
export type EntityType = (typeof entityTypes)[keyof typeof entityTypes];

/** A registration number that has one of the known forms. Whether it was ever issued, only the register knows. */
export interface RegistrationNumber {
  /** The new form, 12 digits. */
  number: string | null;
  /** The old form in capitals without hyphens, where it was given, alone or in brackets behind the new one. */
  old_number: string | null;
  /** Of the new form. */
  entity_type: EntityType | null;
  /** The year of registration, of the new form: all that can be told of the date without asking the register. */
  year: number | null;
  /** Whether the letter of an old company number is the one that other numbers suggest; null for other forms. Never a reason to refuse: SSM publishes no rule. */
  check_letter_fits: boolean | null;
}

const FIRST_YEAR = 1900;
const newForm = /^(\d{4})(0[1-6])\d{6}$/;
const both = /^(\d{12})\s*\(([^()]+)\)$/;
/** A company: up to 7 digits and a letter. */
const company = /^(\d{1,7})-?([A-Z])$/;
const oldForms = [
  company,
  // A business: 7 to 9 digits and a letter, behind the two letters of the branch or none.
  /^(?:[A-Z]{2})?\d{7,9}-?[A-Z]$/,
  // A limited liability partnership; the suffix says general (LGN), chartered accountants (LCA), foreign (LFN) …
  /^LLP\d{7}(?:-?[A-Z]{3})?$/,
];
/** Longer than any form. */
const MAX_LENGTH = 60;

/** By the remainder of the digits, weighed 8 to 2, modulo 11. Derived from published company numbers. */
const CHECK_LETTERS = 'PKMUHVTDXAW';

function fitsCheckLetter(text: string): boolean | null {
  const [, digits, letter] = company.exec(text) ?? [];
  if (digits === undefined) return null;
  const sum = [...digits.padStart(7, '0')].reduce((total, digit, i) => total + Number(digit) * (8 - i), 0);
  return CHECK_LETTERS[sum % 11] === letter;
}

type New = Pick<RegistrationNumber, 'number' | 'entity_type' | 'year'>;
type Old = Pick<RegistrationNumber, 'old_number' | 'check_letter_fits'>;
const noNew: New = { number: null, entity_type: null, year: null };
const noOld: Old = { old_number: null, check_letter_fits: null };

function readNew(text: string, latest: number): New | null {
  const [number, digits, entity] = newForm.exec(text) ?? [];
  const year = Number(digits);
  if (number === undefined || year < FIRST_YEAR || year > latest) return null;
  return { number, entity_type: entityTypes[entity as keyof typeof entityTypes], year };
}

function readOld(text: string): Old | null {
  if (!oldForms.some((form) => form.test(text))) return null;
  return { old_number: text.replaceAll('-', ''), check_letter_fits: fitsCheckLetter(text) };
}

/**
 * Reads a registration number: new, old, or both as in `201901000005 (1312525-A)`, in any case.
 * @param year the current one: nothing is registered in a later one @returns null for what has none of the forms
 */
export function readRegistrationNumber(text: string, year: number): RegistrationNumber | null {
  if (text.length > MAX_LENGTH) return null;
  const written = text.trim().toUpperCase();
  const [, first, bracketed] = both.exec(written) ?? [];
  const found = readNew(first ?? written, year);
  if (bracketed === undefined) {
    const old = found ? noOld : readOld(written);
    return old && { ...(found ?? noNew), ...old };
  }
  const old = readOld(bracketed.trim());
  return found && old && { ...found, ...old };
}

/** Whether two numbers are of one registration: what both say is the same, and there is something that both say. */
export function isSameRegistration(a: RegistrationNumber, b: RegistrationNumber): boolean {
  const told = (['number', 'old_number'] as const).filter((form) => a[form] !== null && b[form] !== null);
  return told.length > 0 && told.every((form) => a[form] === b[form]);
}
