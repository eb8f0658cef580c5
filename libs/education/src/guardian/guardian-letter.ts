import { mayBeTold, nameInLetter, reachedAt, takesLetters, type LetterContent } from '@usaha/core';
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
/** SQL: the student `s` is there, consent was not refused, and there is an address to write to. */
export const ADDRESSABLE = `${THERE} and ${mayBeTold('s')} and ${takesLetters('s')} and s.parent_guardian ->> 'email' is not null`;

export const addresseeOf = ([first_name, last_name, guardian_name, guardian_email]: readonly unknown[]): Addressee =>
  ({ first_name, last_name, guardian_name, guardian_email }) as Addressee;
