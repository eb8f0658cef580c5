import {
  mayBeTold,
  nameInLetter,
  reachedAt,
  takesLetters,
  type LetterContent,
  type MessageFacts,
  type MessagePreferences,
} from '@usaha/core';
import type { Language, Words } from '@usaha/shared';
import { labels, sentences } from './guardian.messages.js';

/** The recipient of a letter, and its student. */
export interface Addressee {
  first_name: string;
  last_name: string;
  guardian_name: string | null;
  guardian_email: string;
}

/** As whom the letter is sent. */
export interface School {
  name: string;
  email: string | null;
  phone: string | null;
}

/** The language of the recipient is unknown, so the letter has both, the national one first. */
const inOrder = ['ms', 'en'] as const satisfies Language[];

/** A letter to the guardian of a student. It tells nothing of the student's health. */
export function guardianLetter(
  addressee: Addressee,
  school: School,
  subject: Words,
  body: (language: Language) => string[],
): LetterContent {
  const business = nameInLetter(school.name);
  const guardian = nameInLetter(addressee.guardian_name ?? '');
  const reached = reachedAt(school);
  const part = (language: Language): string =>
    [
      sentences.greeting({ name: guardian || labels.guardian[language] }).in(language),
      '',
      ...body(language),
      '',
      sentences.question({ reached }).in(language),
      '',
      business,
      '',
    ].join('\n');
  const titles = inOrder.map((language) => subject[language]).join(' / ');
  return {
    to: { name: guardian, address: addressee.guardian_email.trim() },
    from_name: business,
    subject: `${titles}: ${studentOf(addressee)}, ${business}`,
    text: inOrder.map(part).join('\n--------\n\n'),
  };
}

export const studentOf = ({ first_name, last_name }: Addressee): string => nameInLetter(`${first_name} ${last_name}`);

/** SQL of the columns of an addressee, of the student `s`; the statement's first columns. */
export const ADDRESSEE = "s.first_name, s.last_name, s.parent_guardian ->> 'name', s.parent_guardian ->> 'email'";
/** SQL: the student `s` is there. */
export const THERE = 's.tenant_id = $1 and s.deleted_at is null';
/** SQL: the student `s` is there, and consent was not refused. */
export const TOLD = `${THERE} and ${mayBeTold('s')}`;
const BY_LETTER = `(${takesLetters('s')} and s.parent_guardian ->> 'email' is not null)`;
/** The same, and there is an address to write to. */
export const ADDRESSABLE = `${TOLD} and ${BY_LETTER}`;
/** SQL: the student `s` may be told of, by letter or, where a flag is true, by telephone. @param toPhones SQL of a flag */
export const reachable = (toPhones: string): string =>
  `${TOLD} and (${BY_LETTER} or s.parent_guardian ->> 'phone_number' is not null and ${toPhones})`;
/** SQL of the e-mail address of the guardian of the student `s`, where letters are taken. */
export const LETTER_ADDRESS = `case when ${BY_LETTER} then s.parent_guardian ->> 'email' end`;
export const PHONE = "s.parent_guardian ->> 'phone_number'";
/** SQL of the columns of a student `s` of whom the guardian is told by message. */
export const TOLD_COLUMNS = `s.first_name, s.last_name, s.id, s.parent_guardian ->> 'email', ${PHONE}, s.message_preferences, ${mayBeTold('s')}`;

/** Of whom and to whom a message tells. Its name is that of the student: greetings name no guardian. */
export const guardianTold = ([
  first_name,
  last_name,
  person_id,
  email,
  phone,
  preferences,
  may_be_told,
]: readonly unknown[]): Pick<
  MessageFacts,
  'person_id' | 'name' | 'email' | 'phone' | 'may_be_told' | 'preferences'
> => ({
  person_id: person_id as string,
  name: `${first_name as string} ${last_name as string}`,
  email: email as string | null,
  phone: phone as string | null,
  may_be_told: may_be_told as boolean,
  preferences: preferences as MessagePreferences | null,
});

export const addresseeOf = ([first_name, last_name, guardian_name, guardian_email]: readonly unknown[]): Addressee =>
  ({ first_name, last_name, guardian_name, guardian_email }) as Addressee;
