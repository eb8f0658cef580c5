import { invalid } from '@usaha/shared';
import {
  fitsBirthDate,
  hyphenatedIc,
  icDigits,
  isPassportNumber,
  readIcNumber,
  type Birthplace,
} from '@usaha/shared/malaysia';
import { messages } from './identity.messages.js';

/** The values that are compared. */
export interface Identity {
  ic_number: string | null;
  /** YYYY-MM-DD */
  date_of_birth: string | null;
}

/** A rule that an identity has to satisfy; `today` is YYYY-MM-DD, UTC+8. @throws invalid, naming the field */
export type IcRule = (identity: Identity, today: string) => void;

/**
 * What follows from the specification's text: 12 digits in groups of 6-2-4 that begin with a calendar date, and a date
 * of birth, where there is one, that is this date. A person without a number passes.
 */
export const verifiedIc: IcRule = ({ ic_number, date_of_birth }, today) => {
  if (ic_number === null) return;
  const ic = readIcNumber(ic_number, today);
  if (!ic) throw invalid('ic_number', messages.icNumberWithoutDate());
  if (date_of_birth !== null && !fitsBirthDate(ic, date_of_birth))
    throw invalid('date_of_birth', messages.birthDateOtherwise({ date_of_birth }));
};

/** The same of a number that may be typed with spaces between its groups: patients are registered at a counter. */
export const verifiedTypedIc: IcRule = ({ ic_number, date_of_birth }, today) =>
  verifiedIc({ ic_number: ic_number === null ? null : hyphenatedIc(ic_number), date_of_birth }, today);

/**
 * Twelve digits, with hyphens, spaces or neither, or a passport number; the rest is announced for the other surface only
 * (A-127).
 */
export const twelveDigits: IcRule = ({ ic_number }) => {
  if (ic_number !== null && icDigits(ic_number) === null && !isPassportNumber(ic_number))
    throw invalid('ic_number', messages.icNumberWrong());
};

/** Checks of a patient's IC number against what else is known of the person. Reported; only the first two ever refuse. */
export interface IcVerification {
  /** Whether it is 12 digits in groups of 6-2-4 that begin with a date. */
  format: boolean;
  /** Whether it begins with the date of birth; null if there is nothing to compare. */
  age: boolean | null;
  /** Age today in whole years, by the date of birth, otherwise by the number; null without either. */
  age_years: number | null;
  /** Whether its last digit is odd for a man and even for a woman (custom, not law); null where there is nothing to compare. */
  gender: boolean | null;
  /** Always null: no authority confirms a rule for a check digit, so there is nothing to compare. */
  checksum: null;
  /** What its seventh and eighth digit say; null when that code is not assigned. */
  birthplace: Birthplace | null;
}

/** Whole years between two calendar dates, YYYY-MM-DD; a person born on 29 February has a birthday on 1 March. */
export function yearsBetween(born: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}

const aged = (born: string | null, today: string): number | null =>
  born === null || born > today ? null : yearsBetween(born, today);

/** When a person was born, as stated, else by the IC number; null where neither says it. @param today YYYY-MM-DD, UTC+8 */
export const birthDateOf = ({ ic_number, date_of_birth }: Identity, today: string): string | null =>
  date_of_birth ?? (ic_number === null ? null : (readIcNumber(hyphenatedIc(ic_number), today)?.date_of_birth ?? null));

/** @param today YYYY-MM-DD, UTC+8 @returns null for a person without a number */
export function verificationOf(
  { ic_number, date_of_birth, gender }: Identity & { gender: string | null },
  today: string,
): IcVerification | null {
  if (ic_number === null) return null;
  const ic = readIcNumber(hyphenatedIc(ic_number), today);
  if (!ic) {
    const age_years = aged(date_of_birth, today);
    return { format: false, age: null, age_years, gender: null, checksum: null, birthplace: null };
  }
  const said = gender?.trim().toLowerCase();
  return {
    format: true,
    age: date_of_birth === null ? null : fitsBirthDate(ic, date_of_birth),
    age_years: aged(date_of_birth ?? ic.date_of_birth, today),
    gender: said === 'male' || said === 'female' ? said === ic.gender : null,
    checksum: null,
    birthplace: ic.birthplace,
  };
}
