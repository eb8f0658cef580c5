import type { Language, Words } from '@usaha/shared';
import { sentences } from './business-letter.messages.js';
import { nameInLetter, oneLine, type Sender } from './letter.js';
import type { LetterContent } from './notification-source.js';

/** Whom a letter is for; a name that is blank is not said. */
export interface Addressee {
  name: string;
  address: string;
}

/** The language of recipients is unknown, so every letter has both, the national one first. */
export const bothLanguages = ['ms', 'en'] as const satisfies Language[];

/** A letter in the name of a business. @param about what the subject names in addition to the business */
export function businessLetter(
  to: Addressee,
  business: Sender,
  { subject, about }: { subject: Words; about: string },
  body: (language: Language) => string[],
): LetterContent {
  const [name, from] = [nameInLetter(to.name), nameInLetter(business.name)];
  const part = (language: Language): string =>
    [sentences.greeting({ name }).in(language), '', ...body(language), '', from, ''].join('\n');
  return {
    to: { name, address: to.address.trim() },
    from_name: from,
    subject: `${bothLanguages.map((language) => subject[language]).join(' / ')}: ${oneLine(about)}, ${from}`,
    text: bothLanguages.map(part).join('\n--------\n\n'),
  };
}
